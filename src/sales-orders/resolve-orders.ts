/**
 * Finds the order that a request names (decisions 5 and 6): by any of its transaction references, else by OrderNo and, where
 * given, ShipmentKey. By number, a canceled order matches only when no live order does; the newest one is chosen.
 */
import { isUuid } from '../lib/uuid.ts';
import { column } from '../platform/db/columns.ts';
import type { DbReader } from '../platform/db/db.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import type { SalesOrder } from './order.ts';
import type { SalesOrderKey } from './order-store.ts';

/** The name of an order in a request. Without `shipmentKey` all keys match. */
export type SalesOrderSelector = { readonly customerNo: string } & (
  | { readonly reference: string }
  | { readonly orderNo: string; readonly shipmentKey: string | undefined }
);

interface Match extends Pick<SalesOrder, 'orderId' | 'orderNo' | 'shipmentKey' | 'orderType' | 'status'> {
  readonly nameIndex: number;
}

const matchColumns =
  'k.name_index as "nameIndex", o.order_id as "orderId", o.order_no as "orderNo", o.shipment_key as "shipmentKey", o.order_type as "orderType", o.status';

const referenceNames = createRowSetSql({
  nameIndex: column.int(),
  customerNo: column.text(),
  reference: column.uuid(),
});
const numberNames = createRowSetSql({
  nameIndex: column.int(),
  customerNo: column.text(),
  orderNo: column.text(),
  shipmentKey: column.optional(column.text()),
});

/**
 * Returns one outcome per name: the order, or a rejection: `MultipleOrders` (300, with `Candidates`) when several live
 * orders match, or `NotFound` (404). Takes no locks: a caller that changes the order locks it and checks it again.
 */
export async function findSalesOrderKeysBySelector(
  reader: DbReader,
  names: readonly SalesOrderSelector[],
): Promise<Outcome<SalesOrderKey>[]> {
  const matches = names.map((): Match[] => []);
  const add = (found: readonly Match[]) => {
    for (const match of found) matches[match.nameIndex]?.push(match);
  };
  const byReference = names.flatMap((name, nameIndex) =>
    'reference' in name && isUuid(name.reference) ? [{ ...name, nameIndex }] : [],
  );
  if (byReference.length > 0) add(await findByReference(reader, byReference));
  const byNumber = names.flatMap((name, nameIndex) => ('orderNo' in name ? [{ ...name, nameIndex }] : []));
  if (byNumber.length > 0) {
    add(await findLive(reader, byNumber));
    const unmatched = byNumber.filter(({ nameIndex }) => matches[nameIndex]?.length === 0);
    if (unmatched.length > 0) add(await findCanceled(reader, unmatched));
  }
  return names.map((name, index) => outcomeOf(name, matches[index] as Match[]));
}

function outcomeOf(name: SalesOrderSelector, matches: readonly Match[]): Outcome<SalesOrderKey> {
  const [only, ...more] = matches;
  if (only !== undefined && more.length === 0) {
    return { ok: { customerNo: name.customerNo, orderId: only.orderId } };
  }
  if (only === undefined) {
    const described = 'reference' in name ? `TransactionReferenceNumber ${name.reference}` : describeNumber(name);
    return refuse('NotFound', `There is no order with ${described}.`);
  }
  return {
    refused: {
      code: 'MultipleOrders',
      reason: `${matches.length} orders have OrderNo ${only.orderNo}. Identify one by TransactionReferenceNumber or ShipmentKey.`,
      extra: {
        Candidates: matches.map((match) => ({
          TransactionReferenceNumber: match.orderId,
          OrderNo: match.orderNo,
          ShipmentKey: match.shipmentKey,
          OrderType: match.orderType,
          Status: match.status,
        })),
      },
    },
  };
}

function describeNumber({ orderNo, shipmentKey }: { orderNo: string; shipmentKey: string | undefined }): string {
  return `OrderNo ${orderNo}${shipmentKey === undefined ? '' : ` and ShipmentKey ${JSON.stringify(shipmentKey)}`}`;
}

type ReferenceName = { customerNo: string; reference: string; nameIndex: number };

/** The order whose creation returned the reference, else the one of a later change with it. */
async function findByReference(reader: DbReader, names: readonly ReferenceName[]): Promise<Match[]> {
  const found = await findByOrderId(reader, names);
  const indexes = new Set(found.map(({ nameIndex }) => nameIndex));
  const others = names.filter(({ nameIndex }) => !indexes.has(nameIndex));
  if (others.length === 0) return found;
  // Not joined with the orders: without statistics of a new customer, PostgreSQL would pair every name with every order.
  const ofChanges = await reader.rows<ReferenceName>(
    `select k.name_index as "nameIndex", r.customer_no as "customerNo", r.order_id as reference from ${referenceNames.from('k')}
       join sales_order_references r on ${referenceNames.match('r', 'k', ['customerNo', 'reference'])}`,
    referenceNames.values(others),
  );
  return ofChanges.length === 0 ? found : [...found, ...(await findByOrderId(reader, ofChanges))];
}

const findByOrderId = (reader: DbReader, names: readonly ReferenceName[]): Promise<Match[]> =>
  reader.rows<Match>(
    `select ${matchColumns} from ${referenceNames.from('k')}
       join sales_orders o on o.order_id = k.reference and ${referenceNames.match('o', 'k', ['customerNo'])}`,
    referenceNames.values(names),
  );

type NumberName = { customerNo: string; orderNo: string; shipmentKey: string | undefined; nameIndex: number };

async function findLive(reader: DbReader, names: readonly NumberName[]): Promise<Match[]> {
  return await reader.rows<Match>(
    `select ${matchColumns} from ${numberNames.from('k')}
       join sales_order_identities i
         on i.kind = 1 and i.name = k.order_no and ${numberNames.match('i', 'k', ['customerNo'])}
        and (k.shipment_key is null or i.shipment_key = k.shipment_key)
       join sales_orders o on o.order_id = i.order_id and ${numberNames.match('o', 'i', ['customerNo'])}
      order by k.name_index, o.queued_at, o.order_id`,
    numberNames.values(names),
  );
}

async function findCanceled(reader: DbReader, names: readonly NumberName[]): Promise<Match[]> {
  return await reader.rows<Match>(
    `select distinct on (k.name_index) ${matchColumns} from ${numberNames.from('k')}
       join sales_orders o
         on o.order_no = k.order_no and o.status = 'CANCELED' and ${numberNames.match('o', 'k', ['customerNo'])}
        and (k.shipment_key is null or o.shipment_key = k.shipment_key)
      order by k.name_index, o.queued_at desc, o.order_id desc`,
    numberNames.values(names),
  );
}
