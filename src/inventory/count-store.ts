/** All SQL of `counts` and `count_lines`. */
import type { Tx } from '../platform/db/db.ts';
import type { Count, CountLine } from './counts.ts';
import type { StockKey } from './stock.ts';

export interface CountKey {
  readonly customerNo: string;
  readonly countId: string;
}

export type NewCount = Count & { readonly openedAt: Temporal.Instant };

/** Inserts counts without lines. */
export async function insertCounts(tx: Tx, counts: readonly NewCount[]): Promise<void> {
  if (counts.length === 0) return;
  await tx.rows(
    `insert into counts (customer_no, count_id, warehouse, status, items, inventory_statuses, opened_at)
     select customer_no, count_id, warehouse, 'OPEN',
            (select array_agg(i) from jsonb_array_elements_text(items) as i),
            (select array_agg(s) from jsonb_array_elements_text(statuses) as s), opened_at
       from unnest($1::text[], $2::uuid[], $3::text[], $4::jsonb[], $5::jsonb[], $6::timestamptz[])
         as c (customer_no, count_id, warehouse, items, statuses, opened_at)`,
    [
      counts.map((c) => c.customerNo),
      counts.map((c) => c.countId),
      counts.map((c) => c.warehouse),
      counts.map((c) => (c.items === undefined ? null : JSON.stringify(c.items))),
      counts.map((c) => (c.statuses === undefined ? null : JSON.stringify(c.statuses))),
      counts.map((c) => c.openedAt),
    ],
  );
}

export interface CountLineRow extends CountKey {
  readonly warehouse: string;
  readonly line: CountLine;
}

const lineColumns = (lines: readonly CountLineRow[]) => [
  lines.map((l) => l.customerNo),
  lines.map((l) => l.countId),
  lines.map((l) => l.warehouse),
  lines.map((l) => l.line.itemNo),
  lines.map((l) => l.line.status),
  lines.map((l) => l.line.timesCounted),
  lines.map((l) => l.line.found?.counted ?? null),
  lines.map((l) => l.line.found?.onHand ?? null),
  lines.map((l) => l.line.isSettled),
];

const linesTable = `unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::int[], $7::bigint[], $8::bigint[],
  $9::boolean[]) as l (customer_no, count_id, warehouse, item_no, inventory_status, times_counted, counted, on_hand, is_confirmed)`;

/** Inserts lines; returns those that are in another open count. Waits for a transaction that is inserting the same shelf. */
export async function insertCountLines(tx: Tx, lines: readonly CountLineRow[]): Promise<CountLineRow[]> {
  if (lines.length === 0) return [];
  const rows = await tx.rows<{ count_id: string; item_no: string; inventory_status: string }>(
    `insert into count_lines (customer_no, count_id, warehouse, item_no, inventory_status, times_counted, counted, on_hand,
                              is_confirmed)
     select * from ${linesTable} order by customer_no, warehouse, item_no, inventory_status, count_id
         on conflict do nothing
     returning count_id, item_no, inventory_status`,
    lineColumns(lines),
  );
  const added = new Set(rows.map((r) => `${r.count_id}\n${r.item_no}\n${r.inventory_status}`));
  return lines.filter(({ countId, line }) => !added.has(`${countId}\n${line.itemNo}\n${line.status}`));
}

/** Deletes counts with their lines. */
export async function deleteCounts(tx: Tx, counts: readonly CountKey[]): Promise<void> {
  if (counts.length === 0) return;
  const keys = 'unnest($1::text[], $2::uuid[]) as k (customer_no, count_id)';
  const columns = [counts.map((c) => c.customerNo), counts.map((c) => c.countId)];
  for (const table of ['count_lines', 'counts']) {
    await tx.rows(
      `delete from ${table} t using ${keys} where (t.customer_no, t.count_id) = (k.customer_no, k.count_id)`,
      columns,
    );
  }
}

