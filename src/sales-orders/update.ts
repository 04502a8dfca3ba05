/**
 * Updates of open sales orders, in batches (interface: UpdateSalesOrder; decisions 4, 6, 10, 11, 12).
 *
 * A merged order is checked like a new one, but keeps retired items that it has. Its reservation is replaced under one lock, so
 * that no other order can take the stock that it keeps. When the whole order cannot be reserved, it releases everything and
 * waits at its original position in the backorder queue.
 */
import { readCustomers } from '../auth/index.ts';
import { applyChangesInRounds, type ChangeReference, type LockedChange } from '../documents/index.ts';
import {
  type Demand,
  type DemandOutcome,
  demandRanks,
  lockBackorderQueues,
  readMainWarehouseByCustomer,
  replaceDemands,
} from '../inventory/index.ts';
import {
  consumerInventoryStatusesOfCustomer,
  type OperatorSettings,
  readOperatorSettings,
} from '../operator-settings/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, type Refusal, refuseFaults, refuseState } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { formatSkuKey, readSkus, type Sku } from '../skus/index.ts';
import { identitiesOfSalesOrderChange, lockRequestedOpenSalesOrders, type SalesOrderChange } from './change.ts';
import { diffOrderContentFields, orderContentOf, requestPartsOfFields } from './content-differences.ts';
import { computeLinesElsewhere, computeSalesDemandLines, decideLineInventoryStatus } from './draft.ts';
import { diffHolds, isSameHold, toLoggedHolds, writeHolds } from './hold-changes.ts';
import { loadStandingRuleEvaluator } from './hold-review.ts';
import { readHolds } from './hold-store.ts';
import {
  decideSystemHolds,
  isEndedByRecipientCorrection,
  isProcessingHold,
  isRecipientNameOrAddressChanged,
  isShipToAddressChanged,
  recipientHoldKey,
  wineryRequestedHold,
} from './holds.ts';
import { lockJitWarehousesForShare } from './named-warehouse.ts';
import { rankWarehousesByNearness } from './nearest-warehouses.ts';
import { type Hold, type OrderDetails, type SalesOrder, statusOfOpenOrder } from './order.ts';
import {
  acceptSalesLines,
  describeOrderWarnings,
  explainAllocation,
  isWarehouseChosenByPreference,
  orderTypesAllowingRetiredItems,
  validateOrderRecipient,
  type WarehouseChoiceReason,
} from './order-acceptance.ts';
import {
  type AllocationNote,
  addSalesOrderReferences,
  type OrderToSave,
  readAllocationNotes,
  readOrderDetails,
  saveOrders,
} from './order-store.ts';
import { checkOrderContent, mergeSalesOrderUpdate, type SalesOrderPatch } from './request-mapping.ts';
import { keepShortUnits, withoutShortUnits } from './units-to-ship.ts';
import { loadOverriddenWeatherHoldRemover } from './weather-overrides.ts';

export interface SalesOrderUpdate extends SalesOrderChange {
  readonly patch: SalesOrderPatch;
  /** `HoldOrder` as sent: true places the customer's hold, false ends it, undefined keeps it as it is. */
  readonly hold: boolean | undefined;
  /** Checks what the update finds, under its lock. Its refusal is the outcome. */
  readonly check?: (
    tx: Tx,
    orderId: string,
    before: OrderDetails,
  ) => Promise<{ readonly refused: Refusal } | undefined>;
}

export interface SalesOrderUpdateResult extends ChangeReference {
  readonly orderId: string;
}

/**
 * The batch writer of UpdateSalesOrder. Refusals, in order of precedence: `MultipleOrders`, `NotFound`, `StateForbids`, then
 * the refusal of `check`, then all faults of the merged order; `UnknownWarehouse` only when it has no others.
 */
export const salesOrderUpdateWriter: BatchWriter<SalesOrderUpdate, SalesOrderUpdateResult> = {
  name: 'sales-orders.update',
  maxItems: 100,
  customerNo: (update) => update.name.customerNo,
  identities: identitiesOfSalesOrderChange,
  write: updateSalesOrders,
};

/** An order after its update, before its stock and holds are decided. */
interface MergedOrder {
  readonly update: SalesOrderUpdate;
  readonly before: SalesOrder;
  readonly after: SalesOrder;
  readonly details: OrderDetails;
  readonly holdAtLocation: 0 | 1;
  readonly demand: Demand | undefined;
  /** The parts of the request that change the order, without `HoldOrder`. */
  readonly changed: readonly string[];
  readonly correctsRecipient: boolean;
  /** Whether the address to ship to changed. */
  readonly readdresses: boolean;
  /** Whether its demand or its possible warehouses changed. */
  readonly reallocates: boolean;
}

