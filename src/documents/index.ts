/** The public interface of documents. */
export { assignReceivedUnits, type OrderLineUnits, type ReceivedItem } from './assign-received-units.ts';
export {
  applyChangesInRounds,
  assertDifferentDocuments,
  type ChangeReference,
  type LockedChange,
  type OrderChangeResult,
  statusRefusal,
} from './changes.ts';
export { matchEarlierLines } from './earlier-lines.ts';
export { computeLineUnits } from './line-units.ts';
export { expectedLinesVersionField, linesVersionField, linesVersionOf, staleLinesRefusal } from './lines-version.ts';
export { toLoggedShortages } from './logged-shortages.ts';
export {
  createNumberedOrderStore,
  type NumberedOrderName,
  type OrderCreation,
  parseOrderNumber,
} from './numbered-orders.ts';
export {
  checkNoOpenReceipts,
  countOpenReceiptsAfter,
  createOpenReceiptUpdaters,
  type ReceiptOrigin,
} from './open-receipts.ts';
export { buildOrderPosting } from './order-postings.ts';
export { loadOrderSkuLookup, type OrderSkuLookup } from './order-skus.ts';
export {
  createOrderNameSource,
  createReferenceInserter,
  documentKeyOfOrder,
  joinOrdersWithLines,
  type OrderKey,
  orderKeyColumnNames,
  orderKeyColumns,
  orderKeyOfDocument,
  takeCounterNumbers,
} from './order-tables.ts';
export { postedLineRecord, postedLinesField, receivedItemOf, receivedLinesField } from './receive-order-fields.ts';
export { findRequestItemFaults } from './request-item-faults.ts';
export type { TwoLineAddress } from './two-line-address.ts';
export { checkUpdateNotEmpty } from './update-not-empty.ts';
