/** The public interface of documents. */
export {
  applyChangesInRounds,
  assertDifferentDocuments,
  type ChangeReference,
  type LockedChange,
  statusRefusal,
} from './changes.ts';
export { matchEarlierLines } from './earlier-lines.ts';
export { computeLineUnits, toLoggedShortages } from './line-units.ts';
export { expectedLinesVersionField, linesVersionField, linesVersionOf, staleLinesRefusal } from './lines-version.ts';
export { nothingToChangeFaults } from './nothing-to-change.ts';
export {
  type NumberedOrderName,
  type OrderCreation,
  openNumberedOrderStore,
  parseOrderNumber,
  writeQueueIdentityOfOrder,
} from './numbered-orders.ts';
export { createOpenReceiptChanges } from './open-receipts.ts';
export {
  joinOrdersWithLines,
  type OrderKey,
  openOrderNameSource,
  openReferenceInserter,
  orderKeyColumnNames,
  orderKeyColumns,
  takeCounterNumbers,
} from './order-tables.ts';
export { findRequestItemFaults } from './request-item-faults.ts';
