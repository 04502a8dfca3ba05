/**
 * Monthly partitions of history (architecture: Data). Each partitioned table gets partitions for the current and the
 * next two months, so that a write lacks one only after a jump of the clock, for at most a minute.
 */
import type { Db, DbReader, Tx } from './db/db.ts';

const monthsAhead = 2;
/** An arbitrary key, locked so that one process at a time creates partitions. */
const partitionsLock = 7_310_482_001;

/** Creates the missing partitions. Called when a server or a command opens the environments, and every minute. */
export async function ensurePartitions(db: Db): Promise<void> {
  const today = Temporal.Now.plainDateISO('UTC').with({ day: 1 });
  const months = Array.from({ length: monthsAhead + 1 }, (_, ahead) => today.add({ months: ahead }));
  await db.write(async (tx) => {
    await tx.rows('select pg_advisory_xact_lock($1)', [partitionsLock]);
    await tx.rows(
      `select ensure_month(p.partrelid::regclass, m.month)
         from pg_partitioned_table p
         join pg_class c on c.oid = p.partrelid
        cross join unnest($1::date[]) as m (month)
        where c.relnamespace = current_schema()::regnamespace and not c.relispartition`,
      [months],
    );
  });
}

/** Tables whose past months can be archived. */
export const monthlyPartitionedTables = ['movements', 'log'] as const;
export type MonthlyPartitionedTable = (typeof monthlyPartitionedTables)[number];

/** `movements_202601`. */
export function partitionName(table: MonthlyPartitionedTable, month: Temporal.PlainDate): string {
  return `${table}_${month.toString().slice(0, 7).replace('-', '')}`;
}

/** The first days of the months that are attached, in order. */
export async function readAttachedMonths(
  reader: DbReader,
  table: MonthlyPartitionedTable,
): Promise<Temporal.PlainDate[]> {
  const rows = await reader.rows<{ month: Temporal.PlainDate }>(
    `select to_date(right(c.relname, 6), 'YYYYMM') as month
       from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 1`,
    [table],
  );
  return rows.map((row) => row.month);
}

/** Lock timeout for detaching: it waits for an ACCESS EXCLUSIVE lock on the table, and all readers and writers queue behind it. */
export const detachLockTimeoutMs = 1_000;

/**
 * Detaches a month, and drops it when it was archived. It waits for the transactions that use the table, so use `detachLockTimeoutMs`.
 * @throws Error when it does not have the number of rows that were archived
 */
export async function detachPartition(
  tx: Tx,
  table: MonthlyPartitionedTable,
  month: Temporal.PlainDate,
  archived: { readonly rows: number } | undefined,
): Promise<void> {
  const partition = partitionName(table, month);
  if (archived !== undefined) {
    const [found] = await tx.rows<{ rows: number }>(`select count(*) as rows from ${partition}`);
    if (found?.rows !== archived.rows) {
      throw new Error(`${partition} has ${found?.rows} rows, but ${archived.rows} were archived`);
    }
  }
  await tx.rows(`alter table ${table} detach partition ${partition}`);
  if (archived !== undefined) await tx.rows(`drop table ${partition}`);
}

/** Attaches a table of the month that has been loaded. Readers and writers of the other months continue. */
export async function attachPartition(
  tx: Tx,
  table: MonthlyPartitionedTable,
  month: Temporal.PlainDate,
): Promise<void> {
  const startOf = (day: Temporal.PlainDate) => `'${day}T00:00:00Z'`;
  await tx.rows(
    `alter table ${table} attach partition ${partitionName(table, month)}
       for values from (${startOf(month)}) to (${startOf(month.add({ months: 1 }))})`,
  );
}
