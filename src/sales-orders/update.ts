/**
 * Updating open sales orders, many at once (interface: UpdateSalesOrder; decisions 4, 6, 10, 11, 12).
 *
 * The merged order is judged like a new one. What it wants of the stock is replaced under one lock, so that nobody can
 * take in between what is kept; when the whole of it cannot be reserved, all is given back and it waits at its old place
 * in the queue.
 */

import { type Demand, type DemandOutcome, demandRank, replaceDemands } from '../inventory/index.ts';
import { type OperatorSettings, readOperatorSettings } from '../operator-settings/index.ts';
import { customerTimes, scheduleDueWork } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuseFaults } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { readSkus, type Sku, skuKeyText } from '../skus/index.ts';
import type { ChangedOrder } from './cancel.ts';
import { lockOpenOrders, type OrderChangeRequest, orderChangeIdentities } from './change.ts';
import { lineInventoryStatus, type ShippingDefaults, salesDemandLines } from './draft.ts';
import { scheduleHoldEnds } from './hold-changes.ts';
import { loadRuleEvaluator } from './hold-review.ts';
import { wineryHold } from './holds.ts';
import { mergeSalesOrder, requestOf } from './merge.ts';
import { nearestWarehouses } from './nearest-warehouses.ts';
import { type Hold, type OrderDetails, openStatus, type SalesOrder } from './order.ts';
import {
  acceptSalesLines,
  checkOrderRecipient,
  explainAllocation,
  orderWarnings,
  systemHolds,
  type WarehouseSource,
} from './order-acceptance.ts';
import {
  type AllocationNote,
  addSalesOrderReferences,
  deleteHolds,
  readAllocationNotes,
  readHolds,
  readOrderDetails,
  type SavedOrder,
  saveOrders,
  upsertHolds,
} from './order-store.ts';
import { processingTime } from './processing-time.ts';
import { checkSalesOrder, parseOrderContent, type SalesOrderPatch } from './request-mapping.ts';

/** An update that waits to be done. */
export interface SalesOrderUpdate extends OrderChangeRequest {
  readonly patch: SalesOrderPatch;
  /** `HoldOrder` as sent: true holds, false ends the customer's own hold, undefined leaves it. */
  readonly hold: boolean | undefined;
  readonly shippingDefaults: ShippingDefaults;
}

/**
 * Gathers UpdateSalesOrder requests. Refusals, in order of precedence: `MultipleOrders`, `NotFound`, `StateForbids`, then
 * all faults of the merged order.
 */
export const salesOrderUpdate: BatchWriter<SalesOrderUpdate, ChangedOrder> = {
  name: 'sales-orders.update',
  maxItems: 100,
  customerNo: (update) => update.name.customerNo,
  identities: orderChangeIdentities,
  write: updateSalesOrders,
};

/** An order as it is to be. */
interface Merged {
  readonly update: SalesOrderUpdate;
  readonly before: SalesOrder;
  readonly after: SalesOrder;
  readonly document: OrderDetails;
  readonly holdAtLocation: 0 | 1;
  readonly source: WarehouseSource;
  readonly demand: Demand | undefined;
  /** Whether what it wants of the stock, or where, has changed. */
  readonly reallocates: boolean;
}

/** Updates in the order given; two of one order, however it is named, follow each other. */
export async function updateSalesOrders(
  tx: Tx,
  updates: readonly SalesOrderUpdate[],
): Promise<Outcome<ChangedOrder>[]> {
  const outcomes = new Map<SalesOrderUpdate, Outcome<ChangedOrder>>();
  let open: readonly SalesOrderUpdate[] = updates;
  while (open.length > 0) open = await updateEachOnce(tx, open, outcomes);
  return updates.map((update) => outcomes.get(update) as Outcome<ChangedOrder>);
}

