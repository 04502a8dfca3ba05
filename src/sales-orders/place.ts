/**
 * Placing sales orders, many at once (decisions 4, 6, 10, 11, 12).
 *
 * One set runs a fixed number of statements: claim the names, read catalog and stock, write orders, demands, holds, due
 * work, and at the end the balances and the log (balances first, and locked, where stock is short: decision 16). A refused
 * draft leaves nothing behind; an order that cannot be reserved or sent is accepted and held, never refused: losing an
 * order is worse.
 */

import { completeCarrierAndService } from '../carriers/index.ts';
import {
  type DemandOutcome,
  demandRank,
  readBalancesUnlocked,
  reserveOptimistically,
  type StockKey,
} from '../inventory/index.ts';
import { type OperatorSettings, readOperatorSettings } from '../operator-settings/index.ts';
import { getCachedTimes, realTime, scheduleNewWork } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse, refuseFaults } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { getCachedSkus, type Sku } from '../skus/index.ts';
import { draftIdentityKeys, lineInventoryStatus, type SalesOrderDraft, salesDemandLines } from './draft.ts';
import { scheduleHoldEnds } from './hold-changes.ts';
import { loadRuleEvaluator } from './hold-review.ts';
import { wineryHold } from './holds.ts';
import {
  claimIdentities,
  claimIdentitiesOptimistically,
  identityKey,
  reassignIdentities,
  releaseIdentities,
  type SalesOrderIdentity,
  type TakenIdentity,
} from './identity-store.ts';
import { nearestWarehouses } from './nearest-warehouses.ts';
import { type Hold, type OrderLine, openStatus } from './order.ts';
import {
  acceptSalesLines,
  checkOrderRecipient,
  explainAllocation,
  orderWarnings,
  systemHolds,
  type WarehouseSource,
} from './order-acceptance.ts';
import { insertOrderDetails, insertOrders, type NewOrder, readSalesOrders, upsertHolds } from './order-store.ts';
import { processingTime } from './processing-time.ts';

/** The reference that identifies the order: this request's, or that of the first one when it was sent before. */
export interface PlacedOrder {
  readonly reference: string;
  /** False when the order had been accepted before. */
  readonly isNew: boolean;
  /** What `orderWarnings` says of what was sent: of an order that is sent again the same. */
  readonly warnings: readonly string[];
}

/**
 * Gathers CreateSalesOrder requests. Refusals, in order of precedence: `DuplicateOrder` (its number or TransmissionId
 * belongs to an order with other content), then the faults of its items (`UnknownItem`, `RetiredItem`, `CaseUnknown`).
 */
export const salesOrderPlacement: BatchWriter<SalesOrderDraft, PlacedOrder> = {
  name: 'sales-orders.place',
  maxItems: 125,
  customerNo: (draft) => draft.customerNo,
  identities: draftIdentityKeys,
  write: placeSalesOrders,
};

