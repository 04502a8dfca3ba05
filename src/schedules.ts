/**
 * What is done for an environment by the clock on the wall, whatever its customers' clocks show: rolling up movements and
 * packages, closing months, and at night the verification of all data.
 */
import { closeMonths, rollUpMovements } from './inventory/index.ts';
import type { Environment } from './platform/environment.ts';
import type { Schedule } from './platform/jobs.ts';
import type { Metrics } from './platform/metrics.ts';
import { verifyAll } from './verify.ts';
import { rollUpPackages } from './warehouse/index.ts';

/** Faults that are written to the log, each; the number of all stands beside them. */
const maxFaultsLogged = 50;

/** The schedules of an environment, for its jobs. */
export function schedulesOf({ db, logger, config }: Environment): readonly Schedule[] {
  const { timeZone } = config;
  return [
    {
      name: 'roll-up-movements',
      cron: '* * * * *',
      timeZone,
      run: (signal) => rollUpMovements(db, { timeZone, signal }),
    },
    { name: 'roll-up-packages', cron: '* * * * *', timeZone, run: (signal) => rollUpPackages(db, { signal }) },
    { name: 'close-months', cron: '23 1 * * *', timeZone, run: () => closeMonths(db) },
    {
      name: 'verify',
      cron: '7 3 * * *',
      timeZone,
      run: () => verifyAndLog({ db, logger }),
    },
  ];
}

/** Verifies, keeps what was found for the metric, and writes each fault to the log as an error. */
export async function verifyAndLog({ db, logger }: Pick<Environment, 'db' | 'logger'>): Promise<void> {
  const startedAt = performance.now();
  const faults = await verifyAll(db);
  const seconds = (performance.now() - startedAt) / 1000;
  await db.rows('insert into verify_runs (checked_at, seconds, faults) values (clock_timestamp(), $1, $2)', [
    seconds.toFixed(3),
    faults.length,
  ]);
  for (const fault of faults.slice(0, maxFaultsLogged)) logger.error({ fault }, 'the data contradict themselves');
  if (faults.length > 0) logger.error({ faults: faults.length }, 'the verification found faults');
  else logger.info({ seconds }, 'the verification found no fault');
}

/**
 * `dray_verify_faults`: what the last verification found, and `dray_verify_seconds_ago`, how old that is. Read from the
 * database, so that every process tells the same, whichever of them did it.
 */
export function registerVerificationMetrics(
  metrics: Metrics,
  environments: readonly Pick<Environment, 'name' | 'db'>[],
): void {
  const read = (column: string) => async () => {
    const entries = await Promise.all(
      environments.map(async ({ name, db }) => {
        const rows = await db.rows<{ value: number }>(
          `select ${column} as value from verify_runs order by checked_at desc limit 1`,
        );
        return rows.map((row): [string, number] => [name, row.value]);
      }),
    );
    return Object.fromEntries(entries.flat());
  };
  metrics.gauge(
    'dray_verify_faults',
    'Faults that the last nightly verification found.',
    read('faults'),
    'environment',
  );
  metrics.gauge(
    'dray_verify_seconds_ago',
    'Seconds since the last nightly verification.',
    read('extract(epoch from clock_timestamp() - checked_at)::float8'),
    'environment',
  );
}
