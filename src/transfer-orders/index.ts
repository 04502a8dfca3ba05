/** The public interface of the transfer orders slice. */
export type { LineUnits, TransferReceiptLine } from './arrival.ts';
export { cancelTransferOrders, transferOrderCancellations } from './cancel-transfer-orders.ts';
export { createTransferOrders, type TransferOrderCreation, transferOrderCreations } from './create-transfer-orders.ts';
export { transferOrderDemandOwner } from './demand-owner.ts';
export { addOpenTransferReceipt, lockArrivingTransfer, removeOpenTransferReceipt } from './open-transfer-receipts.ts';
export { receiveTransferOrder } from './operations/receive-transfer-order.ts';
export { closeTransfers, receiveTransfers, type TransferReceipt, type TransferReceived } from './receive-transfers.ts';
export { transferOrderSteps, transferStartStep } from './schedule-start.ts';
export { shipTransfers, type TransferShipment } from './ship-transfers.ts';
export { transferDepartureDay, transferStartTime } from './start-time.ts';
export { startTransfers } from './start-transfers.ts';
export {
  noSuchTransferOrder,
  type TransferOrder,
  type TransferOrderDetails,
  type TransferOrderDraft,
  type TransferOrderLine,
  type TransferOrderStatus,
  transferLinesVersion,
  transferSourceStatus,
} from './transfer-order.ts';
export { type TransferOrderChange, type TransferTask, transferOrders } from './transfer-order-changes.ts';
export {
  listArrivingTransfers,
  listDepartingTransfersTo,
  lockTransferOrders,
  pendingTransfers,
  readTransferOrderDetails,
  readTransferOrders,
} from './transfer-order-store.ts';
export { transferOrderUpdates } from './update-transfer-orders.ts';
export { verifyTransferOrders } from './verify.ts';
