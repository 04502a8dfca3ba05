/** All SQL of the purchase orders' tables. */
import { invariant, present } from '../lib/assert.ts';
import type { Tx } from '../platform/db/db.ts';
import {
  type LineArrival,
  type PurchaseOrder,
  type PurchaseOrderDraft,
  type PurchaseOrderLine,
  type PurchaseOrderStatus,
  purchaseOrderNumber,
} from './purchase-order.ts';

/** A purchase order by the name that its customer gave it. */
export interface ReferenceKey {
  readonly customerNo: string;
  readonly customerReferenceNo: string;
}

/** A purchase order by its id. */
export interface OrderKey {
  readonly customerNo: string;
  readonly orderId: string;
}

export interface Claim extends ReferenceKey {
  readonly orderId: string;
}

/** The order that holds a name. */
export interface TakenReference extends Claim {
  readonly purchaseOrderNumber: string;
  readonly contentHash: Buffer;
}

export function referenceKeyText(key: ReferenceKey): string {
  return `${key.customerNo}\n${key.customerReferenceNo}`;
}

const claimColumns = (claims: readonly Claim[]) => [
  claims.map((c) => c.customerNo),
  claims.map((c) => c.customerReferenceNo),
  claims.map((c) => c.orderId),
];

/**
 * Claims names for new orders, sorted; waits for a concurrent twin. Answers, by `referenceKeyText`, the orders that
 * hold a name already. Each name at most once.
 */
export async function claimReferences(tx: Tx, claims: readonly Claim[]): Promise<Map<string, TakenReference>> {
  const sorted = claims.toSorted((a, b) => (referenceKeyText(a) < referenceKeyText(b) ? -1 : 1));
  // The update changes nothing: it locks the row that is there, so that it is still there when it is read.
  const rows = await tx.rows<{ customer_no: string; customer_reference_no: string; order_id: string }>(
    `insert into purchase_order_identities as i (customer_no, customer_reference_no, order_id)
     select * from unnest($1::text[], $2::text[], $3::uuid[])
         on conflict (customer_no, customer_reference_no) do update set order_id = i.order_id
     returning customer_no, customer_reference_no, order_id`,
    claimColumns(sorted),
  );
  const mine = new Set(claims.map((claim) => claim.orderId));
  const taken = rows.filter((row) => !mine.has(row.order_id));
  if (taken.length === 0) return new Map();
  const first = await tx.rows<{
    customer_no: string;
    customer_reference_no: string;
    order_id: string;
    purchase_order_number: string;
    content_hash: Buffer;
  }>(
    `select o.customer_no, o.customer_reference_no, o.order_id, o.purchase_order_number, o.content_hash
       from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
       join purchase_orders o using (customer_no, order_id)`,
    [taken.map((r) => r.customer_no), taken.map((r) => r.order_id)],
  );
  invariant(first.length === taken.length, 'a name is held by a purchase order that does not exist');
  return new Map(
    first.map((r) => {
      const key = { customerNo: r.customer_no, customerReferenceNo: r.customer_reference_no };
      return [
        referenceKeyText(key),
        {
          ...key,
          orderId: r.order_id,
          purchaseOrderNumber: r.purchase_order_number,
          contentHash: r.content_hash,
        },
      ];
    }),
  );
}

/** Gives names back: of orders that were refused after all, or are cancelled. */
export async function releaseReferences(tx: Tx, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await tx.rows(
    `delete from purchase_order_identities i using unnest($1::text[], $2::text[], $3::uuid[])
                                                as k (customer_no, customer_reference_no, order_id)
      where (i.customer_no, i.customer_reference_no, i.order_id) = (k.customer_no, k.customer_reference_no, k.order_id)`,
    claimColumns(claims),
  );
}

