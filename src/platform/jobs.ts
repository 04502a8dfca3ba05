/**
 * Background work of an environment on pg-boss, in the schema `pgboss` of its own database (architecture: Time and
 * background work).
 *
 * A relay looks up every second which customers have due work and enqueues one job per customer. Jobs carry ids only, read
 * the current state and may run twice. The source of truth is `due_work`, not the queue: a lost job is enqueued again, so a
 * crash loses nothing. A job that fails is logged, and runs again later. Schedules use real time: missing partitions are created every
 * minute, expired keys and old markers deleted hourly.
 */

import pg from 'pg';
import { type Db as BossDatabase, PgBoss } from 'pg-boss';
import { deleteOldCommitMarkers } from './db/commit-markers.ts';
import { isConnectionLost, isLockTimeout } from './db/database-errors.ts';
import type { Db } from './db/db.ts';
import { parsePgTimestamptz } from './db/temporal-text.ts';
import { type DueWorkStepHandlers, runDueWork } from './due-work.ts';
import { findCustomersWithDueWork } from './due-work-store.ts';
import type { Environment } from './environment.ts';
import { deleteExpiredIdempotencyKeys } from './idempotency-key-store.ts';
import { ensurePartitions } from './partitions.ts';

export interface BackgroundJobs {
  /**
   * Accepts no new jobs, and waits for the look-ups of work in progress, then up to `withinMs` (30 s by default) for running jobs; the
   * rest runs after the next start.
   */
  stop(withinMs?: number): Promise<void>;
}

/** Work on a cron schedule in real time, by one process at a time. */
export interface ScheduledJob {
  readonly name: string;
  /** Minute, hour, day, month, weekday, in `timeZone`. */
  readonly cron: string;
  readonly timeZone: string;
  /** `signal` is aborted when the server stops. May run twice. */
  run(signal: AbortSignal): Promise<void>;
}

/** A kind of background work of customers. The customers with due work are looked up at an interval, and one job is enqueued for each. */
export interface CustomerJobRelay {
  /** The name of its queue. */
  readonly queue: string;
  /** The customers with work that is due. */
  customers(): Promise<string[]>;
  /** Runs the work of a customer: never concurrently in this process, but possibly in another. */
  run(customerNo: string, signal: AbortSignal): Promise<unknown>;
}

interface JobsOptions {
  /** In addition to due work. */
  readonly relays?: readonly CustomerJobRelay[];
  readonly schedules?: readonly ScheduledJob[];
  /**
   * Handlers of due work, on real time. Absent where a customer's clock is advanced by other means (the test
   * environment): then the jobs do not run due work.
   */
  readonly steps?: DueWorkStepHandlers;
  /** How often each relay looks up its work; by default once a second. */
  readonly relayIntervalMs?: number;
}

const queues = {
  dueWork: 'run-due-work',
  partitions: 'ensure-partitions',
  idempotencyKeys: 'delete-expired-keys',
} as const;

const relayIntervalMs = 1_000;
const clockCheckMs = 60_000;
const workerConcurrency = 2;

/** Starts jobs. The environment's database is migrated; pg-boss keeps its own schema up to date. */
export async function startBackgroundJobs(
  environment: Pick<Environment, 'name' | 'db' | 'logger'>,
  options: JobsOptions,
): Promise<BackgroundJobs> {
  const { db, logger } = environment;
  const boss = new PgBoss({ db: bossDatabase(db), schema: 'pgboss' });
  // Each queue polls: while the database is unavailable, which is logged elsewhere, they would flood the log.
  boss.on('error', (err) => logger[isConnectionLost(err) ? 'debug' : 'error']({ err }, 'a job queue failed'));
  boss.on('warning', (warning) => logger.warn({ warning }, 'a job queue reported a warning'));
  await boss.start();
  const stopping = new AbortController();

  await boss.createQueue(queues.partitions, { policy: 'short', retryLimit: 5, retryDelay: 60 });
  await boss.createQueue(queues.idempotencyKeys, { policy: 'short', retryLimit: 0 });
  const run = (queue: string, work: () => Promise<unknown>) => runLogged(logger, stopping.signal, { queue }, work);
  await boss.work(queues.partitions, () => run(queues.partitions, () => ensurePartitions(db)));
  await boss.work(queues.idempotencyKeys, () =>
    run(queues.idempotencyKeys, async () => {
      await deleteExpiredIdempotencyKeys(db, stopping.signal);
      await deleteOldCommitMarkers(db);
    }),
  );
  // A clock may jump over the months that were created ahead: that of a machine which was suspended, or started with a wrong one. Until
  // the month exists, no change can be written.
  await boss.schedule(queues.partitions, '* * * * *');
  await boss.schedule(queues.idempotencyKeys, '41 * * * *');
  for (const { name, cron, timeZone, run: runScheduled } of options.schedules ?? []) {
    // At most one waits and one runs. A schedule that reads all data may take hours. A run whose process was killed sends
    // no heartbeats: without them it would keep all later runs waiting for as long.
    const settings = { retryLimit: 2, retryDelay: 60, expireInSeconds: 6 * 3_600, heartbeatSeconds: 60 };
    await boss.createQueue(name, { policy: 'stately', ...settings });
    // A queue that exists keeps the settings of its creation.
    await boss.updateQueue(name, settings);
    await boss.work(name, () => run(name, () => runScheduled(stopping.signal)));
    await boss.schedule(name, cron, null, { tz: timeZone });
  }

  const checkingClock = (async () => {
    while (!stopping.signal.aborted) {
      await resetTimesAhead(db).catch((err: unknown) =>
        logger[isConnectionLost(err) ? 'debug' : 'error']({ err }, 'the times of jobs could not be checked'),
      );
      await waitUnlessAborted(clockCheckMs, stopping.signal);
    }
  })();

  const { steps } = options;
  const relays: CustomerJobRelay[] = [...(options.relays ?? [])];
  if (steps !== undefined) {
    relays.push({
      queue: queues.dueWork,
      customers: () => findCustomersWithDueWork(db),
      run: (customerNo, signal) => runDueWork(environment, steps, customerNo, Temporal.Now.instant(), signal),
    });
  }
  const started = await Promise.all(
    relays.map((relay) => startRelay(boss, environment, relay, options, stopping.signal)),
  );
  return {
    stop: async (withinMs = 30_000) => {
      stopping.abort();
      await Promise.all([checkingClock, ...started.map(({ ended }) => ended)]);
      await boss.stop({ graceful: true, timeout: withinMs, close: false });
    },
  };
}

