/** Public interface of the tracking slice. */
export { ListedPackage, listedPackageExample, toListedPackage } from './listed-package.ts';
export { loadTrackedOrders } from './track-orders.ts';
export {
  type TrackedOrder,
  type TrackingContext,
  TrackingRecord,
  toTrackingRecords,
  trackingExample,
} from './tracking-record.ts';
export { transitSource } from './transit-sources.ts';
