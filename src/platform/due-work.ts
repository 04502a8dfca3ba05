/**
 * Doing what is due (decision 2; architecture: Time and background work).
 *
 * `due_work` holds, per customer, what is due at a time of the customer's clock. It is taken in the order of time and
 * step, in waves: consecutive rows of one step that fall due close together, at most a thousand, whose rows are deleted
 * in the transaction that does the step. Invariants: a step is done once, also with several processes at work
 * (the rows are locked; a second runner waits, finds them gone and goes on with what is next); nothing overtakes
 * earlier work; a wave that fails is split until the culprit stands alone, and that is put aside for later with its
 * number of attempts: never lost, never in the way of the others.
 */

import { advanceCustomerClock, realTime } from './clock.ts';
import { CommitOutcomeUnknown, isConnectionLost } from './db/database-errors.ts';
import type { Reader, Tx } from './db/db.ts';
import type { Environment } from './environment.ts';

/** One subject of a wave. */
export interface DueItem {
  readonly subject: string;
  /** What the step was scheduled with; undefined when with nothing. */
  readonly data: unknown;
  readonly dueAt: Temporal.Instant;
}

/** What falls due together. */
export interface DueBatch {
  readonly customerNo: string;
  readonly step: string;
  /** The time at which it is done: in test the customer's clock stands at the due time, in production it is now. */
  readonly now: Temporal.Instant;
  /** At least one, in the order in which they fell due. */
  readonly items: readonly DueItem[];
}

export interface Step {
  /** How far apart the items of a wave may fall due. Default a minute: more only where each item's own time is used. */
  readonly batchWindowMinutes?: number;
  /** Does the step for many subjects in a fixed number of statements; who has moved on meanwhile is passed over. */
  run(tx: Tx, batch: DueBatch): Promise<void>;
}

/** Steps by their names in `due_work`. */
export type StepHandlers = Readonly<Record<string, Step>>;

/** The environment, as far as due work needs it. */
export type DueWorkContext = Pick<Environment, 'name' | 'db' | 'logger'>;

const maxBatchItems = 1_000;
/** Attempts double the wait from one minute up to a day. */
const maxWaitMinutes = 24 * 60;

interface DueRow {
  readonly ctid: string;
  readonly due_at: Temporal.Instant;
  readonly step: string;
  readonly subject: string;
  readonly data: unknown;
  readonly attempts: number;
}

/**
 * Does everything that is due for a customer until `until`, including what the steps themselves schedule by then, and
 * answers how many steps were done. Ends early, between two waves, when `signal` is aborted. Throws when the database
 * is away; what was not done stays due.
 */
export async function runDueWork(
  context: DueWorkContext,
  steps: StepHandlers,
  customerNo: string,
  until: Temporal.Instant,
  signal?: AbortSignal,
): Promise<number> {
  const run: RunContext = { context, steps, customerNo, until };
  let stepCount = 0;
  // Where the last wave was: rows that were deleted before it need not be stepped over again.
  let from: Temporal.Instant | undefined;
  while (!signal?.aborted) {
    const batch: TakenBatch | undefined = await runNextBatch(run, from);
    if (batch !== undefined) {
      stepCount += batch.stepCount;
      from = batch.dueAt;
    } else if (from !== undefined) {
      // Someone may have scheduled work behind the last wave meanwhile.
      from = undefined;
    } else {
      break;
    }
  }
  return stepCount;
}

interface RunContext {
  readonly context: DueWorkContext;
  readonly steps: StepHandlers;
  readonly customerNo: string;
  readonly until: Temporal.Instant;
}

interface TakenBatch {
  readonly stepCount: number;
  readonly dueAt: Temporal.Instant;
}

