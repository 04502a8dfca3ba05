/** The holds that placing an order can put on it, in words for the customer (decision 11). Pure. */
import type { Shortage } from '../inventory/index.ts';
import type { Hold } from './order.ts';

export const wineryHold: Hold = {
  reason: 'Winery',
  owner: 'customer',
  cause: 'requested',
  description:
    'Held at the request of the customer (HoldOrder). Action needed when it is to ship: set HoldOrder to false with UpdateSalesOrder.',
};

export const noItemsHold: Hold = {
  reason: 'Customer Service',
  owner: 'system',
  cause: 'no-items',
  description:
    'The order has no items. Action needed: send ItemsInfo with UpdateSalesOrder; the hold then ends by itself.',
};

/** What is short and what ends the hold. */
export function inventoryHoldDescription(shortages: readonly Shortage[]): string {
  const short = shortages.map(
    ({ itemNo, quantity, available, status, warehouse }) =>
      `${itemNo} (${quantity} wanted, ${available} available in ${status} at ${warehouse})`,
  );
  return `Not enough stock: ${short.join(', ')}. No action needed if stock is on its way: the hold ends by itself when the whole order can be filled.`;
}