/** Does the first update of each order; answers those that must wait for it. */
async function updateEachOnce(
  tx: Tx,
  updates: readonly SalesOrderUpdate[],
  outcomes: Map<SalesOrderUpdate, Outcome<ChangedOrder>>,
): Promise<SalesOrderUpdate[]> {
  const locked = await lockOpenOrders(tx, updates, 'updated');
  const later: SalesOrderUpdate[] = [];
  const found = new Map<string, { update: SalesOrderUpdate; before: SalesOrder }>();
  for (const [index, update] of updates.entries()) {
    const outcome = locked[index] as Outcome<SalesOrder>;
    if ('refused' in outcome) outcomes.set(update, outcome);
    else if (found.has(outcome.done.orderId)) later.push(update);
    else found.set(outcome.done.orderId, { update, before: outcome.done });
  }
  const entries = [...found.values()];
  const documents = await readOrderDetails(
    tx,
    entries.map(({ before }) => before),
  );
  const skus = await readSkus(
    tx,
    entries.flatMap(({ update, before }) =>
      (update.patch.ItemsInfo ?? []).map(({ ItemNo }) => ({ customerNo: before.customerNo, itemNo: ItemNo })),
    ),
  );
  const operator = await readOperatorSettings(tx);
  const merged: Merged[] = [];
  for (const { update, before } of entries) {
    const outcome = merge(update, before, documents.get(before.orderId), skus, operator);
    if ('refused' in outcome) outcomes.set(update, outcome);
    else {
      merged.push(outcome.done);
      outcomes.set(update, { done: { reference: update.reference } });
    }
  }
  if (merged.length > 0) await write(tx, merged, operator);
  return later;
}

/** Pure. */
function merge(
  update: SalesOrderUpdate,
  before: SalesOrder,
  document: OrderDetails | undefined,
  skus: ReadonlyMap<string, Sku>,
  operator: OperatorSettings,
): Outcome<Merged> {
  if (document === undefined) throw new Error(`order ${before.orderId} has no document`);
  const request = mergeSalesOrder(requestOf(before, document), update.patch);
  const content = parseOrderContent(request);
  const { customerNo } = before;
  const known = new Set(before.lines.map((line) => line.itemNo));
  const accepted =
    update.patch.ItemsInfo === undefined
      ? { lines: recomputeStatuses(before, content.orderType), faults: [] }
      : acceptSalesLines(content, (itemNo) => skus.get(skuKeyText({ customerNo, itemNo })), known);
  const faults = [...checkSalesOrder(request), ...accepted.faults];
  if (faults.length > 0) return refuseFaults(faults);
  const named = content.warehouse || update.shippingDefaults.warehouse;
  const choices = nearestWarehouses(operator.warehouses, content.document.recipient.zipCode);
  const lines = salesDemandLines(content.orderType, accepted.lines);
  return {
    done: {
      update,
      before,
      after: {
        ...before,
        orderType: content.orderType,
        warehouse: named || before.warehouse || (choices[0] ?? ''),
        warehouseNamed: named !== '',
        carrier: content.carrier,
        service: content.service,
        requestedShipDate: content.requestedShipDate,
        icePack: content.icePack,
        batchId: content.batchId,
        lines: accepted.lines,
      },
      document: content.document,
      holdAtLocation: content.holdAtLocation,
      source: content.warehouse ? 'order' : named ? 'preference' : 'nearest',
      demand:
        lines.length === 0
          ? undefined
          : {
              customerNo,
              subject: before.orderId,
              rank: demandRank.order,
              queuedAt: before.queuedAt,
              warehouse: named ? { named } : { choices },
              lines,
            },
      reallocates:
        JSON.stringify(lines) !== JSON.stringify(salesDemandLines(before.orderType, before.lines)) ||
        named !== (before.warehouseNamed ? before.warehouse : '') ||
        (named === '' && choices !== nearestWarehouses(operator.warehouses, document.recipient.zipCode)),
    },
  };
}

/** The same lines under another order type may draw another status. */
function recomputeStatuses(before: SalesOrder, orderType: SalesOrder['orderType']): SalesOrder['lines'] {
  if (orderType === before.orderType) return before.lines;
  const { lines } = before;
  return lines.map((line) => ({ ...line, status: lineInventoryStatus(orderType, line.taxStatus).status }));
}

