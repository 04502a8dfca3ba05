/**
 * Release rules (decision 11): which holds a person may end, and how the others end. Pure.
 *
 * A person may end the winery's own holds, holds that people of the operator placed or a carrier's refusal caused, and the
 * hold of a doubtful address after checking it. All other holds end with their cause; an admin may let a single order pass a
 * weather window.
 */
import { formatUsDate } from '../lib/dates.ts';
import type { Fault } from '../platform/errors.ts';
import type { Hold } from './order.ts';

/** The person's rights, and the warnings that the person has confirmed. */
export interface HoldReleaseRights {
  /** The person has seen the warning of an Address hold. */
  readonly acceptsWarning: boolean;
  /** The person may let an order pass a weather window, and wants to. */
  readonly overridesWeather: boolean;
}

type HoldReleaseRule =
  | { readonly by: 'person' }
  /** The person must have seen the description of the hold. */
  | { readonly by: 'person after a warning' }
  /** By an admin; otherwise it ends with its cause. */
  | { readonly by: 'override' }
  | { readonly by: 'cause' };

/** Causes of system holds that a person may end to try again: a carrier's refusal. */
const retryCauses: readonly string[] = ['carrier'];

/** The rule by which a hold ends. */
export function holdReleaseRuleOf({ reason, owner, cause }: Pick<Hold, 'reason' | 'owner' | 'cause'>): HoldReleaseRule {
  switch (reason) {
    case 'Winery':
      return { by: 'person' };
    case 'Customer Service':
      return { by: owner === 'operator' || retryCauses.includes(cause) ? 'person' : 'cause' };
    case 'Address':
      return { by: 'person after a warning' };
    case 'Weather':
      return { by: 'override' };
    default:
      return { by: 'cause' };
  }
}

/**
 * Whether a person with these rights may end the hold.
 * @param missing the missing parts of the address, from `describeMissingAddressParts`
 */
export function mayReleaseHold(hold: Hold, rights: HoldReleaseRights, missing: readonly string[] = []): boolean {
  switch (holdReleaseRuleOf(hold).by) {
    case 'person':
      return true;
    case 'person after a warning':
      return rights.acceptsWarning && missing.length === 0;
    case 'override':
      return rights.overridesWeather;
    default:
      return false;
  }
}

/** Faults of an address that a person may accept. All others have to be corrected, because a label needs the fields. */
const acceptableFaults: readonly string[] = ['ZipCodeUnknown', 'ZipCodeInOtherState'];

/** The parts that a label needs and that the address of a recipient lacks, as sentences. */
export function describeMissingAddressParts(faults: readonly Pick<Fault, 'code' | 'message'>[]): string[] {
  return faults.filter(({ code }) => !acceptableFaults.includes(code)).map(({ message }) => message);
}

const causesOfCustomerService: Readonly<Record<string, string>> = {
  'no-items': 'Ask the winery to send the items of the order. It cannot be released before.',
  'no-carrier': 'An administrator connects a carrier: the holds of all orders end then.',
  'too-many-packages': 'Ask the winery to make the order smaller and to order the rest separately.',
  carrier: 'Ask the winery to correct the order, or release it to try the carrier again.',
};

/** Describes for an operator how the hold can be ended: who must do what. `missing` is from `describeMissingAddressParts`. */
export function describeHowToEndHold(hold: Hold, missing: readonly string[] = []): string {
  const { reason, owner, cause, endsAt } = hold;
  switch (reason) {
    case 'Winery':
      return 'Release it once the winery agrees. The winery can end it too.';
    case 'Customer Service':
      if (owner === 'operator') return 'Release it when its reason is settled.';
      return causesOfCustomerService[cause] ?? 'Release it.';
    case 'Address':
      if (missing.length > 0)
        return 'Correct the recipient, or ask the winery to correct the address: no label can be made for it.';
      if (cause === 'carrier')
        return 'Check the address with the winery, then release the order to try the carrier again.';
      return 'Check the address with the winery. Release the order if the address is right; otherwise correct the recipient, or the winery updates the order.';
    case 'Inventory':
      return 'Wait for stock: the order is released when all that is missing has been received or transferred here.';
    case 'License':
      return 'An administrator opens the state under Rules, or the winery changes the recipient or cancels the order.';
    case 'Credit':
      return "An administrator ends the credit hold of the winery's account under Rules: all its orders follow.";
    case 'Weather': {
      const end = endsAt === undefined ? '' : ` on ${formatUsDate(endsAt.toZonedDateTimeISO('UTC').toPlainDate())}`;
      return `Wait: it ends by itself${end}. An administrator can let this order ship despite the weather.`;
    }
  }
}

/**
 * Replaces the description of an address hold for people of the floor: it may quote an address, of which they see city and ZIP code
 * only.
 */
export const redactedAddressHoldDescription = "The recipient's address must be corrected.";

/**
 * The problem in the description of a hold, for operators. Removes the sentences about the winery's action, which are of no use to them;
 * returns the whole description when nothing else is left.
 */
export function extractHoldProblem(description: string): string {
  const problem = description.replaceAll(winerysAction, '.').trim();
  return problem === '' ? description : problem;
}

/** Matches the winery's action in a description: a sentence, or the part of a sentence after a semicolon. */
const winerysAction = /[.;]\s+(?:no )?action (?:may be )?needed\b.*?(?:\.(?=\s+[A-Z]|\s*$)|$)/gis;
