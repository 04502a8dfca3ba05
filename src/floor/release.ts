/** Release of waiting orders to the floor of their warehouse (decision 42): they become PROCESSING ORDER, and can be packed. */
import { assertPresent } from '../lib/assert.ts';
import { isWorkedWarehouse, type OperatorSettings, readOperatorSettings } from '../operator-settings/index.ts';
import { type AuditContext, type AuditedChange, recordAudits } from '../operators/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { type Outcome, okValuesOf, refuse, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import {
  computeLineUnitsToShip,
  findSalesOrderKeysBySelector,
  lockSalesOrders,
  noSuchSalesOrderMessage,
  readHolds,
  readSalesOrders,
  type SalesOrder,
} from '../sales-orders/index.ts';
import {
  type CarrierMode,
  decideProcessingStart,
  selectLinesToPack,
  startOrderProcessing,
} from '../warehouse/index.ts';
import { deletePackingScans, lockFloorWork, readFloorWork, saveFloorWork } from './floor-store.ts';
import { type FloorWork, groupByCustomerInLockOrder, unclaimedFloorWorkColumns } from './floor-work.ts';

/** The context of a release by an operator or a schedule. */
export type ReleaseContext = AuditContext & Pick<OperatorContext, 'forCustomer'>;

interface OrderToRelease {
  readonly customerNo: string;
  /** Any transaction reference of the order. */
  readonly orderReference: string;
  readonly context: ReleaseContext;
  /** The warehouse of the wave. Orders of other warehouses are refused. */
  readonly warehouse: string;
  readonly waveId: string;
  readonly carriers: CarrierMode;
}

export interface FloorReleaseResult {
  readonly orderNo: string;
  readonly units: number;
}

/**
 * Releases orders: one outcome per item. An order that is in work in the same wave already is unchanged. Refusals, in order of precedence:
 * `NotFound`; `StateForbids` for an order that is canceled, in work, shipped, in EXCEPTION, on hold, of another warehouse, of an
 * automatic warehouse, or of type JIT; then `StateForbids` for one that `startOrderProcessing` does not start.
 */
export const orderReleaseWriter: BatchWriter<OrderToRelease, FloorReleaseResult> = {
  name: 'floor.release',
  maxItems: 250,
  customerNo: ({ customerNo }) => customerNo,
  identities: ({ orderReference }) => [orderReference],
  write: releaseOrders,
};

async function releaseOrders(tx: Tx, items: readonly OrderToRelease[]): Promise<Outcome<FloorReleaseResult>[]> {
  const resolved = await findSalesOrderKeysBySelector(tx, items.map(nameOf));
  const keys = okValuesOf(resolved);
  const orders = new Map((await lockSalesOrders(tx, keys)).map((order) => [order.orderId, order]));
  const operator = await readOperatorSettings(tx);
  const judged = resolved.map((outcome, index) => {
    if ('refused' in outcome) return outcome;
    const order = assertPresent(orders.get(outcome.ok.orderId), 'an order that was found');
    return decideOrderRelease(order, (items[index] as OrderToRelease).warehouse, operator);
  });
  const timeOf = await readCustomerClockLookup(tx, items);
  const started = await start(tx, items, judged, timeOf);
  const reasons = await readReasons(tx, judged, started);
  const before = new Map((await lockFloorWork(tx, [...started.values()])).map((work) => [work.orderId, work]));
  const works: FloorWork[] = [];
  const audited: AuditedChange[] = [];
  const inWork = [...orders.values()].filter(({ status }) => status === 'PROCESSING ORDER');
  const working = new Map((await readFloorWork(tx, inWork)).map((work) => [work.orderId, work]));
  const outcomes = judged.map((outcome, index): Outcome<FloorReleaseResult> => {
    if ('refused' in outcome) {
      const [found, item] = [resolved[index], items[index] as OrderToRelease];
      const work = found !== undefined && 'ok' in found ? working.get(found.ok.orderId) : undefined;
      return work?.waveId === item.waveId ? { ok: { orderNo: work.orderNo, units: work.units } } : outcome;
    }
    const order = started.get(outcome.ok.orderId);
    if (order === undefined) return refuseState(...assertPresent(reasons.get(outcome.ok.orderId), 'the reason'));
    const { context, waveId } = items[index] as OrderToRelease;
    const { customerNo, orderId, orderNo } = order;
    const at = timeOf(customerNo);
    const units = selectLinesToPack(order).reduce((sum, line) => sum + computeLineUnitsToShip(line), 0);
    // A request may name an order twice.
    if (!works.some((work) => work.orderId === orderId)) {
      works.push(newFloorWork(order, before.get(orderId)?.claim ?? 0, waveId, at));
      appendLog(tx, context.forCustomer(customerNo), {
        kind: 'sales_order.floor_released',
        subject: orderId,
        occurredAt: at,
        data: { wave: waveId },
      });
      const after = { Status: order.status, Wave: waveId };
      const entry = {
        action: 'order.floor_released',
        subject: orderId,
        customerNo,
        before: { Status: 'RECEIVED' },
        after,
      };
      audited.push({ context, entry });
    }
    return { ok: { orderNo, units } };
  });
  recordAudits(tx, audited);
  deletePackingScans(tx, works);
  saveFloorWork(tx, works);
  return outcomes;
}

const nameOf = ({ customerNo, orderReference }: OrderToRelease) => ({ customerNo, reference: orderReference });