/** Does the first wave at or after `from`; undefined when nothing is due there. */
async function runNextBatch(run: RunContext, from: Temporal.Instant | undefined): Promise<TakenBatch | undefined> {
  const next = await findFirstDue(run, from);
  if (next === undefined) return undefined;
  let rows: DueRow[] = [];
  try {
    const stepCount = await run.context.db.write(async (tx) => {
      rows = leadingSameStep(await lockDueRows(tx, run, next));
      return rows.length === 0 ? 0 : await runRows(tx, run, rows);
    });
    return { stepCount, dueAt: next.due_at };
  } catch (error) {
    // Whether it was committed shows in the rows that are left; the next round reads them.
    if (error instanceof CommitOutcomeUnknown) return { stepCount: 0, dueAt: next.due_at };
    if (rows.length === 0 || isTransient(error)) throw error;
    return { stepCount: await runBisected(run, rows, error), dueAt: next.due_at };
  }
}

/** Faults of the surroundings, not of a subject: the database is away, or a lock was not to be had in time. */
function isTransient(error: unknown): boolean {
  return isConnectionLost(error) || (error as { code?: string }).code === '55P03';
}

async function findFirstDue(
  { context, customerNo, until }: RunContext,
  from: Temporal.Instant | undefined,
): Promise<Pick<DueRow, 'due_at' | 'step'> | undefined> {
  const rows = await context.db.rows<Pick<DueRow, 'due_at' | 'step'>>(
    `select due_at, step from due_work
      where customer_no = $1 and due_at >= coalesce($2::timestamptz, '-infinity') and due_at <= $3
      order by due_at, step
      limit 1`,
    [customerNo, from ?? null, until],
  );
  return rows[0];
}

async function lockDueRows(
  tx: Tx,
  { customerNo, until, steps }: RunContext,
  next: Pick<DueRow, 'due_at' | 'step'>,
): Promise<DueRow[]> {
  return await tx.rows<DueRow>(
    `select ctid::text, due_at, step, subject, data, attempts
       from due_work
      where customer_no = $1 and due_at >= $2 and due_at < $3 and due_at <= $4
      order by due_at, step, subject
      limit ${maxBatchItems}
        for update`,
    [customerNo, next.due_at, next.due_at.add({ minutes: steps[next.step]?.batchWindowMinutes ?? 1 }), until],
  );
}

/** The rows at the head that share a step. */
function leadingSameStep(rows: DueRow[]): DueRow[] {
  const end = rows.findIndex((row) => row.step !== rows[0]?.step);
  return end === -1 ? rows : rows.slice(0, end);
}

/** Does locked rows of one step and takes them away. */
async function runRows(tx: Tx, { context, steps, customerNo }: RunContext, rows: readonly DueRow[]): Promise<number> {
  const { step, due_at: dueAt } = rows.at(-1) as DueRow;
  const handler = steps[step];
  if (handler === undefined) throw new Error(`nothing here does the step ${step}`);
  await deleteRows(tx, rows);
  const now = context.name === 'test' ? dueAt : Temporal.Now.instant();
  if (context.name === 'test') await advanceCustomerClock(tx, customerNo, now);
  await handler.run(tx, {
    customerNo,
    step,
    now,
    items: rows.map((row) => ({ subject: row.subject, data: row.data ?? undefined, dueAt: row.due_at })),
  });
  return rows.length;
}

async function deleteRows(tx: Tx, rows: readonly DueRow[]): Promise<void> {
  await tx.rows('delete from due_work where ctid = any ($1::tid[])', [rows.map((row) => row.ctid)]);
}

/** Does a wave that failed in halves, until who failed stands alone. */
async function runBisected(run: RunContext, rows: readonly DueRow[], error: unknown): Promise<number> {
  const { context, steps, customerNo } = run;
  const step = (rows[0] as DueRow).step;
  if (rows.length === 1 || steps[step] === undefined) {
    await postponeFailed(context, customerNo, rows, error);
    return 0;
  }
  const middle = Math.ceil(rows.length / 2);
  let stepCount = 0;
  for (const part of [rows.slice(0, middle), rows.slice(middle)]) {
    try {
      stepCount += await context.db.write(async (tx) => {
        const remaining = await relockRows(tx, customerNo, part);
        return remaining.length === 0 ? 0 : await runRows(tx, run, remaining);
      });
    } catch (failure) {
      if (failure instanceof CommitOutcomeUnknown || isTransient(failure)) throw failure;
      stepCount += await runBisected(run, part, failure);
    }
  }
  return stepCount;
}

