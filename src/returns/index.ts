/** Returns, as the other slices see them. */
export { announceReturns, type Outward, type ReturnAnnouncement } from './announce.ts';
export { cancelReturns, type ReturnCancellation, type ReturnCancelled } from './cancel.ts';
export { disposeReturns, type ReturnDisposal, type ReturnDisposed } from './dispose.ts';
export { inspectReturns, type ReturnInspection } from './inspect.ts';
export type { ItemQuantity } from './left.ts';
export { type ReturnReceipt, receiveReturns } from './receive.ts';
export {
  type DisposedPart,
  type Disposition,
  type DispositionOrder,
  dispositions,
  type Finding,
  type InspectedLine,
  type OrderReturn,
  type ReturnLine,
  type ReturnStatus,
  returnedGood,
} from './return.ts';
export { findReturns, type ReturnKey, readReturns } from './return-store.ts';
export { customerOfRma } from './rma-number.ts';
export { verifyReturns } from './verify.ts';
export { dispositionField, returnWarehouseField } from './wire.ts';
