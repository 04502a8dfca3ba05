/**
 * Updates open transfer orders in batches (interface: UpdateTransferOrder; decisions 4, 9, 10, 12).
 *
 * Absent fields stay. The demand of the order is replaced in one step, so that no other document can take units that the order
 * keeps; when the new demand cannot be reserved whole, the reservation is released and the order is backordered with its old
 * position in the queue.
 */
import {
  applyChangesInRounds,
  documentKeyOfOrder,
  type LockedChange,
  type OrderChangeResult,
  staleLinesRefusal,
} from '../documents/index.ts';
import { type DemandOutcome, demandRanks, lockBackorderQueues, replaceDemands } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { lockInventoryStatusesForShare } from '../operator-settings/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, okValuesOf, refuseFaults } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { formatSkuKey, readSkus, type Sku } from '../skus/index.ts';
import { acceptTransferLines, inheritTransferLineFields } from './accept-lines.ts';
import { toLoggedAllocation } from './create-transfer-orders.ts';
import { diffTransferOrderFields } from './request-mapping.ts';
import { scheduleTransferStarts } from './schedule-start.ts';
import {
  type AcceptedTransferLine,
  checkTransferWarehousesUnchanged,
  explicitArrivalInventoryStatusesOf,
  type TransferOrder,
  type TransferOrderDetails,
  type TransferOrderPatch,
  toTransferDemandLines,
  transferLinesVersionOf,
} from './transfer-order.ts';
import {
  lockRequestedOpenTransferOrders,
  numberedTransferOrderStore,
  type TransferOrderChange,
} from './transfer-order-changes.ts';
import {
  readTransferOrderDetails,
  replaceTransferOrderLines,
  updateChangeableTransferRouteFields,
  updateTransferOrderDetails,
} from './transfer-order-store.ts';

export interface TransferOrderUpdate extends TransferOrderChange {
  readonly patch: TransferOrderPatch;
  /** The version of the lines that it was made for; absent: any. */
  readonly expectedLines?: string | undefined;
}

/** An order before and after its update. */
interface MergedOrder {
  readonly update: TransferOrderUpdate;
  readonly before: TransferOrder;
  readonly after: TransferOrder;
  /** The new lines; undefined when they stay. */
  readonly lines: readonly AcceptedTransferLine[] | undefined;
  /** Names of the changed fields. */
  readonly changed: readonly string[];
  /** Whether the demand has changed, also in the sequence of its items alone. */
  readonly reallocates: boolean;
}

/**
 * One outcome per update, in their order; several updates of one order are applied one after the other. Refusals, in order of
 * precedence: those of `lockRequestedOpenTransferOrders`, `StateForbids` when it has other lines than expected, then the faults of its
 * warehouses and of the new lines (`acceptTransferLines`).
 */
async function updateTransferOrders(
  tx: Tx,
  updates: readonly TransferOrderUpdate[],
): Promise<Outcome<OrderChangeResult>[]> {
  // A stock change locks the queue before the orders.
  lockBackorderQueues(tx, updates);
  return await applyChangesInRounds(tx, updates, lockRequestedOpenTransferOrders('updated'), (entries) =>
    applyUpdates(tx, entries),
  );
}

async function applyUpdates(
  tx: Tx,
  entries: readonly LockedChange<TransferOrderUpdate, TransferOrder>[],
): Promise<Outcome<OrderChangeResult>[]> {
  const skus = await readSkus(
    tx,
    entries.flatMap(({ change: { patch }, order: { customerNo } }) =>
      (patch.lines ?? []).map(({ itemNo }) => ({ customerNo, itemNo })),
    ),
  );
  const details = await readTransferOrderDetails(
    tx,
    entries.map(({ order }) => order),
  );
  const merged = entries.map(({ change, order }) =>
    merge(change, order, details.get(order.orderId), (itemNo) =>
      skus.get(formatSkuKey({ customerNo: order.customerNo, itemNo })),
    ),
  );
  await write(tx, okValuesOf(merged));
  return merged.map((outcome) => {
    if ('refused' in outcome) return outcome;
    const { update, before } = outcome.ok;
    return { ok: { reference: update.reference, orderId: before.orderId } };
  });
}

