/** All SQL of the names that customers give to purchase orders, and of the numbers that we give them. */
import { assertPresent, invariant } from '../lib/assert.ts';
import type { Tx } from '../platform/db/db.ts';
import { purchaseOrderNumber } from './purchase-order.ts';

/** A purchase order by the name that its customer gave it. */
export interface ReferenceKey {
  readonly customerNo: string;
  readonly customerReferenceNo: string;
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

/** Gives names back: of orders that were refused after all, or are canceled. */
export async function releaseReferences(tx: Tx, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await tx.rows(
    `delete from purchase_order_identities i using unnest($1::text[], $2::text[], $3::uuid[])
                                                as k (customer_no, customer_reference_no, order_id)
      where (i.customer_no, i.customer_reference_no, i.order_id) = (k.customer_no, k.customer_reference_no, k.order_id)`,
    claimColumns(claims),
  );
}

/** From now on the reference of a later request identifies the order, too (decision 5). */
export async function addReferences(
  tx: Tx,
  references: readonly { readonly customerNo: string; readonly orderId: string; readonly reference: string }[],
): Promise<void> {
  if (references.length === 0) return;
  await tx.rows(
    `insert into purchase_order_references (customer_no, reference, order_id)
     select * from unnest($1::text[], $2::uuid[], $3::uuid[])`,
    [references.map((r) => r.customerNo), references.map((r) => r.reference), references.map((r) => r.orderId)],
  );
}

/** The orders that references of later requests identify, by customer and reference. */
export async function readReferences(
  tx: Tx,
  references: readonly { readonly customerNo: string; readonly reference: string }[],
): Promise<Map<string, string>> {
  if (references.length === 0) return new Map();
  const rows = await tx.rows<{ customer_no: string; reference: string; order_id: string }>(
    `select customer_no, reference, order_id
       from unnest($1::text[], $2::uuid[]) as k (customer_no, reference)
       join purchase_order_references using (customer_no, reference)`,
    [references.map((r) => r.customerNo), references.map((r) => r.reference)],
  );
  return new Map(rows.map((r) => [`${r.customer_no}\n${r.reference}`, r.order_id]));
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
    const number = assertPresent(next.get(customerNo), `the purchase order counter of ${customerNo}`);
    next.set(customerNo, number + 1);
    return purchaseOrderNumber(number);
  });
}
