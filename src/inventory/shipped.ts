/** What of the stock has left with a document: read from the movements, which are the truth of it. */
import type { Reader } from '../platform/db/db.ts';
import type { DocumentKey } from './demand-store.ts';

/** Units shipped by document and item; documents that have shipped nothing from stock are left out. */
export async function readShipped(
  reader: Reader,
  documents: readonly DocumentKey[],
): Promise<Map<string, Map<string, number>>> {
  const shipped = new Map<string, Map<string, number>>();
  if (documents.length === 0) return shipped;
  const rows = await reader.rows<{ subject: string; item_no: string; units: number }>(
    `select m.subject, m.item_no, (-sum(m.quantity))::bigint as units
       from (select distinct customer_no, subject from unnest($1::text[], $2::uuid[]) as k (customer_no, subject)) k
       join movements m using (customer_no, subject)
      where m.type = 'Sales order'
      group by m.customer_no, m.subject, m.item_no
      order by m.customer_no, m.subject, m.item_no`,
    [documents.map((d) => d.customerNo), documents.map((d) => d.subject)],
  );
  for (const { subject, item_no: itemNo, units } of rows) {
    const items = shipped.get(subject) ?? new Map<string, number>();
    items.set(itemNo, units);
    shipped.set(subject, items);
  }
  return shipped;
}
