/** Edits of warehouses, for the command line and the operator interface. */
import { findPlaceOfZip } from '../addresses/index.ts';
import { allCustomersLimit, listCustomers } from '../auth/index.ts';
import { deleteBinSettingsOfWarehouse, lockReplenishmentRulesOfWarehouse } from '../bins/index.ts';
import { deleteReleaseSchedulesOfWarehouse, listOpenFloorWorkAt } from '../floor/index.ts';
import {
  deleteEmptyBalances,
  hasAnyCustomerStockAt,
  listOpenCycleCountsAt,
  lockBalancesAtWarehouse,
} from '../inventory/index.ts';
import { deleteLocationsOfWarehouse, lockLocationsOfWarehouse } from '../locations/index.ts';
import {
  lockWarehouseForRemoval,
  type OnSettingEdit,
  removeWarehouse,
  type SavedWarehouse,
  setWarehouse,
} from '../operator-settings/index.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { lockTablesAgainstWriters } from '../platform/db/table-locks.ts';
import { type Outcome, type Refusal, refuse, refuseState } from '../platform/errors.ts';
import { listPurchaseOrdersBeingReceived } from '../purchase-orders/index.ts';
import { listUnannouncedReceiptsAtWarehouse } from '../receiving/index.ts';
import { listParkedStrayPackages } from '../return-station/index.ts';
import { listOpenReturnsAtWarehouse } from '../returns/index.ts';
import { listUnshippedJitOrdersAtWarehouse, scheduleOrdersOfAutomaticWarehouse } from '../sales-orders/index.ts';
import { listPendingTransfersTo } from '../transfer-orders/index.ts';
import { listStayedPackagesAtWarehouse } from '../warehouse/index.ts';

/** Undefined properties are not changed, unless a ZIP code gives them; the others of a new warehouse are the defaults. */
interface WarehouseChange {
  readonly code: string;
  /** Five digits; gives city, state and time zone. A new warehouse needs it. */
  readonly zip: string | undefined;
  readonly city: string | undefined;
  readonly workingDays: readonly number[] | undefined;
  readonly acceptsReturns: boolean | undefined;
  readonly isWorked: boolean | undefined;
}

/**
 * Adds a warehouse, or changes the given properties of one. A change from worked to automatic also schedules the orders that wait there for
 * their release. Refuses an invalid value with `ValidationFailed`.
 */
export async function addOrChangeWarehouse(
  db: Db,
  { code, ...change }: WarehouseChange,
  onEdit: OnSettingEdit<SavedWarehouse>,
): Promise<Outcome<SavedWarehouse>> {
  const place = change.zip === undefined ? undefined : findPlaceOfZip(change.zip);
  if (change.zip !== undefined && place?.timeZone === undefined) {
    return refuse('ValidationFailed', `${JSON.stringify(change.zip)} is not a US ZIP code of five digits.`);
  }
  const decide = (before: SavedWarehouse | undefined): Outcome<SavedWarehouse> => {
    const zip = change.zip ?? before?.zip;
    if (zip === undefined)
      return refuse('ValidationFailed', `There is no warehouse ${code}. A new one needs a ZIP code.`);
    return {
      ok: {
        code,
        zip,
        city: change.city ?? place?.city ?? before?.city ?? '',
        state: place?.state ?? before?.state ?? '',
        timeZone: place?.timeZone ?? before?.timeZone ?? '',
        workingDays: change.workingDays?.toSorted() ?? before?.workingDays ?? [1, 2, 3, 4, 5],
        acceptsReturns: change.acceptsReturns ?? before?.acceptsReturns ?? true,
        isWorked: change.isWorked ?? before?.isWorked ?? false,
      },
    };
  };
  // Orders that waited for their release are due at once.
  return await setWarehouse(db, code, decide, onEdit, (tx) => scheduleOrdersOfAutomaticWarehouse(tx, code));
}

/**
 * Deletes a warehouse with its cutoffs, packing rules, address, release schedules, locations and settings of bins. Refuses one that is a
 * customer's default, or has stock, backorders or expected units, a transfer order that has not left for it, an order that people are
 * receiving, an open count, a return that is not closed, an order on its floor, a delivery without an order, a parked package, an open JIT
 * order or a box that stayed behind, with `StateForbids`, and otherwise as `removeWarehouse` does. Changes that are being committed are waited for. A process that
 * has cached the warehouse cannot use it: its empty balances are deleted, new balances, counts and returns reference it, and transfer
 * orders, JIT orders, deliveries and parked packages lock it (`lockWarehousesForShare`).
 */
export async function removeUnusedWarehouse(
  db: Db,
  warehouse: string,
  onEdit: OnSettingEdit<SavedWarehouse>,
): Promise<Outcome<{ readonly code: string }>> {
  const listCustomerNos = async (tx: Tx): Promise<string[]> =>
    (await listCustomers(tx, { limit: allCustomersLimit })).map(({ customerNo }) => customerNo);
  // A warehouse in use is rejected without a lock.
  const useOf = async (tx: Tx): Promise<Refusal | undefined> => {
    const refused = await findUse(tx, warehouse);
    if (refused !== undefined) return refused;
    await lockTablesAgainstWriters(tx, ['customers', 'balances', 'counts', 'returns', 'floor_work'], async () => {
      const customerNos = await listCustomerNos(tx);
      await lockWarehouseForRemoval(tx, warehouse);
      await lockLocationsOfWarehouse(tx, customerNos, warehouse);
      await lockReplenishmentRulesOfWarehouse(tx, customerNos, warehouse);
      await lockBalancesAtWarehouse(tx, customerNos, warehouse);
    });
    // The transaction of a refusal is committed too: delete nothing before.
    const used = await findUse(tx, warehouse);
    if (used !== undefined) return used;
    const numbers = await listCustomerNos(tx);
    await deleteEmptyBalances(tx, numbers, { warehouse });
    await deleteReleaseSchedulesOfWarehouse(tx, warehouse);
    await deleteBinSettingsOfWarehouse(tx, numbers, warehouse);
    await deleteLocationsOfWarehouse(tx, numbers, warehouse);
    return undefined;
  };
  return await removeWarehouse(db, warehouse, useOf, onEdit);
}

