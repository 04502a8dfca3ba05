/**
 * Units that picking did not find (decision 42). They leave the stock with a reason. The last orders in the queue lose the units. By
 * the rule of their winery, these orders ship short, or leave the floor and are allocated again.
 */
import { readCustomers, type ShortPickRule, shortPickRuleOf } from '../auth/index.ts';
import {
  adjustStock,
  type DemandRow,
  type MissingUnits,
  readDemands,
  writeOffMissingUnits,
} from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { lockBinChangesOfItems, lockBinContentsOfItems } from '../locations/index.ts';
import { recordAudit, valueOrThrowAppError } from '../operators/index.ts';
import { readCustomerClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { scheduleDueWork } from '../platform/due-work-store.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { appendLog } from '../platform/log.ts';
import { readSalesOrders, type SalesOrder } from '../sales-orders/index.ts';
import { unpackOrders } from '../shipping-labels/index.ts';
import { recordStockLossAudit } from './audit-stock-loss.ts';
import { lockFloorWork, saveFloorWork } from './floor-store.ts';
import { computeItemsToPick, computeUnpickedUnitsByStatus, itemKeyOf, type PickingSnapshot } from './picking-walk.ts';
import type { StationPerson } from './station.ts';
import { recordOrderTakeBacks } from './take-back.ts';

interface Missing {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly units: number;
}

interface ShortOrder {
  readonly order: SalesOrder;
  readonly units: number;
}

/**
 * Records units that were not found. The caller has locked the customer's backorder queue, then the orders of the task. By the
 * winery's rule the last orders ship short, or leave the task and are allocated again. Returns the orders that are still picked in the task, and a
 * message that says what becomes of the short ones.
 */
export async function recordMissingUnits(
  tx: Tx,
  { context, person }: { readonly context: OperatorContext; readonly person: StationPerson },
  { task, orders, parts, statuses: drawn }: PickingSnapshot,
  missing: Missing,
  reasonCode: string,
): Promise<{ readonly orders: readonly SalesOrder[]; readonly message: string }> {
  const { customerNo, itemNo } = missing;
  // Bins are locked before balances, and for all items: the step may end the task, which puts surplus units back into bins.
  const { warehouse } = task;
  const items = computeItemsToPick(orders, parts).map(({ customerNo, itemNo }) => ({ customerNo, itemNo, warehouse }));
  lockBinChangesOfItems(tx, items);
  await lockBinContentsOfItems(tx, items);
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  const short = decideOrdersToShorten({ orders }, missing).map(
    ({ orderId, units }): ShortOrder => ({ order: assertPresent(byId.get(orderId), 'a short order'), units }),
  );
  const at = await readCustomerClock(tx, customerNo);
  for (const { order, units } of short) {
    const { orderId: subject } = order;
    const data = { person: person.email, itemNo, units, reasonCode };
    const kind = 'sales_order.floor_short_picked';
    appendLog(tx, context.forCustomer(customerNo), { kind, subject, occurredAt: at, data });
    recordAudit(tx, context, { action: kind, subject, customerNo, after: data });
  }
  const rule = shortPickRuleOf((await readCustomers(tx, [customerNo])).get(customerNo));
  const demands = await readDemands(
    tx,
    short.map(({ order }) => ({ customerNo, subject: order.orderId })),
  );
  const lost = lostUnits(short, demands, itemNo, computeUnpickedUnitsByStatus({ parts, statuses: drawn }, missing));
  if (rule === 'hold') {
    await takeBackShort(tx, context, short, itemNo, at);
    await adjustLost(tx, context, warehouse, lost, reasonCode);
  } else valueOrThrowAppError(await writeOffMissingUnits(tx, context.forCustomer(customerNo), lost, reasonCode));
  const gone = lost.map(({ status, quantity }) => ({ itemNo, status, units: quantity }));
  recordStockLossAudit(tx, context, { customerNo, warehouse, reasonCode, note: '' }, gone);
  const left = rule === 'hold' ? new Set(short.map(({ order }) => order.orderId)) : new Set<string>();
  const now = await readSalesOrders(tx, orders);
  const still = now.filter(({ orderId, status }) => status === 'PROCESSING ORDER' && !left.has(orderId));
  const statuses = new Map(now.map(({ orderId, status }) => [orderId, status]));
  const message = short.map(({ order: { orderId, orderNo } }) => {
    const status = assertPresent(statuses.get(orderId), 'the status of a short order');
    return `Order ${orderNo} ${whatBecomes(status, rule)}.`;
  });
  return { orders: still, message: message.join(' ') };
}

/** Orders that lose missing units, with the units: the last in the queue first. */
function decideOrdersToShorten(
  { orders }: Pick<PickingSnapshot, 'orders'>,
  missing: { readonly customerNo: string; readonly itemNo: string; readonly units: number },
): { readonly orderId: string; readonly units: number }[] {
  let left = missing.units;
  return orders
    .filter((order) => order.customerNo === missing.customerNo)
    .toSorted((a, b) => Temporal.Instant.compare(b.queuedAt, a.queuedAt) || (a.orderId < b.orderId ? 1 : -1))
    .flatMap((order) => {
      const own = computeItemsToPick([order], []).find((each) => itemKeyOf(each) === itemKeyOf(missing));
      const lost = Math.min(left, own?.units ?? 0);
      left -= lost;
      return lost === 0 ? [] : [{ orderId: order.orderId, units: lost }];
    });
}

function whatBecomes(status: SalesOrder['status'], rule: ShortPickRule): string {
  if (rule === 'hold') {
    return status === 'RECEIVED' ? 'leaves the wave and may be released again' : 'leaves the wave and waits for stock';
  }
  return status === 'EXCEPTION' ? 'has nothing left to ship and is an exception' : 'ships short';
}

/** Missing units of an order, and the inventory status in which they leave the stock. */
type LostUnits = MissingUnits & { readonly status: string };

/**
 * The missing units of orders by inventory status: of the item's statuses those first that the task's orders draw and that were not
 * picked (`unpicked`), because the records of bins have lost these; then those of each order's last demands.
 */
function lostUnits(
  short: readonly ShortOrder[],
  demands: readonly DemandRow[],
  itemNo: string,
  unpicked: ReadonlyMap<string, number>,
): LostUnits[] {
  const left = new Map(unpicked);
  return short.flatMap(({ order: { customerNo, orderId: subject }, units }) => {
    const own = demands.filter((demand) => demand.subject === subject && demand.itemNo === itemNo).toReversed();
    const lost = new Map<string, number>();
    let rest = units;
    for (const mostOf of [(status: string) => left.get(status) ?? 0, () => units]) {
      for (const { status, quantity } of own) {
        const before = lost.get(status) ?? 0;
        const more = Math.max(0, Math.min(rest, quantity - before, mostOf(status)));
        rest -= more;
        left.set(status, (left.get(status) ?? 0) - more);
        if (more > 0) lost.set(status, before + more);
      }
    }
    return [...lost].map(([status, quantity]) => ({ customerNo, subject, itemNo, status, quantity }));
  });
}

/** The orders leave the floor and are allocated again, at their place in the queue. */
async function takeBackShort(
  tx: Tx,
  context: OperatorContext,
  short: readonly ShortOrder[],
  itemNo: string,
  at: Temporal.Instant,
): Promise<void> {
  const orders = short.map(({ order }) => order);
  if (orders.length === 0) return;
  const noteOf = (units: number) => `${units} × ${itemNo} ${units === 1 ? 'was' : 'were'} missing when it was picked.`;
  await unpackOrders(
    tx,
    short.map(({ order, units }) => ({ order, at, because: noteOf(units) })),
  );
  const works = new Map((await lockFloorWork(tx, orders)).map((work) => [work.orderId, work]));
  saveFloorWork(
    tx,
    short.map(({ order, units }) => ({
      ...assertPresent(works.get(order.orderId), 'the work on a short order'),
      state: 'stopped' as const,
      note: noteOf(units),
      changedAt: at,
    })),
  );
  recordOrderTakeBacks(
    tx,
    short.map(({ order: { customerNo, orderId }, units }) => ({
      work: { customerNo, orderId, state: 'picking' },
      context,
      note: noteOf(units),
      leftovers: [],
      at,
    })),
  );
  // Due work decides whether the orders wait for a release or start, because their warehouse may have become automatic.
  scheduleDueWork(
    tx,
    orders.map(({ customerNo, orderId: subject }) => ({ customerNo, dueAt: at, step: 'sales_order.process', subject })),
  );
}

/** Takes missing units of an item out of the stock. */
async function adjustLost(
  tx: Tx,
  context: OperatorContext,
  warehouse: string,
  lost: readonly LostUnits[],
  reasonCode: string,
): Promise<void> {
  const [first] = lost;
  if (first === undefined) return;
  const { customerNo, itemNo } = first;
  const adjusted = await adjustStock(
    tx,
    [...Map.groupBy(lost, ({ status }) => status)].map(([status, own]) => ({
      ...context.forCustomer(customerNo),
      warehouse,
      status,
      reasonCode,
      items: [{ itemNo, quantity: -own.reduce((sum, { quantity }) => sum + quantity, 0) }],
    })),
  );
  for (const outcome of adjusted) valueOrThrowAppError(outcome);
}
