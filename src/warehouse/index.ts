/** Public interface of the warehouse slice. */

export { type CarrierMode, carrierCause, carrierRefusalHold, noCarrierHold } from './carrier-holds.ts';
export { recordScans } from './carrier-scans.ts';
export { completePickup, type Pickup, type PickupCompleted } from './complete-pickup.ts';
export { declaredValue } from './declared-value.ts';
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
export {
  type BoxContents,
  linesToPack,
  packagesOf,
  planPackages,
  sandboxPackages,
  shippersOf,
  withSandboxLabels,
} from './plan-packages.ts';
export { deliverByField, rateRequest } from './rate-request.ts';
export { planShipDate, warehouseDay, warehouseOf } from './ship-date.ts';
export { type ShipTo, shipTo } from './ship-to.ts';
export { simulatedRefusal, simulatedRoute } from './simulated-route.ts';
export { decideStart } from './start-decision.ts';
export { verifyPackages } from './verify.ts';
