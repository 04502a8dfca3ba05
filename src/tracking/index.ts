/** Public interface of the tracking slice. */
export { readTrackedOrders } from './track-orders.ts';
export {
  type TrackedOrder,
  type TrackingContext,
  TrackingPackageItem,
  TrackingRecord,
  trackingRecords,
} from './tracking-record.ts';
export { registerTransitSource } from './transit-sources.ts';