/** Places orders in the order given; one outcome each. */
export async function placeSalesOrders(tx: Tx, drafts: readonly SalesOrderDraft[]): Promise<Outcome<PlacedOrder>[]> {
  const outcomes = new Map<SalesOrderDraft, Outcome<PlacedOrder>>();
  const operator = await readOperatorSettings(tx);
  await settlePlaced(tx, drafts, outcomes);
  const unplaced = outcomes.size === 0 ? drafts : drafts.filter((draft) => !outcomes.has(draft));
  // Sent together and run one after the other: the names are claimed before anything is read.
  const [fresh, items, timeOf, glance] = await Promise.all([
    claimNames(tx, unplaced, outcomes),
    recallItems(tx, drafts),
    getCachedTimes(tx, [...new Set(drafts.map((draft) => draft.customerNo))]),
    tx.optimistic ? readBalancesUnlocked(tx, stockOf(drafts, operator)) : undefined,
  ]);
  const evaluateRules = await loadRuleEvaluator(tx);
  const queuedAt = realTime();

  const accepted: { draft: SalesOrderDraft; lines: OrderLine[] }[] = [];
  const refused: SalesOrderDraft[] = [];
  for (const draft of fresh) {
    const { lines, faults } = acceptSalesLines(draft, items(draft.customerNo));
    if (faults.length === 0) accepted.push({ draft, lines });
    else {
      outcomes.set(draft, refuseFaults(faults));
      refused.push(draft);
    }
  }
  await releaseIdentities(tx, refused.flatMap(identitiesOf));

  insertOrderDetails(
    tx,
    accepted.map(({ draft }) => ({
      customerNo: draft.customerNo,
      orderId: draft.reference,
      document: draft.document,
    })),
  );
  const wanting = accepted
    .map((entry) => ({ ...entry, demand: salesDemandLines(entry.draft.orderType, entry.lines) }))
    .filter(({ demand }) => demand.length > 0);
  const { outcomes: reserved, reserve } = await reserveOptimistically(
    tx,
    wanting.map(({ draft, demand }) => ({
      customerNo: draft.customerNo,
      subject: draft.reference,
      rank: demandRank.order,
      queuedAt,
      warehouse: namedWarehouse(draft)
        ? { named: namedWarehouse(draft) }
        : { choices: nearestWarehouses(operator.warehouses, draft.document.recipient.zipCode) },
      lines: demand,
    })),
    glance,
  );
  const allocationOf = new Map(wanting.map(({ draft }, i) => [draft, reserved[i] as DemandOutcome]));

  const orders = accepted.map(({ draft, lines }) => {
    const acceptedAt = timeOf(draft.customerNo);
    const allocation = allocationOf.get(draft);
    const received = newOrder(draft, lines, allocation, acceptedAt, queuedAt, operator);
    const recipient = checkOrderRecipient(draft);
    const holds = [
      ...systemHolds({ recipient, lines, allocation }),
      ...(draft.hold ? [wineryHold] : []),
      ...evaluateRules(received, received.document, acceptedAt),
    ];
    const warnings = orderWarnings(draft, recipient);
    return {
      draft,
      holds,
      warnings,
      order: holds.length === 0 ? received : { ...received, status: openStatus(holds) },
    };
  });
  insertOrders(
    tx,
    orders.map(({ order }) => order),
  );
  const placed = orders.flatMap(({ order: { customerNo, orderId, acceptedAt }, holds }) =>
    holds.map((hold) => ({ customerNo, orderId, hold, placedAt: acceptedAt })),
  );
  await upsertHolds(tx, placed);
  await scheduleHoldEnds(tx, placed);
  scheduleNewWork(
    tx,
    orders
      .filter(({ holds }) => holds.length === 0)
      .map(({ order }) => ({
        customerNo: order.customerNo,
        dueAt: processingTime(order, order.acceptedAt, operator),
        step: 'sales_order.process',
        subject: order.orderId,
      })),
  );
  for (const { draft, order, holds, warnings } of orders) {
    appendLog(tx, draft, {
      kind: 'sales_order.accepted',
      subject: order.orderId,
      occurredAt: order.acceptedAt,
      data: acceptedFacts(draft, order, holds, warnings),
    });
    outcomes.set(draft, { done: { reference: order.orderId, isNew: true, warnings } });
  }
  await reserve();
  return drafts.map((draft) => outcomes.get(draft) as Outcome<PlacedOrder>);
}

/** The items of these orders, each customer's by its number; what the process remembers of them it does not ask for. */
async function recallItems(
  tx: Tx,
  drafts: readonly SalesOrderDraft[],
): Promise<(customerNo: string) => (itemNo: string) => Sku | undefined> {
  // Many orders want the same few items.
  const wanted = new Map<string, Set<string>>();
  for (const { customerNo, lines } of drafts) {
    let itemNos = wanted.get(customerNo);
    if (itemNos === undefined) {
      itemNos = new Set();
      wanted.set(customerNo, itemNos);
    }
    for (const { itemNo } of lines) itemNos.add(itemNo);
  }
  const skus = await getCachedSkus(
    tx,
    [...wanted].flatMap(([customerNo, itemNos]) => [...itemNos].map((itemNo) => ({ customerNo, itemNo }))),
  );
  const known = new Map<string, Map<string, Sku>>();
  for (const customerNo of wanted.keys()) known.set(customerNo, new Map());
  for (const sku of skus.values()) known.get(sku.customerNo)?.set(sku.itemNo, sku);
  return (customerNo) => (itemNo) => known.get(customerNo)?.get(itemNo);
}