async function write(tx: Tx, merged: readonly Merged[], operator: OperatorSettings): Promise<void> {
  const orders = merged.map(({ before }) => before);
  const held = await readHolds(tx, orders);
  const kept = await readAllocationNotes(tx, orders);
  const timeOf = await customerTimes(tx, [...new Set(orders.map((order) => order.customerNo))]);
  const wanting = merged.filter((entry) => entry.reallocates);
  const { outcomes } = await replaceDemands(
    tx,
    wanting.map(({ before, demand }) => ({
      document: { customerNo: before.customerNo, subject: before.orderId },
      demand,
    })),
  );
  const outcomeOf = new Map(wanting.map((entry, index) => [entry, outcomes[index]]));
  const evaluateRules = await loadRuleEvaluator(tx);
  const decided = merged.map((entry) => {
    const { orderId, customerNo } = entry.before;
    const outcome = outcomeOf.get(entry);
    const after = { ...entry.after, warehouse: outcome?.warehouse ?? entry.after.warehouse };
    const standing = evaluateRules(after, entry.document, timeOf(customerNo));
    return decide({ ...entry, after }, held.get(orderId) ?? [], kept.get(orderId), outcome, standing);
  });
  await saveOrders(
    tx,
    decided.map(({ order }) => order),
  );
  await deleteHolds(
    tx,
    decided.flatMap(({ order, ended }) => ended.map((hold) => ({ ...order, hold }))),
  );
  const placed = decided.flatMap(({ order, holds }) =>
    holds.map((hold) => ({ ...order, hold, placedAt: timeOf(order.customerNo) })),
  );
  await upsertHolds(tx, placed);
  await scheduleHoldEnds(tx, placed);
  await addSalesOrderReferences(
    tx,
    merged.map(({ before, update }) => ({ ...before, reference: update.reference })),
  );
  await scheduleDueWork(
    tx,
    decided
      .filter(({ order }) => order.status === 'RECEIVED')
      .map(({ order }) => ({
        customerNo: order.customerNo,
        dueAt: processingTime(order, timeOf(order.customerNo), operator),
        step: 'sales_order.process',
        subject: order.orderId,
      })),
  );
  for (const { order, entry, ended, holds, warnings } of decided) {
    const { update, before } = entry;
    appendLog(tx, update, {
      kind: 'sales_order.updated',
      subject: order.orderId,
      occurredAt: timeOf(order.customerNo),
      data: {
        orderNo: order.orderNo,
        was: before.status,
        status: order.status,
        changed: Object.keys(update.patch).filter((name) => name !== 'TransactionReferenceNumber'),
        ...(holds.length > 0 ? { holds: holds.map(({ reason, cause }) => ({ reason, cause })) } : {}),
        ...(ended.length > 0 ? { ended: ended.map(({ reason, cause }) => ({ reason, cause })) } : {}),
        ...(warnings.length > 0 ? { warnings } : {}),
      },
    });
  }
}

interface Decided {
  readonly entry: Merged;
  readonly order: SavedOrder;
  /** In force from now on. */
  readonly holds: readonly Hold[];
  readonly ended: readonly Hold[];
  readonly warnings: readonly string[];
}

/**
 * The order as it is from now on. All that the system holds it for is decided anew; the customer's hold as `HoldOrder`
 * says; the operator's stay. Pure.
 */
function decide(
  entry: Merged,
  held: readonly Hold[],
  kept: AllocationNote | undefined,
  outcome: DemandOutcome | undefined,
  standing: readonly Hold[],
): Decided {
  const { update, after, document, holdAtLocation, source } = entry;
  const lasting = held.filter(
    (hold) =>
      (hold.owner !== 'system' || (hold.reason === 'Inventory' && !entry.reallocates)) &&
      !(hold.owner === 'customer' && update.hold === false),
  );
  const recipient = checkOrderRecipient({ document, holdAtLocation });
  const holds = [...lasting, ...systemHolds({ recipient, lines: after.lines, allocation: outcome }), ...standing];
  if (update.hold === true && !holds.some((hold) => hold.owner === 'customer')) holds.push(wineryHold);
  const order = {
    ...after,
    document,
    status: openStatus(holds),
    allocation: entry.reallocates ? outcome && explainAllocation(source, outcome) : kept,
  };
  const same = (a: Hold, b: Hold) => a.reason === b.reason && a.owner === b.owner && a.cause === b.cause;
  const ended = held.filter((hold) => !holds.some((other) => same(hold, other)));
  return { entry, order, holds, ended, warnings: orderWarnings(after, recipient) };
}
