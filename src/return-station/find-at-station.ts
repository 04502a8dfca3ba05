/** Finds the returns and shipped orders of a scanned package, across customers. */

import { findCanceledBox } from '../floor/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { isUuid } from '../lib/uuid.ts';
import { findOrderKeysByCanceledTracking, findOrderKeysByReferenceOrTracking } from '../order-index/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { AppError, refuseState } from '../platform/errors.ts';
import {
  findReshipmentsByName,
  findReturnKeysByRmaNumber,
  parseRmaNumbers,
  type ReturnKey,
  readReturnableUnits,
  returnableUnitsOfItem,
} from '../returns/index.ts';
import { readSalesOrders, type SalesOrderKey } from '../sales-orders/index.ts';
import { parseIdentifiersInScan } from './names-in-scan.ts';

/** A return or an order that a scan found. */
export interface ReturnStationMatch {
  readonly kind: 'return' | 'order';
  readonly customerNo: string;
  /** The reference of the return, or of the order. */
  readonly reference: string;
  readonly orderId: string;
  /** '' for an order. */
  readonly rmaNumber: string;
  readonly orderNo: string;
  /** '' for a return, and for an order without one. */
  readonly shipmentKey: string;
  readonly status: string;
  readonly warehouse: string;
}

/** Maximum number of matches by one kind of name: a person can still choose from them. */
const maxMatches = 50;

/**
 * Finds returns by an RMA number, the id of the return or its order, a tracking number or an order number. Open returns come
 * first. Without an open one, an RMA number also finds other open returns of its order, and it or the shipment key of a reshipment those of
 * reshipments.
 */
export async function findReturnsByIdentifier(reader: DbReader, name: string): Promise<ReturnStationMatch[]> {
  const found = await readReturnMatches(reader, await findKeysByName(reader, name));
  if (found.some(isOpen)) return found;
  const reshipments = await findReshipmentsByName(reader, name);
  return [...(await findOpenReturnsOfOrders(reader, [...found, ...reshipments])), ...found];
}

async function findOpenReturnsOfOrders(
  reader: DbReader,
  orders: readonly SalesOrderKey[],
): Promise<ReturnStationMatch[]> {
  if (orders.length === 0) return [];
  const keys = await reader.rows<ReturnKey>(
    `select r.customer_no as "customerNo", r.return_id as "returnId" from returns r
      where r.customer_no = any ($1::text[]) and r.order_id = any ($2::uuid[]) and r.status <> 'CLOSED' limit ${maxMatches}`,
    [[...new Set(orders.map(({ customerNo }) => customerNo))], orders.map(({ orderId }) => orderId)],
  );
  return await readReturnMatches(reader, keys);
}

/** What a canceled label names. */
interface CanceledLabelMatches {
  readonly matches: readonly ReturnStationMatch[];
  /** For the person. */
  readonly message: string;
}

/**
 * Finds what the canceled label of a package names, undefined for none: of a box that was reported lost or opened for a return, the open
 * returns of its order; of any other package, these, or else its order if that has shipped. A person decides whether the bottles are of it.
 * Throws `StateForbids` for such a box when no return is open that `isVisible` to the person.
 */
export async function findByCanceledLabel(
  reader: DbReader,
  scan: string,
  isVisible: (match: ReturnStationMatch) => boolean,
): Promise<CanceledLabelMatches | undefined> {
  const box = await findCanceledBox(reader, scan);
  if (box !== undefined) {
    const matches = (await findOpenReturnsOfOrders(reader, [box])).filter(isVisible);
    if (matches.length === 0) throw new AppError(refuseState('CANCELED', box.reason).refused);
    return { matches, message: `${box.reason} Or choose the open return of its order, to go on with that.` };
  }
  for (const name of parseIdentifiersInScan(scan)) {
    const orders = await findOrderKeysByCanceledTracking(reader, name);
    const open = (await findOpenReturnsOfOrders(reader, orders)).filter(isVisible);
    const matches = open.length > 0 ? open : await readShippedOrderMatches(reader, orders);
    const message = `The label ${name} was canceled, so the order may have shipped under another one. Choose it if the bottles are those of the order.`;
    if (matches.length > 0) return { matches, message };
  }
  return undefined;
}

const isOpen = ({ status }: ReturnStationMatch): boolean => status !== 'CLOSED';

