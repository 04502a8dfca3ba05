/**
 * Runs due work (decision 2; architecture: Time and background work).
 *
 * A customer's work is taken in the order of time and step, in batches: consecutive rows of one step that are due close
 * together, at most a thousand. Invariants:
 * - A step runs once, also with several processes: its rows are locked, and deleted in the transaction that runs it. A
 *   second runner waits for the lock, finds the rows deleted and continues with the next batch.
 * - Work runs in order: later work waits for earlier work, unless that has failed.
 * - A batch that fails is bisected until the failing row is isolated, unless the database is at fault (`isTransient`). That row,
 *   or all rows of a step without a handler, are rescheduled with their number of attempts: they are never lost and do not
 *   block other work.
 */
import { advanceCustomerClock } from './clock.ts';
import { CommitOutcomeUnknown, isConnectionLost, isLockTimeout } from './db/database-errors.ts';
import type { Tx } from './db/db.ts';
import {
  cancelDueWork,
  findFirstDueWork,
  lockDueWorkBetween,
  lockGivenDueWork,
  rescheduleFailedWork,
  type StoredDueWork,
} from './due-work-store.ts';
import type { Environment } from './environment.ts';

/** One subject of a batch. */
interface DueWorkItem {
  readonly subject: string;
  /** The data with which the step was scheduled; undefined when it has none. */
  readonly data: unknown;
  readonly dueAt: Temporal.Instant;
}

/** The subjects of one step that are due together. */
export interface DueWorkBatch {
  readonly customerNo: string;
  readonly step: string;
  /**
   * The time at which the step runs: in the test environment the due time of the last item, in production the present.
   */
  readonly now: Temporal.Instant;
  /** At least one, in the order in which they are due. */
  readonly items: readonly DueWorkItem[];
}

interface DueWorkStepHandler {
  /** How far apart the items of a batch may be due; by default a minute. More only where each item's own time is used. */
  readonly batchWindowMinutes?: number;
  /** Runs the step for many subjects in a fixed number of statements. Skips subjects whose state no longer calls for it. */
  run(tx: Tx, batch: DueWorkBatch): Promise<void>;
}

/** Steps by their names in `due_work`. */
export type DueWorkStepHandlers = Readonly<Record<string, DueWorkStepHandler>>;

/** The parts of an environment that due work uses. */
export type DueWorkContext = Pick<Environment, 'name' | 'db' | 'logger'>;

const maxBatchItems = 1_000;
/** The wait doubles with each attempt, from one minute up to a day. */
const maxWaitMinutes = 24 * 60;

/**
 * Runs the work of a customer that is due at `until` or before, and work that this schedules for that time; returns how many
 * rows of `due_work` were run, without those of a batch whose commit outcome was not known in time. Ends early, between two
 * batches, when `signal` is aborted. Throws when the database is unavailable or another transaction held a lock for too long;
 * what was not run stays due.
 */
export async function runDueWork(
  context: DueWorkContext,
  steps: DueWorkStepHandlers,
  customerNo: string,
  until: Temporal.Instant,
  signal?: AbortSignal,
): Promise<number> {
  const run: DueRun = { context, steps, customerNo, until };
  let stepCount = 0;
  // Where the last batch was: the index entries of rows deleted before it need not be read again.
  let from: Temporal.Instant | undefined;
  while (!signal?.aborted) {
    const batch: TakenBatch | undefined = await runNextBatch(run, from);
    if (batch !== undefined) {
      stepCount += batch.stepCount;
      from = batch.dueAt;
    } else if (from !== undefined) {
      // Earlier work may have been scheduled in the meantime.
      from = undefined;
    } else {
      break;
    }
  }
  return stepCount;
}

interface DueRun {
  readonly context: DueWorkContext;
  readonly steps: DueWorkStepHandlers;
  readonly customerNo: string;
  readonly until: Temporal.Instant;
}

interface TakenBatch {
  readonly stepCount: number;
  readonly dueAt: Temporal.Instant;
}