/** Those of the rows that are still there, locked. */
async function relockRows(tx: Tx, customerNo: string, rows: readonly DueRow[]): Promise<DueRow[]> {
  return await tx.rows<DueRow>(
    `select d.ctid::text, d.due_at, d.step, d.subject, d.data, d.attempts
       from unnest($2::timestamptz[], $3::text[], $4::uuid[]) as k (due_at, step, subject)
       join due_work d using (due_at, step, subject)
      where d.customer_no = $1
      order by d.due_at, d.step, d.subject
        for update of d`,
    [customerNo, rows.map((r) => r.due_at), rows.map((r) => r.step), rows.map((r) => r.subject)],
  );
}

/** Lets what failed come again later, each failure twice as late as the one before. */
async function postponeFailed(
  context: DueWorkContext,
  customerNo: string,
  rows: readonly DueRow[],
  error: unknown,
): Promise<void> {
  await context.db.write(async (tx) => {
    const remaining = await relockRows(tx, customerNo, rows);
    if (remaining.length === 0) return;
    await deleteRows(tx, remaining);
    await tx.rows(
      `insert into due_work (customer_no, due_at, step, subject, data, attempts)
       select $1, * from unnest($2::timestamptz[], $3::text[], $4::uuid[], $5::jsonb[], $6::smallint[])
           on conflict do nothing`,
      [
        customerNo,
        remaining.map((row) => retryAt(context, row)),
        remaining.map((row) => row.step),
        remaining.map((row) => row.subject),
        remaining.map((row) => (row.data === null ? null : JSON.stringify(row.data))),
        remaining.map((row) => Math.min(row.attempts + 1, 32_000)),
      ],
    );
  });
  for (const row of rows) {
    const { step, subject, attempts } = row;
    context.logger.error(
      { err: error, customerNo, step, subject, attempts: attempts + 1 },
      'a step failed and is put aside',
    );
  }
}

function retryAt(context: DueWorkContext, row: DueRow): Temporal.Instant {
  const from = context.name === 'test' ? row.due_at : Temporal.Now.instant();
  return from.add({ minutes: Math.min(2 ** Math.min(row.attempts, 20), maxWaitMinutes) });
}

/** A customer's next step. */
export interface NextDue {
  readonly customerNo: string;
  /** When its first step falls due that has not failed before; undefined when only such are left. */
  readonly dueAt: Temporal.Instant | undefined;
  /** When anything at all falls due, also what was put aside. */
  readonly firstAt: Temporal.Instant;
  /** The time on the customer's clock. */
  readonly now: Temporal.Instant;
}

/** Every customer that has work waiting, with when the next falls due. Steps from customer to customer in the index. */
export async function nextDueWork(reader: Reader): Promise<NextDue[]> {
  const rows = await reader.rows<{
    customer_no: string;
    first_at: Temporal.Instant;
    due_at: Temporal.Instant | null;
    offset_ms: number;
  }>(
    `with recursive customers as (
       (select customer_no from due_work order by customer_no limit 1)
       union all
       select (select d.customer_no from due_work d where d.customer_no > c.customer_no order by d.customer_no limit 1)
         from customers c where c.customer_no is not null)
     select c.customer_no, first.due_at as first_at, fresh.due_at, coalesce(k.offset_ms, 0) as offset_ms
       from customers c
      cross join lateral (select d.due_at from due_work d where d.customer_no = c.customer_no
                           order by d.due_at limit 1) first
       left join lateral (select d.due_at from due_work d where d.customer_no = c.customer_no and d.attempts = 0
                           order by d.due_at limit 1) fresh on true
       left join customer_clocks k on k.customer_no = c.customer_no`,
  );
  const real = realTime();
  return rows.map((row) => ({
    customerNo: row.customer_no,
    dueAt: row.due_at ?? undefined,
    firstAt: row.first_at,
    now: real.add({ milliseconds: row.offset_ms }),
  }));
}

/** The customers for whom something is due by their own clock. */
export async function customersWithDueWork(reader: Reader): Promise<string[]> {
  const next = await nextDueWork(reader);
  return next.filter(({ firstAt, now }) => Temporal.Instant.compare(firstAt, now) <= 0).map((n) => n.customerNo);
}
