/** Shipped quantities of sales orders, read from their movements. */
import type { DbReader } from '../platform/db/db.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import type { DocumentKey } from './stock.ts';
import { documentKeyColumns } from './stock-columns.ts';

/** Units of an item shipped from one inventory status. */
export interface ShippedStock {
  readonly itemNo: string;
  readonly status: string;
  readonly units: number;
}

const keys = createRowSetSql(documentKeyColumns);
const shippedUnits = `select m.subject, m.item_no as "itemNo", m.status, (-sum(m.quantity))::bigint as units
       from (select distinct * from ${keys.from('u')}) k join movements m on ${keys.match('m', 'k')}
      where m.type = 'Sales order'
      group by m.customer_no, m.subject, m.item_no, m.status
      order by m.customer_no, m.subject, m.item_no, m.status`;

/** Shipped units by sales order, as far as movements are not detached. Orders without such movements are omitted. */
export async function readShippedStock(
  reader: DbReader,
  documents: readonly DocumentKey[],
): Promise<Map<string, ShippedStock[]>> {
  if (documents.length === 0) return new Map();
  const rows = await reader.rows<ShippedStock & { readonly subject: string }>(shippedUnits, keys.values(documents));
  return Map.groupBy(rows, (row) => row.subject);
}