/**
 * Updates orders; returns one outcome per update, in the sequence of the updates. Of several updates of one order each
 * sees the result of the one before; they run in rounds (`applyChangesInRounds`), so the second one runs after the
 * first updates of all other orders.
 */
export async function updateSalesOrders(
  tx: Tx,
  updates: readonly SalesOrderUpdate[],
): Promise<Outcome<SalesOrderUpdateResult>[]> {
  lockBackorderQueues(tx, updates);
  return await applyChangesInRounds(
    tx,
    updates,
    (_, open) => lockRequestedOpenSalesOrders(tx, open, 'updated'),
    (entries) => updateLocked(tx, entries),
  );
}

/** Applies one update to each of these orders. */
async function updateLocked(
  tx: Tx,
  entries: readonly LockedChange<SalesOrderUpdate, SalesOrder>[],
): Promise<Outcome<SalesOrderUpdateResult>[]> {
  const details = await readOrderDetails(
    tx,
    entries.map(({ order }) => order),
  );
  const skus = await readSkus(
    tx,
    entries.flatMap(({ change: { patch }, order: { customerNo, orderType, lines } }) => [
      ...(patch.ItemsInfo ?? []).map(({ ItemNo }) => ({ customerNo, itemNo: ItemNo })),
      ...(patch.OrderInfo?.OrderType !== undefined && orderTypesAllowingRetiredItems.has(orderType)
        ? lines.map(({ itemNo }) => ({ customerNo, itemNo }))
        : []),
    ]),
  );
  const operator = await readOperatorSettings(tx);
  const jitWarehouses = await readJitWarehouses(tx, entries);
  const merged: MergedOrder[] = [];
  const outcomes: Outcome<SalesOrderUpdateResult>[] = [];
  for (const { change, order } of entries) {
    const found = details.get(order.orderId);
    const outcome =
      (found && (await change.check?.(tx, order.orderId, found))) ??
      mergeOrder(change, order, found, skus, operator, jitWarehouses);
    if ('ok' in outcome) merged.push(outcome.ok);
    outcomes.push('ok' in outcome ? { ok: { reference: change.reference, orderId: order.orderId } } : outcome);
  }
  if (merged.length > 0) await write(tx, merged);
  return outcomes;
}

/** Whether an update makes a JIT order of an order of another type. */
const turnsJit = ({ OrderInfo }: SalesOrderPatch, { orderType }: SalesOrder): boolean =>
  OrderInfo?.OrderType === 'JIT' && orderType !== 'JIT';

/** The warehouse of orders that become JIT orders and name none, by customer: its default, else where most of its stock lies. */
async function readJitWarehouses(
  tx: Tx,
  entries: readonly LockedChange<SalesOrderUpdate, SalesOrder>[],
): Promise<ReadonlyMap<string, string>> {
  const turning = entries.filter(({ change, order }) => turnsJit(change.patch, order));
  const customerNos = [...new Set(turning.map(({ order }) => order.customerNo))];
  if (customerNos.length === 0) return new Map();
  const main = await readMainWarehouseByCustomer(tx, customerNos);
  const customers = await readCustomers(tx, customerNos);
  const warehouseOf = (customerNo: string) =>
    customers.get(customerNo)?.preferences.defaultWarehouse ?? main.get(customerNo) ?? '';
  return new Map(customerNos.map((customerNo) => [customerNo, warehouseOf(customerNo)]));
}

