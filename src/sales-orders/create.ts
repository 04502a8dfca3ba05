/**
 * Creation of sales orders, in batches (decisions 4, 6, 10, 11, 12).
 *
 * A batch runs a fixed number of statements: claim the names, read catalog and stock, write orders, demands, holds and due
 * work, and at the end the balances and the log. Where stock is short, balances are locked before they are read (decision
 * 16). A rejected draft leaves no rows. An order that cannot be reserved or shipped is accepted and put on hold rather
 * than rejected, because a rejected order can be lost.
 */

import {
  type DemandOutcome,
  demandRanks,
  readBalancesUnlocked,
  reserveOptimistically,
  type StockKey,
} from '../inventory/index.ts';
import { consumerInventoryStatuses, type OperatorSettings, readOperatorSettings } from '../operator-settings/index.ts';
import { currentRealTime, getCachedCustomerClocks } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { scheduleNewDueWork } from '../platform/due-work-store.ts';
import { type Outcome, refuse, refuseFaults } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { getCachedSkus, type Sku } from '../skus/index.ts';
import { describeDifferingFields, differingOrderFields, orderContentOf } from './content-differences.ts';
import {
  lineInventoryStatus,
  type OrderContent,
  reservesConsumerStatuses,
  type SalesOrderDraft,
  salesDemandLines,
  salesOrderDraftIdentities,
} from './draft.ts';
import { toLoggedHolds, writeHolds } from './hold-changes.ts';
import { loadStandingRuleEvaluator } from './hold-review.ts';
import { decideSystemHolds, wineryHold } from './holds.ts';
import {
  claimSalesOrderIdentities,
  claimSalesOrderIdentitiesOptimistically,
  reassignSalesOrderIdentities,
  releaseSalesOrderIdentities,
  type SalesOrderIdentity,
  salesOrderIdentityKey,
  type TakenSalesOrderIdentity,
} from './identity-store.ts';
import {
  lockJitWarehousesForShare,
  readDefaultJitWarehouses,
  requestedOrDefaultWarehouse,
  warehouseChoiceReasonOf,
} from './named-warehouse.ts';
import { rankWarehousesByNearness } from './nearest-warehouses.ts';
import { type Hold, type OrderLine, statusOfOpenOrder } from './order.ts';
import {
  acceptSalesLines,
  carrierAndServiceOfDraft,
  checkDraftRecipient,
  explainAllocation,
  orderWarnings,
} from './order-acceptance.ts';
import { insertOrderDetails, insertOrders, type NewOrder, readOrderDetails, readSalesOrders } from './order-store.ts';

export interface SalesOrderCreationResult {
  /** The id of the order: the reference of this request, or of the first one when the order was sent before. */
  readonly reference: string;
  /** False when the order was accepted before. */
  readonly isNew: boolean;
  /** The sentences of `orderWarnings`; the same when the order is sent again. */
  readonly warnings: readonly string[];
  /** The holds of a new order; absent when it was accepted before. */
  readonly holds?: readonly Hold[];
}

/**
 * The batch writer of CreateSalesOrder. Rejections, in order of precedence: `DuplicateOrder` (its OrderNo or TransmissionId
 * belongs to an order with different content, or they belong to two orders), then the faults of its items (`UnknownItem`,
 * `RetiredItem`, `CaseUnknown`, `Maximum`).
 */
export const salesOrderCreationWriter: BatchWriter<SalesOrderDraft, SalesOrderCreationResult> = {
  name: 'sales-orders.place',
  maxItems: 125,
  customerNo: (draft) => draft.customerNo,
  identities: salesOrderDraftIdentities,
  write: createSalesOrders,
};

