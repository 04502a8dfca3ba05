/** The public interface of documents. */
export {
  applyChangesInRounds,
  type ChangeReference,
  type LockedChange,
  refuseForStatus,
  requireDifferentDocuments,
} from './changes.ts';
export { matchEarlierLines } from './earlier-lines.ts';
export { computeLineUnits, toLoggedShortages } from './line-units.ts';
export { expectedLinesVersionField, linesVersionField, linesVersionOf, refuseStaleLines } from './lines-version.ts';
export { nothingToChangeFaults } from './nothing-to-change.ts';
export {
  type NumberedOrderName,
  type OrderCreation,
  openNumberedOrderStore,
  parseOrderNumber,
  writeQueueIdentityOfOrder,
} from './numbered-orders.ts';
export { openReceiptChanges } from './open-receipts.ts';
export {
  addLines,
  type OrderKey,
  openReferenceInserter,
  orderKeyColumnNames,
  orderKeyColumns,
  orderNameSource,
  takeCounterNumbers,
} from './order-tables.ts';
export { findRequestItemFaults } from './request-item-faults.ts';
