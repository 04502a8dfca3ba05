/** Shipped quantities of documents, read from their movements. */
import type { Reader } from '../platform/db/db.ts';
import type { DocumentKey } from './demand-store.ts';

/** Units of an item shipped from one inventory status. */
export interface ShippedStock {
  readonly itemNo: string;
  readonly status: string;
  readonly units: number;
}

/** Shipped units by document; documents without shipments from stock are omitted. */
export async function readShipped(
  reader: Reader,
  documents: readonly DocumentKey[],
): Promise<Map<string, ShippedStock[]>> {
  if (documents.length === 0) return new Map();
  const rows = await reader.rows<ShippedStock & { readonly subject: string }>(
    `select m.subject, m.item_no as "itemNo", m.status, (-sum(m.quantity))::bigint as units
       from (select distinct customer_no, subject from unnest($1::text[], $2::uuid[]) as k (customer_no, subject)) k
       join movements m using (customer_no, subject)
      where m.type = 'Sales order'
      group by m.customer_no, m.subject, m.item_no, m.status
      order by m.customer_no, m.subject, m.item_no, m.status`,
    [documents.map((d) => d.customerNo), documents.map((d) => d.subject)],
  );
  return Map.groupBy(rows, (row) => row.subject);
}
