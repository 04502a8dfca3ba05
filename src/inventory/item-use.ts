/** Remaining uses of an item that is retired: stock, demands and expectations. */
import { column } from '../platform/db/columns.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import { formatSkuKey, type ItemUseSource } from '../skus/index.ts';
import { readStockOnHand } from './balance-store.ts';
import { readDocumentNames } from './document-names.ts';

/** Maximum documents listed per item and side (those that demand it, those that expect it); their number counts all. */
const maxDocuments = 50;

interface DocumentsRow {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly side: 'wanted' | 'announced';
  readonly subjects: string[];
  readonly count: number;
}

const keys = createRowSetSql({ customerNo: column.text(), itemNo: column.text() });
const documentsOfItems = `select customer_no as "customerNo", item_no as "itemNo", side, count(*) as count,
            (array_agg(subject order by subject))[1:${maxDocuments}] as subjects
       from (select d.customer_no, d.item_no, 'wanted' as side, d.subject
               from ${keys.from('k')} join demands d on ${keys.match('d', 'k')}
              union
             select e.customer_no, e.item_no, 'announced', e.subject
               from ${keys.from('k')} join expectations e on ${keys.match('e', 'k')}
              where e.ordered > e.received) uses
      group by customer_no, item_no, side`;

/**
 * Stock by warehouse and status, and the documents that demand or expect the item, at most `maxDocuments` of each, oldest
 * first.
 */
export const readStockAndDocumentsOfItems: ItemUseSource = async (reader, items) => {
  const stock = Map.groupBy(await readStockOnHand(reader, items), formatSkuKey);
  const documents = await reader.rows<DocumentsRow>(documentsOfItems, keys.values(items));
  const names = await readDocumentNames(
    reader,
    documents.flatMap(({ customerNo, subjects }) => subjects.map((subject) => ({ customerNo, subject }))),
  );
  const uses = new Map<string, Record<string, unknown>>();
  for (const [key, balances] of stock) {
    uses.set(key, { stock: balances.map(({ warehouse, status, onHand }) => ({ warehouse, status, onHand })) });
  }
  for (const row of documents) {
    const key = formatSkuKey(row);
    const listed = row.subjects.map((subject) => ({ reference: subject, ...names.get(subject) }));
    uses.set(key, { ...uses.get(key), [row.side]: { count: row.count, documents: listed } });
  }
  return uses;
};