/** The next number of ours for each of these, in their order: one entry per order, its customer. */
export async function takeNumbers(tx: Tx, customerNos: readonly string[]): Promise<string[]> {
  const counts = Map.groupBy(customerNos, (customerNo) => customerNo);
  const customers = [...counts.keys()].sort();
  const rows = await tx.rows<{ customer_no: string; last_number: number }>(
    `insert into purchase_order_counters as c (customer_no, last_number)
     select * from unnest($1::text[], $2::int[])
         on conflict (customer_no) do update set last_number = c.last_number + excluded.last_number
     returning customer_no, last_number`,
    [customers, customers.map((customerNo) => counts.get(customerNo)?.length)],
  );
  const next = new Map(rows.map((r) => [r.customer_no, r.last_number - (counts.get(r.customer_no)?.length ?? 0) + 1]));
  return customerNos.map((customerNo) => {
    const number = present(next.get(customerNo), `the purchase order counter of ${customerNo}`);
    next.set(customerNo, number + 1);
    return purchaseOrderNumber(number);
  });
}

export interface NewPurchaseOrder extends OrderKey {
  readonly purchaseOrderNumber: string;
  readonly contentHash: Buffer;
  readonly draft: PurchaseOrderDraft;
  readonly createdAt: Temporal.Instant;
}

/** Inserts orders with their lines and documents; three statements whatever their number. */
export async function insertPurchaseOrders(tx: Tx, orders: readonly NewPurchaseOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await tx.rows(
    `insert into purchase_orders (customer_no, order_id, customer_reference_no, purchase_order_number, status,
                                  content_hash, transport_method, requested_date, warehouse, inventory_status,
                                  reference_no, created_at)
     select customer_no, order_id, customer_reference_no, purchase_order_number, 'OPEN', content_hash,
            transport_method, requested_date, warehouse, inventory_status, reference_no, created_at
       from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::bytea[], $6::text[], $7::date[], $8::text[],
                   $9::text[], $10::text[], $11::timestamptz[])
         as o (customer_no, order_id, customer_reference_no, purchase_order_number, content_hash, transport_method,
               requested_date, warehouse, inventory_status, reference_no, created_at)`,
    [
      orders.map((o) => o.customerNo),
      orders.map((o) => o.orderId),
      orders.map((o) => o.draft.customerReferenceNo),
      orders.map((o) => o.purchaseOrderNumber),
      orders.map((o) => o.contentHash),
      orders.map((o) => o.draft.transportMethod),
      orders.map((o) => o.draft.requestedDate),
      orders.map((o) => o.draft.warehouse),
      orders.map((o) => o.draft.inventoryStatus),
      orders.map((o) => o.draft.referenceNo),
      orders.map((o) => o.createdAt),
    ],
  );
  const lines = orders.flatMap((order) => order.draft.lines.map((line, index) => ({ ...line, order, no: index + 1 })));
  await tx.rows(
    `insert into purchase_order_lines (customer_no, order_id, line, item_no, item_description, ordered)
     select * from unnest($1::text[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::int[])`,
    [
      lines.map((l) => l.order.customerNo),
      lines.map((l) => l.order.orderId),
      lines.map((l) => l.no),
      lines.map((l) => l.itemNo),
      lines.map((l) => l.description),
      lines.map((l) => l.quantity),
    ],
  );
  await tx.rows(
    `insert into purchase_order_documents (customer_no, order_id, document)
     select * from unnest($1::text[], $2::uuid[], $3::json[])`,
    [
      orders.map((o) => o.customerNo),
      orders.map((o) => o.orderId),
      orders.map((o) => JSON.stringify(o.draft.document)),
    ],
  );
}

interface LockedRow {
  customer_no: string;
  order_id: string;
  customer_reference_no: string;
  purchase_order_number: string;
  status: PurchaseOrderStatus;
  warehouse: string;
  inventory_status: string;
}

/**
 * Locks, sorted, and answers by `referenceKeyText` the orders of these names: the one that is not cancelled, else the
 * newest cancelled one (decision 6).
 */
