/** Public interface of the tracking slice. */
export { readTrackedOrders } from './track-orders.ts';
export {
  type TrackedOrder,
  type TrackingContext,
  TrackingPackageItem,
  TrackingRecord,
  trackingRecords,
} from './tracking-record.ts';
export { transitSource } from './transit-sources.ts';
