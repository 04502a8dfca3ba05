/** Warehouses with sellable stock of a customer, the origins of delivery estimates (decision 9). */
import { consumerStatuses, type OperatorSettings } from '../operator-settings/index.ts';
import type { Reader } from '../platform/db/db.ts';

/** Codes of the warehouses with available stock in a status that is sellable to consumers. */
export async function readStockedWarehouses(
  reader: Reader,
  operator: OperatorSettings,
  customerNo: string,
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ warehouse: string }>(
    `select distinct warehouse from balances
      where customer_no = $1 and status = any ($2::text[]) and on_hand > reserved`,
    [customerNo, consumerStatuses(operator, customerNo)],
  );
  return new Set(rows.map((row) => row.warehouse));
}
