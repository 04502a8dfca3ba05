/** Public interface of the warehouse slice. */
export { recordScans } from './carrier-scans.ts';
export { completePickup, type Pickup, type PickupCompleted } from './complete-pickup.ts';
export { declaredValue } from './declared-value.ts';
export {
  type BoxContents,
  type CarrierMode,
  carrierCause,
  carrierRefusalHold,
  decideStart,
  isWorked,
  linesToPack,
  noCarrierHold,
  packagesOf,
  planPackages,
  planShipDate,
  sandboxPackages,
  shippersOf,
  warehouseOf,
  withSandboxLabels,
} from './floor.ts';
export { type FloorHooks, type FloorOrder, floorHooks } from './floor-hooks.ts';
export {
  type FulfillmentBatch,
  type OrderWithPackages,
  packOrders,
  shipPackages,
  startProcessing,
} from './fulfillment.ts';
export { logOrderEvents } from './order-log.ts';
export { isLive, lastPackageNo, type Package, type PackageItem, type PackageScan } from './package.ts';
export { rollUpPackages } from './package-blocks.ts';
export { verifyPackageBlocks } from './package-blocks-verify.ts';
export { type PackageFilter, readPackagePage } from './package-pages.ts';
export { insertPackages, lockPackagesOfOrders, readPackages, saveRepacked } from './package-store.ts';
export { icePacksOf, type PackedPackage, packOrder, shipperOfBox } from './packing.ts';
export { deliverByField, rateRequest } from './rate-request.ts';
export { type ShipTo, shipTo } from './ship-to.ts';
export { simulatedRefusal, simulatedRoute } from './simulated-route.ts';
export { verifyPackages } from './verify.ts';