/** Returns why a warehouse cannot be removed, by what uses it first in the order of `usesOfWarehouse`. */
async function findUse(tx: Tx, warehouse: string): Promise<Refusal | undefined> {
  const customers = await listCustomers(tx, { limit: allCustomersLimit });
  const numbers = customers.map(({ customerNo }) => customerNo);
  // Orders of such a customer that name no warehouse would go to one that does not exist.
  const owner = customers.find(({ preferences }) => preferences.defaultWarehouse === warehouse);
  if (owner !== undefined) {
    const reason = `Warehouse ${warehouse} is the default warehouse of winery ${owner.customerNo}: set another one for the winery first.`;
    return refuseState('IN USE', reason).refused;
  }
  for (const findUseReason of usesOfWarehouse) {
    const reason = await findUseReason(tx, warehouse, numbers);
    if (reason !== undefined) return refuseState('IN USE', reason).refused;
  }
  return undefined;
}

/** Returns a sentence that names one use and says how to end it; undefined for none. `numbers`: all customers. */
type FindUseReason = (tx: Tx, warehouse: string, numbers: readonly string[]) => Promise<string | undefined>;

const findStockReason: FindUseReason = async (tx, warehouse, numbers) =>
  (await hasAnyCustomerStockAt(tx, numbers, { warehouse }))
    ? `Warehouse ${warehouse} has stock, backorders or expected units: move or cancel them first.`
    : undefined;

const findTransferReason: FindUseReason = async (tx, warehouse, numbers) => {
  const [transfer] = await listPendingTransfersTo(tx, numbers, { warehouse }, 1);
  return (
    transfer &&
    `Transfer order ${transfer.customerReferenceNo} of winery ${transfer.customerNo} is to arrive at warehouse ${warehouse}: cancel it first, or receive it there.`
  );
};

const findPurchaseReason: FindUseReason = async (tx, warehouse, numbers) => {
  const [purchase] = await listPurchaseOrdersBeingReceived(tx, numbers, { warehouse }, 1);
  return (
    purchase &&
    `Purchase order ${purchase.customerReferenceNo} of winery ${purchase.customerNo} is being received at warehouse ${warehouse}: finish or discard its open counts first.`
  );
};

const findCountReason: FindUseReason = async (tx, warehouse, numbers) => {
  const [count] = await listOpenCycleCountsAt(tx, numbers, warehouse, 1);
  return count && `Warehouse ${warehouse} has an open count of winery ${count.customerNo}: approve or cancel it first.`;
};

const findReturnReason: FindUseReason = async (tx, warehouse, numbers) => {
  const [found] = await listOpenReturnsAtWarehouse(tx, numbers, warehouse, 1);
  return (
    found &&
    `Warehouse ${warehouse} has the return ${found.rmaNumber} of winery ${found.customerNo}: dispose of it first, or cancel it if it has not arrived.`
  );
};

const findFloorWorkReason: FindUseReason = async (tx, warehouse) => {
  const [work] = await listOpenFloorWorkAt(tx, warehouse, 1);
  return (
    work &&
    `Order ${work.orderNo} of winery ${work.customerNo} is on the floor of warehouse ${warehouse}: ship it, take it back or cancel it first.`
  );
};

const findDeliveryReason: FindUseReason = async (tx, warehouse, numbers) => {
  const [delivery] = await listUnannouncedReceiptsAtWarehouse(tx, numbers, warehouse, 1);
  return (
    delivery &&
    `A delivery without an order of winery ${delivery.customerNo} is at ${delivery.place} of warehouse ${warehouse}: attach it to an order or discard it first.`
  );
};

const findStrayPackageReason: FindUseReason = async (tx, warehouse) => {
  const [stray] = await listParkedStrayPackages(tx, warehouse, 1);
  return stray && `The package ${stray.label} is parked at ${stray.place} of warehouse ${warehouse}: settle it first.`;
};

const findJitOrderReason: FindUseReason = async (tx, warehouse, numbers) => {
  const [order] = await listUnshippedJitOrdersAtWarehouse(tx, numbers, warehouse, 1);
  return (
    order &&
    `JIT order ${order.orderNo} of winery ${order.customerNo} is to ship from warehouse ${warehouse}: ship it, cancel it or move it to another warehouse first.`
  );
};

const findStayedPackageReason: FindUseReason = async (tx, warehouse, numbers) => {
  const [stayed] = await listStayedPackagesAtWarehouse(tx, numbers, warehouse, 1);
  return (
    stayed &&
    `Box ${stayed.trackingNo} of order ${stayed.orderNo} of winery ${stayed.customerNo} stayed behind at warehouse ${warehouse}: give it to its carrier, or report it lost on the page of its order.`
  );
};

const usesOfWarehouse: readonly FindUseReason[] = [
  findStockReason,
  findTransferReason,
  findPurchaseReason,
  findCountReason,
  findReturnReason,
  findFloorWorkReason,
  findDeliveryReason,
  findStrayPackageReason,
  findJitOrderReason,
  // Last: until its first package leaves, an order is in use by its stock, or as a JIT order.
  findStayedPackageReason,
];