/** Places orders in the sequence given and returns one outcome for each. */
export async function createSalesOrders(
  tx: Tx,
  drafts: readonly SalesOrderDraft[],
): Promise<Outcome<SalesOrderCreationResult>[]> {
  const outcomes = new Map<SalesOrderDraft, Outcome<SalesOrderCreationResult>>();
  const operator = await readOperatorSettings(tx);
  await resolvePlacedDrafts(tx, drafts, outcomes);
  const unplaced = outcomes.size === 0 ? drafts : drafts.filter((draft) => !outcomes.has(draft));
  // Sent together; the server runs them in sequence, so the names are claimed before items and stock are read.
  const [fresh, skuOf, timeOf, unlockedBalances] = await Promise.all([
    claimNames(tx, unplaced, outcomes),
    readItems(tx, drafts),
    getCachedCustomerClocks(tx, [...new Set(drafts.map((draft) => draft.customerNo))]),
    tx.optimistic ? readBalancesUnlocked(tx, possibleStock(drafts, operator)) : undefined,
  ]);
  const evaluateRules = await loadStandingRuleEvaluator(tx);
  const queuedAt = currentRealTime();

  const accepted: { draft: SalesOrderDraft; lines: OrderLine[] }[] = [];
  const rejected: SalesOrderDraft[] = [];
  for (const draft of fresh) {
    const { lines, faults } = acceptSalesLines(draft, skuOf(draft.customerNo));
    if (faults.length === 0) accepted.push({ draft, lines });
    else {
      outcomes.set(draft, refuseFaults(faults));
      rejected.push(draft);
    }
  }
  releaseSalesOrderIdentities(tx, rejected.flatMap(identitiesOf));

  insertOrderDetails(
    tx,
    accepted.map(({ draft: { customerNo, reference: orderId, details } }) => ({ customerNo, orderId, details })),
  );
  const jitWarehouses = await readDefaultJitWarehouses(tx, accepted);
  const chosenWarehouse = (draft: SalesOrderDraft): string =>
    requestedOrDefaultWarehouse(draft) ||
    ((draft.orderType === 'JIT' ? jitWarehouses.get(draft.customerNo) : undefined) ??
      rankWarehousesByNearness(operator.warehouses, draft.details.recipient.zipCode)[0] ??
      '');
  await lockJitWarehousesForShare(
    tx,
    accepted
      .filter(({ draft }) => draft.orderType === 'JIT')
      .map(({ draft }) => ({ orderType: draft.orderType, warehouse: chosenWarehouse(draft) })),
  );
  const demanding = accepted
    .map((entry) => {
      const { customerNo, orderType } = entry.draft;
      return {
        ...entry,
        demand: salesDemandLines(orderType, entry.lines, consumerInventoryStatuses(operator, customerNo)),
      };
    })
    .filter(({ demand }) => demand.length > 0);
  const { outcomes: reserved, reserve } = await reserveOptimistically(
    tx,
    demanding.map(({ draft, demand }) => ({
      customerNo: draft.customerNo,
      subject: draft.reference,
      rank: draft.rank ?? demandRanks.order,
      queuedAt,
      warehouse: requestedOrDefaultWarehouse(draft)
        ? { named: requestedOrDefaultWarehouse(draft) }
        : { choices: rankWarehousesByNearness(operator.warehouses, draft.details.recipient.zipCode) },
      lines: demand,
    })),
    unlockedBalances,
  );
  const allocationOf = new Map(demanding.map(({ draft }, i) => [draft, reserved[i] as DemandOutcome]));

  const orders = accepted.map(({ draft, lines }) => {
    const acceptedAt = timeOf(draft.customerNo);
    const allocation = allocationOf.get(draft);
    const warehouse = requestedOrDefaultWarehouse(draft) || (allocation?.warehouse ?? chosenWarehouse(draft));
    const received = newOrder(draft, lines, allocation, acceptedAt, queuedAt, warehouse);
    const recipient = checkDraftRecipient(draft);
    const placed = [
      ...decideSystemHolds({ recipient, lines, allocation }),
      ...(draft.hold ? [wineryHold] : []),
      ...evaluateRules(received, received.details, acceptedAt),
    ];
    const order = placed.length === 0 ? received : { ...received, status: statusOfOpenOrder(placed) };
    return { draft, order, placed, ended: [], warnings: orderWarnings(draft, recipient) };
  });
  insertOrders(
    tx,
    orders.map(({ order }) => order),
  );
  await writeHolds(tx, orders, timeOf, scheduleNewDueWork);
  for (const { draft, order, placed, warnings } of orders) {
    appendLog(tx, draft, {
      kind: 'sales_order.accepted',
      subject: order.orderId,
      occurredAt: order.acceptedAt,
      data: acceptedData(draft, order, placed, warnings),
    });
    outcomes.set(draft, { ok: { reference: order.orderId, isNew: true, warnings, holds: placed } });
  }
  await reserve();
  return drafts.map((draft) => outcomes.get(draft) as Outcome<SalesOrderCreationResult>);
}

