/** Public interface of the tracking slice. */
export { ListedPackageRecord, listedPackageExample, toListedPackageRecord } from './listed-package.ts';
export { transitSourcePort } from './quote-transit.ts';
export { loadTrackedOrders } from './track-orders.ts';
export {
  type TrackedOrder,
  type TrackingContext,
  TrackingRecord,
  toTrackingRecords,
  trackingExample,
} from './tracking-record.ts';
