/** The transfer orders slice, as the others see it. */
export type { LineUnits, ReceivedLine } from './arrival.ts';
export { cancelTransferOrders, transferOrderCancellations } from './cancel-transfer-orders.ts';
export type { TransferOrderChanged, TransferOrderRequest } from './change.ts';
export {
  createTransferOrders,
  type TransferOrderCreated,
  type TransferOrderCreation,
  transferOrderCreations,
} from './create-transfer-orders.ts';
export { beginTime, departureDay } from './departure.ts';
export type { FloorWork } from './floor-work.ts';
export type { OrderKey as TransferOrderKey, TransferName } from './identity-store.ts';
export { onwardTransfers } from './onward-transfers.ts';
export { closeTransfers, receiveTransfers, type TransferReceipt, type TransferReceived } from './receive-transfers.ts';
export { startStep } from './schedule.ts';
export { shipTransfers, type TransferShipment } from './ship-transfers.ts';
export { startTransfers } from './start-transfers.ts';
export { transferOrderSteps } from './steps.ts';
export type {
  TransferOrder,
  TransferOrderDocument,
  TransferOrderDraft,
  TransferOrderLine,
  TransferOrderStatus,
} from './transfer-order.ts';
export { transferOrderNames } from './transfer-order-names.ts';
export { lockTransferOrders } from './transfer-order-store.ts';
export { transferOrderUpdates, updateTransferOrders } from './update-transfer-orders.ts';
export { verifyTransferOrders } from './verify.ts';
export { waitingTransferOrders } from './waiting-transfer-orders.ts';