/** Runs the first batch at or after `from`; undefined when nothing is due there. */
async function runNextBatch(run: DueRun, from: Temporal.Instant | undefined): Promise<TakenBatch | undefined> {
  const { context, steps, customerNo, until } = run;
  const first = await findFirstDueWork(context.db, customerNo, from, until);
  if (first === undefined) return undefined;
  const { dueAt } = first;
  const before = dueAt.add({ minutes: steps[first.step]?.batchWindowMinutes ?? 1 });
  let rows: StoredDueWork[] = [];
  try {
    const work = async (tx: Tx): Promise<number> => {
      rows = leadingSameStep(
        await lockDueWorkBetween(tx, customerNo, { from: dueAt, before, until, max: maxBatchItems }),
      );
      return rows.length === 0 ? 0 : await runRows(tx, run, rows);
    };
    const stepCount = await context.db.write(work, { customerNo });
    return { stepCount, dueAt };
  } catch (error) {
    // The next round reads which rows are left.
    if (error instanceof CommitOutcomeUnknown) return { stepCount: 0, dueAt };
    if (rows.length === 0 || isTransient(error)) throw error;
    return { stepCount: await runBisected(run, rows, error), dueAt };
  }
}

/** Whether the environment, not a subject, is at fault: the connection was lost, or a lock was held for too long. */
const isTransient = (error: unknown): boolean => isConnectionLost(error) || isLockTimeout(error);

/** The rows at the head that share a step. */
function leadingSameStep(rows: StoredDueWork[]): StoredDueWork[] {
  const end = rows.findIndex((row) => row.step !== rows[0]?.step);
  return end === -1 ? rows : rows.slice(0, end);
}

/** Runs locked rows of one step and deletes them. */
async function runRows(
  tx: Tx,
  { context, steps, customerNo }: DueRun,
  rows: readonly StoredDueWork[],
): Promise<number> {
  const { step, dueAt } = rows.at(-1) as StoredDueWork;
  const handler = steps[step];
  if (handler === undefined) throw new Error(`there is no handler for the step ${step}`);
  cancelDueWork(tx, rows);
  const now = context.name === 'test' ? dueAt : Temporal.Now.instant();
  if (context.name === 'test') await advanceCustomerClock(tx, customerNo, now);
  await handler.run(tx, {
    customerNo,
    step,
    now,
    items: rows.map((row) => ({ subject: row.subject, data: row.data, dueAt: row.dueAt })),
  });
  return rows.length;
}

/** Runs the halves of a batch that failed, until the failing row is isolated. */
async function runBisected(run: DueRun, rows: readonly StoredDueWork[], error: unknown): Promise<number> {
  const { context, steps } = run;
  const { step } = rows[0] as StoredDueWork;
  if (rows.length === 1 || steps[step] === undefined) {
    await postponeFailed(context, rows, error);
    return 0;
  }
  const middle = Math.ceil(rows.length / 2);
  let stepCount = 0;
  for (const half of [rows.slice(0, middle), rows.slice(middle)]) {
    try {
      const work = async (tx: Tx): Promise<number> => {
        const remaining = await lockGivenDueWork(tx, half);
        return remaining.length === 0 ? 0 : await runRows(tx, run, remaining);
      };
      stepCount += await context.db.write(work, run);
    } catch (failure) {
      if (failure instanceof CommitOutcomeUnknown || isTransient(failure)) throw failure;
      stepCount += await runBisected(run, half, failure);
    }
  }
  return stepCount;
}

/** Reschedules rows that failed, and logs each as an error. */
async function postponeFailed(context: DueWorkContext, rows: readonly StoredDueWork[], error: unknown): Promise<void> {
  const work = async (tx: Tx): Promise<void> => {
    const remaining = await lockGivenDueWork(tx, rows);
    cancelDueWork(tx, remaining);
    rescheduleFailedWork(
      tx,
      remaining.map((row) => ({
        ...row,
        dueAt: retryAt(context, row),
        attempts: Math.min(row.attempts + 1, 32_000),
      })),
    );
  };
  await context.db.write(work, { customerNo: rows[0]?.customerNo });
  for (const { customerNo, step, subject, attempts } of rows) {
    context.logger.error(
      { err: error, customerNo, step, subject, attempts: attempts + 1 },
      'a step failed and is postponed',
    );
  }
}

function retryAt(context: DueWorkContext, { dueAt, attempts }: StoredDueWork): Temporal.Instant {
  const from = context.name === 'test' ? dueAt : Temporal.Now.instant();
  return from.add({ minutes: Math.min(2 ** Math.min(attempts, 20), maxWaitMinutes) });
}
