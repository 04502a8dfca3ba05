/** Tracking, as whoever shows packages sees it. */
export { readTrackedOrders } from './track-orders.ts';
export {
  type TrackedOrder,
  type TrackingContext,
  TrackingPackageItem,
  TrackingRecord,
  trackingRecords,
} from './tracking-record.ts';
export { registerTransitSource } from './transit-sources.ts';
