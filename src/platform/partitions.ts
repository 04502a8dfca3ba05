/**
 * Monthly partitions of history (architecture: Data). Each partitioned table gets partitions for the current and the
 * next two months, so that a write never lacks one.
 */
import type { Db } from './db/db.ts';

const monthsAhead = 2;
/** An arbitrary key, locked so that one process at a time creates partitions. */
const partitionsLock = 7_310_482_001;

/** Creates the missing partitions. Called before the server accepts requests, and daily. */
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
