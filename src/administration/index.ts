/**
 * The public interface of administration: the functions that the command line shares with the operator interface, and
 * the checks of `dray verify`.
 */
export { createAuditingActor } from './audited-actor.ts';
export { transitEstimateRecord } from './carrier-query-fields.ts';
export {
  createCarrierRuleEditAuditor,
  createCutoffEditAuditor,
  createHolidayEditAuditor,
  createInventoryStatusEditAuditor,
  createPackingRuleEditAuditor,
  createReasonCodeEditAuditor,
  createShipperBoxEditAuditor,
  createWarehouseAddressEditAuditor,
  createWarehouseEditAuditor,
} from './edit-auditors.ts';
export { removeUnusedInventoryStatus, saveInventoryStatusAndAllocate } from './inventory-status-changes.ts';
export { inventoryStatusDefinitionRecords } from './inventory-status-fields.ts';
export { reasonCodeRecord } from './reason-code-fields.ts';
export { changeRuleAndFindOrdersInWork, type StandingRuleExclusion } from './rules-in-work.ts';
export { packingRuleRecord, shipperBoxRecord } from './shipper-fields.ts';
export { verifyInventoryStatuses, verifyWarehouses } from './verify.ts';
export { addOrChangeWarehouse, removeUnusedWarehouse } from './warehouse-changes.ts';
export { warehouseRecord } from './warehouse-fields.ts';
