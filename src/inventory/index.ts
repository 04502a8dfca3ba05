/** The inventory slice, as other slices use it: the ledger, the backorder queue, inbound stock. */
export { adjustStock, type StockAdjustment, stockAdjustments } from './adjustments.ts';
export { type DemandOwner, demandOwners, lockBackorderQueues } from './backorder-queue.ts';
export { readStatusRows } from './balance-reads.ts';
export { lockBalances } from './balance-store.ts';
export { isBlindCounter, readBlindItems } from './blind-items.ts';
export { changeBackorderStatuses, listBackorderedOrders, type QueuePosition } from './change-backorder-statuses.ts';
export { listOpenCounts, listOpenCountsAt, lockCounts, type OpenCount } from './count-store.ts';
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
export { type DemandRow, readDemands, startDemands, stopDemands, unpackDemands } from './demand-store.ts';
export { type DocumentName, type DocumentNameSource, documentNameSources } from './document-names.ts';
export { type BalanceExplanation, explainStock, type StockExplanationRequest } from './explain.ts';
export { explanationRecord } from './explanation-record.ts';
export { balancesAt, type PastBalance } from './history.ts';
export { readInventoryUse } from './item-use.ts';
export {
  addExpectations,
  type DemandChange,
  readBalancesUnlocked,
  receiveStock,
  releaseDemands,
  removeExpectations,
  replaceDemands,
  reserveDemands,
  reserveOptimistically,
  shipDemands,
} from './ledger.ts';
export { listBalances } from './list-balances.ts';
export { attachMonth, closeMonth, closeMonths, detachMonth } from './months.ts';
export { insertMovementNames } from './movement-store.ts';
export { type MovedStock, readMovementWindow } from './movement-window.ts';
export { importOpeningStock, type OpeningStockRow, parseOpeningStockFile } from './opening-stock.ts';
export { adjustInventory } from './operations/adjust-inventory.ts';
export { approveCount } from './operations/approve-count.ts';
export { cancelCount } from './operations/cancel-count.ts';
export { openCount } from './operations/open-count.ts';
export { recordCount } from './operations/record-count.ts';
export {
  type PendingTransfer,
  type PendingTransferSource,
  pendingTransferSource,
} from './pending-transfers.ts';
export type { PostingResult } from './posting-requests.ts';
export { type PreReservations, preReservationsIn, readPreReservations } from './pre-reservations.ts';
export { type Production, postProductions, productions } from './production.ts';
export {
  deleteEmptyBalances,
  isMissingReason,
  isRequiredReason,
  isStocked,
  type ReasonCode,
  readReasonCodes,
  removeReasonCode,
  setReasonCode,
} from './reason-codes.ts';
export { type ExpectationChange, replaceExpectations } from './replace-expectations.ts';
export { rollUpMovements } from './rollups.ts';
export { sellableUnits } from './sellable.ts';
export { readShipped, type ShippedStock } from './shipped-stock.ts';
export { changeStatuses, type StatusChange, statusChanges } from './status-changes.ts';
export { inventoryStatusExample, inventoryStatusRecord, WarehouseInventoryStatus } from './status-record.ts';
export {
  type Demand,
  type DemandLine,
  type DemandOutcome,
  type DocumentKey,
  demandRank,
  type Expectation,
  type FilledDemand,
  type LostReservation,
  type MovementType,
  type Posting,
  type Shortage,
  type ShortPick,
  type StockKey,
  type StockReceipt,
} from './stock.ts';
export { type InsufficientStock, postStockChanges, type StockChange, type StockChangeResult } from './stock-changes.ts';
export { readStockDays, type StockDay } from './stock-days.ts';
export { EffectsReply, effectsExample, effectsReply } from './stock-effect-fields.ts';
export { changeWithEffects } from './stock-effects.ts';
export { readStockUse, type StockUse } from './stock-use.ts';
export { readMainWarehouses, readStockedWarehouses } from './stocked-warehouses.ts';
export { verifyInventory } from './verify.ts';
export { attachedMovementsSql } from './verify-kept.ts';
export { type MissingUnits, missingReasonFaults, writeOffInWork } from './write-off.ts';
