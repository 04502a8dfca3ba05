/** The warehouse, as the other slices see it. */
export {
  type CarrierAccount,
  carrierAccountOf,
  carriersOf,
  labelPlaceOf,
  registerCarrierAccount,
} from './carrier-account.ts';
export { releaseForCarrier } from './carrier-came.ts';
export { askAddress, askTransit, noCarrierAnswer, type TransitAsked } from './carrier-questions.ts';
export { recordScans } from './carrier-scans.ts';
export {
  removeCarrierRule,
  removeWarehouseAddress,
  setCarrierRule,
  setWarehouseAddress,
} from './carrier-settings.ts';
export { readOwnCarrierRules, readWarehouseAddresses } from './carrier-settings-store.ts';
export {
  type Carriers,
  estimatedDelivery,
  holidays,
  packagesOf,
  packedLines,
  plannedPackages,
  plannedShipDate,
  warehouseOf,
} from './floor.ts';
export { beginProcessing, type FloorWork, packOrders, shipPackages, type WorkedOrder } from './floor-work.ts';
export { type HandedOver, type HandOver, handOver } from './hand-over.ts';
export { claimLabels, withdrawLabels } from './label-claim.ts';
export { type EventOutcome, openPushedEvents } from './label-events.ts';
export { carrierHook, carrierHookPath } from './label-hook.ts';
export { type ListedLabel, listLabels, readAwaited, readIntentsOfOrders } from './label-intent-store.ts';
export { packBoughtLabels } from './label-packing.ts';
export {
  carrierCause,
  isForAdults,
  isInForce,
  type LabelIntent,
  labelsHold,
  plannedPackage,
  type WarehouseAddress,
} from './label-plan.ts';
export { labelRelay } from './label-relay.ts';
export { verifyBoughtLabels } from './label-verify.ts';
export { type LabelPlace, workOffLabels, workOffLabelsOfOrder } from './label-work.ts';
export { hasEstimates, isLive, lastPackageNo, type Package, type PackageItem, type PackageScan } from './package.ts';
export { rollUpPackages } from './package-blocks.ts';
export { verifyPackageBlocks } from './package-blocks-verify.ts';
export { type PackageFilter, readPackagePage } from './package-pages.ts';
export { readPackages } from './package-store.ts';
export { icePacksOf } from './packing.ts';
export { destinationZip, type ShipTo, shipTo } from './ship-to.ts';
export { packedOrders } from './short-packages.ts';
export { productionSteps, warehouseSteps } from './steps.ts';
export { takeBackOrder } from './take-back.ts';
export { verifyPackages } from './verify.ts';
