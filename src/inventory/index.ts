/** The inventory slice, as other slices use it: the ledger, the backorder queue, inbound stock. */
export { adjustStock, type StockAdjustment, stockAdjustmentWriter } from './adjustments.ts';
export { type DemandOwner, demandOwnersPort, lockBackorderQueues } from './backorder-queue.ts';
export { readItemBalances } from './balance-reads.ts';
export { type BalanceSession, lockBalances, lockBalancesAtWarehouse, lockBalancesInStatus } from './balance-store.ts';
export { isBlindCounter, loadBlindItemCheck } from './blind-items.ts';
export {
  type BackorderPosition,
  changeBackorderStockStatuses,
  listBackorderedOrders,
} from './change-backorder-stock-statuses.ts';
export {
  listOpenCycleCounts,
  listOpenCycleCountsAt,
  listOpenCycleCountsInStatus,
  lockCycleCounts,
} from './count-store.ts';
export { approveCycleCounts, cancelCycleCounts } from './counts-close.ts';
export { openCycleCounts } from './counts-open.ts';
export { recordCycleCounts } from './counts-record.ts';
export {
  type DemandRow,
  markDemandsInWork,
  markDemandsReserved,
  markDemandsUnpacked,
  readDemands,
} from './demand-store.ts';
export { type DocumentName, type DocumentNameSource, documentNameSourcesPort } from './document-names.ts';
export { type BalanceExplanation, explainItemBalances } from './explain.ts';
export { toBalanceExplanationRecord } from './explanation-record.ts';
export { readStockAndDocumentsOfItems } from './item-use.ts';
export {
  readBalancesUnlocked,
  receiveStock,
  removeDemands,
  removeExpectedReceipts,
  replaceDemands,
  reserveDemands,
  reserveDemandsOptimistically,
  shipDemands,
} from './ledger.ts';
export { listBalances } from './list-balances.ts';
export {
  attachMovementMonth,
  closeEndedMovementMonths,
  closeMovementMonth,
  detachMovementMonth,
} from './movement-months.ts';
export { insertMovementShipToNames } from './movement-store.ts';
export { readMovementWindow } from './movement-window.ts';
export { importOpeningStock, parseOpeningStockFile } from './opening-stock.ts';
export { adjustInventoryOperation } from './operations/adjust-inventory.ts';
export { approveCountOperation } from './operations/approve-count.ts';
export { cancelCountOperation } from './operations/cancel-count.ts';
export { openCountOperation } from './operations/open-count.ts';
export { recordCountOperation } from './operations/record-count.ts';
export { type PastBalance, readBalancesAtDayEnd } from './past-balances.ts';
export { type PendingTransferSource, pendingTransferSourcePort } from './pending-transfers.ts';
export { type PreReservationLookup, readPreReservations, readPreReservationsOnSnapshot } from './pre-reservations.ts';
export { stockProductionWriter } from './production.ts';
export {
  isMissingStockReason,
  isServerPostedReasonCode,
  type ReasonCode,
  readReasonCodes,
  removeReasonCode,
  setReasonCode,
} from './reason-codes.ts';
export { addExpectedReceipts, replaceExpectedReceipts } from './replace-expected-receipts.ts';
export { rollUpMovements } from './rollups.ts';
export { computeSellableUnits } from './sellable.ts';
export { readShippedStock, type ShippedStock } from './shipped-stock.ts';
export { stockStatusChangeWriter } from './status-changes.ts';
export { InventoryStatusRecord, inventoryStatusExample, inventoryStatusRecord } from './status-record.ts';
export {
  type Demand,
  type DemandLine,
  type DemandOutcome,
  type DocumentKey,
  demandRanks,
  type ExpectedReceipt,
  type FilledDemand,
  itemFieldsOfPosting,
  type LinesElsewhere,
  type LostReservation,
  type Posting,
  type Shortage,
  type ShortPick,
  type StockKey,
  type StockReceipt,
} from './stock.ts';
export { deleteEmptyBalances, hasAnyCustomerStockAt, listCustomersWithStockAt } from './stock-at-place.ts';
export { type DailyStockOnHand, readDailyStockOnHand } from './stock-days.ts';
export { StockEffectsReply, stockEffectsExample, toStockEffectsReply } from './stock-effect-fields.ts';
export { changeStockAndReportEffects } from './stock-effects.ts';
export { readMainWarehouseByCustomer, readWarehousesWithSellableStock } from './stocked-warehouses.ts';
export { verifyInventory } from './verify.ts';
export { firstAttachedSeqSql } from './verify-attached-movements.ts';
export {
  checkMissingStockReason,
  type MissingUnits,
  writeOffMissingUnits,
  writeOffShippedUnits,
} from './write-off.ts';
