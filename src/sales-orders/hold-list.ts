/** Orders on hold for GetOrdersOnHold (interface: Response records, On-hold order; decisions 9 and 11). */
import { type PreReservationLookup, readPreReservations, readPreReservationsOnSnapshot } from '../inventory/index.ts';
import type { Db, DbReader } from '../platform/db/db.ts';
import { findOrderIdsOnHold, type OrderOnHold, readOrdersOnHold, readOrdersOnOrOffHold } from './hold-store.ts';
import { type Hold, isOrderWaitingForStock, sortHoldsByPrecedence } from './order.ts';
import { computeLineUnitsToShip } from './units-to-ship.ts';

/** A line of an order on hold, in units: `quantity` = `reserved` + `incoming` + `oversold`. */
interface OrderLineStock {
  readonly itemNo: string;
  readonly description: string;
  readonly quantity: number;
  readonly reserved: number;
  /** Inbound stock that is pre-reserved for the order. */
  readonly incoming: number;
  /** Neither in stock for the order nor inbound. */
  readonly oversold: number;
}

const pageSize = 500;

export interface ListedOrderOnHold {
  readonly order: OrderOnHold;
  readonly lines: readonly OrderLineStock[];
}

/**
 * A customer's orders on hold in pages, each order once, sorted by acceptance; undefined when there are none. An order
 * that is released while the list is read is omitted. Runs a fixed number of statements before the first page, and one per page.
 */
export async function streamOrdersOnHold(
  db: Db,
  customerNo: string,
): Promise<AsyncIterable<readonly ListedOrderOnHold[]> | undefined> {
  const orderIds = await findOrderIdsOnHold(db, customerNo);
  if (orderIds.length === 0) return undefined;
  const promised = await readPreReservations(db, customerNo);
  return readPages(db, customerNo, orderIds, promised);
}

/**
 * These orders of a customer in the form of the list of orders on hold, in the given sequence. An order that is no longer on hold is
 * included, without holds. Runs a fixed number of statements.
 */
export async function readListedOrdersOnOrOffHold(
  reader: DbReader,
  customerNo: string,
  orderIds: readonly string[],
): Promise<ListedOrderOnHold[]> {
  const orders = await readOrdersOnOrOffHold(reader, customerNo, orderIds);
  const promised = await readPreReservationsOnSnapshot(reader, customerNo);
  return orders.map((order) => ({ order, lines: computeOrderLineStock(order, promised) }));
}

async function* readPages(
  reader: DbReader,
  customerNo: string,
  orderIds: readonly string[],
  promised: PreReservationLookup,
): AsyncGenerator<readonly ListedOrderOnHold[]> {
  for (let start = 0; start < orderIds.length; start += pageSize) {
    const orders = await readOrdersOnHold(reader, customerNo, orderIds.slice(start, start + pageSize));
    yield orders.map((order) => ({ order, lines: computeOrderLineStock(order, promised) }));
  }
}

/**
 * Computes how many units of each line are reserved, inbound and oversold: all are reserved, or none while the order
 * waits for stock. Lines whose stock the operator does not keep and those of JIT orders are never short. Units that
 * were picked short are no longer reserved or expected, so they are oversold. Lines with the same item use its inbound
 * stock in sequence. Pure.
 */
export function computeOrderLineStock(
  { orderId, orderType, lines, holds }: Pick<OrderOnHold, 'orderId' | 'orderType' | 'lines' | 'holds'>,
  promised: PreReservationLookup,
): OrderLineStock[] {
  const isWaiting = isOrderWaitingForStock(orderType, holds);
  const remaining = new Map<string, number>();
  return lines.map((ordered) => {
    const { itemNo, description, units, status, storage } = ordered;
    const line = { itemNo, description, quantity: units };
    const demanded = computeLineUnitsToShip(ordered);
    if (!isWaiting || storage !== 'service') {
      return { ...line, reserved: demanded, incoming: 0, oversold: units - demanded };
    }
    const key = `${itemNo}\n${status}`;
    const left = remaining.get(key) ?? promised(orderId, itemNo, status);
    const incoming = Math.min(demanded, left);
    remaining.set(key, left - incoming);
    return { ...line, reserved: 0, incoming, oversold: units - incoming };
  });
}

/** The description of a single hold; of several holds each description after its reason, by precedence. Pure. */
export function describeHolds(holds: OrderOnHold['holds']): string {
  const sorted = sortHoldsByPrecedence(holds);
  if (sorted.length === 1) return sorted[0]?.description ?? '';
  return sorted.map(({ reason, description }) => `${reason}: ${description}`).join(' ');
}

/** One sentence per hold for a caller that has just sent the order, by precedence. Pure. */
export function formatHoldMessages(holds: readonly Pick<Hold, 'reason' | 'description'>[]): string[] {
  return sortHoldsByPrecedence(holds).map(({ reason, description }) => `On hold (${reason}): ${description}`);
}
