/**
 * Closes months of movements, detaches them when they have been archived, and attaches restored ones (decision 15). Owns
 * `movement_months`, `opening_balances` and `archived_receipts`.
 *
 * Months are of real time, as the partitions are. Closing a month writes the opening balances of the next one. When its
 * movements are also rolled up, no balance needs them, and its partition can be detached unless an earlier month is
 * attached.
 */
import { startOfDay } from '../lib/dates.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { maxCommitDelayHours } from '../platform/log-window.ts';
import { attachPartition, detachLockTimeoutMs, detachPartition, readAttachedMonths } from '../platform/partitions.ts';
import { lockMovementRollups, resetMovementRollups } from './rollups.ts';

/** Key of the advisory lock under which months are closed, detached and attached. */
const monthsLock = 7_310_482_002;

/**
 * Writes the opening balances of the month after `month` (its first day). Idempotent.
 * @throws Error when the month has not been over for `maxCommitDelayHours`, or an attached earlier one is not closed
 */
export async function closeMovementMonth(db: Db, month: Temporal.PlainDate): Promise<void> {
  await db.write(
    async (tx) => {
      await tx.rows('select pg_advisory_xact_lock($1)', [monthsLock]);
      if (await isClosed(tx, month)) return;
      const next = month.add({ months: 1 });
      const isOverAt = startOfDay(next, 'UTC').add({ hours: maxCommitDelayHours });
      if (Temporal.Instant.compare(Temporal.Now.instant(), isOverAt) < 0) {
        throw new Error(`${month} cannot be closed before ${isOverAt}`);
      }
      const [open] = (await openMonths(tx)).filter((other) => Temporal.PlainDate.compare(other, month) < 0);
      if (open !== undefined) throw new Error(`${month} cannot be closed: close ${open} first`);
      await tx.rows(
        `insert into opening_balances (customer_no, month, item_no, warehouse, status, quantity)
       select customer_no, $3::date, item_no, warehouse, status, sum(quantity)
         from (select customer_no, item_no, warehouse, status, quantity from opening_balances
                where month = (select max(month) + interval '1 month' from movement_months)
                union all
               select customer_no, item_no, warehouse, status, quantity from movements where at >= $1 and at < $2) m
        group by customer_no, item_no, warehouse, status having sum(quantity) <> 0`,
        [startOfDay(month, 'UTC'), startOfDay(next, 'UTC'), next],
      );
      await tx.rows('insert into movement_months (month) values ($1)', [month]);
    },
    { longRunning: true },
  );
}

/**
 * Closes every attached month that has been over for `maxCommitDelayHours`. Called by the nightly job, and before months are
 * archived.
 */
export async function closeEndedMovementMonths(db: Db): Promise<void> {
  const committedBefore = Temporal.Now.instant().subtract({ hours: maxCommitDelayHours });
  const current = committedBefore.toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 });
  for (const month of await db.write(openMonths)) {
    if (Temporal.PlainDate.compare(month, current) < 0) await closeMovementMonth(db, month);
  }
}

/**
 * Detaches a closed month's partition from the movements. Its movements are no longer listed; balances of its days, and
 * what arrived on them, remain available. With `archived` the table is dropped; otherwise it remains as a separate table,
 * `movements_YYYYMM`.
 * @param archived how many rows were archived
 * @throws Error when the month is not closed, an earlier month is attached, not all of its movements are rolled up, or the number of
 * its rows differs from `archived.rows`; an error that `isLockTimeout` recognizes when other transactions kept the table locked
 */
