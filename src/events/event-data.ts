/**
 * The data of events: the records that the matching queries return, as they are now, so a reader that is late gets the newest
 * state rather than a stale one. The units of a receipt are those of its log entry. A fixed number of statements for any number of events.
 */
import type { Static } from 'typebox';
import { inventoryStatusRecord, readItemBalances } from '../inventory/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { readListedReturns, returnSalesOrderHeaderRecord } from '../returns/index.ts';
import { readListedOrdersOnOrOffHold, readSalesOrders, toOnHoldRecord } from '../sales-orders/index.ts';
import { formatSkuKey, readSkus } from '../skus/index.ts';
import {
  loadTrackedOrders,
  type TrackedOrder,
  type TrackingContext,
  toListedPackageRecord,
  toTrackingRecords,
} from '../tracking/index.ts';
import type { CarrierMode, Package } from '../warehouse/index.ts';
import type { EventRecord } from './event.ts';
import type { ReceivedPurchaseOrder, ReceivedTransferOrder } from './event-schemas.ts';
import type { EventSubject, EventWithoutData } from './logged-events.ts';
import { readTrackingHistoryLookup } from './tracking-history.ts';

/**
 * For whom and how the data of events is built. `withTracking` adds the history of each package (`tracking_update`).
 */
interface EventDataContext {
  readonly caller: { readonly customerNo: string; readonly customerName: string };
  readonly timeZone: string;
  readonly carriers: CarrierMode;
  readonly withTracking: boolean;
}

type EventData = Pick<EventRecord, 'data' | 'tracking'>;

type SourceOf<Kind> = Extract<EventSubject, { kind: Kind }>;
type Data = (source: EventSubject) => unknown;

/** The data of each event, in their order; undefined when the subject of the event no longer exists. */
export async function readEventData(
  reader: DbReader,
  found: readonly EventWithoutData[],
  context: EventDataContext,
): Promise<(EventData | undefined)[]> {
  const sources = found.map(({ source }) => source);
  const [orders, held, stock, returned, histories] = await Promise.all([
    readOrders(reader, sources, context),
    readHeldOrders(reader, sources, context),
    readStock(reader, sources, context),
    readReturned(reader, sources, context),
    context.withTracking ? readTrackingHistoryLookup(reader, context.caller.customerNo, found) : undefined,
  ]);
  const dataOf: Data = (source) => {
    switch (source.kind) {
      case 'tracking.updated':
        return orders.packageOf(source);
      case 'order.held':
        return held.get(source.orderId);
      case 'inventory.changed':
        return stock(source);
      case 'purchase_order.received':
        return receivedPurchaseOrder(source);
      case 'transfer_order.received':
        return receivedTransferOrder(source);
      case 'return.received':
        return returned.get(source.returnId);
      default:
        return orders.recordsOf(source.orderId);
    }
  };
  return found.map((event): EventData | undefined => {
    const data = dataOf(event.source);
    if (data === undefined) return undefined;
    const { source } = event;
    if (source.kind !== 'tracking.updated' || histories === undefined) return { data };
    const p = orders.find(source);
    const history = histories(event);
    const packages = orders.livePackages(source.orderId);
    return { data, tracking: { ...history, packageId: p?.packageId ?? '', orderId: source.orderId, packages } };
  });
}

const detailKinds: ReadonlySet<string> = new Set([
  'tracking.updated',
  'order.status_changed',
  'order.released',
  'order.shipped',
]);

async function readOrders(
  reader: DbReader,
  sources: readonly EventSubject[],
  { caller, timeZone, carriers }: EventDataContext,
) {
  const ids = sources.flatMap((source) =>
    'orderId' in source && detailKinds.has(source.kind) ? [source.orderId] : [],
  );
  const tracked = new Map<string, TrackedOrder>();
  let shown: TrackingContext | undefined;
  if (ids.length > 0) {
    const keys = [...new Set(ids)].map((orderId) => ({ customerNo: caller.customerNo, orderId }));
    const { orders, context } = await loadTrackedOrders(
      reader,
      caller.customerNo,
      await readSalesOrders(reader, keys),
      carriers,
    );
    for (const each of orders) tracked.set(each.order.orderId, each);
    shown = { ...context, timeZone };
  }
  const find = ({ orderId, packageNo }: SourceOf<'tracking.updated'>): Package | undefined =>
    tracked.get(orderId)?.packages.find((p) => p.packageNo === packageNo);
  return {
    find,
    livePackages: (orderId: string) =>
      (tracked.get(orderId)?.packages ?? []).filter(({ status }) => status !== 'CANCELED').length,
    packageOf: (source: SourceOf<'tracking.updated'>) => {
      const [order, p] = [tracked.get(source.orderId), find(source)];
      return order && p && toListedPackageRecord(order.order, order.details, p, timeZone);
    },
    recordsOf: (orderId: string) => {
      const order = tracked.get(orderId);
      return order && shown && toTrackingRecords(order, shown);
    },
  };
}

