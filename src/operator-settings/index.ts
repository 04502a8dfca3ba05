/** The operator's settings, as other slices use them. */
export { setCarrierAccount } from './carrier-account-edits.ts';
export {
  type CarrierAccount,
  type CarrierAccountKeys,
  carrierAccountKeys,
  type OfferedCarrier,
  type StoredCarrierAccount,
} from './carrier-accounts.ts';
export { type CarrierRule, defaultCarrierRules } from './carrier-rules.ts';
export {
  carrierRulesWith,
  carrierRulesWithout,
  removeCarrierRule,
  removeWarehouseAddress,
  seedWarehouseAddresses,
  setCarrierRule,
  setWarehouseAddress,
} from './carrier-settings.ts';
export { readCarrierRules, readOwnCarrierRules } from './carrier-settings-store.ts';
export { operatorCodeLists } from './code-lists.ts';
export { defaultCutoffs } from './defaults.ts';
export type { OnEdit } from './on-edit.ts';
export { noSuchWarehouse, readOperatorsWarehouse } from './operators-warehouse.ts';
export { packingWith, removePackingRule, setPackingRule, setShipper } from './packing-edits.ts';
export {
  type BoxSize,
  type PackingRule,
  type PackingSettings,
  packingFault,
  type Shipper,
  type ShipperChoice,
  type ShipperChoices,
  type ShipperFormat,
  shipperChoices,
  shipperFormats,
} from './packing-rules.ts';
export {
  isRequiredStatus,
  lockStatusesForShare,
  lockWarehouse,
  lockWarehousesForShare,
  lockWorkedWarehousesForShare,
  removeCutoff,
  removeHoliday,
  removeInventoryStatus,
  removeWarehouse,
  type SavedStatus,
  type SavedWarehouse,
  setCutoff,
  setHoliday,
  setInventoryStatus,
  setWarehouse,
} from './reference-data.ts';
export {
  consumerStatuses,
  inventoryStatusesFor,
  isWorked,
  type OperatorSettings,
  unknownStatusFault,
  type WarehouseAddress,
} from './settings.ts';
export {
  cachedOperatorSettings,
  invalidateOperatorSettings,
  maxSettingsAgeMs,
  readOperatorSettings,
  seedOperatorSettings,
} from './settings-cache.ts';
export {
  endCreditRule,
  endLicenseRules,
  endWeatherWindows,
  findWeatherWindowCustomer,
  insertCreditRule,
  insertLicenseRules,
  insertWeatherWindow,
  loadStandingRules,
  lockStandingRules,
  readCreditRules,
  readLicenseRules,
  readRuleLists,
  readWeatherWindows,
} from './standing-rule-store.ts';
export {
  addedLicenseRules,
  type CreditRule,
  describeWeatherWindow,
  indexStandingRules,
  isPastInAllTimeZones,
  isStateClosed,
  type LicenseChange,
  type LicenseRule,
  type RuleLists,
  type StandingRules,
  type WeatherWindow,
  WILDCARD,
  withCreditHold,
  withLicenseChange,
  withoutWeatherWindow,
  withWeatherWindow,
} from './standing-rules.ts';
export { compareTransitTimes, replaceTransitTimes, sumTransitTimes } from './transit-times.ts';