export async function detachMovementMonth(
  db: Db,
  month: Temporal.PlainDate,
  archived?: { readonly rows: number },
): Promise<void> {
  await db.write(
    async (tx) => {
      await tx.rows('select pg_advisory_xact_lock($1)', [monthsLock]);
      if (!(await isClosed(tx, month))) throw new Error(`${month} cannot be detached: it is not closed`);
      const [earlier] = (await readAttachedMonths(tx, 'movements')).filter(
        (other) => Temporal.PlainDate.compare(other, month) < 0,
      );
      if (earlier !== undefined) throw new Error(`${month} cannot be detached: detach ${earlier} first`);
      // A rebuild that has begun must not add counts of the month after they are deleted here.
      await lockMovementRollups(tx);
      const unrolled = await tx.rows(
        `select 1 from (select customer_no, max(seq) as last from movements where at >= $1 and at < $2 group by customer_no) m
         left join movement_rollup_progress k using (customer_no) where coalesce(least(k.rolled_up_to, k.totals_up_to), 0) < m.last limit 1`,
        [startOfDay(month, 'UTC'), startOfDay(month.add({ months: 1 }), 'UTC')],
      );
      if (unrolled.length > 0) {
        throw new Error(
          `${month} cannot be detached: not all of it has been rolled up yet. Try again in a few minutes.`,
        );
      }
      await tx.rows('delete from movement_counts where month = $1', [month]);
      await tx.rows('delete from movement_item_counts where month = $1', [month]);
      await keepReceipts(tx, month);
      await tx.rows('update movement_months set detached_at = now() where month = $1', [month]);
      await detachPartition(tx, 'movements', month, archived);
    },
    { longRunning: true, ...(archived && { lockTimeoutMs: detachLockTimeoutMs }) },
  );
}

/**
 * Attaches a month of movements that `loadMonthArchiveIntoTable` has loaded. A job rebuilds the rollups of all attached months; until
 * then reads are slower.
 * @throws Error when it is not the latest detached month
 */
export async function attachMovementMonth(db: Db, month: Temporal.PlainDate): Promise<void> {
  await db.write(
    async (tx) => {
      await tx.rows('select pg_advisory_xact_lock($1)', [monthsLock]);
      const [last] = await tx.rows<{ month: Temporal.PlainDate | null }>(
        'select max(month) as month from movement_months where detached_at is not null',
      );
      const latest = last?.month ?? undefined;
      if (latest === undefined || Temporal.PlainDate.compare(latest, month) < 0)
        throw new Error(`${month} cannot be restored: it is not an archived month of this database`);
      if (!latest.equals(month)) throw new Error(`${month} cannot be restored: restore ${latest} first`);
      await attachPartition(tx, 'movements', month);
      await tx.rows('update movement_months set detached_at = null where month = $1', [month]);
      await tx.rows('delete from archived_receipts where month = $1', [month]);
      await resetMovementRollups(tx);
    },
    { longRunning: true },
  );
}

/** Keeps what arrived in the month, without its movements: the units of each receipt of a document, and what was missing or too many. */
async function keepReceipts(tx: Tx, month: Temporal.PlainDate): Promise<void> {
  await tx.rows(
    `insert into archived_receipts (customer_no, month, subject, type, reason, occurred_at, quantity)
     select customer_no, $3::date, subject, type, reason, occurred_at, sum(quantity)
       from (select customer_no, subject, type, case type when 'Inventory Adjustment' then reference else '' end as reason, occurred_at, quantity
               from movements
              where at >= $1 and at < $2
                and (type in ('Purchase Order', 'Transfer In')
                     or type = 'Inventory Adjustment' and reference in ('TRANSFER-SHORT', 'TRANSFER-OVER'))) r
      group by customer_no, subject, type, reason, occurred_at`,
    [startOfDay(month, 'UTC'), startOfDay(month.add({ months: 1 }), 'UTC'), month],
  );
}

async function isClosed(tx: Tx, month: Temporal.PlainDate): Promise<boolean> {
  return (await tx.rows('select 1 from movement_months where month = $1', [month])).length > 0;
}

/** The attached months that are not closed, in order. */
async function openMonths(tx: Tx): Promise<Temporal.PlainDate[]> {
  const closed = await tx.rows<{ month: Temporal.PlainDate }>('select month from movement_months');
  const known = new Set(closed.map(({ month }) => month.toString()));
  return (await readAttachedMonths(tx, 'movements')).filter((month) => !known.has(month.toString()));
}
