/** Remaining uses of an item that is retired: stock, demands and expectations. */
import type { ItemUseSource } from '../skus/index.ts';
import { readDocumentNames } from './document-names.ts';

/** Documents listed per item, next to the number of all. */
const maxDocuments = 50;

interface DocumentsRow {
  readonly customer_no: string;
  readonly item_no: string;
  readonly side: 'wanted' | 'announced';
  readonly subjects: string[];
  readonly count: number;
}

/** Stock by warehouse and status, and the documents that demand or expect the item, oldest first. */
export const readInventoryUse: ItemUseSource = async (reader, items) => {
  const keys = [items.map((item) => item.customerNo), items.map((item) => item.itemNo)];
  const stock = await reader.rows<{
    customer_no: string;
    item_no: string;
    warehouse: string;
    status: string;
    on_hand: number;
  }>(
    `select b.customer_no, b.item_no, b.warehouse, b.status, b.on_hand
       from unnest($1::text[], $2::text[]) as k (customer_no, item_no)
       join balances b using (customer_no, item_no)
      where b.on_hand > 0 order by b.warehouse, b.status`,
    keys,
  );
  const documents = await reader.rows<DocumentsRow>(
    `select customer_no, item_no, side, count(*) as count, (array_agg(subject order by subject))[1:${maxDocuments}] as subjects
       from (select distinct d.customer_no, d.item_no, 'wanted' as side, d.subject
               from unnest($1::text[], $2::text[]) as k (customer_no, item_no) join demands d using (customer_no, item_no)
              union
             select distinct e.customer_no, e.item_no, 'announced', e.subject
               from unnest($1::text[], $2::text[]) as k (customer_no, item_no) join expectations e using (customer_no, item_no)
              where e.ordered > e.received) uses
      group by customer_no, item_no, side`,
    keys,
  );
  const names = await readDocumentNames(
    reader,
    documents.flatMap((row) => row.subjects.map((subject) => ({ customerNo: row.customer_no, subject }))),
  );
  const uses = new Map<string, Record<string, unknown>>();
  const usesOf = (row: { customer_no: string; item_no: string }) => {
    const key = `${row.customer_no}\n${row.item_no}`;
    const known = uses.get(key) ?? {};
    uses.set(key, known);
    return known;
  };
  for (const row of stock) {
    const { warehouse, status, on_hand: onHand } = row;
    const known = usesOf(row);
    known.stock = [...((known.stock as unknown[] | undefined) ?? []), { warehouse, status, onHand }];
  }
  for (const row of documents) {
    usesOf(row)[row.side] = {
      count: row.count,
      documents: row.subjects.map((subject) => ({ reference: subject, ...names.get(subject) })),
    };
  }
  return uses;
};
