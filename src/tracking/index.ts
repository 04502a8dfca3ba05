/** Public interface of the tracking slice. */
export { ListedPackage, listedPackage, listedPackageExample } from './listed-package.ts';
export { readTrackedOrders, trackOrders } from './track-orders.ts';
export {
  type TrackedOrder,
  type TrackingContext,
  TrackingRecord,
  trackingExample,
  trackingRecords,
} from './tracking-record.ts';
export { transitSource } from './transit-sources.ts';
