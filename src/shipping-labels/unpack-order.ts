/** Orders in work that are given back before they leave: open again, nothing of them packed, no label kept. */
import { stopDemands } from '../inventory/index.ts';
import type { Tx } from '../platform/db/db.ts';
import {
  type OrderStatus,
  openStatus,
  readHolds,
  type SalesOrder,
  updateOrderStatuses,
} from '../sales-orders/index.ts';
import { isLive, lockPackagesOfOrders, saveRepacked } from '../warehouse/index.ts';
import { lockIntentsOfOrders } from './label-intent-store.ts';
import { isInForce } from './label-plan.ts';
import { voidIntents } from './label-requests.ts';

/**
 * Takes a locked order in work back from the floor: its packages are CANCELED and stay behind, its labels are withdrawn,
 * its stock is reserved as before, and it asks again for the carrier and service that it asked for. It gets the status
 * that its holds leave it, which is answered: the caller has placed one, or places one now, so that it does not go on at
 * once; it logs what happened. An order that is open already only lets go of its labels.
 */
export async function unpackOrder(tx: Tx, order: SalesOrder, at: Temporal.Instant): Promise<OrderStatus> {
  const { customerNo, orderId } = order;
  const intents = await lockIntentsOfOrders(tx, [order]);
  const packages = (await lockPackagesOfOrders(tx, [order])).filter(isLive);
  await voidIntents(tx, intents);
  saveRepacked(
    tx,
    packages.map((p) => ({ ...p, status: 'CANCELED', items: [], lastActivityAt: at })),
  );
  if (order.status === 'PROCESSING ORDER') await stopDemands(tx, [{ customerNo, subject: orderId }]);
  const asked = intents.filter(isInForce).findLast(({ plan }) => plan.requested !== undefined)?.plan.requested;
  const status = openStatus((await readHolds(tx, [order])).get(orderId) ?? []);
  await updateOrderStatuses(tx, [{ customerNo, orderId, status, ...asked }]);
  return status;
}