/** Updates the counted quantities of existing lines. */
export async function updateCountLines(tx: Tx, lines: readonly CountLineRow[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.rows(
    `update count_lines t
        set times_counted = l.times_counted, counted = l.counted, on_hand = l.on_hand, is_confirmed = l.is_confirmed
       from ${linesTable}
      where (t.customer_no, t.count_id, t.item_no, t.inventory_status)
          = (l.customer_no, l.count_id, l.item_no, l.inventory_status)`,
    lineColumns(lines),
  );
}

/** Locks counts in the order of their ids and reads them with their lines, by id. Unknown ids are omitted. */
export async function lockCounts(tx: Tx, keys: readonly CountKey[]): Promise<Map<string, Count>> {
  if (keys.length === 0) return new Map();
  const columns = [keys.map((k) => k.customerNo), keys.map((k) => k.countId)];
  const counts = await tx.rows<{
    customer_no: string;
    count_id: string;
    warehouse: string;
    status: Count['status'];
    items: string[] | null;
    inventory_statuses: string[] | null;
  }>(
    `select c.customer_no, c.count_id, c.warehouse, c.status, c.items, c.inventory_statuses
       from counts c join unnest($1::text[], $2::uuid[]) as k (customer_no, count_id) using (customer_no, count_id)
      order by c.customer_no, c.count_id for no key update of c`,
    columns,
  );
  const lines = await tx.rows<{
    count_id: string;
    item_no: string;
    inventory_status: string;
    times_counted: number;
    counted: number | null;
    on_hand: number | null;
    is_confirmed: boolean;
  }>(
    `select l.count_id, l.item_no, l.inventory_status, l.times_counted, l.counted, l.on_hand, l.is_confirmed
       from (select distinct * from unnest($1::text[], $2::uuid[]) as k (customer_no, count_id)) k
       join count_lines l using (customer_no, count_id)
      order by l.count_id, l.item_no, l.inventory_status`,
    columns,
  );
  const linesOf = Map.groupBy(lines, (row) => row.count_id);
  return new Map(
    counts.map((row) => [
      row.count_id,
      {
        customerNo: row.customer_no,
        countId: row.count_id,
        warehouse: row.warehouse,
        status: row.status,
        items: row.items ?? undefined,
        statuses: row.inventory_statuses ?? undefined,
        lines: (linesOf.get(row.count_id) ?? []).map((line) => ({
          itemNo: line.item_no,
          status: line.inventory_status,
          timesCounted: line.times_counted,
          found:
            line.counted === null || line.on_hand === null
              ? undefined
              : { counted: line.counted, onHand: line.on_hand },
          isSettled: line.is_confirmed,
        })),
      },
    ]),
  );
}

/** Closes locked counts, so that their shelves can be in another count. */
export async function closeCounts(
  tx: Tx,
  closed: readonly (CountKey & { readonly status: 'APPROVED' | 'CANCELED'; readonly closedAt: Temporal.Instant })[],
): Promise<void> {
  if (closed.length === 0) return;
  await tx.rows(
    `update counts c set status = k.status, closed_at = k.closed_at
       from unnest($1::text[], $2::uuid[], $3::text[], $4::timestamptz[]) as k (customer_no, count_id, status, closed_at)
      where (c.customer_no, c.count_id) = (k.customer_no, k.count_id)`,
    [
      closed.map((c) => c.customerNo),
      closed.map((c) => c.countId),
      closed.map((c) => c.status),
      closed.map((c) => c.closedAt),
    ],
  );
  await tx.rows(
    `update count_lines l set is_open = false from unnest($1::text[], $2::uuid[]) as k (customer_no, count_id)
      where (l.customer_no, l.count_id) = (k.customer_no, k.count_id)`,
    [closed.map((c) => c.customerNo), closed.map((c) => c.countId)],
  );
}

/** The on-hand quantities of an item, or of all items, at a warehouse. */
export async function readOnHand(
  tx: Tx,
  wanted: readonly { readonly customerNo: string; readonly warehouse: string; readonly itemNo?: string }[],
): Promise<(StockKey & { readonly onHand: number })[]> {
  if (wanted.length === 0) return [];
  const rows = await tx.rows<{
    customer_no: string;
    item_no: string;
    warehouse: string;
    status: string;
    on_hand: number;
  }>(
    `select distinct b.customer_no, b.item_no, b.warehouse, b.status, b.on_hand
       from unnest($1::text[], $2::text[], $3::text[]) as k (customer_no, warehouse, item_no)
       join balances b on b.customer_no = k.customer_no and b.warehouse = k.warehouse
                      and b.item_no = coalesce(k.item_no, b.item_no)
      order by b.customer_no, b.item_no, b.warehouse, b.status`,
    [wanted.map((w) => w.customerNo), wanted.map((w) => w.warehouse), wanted.map((w) => w.itemNo ?? null)],
  );
  return rows.map((r) => ({
    customerNo: r.customer_no,
    itemNo: r.item_no,
    warehouse: r.warehouse,
    status: r.status,
    onHand: r.on_hand,
  }));
}