/** Merges an update into an order; returns the faults of the merged order, or `StateForbids` when its recipient was erased. Pure. */
function mergeOrder(
  update: SalesOrderUpdate,
  before: SalesOrder,
  detailsBefore: OrderDetails | undefined,
  skus: ReadonlyMap<string, Sku>,
  operator: OperatorSettings,
  jitWarehouses: ReadonlyMap<string, string>,
): Outcome<MergedOrder> {
  if (detailsBefore === undefined) {
    const what = 'its recipient was erased. Cancel it, and create a new order if it is still wanted';
    return refuseState(before.status, `Order ${before.orderNo} cannot be updated: ${what}.`);
  }
  const { patch } = update;
  const { customerNo, orderId, queuedAt } = before;
  const current = orderContentOf(before, detailsBefore);
  const content = mergeSalesOrderUpdate(current, patch);
  const { orderType, details, holdAtLocation, carrier, service, requestedShipDate, icePack, batchId } = content;
  // An order that was allowed to have retired items does not keep them as an order of another type.
  const losesRetiredItems =
    orderTypesAllowingRetiredItems.has(before.orderType) && !orderTypesAllowingRetiredItems.has(content.orderType);
  const ordered = new Set(losesRetiredItems ? [] : before.lines.map((line) => line.itemNo));
  const accepted =
    patch.ItemsInfo === undefined && !losesRetiredItems
      ? { lines: recomputeStatuses(before, orderType), faults: [] }
      : acceptSalesLines(content, (itemNo) => skus.get(formatSkuKey({ customerNo, itemNo })), ordered);
  const faults = [...checkOrderContent(content), ...accepted.faults];
  if (faults.length > 0) return refuseFaults(faults);
  // The customer's present default warehouse applies only to new orders and to those that become JIT: an update keeps what it
  // does not name.
  const named = content.warehouse;
  // What one warehouse did not find may be in another, and the winery brings the bottles of a JIT order.
  const isOfOtherStock = (named !== '' && named !== before.warehouse) || turnsJit(patch, before);
  const lines = isOfOtherStock ? withoutShortUnits(accepted.lines) : keepShortUnits(accepted.lines, before.lines);
  const choices = rankWarehousesByNearness(operator.warehouses, details.recipient.zipCode);
  const drawn = consumerInventoryStatusesOfCustomer(operator, customerNo);
  const demanded = computeSalesDemandLines(orderType, lines, drawn);
  if (named !== '' && demanded.length > 0 && !operator.warehouses.has(named))
    return refuseFaults([removedWarehouse(named)]);
  // A JIT order goes to where the winery brings goods, as when it is created (decision 12).
  const jitWarehouse = turnsJit(patch, before) ? jitWarehouses.get(customerNo) : undefined;
  const warehouse = named || jitWarehouse || before.warehouse || (choices[0] ?? '');
  const shipping = { warehouse, warehouseNamed: named !== '', carrier, service, requestedShipDate, icePack };
  const demand = {
    customerNo,
    subject: orderId,
    // Of an order that had no demand; `replaceDemands` keeps the rank of a demand.
    rank: demandRanks.order,
    queuedAt,
    warehouse: named ? { named } : { choices },
    lines: demanded,
    elsewhere: computeLinesElsewhere({ orderType, lines, warehouse: before.warehouse }, drawn),
  };
  return {
    ok: {
      update,
      before,
      after: { ...before, ...shipping, orderType, batchId, lines },
      details,
      holdAtLocation,
      changed: requestPartsOfFields([
        ...diffOrderContentFields(content, current),
        ...(carrier === before.carrier ? [] : ['ShipmentInfo.ShippingCarrier']),
      ]),
      correctsRecipient: isRecipientNameOrAddressChanged(detailsBefore.recipient, details.recipient),
      readdresses: isShipToAddressChanged(detailsBefore, details),
      demand: demanded.length === 0 ? undefined : demand,
      reallocates:
        JSON.stringify(demanded) !== JSON.stringify(computeSalesDemandLines(before.orderType, before.lines, drawn)) ||
        named !== (before.warehouseNamed ? before.warehouse : '') ||
        (named === '' && choices !== rankWarehousesByNearness(operator.warehouses, detailsBefore.recipient.zipCode)),
    },
  };
}

/** The fault of an order that keeps a warehouse that was removed while the order needed no stock there. */
const removedWarehouse = (code: string): Fault => ({
  field: 'ShipmentInfo.ServiceWarehouseLocation',
  code: 'UnknownWarehouse',
  message: `is required: the order was to ship from ${code}, which is not a warehouse any more`,
});

/** The lines after a change of the order type, which can change the inventory status that unchanged lines reserve. */
function recomputeStatuses({ orderType: before, lines }: SalesOrder, orderType: SalesOrder['orderType']) {
  if (orderType === before) return lines;
  return lines.map((line) => ({ ...line, status: decideLineInventoryStatus(orderType, line.taxStatus).status }));
}

