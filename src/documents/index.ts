/** What sales, purchase and transfer orders share, as those slices see it. */
export {
  applyInRounds,
  type ChangeReference,
  type LockedChange,
  requireDifferentDocuments,
  stateForbids,
} from './changes.ts';
export { earlierLines } from './earlier-lines.ts';
export { lineUnits, loggedShortages } from './line-units.ts';
export {
  expectedLinesVersionField,
  linesVersionField,
  linesVersionOf,
  refuseOtherLines,
} from './lines-version.ts';
export { nothingToChange } from './nothing-to-change.ts';
export {
  type AcceptedCreation,
  type NumberedOrderName,
  nameByNumber,
  nameIdentity,
  type OrderCreation,
  openNumberedOrders,
} from './numbered-orders.ts';
export {
  type OrderKey,
  openReferences,
  orderKeyColumns,
  orderKeyNames,
  orderNameSource,
  takeNumbers,
} from './order-tables.ts';
export { requestItemFaults } from './request-item-faults.ts';
