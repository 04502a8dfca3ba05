/**
 * Blind counts: while an item in a status at a warehouse is in an open count, people of the floor, who may count it, see no quantity of
 * it. Leads, who approve counts, do (decision 43).
 */
import { column } from '../platform/db/columns.ts';
import type { DbReader } from '../platform/db/db.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import type { OperatorCaller } from '../platform/http/operator-operation.ts';
import type { StockKey } from './stock.ts';

const keyText = ({ customerNo, warehouse, itemNo, status }: StockKey): string =>
  [customerNo, warehouse, itemNo, status].join('\n');

/** Whether the operator counts without seeing quantities. */
export const isBlindCounter = ({ role }: Pick<OperatorCaller, 'role'>): boolean => role === 'floor';

const stockKeys = createRowSetSql({
  customerNo: column.text(),
  warehouse: column.text(),
  itemNo: column.text(),
  inventoryStatus: column.text(),
});

/** Returns a predicate: whether the operator must not see quantities of an item. It covers only `items`. */
export async function loadBlindItemCheck(
  reader: DbReader,
  operator: Pick<OperatorCaller, 'role'>,
  items: readonly StockKey[],
): Promise<(item: StockKey) => boolean> {
  if (!isBlindCounter(operator) || items.length === 0) return () => false;
  const rows = await reader.rows<StockKey>(
    `select l.customer_no as "customerNo", l.warehouse, l.item_no as "itemNo", l.inventory_status as status
       from ${stockKeys.from('k')} join count_lines l on ${stockKeys.match('l', 'k')}
      where l.is_open`,
    stockKeys.values(items.map(({ status, ...item }) => ({ ...item, inventoryStatus: status }))),
  );
  const blind = new Set(rows.map(keyText));
  return (item) => blind.has(keyText(item));
}
