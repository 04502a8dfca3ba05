/** The receipts that people open on transfer orders at their destination: an order is RECEIVING while there is one. */
import { createOpenReceiptUpdaters, type OrderKey } from '../documents/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { transferStatusAfterDiscardedReceipt } from './arrival.ts';
import type { TransferOrder, TransferOrderStatus } from './transfer-order.ts';
import { noSuchTransferOrderMessage } from './transfer-order.ts';
import { numberedTransferOrderStore } from './transfer-order-changes.ts';
import { lockTransferOrders, updateTransferOrderStatusesAndOpenReceipts } from './transfer-order-store.ts';

/** Statuses in which an order can be received. */
const arriving: readonly TransferOrderStatus[] = ['IN TRANSIT', 'RECEIVING'];

/** Locks an order that people may receive. Refusals, in order of precedence: `NotFound`, `StateForbids`. */
export async function lockArrivingTransfer(tx: Tx, key: OrderKey): Promise<Outcome<TransferOrder>> {
  const [order] = await lockTransferOrders(tx, [key]);
  if (order === undefined) return refuse('NotFound', noSuchTransferOrderMessage);
  return numberedTransferOrderStore.requireStatus(order, arriving, 'received');
}

/**
 * Changes the open receipts and the status of a locked transfer order: `add` when a person opens a receipt on it at the
 * destination, `remove` when one ends without posting.
 */
export const transferOpenReceiptUpdater = createOpenReceiptUpdaters<TransferOrder>(
  numberedTransferOrderStore,
  updateTransferOrderStatusesAndOpenReceipts,
  transferStatusAfterDiscardedReceipt,
);
