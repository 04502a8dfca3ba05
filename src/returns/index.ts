/** The public interface of the returns slice. */
export { announceReturns, type OutboundShipment, type ReturnAnnouncement } from './announce.ts';
export { cancelReturns, type ReturnCanceled, type ReturnCancellation } from './cancel.ts';
export { disposeReturns, type ReturnDisposal, type ReturnDisposed } from './dispose.ts';
export { inspectReturns, type ReturnInspection } from './inspect.ts';
export { type InspectableReturn, lockInspectableReturn, lockReturnsWithOrders } from './inspectable.ts';
export { disposeReturn } from './operations/dispose-return.ts';
export { readListedReturns } from './read-returns.ts';
export { type ReturnReceipt, receiveReturns } from './receive.ts';
export type { ItemQuantity } from './remaining-units.ts';
export {
  type Disposition,
  type DispositionRequest,
  type DispositionTarget,
  dispositions,
  type Finding,
  goodReturnStatus,
  type InspectedLine,
  type OrderReturn,
  type ReturnLine,
  type ReturnStatus,
} from './return.ts';
export { dispositionField, returnWarehouseField } from './return-fields.ts';
export { ReturnSalesOrderHeader, returnExample, toReturnHeader } from './return-header.ts';
export { findReturns, listOpenReturnsAt, lockReturns, type ReturnKey, readReturns } from './return-store.ts';
export { customerOfRma, readRmaNumbers } from './rma-number.ts';
export { verifyReturns } from './verify.ts';