/**
 * Drafts that an earlier run of their command has placed return that order, also when it was canceled since and its OrderNo
 * is free again. A concurrent run cannot place one a second time, because the reference is the primary key.
 */
async function resolvePlacedDrafts(
  tx: Tx,
  drafts: readonly SalesOrderDraft[],
  outcomes: Map<SalesOrderDraft, Outcome<SalesOrderCreationResult>>,
): Promise<void> {
  const repeated = drafts.filter(({ mayBePlaced }) => mayBePlaced === true);
  if (repeated.length === 0) return;
  const keys = repeated.map(({ customerNo, reference: orderId }) => ({ customerNo, orderId }));
  const placed = new Set((await readSalesOrders(tx, keys)).map(({ orderId }) => orderId));
  for (const draft of repeated.filter(({ reference }) => placed.has(reference))) {
    const warnings = orderWarnings(draft, checkDraftRecipient(draft));
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

/** Every balance that these orders could be filled from. */
function* possibleStock(drafts: readonly SalesOrderDraft[], operator: OperatorSettings): Iterable<StockKey> {
  const { warehouses } = operator;
  for (const draft of drafts) {
    const { customerNo, orderType, lines } = draft;
    if (orderType === 'JIT') continue;
    const named = requestedOrDefaultWarehouse(draft);
    const candidates = named ? [named] : rankWarehousesByNearness(warehouses, draft.details.recipient.zipCode);
    for (const { itemNo, taxStatus } of lines) {
      const statuses = reservesConsumerStatuses(orderType, taxStatus)
        ? consumerInventoryStatuses(operator, customerNo)
        : [lineInventoryStatus(orderType, taxStatus).status];
      for (const status of statuses) {
        for (const warehouse of candidates) yield { customerNo, itemNo, warehouse, status };
      }
    }
  }
}

function identitiesOf(draft: SalesOrderDraft): SalesOrderIdentity[] {
  const { customerNo, reference: orderId, orderNo, shipmentKey } = draft;
  const identities: SalesOrderIdentity[] = [{ customerNo, kind: 1, name: orderNo, shipmentKey, orderId }];
  const { transmissionId } = draft.details;
  if (transmissionId !== '') identities.push({ customerNo, kind: 2, name: transmissionId, shipmentKey: '', orderId });
  return identities;
}

/**
 * Claims the drafts' names and returns the drafts that are new (decision 6). A draft whose name is taken gets the first
 * reference if its content is equal, and is rejected otherwise. The optimistic run assumes that all are new, since few
 * orders are sent twice: a conflict fails the transaction before anything else is written, and it runs again.
 */
async function claimNames(
  tx: Tx,
  drafts: readonly SalesOrderDraft[],
  outcomes: Map<SalesOrderDraft, Outcome<SalesOrderCreationResult>>,
): Promise<SalesOrderDraft[]> {
  if (tx.optimistic) {
    claimSalesOrderIdentitiesOptimistically(tx, drafts.flatMap(identitiesOf));
    return [...drafts];
  }
  const taken = await claimSalesOrderIdentities(tx, drafts.flatMap(identitiesOf));
  if (taken.size === 0) return [...drafts];
  const storedContents = await readDifferingContents(tx, drafts, taken);
  const fresh: SalesOrderDraft[] = [];
  const released: SalesOrderIdentity[] = [];
  const reassigned: SalesOrderIdentity[] = [];
  for (const draft of drafts) {
    const identities = identitiesOf(draft);
    const [byNumber, byTransmission] = identities.map((identity) => taken.get(salesOrderIdentityKey(identity)));
    if (byNumber === undefined && byTransmission === undefined) {
      fresh.push(draft);
      continue;
    }
    const outcome = resolveTakenIdentities(draft, byNumber, byTransmission, storedContents);
    outcomes.set(draft, outcome);
    const claimed = identities.filter((identity) => !taken.has(salesOrderIdentityKey(identity)));
    // A new TransmissionId of a known order identifies that order from now on.
    if ('ok' in outcome && byTransmission === undefined) {
      const { orderId } = byNumber as TakenSalesOrderIdentity;
      reassigned.push(...claimed.map((identity) => ({ ...identity, orderId })));
    } else released.push(...claimed);
  }
  releaseSalesOrderIdentities(tx, released);
  reassignSalesOrderIdentities(tx, reassigned);
  return fresh;
}

/** The outcome of a draft whose OrderNo or TransmissionId is taken. Pure. */
function resolveTakenIdentities(
  draft: SalesOrderDraft,
  byNumber: TakenSalesOrderIdentity | undefined,
  byTransmission: TakenSalesOrderIdentity | undefined,
  storedContents: ReadonlyMap<string, OrderContent>,
): Outcome<SalesOrderCreationResult> {
  if (byNumber && byTransmission && byNumber.orderId !== byTransmission.orderId) {
    return refuse(
      'DuplicateOrder',
      `OrderInfo.TransmissionId and OrderInfo.OrderNo belong to different orders, ${byTransmission.orderId} and ${byNumber.orderId}.`,
    );
  }
  const first = (byTransmission ?? byNumber) as TakenSalesOrderIdentity;
  if (first.contentHash === draft.contentHash) {
    const warnings = orderWarnings(draft, checkDraftRecipient(draft));
    return { ok: { reference: first.orderId, isNew: false, warnings } };
  }
  const field = byTransmission ? 'OrderInfo.TransmissionId' : 'OrderInfo.OrderNo';
  const name = byTransmission ? draft.details.transmissionId : draft.orderNo;
  const stored = storedContents.get(first.orderId);
  const differences = stored === undefined ? '' : `. ${describeDifferingFields(differingOrderFields(draft, stored))}`;
  const message = `${name} is already used by an order with different content, ${first.orderId} (OrderNo ${first.orderNo})${differences}`;
  return refuse('DuplicateOrder', `${field} ${message}.`, [{ field, code: 'DuplicateOrder', message }]);
}

/** The content of the orders that have a name of these drafts and differ from them. Orders whose details were erased are omitted. */
async function readDifferingContents(
  tx: Tx,
  drafts: readonly SalesOrderDraft[],
  taken: ReadonlyMap<string, TakenSalesOrderIdentity>,
): Promise<Map<string, OrderContent>> {
  const keys = drafts.flatMap((draft) =>
    identitiesOf(draft).flatMap((identity) => {
      const first = taken.get(salesOrderIdentityKey(identity));
      if (first === undefined || first.contentHash === draft.contentHash) return [];
      return [{ customerNo: draft.customerNo, orderId: first.orderId }];
    }),
  );
  if (keys.length === 0) return new Map();
  const detailsOf = await readOrderDetails(tx, keys);
  const orders = await readSalesOrders(tx, keys);
  return new Map(
    orders.flatMap((order) => {
      const details = detailsOf.get(order.orderId);
      return details === undefined ? [] : [[order.orderId, orderContentOf(order, details)]];
    }),
  );
}

/** The order without holds. */
function newOrder(
  draft: SalesOrderDraft,
  lines: readonly OrderLine[],
  allocation: DemandOutcome | undefined,
  acceptedAt: Temporal.Instant,
  queuedAt: Temporal.Instant,
  warehouse: string,
): NewOrder {
  return {
    customerNo: draft.customerNo,
    orderId: draft.reference,
    orderNo: draft.orderNo,
    shipmentKey: draft.shipmentKey,
    orderType: draft.orderType,
    status: 'RECEIVED',
    warehouse,
    warehouseNamed: requestedOrDefaultWarehouse(draft) !== '',
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
  order: NewOrder,
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
