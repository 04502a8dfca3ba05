/**
 * Verifies the ledger's equations (decision 10) and its rollups on a snapshot, next to live traffic. Returns one sentence per
 * fault.
 */
import type { DbReader } from '../platform/db/db.ts';
import { verifyRollups } from './verify-rollups.ts';

interface Check {
  readonly name: string;
  /** Each row is a fault: the balance's key, the stored quantity and the sum. */
  readonly sql: string;
}

const key = 'customer_no, item_no, warehouse, status';

/** Compares a quantity of the balance with the rows that it is the sum of. */
const sumCheck = (name: string, column: string, rows: string): Check => ({
  name,
  sql: `select ${key}, coalesce(b.${column}, 0) as kept, coalesce(s.sum, 0) as sum
          from balances b full join (${rows}) s using (${key})
         where coalesce(b.${column}, 0) <> coalesce(s.sum, 0)
         order by ${key} limit 100`,
});

const checks: readonly Check[] = [
  sumCheck(
    'on hand is not the sum of movements',
    'on_hand',
    // Movements of detached months are in the opening balances of the next month.
    `select ${key}, sum(quantity)
       from (select ${key}, quantity from movements
              union all
             select ${key}, quantity from opening_balances
              where month = (select max(month) + interval '1 month' from movement_months where detached_at is not null)) m
      group by ${key}`,
  ),
  sumCheck(
    'reserved is not the sum of reservations',
    'reserved',
    `select ${key}, sum(quantity) from demands where state <> 'waiting' group by ${key}`,
  ),
  sumCheck(
    'backorder is not the sum of waiting demands',
    'back_ordered',
    `select ${key}, sum(quantity) from demands where state = 'waiting' group by ${key}`,
  ),
  sumCheck(
    'inbound is not the sum of open expectations',
    'expected',
    `select ${key}, sum(greatest(0, ordered - received)) from expectations group by ${key}`,
  ),
  sumCheck(
    'in transit is not the sum of open transfers',
    'in_transit',
    `select ${key}, sum(greatest(0, ordered - received)) from expectations where in_transit group by ${key}`,
  ),
];

/** The faults of the ledger and its rollups, at most 100 of each check. Empty when it is consistent. */
export async function verifyInventory(reader: DbReader): Promise<string[]> {
  const faults: string[] = [];
  for (const check of checks) {
    const rows = await reader.rows<{
      customer_no: string;
      item_no: string;
      warehouse: string;
      status: string;
      kept: number;
      sum: number;
    }>(check.sql);
    for (const row of rows) {
      const place = [row.customer_no, row.item_no, row.warehouse, row.status].join(' ');
      faults.push(`${place}: ${check.name}: ${row.kept} stored, ${row.sum} counted`);
    }
  }
  const split = await reader.rows<{ customer_no: string; subject: string }>(
    `select customer_no, subject from demands group by customer_no, subject
     having count(distinct state) > 1 or count(distinct warehouse) > 1 limit 100`,
  );
  for (const row of split) faults.push(`${row.customer_no} ${row.subject}: a document is partly reserved`);
  const gaps = await reader.rows<{ customer_no: string; last_seq: number; numbered: number }>(
    `select c.customer_no, c.last_seq, coalesce(n.highest, 0) as numbered
       from commit_counters c
       left join (select customer_no, max(seq) as highest
                    from (select customer_no, seq from log union all select customer_no, seq from movements) s
                   group by customer_no) n using (customer_no)
      where coalesce(n.highest, 0) > c.last_seq limit 100`,
  );
  for (const row of gaps) {
    faults.push(`${row.customer_no}: numbered up to ${row.numbered}, but the commit counter is ${row.last_seq}`);
  }
  return [...faults, ...(await verifyRollups(reader))];
}