async function readHeldOrders(
  reader: DbReader,
  sources: readonly EventSubject[],
  { caller, timeZone }: EventDataContext,
) {
  const ids = sources.flatMap((source) => (source.kind === 'order.held' ? [source.orderId] : []));
  if (ids.length === 0) return new Map<string, unknown>();
  const listed = await readListedOrdersOnOrOffHold(reader, caller.customerNo, [...new Set(ids)]);
  return new Map<string, unknown>(listed.map((each) => [each.order.orderId, toOnHoldRecord(each, caller, timeZone)]));
}

async function readStock(reader: DbReader, sources: readonly EventSubject[], { caller }: EventDataContext) {
  const itemNos = [
    ...new Set(sources.flatMap((source) => (source.kind === 'inventory.changed' ? [source.itemNo] : []))),
  ];
  if (itemNos.length === 0) return () => undefined;
  const { customerNo } = caller;
  const keys = itemNos.map((itemNo) => ({ customerNo, itemNo }));
  const [rows, skus] = await Promise.all([readItemBalances(reader, customerNo, itemNos), readSkus(reader, keys)]);
  const keyOf = ({ itemNo, warehouse, status }: Omit<SourceOf<'inventory.changed'>, 'kind'>) =>
    `${itemNo}\n${warehouse}\n${status}`;
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return (source: SourceOf<'inventory.changed'>) => {
    const { itemNo, warehouse, status } = source;
    const none = { onHand: 0, reserved: 0, backOrdered: 0, expected: 0, inTransit: 0 };
    const row = byKey.get(keyOf(source)) ?? { itemNo, warehouse, status, ...none };
    return inventoryStatusRecord(row, caller, skus.get(formatSkuKey({ customerNo, itemNo })));
  };
}

async function readReturned(
  reader: DbReader,
  sources: readonly EventSubject[],
  { caller, timeZone }: EventDataContext,
) {
  const ids = sources.flatMap((source) => (source.kind === 'return.received' ? [source.returnId] : []));
  if (ids.length === 0) return new Map<string, unknown>();
  const keys = [...new Set(ids)].map((returnId) => ({ customerNo: caller.customerNo, returnId }));
  const listed = await readListedReturns(reader, keys);
  return new Map<string, unknown>(
    listed.map((each) => [each.orderReturn.returnId, returnSalesOrderHeaderRecord(each, caller, timeZone)]),
  );
}

type Fields = Readonly<Record<string, unknown>>;

const textIn = (fields: Fields, name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');

function linesIn(fields: Fields, name: string, units: 'quantity' | 'units') {
  const lines = fields[name];
  return (Array.isArray(lines) ? (lines as Fields[]) : []).map((line) => ({
    ItemNo: textIn(line, 'itemNo'),
    ItemQuantity: Number(line[units] ?? 0),
    InventoryStatusCode: textIn(line, 'inventoryStatus'),
  }));
}

/** The data as of the receipt, whose log entry has the fields of its reply. */
function receivedPurchaseOrder({
  reference,
  logged,
}: SourceOf<'purchase_order.received'>): Static<typeof ReceivedPurchaseOrder> {
  return {
    TransactionReferenceNumber: reference,
    CustomerReferenceNo: textIn(logged, 'customerReferenceNo'),
    PurchaseOrderNumber: textIn(logged, 'purchaseOrderNumber'),
    Warehouse: textIn(logged, 'warehouse'),
    Status: textIn(logged, 'status'),
    Lines: linesIn(logged, 'lines', 'quantity'),
  };
}

function receivedTransferOrder({
  reference,
  logged,
}: SourceOf<'transfer_order.received'>): Static<typeof ReceivedTransferOrder> {
  return {
    TransactionReferenceNumber: reference,
    CustomerReferenceNo: textIn(logged, 'customerReferenceNo'),
    TransferOrderNumber: textIn(logged, 'transferOrderNumber'),
    Warehouse: textIn(logged, 'warehouse'),
    Status: textIn(logged, 'status'),
    Lines: linesIn(logged, 'lines', 'units'),
    Surplus: linesIn(logged, 'surplus', 'units'),
  };
}
