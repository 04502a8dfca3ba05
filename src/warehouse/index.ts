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
export { hasEstimates, type Package, type PackageItem, type PackageScan } from './package.ts';
export { type PackageFilter, readPackagePage, readPackages } from './package-store.ts';
export { destinationZip, type ShipTo, shipTo } from './ship-to.ts';
export { packedOrders } from './short-packages.ts';
export { warehouseSteps } from './steps.ts';
export { verifyPackages } from './verify.ts';
