/** Verifies that every warehouse and every inventory status in use exists. */
import type { DbReader } from '../platform/db/db.ts';

/**
 * The columns of customers' rows that reference a warehouse. Their foreign keys check new rows only, so older rows may
 * name one that does not exist.
 */
const uses = [
  ['balances', 'warehouse', 'stock'],
  ['customers', 'default_warehouse', 'the default warehouse'],
  ['counts', 'open_warehouse', 'an open count'],
  ['returns', 'open_warehouse', 'a return that is not closed'],
] as const;

/** At most 100 faults of a kind. Empty when every warehouse in use exists. */
export async function verifyWarehouses(reader: DbReader): Promise<string[]> {
  const faults: string[] = [];
  for (const [table, column, use] of uses) {
    const rows = await reader.rows<{ customerNo: string; warehouse: string }>(
      `select distinct t.customer_no as "customerNo", t.${column} as warehouse
         from ${table} t
        where t.${column} is not null and not exists (select from warehouses w where w.code = t.${column})
        order by 1, 2 limit 100`,
    );
    for (const { customerNo, warehouse } of rows) {
      faults.push(`${customerNo}: ${use} is at warehouse ${warehouse}, which does not exist: add it again`);
    }
  }
  return faults;
}

/** At most 100 faults. Empty when every status of stock exists. */
export async function verifyInventoryStatuses(reader: DbReader): Promise<string[]> {
  const rows = await reader.rows<{ customerNo: string; status: string }>(
    `select distinct b.customer_no as "customerNo", b.status from balances b
      where not exists (select from inventory_statuses s where s.code = b.status)
        and not exists (
          select from customer_inventory_statuses s where s.customer_no = b.customer_no and s.code = b.status)
      order by 1, 2 limit 100`,
  );
  return rows.map(
    ({ customerNo, status }) =>
      `${customerNo}: stock is in inventory status ${status}, which does not exist: add it again`,
  );
}
