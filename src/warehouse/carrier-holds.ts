/** Holds because of carriers and packages: no carrier is connected, a carrier refused a package, too many packages. Pure. */
import type { CarrierMessage } from '../carriers/index.ts';
import { truncate } from '../lib/text.ts';
import type { Hold } from '../sales-orders/index.ts';
import { maxOrderPackages } from './packing.ts';

/**
 * The carriers that ship packages: the simulated ones, real ones through a gateway that sells labels, or none because none
 * is connected.
 */
export type CarrierMode = 'sandbox' | 'gateway' | 'none';

export const noCarrierHold: Hold = {
  reason: 'Customer Service',
  owner: 'system',
  cause: 'no-carrier',
  description:
    'No carrier is connected, so the order cannot ship. No action needed: the hold ends when the operator connects a carrier.',
};

export const tooManyPackagesHold: Hold = {
  reason: 'Customer Service',
  owner: 'system',
  cause: 'too-many-packages',
  description: `The order needs more than ${maxOrderPackages.toLocaleString('en-US')} packages. Action needed: reduce it with UpdateSalesOrder, which ends the hold, and order the rest separately.`,
};

/** Cause of holds placed after a carrier's refusal. */
export const carrierRefusalHoldCause = 'carrier';

/** The hold of an order that a carrier refused (decision 3: Source Carrier). The next update that changes the order ends it. */
export function buildCarrierRefusalHold(because: string, messages: readonly CarrierMessage[]): Hold {
  const words = messages.map(({ text }) => text.trim()).filter((text) => text !== '');
  const text = words.length === 0 ? 'no reason given' : truncate(words.join('; '), 500);
  return {
    reason: because === 'address' ? 'Address' : 'Customer Service',
    owner: 'system',
    cause: carrierRefusalHoldCause,
    description: `The carrier refused a package of the order: ${text} (Source: Carrier); action needed: the winery corrects the order with UpdateSalesOrder, which ends the hold.`,
  };
}
