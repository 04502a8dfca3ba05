/** Detaches archived months of the log, and attaches restored ones. */
import type { Db } from './db/db.ts';
import { attachPartition, detachLockTimeoutMs, detachPartition, partitionName } from './partitions.ts';

/**
 * Drops a month of the log that was archived. Its entries are no longer in timelines, and cursors of the event feed
 * before its end are too old.
 * @param readers those of this version; cursors of other readers do not count
 * @throws Error when a cursor of these readers is before the end of the month, or the month has another number of rows; an
 * error for which `isLockTimeout` is true when transactions kept the log locked for longer than `detachLockTimeoutMs`
 */
export async function dropArchivedLogMonth(
  db: Db,
  month: Temporal.PlainDate,
  archived: { readonly rows: number },
  readers: readonly string[],
): Promise<void> {
  await db.write(
    async (tx) => {
      const [behind] = await tx.rows<{ reader: string; customer_no: string }>(
        `select c.reader, c.customer_no
           from log_cursors c join (select customer_no, max(seq) as last from ${partitionName('log', month)} group by customer_no) l
                using (customer_no)
          where c.reader = any ($1::text[]) and c.seq < l.last limit 1`,
        [readers],
      );
      if (behind !== undefined) {
        const { reader, customer_no: customerNo } = behind;
        const why = `${reader} has not read all of ${customerNo} yet`;
        throw new Error(
          `The log of ${month} cannot be detached: ${why}. Try again in a few minutes, while the server runs.`,
        );
      }
      await detachPartition(tx, 'log', month, archived);
    },
    { longRunning: true, lockTimeoutMs: detachLockTimeoutMs },
  );
}

/** Attaches a month of the log that `loadMonthArchiveIntoTable` has loaded. */
export async function attachLogMonth(db: Db, month: Temporal.PlainDate): Promise<void> {
  await db.write((tx) => attachPartition(tx, 'log', month), { longRunning: true });
}
