/** The inventory slice, as the others see it: the ledger, the demand queue, what is inbound. */
export { adjustStock, type StockAdjustment, stockAdjustments } from './adjust.ts';
export {
  approveCounts,
  type CountApproved,
  type CountClosing,
  cancelCounts,
  countApprovals,
  countCancellations,
} from './counts-close.ts';
export { type CountOpened, type CountOpening, countOpenings, openCounts } from './counts-open.ts';
export { type CountRecord, type CountRecorded, countRecords, recordCounts } from './counts-record.ts';
export { type DemandRow, type DocumentKey, readDemands, startDemands } from './demand-store.ts';
export { type DocumentName, type DocumentNames, registerDocumentNames } from './document-names.ts';
export { explainStock, type PlaceExplained, type StockQuestion } from './explain.ts';
export { balancesAt, type PastBalance } from './history.ts';
export { itemUse } from './item-use.ts';
export {
  type DemandChange,
  dropExpectations,
  expectStock,
  glanceAtStock,
  receiveStock,
  releaseDemands,
  replaceDemands,
  reserveDemands,
  reserveLate,
  shipDemands,
} from './ledger.ts';
export { closeMonth, closeMonths, detachMonth } from './months.ts';
export { nameMovements } from './movement-store.ts';
export { type Onward, type OnwardDocuments, registerOnwardDocuments } from './onward.ts';
export { operatorCodeLists } from './operator-code-lists.ts';
export {
  consumerStatuses,
  type OperatorData,
  operatorDataNow,
  readOperatorData,
  seedOperatorData,
  statusesOf,
} from './operator-data.ts';
export { type NotThere, postChanges, type StockChange, type StockChangeOutcome } from './postings.ts';
export { type ReasonCode, readReasonCodes } from './postings-reasons.ts';
export type { Posted } from './postings-request.ts';
export { type PreReservations, readPreReservations } from './pre-reservations.ts';
export { type Production, postProductions, productions } from './production.ts';
export { type ExpectationChange, replaceExpectations } from './replace-expectations.ts';
export { rollUpMovements } from './rollups.ts';
export { readShipped, type ShippedStock } from './shipped.ts';
export { changeStatuses, type StatusChange, statusChanges } from './status-change.ts';
export {
  type Arrival,
  type Demand,
  type DemandLine,
  type DemandOutcome,
  demandRank,
  type Expectation,
  type FallenDemand,
  type FilledDemand,
  type MovementType,
  type Posting,
  type Shortage,
  type ShortPick,
  type StockKey,
} from './stock.ts';
export { readStockedWarehouses } from './stocked-warehouses.ts';
export { stopDemands } from './stop-demands.ts';
export { replaceTransitTimes } from './transit-times.ts';
export { verifyInventory } from './verify.ts';
export { type DemandOwner, registerDemandOwner } from './waiting-queue.ts';
