/** Holds that come from the order or the packing station, with the texts that its customer reads (decision 11). Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { RecipientValidation } from '../addresses/index.ts';
import type { DemandOutcome, Shortage } from '../inventory/index.ts';
import type { Contact, Hold, OrderLine } from './order.ts';
import type { ShipToAddresses } from './rule-evaluator.ts';

/** The hold of an order that was sent with `HoldOrder` true. */
export const wineryRequestedHold: Hold = {
  reason: 'Winery',
  owner: 'customer',
  cause: 'requested',
  description: "Held at the winery's request. Action needed: to ship it, set HoldOrder to false with UpdateSalesOrder.",
};

const noItemsHold: Hold = {
  reason: 'Customer Service',
  owner: 'system',
  cause: 'no-items',
  description: 'The order has no items. Action needed: send ItemsInfo with UpdateSalesOrder to release the hold.',
};

/** Identifies the hold of an order that waits for stock. */
export const inventoryHoldKey = { reason: 'Inventory', owner: 'system', cause: 'stock' } as const;

/**
 * The hold of an order that waits for stock, with what is short now. The text stays while stock comes and goes, so it says when it
 * was true.
 */
export function buildInventoryHold(shortages: readonly Shortage[]): Hold {
  const short = shortages.map(
    ({ itemNo, quantity, available, status, statuses = [status], warehouse }) =>
      `${itemNo} (${quantity} needed, ${available} available in ${statuses.join(', ')} at ${warehouse})`,
  );
  return {
    ...inventoryHoldKey,
    description: `Not enough stock when the order was held: ${short.join(', ')}. No action needed if more stock is on its way: the order is released when all its items are in stock.`,
  };
}

/** Identifies the hold of an order whose recipient is not usable. */
export const recipientHoldKey = { reason: 'Address', owner: 'system', cause: 'recipient' } as const;

/** What a problem that a packing station reports is about: the recipient's address, the recipient's name, or something else. */
export const packingStationProblemKinds = ['address', 'name', 'other'] as const;

/** A problem with an order that a person at the packing station reports, in the person's words. */
export interface PackingStationProblem {
  readonly problem: (typeof packingStationProblemKinds)[number];
  readonly words: string;
}

const stationCause = 'station';

/** The hold of an order that the packing station reported. One about its recipient ends when the recipient is corrected. */
export function buildPackingStationProblemHold({ problem, words }: PackingStationProblem): Hold {
  const hold = { owner: 'operator', cause: stationCause } as const;
  const sentence = `${words}${/[.!?]$/.test(words) ? '' : '.'}`;
  if (problem === 'other') {
    const description = `The packing station reported a problem: ${sentence} Action may be needed: contact customer service to release it.`;
    return { reason: 'Customer Service', ...hold, description };
  }
  const what = problem === 'name' ? "recipient's name" : "recipient's address";
  const action = 'Action needed: the winery corrects the recipient with UpdateSalesOrder, which ends the hold.';
  return {
    reason: 'Address',
    ...hold,
    description: `The packing station reported a problem with the ${what}: ${sentence} ${action}`,
  };
}

/** Whether it is a hold of the packing station that a correction of the recipient ends. */
export const isEndedByRecipientCorrection = ({ reason, cause }: Pick<Hold, 'reason' | 'cause'>): boolean =>
  reason === 'Address' && cause === stationCause;

const addressParts = ['address', 'address2', 'city', 'state', 'zipCode', 'country'] as const;
const nameAndAddress = ['firstName', 'lastName', 'company', ...addressParts] as const;

/** Whether the name or address of a recipient changed. A new phone number or email address corrects neither. */
export const isRecipientNameOrAddressChanged = (before: Contact, after: Contact): boolean =>
  nameAndAddress.some((name) => before[name] !== after[name]);

/** Whether the address of a recipient changed, or the carrier location where the order is picked up. */
export const isShipToAddressChanged = (before: ShipToAddresses, after: ShipToAddresses): boolean =>
  addressParts.some((name) => before.recipient[name] !== after.recipient[name]) ||
  !isDeepStrictEqual(before.holdLocation, after.holdLocation);

/** Whether it is a hold of the system that processing places (no carrier, a carrier's refusal, too many packages). */
export const isProcessingHold = ({ owner, reason, cause }: Pick<Hold, 'owner' | 'reason' | 'cause'>): boolean =>
  owner === 'system' &&
  (reason === 'Customer Service' || reason === 'Address') &&
  cause !== noItemsHold.cause &&
  cause !== recipientHoldKey.cause;

/** The data that system holds depend on. */
interface SystemHoldInput {
  /** Undefined when an update leaves an address as it is that has no hold: a person may have accepted it. */
  readonly recipient: RecipientValidation | undefined;
  readonly lines: readonly OrderLine[];
  /** Undefined when the order needs no stock, and when an update leaves its reservation as it is. */
  readonly allocation: DemandOutcome | undefined;
}

/** The holds that the system puts on an order because of its recipient, its lines and its stock. */
export function decideSystemHolds({ recipient, lines, allocation }: SystemHoldInput): Hold[] {
  const holds: Hold[] = [];
  if (recipient?.usable === false) {
    holds.push({ ...recipientHoldKey, description: recipient.faults.map((fault) => fault.message).join(' ') });
  }
  if (lines.length === 0) holds.push(noItemsHold);
  if (allocation?.state === 'waiting') holds.push(buildInventoryHold(allocation.shortages));
  return holds;
}
