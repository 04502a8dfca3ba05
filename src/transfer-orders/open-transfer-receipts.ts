/** The receipts that people open on transfer orders at their destination: an order is RECEIVING while there is one. */
import type { OrderKey } from '../documents/index.ts';
import { removeExpectedReceipts } from '../inventory/index.ts';
import { readCustomerClock } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { transferStatusAfterDiscardedReceipt } from './arrival.ts';
import type { TransferOrder, TransferOrderStatus } from './transfer-order.ts';
import { noSuchTransferOrderMessage } from './transfer-order.ts';
import { numberedTransferOrderStore } from './transfer-order-changes.ts';
import { lockTransferOrders, updateOpenTransferReceipts } from './transfer-order-store.ts';

/** Statuses in which an order can be received. */
const arriving: readonly TransferOrderStatus[] = ['IN TRANSIT', 'RECEIVING'];

/** Locks an order that people may receive. Refusals, in order of precedence: `NotFound`, `StateForbids`. */
export async function lockArrivingTransfer(tx: Tx, key: OrderKey): Promise<Outcome<TransferOrder>> {
  const [order] = await lockTransferOrders(tx, [key]);
  if (order === undefined) return refuse('NotFound', noSuchTransferOrderMessage);
  return numberedTransferOrderStore.requireStatus(order, arriving, 'received');
}

/** Counts a receipt that was opened on a locked order. */
export async function addOpenTransferReceipt(
  tx: Tx,
  order: TransferOrder,
  context: CommandContext,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  updateOpenTransferReceipts(tx, [{ ...order, status: 'RECEIVING', openReceipts: order.openReceipts + 1 }]);
  numberedTransferOrderStore.record(
    tx,
    'receiving',
    order,
    await readCustomerClock(tx, order.customerNo),
    context,
    data,
  );
}

/**
 * Removes a receipt that ended without posting from a locked order, which gets the status that it would have without
 * it.
 */
export async function removeOpenTransferReceipt(
  tx: Tx,
  order: TransferOrder,
  context: CommandContext,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const openReceipts = order.openReceipts - 1;
  const status = transferStatusAfterDiscardedReceipt(order, openReceipts);
  updateOpenTransferReceipts(tx, [{ ...order, status, openReceipts }]);
  if (status === 'RECEIVED')
    await removeExpectedReceipts(tx, [{ customerNo: order.customerNo, subject: order.orderId }]);
  const at = await readCustomerClock(tx, order.customerNo);
  numberedTransferOrderStore.record(tx, 'receiving_ended', order, at, context, { status, ...data });
}