export async function lockPurchaseOrders(tx: Tx, keys: readonly ReferenceKey[]): Promise<Map<string, PurchaseOrder>> {
  const rows = await tx.rows<LockedRow>(
    `select o.customer_no, o.order_id, o.customer_reference_no, o.purchase_order_number, o.status, o.warehouse,
            o.inventory_status
       from unnest($1::text[], $2::text[]) as k (customer_no, customer_reference_no)
       join purchase_orders o using (customer_no, customer_reference_no)
      order by o.customer_no, o.order_id
        for no key update of o`,
    [keys.map((k) => k.customerNo), keys.map((k) => k.customerReferenceNo)],
  );
  const named = new Map<string, LockedRow>();
  for (const row of rows) {
    const text = referenceKeyText({ customerNo: row.customer_no, customerReferenceNo: row.customer_reference_no });
    const earlier = named.get(text);
    // Ids grow with time, so of the cancelled ones the last is the newest.
    if (earlier === undefined || earlier.status === 'CANCELED') named.set(text, row);
  }
  const lines = await readLines(
    tx,
    [...named.values()].map((row) => ({ customerNo: row.customer_no, orderId: row.order_id })),
  );
  return new Map(
    [...named].map(([text, row]) => [
      text,
      {
        customerNo: row.customer_no,
        orderId: row.order_id,
        customerReferenceNo: row.customer_reference_no,
        purchaseOrderNumber: row.purchase_order_number,
        status: row.status,
        warehouse: row.warehouse,
        inventoryStatus: row.inventory_status,
        lines: lines.get(row.order_id) ?? [],
      },
    ]),
  );
}

async function readLines(tx: Tx, orders: readonly OrderKey[]): Promise<Map<string, PurchaseOrderLine[]>> {
  const rows = await tx.rows<{ order_id: string; line: number; item_no: string; ordered: number; received: number }>(
    `select l.order_id, l.line, l.item_no, l.ordered, l.received
       from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
       join purchase_order_lines l using (customer_no, order_id)
      order by l.customer_no, l.order_id, l.line`,
    [orders.map((o) => o.customerNo), orders.map((o) => o.orderId)],
  );
  const lines = new Map<string, PurchaseOrderLine[]>();
  for (const { order_id: orderId, line, item_no: itemNo, ordered, received } of rows) {
    const ofOrder = lines.get(orderId) ?? [];
    ofOrder.push({ line, itemNo, ordered, received });
    lines.set(orderId, ofOrder);
  }
  return lines;
}

/** What has arrived for an order, and its status from then on. The order is locked. */
export interface RecordedArrival extends OrderKey {
  readonly status: PurchaseOrderStatus;
  readonly arrivals: readonly LineArrival[];
}

/** Counts arrivals on the lines and sets the orders' statuses. */
export async function recordArrivals(tx: Tx, orders: readonly RecordedArrival[]): Promise<void> {
  if (orders.length === 0) return;
  const lines = orders.flatMap((order) => order.arrivals.map((arrival) => ({ ...arrival, order })));
  await tx.rows(
    `update purchase_order_lines l set received = l.received + k.quantity
       from (select customer_no, order_id, line, sum(quantity)::int as quantity
               from unnest($1::text[], $2::uuid[], $3::int[], $4::int[]) as a (customer_no, order_id, line, quantity)
              group by customer_no, order_id, line) k
      where (l.customer_no, l.order_id, l.line) = (k.customer_no, k.order_id, k.line)`,
    [
      lines.map((l) => l.order.customerNo),
      lines.map((l) => l.order.orderId),
      lines.map((l) => l.line),
      lines.map((l) => l.quantity),
    ],
  );
  await tx.rows(
    `update purchase_orders o set status = k.status
       from unnest($1::text[], $2::uuid[], $3::text[]) as k (customer_no, order_id, status)
      where (o.customer_no, o.order_id) = (k.customer_no, k.order_id)`,
    [orders.map((o) => o.customerNo), orders.map((o) => o.orderId), orders.map((o) => o.status)],
  );
}
