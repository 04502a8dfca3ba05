/**
 * Retention: months of history that are archived to files and detached while traffic goes on, and restored (`dray archive`, `dray
 * restore-archive`; decision 15). A month is detached only when its file was read again and has the rows of the database.
 */
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  attachMovementMonth,
  closeEndedMovementMonths,
  detachMovementMonth,
  rollUpMovements,
} from './inventory/index.ts';
import { assertPresent } from './lib/assert.ts';
import { orderIndexLogReaderName } from './order-index/index.ts';
import { CliError } from './platform/cli-error.ts';
import { isLockTimeout } from './platform/db/database-errors.ts';
import {
  ensureVerifiedMonthArchive,
  loadMonthArchiveIntoTable,
  type MonthArchive,
  readMonthArchives,
  verifyMonthArchive,
} from './platform/db/month-archive.ts';
import type { Environment } from './platform/environment.ts';
import { attachLogMonth, dropArchivedLogMonth } from './platform/log-months.ts';
import { type MonthlyPartitionedTable, monthlyPartitionedTables, readAttachedMonths } from './platform/partitions.ts';
import { advanceIdleWebhookCursors, findCustomerWithWebhookCursorBefore } from './webhooks/index.ts';

/** A month is kept at least so long after its end: readers of the log, retries and reconciliation have finished with it. */
export const minArchiveAgeDays = 35;

const detach: Readonly<Record<MonthlyPartitionedTable, typeof detachMovementMonth>> = {
  movements: detachMovementMonth,
  log: (db, month, archived) =>
    dropArchivedLogMonth(db, month, assertPresent(archived, 'the archive'), [orderIndexLogReaderName]),
};
const attach: Readonly<Record<MonthlyPartitionedTable, typeof attachLogMonth>> = {
  movements: attachMovementMonth,
  log: attachLogMonth,
};

/** The wait between attempts to detach or attach, while others use the table or its rollups. */
const retryMs = 2_000;
const maxAttempts = 60;

type Database = Pick<Environment, 'name' | 'db'>;

/**
 * Archives the attached months before `before` into files in `folder`, and drops them from the database, table by table, each
 * from its oldest month on.
 * May run again after an interruption: a complete file is compared with the database and not written again.
 * @param onArchived called when a month is detached
 * @throws CliError when `before` is not a month's first day that is long enough ago, a file is damaged or has other rows than the
 * database, the folder cannot be used or written, events of webhooks are not read yet, or a month may not be detached yet; errors of the
 * database as they are, such as the lock timeout when a table is in use at each of the attempts to detach
 */
export async function archiveMonths(
  { name: environment, db, config }: Database & Pick<Environment, 'config'>,
  folder: string,
  before: Temporal.PlainDate,
  onArchived: (archive: MonthArchive) => void = () => undefined,
): Promise<void> {
  if (before.day !== 1) throw new CliError(`${before} is not the first day of a month.`, 2);
  const last = Temporal.Now.plainDateISO('UTC').subtract({ days: minArchiveAgeDays }).with({ day: 1 });
  if (Temporal.PlainDate.compare(before, last) > 0) {
    throw new CliError(
      `Months are kept for ${minArchiveAgeDays} days after their end: archive what is before ${last.toString().slice(0, 7)}.`,
      2,
    );
  }
  await closeEndedMovementMonths(db);
  // A month is detached when all of it is rolled up, and the job leaves customers with few changes out.
  await rollUpMovements(db, { timeZone: config.timeZone, minUnrolled: 1, keepsTimeZones: true });
  // Else the next event of a winery that has been quiet since an archived month would be skipped.
  await advanceIdleWebhookCursors(db, new AbortController().signal);
  const attached = new Map<MonthlyPartitionedTable, Temporal.PlainDate[]>();
  for (const table of monthlyPartitionedTables) {
    const months = await readAttachedMonths(db, table);
    attached.set(
      table,
      months.filter((month) => Temporal.PlainDate.compare(month, before) < 0),
    );
  }
  if ([...attached.values()].some((months) => months.length > 0)) await assertWebhookEventsAreRead(db, before);
  for (const [table, months] of attached) {
    for (const month of months) {
      const archive = await ensureVerifiedMonthArchive(db.pool.options, folder, {
        environment,
        table,
        month: month.toString(),
      });
      await withoutHoldingUp(() => detach[table](db, month, archive));
      onArchived(archive);
    }
  }
}

/** The webhook sender would skip what it has not read of a customer, also of later months. */
async function assertWebhookEventsAreRead(db: Database['db'], before: Temporal.PlainDate): Promise<void> {
  const customerNo = await findCustomerWithWebhookCursorBefore(db, before);
  if (customerNo === undefined) return;
  const why = `events of ${customerNo} have not been read for its webhooks yet`;
  throw new CliError(
    `Months before ${before.toString().slice(0, 7)} cannot be archived: ${why}. Try again in a few minutes, while the server runs.`,
    1,
  );
}

/**
 * Restores all months of a folder from `from` on, latest first, and attaches them. Months that are attached are left alone.
 * @throws CliError when the folder or a list in it cannot be read, a file is damaged, or a later month is archived elsewhere
 */
export async function restoreArchivedMonths(
  { name: environment, db }: Database,
  folder: string,
  from: Temporal.PlainDate,
  onRestored: (archive: MonthArchive) => void = () => undefined,
): Promise<void> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new CliError(`${folder} cannot be read: ${(cause as Error).message}`, 1, { cause });
  });
  const attached = new Map<MonthlyPartitionedTable, Set<string>>();
  for (const table of monthlyPartitionedTables) {
    attached.set(table, new Set((await readAttachedMonths(db, table)).map((month) => month.toString())));
  }
  const archives = (await readMonthArchives(folder, environment, names)).filter(
    ({ table, month }) => month >= from.toString() && !attached.get(table)?.has(month),
  );
  // All of them, before the first is restored.
  for (const archive of archives) await verifyMonthArchive(folder, archive);
  for (const archive of archives) {
    await loadMonthArchiveIntoTable(db.pool.options, folder, archive);
    // The rollups of a month that was restored before this one are being rebuilt.
    await withoutHoldingUp(() => attach[archive.table](db, Temporal.PlainDate.from(archive.month)));
    onRestored(archive);
  }
}

/** Retries after a lock timeout, so that readers and writers of the table wait only briefly behind it. */
async function withoutHoldingUp(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await asCliError(work);
      return;
    } catch (error) {
      if (!isLockTimeout(error) || attempt === maxAttempts) throw error;
    }
    await sleep(retryMs);
  }
}

async function asCliError(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isLockTimeout(error) || (error as { code?: string }).code !== undefined) throw error;
    throw new CliError((error as Error).message, 1, { cause: error });
  }
}