/** Pure. `details` are undefined after they were erased. */
function merge(
  update: TransferOrderUpdate,
  before: TransferOrder,
  details: Partial<TransferOrderDetails> | undefined,
  skuOf: (itemNo: string) => Sku | undefined,
): Outcome<MergedOrder> {
  const otherLines = staleLinesRefusal(
    `transfer order ${before.number}`,
    transferLinesVersionOf(before),
    update.expectedLines,
  );
  if (otherLines !== undefined) return otherLines;
  const { route, lines: replaced } = update.patch;
  const after = { ...before, ...route };
  const { lines, faults: lineFaults } =
    replaced === undefined
      ? { lines: undefined, faults: [] }
      : acceptTransferLines(inheritTransferLineFields(before.lines, replaced), skuOf);
  const faults = [...checkTransferWarehousesUnchanged(before, update.patch.warehouses), ...lineFaults];
  if (faults.length > 0) return refuseFaults(faults);
  const wanted = toTransferDemandLines(after, lines ?? before.lines);
  const reallocates = JSON.stringify(wanted) !== JSON.stringify(toTransferDemandLines(before, before.lines));
  const changed = diffTransferOrderFields(before, details, update.patch, lines);
  return { ok: { update, before, after, lines, changed, reallocates } };
}

async function write(tx: Tx, merged: readonly MergedOrder[]): Promise<void> {
  if (merged.length === 0) return;
  const timeOf = await readCustomerClockLookup(
    tx,
    merged.map(({ before }) => before.customerNo),
  );
  const rerouted = merged.filter(({ update }) => Object.keys(update.patch.route).length > 0).map(({ after }) => after);
  updateChangeableTransferRouteFields(tx, rerouted);
  await lockInventoryStatusesForShare(tx, explicitArrivalInventoryStatusesOf(rerouted));
  replaceTransferOrderLines(
    tx,
    merged.flatMap(({ before, lines }) => (lines === undefined ? [] : [{ ...before, lines }])),
  );
  updateTransferOrderDetails(
    tx,
    merged
      .filter(({ update }) => Object.keys(update.patch.details).length > 0)
      .map(({ before, update }) => ({ ...before, details: update.patch.details })),
  );
  numberedTransferOrderStore.addReferences(
    tx,
    merged.map(({ before, update }) => ({ ...before, reference: update.reference })),
  );
  const reallocated = await reallocate(
    tx,
    merged.filter((entry) => entry.reallocates),
  );
  // An order that is backordered by this update is scheduled when its backorder is filled.
  await scheduleTransferStarts(
    tx,
    merged
      .filter((entry) => reallocated.get(entry)?.state !== 'waiting')
      .map(({ after }) => ({ ...after, now: timeOf(after.customerNo) })),
  );
  for (const entry of merged) {
    const { update, before, lines, changed } = entry;
    const outcome = reallocated.get(entry);
    numberedTransferOrderStore.record(tx, 'updated', before, timeOf(before.customerNo), update, {
      changed,
      ...(changed.includes('ItemsInfo') ? { lines: lines?.map(({ itemNo, units }) => ({ itemNo, units })) } : {}),
      ...(outcome === undefined ? {} : toLoggedAllocation(outcome)),
    });
  }
}

async function reallocate(tx: Tx, changed: readonly MergedOrder[]): Promise<Map<MergedOrder, DemandOutcome>> {
  if (changed.length === 0) return new Map();
  const { outcomes } = await replaceDemands(
    tx,
    changed.map(({ before, after, lines }) => ({
      document: documentKeyOfOrder(before),
      demand: {
        ...documentKeyOfOrder(before),
        rank: demandRanks.transfer,
        queuedAt: after.queuedAt,
        warehouse: { named: after.fromWarehouse },
        lines: toTransferDemandLines(after, lines ?? before.lines),
      },
    })),
  );
  return new Map(changed.map((entry, i) => [entry, assertPresent(outcomes[i], 'the outcome of a demand')]));
}

export const transferOrderUpdateWriter: BatchWriter<TransferOrderUpdate, OrderChangeResult> = {
  name: 'transfer-orders.update',
  maxItems: 100,
  customerNo: (update) => update.name.customerNo,
  identities: numberedTransferOrderStore.identitiesOf,
  write: updateTransferOrders,
};
