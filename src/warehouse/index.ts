/** Public interface of the warehouse slice. */

export { buildCarrierRefusalHold, type CarrierMode, carrierRefusalHoldCause, noCarrierHold } from './carrier-holds.ts';
export { recordCarrierScans } from './carrier-scans.ts';
export { completeWillCallPickup, type WillCallPickup } from './complete-pickup.ts';
export { computeDeclaredValue } from './declared-value.ts';
export { type FloorHooks, floorHooksPort } from './floor-hooks.ts';
export {
  type OrderWithPackages,
  packOrdersWithoutCarrierLabels,
  shipPackages,
  startOrderProcessing,
} from './fulfillment.ts';
export { buildPackageEvent, logOrderEvents } from './order-log.ts';
export {
  hasLeft,
  isLivePackage,
  isNeverScanned,
  lastPackageNoOf,
  neverScannedDays,
  type Package,
  type PackageCarrierScan,
  type PackageItem,
} from './package.ts';
export { rollUpPackages } from './package-blocks.ts';
export { verifyPackageBlocks } from './package-blocks-verify.ts';
export { type PackageFilter, readPackagePage } from './package-pages.ts';
export { insertPackages, lockPackagesOfOrders, readPackages, updateRepackedPackages } from './package-store.ts';
export { chooseShipperBox, countIcePacks, packLinesIntoBoxes } from './packing.ts';
export {
  addSandboxLabels,
  type BoxContents,
  packagesOfBoxes,
  planPackages,
  planSandboxPackages,
  selectLinesToPack,
  shipperChoicesOfOrder,
} from './plan-packages.ts';
export { buildRateRequest, deliverByFieldName } from './rate-request.ts';
export { dateAtWarehouse, planShipDate, warehouseByCode } from './ship-date.ts';
export { type ShipToAddress, shipToAddressOf } from './ship-to.ts';
export { chooseSimulatedCarrier, decideSimulatedCarrierRefusal } from './simulated-carrier.ts';
export { decideProcessingStart } from './start-decision.ts';
export {
  isCanceledStayedPackageSql,
  isMissingBottlesSql,
  isStayedPackageSql,
  listStayedPackagesAtWarehouse,
  markPackageMissingBottles,
  readPackageIdsMissingBottles,
} from './stayed-packages.ts';
export { verifyPackages } from './verify.ts';
