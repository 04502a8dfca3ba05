/** The public interface of administration: the functions that the command line shares with the operator interface. */
export { auditedActor } from './audited-actor.ts';
export {
  carrierRuleEdit,
  cutoffEdit,
  holidayEdit,
  packingRuleEdit,
  reasonCodeEdit,
  reasonCodeRecord,
  shipperEdit,
  statusEdit,
  warehouseAddressEdit,
  warehouseEdit,
} from './audited-edit.ts';
export { removeUnusedStatus, saveStatus } from './inventory-status-changes.ts';
export { statusRecords } from './inventory-status-fields.ts';
export { packingRuleRecord, shipperRecord } from './shipper-fields.ts';
export { verifyStatuses, verifyWarehouses } from './verify.ts';
export { changeWarehouse, removeUnusedWarehouse } from './warehouse-changes.ts';
export { warehouseRecord } from './warehouse-fields.ts';
