/** The order index, as other slices use it. */

export {
  type BulkOrderKey,
  type BulkOutcome,
  changeOrdersInBulk,
  type FailedOrderChange,
  maxBulkOrders,
} from './bulk-changes.ts';
export {
  bulkOrderKeysExample,
  bulkOrderKeysField,
  bulkOutcomesExample,
  bulkOutcomesField,
  isRetryableOutcome,
  toBulkOutcomeRecords,
} from './bulk-fields.ts';
export {
  findOrderKeysByCanceledTracking,
  findOrderKeysByOrderNos,
  findOrderKeysByReference,
  findOrderKeysByReferenceOrTracking,
} from './exact-names.ts';
export { findInboundOrderKeysByNumbers } from './inbound-search.ts';
export { listOrders, type OrderListPosition } from './list-orders.ts';
export {
  catchUpOrderIndex,
  orderIndexLogReaderName,
  readOrderIndexLagSeconds,
  rebuildOrderIndex,
  startOrderIndexLogReader,
  tryCatchUpOrderIndex,
} from './maintain.ts';
export { registerOrderIndexMetrics } from './metrics.ts';
export { ensureRecipientNameTrigramIndex } from './name-index.ts';
export {
  holdPlacedAuditEntry,
  holdReleasedAuditEntry,
  orderCanceledAuditEntry,
  orderHandedOverAuditEntry,
} from './order-audit.ts';
export { orderDetailsRecord } from './order-details-fields.ts';
export { emptyOrderFilter } from './order-filter.ts';
export { findItemNosInAnyCase, findReturnsByRma } from './search.ts';
export { verifyOrderIndex } from './verify.ts';