async function readReturnMatches(reader: DbReader, keys: readonly ReturnKey[]): Promise<ReturnStationMatch[]> {
  if (keys.length === 0) return [];
  return await reader.rows<ReturnStationMatch>(
    `select 'return' as kind, r.customer_no as "customerNo", r.return_id as reference, r.order_id as "orderId",
            r.rma_number as "rmaNumber", r.order_no as "orderNo", '' as "shipmentKey", r.status, r.warehouse
       from unnest($1::text[], $2::uuid[]) k (customer_no, return_id)
       join returns r on r.customer_no = k.customer_no and r.return_id = k.return_id
      order by r.status = 'CLOSED', r.announced_at desc, r.return_id desc`,
    [keys.map(({ customerNo }) => customerNo), keys.map(({ returnId }) => returnId)],
  );
}

async function findKeysByName(reader: DbReader, name: string): Promise<ReturnKey[]> {
  const named = parseRmaNumbers(name);
  const found =
    named.length === 0 ? [] : (await findReturnKeysByRmaNumber(reader, named)).filter((key) => key !== undefined);
  // Wineries may have order numbers in the form of an RMA number.
  if (found.length > 0) return found.slice(0, 1);
  if (isUuid(name)) {
    return await reader.rows<ReturnKey>(
      `select r.customer_no as "customerNo", r.return_id as "returnId" from returns r
        where r.return_id = $1 or r.order_id = $1 limit ${maxMatches}`,
      [name],
    );
  }
  return await reader.rows<ReturnKey>(
    `(select r.customer_no as "customerNo", r.return_id as "returnId"
        from customers c join returns r on r.customer_no = c.customer_no and r.order_no = $1 limit ${maxMatches})
      union
     (select r.customer_no, r.return_id from returns r where r.tracking_nos @> array[$2::text] limit ${maxMatches})`,
    [name, name.toUpperCase()],
  );
}

/**
 * Finds at most `maxMatches` shipped orders: by an order number, a reference or a tracking number, reshipments by the RMA number of
 * their return or their shipment key, and those of the `closed` returns that have units in no return.
 */
export async function findShippedOrdersByIdentifier(
  reader: DbReader,
  name: string,
  closed: readonly ReturnStationMatch[],
): Promise<ReturnStationMatch[]> {
  const numbered = await reader.rows<{ customerNo: string; orderId: string }>(
    // By the key of the identities: sales orders that are not canceled have no index by number.
    `select i.customer_no as "customerNo", i.order_id as "orderId"
       from customers c join sales_order_identities i on i.customer_no = c.customer_no and i.kind = 1 and i.name = $1
      limit ${maxMatches}`,
    [name],
  );
  const named = await findOrderKeysByReferenceOrTracking(reader, name);
  const reshipped = await findReshipmentsByName(reader, name);
  const returned = await filterReturnableOrders(reader, closed);
  const keys = [
    ...new Map([...numbered, ...named, ...returned, ...reshipped].map((key) => [key.orderId, key])).values(),
  ].slice(0, maxMatches);
  return await readShippedOrderMatches(reader, keys);
}

/** Those of these orders that have shipped, and of which units are in no return. */
async function filterReturnableOrders(reader: DbReader, keys: readonly SalesOrderKey[]): Promise<SalesOrderKey[]> {
  const orders = keys.length === 0 ? [] : await readSalesOrders(reader, keys);
  const returnable = await readReturnableUnits(reader, orders);
  return orders.filter(({ orderId }) => {
    const units = assertPresent(returnable.get(orderId), 'what is left of an order');
    return [...units.keys()].some((itemNo) => (returnableUnitsOfItem(units, itemNo) ?? 0) > 0);
  });
}

async function readShippedOrderMatches(
  reader: DbReader,
  keys: readonly SalesOrderKey[],
): Promise<ReturnStationMatch[]> {
  const orders = keys.length === 0 ? [] : await readSalesOrders(reader, keys);
  return orders.flatMap(({ customerNo, orderId, orderNo, shipmentKey, status, warehouse }): ReturnStationMatch[] =>
    status !== 'SHIPPED'
      ? []
      : [
          {
            kind: 'order',
            customerNo,
            reference: orderId,
            orderId,
            rmaNumber: '',
            orderNo,
            shipmentKey,
            status,
            warehouse,
          },
        ],
  );
}
