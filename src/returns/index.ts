/** The public interface of the returns slice. */
export { announceReturns, type ReturnAnnouncement } from './announce.ts';
export { cancelReturns } from './cancel.ts';
export { applyReturnDispositions, type ReturnDispositionRequest } from './dispose.ts';
export { findReshipmentsByName, findReshipmentsByShipmentKey } from './find-reshipments.ts';
export { inspectReturns } from './inspect.ts';
export { type InspectableReturn, lockInspectableReturn, lockReturnsWithOrders } from './inspectable.ts';
export { disposeReturnOperation } from './operations/dispose-return.ts';
export { readReturnableUnits } from './read-remaining-units.ts';
export { readListedReturns } from './read-returns.ts';
export { receiveReturns } from './receive.ts';
export { type ItemQuantity, returnableUnitsOfItem } from './remaining-units.ts';
export {
  computeAnnouncedOrFoundUnits,
  type Disposition,
  goodReturnInventoryStatus,
  type InspectedReturnLine,
  type OrderReturn,
  type ReturnFindingSelector,
  type ReturnLine,
} from './return.ts';
export { dispositionField, returnWarehouseField } from './return-fields.ts';
export { ReturnSalesOrderHeader, returnHeaderExample, returnSalesOrderHeaderRecord } from './return-header.ts';
export { ReturnFindingRecord, ReturnLineRecord, returnFindingRecord, returnLineRecord } from './return-record.ts';
export {
  findReturnKeysByRmaNumber,
  listOpenReturnsAtWarehouse,
  lockReturns,
  type ReturnKey,
  readReturns,
  readReturnsOfOrders,
} from './return-store.ts';
export { customerNoOfRmaNumber, parseRmaNumbers } from './rma-number.ts';
export { verifyReturns } from './verify.ts';
