/** Edits of inventory statuses, for the command line and the operator interface. */
import { allCustomersLimit, listCustomers } from '../auth/index.ts';
import { deleteReplenishmentRulesInStatus, lockReplenishmentRulesInStatus } from '../bins/index.ts';
import {
  deleteEmptyBalances,
  hasAnyCustomerStockAt,
  listOpenCycleCountsInStatus,
  lockBalancesInStatus,
} from '../inventory/index.ts';
import { deleteBinContentsInStatus, lockBinContentsInStatus } from '../locations/index.ts';
import {
  type OnSettingEdit,
  removeInventoryStatus,
  type SavedInventoryStatus,
  setInventoryStatus,
} from '../operator-settings/index.ts';
import { readCustomerClock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { lockTablesAgainstWriters } from '../platform/db/table-locks.ts';
import { type Outcome, type Refusal, refuseState } from '../platform/errors.ts';
import { listPurchaseOrdersBeingReceived } from '../purchase-orders/index.ts';
import { listReturnsBeingInspectedInStatus } from '../return-station/index.ts';
import { scheduleConsumerStatusBackorderUpdate, updateBackordersForConsumerStatuses } from '../sales-orders/index.ts';
import { listPendingTransfersTo } from '../transfer-orders/index.ts';

type Saved = Outcome<{ readonly code: string }>;

/**
 * Saves a status as `setInventoryStatus` does. After a change of a customer's own status, the customer's backorders draw the statuses that
 * are marked for consumer orders: at once, and again when every process knows the change, which is scheduled in its transaction.
 */
export async function saveInventoryStatusAndAllocate(
  db: Db,
  customerNo: string | undefined,
  status: SavedInventoryStatus,
  onEdit: OnSettingEdit<SavedInventoryStatus>,
): Promise<Saved> {
  if (customerNo === undefined) return await setInventoryStatus(db, customerNo, status, onEdit);
  const now = await readCustomerClock(db, customerNo);
  const saved = await setInventoryStatus(db, customerNo, status, async (tx, before, after) => {
    await onEdit(tx, before, after);
    scheduleConsumerStatusBackorderUpdate(tx, customerNo, now);
  });
  if ('ok' in saved) await updateBackordersForConsumerStatuses(db, customerNo);
  return saved;
}

/**
 * Deletes a customer's own status or, without `customerNo`, a generic one, with what bins record in it and their rules. Refuses one in which
 * there are stock, backorders or expected units, in which a transfer order that has not left is to arrive, or people are receiving an
 * order, whose surplus is not expected, in which an open count has a line, or bottles of a return are counted whose inspection has not
 * ended, with `StateForbids`, and otherwise as `removeInventoryStatus` does. Changes that are being committed are waited for, except scans
 * of returned bottles: after one, the status has to be added again. A process that has cached the status cannot use it: its empty balances
 * are deleted, new ones need a status that exists, and transfer orders, counts and what people record of bins lock it
 * (`lockInventoryStatusesForShare`).
 */
export async function removeUnusedInventoryStatus(
  db: Db,
  customerNo: string | undefined,
  status: string,
  onEdit: OnSettingEdit<SavedInventoryStatus>,
): Promise<Saved> {
  const usersOf = async (tx: Tx): Promise<readonly string[]> =>
    customerNo === undefined
      ? (await listCustomers(tx, { limit: allCustomersLimit })).map((each) => each.customerNo)
      : [customerNo];
  const findUse = async (tx: Tx): Promise<Refusal | undefined> => {
    const users = await usersOf(tx);
    if (await hasAnyCustomerStockAt(tx, users, { status })) {
      const reason = `Status ${status} has stock, backorders or expected units: move or cancel them first.`;
      return refuseState('IN USE', reason).refused;
    }
    const [transfer] = await listPendingTransfersTo(tx, users, { status }, 1);
    if (transfer !== undefined) {
      const reason = `Transfer order ${transfer.customerReferenceNo} of winery ${transfer.customerNo} is to arrive in status ${status}: cancel it, give it another status to arrive in, or receive it first.`;
      return refuseState('IN USE', reason).refused;
    }
    const [purchase] = await listPurchaseOrdersBeingReceived(tx, users, { status }, 1);
    if (purchase !== undefined) {
      const reason = `Purchase order ${purchase.customerReferenceNo} of winery ${purchase.customerNo} is being received in status ${status}: finish or discard its open counts first.`;
      return refuseState('IN USE', reason).refused;
    }
    const [count] = await listOpenCycleCountsInStatus(tx, users, status, 1);
    if (count !== undefined) {
      const reason = `Status ${status} is in an open count of winery ${count.customerNo} at warehouse ${count.warehouse}: approve or cancel the count first.`;
      return refuseState('IN USE', reason).refused;
    }
    const [counted] = await listReturnsBeingInspectedInStatus(tx, users, status, 1);
    if (counted === undefined) return undefined;
    const reason = `Bottles of return ${counted.rmaNumber} of winery ${counted.customerNo} are counted in status ${status}: end its inspection, or take these scans back, first.`;
    return refuseState('IN USE', reason).refused;
  };
  // A status in use is rejected without a lock.
  const useOf = async (tx: Tx): Promise<Refusal | undefined> => {
    const refused = await findUse(tx);
    if (refused !== undefined) return refused;
    const tables = ['bin_contents', 'bin_rules', 'balances', 'transfer_orders', 'count_lines'] as const;
    await lockTablesAgainstWriters(tx, tables, async () => {
      const customerNos = await usersOf(tx);
      await lockBinContentsInStatus(tx, customerNos, status);
      await lockReplenishmentRulesInStatus(tx, customerNos, status);
      await lockBalancesInStatus(tx, customerNos, status);
    });
    // The transaction of a refusal is committed too: delete nothing before.
    const used = await findUse(tx);
    if (used !== undefined) return used;
    const users = await usersOf(tx);
    await deleteEmptyBalances(tx, users, { status });
    // No count of what bins record in a status that does not exist can be opened.
    await deleteReplenishmentRulesInStatus(tx, users, status);
    await deleteBinContentsInStatus(tx, users, status);
    return undefined;
  };
  return await removeInventoryStatus(db, customerNo, status, useOf, onEdit);
}
