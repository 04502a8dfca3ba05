/** Reopens orders in work before they ship: cancels their packages and voids their labels. */
import { stopDemands } from '../inventory/index.ts';
import type { Tx } from '../platform/db/db.ts';
import {
  type OrderStatus,
  openStatus,
  readHolds,
  type SalesOrder,
  updateOrderStatuses,
} from '../sales-orders/index.ts';
import { floorHooks, isLive, lockPackagesOfOrders, saveRepacked } from '../warehouse/index.ts';
import { deleteScans } from './jit/jit-label-store.ts';
import { lockIntentsOfOrders } from './label-intent-store.ts';
import { isInForce } from './label-plan.ts';
import { voidIntents } from './label-requests.ts';

/**
 * Unpacks a locked order: its packages become CANCELED, its labels are voided, the scan of its JIT label is
 * cleared, its stock stays reserved, and its originally requested carrier and service are restored. `because` tells the
 * floor why, if it works on the order. Returns its new status, which follows from its holds: the caller places a hold
 * before or after, so that processing does not start again at once, and logs the change. For an open order, only its
 * labels are voided.
 */
export async function unpackOrder(
  tx: Tx,
  order: SalesOrder,
  at: Temporal.Instant,
  because: string,
): Promise<OrderStatus> {
  const { customerNo, orderId } = order;
  const intents = await lockIntentsOfOrders(tx, [order]);
  const packages = (await lockPackagesOfOrders(tx, [order])).filter(isLive);
  await voidIntents(tx, intents);
  deleteScans(tx, [order]);
  saveRepacked(
    tx,
    packages.map((p) => ({ ...p, status: 'CANCELED', items: [], lastActivityAt: at })),
  );
  if (order.status === 'PROCESSING ORDER') {
    stopDemands(tx, [{ customerNo, subject: orderId }]);
    tx.ports.get(floorHooks).reopened(tx, [{ customerNo, orderId, at }], because);
  }
  const requested = intents.filter(isInForce).findLast(({ plan }) => plan.requested !== undefined)?.plan.requested;
  const status = openStatus((await readHolds(tx, [order])).get(orderId) ?? []);
  await updateOrderStatuses(tx, [{ customerNo, orderId, status, ...requested }]);
  return status;
}
