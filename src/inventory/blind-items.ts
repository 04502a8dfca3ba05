/**
 * Blind counts: while an item in a status at a warehouse is in an open count, people of the floor, who may count it, see no quantity of
 * it. Leads, who approve counts, do (decision 43).
 */
import type { DbReader } from '../platform/db/db.ts';
import type { OperatorCaller } from '../platform/http/operator-operation.ts';
import type { StockKey } from './stock.ts';

const keyText = ({ customerNo, warehouse, itemNo, status }: StockKey): string =>
  [customerNo, warehouse, itemNo, status].join('\n');

/** Whether the operator counts without seeing quantities. */
export const isBlindCounter = ({ role }: Pick<OperatorCaller, 'role'>): boolean => role === 'floor';

/** Returns a predicate: whether the operator must not see quantities of an item. It covers only `items`. */
export async function loadBlindItemCheck(
  reader: DbReader,
  operator: Pick<OperatorCaller, 'role'>,
  items: readonly StockKey[],
): Promise<(item: StockKey) => boolean> {
  if (!isBlindCounter(operator) || items.length === 0) return () => false;
  const rows = await reader.rows<StockKey>(
    `select l.customer_no as "customerNo", l.warehouse, l.item_no as "itemNo", l.inventory_status as status
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as k (customer_no, warehouse, item_no, status)
       join count_lines l on l.customer_no = k.customer_no and l.warehouse = k.warehouse and l.item_no = k.item_no
                         and l.inventory_status = k.status
      where l.customer_no = any ($1::text[]) and l.is_open`,
    (['customerNo', 'warehouse', 'itemNo', 'status'] as const).map((name) => items.map((item) => item[name])),
  );
  const blind = new Set(rows.map(keyText));
  return (item) => blind.has(keyText(item));
}
