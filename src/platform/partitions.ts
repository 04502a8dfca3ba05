/**
 * The monthly partitions of history (architecture: Data). Every table of the schema that is partitioned gets the
 * current month and the two that follow, so that no change ever meets a missing month.
 */
import type { Db } from './db/db.ts';

const monthsAhead = 2;
/** Any constant: one process at a time makes partitions. */
const partitionsLock = 7_310_482_001;

/** Makes what is missing. Called before the server takes requests, and daily. */
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
