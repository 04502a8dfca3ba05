/** Warehouses with stock of a customer: those with sellable stock, the origins of delivery estimates (decision 9), and the main one. */
import { consumerInventoryStatusesOfCustomer, type OperatorSettings } from '../operator-settings/index.ts';
import type { DbReader } from '../platform/db/db.ts';

/** Codes of the warehouses with available stock in a status that is sellable to consumers. */
export async function readWarehousesWithSellableStock(
  reader: DbReader,
  operator: OperatorSettings,
  customerNo: string,
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ warehouse: string }>(
    `select distinct warehouse from balances
      where customer_no = $1 and status = any ($2::text[]) and on_hand > reserved`,
    [customerNo, consumerInventoryStatusesOfCustomer(operator, customerNo)],
  );
  return new Set(rows.map((row) => row.warehouse));
}

/** The warehouse in which each of these customers has the most units on hand. Customers without stock are omitted. */
export async function readMainWarehouseByCustomer(
  reader: DbReader,
  customerNos: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await reader.rows<{ customerNo: string; warehouse: string }>(
    `select distinct on (customer_no) customer_no as "customerNo", warehouse
       from (select customer_no, warehouse, sum(on_hand) as units
               from balances where customer_no = any ($1) and on_hand > 0 group by customer_no, warehouse) stocked
      order by customer_no, units desc, warehouse`,
    [customerNos],
  );
  return new Map(rows.map(({ customerNo, warehouse }) => [customerNo, warehouse]));
}