/**
 * Resets what pg-boss stored while the database clock was ahead, as one that was set by hand: it makes its next pass only after the last
 * one, and runs a job only when it is due, so schedules and queues would wait until that time. Deleted jobs are enqueued again.
 */
async function resetTimesAhead(db: Db): Promise<void> {
  // No job is planned as far ahead as that, and no process writes a later time than the present.
  const ahead = "now() + interval '10 minutes'";
  await db.rows(`update pgboss.version set cron_on = null where cron_on > ${ahead}`);
  await db.rows(
    `update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
      where greatest(monitor_claim_on, monitor_on, maintain_on) > ${ahead}`,
  );
  await db.rows(`delete from pgboss.job where state in ('created', 'retry') and start_after > ${ahead}`);
  // One whose process was killed sends no further heartbeat, and then counts as failed.
  await db.rows(
    `update pgboss.job set started_on = least(started_on, now()), heartbeat_on = now()
      where state = 'active' and greatest(started_on, heartbeat_on) > ${ahead}`,
  );
}

/** Runs a job. Logs its failure, which pg-boss only stores with the job, and rejects with it. */
async function runLogged(
  logger: Environment['logger'],
  signal: AbortSignal,
  job: { readonly queue: string; readonly customerNo?: string },
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (err) {
    // While the database is unavailable, which is logged elsewhere, and at the stop, jobs end with errors that explain nothing.
    const isExpected = isConnectionLost(err) || signal.aborted;
    logger[isExpected ? 'debug' : isLockTimeout(err) ? 'warn' : 'error'](
      { err, ...job },
      'a job failed; it runs again later',
    );
    throw err;
  }
}

/** Enqueues and runs the work of a relay. */
async function startRelay(
  boss: PgBoss,
  { logger }: Pick<Environment, 'logger'>,
  relay: CustomerJobRelay,
  options: JobsOptions,
  signal: AbortSignal,
): Promise<{ ended: Promise<void> }> {
  // At most one job of a customer waits while another may run: rows are locked, so nothing runs twice, and a job whose
  // process died does not block the customer.
  await boss.createQueue(relay.queue, { policy: 'short', retryLimit: 0, deleteAfterSeconds: 3_600 });
  const running = new Set<string>();
  await boss.work<{ customerNo: string }>(
    relay.queue,
    { pollingIntervalSeconds: 0.5, localConcurrency: workerConcurrency },
    async ([job]) => {
      const customerNo = job?.data.customerNo;
      if (customerNo === undefined || running.has(customerNo)) return;
      running.add(customerNo);
      try {
        await runLogged(logger, signal, { queue: relay.queue, customerNo }, () => relay.run(customerNo, signal));
      } finally {
        running.delete(customerNo);
      }
    },
  );
  const enqueueDue = async () => {
    const due = await relay.customers();
    const jobs = due.map((customerNo) => ({ data: { customerNo }, singletonKey: customerNo }));
    if (jobs.length > 0) await boss.insert(relay.queue, jobs);
  };
  const ended = (async () => {
    let wasLost = false;
    while (!signal.aborted) {
      try {
        await enqueueDue();
        wasLost = false;
      } catch (err) {
        // While the database or one of its nodes is unavailable, this would flood the log.
        const isLost = isConnectionLost(err);
        const level = !isLost ? 'error' : wasLost ? 'debug' : 'warn';
        logger[level]({ err, queue: relay.queue }, 'due work could not be looked up');
        wasLost = isLost;
      }
      await waitUnlessAborted(options.relayIntervalMs ?? relayIntervalMs, signal);
    }
  })();
  return { ended };
}

/** Waits `ms`, or until the signal is aborted. Never rejects. */
export function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

/**
 * The environment's pool for pg-boss, which expects the driver's types: timestamps as `Date`, bigint as text. The
 * rest of the program uses other parsers (statements.ts).
 */
function bossDatabase(db: Db): BossDatabase {
  const { INT8, TIMESTAMPTZ, DATE } = pg.types.builtins;
  const own = new Map<number, (text: string) => unknown>([
    [INT8, (text) => text],
    [TIMESTAMPTZ, (text) => new Date(parsePgTimestamptz(text).epochMilliseconds)],
    [DATE, (text) => text],
  ]);
  const types = {
    getTypeParser: ((oid: number, format?: 'text') =>
      own.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  };
  return {
    executeSql: (text, values) => db.pool.query({ text, types, ...(values === undefined ? {} : { values }) }),
  };
}
