/** The owner of the demands of packed orders, for their packages and labels. */
import type { DemandOwner } from '../inventory/index.ts';
import { repackShortOrders } from './repack-short-orders.ts';

/**
 * Repacks orders after short picks. Does nothing on other stock changes: orders that wait for stock or have not started
 * have no packages. Register it after the orders' own owner, which decides which lines are short.
 */
export const packedOrderDemandOwner: DemandOwner = {
  shortPicked: repackShortOrders,
};
