/** The public interface of the returns slice. */
export { announceReturns, type OutboundShipment, type ReturnAnnouncement } from './announce.ts';
export { cancelReturns, type ReturnCancellation, type ReturnCancellationResult } from './cancel.ts';
export { disposeReturns, type ReturnDisposal, type ReturnDisposalResult } from './dispose.ts';
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
  goodReturnStatus,
  type InspectedReturnLine,
  type OrderReturn,
  type ReturnFinding,
  type ReturnLine,
  type ReturnStatus,
} from './return.ts';
export { dispositionField, returnWarehouseField } from './return-fields.ts';
export { ReturnSalesOrderHeader, returnHeaderExample, toReturnHeader } from './return-header.ts';
export { findReturnKeys, listOpenReturnsAt, lockReturns, type ReturnKey, readReturns } from './return-store.ts';
export { customerOfRma, parseRmaNumbers } from './rma-number.ts';
export { verifyReturns } from './verify.ts';
