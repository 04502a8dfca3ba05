/** The transfer orders slice, as the others see it. */
export type { LineUnits, TransferReceiptLine } from './arrival.ts';
export { cancelTransferOrders, transferOrderCancellations } from './cancel-transfer-orders.ts';
export type { TransferOrderChange, TransferOrderChanged } from './change.ts';
export {
  createTransferOrders,
  type TransferOrderCreated,
  type TransferOrderCreation,
  transferOrderCreations,
} from './create-transfer-orders.ts';
export { transferOrderDemandOwner } from './demand-owner.ts';
export { transferDepartureDay, transferStartTime } from './departure.ts';
export type { OrderKey as TransferOrderKey, TransferName } from './identity-store.ts';
export { receiveTransferOrder } from './operations/receive-transfer-order.ts';
export { pendingTransfers } from './pending-transfers.ts';
export { closeTransfers, receiveTransfers, type TransferReceipt, type TransferReceived } from './receive-transfers.ts';
export { transferStartStep } from './schedule.ts';
export { shipTransfers, type TransferShipment } from './ship-transfers.ts';
export { startTransfers } from './start-transfers.ts';
export { transferOrderSteps } from './steps.ts';
export type {
  TransferOrder,
  TransferOrderDetails,
  TransferOrderDraft,
  TransferOrderLine,
  TransferOrderStatus,
} from './transfer-order.ts';
export { transferOrderNames } from './transfer-order-names.ts';
export { lockTransferOrders } from './transfer-order-store.ts';
export type { TransferTask } from './transfer-tasks.ts';
export { transferOrderUpdates, updateTransferOrders } from './update-transfer-orders.ts';
export { verifyTransferOrders } from './verify.ts';
