/**
 * Creation of sales orders, in batches (decisions 4, 6, 10, 11, 12).
 *
 * A batch runs a fixed number of statements: claim the names, read catalog and stock, write orders, demands, holds and due
 * work, and at the end the balances and the log. Where stock is short, balances are locked before they are read (decision
 * 16). A rejected draft leaves no rows. An order that cannot be reserved or shipped is accepted and put on hold rather
 * than rejected, because a rejected order can be lost.
 */

import {
  type BalanceSession,
  type Demand,
  type DemandOutcome,
  demandRanks,
  readBalancesUnlocked,
  reserveDemandsOptimistically,
  type StockKey,
} from '../inventory/index.ts';
import {
  consumerInventoryStatusesOfCustomer,
  type OperatorSettings,
  readOperatorSettings,
} from '../operator-settings/index.ts';
import { currentRealTime, getCachedCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { scheduleDueWorkOfNewSubjects } from '../platform/due-work-store.ts';
import { type Outcome, refuseFaults } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { getCachedSkus, type Sku } from '../skus/index.ts';
import {
  claimDraftIdentities,
  type SalesOrderCreationResult,
  salesOrderIdentitiesOfDraft,
} from './claim-identities.ts';
import {
  batchIdentitiesOfDraft,
  computeSalesDemandLines,
  decideLineInventoryStatus,
  reservesConsumerStatuses,
  type SalesOrderDraft,
} from './draft.ts';
import { toLoggedHolds, writeHolds } from './hold-changes.ts';
import { loadStandingRuleEvaluator } from './hold-review.ts';
import { decideSystemHolds, wineryRequestedHold } from './holds.ts';
import { releaseSalesOrderIdentities } from './identity-store.ts';
import {
  lockJitWarehousesForShare,
  readDefaultJitWarehouses,
  requestedOrDefaultWarehouseOf,
  warehouseChoiceReasonOf,
} from './named-warehouse.ts';
import { rankWarehousesByNearness } from './nearest-warehouses.ts';
import { type Hold, type OrderLine, statusOfOpenOrder } from './order.ts';
import {
  acceptSalesLines,
  carrierAndServiceOfDraft,
  describeOrderWarnings,
  explainAllocation,
  validateDraftRecipient,
} from './order-acceptance.ts';
import { insertOrderDetails, insertSalesOrders, type NewSalesOrder, readSalesOrders } from './order-store.ts';

/**
 * The batch writer of CreateSalesOrder. Refusals, in order of precedence: `DuplicateOrder` (its OrderNo or TransmissionId
 * belongs to an order with different content, or they belong to two orders), then the faults of its items (`UnknownItem`,
 * `RetiredItem`, `CaseUnknown`, `Maximum`).
 */
export const salesOrderCreationWriter: BatchWriter<SalesOrderDraft, SalesOrderCreationResult> = {
  name: 'sales-orders.create',
  maxItems: 125,
  customerNo: (draft) => draft.customerNo,
  identities: batchIdentitiesOfDraft,
  write: createSalesOrders,
};

/** Creates orders in the sequence given and returns one outcome for each. */
export async function createSalesOrders(
  tx: Tx,
  drafts: readonly SalesOrderDraft[],
): Promise<Outcome<SalesOrderCreationResult>[]> {
  const outcomes = new Map<SalesOrderDraft, Outcome<SalesOrderCreationResult>>();
  const operator = await readOperatorSettings(tx);
  await resolveCreatedDrafts(tx, drafts, outcomes);
  const uncreated = outcomes.size === 0 ? drafts : drafts.filter((draft) => !outcomes.has(draft));
  // Sent together; the server runs them in sequence, so the names are claimed before items and stock are read.
  const [fresh, skuOf, timeOf, unlockedBalances] = await Promise.all([
    claimDraftIdentities(tx, uncreated, outcomes),
    readItems(tx, drafts),
    getCachedCustomerClockLookup(tx, drafts),
    tx.optimistic ? readBalancesUnlocked(tx, possibleStock(drafts, operator)) : undefined,
  ]);
  const evaluateRules = await loadStandingRuleEvaluator(tx);
  const queuedAt = currentRealTime();

  const accepted = acceptDrafts(tx, fresh, skuOf, outcomes);
  insertOrderDetails(
    tx,
    accepted.map(({ draft: { customerNo, reference: orderId, details } }) => ({ customerNo, orderId, details })),
  );
  const chooseWarehouse = await loadWarehouseChoice(tx, accepted, operator);
  const { allocationOf, reserve } = await reserveAccepted(tx, accepted, operator, queuedAt, unlockedBalances);

  const orders = accepted.map(({ draft, lines }) => {
    const acceptedAt = timeOf(draft.customerNo);
    const allocation = allocationOf.get(draft);
    const warehouse = requestedOrDefaultWarehouseOf(draft) || (allocation?.warehouse ?? chooseWarehouse(draft));
    const received = newOrder(draft, lines, allocation, acceptedAt, queuedAt, warehouse);
    const recipient = validateDraftRecipient(draft);
    const placed = [
      ...decideSystemHolds({ recipient, lines, allocation }),
      ...(draft.hold ? [wineryRequestedHold] : []),
      ...evaluateRules(received, received.details, acceptedAt),
    ];
    const order = placed.length === 0 ? received : { ...received, status: statusOfOpenOrder(placed) };
    return { draft, order, placed, ended: [], warnings: describeOrderWarnings(draft, recipient) };
  });
  insertSalesOrders(
    tx,
    orders.map(({ order }) => order),
  );
  await writeHolds(tx, orders, timeOf, scheduleDueWorkOfNewSubjects);
  for (const { draft, order, placed, warnings } of orders) {
    appendLog(tx, draft, {
      kind: 'sales_order.accepted',
      subject: order.orderId,
      occurredAt: order.acceptedAt,
      data: acceptedData(draft, order, placed, warnings),
    });
    outcomes.set(draft, { ok: { reference: order.orderId, isNew: true, warnings, holds: placed } });
  }
  // Last, so that the balances are locked as briefly as possible.
  reserve();
  return drafts.map((draft) => outcomes.get(draft) as Outcome<SalesOrderCreationResult>);
}

/** A draft whose items are without fault, with the lines of its order. */
interface AcceptedDraft {
  readonly draft: SalesOrderDraft;
  readonly lines: readonly OrderLine[];
}

/** Checks the items. For a draft with faults, adds the refusal to `outcomes` and releases its names. Returns the others. */
function acceptDrafts(
  tx: Tx,
  drafts: readonly SalesOrderDraft[],
  skuOf: (customerNo: string) => (itemNo: string) => Sku | undefined,
  outcomes: Map<SalesOrderDraft, Outcome<SalesOrderCreationResult>>,
): AcceptedDraft[] {
  const accepted: AcceptedDraft[] = [];
  const rejected: SalesOrderDraft[] = [];
  for (const draft of drafts) {
    const { lines, faults } = acceptSalesLines(draft, skuOf(draft.customerNo));
    if (faults.length === 0) accepted.push({ draft, lines });
    else {
      outcomes.set(draft, refuseFaults(faults));
      rejected.push(draft);
    }
  }
  releaseSalesOrderIdentities(tx, rejected.flatMap(salesOrderIdentitiesOfDraft));
  return accepted;
}

/**
 * Returns a function that chooses the warehouse of an order that reserves nothing: the one named, that of the customer's JIT orders,
 * or the nearest. Locks the warehouses of JIT orders in shared mode, so that none is removed before the orders are written.
 */
async function loadWarehouseChoice(
  tx: Tx,
  accepted: readonly AcceptedDraft[],
  operator: OperatorSettings,
): Promise<(draft: SalesOrderDraft) => string> {
  const jitDrafts = accepted.flatMap(({ draft }) => (draft.orderType === 'JIT' ? [draft] : []));
  const jitWarehouses = await readDefaultJitWarehouses(tx, jitDrafts);
  const choose = (draft: SalesOrderDraft): string => {
    const requested = warehouseRequestOf(draft, operator);
    if ('named' in requested) return requested.named;
    const ofJitOrders = draft.orderType === 'JIT' ? jitWarehouses.get(draft.customerNo) : undefined;
    return ofJitOrders ?? requested.choices[0] ?? '';
  };
  await lockJitWarehousesForShare(tx, jitDrafts.map(choose));
  return choose;
}

/** Reserves what the orders demand. The balances are written by `reserve`, as the last of the transaction. */
async function reserveAccepted(
  tx: Tx,
  accepted: readonly AcceptedDraft[],
  operator: OperatorSettings,
  queuedAt: Temporal.Instant,
  unlockedBalances: BalanceSession | undefined,
): Promise<{
  readonly allocationOf: ReadonlyMap<SalesOrderDraft, DemandOutcome>;
  readonly reserve: () => void;
}> {
  const demands = accepted.flatMap(({ draft, lines }) => {
    const { customerNo, orderType, reference: subject, rank = demandRanks.order } = draft;
    const statuses = consumerInventoryStatusesOfCustomer(operator, customerNo);
    const demanded = computeSalesDemandLines(orderType, lines, statuses);
    if (demanded.length === 0) return [];
    const warehouse = warehouseRequestOf(draft, operator);
    return [{ draft, demand: { customerNo, subject, rank, queuedAt, warehouse, lines: demanded } }];
  });
  const { outcomes, reserve } = await reserveDemandsOptimistically(
    tx,
    demands.map(({ demand }) => demand),
    unlockedBalances,
  );
  return { allocationOf: new Map(demands.map(({ draft }, i) => [draft, outcomes[i] as DemandOutcome])), reserve };
}

/**
 * Adds to `outcomes` the orders that an earlier run of the same command has created from these drafts, also those that were canceled
 * since and whose OrderNo is free again. A concurrent run cannot create one a second time, because the reference is the primary key.
 */
async function resolveCreatedDrafts(
  tx: Tx,
  drafts: readonly SalesOrderDraft[],
  outcomes: Map<SalesOrderDraft, Outcome<SalesOrderCreationResult>>,
): Promise<void> {
  const repeated = drafts.filter(({ mayBeCreated }) => mayBeCreated === true);
  if (repeated.length === 0) return;
  const keys = repeated.map(({ customerNo, reference: orderId }) => ({ customerNo, orderId }));
  const created = new Set((await readSalesOrders(tx, keys)).map(({ orderId }) => orderId));
  for (const draft of repeated.filter(({ reference }) => created.has(reference))) {
    const warnings = describeOrderWarnings(draft, validateDraftRecipient(draft));
    outcomes.set(draft, { ok: { reference: draft.reference, isNew: false, warnings } });
  }
}

/** The items of these orders by customer and number, from the cache where possible. */
async function readItems(
  tx: Tx,
  drafts: readonly SalesOrderDraft[],
): Promise<(customerNo: string) => (itemNo: string) => Sku | undefined> {
  // Many orders of a batch name the same few items.
  const itemNosOf = new Map<string, Set<string>>();
  for (const { customerNo, lines } of drafts) {
    let itemNos = itemNosOf.get(customerNo);
    if (itemNos === undefined) {
      itemNos = new Set();
      itemNosOf.set(customerNo, itemNos);
    }
    for (const { itemNo } of lines) itemNos.add(itemNo);
  }
  const skus = await getCachedSkus(
    tx,
    [...itemNosOf].flatMap(([customerNo, itemNos]) => [...itemNos].map((itemNo) => ({ customerNo, itemNo }))),
  );
  const skusOf = new Map<string, Map<string, Sku>>();
  for (const customerNo of itemNosOf.keys()) skusOf.set(customerNo, new Map());
  for (const sku of skus.values()) skusOf.get(sku.customerNo)?.set(sku.itemNo, sku);
  return (customerNo) => (itemNo) => skusOf.get(customerNo)?.get(itemNo);
}

/** The warehouse that an order names, or all of them, nearest first. */
function warehouseRequestOf(draft: SalesOrderDraft, { warehouses }: OperatorSettings): Demand['warehouse'] {
  const named = requestedOrDefaultWarehouseOf(draft);
  return named ? { named } : { choices: rankWarehousesByNearness(warehouses, draft.details.recipient.zipCode) };
}

/** Every balance that these orders could be filled from. */
function* possibleStock(drafts: readonly SalesOrderDraft[], operator: OperatorSettings): Iterable<StockKey> {
  for (const draft of drafts) {
    const { customerNo, orderType, lines } = draft;
    if (orderType === 'JIT') continue;
    const requested = warehouseRequestOf(draft, operator);
    const candidates = 'named' in requested ? [requested.named] : requested.choices;
    for (const { itemNo, taxStatus } of lines) {
      const statuses = reservesConsumerStatuses(orderType, taxStatus)
        ? consumerInventoryStatusesOfCustomer(operator, customerNo)
        : [decideLineInventoryStatus(orderType, taxStatus).status];
      for (const status of statuses) {
        for (const warehouse of candidates) yield { customerNo, itemNo, warehouse, status };
      }
    }
  }
}

/** The order without holds. */
function newOrder(
  draft: SalesOrderDraft,
  lines: readonly OrderLine[],
  allocation: DemandOutcome | undefined,
  acceptedAt: Temporal.Instant,
  queuedAt: Temporal.Instant,
  warehouse: string,
): NewSalesOrder {
  return {
    customerNo: draft.customerNo,
    orderId: draft.reference,
    orderNo: draft.orderNo,
    shipmentKey: draft.shipmentKey,
    orderType: draft.orderType,
    status: 'RECEIVED',
    warehouse,
    warehouseNamed: requestedOrDefaultWarehouseOf(draft) !== '',
    ...carrierAndServiceOfDraft(draft),
    requestedShipDate: draft.requestedShipDate,
    shipDays: draft.shippingDefaults.shipDays,
    icePack: draft.icePack,
    batchId: draft.batchId,
    jitLabelId: undefined,
    acceptedAt,
    queuedAt,
    lines,
    contentHash: draft.contentHash,
    details: draft.details,
    allocation: allocation && explainAllocation(warehouseChoiceReasonOf(draft), allocation),
  };
}

function acceptedData(
  draft: SalesOrderDraft,
  order: NewSalesOrder,
  holds: readonly Hold[],
  warnings: readonly string[],
): Record<string, unknown> {
  const data: Record<string, unknown> = { orderNo: order.orderNo, type: order.orderType, status: order.status };
  if (order.warehouse !== '') data.warehouse = order.warehouse;
  if (order.shipmentKey !== '') data.shipmentKey = order.shipmentKey;
  if (draft.details.transmissionId !== '') data.transmissionId = draft.details.transmissionId;
  if (holds.length > 0) data.holds = toLoggedHolds(holds);
  if (warnings.length > 0) data.warnings = warnings;
  return data;
}