/** Every balance that these orders may be filled from. */
function* stockOf(drafts: readonly SalesOrderDraft[], { warehouses }: OperatorSettings): Iterable<StockKey> {
  for (const draft of drafts) {
    const { customerNo, orderType, lines } = draft;
    if (orderType === 'JIT') continue;
    const named = namedWarehouse(draft);
    const places = named ? [named] : nearestWarehouses(warehouses, draft.document.recipient.zipCode);
    for (const { itemNo, taxStatus } of lines) {
      const { status } = lineInventoryStatus(orderType, taxStatus);
      for (const warehouse of places) yield { customerNo, itemNo, warehouse, status };
    }
  }
}

const namedWarehouse = (draft: Pick<SalesOrderDraft, 'warehouse' | 'shippingDefaults'>): string =>
  draft.warehouse || draft.shippingDefaults.warehouse;

const warehouseSource = (draft: SalesOrderDraft): WarehouseSource =>
  draft.warehouse ? 'order' : draft.shippingDefaults.warehouse ? 'preference' : 'nearest';

function identitiesOf(draft: SalesOrderDraft): SalesOrderIdentity[] {
  const { customerNo, reference: orderId, orderNo, shipmentKey } = draft;
  const identities: SalesOrderIdentity[] = [{ customerNo, kind: 1, name: orderNo, shipmentKey, orderId }];
  const { transmissionId } = draft.document;
  if (transmissionId !== '') identities.push({ customerNo, kind: 2, name: transmissionId, shipmentKey: '', orderId });
  return identities;
}

/**
 * Claims the drafts' names and settles those whose names were taken (decision 6): the same content answers the first
 * reference, other content is refused. Answers the drafts that are new: at first all are taken to be, since few are sent
 * twice, and where one is not nothing else has been written yet when the transaction learns it and runs again.
 */
async function claimNames(
  tx: Tx,
  drafts: readonly SalesOrderDraft[],
  outcomes: Map<SalesOrderDraft, Outcome<PlacedOrder>>,
): Promise<SalesOrderDraft[]> {
  if (tx.optimistic) {
    claimIdentitiesOptimistically(tx, drafts.flatMap(identitiesOf));
    return [...drafts];
  }
  const taken = await claimIdentities(tx, drafts.flatMap(identitiesOf));
  if (taken.size === 0) return [...drafts];
  const fresh: SalesOrderDraft[] = [];
  const given: SalesOrderIdentity[] = [];
  const joining: (SalesOrderIdentity & { to: string })[] = [];
  for (const draft of drafts) {
    const identities = identitiesOf(draft);
    const [byNumber, byTransmission] = identities.map((identity) => taken.get(identityKey(identity)));
    if (byNumber === undefined && byTransmission === undefined) {
      fresh.push(draft);
      continue;
    }
    const outcome = resolveTakenIdentities(draft, byNumber, byTransmission);
    outcomes.set(draft, outcome);
    const claimed = identities.filter((identity) => !taken.has(identityKey(identity)));
    const joins = 'done' in outcome && byTransmission === undefined ? claimed : [];
    joining.push(...joins.map((identity) => ({ ...identity, to: (byNumber as TakenIdentity).orderId })));
    given.push(...claimed.filter((identity) => !joins.includes(identity)));
  }
  await releaseIdentities(tx, given);
  await reassignIdentities(tx, joining);
  return fresh;
}

/**
 * Drafts that an earlier run of their command has placed return that order, also when it was canceled since, which has freed
 * its OrderNo. A run that is still at work cannot place one a second time: the reference is the primary key.
 */