async function write(tx: Tx, merged: readonly MergedOrder[]): Promise<void> {
  const orders = merged.map(({ before }) => before);
  const held = await readHolds(tx, orders);
  const notes = await readAllocationNotes(tx, orders);
  const timeOf = await readCustomerClockLookup(tx, orders);
  await lockJitWarehousesForShare(
    tx,
    merged.flatMap(({ after }) => (after.orderType === 'JIT' ? [after.warehouse] : [])),
  );
  const reallocated = merged.filter((entry) => entry.reallocates);
  const { outcomes } = await replaceDemands(
    tx,
    reallocated.map(({ before, demand }) => ({
      document: { customerNo: before.customerNo, subject: before.orderId },
      demand,
    })),
  );
  const outcomeOf = new Map(reallocated.map((entry, index) => [entry, outcomes[index]]));
  const evaluateRules = await loadStandingRuleEvaluator(tx);
  const { standingRules } = await readOperatorSettings(tx);
  const withoutOverridden = await loadOverriddenWeatherHoldRemover(tx, standingRules, orders);
  const decided = merged.map((entry) => {
    const { orderId, customerNo } = entry.before;
    const outcome = outcomeOf.get(entry);
    const lines = outcome?.isElsewhere ? withoutShortUnits(entry.after.lines) : entry.after.lines;
    const after = { ...entry.after, lines, warehouse: outcome?.warehouse ?? entry.after.warehouse };
    const standing = withoutOverridden(orderId, evaluateRules(after, entry.details, timeOf(customerNo)));
    return decide({ ...entry, after }, held.get(orderId) ?? [], notes.get(orderId), outcome, standing);
  });
  saveOrders(
    tx,
    decided.map(({ order }) => order),
  );
  await writeHolds(tx, decided, timeOf);
  addSalesOrderReferences(
    tx,
    merged.map(({ before, update }) => ({ ...before, reference: update.reference })),
  );
  for (const { order, entry, holds, added, ended, warnings } of decided) {
    const { update, before } = entry;
    appendLog(tx, update, {
      kind: 'sales_order.updated',
      subject: order.orderId,
      occurredAt: timeOf(order.customerNo),
      data: {
        orderNo: order.orderNo,
        was: before.status,
        status: order.status,
        changed: [...entry.changed, ...([...added, ...ended].some(isCustomerHold) ? ['HoldOrder'] : [])],
        ...(holds.length > 0 ? { holds: toLoggedHolds(holds) } : {}),
        ...(added.length > 0 ? { placed: toLoggedHolds(added) } : {}),
        ...(ended.length > 0 ? { ended: toLoggedHolds(ended) } : {}),
        ...(warnings.length > 0 ? { warnings } : {}),
      },
    });
  }
}

const isCustomerHold = ({ owner }: Hold): boolean => owner === 'customer';

/** The source of the warehouse of an updated order: that of its note, unless the update names one. */
function warehouseChoiceReason(
  { update, after }: MergedOrder,
  note: AllocationNote | undefined,
): WarehouseChoiceReason {
  if (!after.warehouseNamed) return 'nearest';
  const isSent = update.patch.ShipmentInfo?.ServiceWarehouseLocation !== undefined;
  return !isSent && isWarehouseChosenByPreference(note) ? 'preference' : 'order';
}

interface DecidedOrder {
  readonly entry: MergedOrder;
  readonly order: OrderToSave;
  /** All holds in force after the update. */
  readonly holds: readonly Hold[];
  /** New, or with a new description or end. */
  readonly placed: readonly Hold[];
  /** The placed holds that were not in force before. */
  readonly added: readonly Hold[];
  readonly ended: readonly Hold[];
  readonly warnings: readonly string[];
}

/**
 * The order and its holds after the update. System holds are decided again, that of its stock only if `reallocates`, that of its
 * address only if it is in force or `readdresses`; those of processing end if anything is `changed`. The customer's hold follows
 * `HoldOrder`; the operator's holds are kept, but for those that a corrected recipient ends. Pure.
 */
function decide(
  entry: MergedOrder,
  held: readonly Hold[],
  note: AllocationNote | undefined,
  outcome: DemandOutcome | undefined,
  standing: readonly Hold[],
): DecidedOrder {
  const { update, after, details, changed, correctsRecipient, readdresses, reallocates } = entry;
  const kept = held.filter(
    (hold) =>
      (hold.owner !== 'system' ||
        (hold.reason === 'Inventory' && !reallocates) ||
        (isProcessingHold(hold) && changed.length === 0)) &&
      !(isCustomerHold(hold) && update.hold === false) &&
      !(correctsRecipient && isEndedByRecipientCorrection(hold)),
  );
  const recipient = validateOrderRecipient({ ...entry, carrier: after.carrier });
  const isEvaluated = readdresses || held.some((hold) => isSameHold(hold, recipientHoldKey));
  const system = { recipient: isEvaluated ? recipient : undefined, lines: after.lines, allocation: outcome };
  const holds = [...kept, ...decideSystemHolds(system), ...standing];
  if (update.hold === true && !holds.some(isCustomerHold)) holds.push(wineryRequestedHold);
  const allocationNote = reallocates ? outcome && explainAllocation(warehouseChoiceReason(entry, note), outcome) : note;
  const order = { ...after, details, status: statusOfOpenOrder(holds), allocation: allocationNote };
  const { placed, ended } = diffHolds(held, holds);
  const added = placed.filter((hold) => !held.some((other) => isSameHold(hold, other)));
  return { entry, order, holds, placed, added, ended, warnings: describeOrderWarnings(after, recipient) };
}
