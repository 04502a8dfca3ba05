/**
 * Orders on hold as they are told (interface: Response records, On-hold order; decisions 9 and 11). Each order once,
 * longest accepted first.
 */
import { type PreReservations, readPreReservations } from '../inventory/index.ts';
import type { Db, Reader } from '../platform/db/db.ts';
import { findOrdersOnHold, type OrderOnHold, readOrdersOnHold } from './hold-store.ts';
import { sortHoldsByPrecedence } from './order.ts';

/** A line of an order on hold, in units: `quantity` = `reserved` + `incoming` + `oversold`. */
export interface LineOnHold {
  readonly itemNo: string;
  readonly description: string;
  readonly quantity: number;
  readonly reserved: number;
  /** Of what is inbound, what the order has the claim on. */
  readonly incoming: number;
  /** Neither on hand for it nor on its way. */
  readonly oversold: number;
}

/** Orders of one portion. */
const portion = 500;

/** An order on hold and what its lines have. */
export interface ListedOrder {
  readonly order: OrderOnHold;
  readonly lines: readonly LineOnHold[];
}

/**
 * All orders of a customer that are on hold, in portions; undefined when there are none. An order that comes free while
 * the list is read is left out. One statement a portion, and five before the first.
 */
export async function listOrdersOnHold(
  db: Db,
  customerNo: string,
): Promise<AsyncIterable<readonly ListedOrder[]> | undefined> {
  const orderIds = await findOrdersOnHold(db, customerNo);
  if (orderIds.length === 0) return undefined;
  const claims = await readPreReservations(db, customerNo);
  return portions(db, customerNo, orderIds, claims);
}

async function* portions(
  reader: Reader,
  customerNo: string,
  orderIds: readonly string[],
  claims: PreReservations,
): AsyncGenerator<readonly ListedOrder[]> {
  for (let start = 0; start < orderIds.length; start += portion) {
    const orders = await readOrdersOnHold(reader, customerNo, orderIds.slice(start, start + portion));
    yield orders.map((order) => ({ order, lines: linesOnHold(order, claims) }));
  }
}

/**
 * What the lines of an order have. All are reserved, or none is while the order waits for stock; what the operator does not
 * keep for the customer, or the customer brings (JIT), is never short. Lines of one item share its claim in their order. Pure.
 */
export function linesOnHold(
  { orderId, orderType, lines, holds }: Pick<OrderOnHold, 'orderId' | 'orderType' | 'lines' | 'holds'>,
  claims: PreReservations,
): LineOnHold[] {
  const waits = orderType !== 'JIT' && holds.some((hold) => hold.reason === 'Inventory');
  const left = new Map<string, number>();
  return lines.map(({ itemNo, description, units, status, storage }) => {
    const line = { itemNo, description, quantity: units };
    if (!waits || storage !== 'service') return { ...line, reserved: units, incoming: 0, oversold: 0 };
    const key = `${itemNo}\n${status}`;
    const claim = left.get(key) ?? claims(orderId, itemNo, status);
    const incoming = Math.min(units, claim);
    left.set(key, claim - incoming);
    return { ...line, reserved: 0, incoming, oversold: units - incoming };
  });
}

/** Why the order is on hold: the description of its hold, or of each of them after its reason. Pure. */
export function describeHolds(holds: OrderOnHold['holds']): string {
  const [first, ...more] = sortHoldsByPrecedence(holds);
  if (first === undefined) return '';
  if (more.length === 0) return first.description;
  return [first, ...more].map(({ reason, description }) => `${reason}: ${description}`).join(' ');
}