async function settlePlaced(
  tx: Tx,
  drafts: readonly SalesOrderDraft[],
  outcomes: Map<SalesOrderDraft, Outcome<PlacedOrder>>,
): Promise<void> {
  const doubtful = drafts.filter(({ mayBePlaced }) => mayBePlaced === true);
  if (doubtful.length === 0) return;
  const keys = doubtful.map(({ customerNo, reference: orderId }) => ({ customerNo, orderId }));
  const placed = new Set((await readSalesOrders(tx, keys)).map(({ orderId }) => orderId));
  for (const draft of doubtful.filter(({ reference }) => placed.has(reference))) {
    const warnings = orderWarnings(draft, checkOrderRecipient(draft));
    outcomes.set(draft, { done: { reference: draft.reference, isNew: false, warnings } });
  }
}

/** What a draft is answered whose OrderNo or TransmissionId is known. Pure. */
function resolveTakenIdentities(
  draft: SalesOrderDraft,
  byNumber: TakenIdentity | undefined,
  byTransmission: TakenIdentity | undefined,
): Outcome<PlacedOrder> {
  if (byNumber && byTransmission && byNumber.orderId !== byTransmission.orderId) {
    return refuse(
      'DuplicateOrder',
      `OrderInfo.TransmissionId and OrderInfo.OrderNo belong to different orders, ${byTransmission.orderId} and ${byNumber.orderId}`,
    );
  }
  const first = (byTransmission ?? byNumber) as TakenIdentity;
  if (first.contentHash === draft.contentHash) {
    return {
      done: { reference: first.orderId, isNew: false, warnings: orderWarnings(draft, checkOrderRecipient(draft)) },
    };
  }
  const field = byTransmission ? 'OrderInfo.TransmissionId' : 'OrderInfo.OrderNo';
  const name = byTransmission ? draft.document.transmissionId : draft.orderNo;
  const message = `${name} was already used for an order with other content, ${first.orderId} (OrderNo ${first.orderNo})`;
  return refuse('DuplicateOrder', `${field} ${message}`, [{ field, code: 'DuplicateOrder', message }]);
}

/** The order as it stands when nothing holds it. */
function newOrder(
  draft: SalesOrderDraft,
  lines: readonly OrderLine[],
  allocation: DemandOutcome | undefined,
  acceptedAt: Temporal.Instant,
  queuedAt: Temporal.Instant,
  operator: OperatorSettings,
): NewOrder {
  const named = namedWarehouse(draft);
  return {
    customerNo: draft.customerNo,
    orderId: draft.reference,
    orderNo: draft.orderNo,
    shipmentKey: draft.shipmentKey,
    orderType: draft.orderType,
    status: 'RECEIVED',
    warehouse:
      named ||
      (allocation?.warehouse ?? nearestWarehouses(operator.warehouses, draft.document.recipient.zipCode)[0] ?? ''),
    warehouseNamed: named !== '',
    ...completeCarrierAndService(
      { carrier: draft.carrier || undefined, service: draft.service || undefined },
      draft.shippingDefaults,
    ),
    requestedShipDate: draft.requestedShipDate,
    icePack: draft.icePack,
    batchId: draft.batchId,
    jitLabelId: undefined,
    acceptedAt,
    queuedAt,
    lines,
    contentHash: draft.contentHash,
    document: draft.document,
    allocation: allocation && explainAllocation(warehouseSource(draft), allocation),
  };
}

function acceptedFacts(
  draft: SalesOrderDraft,
  order: NewOrder,
  holds: readonly Hold[],
  warnings: readonly string[],
): Record<string, unknown> {
  const facts: Record<string, unknown> = { orderNo: order.orderNo, type: order.orderType, status: order.status };
  if (order.warehouse !== '') facts.warehouse = order.warehouse;
  if (order.shipmentKey !== '') facts.shipmentKey = order.shipmentKey;
  if (draft.document.transmissionId !== '') facts.transmissionId = draft.document.transmissionId;
  if (holds.length > 0) facts.holds = holds.map(({ reason, cause }) => ({ reason, cause }));
  if (warnings.length > 0) facts.warnings = warnings;
  return facts;
}
