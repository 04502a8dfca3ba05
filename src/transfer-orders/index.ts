/** The public interface of the transfer orders slice. */
export { cancelTransferOrders } from './cancel-transfer-orders.ts';
export { createTransferOrders } from './create-transfer-orders.ts';
export { transferOrderDemandOwner } from './demand-owner.ts';
export { receiveTransferOrderOperation } from './operations/receive-transfer-order.ts';
export { closeTransfers, postTransferReceipts, type TransferReceiptResult } from './receive-transfers.ts';
export { productionTransferStepHandlers, transferStartStep } from './schedule-start.ts';
export { shipTransfers, type TransferShipment } from './ship-transfers.ts';
export { computeTransferDepartureDay, computeTransferStartTime } from './start-time.ts';
export { startTransfers } from './start-transfers.ts';
export { lockArrivingTransfer, transferOpenReceiptUpdater } from './transfer-open-receipt-changes.ts';
export {
  noSuchTransferOrderMessage,
  sourceInventoryStatusOfTransferLine,
  type TransferOrder,
  type TransferOrderDetails,
  transferLinesVersionOf,
} from './transfer-order.ts';
export { numberedTransferOrderStore, type TransferStepRequest } from './transfer-order-changes.ts';
export {
  listArrivingTransfers,
  listPendingTransfersTo,
  lockTransferOrders,
  readPendingTransferOrders,
  readTransferOrderDetails,
  readTransferOrders,
} from './transfer-order-store.ts';
export { verifyTransferOrders } from './verify.ts';
