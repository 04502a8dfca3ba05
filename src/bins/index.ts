/** Bins, as administration, the wiring and the checks use them. */
export { deductDepartedUnitsFromBins, readPickedTransferUnitsBySource } from './departing-units.ts';
export { readUnplacedAndFreeUnits } from './free-units.ts';
export {
  deleteBinSettingsOfWarehouse,
  deleteReplenishmentRulesInStatus,
  lockReplenishmentRulesInStatus,
  lockReplenishmentRulesOfWarehouse,
} from './replenishment-rule-store.ts';
export { describeExcessInBins, verifyBins } from './verify.ts';