/** The new work, `released`, on an order whose processing has started. `claim`: the last of an earlier release, 0 for none. */
export function newFloorWork(
  order: SalesOrder,
  claim: number,
  waveId: string | undefined,
  at: Temporal.Instant,
): FloorWork {
  const { customerNo, orderId, orderNo, shipmentKey, warehouse, carrier } = order;
  const lines = selectLinesToPack(order);
  return {
    customerNo,
    orderId,
    orderNo,
    shipmentKey,
    warehouse,
    carrier,
    state: 'released',
    waveId,
    manifestId: undefined,
    pickTaskId: undefined,
    isRepacked: false,
    leftBehindAt: undefined,
    units: lines.reduce((sum, line) => sum + computeLineUnitsToShip(line), 0),
    lines: lines.length,
    // Sessions of an earlier release have ended.
    ...unclaimedFloorWorkColumns,
    claim: claim + 1,
    boxes: [],
    bottlesAside: undefined,
    trackingNos: [],
    note: '',
    releasedAt: at,
    changedAt: at,
  };
}

/** Returns the order when a person may release it at this warehouse, else the refusal. Pure. */
export function decideOrderRelease(
  order: SalesOrder,
  warehouse: string,
  operator: OperatorSettings,
): Outcome<SalesOrder> {
  const { status, orderNo } = order;
  const no = (why: string) => refuseState(status, `Order ${orderNo} is not released: ${why}.`);
  if (status === 'CANCELED') return no('it is canceled');
  if (status === 'PROCESSING ORDER') return no('it is in work already');
  if (status === 'SHIPPED' || status === 'EXCEPTION') return no(`its status is ${status}`);
  if (status !== 'RECEIVED') return no(`it is on hold (${status})`);
  if (order.warehouse !== warehouse) return no(`it ships from ${order.warehouse || 'no warehouse yet'}`);
  if (!isWorkedWarehouse(warehouse, operator))
    return no(`${warehouse} is an automatic warehouse, which starts it when it is due`);
  if (order.orderType === 'JIT') return no('a JIT order starts when its label is scanned at the packing station');
  return { ok: order };
}

/** Starts the releasable orders; returns those that are in work now, by order id. */
async function start(
  tx: Tx,
  items: readonly OrderToRelease[],
  judged: readonly Outcome<SalesOrder>[],
  timeOf: (customerNo: string) => Temporal.Instant,
): Promise<Map<string, SalesOrder>> {
  const orders = okValuesOf(judged);
  const started = new Map<string, SalesOrder>();
  const carriers = items[0]?.carriers ?? 'none';
  for (const [customerNo, own] of groupByCustomerInLockOrder(orders, (order) => order)) {
    const work = { customerNo, at: timeOf(customerNo), orderIds: [...new Set(own.map(({ orderId }) => orderId))] };
    for (const order of await startOrderProcessing(tx, work, carriers, new Set(work.orderIds))) {
      started.set(order.orderId, order);
    }
  }
  return started;
}

/** Why releasable orders did not start: state and sentence, by order id. */
async function readReasons(
  reader: DbReader,
  judged: readonly Outcome<SalesOrder>[],
  started: ReadonlyMap<string, SalesOrder>,
): Promise<Map<string, [string, string]>> {
  const rest = judged.flatMap((outcome) => ('ok' in outcome && !started.has(outcome.ok.orderId) ? [outcome.ok] : []));
  if (rest.length === 0) return new Map();
  const holds = await readHolds(reader, rest);
  const orders = await readSalesOrders(reader, rest);
  return new Map(
    orders.map(({ orderId, orderNo, status }) => {
      const held = holds.get(orderId) ?? [];
      const why =
        status === 'SHIPPED'
          ? 'it has nothing to pack and is complete.'
          : held.length > 0
            ? `it is on hold. ${held.map(({ description }) => description).join(' ')}`
            : 'its ship date is in the future.';
      return [orderId, [status, `Order ${orderNo} is not released: ${why}`]];
    }),
  );
}

/**
 * The outcome that `orderReleaseWriter` would have for each order in a new wave now, without locks and changes. Does not foresee
 * holds that a standing rule or a carrier places when processing starts.
 */
export async function previewRelease(
  reader: DbReader,
  items: readonly Pick<OrderToRelease, 'customerNo' | 'orderReference' | 'warehouse' | 'carriers'>[],
): Promise<Outcome<SalesOrder>[]> {
  const resolved = await findSalesOrderKeysBySelector(
    reader,
    items.map(({ customerNo, orderReference }) => ({ customerNo, reference: orderReference })),
  );
  const keys = okValuesOf(resolved);
  const orders = new Map((await readSalesOrders(reader, keys)).map((order) => [order.orderId, order]));
  const operator = await readOperatorSettings(reader);
  const timeOf = await readCustomerClockLookup(reader, items);
  return resolved.map((outcome, index) => {
    if ('refused' in outcome) return outcome;
    const order = orders.get(outcome.ok.orderId);
    if (order === undefined) return refuse('NotFound', noSuchSalesOrderMessage);
    const { warehouse, carriers, customerNo } = items[index] as (typeof items)[number];
    const judged = decideOrderRelease(order, warehouse, operator);
    if ('refused' in judged) return judged;
    const begins = decideProcessingStart(order, timeOf(customerNo), operator, carriers, true);
    const no = (why: string) => refuseState(order.status, `Order ${order.orderNo} is not released: ${why}.`);
    if (begins.decision === 'later') return no('its ship date is in the future');
    if (begins.decision === 'complete') return no('it has nothing to pack and would be complete');
    return begins.decision === 'hold' ? no(`it goes on hold. ${begins.hold.description}`) : judged;
  });
}
