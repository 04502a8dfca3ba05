/**
 * Scheduled work of an environment, in real time: releases by schedule, the end of holds without a carrier, scan forms, lookups of
 * quiet packages, roll-ups of movements and packages, closing months, deletion of unused photos, old printed documents and old webhook
 * deliveries, renewal of webhook cursors, nightly verification.
 */
import { makeScanForms, runReleaseSchedules } from './floor/index.ts';
import { closeEndedMovementMonths, rollUpMovements } from './inventory/index.ts';
import { deleteUnusedPhotos } from './photos/index.ts';
import { currentRealTime } from './platform/clock.ts';
import type { Environment } from './platform/environment.ts';
import type { ScheduledJob } from './platform/jobs.ts';
import type { Metrics } from './platform/metrics.ts';
import {
  deleteOldPrintedDocuments,
  endNoCarrierHolds,
  refreshTrackingOfQuietPackages,
} from './shipping-labels/index.ts';
import { indexOrdersAndVerifyDatabase } from './verify.ts';
import { rollUpPackages } from './warehouse/index.ts';
import { advanceIdleWebhookCursors, deleteOldWebhookDeliveries } from './webhooks/index.ts';

/** Maximum number of faults that are logged one by one. The total is logged in any case. */
const maxFaultsLogged = 50;

/** The schedules of an environment, for its jobs. */
export function jobSchedulesOf(environment: Environment): readonly ScheduledJob[] {
  const { db, logger, config } = environment;
  const { timeZone } = config;
  return [
    {
      name: 'roll-up-movements',
      cron: '* * * * *',
      timeZone,
      run: (signal) => rollUpMovements(db, { timeZone, signal }),
    },
    { name: 'roll-up-packages', cron: '* * * * *', timeZone, run: (signal) => rollUpPackages(db, { signal }) },
    {
      name: 'release-orders',
      cron: '* * * * *',
      timeZone,
      run: async (signal) => {
        await runReleaseSchedules(environment, currentRealTime(), signal);
      },
    },
    {
      name: 'end-no-carrier-holds',
      cron: '* * * * *',
      timeZone,
      run: async () => {
        await endNoCarrierHolds(environment);
      },
    },
    { name: 'make-scan-forms', cron: '* * * * *', timeZone, run: (signal) => makeScanForms(environment, signal) },
    {
      name: 'look-up-packages',
      cron: '*/10 * * * *',
      timeZone,
      run: (signal) => refreshTrackingOfQuietPackages(environment, signal),
    },
    {
      name: 'delete-old-deliveries',
      cron: '47 2 * * *',
      timeZone,
      run: (signal) => deleteOldWebhookDeliveries(db, signal),
    },
    {
      name: 'delete-old-documents',
      cron: '37 2 * * *',
      timeZone,
      run: (signal) => deleteOldPrintedDocuments(db, signal),
    },
    {
      name: 'renew-webhook-cursors',
      cron: '51 2 * * *',
      timeZone,
      run: (signal) => advanceIdleWebhookCursors(db, signal),
    },
    { name: 'close-months', cron: '23 1 * * *', timeZone, run: () => closeEndedMovementMonths(db) },
    {
      name: 'delete-unused-photos',
      cron: '41 2 * * *',
      timeZone,
      run: async (signal) => {
        await deleteUnusedPhotos(environment, signal);
      },
    },
    {
      name: 'verify',
      cron: '7 3 * * *',
      timeZone,
      run: () => verifyDatabaseAndLogFaults({ db, logger }),
    },
  ];
}

/** Verifies an environment, stores the result for the metric, and logs up to `maxFaultsLogged` faults, each as an error. */
export async function verifyDatabaseAndLogFaults({ db, logger }: Pick<Environment, 'db' | 'logger'>): Promise<void> {
  const startedAt = performance.now();
  const faults = await indexOrdersAndVerifyDatabase(db);
  const seconds = (performance.now() - startedAt) / 1000;
  await db.rows('insert into verify_runs (checked_at, seconds, faults) values (clock_timestamp(), $1, $2)', [
    seconds.toFixed(3),
    faults.length,
  ]);
  for (const fault of faults.slice(0, maxFaultsLogged)) logger.error({ fault }, 'integrity check failed');
  if (faults.length > 0) logger.error({ faults: faults.length }, 'verification found faults');
  else logger.info({ seconds }, 'verification found no faults');
}

/**
 * Registers `dray_verify_faults`, the number of faults of the last verification, and `dray_verify_seconds_ago`, its age. Both
 * are read from the database, so every process reports the same values.
 */
export function registerVerificationMetrics(
  metrics: Metrics,
  environments: readonly Pick<Environment, 'name' | 'db'>[],
): void {
  const read = (column: string) => async () => {
    const entries = await Promise.all(
      environments.map(async ({ name, db }) => {
        const rows = await db.rows<{ value: number }>(
          // A later one was made while the clock was wrong, and would hide those of today.
          `select ${column} as value from verify_runs
            where checked_at <= clock_timestamp() order by checked_at desc limit 1`,
        );
        return rows.map((row): [string, number] => [name, row.value]);
      }),
    );
    return Object.fromEntries(entries.flat());
  };
  metrics.gauge('dray_verify_faults', 'Faults found by the last nightly verification.', read('faults'), 'environment');
  metrics.gauge(
    'dray_verify_seconds_ago',
    'Seconds since the last nightly verification.',
    read('extract(epoch from clock_timestamp() - checked_at)::float8'),
    'environment',
  );
}
