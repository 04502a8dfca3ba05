/** The warehouse, as the other slices see it. */
export { recordScans } from './carrier-scans.ts';
export {
  type Carriers,
  estimatedDelivery,
  holidays,
  packagesOf,
  packedLines,
  plannedShipDate,
  warehouseOf,
} from './floor.ts';
export { beginProcessing, type FloorWork, packOrders, shipPackages, type WorkedOrder } from './floor-work.ts';
export { claimLabels } from './label-claim.ts';
export { type EventOutcome, openPushedEvents } from './label-events.ts';
export { carrierHook, carrierHookPath } from './label-hook.ts';
export { labelRelay } from './label-relay.ts';
export { type LabelPlace, workOffLabels } from './label-work.ts';
export { hasEstimates, type Package, type PackageItem, type PackageScan } from './package.ts';
export { type PackageFilter, readPackagePage, readPackages } from './package-store.ts';
export { destinationZip, type ShipTo, shipTo } from './ship-to.ts';
export { packedOrders } from './short-packages.ts';
export { productionSteps, warehouseSteps } from './steps.ts';
export { verifyPackages } from './verify.ts';
