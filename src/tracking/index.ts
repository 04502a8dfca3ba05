/** Tracking, as whoever shows packages sees it. */
export { readTrackedOrders } from './track-orders.ts';
export {
  PackageItem,
  type TrackedOrder,
  TrackingRecord,
  type TrackingView,
  trackingRecords,
} from './tracking-record.ts';
export { registerTransitSource } from './transit-sources.ts';
