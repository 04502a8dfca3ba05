/**
 * Finds the order that a request names (decisions 5 and 6): by any of its transaction references, else by OrderNo and, where
 * given, ShipmentKey. A canceled order matches only when no live order does; the newest one is chosen.
 */
import { isUuid } from '../lib/uuid.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import type { OrderStatus, OrderType } from './order.ts';
import type { SalesOrderKey } from './order-store.ts';

/** The name of an order in a request. Without `shipmentKey` all keys match. */
export type OrderName = { readonly customerNo: string } & (
  | { readonly reference: string }
  | { readonly orderNo: string; readonly shipmentKey: string | undefined }
);

interface Match extends SalesOrderKey {
  readonly orderNo: string;
  readonly shipmentKey: string;
  readonly orderType: OrderType;
  readonly status: OrderStatus;
}

interface MatchRow {
  name_index: number;
  order_id: string;
  order_no: string;
  shipment_key: string;
  order_type: OrderType;
  status: OrderStatus;
}

const matchColumns = 'o.order_id, o.order_no, o.shipment_key, o.order_type, o.status';

/**
 * Returns one outcome per name: the order, or a rejection: `MultipleOrders` (300, with `Candidates`) when several live
 * orders match, or `NotFound` (404). Takes no locks: a caller that changes the order locks it and checks it again.
 */
export async function resolveOrders(tx: Tx, names: readonly OrderName[]): Promise<Outcome<SalesOrderKey>[]> {
  const matches = names.map((): Match[] => []);
  const add = (rows: readonly MatchRow[]) => {
    for (const row of rows) {
      const list = matches[row.name_index] as Match[];
      list.push({
        customerNo: (names[row.name_index] as OrderName).customerNo,
        orderId: row.order_id,
        orderNo: row.order_no,
        shipmentKey: row.shipment_key,
        orderType: row.order_type,
        status: row.status,
      });
    }
  };
  const indexed = names.map((name, index) => ({ name, index }));
  const byReference = indexed.flatMap(({ name, index }) =>
    'reference' in name && isUuid(name.reference) ? [{ ...name, index }] : [],
  );
  if (byReference.length > 0) add(await findByReference(tx, byReference));
  const byNumber = indexed.flatMap(({ name, index }) => ('orderNo' in name ? [{ ...name, index }] : []));
  if (byNumber.length > 0) {
    add(await findLive(tx, byNumber));
    const unmatched = byNumber.filter(({ index }) => matches[index]?.length === 0);
    if (unmatched.length > 0) add(await findCanceled(tx, unmatched));
  }
  return names.map((name, index) => outcomeOf(name, matches[index] as Match[]));
}

function outcomeOf(name: OrderName, matches: readonly Match[]): Outcome<SalesOrderKey> {
  const [only, ...more] = matches;
  if (only !== undefined && more.length === 0) return { done: only };
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

async function findByReference(
  tx: Tx,
  names: readonly { customerNo: string; reference: string; index: number }[],
): Promise<MatchRow[]> {
  return await tx.rows<MatchRow>(
    `with k as (select * from unnest($1::int[], $2::text[], $3::uuid[]) as k (name_index, customer_no, reference))
     select k.name_index, ${matchColumns} from k
       join sales_orders o on o.customer_no = k.customer_no and o.order_id = k.reference
      union all
     select k.name_index, ${matchColumns} from k
       join sales_order_references r on r.customer_no = k.customer_no and r.reference = k.reference
       join sales_orders o on o.customer_no = r.customer_no and o.order_id = r.order_id`,
    [names.map((n) => n.index), names.map((n) => n.customerNo), names.map((n) => n.reference)],
  );
}

type NumberName = { customerNo: string; orderNo: string; shipmentKey: string | undefined; index: number };

const numberColumns = (names: readonly NumberName[]) => [
  names.map((n) => n.index),
  names.map((n) => n.customerNo),
  names.map((n) => n.orderNo),
  names.map((n) => n.shipmentKey ?? null),
];
const numbers =
  'unnest($1::int[], $2::text[], $3::text[], $4::text[]) as k (name_index, customer_no, order_no, shipment_key)';

async function findLive(tx: Tx, names: readonly NumberName[]): Promise<MatchRow[]> {
  return await tx.rows<MatchRow>(
    `select k.name_index, ${matchColumns} from ${numbers}
       join sales_order_identities i
         on i.customer_no = k.customer_no and i.kind = 1 and i.name = k.order_no
        and (k.shipment_key is null or i.shipment_key = k.shipment_key)
       join sales_orders o on o.customer_no = i.customer_no and o.order_id = i.order_id
      order by k.name_index, o.queued_at, o.order_id`,
    numberColumns(names),
  );
}

async function findCanceled(tx: Tx, names: readonly NumberName[]): Promise<MatchRow[]> {
  return await tx.rows<MatchRow>(
    `select distinct on (k.name_index) k.name_index, ${matchColumns} from ${numbers}
       join sales_orders o
         on o.customer_no = k.customer_no and o.order_no = k.order_no and o.status = 'CANCELED'
        and (k.shipment_key is null or o.shipment_key = k.shipment_key)
      order by k.name_index, o.queued_at desc, o.order_id desc`,
    numberColumns(names),
  );
}
