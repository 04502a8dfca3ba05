/**
 * Release rules (decision 11): which holds a person may end, and what ends the others. Pure.
 *
 * A person ends what a person decides: the winery's own request, what customer service placed or a carrier refused, and a
 * doubtful address that the person has looked at. Holds for stock, licenses, credit and weather end with their cause; an
 * admin may let a single order pass a weather window.
 */
import { formatDate } from '../lib/dates.ts';
import type { Fault } from '../platform/errors.ts';
import type { Hold } from './order.ts';

/** What the person is allowed and has confirmed. */
export interface ReleaseRights {
  /** The person has seen the warning of an Address hold. */
  readonly acceptsWarning: boolean;
  /** The person may let an order pass a weather window, and wants to. */
  readonly overridesWeather: boolean;
}

export type ReleaseRule =
  | { readonly by: 'person' }
  /** The person must have seen the description of the hold. */
  | { readonly by: 'person after a warning' }
  /** By an admin; otherwise it ends with its cause. */
  | { readonly by: 'override' }
  | { readonly by: 'cause' };

/** Causes of system holds that a person may end to try again: what a carrier refused. */
const retryCauses: readonly string[] = ['carrier'];

/** Who ends a hold. */
export function releaseRule({ reason, owner, cause }: Pick<Hold, 'reason' | 'owner' | 'cause'>): ReleaseRule {
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

/** Whether a person with these rights ends the hold. `missing` is what an address lacks for a label. */
export function mayRelease(hold: Hold, rights: ReleaseRights, missing: readonly string[] = []): boolean {
  switch (releaseRule(hold).by) {
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

/** Faults of an address that a person may accept. All others only the winery can correct: a label requires the fields. */
const acceptableFaults: readonly string[] = ['ZipCodeUnknown', 'ZipCodeInOtherState'];

/** What the address of a recipient lacks for a label, in sentences. */
export function missingAddressParts(faults: readonly Pick<Fault, 'code' | 'message'>[]): string[] {
  return faults.filter(({ code }) => !acceptableFaults.includes(code)).map(({ message }) => message);
}

const causesOfCustomerService: Readonly<Record<string, string>> = {
  'no-items': 'Send its items with UpdateSalesOrder.',
  'no-carrier': 'Connect a carrier: the holds of all orders end then.',
  'too-many-packages': 'Reduce the order with UpdateSalesOrder.',
};

/** What ends the hold, as an instruction for the operator. `missing` is what an address lacks for a label. */
export function endsBy(hold: Hold, missing: readonly string[] = []): string {
  const { reason, cause, endsAt } = hold;
  switch (reason) {
    case 'Winery':
      return 'Release it, or the winery sets HoldOrder to false.';
    case 'Customer Service':
      return causesOfCustomerService[cause] ?? `Release it${cause === 'carrier' ? ' to try the carrier again' : ''}.`;
    case 'Address':
      if (missing.length > 0) return `Correct the address with UpdateSalesOrder: ${missing.join(' ')}`;
      return 'Look at the warning and release it with AcceptWarning, or correct the address with UpdateSalesOrder.';
    case 'Inventory':
      return 'Receive or transfer the missing stock: the order is released when all of it can be reserved.';
    case 'License':
      return 'Open the state for this order type in the license rules, change the recipient, or cancel the order.';
    case 'Credit':
      return "Release the customer's account in the credit rules: all its orders follow.";
    case 'Weather': {
      const end = endsAt === undefined ? '' : ` on ${formatDate(endsAt.toZonedDateTimeISO('UTC').toPlainDate())}`;
      return `It ends by itself${end}, or close the weather window. An admin may release a single order with OverrideWeather.`;
    }
  }
}
