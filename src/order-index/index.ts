/** The order index, as other slices use it. */

export { type BulkOutcome, changeOrders, maxBulkOrders, type NamedOrder } from './bulk-changes.ts';
export { findByExactName, findByOrderNo, findByReference } from './exact-names.ts';
export { isRetryable, namedOrdersExample, namedOrdersField, retryField } from './hold-fields.ts';
export { listOrders, type OrderPosition } from './list-orders.ts';
export {
  catchUpOrderIndex,
  orderIndexLag,
  orderIndexReader,
  rebuildOrderIndex,
  showChanges,
  startOrderIndex,
} from './maintain.ts';
export { registerOrderIndexMetrics } from './metrics.ts';
export { nameIndexWarning } from './name-index.ts';
export { holdPlacedEntry, holdReleasedEntry, orderCanceledEntry } from './order-audit.ts';
export { unfilteredOrders } from './order-filter.ts';
export { verifyOrderIndex } from './verify.ts';
