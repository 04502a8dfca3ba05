/** Tables that several kinds of documents have: counters for numbers, references of later requests, names for other readers. */
import type { DocumentName, DocumentNameSource } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import type { Tx } from '../platform/db/db.ts';
import type { OrderKey } from './identity-store.ts';

/**
 * Takes the next numbers of a counter, one for each entry of `customerNos`, in their order. Numbers have no gaps: the
 * counter of a customer stays locked until the transaction ends.
 */
export async function takeNumbers(tx: Tx, counterTable: string, customerNos: readonly string[]): Promise<number[]> {
  const counts = Map.groupBy(customerNos, (customerNo) => customerNo);
  const customers = [...counts.keys()].sort();
  const rows = await tx.rows<{ customer_no: string; last_number: number }>(
    `insert into ${counterTable} as c (customer_no, last_number)
     select * from unnest($1::text[], $2::int[])
         on conflict (customer_no) do update set last_number = c.last_number + excluded.last_number
     returning customer_no, last_number`,
    [customers, customers.map((customerNo) => counts.get(customerNo)?.length)],
  );
  const next = new Map(rows.map((r) => [r.customer_no, r.last_number - (counts.get(r.customer_no)?.length ?? 0) + 1]));
  return customerNos.map((customerNo) => {
    const number = assertPresent(next.get(customerNo), `the counter of ${customerNo} in ${counterTable}`);
    next.set(customerNo, number + 1);
    return number;
  });
}

/** Lets the references of later requests identify their orders as well (decision 5). */
export async function addReferences(
  tx: Tx,
  referenceTable: string,
  references: readonly (OrderKey & { readonly reference: string })[],
): Promise<void> {
  if (references.length === 0) return;
  await tx.rows(
    `insert into ${referenceTable} (customer_no, order_id, reference)
     select * from unnest($1::text[], $2::uuid[], $3::uuid[])`,
    [references.map((r) => r.customerNo), references.map((r) => r.orderId), references.map((r) => r.reference)],
  );
}

/** Reads the names of orders for slices that know only their ids (`documentNameSources`). */
export function orderNameSource(kind: DocumentName['kind'], table: string, nameColumn: string): DocumentNameSource {
  return async (reader, documents) => {
    const rows = await reader.rows<{ order_id: string; name: string; status: string }>(
      `select o.order_id, o.${nameColumn} as name, o.status
         from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
         join ${table} o using (customer_no, order_id)`,
      [documents.map((d) => d.customerNo), documents.map((d) => d.subject)],
    );
    return new Map(
      rows.map(({ order_id, name, status }): [string, DocumentName] => [order_id, { kind, name, status }]),
    );
  };
}
