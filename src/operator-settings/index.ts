/** The operator's settings, as other slices use them. */

export { removeCutoff, removeHoliday, setCutoff, setHoliday } from './calendar-edits.ts';
export { setCarrierAccount } from './carrier-account-edits.ts';
export { type CarrierAccount, decryptCarrierAccountKeys, type StoredCarrierAccount } from './carrier-accounts.ts';
export {
  readCarrierRulesAfterRemoving,
  readCarrierRulesAfterSetting,
  removeCarrierRule,
  setCarrierRule,
} from './carrier-rule-edits.ts';
export { type CarrierRule, defaultCarrierRules } from './carrier-rules.ts';
export { readEffectiveCarrierRules, readSavedCarrierRules } from './carrier-settings-store.ts';
export { defaultCutoffs, defaultHolidays, defaultWarehouses } from './defaults.ts';
export {
  isRequiredInventoryStatus,
  lockInventoryStatusesForShare,
  removeInventoryStatus,
  type SavedInventoryStatus,
  setInventoryStatus,
} from './inventory-status-edits.ts';
export type { OnSettingEdit } from './on-edit.ts';
export { createOperatorSettingsCodeLists } from './operator-code-lists.ts';
export { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from './operators-warehouse.ts';
export { packingSettingsWithRule, removePackingRule, setPackingRule, setShipperBox } from './packing-edits.ts';
export {
  type BoxSize,
  describePackingSettingsFault,
  type PackingRule,
  type PackingSettings,
  type ShipperBox,
  type ShippersByFormat,
  shippersByFormatOf,
} from './packing-rules.ts';
export {
  consumerInventoryStatusesOfCustomer,
  inventoryStatusesOfCustomer,
  isWorkedWarehouse,
  type OperatorSettings,
  unknownInventoryStatusFault,
  type WarehouseAddress,
} from './settings.ts';
export {
  getCachedOperatorSettings,
  invalidateOperatorSettings,
  maxSettingsAgeMs,
  readOperatorSettings,
  seedOperatorSettings,
} from './settings-cache.ts';
export {
  endCreditHold,
  endLicenseRules,
  endWeatherWindows,
  findWeatherWindowCustomerNo,
  insertLicenseRules,
  insertWeatherWindow,
  loadStandingRules,
  lockStandingRules,
  readCreditHolds,
  readLicenseRules,
  readStandingRuleLists,
  readWeatherWindows,
  saveCreditHold,
} from './standing-rule-store.ts';
export {
  type CreditHold,
  computeAddedLicenseRules,
  indexStandingRules,
  isPastInAllTimeZones,
  isStateClosed,
  type LicenseRule,
  type LicenseRuleChange,
  type StandingRuleLists,
  type StandingRules,
  type WeatherWindow,
  WILDCARD,
  weatherWindowRecord,
  withCreditHold,
  withLicenseRuleChange,
  withoutWeatherWindow,
  withWeatherWindow,
} from './standing-rules.ts';
export {
  countTransitTimeChanges,
  lockTransitTimes,
  readTransitTimeSummaries,
  replaceTransitTimes,
} from './transit-times.ts';
export {
  removeWarehouseAddress,
  seedSampleWarehouseAddresses,
  setWarehouseAddress,
} from './warehouse-address-edits.ts';
export {
  lockWarehouseForRemoval,
  lockWarehousesForShare,
  lockWorkedWarehousesForShare,
  removeWarehouse,
  type SavedWarehouse,
  setWarehouse,
} from './warehouse-edits.ts';
