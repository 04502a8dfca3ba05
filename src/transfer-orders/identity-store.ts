/**
 * All SQL of the names by which callers know a transfer order (decision 6). They are claimed first of all locks, sorted,
 * so that a twin in another process waits here and then learns who came first.
 */
import { invariant } from '../lib/assert.ts';
import type { Tx } from '../platform/db/db.ts';

/** A transfer order by its id. */
export interface OrderKey {
  readonly customerNo: string;
  readonly orderId: string;
}

/** The name that a customer gave to an order. */
export interface Claim extends OrderKey {
  readonly customerReferenceNo: string;
}

/** The order that holds a name. */
export interface TakenReference extends Claim {
  readonly transferOrderNumber: string;
  readonly contentHash: Buffer;
}

export function claimText({ customerNo, customerReferenceNo }: Omit<Claim, 'orderId'>): string {
  return `${customerNo}\n${customerReferenceNo}`;
}

const claimColumns = (claims: readonly Claim[]) => [
  claims.map((c) => c.customerNo),
  claims.map((c) => c.customerReferenceNo),
  claims.map((c) => c.orderId),
];

/**
 * Claims names for new orders, sorted; waits for a concurrent twin. Answers, by `claimText`, the orders that hold a name
 * already. Each name at most once.
 */
export async function claimReferences(tx: Tx, claims: readonly Claim[]): Promise<Map<string, TakenReference>> {
  const sorted = claims.toSorted((a, b) => (claimText(a) < claimText(b) ? -1 : 1));
  // The update changes nothing: it locks the row that is there, so that it is still there when it is read.
  const rows = await tx.rows<{ customer_no: string; order_id: string }>(
    `insert into transfer_order_identities as i (customer_no, customer_reference_no, order_id)
     select * from unnest($1::text[], $2::text[], $3::uuid[])
         on conflict (customer_no, customer_reference_no) do update set order_id = i.order_id
     returning customer_no, order_id`,
    claimColumns(sorted),
  );
  const mine = new Set(claims.map((claim) => claim.orderId));
  const taken = rows.filter((row) => !mine.has(row.order_id));
  if (taken.length === 0) return new Map();
  const first = await tx.rows<{
    customer_no: string;
    customer_reference_no: string;
    order_id: string;
    transfer_order_number: string;
    content_hash: Buffer;
  }>(
    `select o.customer_no, o.customer_reference_no, o.order_id, o.transfer_order_number, o.content_hash
       from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
       join transfer_orders o using (customer_no, order_id)`,
    [taken.map((r) => r.customer_no), taken.map((r) => r.order_id)],
  );
  invariant(first.length === taken.length, 'a name is held by a transfer order that does not exist');
  return new Map(
    first.map((r) => {
      const taken: TakenReference = {
        customerNo: r.customer_no,
        customerReferenceNo: r.customer_reference_no,
        orderId: r.order_id,
        transferOrderNumber: r.transfer_order_number,
        contentHash: r.content_hash,
      };
      return [claimText(taken), taken];
    }),
  );
}

/** Gives names back: of orders that were refused after all, or are canceled. */
export async function releaseReferences(tx: Tx, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await tx.rows(
    `delete from transfer_order_identities i using unnest($1::text[], $2::text[], $3::uuid[])
                                                as k (customer_no, customer_reference_no, order_id)
      where (i.customer_no, i.customer_reference_no, i.order_id) = (k.customer_no, k.customer_reference_no, k.order_id)`,
    claimColumns(claims),
  );
}

/** From now on the reference of a later request identifies the order, too. */
export async function addReferences(
  tx: Tx,
  references: readonly (OrderKey & { readonly reference: string })[],
): Promise<void> {
  if (references.length === 0) return;
  await tx.rows(
    `insert into transfer_order_references (customer_no, reference, order_id)
     select * from unnest($1::text[], $2::uuid[], $3::uuid[])`,
    [references.map((r) => r.customerNo), references.map((r) => r.reference), references.map((r) => r.orderId)],
  );
}

/** How a caller names an order: by a reference that was answered for it, by our number, or by its own. */
export type TransferName = { readonly customerNo: string } & (
  | { readonly reference: string }
  | { readonly transferOrderNumber: string }
  | { readonly customerReferenceNo: string }
);

/**
 * The order meant by each name, in their order; undefined where there is none. By its own number a customer means the
 * order that is not canceled, else the newest canceled one (decision 6). Nothing is locked: whoever changes the order
 * locks it and looks at it again.
 */
export async function resolveNames(tx: Tx, names: readonly TransferName[]): Promise<(OrderKey | undefined)[]> {
  const rows = await tx.rows<{ name_index: number; order_id: string }>(
    `with k as (
       select * from unnest($1::int[], $2::text[], $3::uuid[], $4::text[], $5::text[])
         as k (name_index, customer_no, reference, number, customer_reference_no)),
     matches as (
       select k.name_index, o.order_id, o.status from k
         join transfer_orders o on o.customer_no = k.customer_no and o.order_id = k.reference
       union all
       select k.name_index, o.order_id, o.status from k
         join transfer_order_references r on r.customer_no = k.customer_no and r.reference = k.reference
         join transfer_orders o on o.customer_no = r.customer_no and o.order_id = r.order_id
       union all
       select k.name_index, o.order_id, o.status from k
         join transfer_orders o on o.customer_no = k.customer_no and o.transfer_order_number = k.number
       union all
       select k.name_index, o.order_id, o.status from k
         join transfer_orders o on o.customer_no = k.customer_no and o.customer_reference_no = k.customer_reference_no)
     select distinct on (name_index) name_index, order_id from matches
      order by name_index, status = 'CANCELED', order_id desc`,
    [
      names.map((_, index) => index),
      names.map((name) => name.customerNo),
      names.map((name) => ('reference' in name ? name.reference : null)),
      names.map((name) => ('transferOrderNumber' in name ? name.transferOrderNumber : null)),
      names.map((name) => ('customerReferenceNo' in name ? name.customerReferenceNo : null)),
    ],
  );
  const found = new Map(rows.map((row) => [row.name_index, row.order_id]));
  return names.map(({ customerNo }, index) => {
    const orderId = found.get(index);
    return orderId === undefined ? undefined : { customerNo, orderId };
  });
}
