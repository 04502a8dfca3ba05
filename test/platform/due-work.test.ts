/** Due work on a real database: order, batches, two runners, failures, clocks. */

import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { readCustomerClock } from '../../src/platform/clock.ts';
import { type Db, openDb, type Tx } from '../../src/platform/db/db.ts';
import {
  type DueWorkBatch,
  type DueWorkContext,
  type DueWorkStepHandlers,
  runDueWork,
} from '../../src/platform/due-work.ts';
import {
  type DueWork,
  findCustomersWithDueWork,
  findNextDueWorkOfCustomers,
  scheduleDueWork,
} from '../../src/platform/due-work-store.ts';
import { setClock, tuesday } from '../simulation/clock.ts';
import { givenCustomer } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Db;
let customerNo: string;
const logged: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  db = openDb(database.options);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(async () => {
  logged.length = 0;
  customerNo = await givenCustomer(db);
  await setClock(db, customerNo);
});

const place = (name: 'test' | 'production' = 'test'): DueWorkContext => ({
  name,
  db,
  logger: pino({}, { write: (line: string) => logged.push(line) }),
});
const at = (minutes: number) => tuesday.add({ seconds: Math.round(minutes * 60) });
const work = (minutes: number, step = 'a', more: Partial<DueWork> = {}): DueWork => ({
  customerNo,
  dueAt: at(minutes),
  step,
  subject: uuidv7(),
  ...more,
});
const schedule = (...due: DueWork[]) => db.write(async (tx) => scheduleDueWork(tx, due));
const rest = () =>
  db.rows<{ subject: string; step: string; due_at: Temporal.Instant; attempts: number }>(
    'select subject, step, due_at, attempts from due_work where customer_no = $1 order by due_at, step, subject',
    [customerNo],
  );

/** Handlers that record their batches; `also` runs in each. */
function noting(
  batches: DueWorkBatch[],
  also: (tx: Tx, batch: DueWorkBatch) => Promise<void> = async () => undefined,
): DueWorkStepHandlers {
  const step = {
    run: async (tx: Tx, batch: DueWorkBatch) => {
      await also(tx, batch);
      batches.push(batch);
    },
  };
  return { a: step, b: step, c: { ...step, batchWindowMinutes: 60 } };
}

const shape = (batches: readonly DueWorkBatch[]) =>
  batches.map(({ step, now, items }) => [step, minutesOf(now), items.length]);
const minutesOf = (time: Temporal.Instant) => time.since(tuesday).total('minutes');

describe('order', () => {
  test('what is due by then is done in the order of time and step, what is due later stays', async () => {
    await schedule(work(30), work(10, 'b'), work(10), work(20, 'b'), work(10), work(50));
    const batches: DueWorkBatch[] = [];
    expect(await runDueWork(place(), noting(batches), customerNo, at(30))).toBe(5);
    expect(shape(batches)).toEqual([
      ['a', 10, 2],
      ['b', 10, 1],
      ['b', 20, 1],
      ['a', 30, 1],
    ]);
    expect(await rest()).toMatchObject([{ step: 'a', attempts: 0 }]);
  });

  test('one step within a minute is one batch, unless another step lies between', async () => {
    await schedule(work(1), work(1.5), work(1.9), work(1.95, 'b'), work(1.99), work(2.2));
    const batches: DueWorkBatch[] = [];
    await runDueWork(place(), noting(batches), customerNo, at(60));
    expect(shape(batches).map(([step, , count]) => [step, count])).toEqual([
      ['a', 3],
      ['b', 1],
      ['a', 2],
    ]);
  });

  test('steps whose items have their own times are taken in together for longer', async () => {
    const due = [work(1, 'c', { data: { n: 1 } }), work(16, 'c'), work(46, 'c'), work(61, 'c')];
    await schedule(...due);
    const batches: DueWorkBatch[] = [];
    await runDueWork(place(), noting(batches), customerNo, at(120));
    expect(shape(batches)).toEqual([
      ['c', 46, 3],
      ['c', 61, 1],
    ]);
    expect(batches[0]?.items).toMatchObject([
      { subject: due[0]?.subject, data: { n: 1 }, dueAt: at(1) },
      { subject: due[1]?.subject, data: undefined, dueAt: at(16) },
      { subject: due[2]?.subject, dueAt: at(46) },
    ]);
  });

  test('what a step schedules by then is done as well, also behind later work of others', async () => {
    await schedule(work(10), work(30, 'b'));
    const batches: DueWorkBatch[] = [];
    const chained = noting(batches, async (tx, batch) => {
      if (batch.step === 'a') scheduleDueWork(tx, [{ ...work(20, 'c') }, { ...work(90, 'c') }]);
    });
    expect(await runDueWork(place(), chained, customerNo, at(60))).toBe(3);
    expect(shape(batches).map(([step, minutes]) => [step, minutes])).toEqual([
      ['a', 10],
      ['c', 20],
      ['b', 30],
    ]);
  });

  test('what someone schedules behind the run meanwhile is done as well', async () => {
    await schedule(work(10), work(30));
    const batches: DueWorkBatch[] = [];
    const overtaken = noting(batches, async (_tx, batch) => {
      if (minutesOf(batch.now) === 30) await schedule(work(5, 'b'));
    });
    expect(await runDueWork(place(), overtaken, customerNo, at(60))).toBe(3);
    expect(shape(batches).map(([step]) => step)).toEqual(['a', 'a', 'b']);
  });

  test('more than a thousand at one time are done in portions', async () => {
    await schedule(...Array.from({ length: 1_100 }, () => work(10)));
    const batches: DueWorkBatch[] = [];
    expect(await runDueWork(place(), noting(batches), customerNo, at(60))).toBe(1_100);
    expect(batches.map((batch) => batch.items.length)).toEqual([1_000, 100]);
  });
});

test('two runners at once do every step once, in its order', async () => {
  const due = Array.from({ length: 400 }, (_, i) => work(i, i % 3 === 0 ? 'a' : 'b'));
  await schedule(...due);
  const batches: DueWorkBatch[] = [];
  const slow = noting(batches, async (tx) => {
    await tx.rows('select pg_sleep(0.001)');
  });
  const counts = await Promise.all([1, 2, 3].map(() => runDueWork(place(), slow, customerNo, at(1_000))));
  expect(counts.reduce((a, b) => a + b)).toBe(400);
  expect(batches.flatMap((batch) => batch.items.map((item) => item.subject))).toEqual(due.map((d) => d.subject));
  expect(await rest()).toEqual([]);
});

describe('failures', () => {
  test('the failing row of a batch is postponed, logged and retried; all others are run', async () => {
    const due = Array.from({ length: 21 }, () => work(10));
    const culprit = due[13]?.subject as string;
    await schedule(...due, work(20, 'b'));
    const batches: DueWorkBatch[] = [];
    const failing = noting(batches, async (_tx, batch) => {
      if (batch.items.some((item) => item.subject === culprit)) throw new Error('this one cannot be done');
    });
    expect(await runDueWork(place(), failing, customerNo, at(10.5))).toBe(20);
    expect(await rest()).toMatchObject([
      { subject: culprit, step: 'a', attempts: 1, due_at: at(11) },
      { step: 'b', attempts: 0 },
    ]);
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, customerNo, step: 'a', subject: culprit },
    ]);

    expect(await runDueWork(place(), failing, customerNo, at(30))).toBe(1);
    expect(await rest()).toMatchObject([{ subject: culprit, attempts: 5, due_at: at(10 + 1 + 2 + 4 + 8 + 16) }]);
    expect(await runDueWork(place(), noting(batches), customerNo, at(60))).toBe(1);
    expect(await rest()).toEqual([]);
  });

  test('what a failed batch wrote is rolled back', async () => {
    await schedule(work(10));
    const failing = noting([], async (tx) => {
      scheduleDueWork(tx, [work(11, 'b')]);
      throw new Error('after writing');
    });
    await runDueWork(place(), failing, customerNo, at(10.5));
    expect(await rest()).toMatchObject([{ step: 'a', attempts: 1 }]);
  });

  test('a step without a handler stays due', async () => {
    await schedule(work(10, 'unknown'), work(10, 'unknown'), work(20));
    const batches: DueWorkBatch[] = [];
    expect(await runDueWork(place(), noting(batches), customerNo, at(20))).toBe(1);
    expect(new Set((await rest()).map((row) => row.step))).toEqual(new Set(['unknown']));
    expect(logged).not.toEqual([]);
  });

  test.each([
    ['the database is unavailable', 'select pg_terminate_backend(pg_backend_pid())'],
    ['another transaction holds a lock', `do $$ begin raise exception 'busy' using errcode = '55P03'; end $$`],
  ])('while %s the work stays due and has no more attempts', async (_, statement) => {
    await schedule(work(10), work(10));
    const failing = noting([], async (tx) => {
      await tx.rows(statement);
    });
    await expect(runDueWork(place(), failing, customerNo, at(60))).rejects.toThrow();
    const stays = { attempts: 0, due_at: at(10) };
    expect(await rest()).toMatchObject([stays, stays]);
    expect(logged).toEqual([]);
  });

  test('a run that is stopped ends between two batches', async () => {
    await schedule(work(10), work(20));
    const stopping = new AbortController();
    const batches: DueWorkBatch[] = [];
    const stop = noting(batches, async () => stopping.abort());
    expect(await runDueWork(place(), stop, customerNo, at(60), stopping.signal)).toBe(1);
    expect(await rest()).toHaveLength(1);
  });
});

describe('clocks', () => {
  test('in test the clock shows the due time while the step runs, and never goes back', async () => {
    await schedule(work(60), work(-60, 'b'));
    const shown: number[] = [];
    const looking = noting([], async (tx) => {
      shown.push(Math.floor(minutesOf(await readCustomerClock(tx, customerNo))));
    });
    await runDueWork(place(), looking, customerNo, at(120));
    expect(shown).toEqual([0, 60]);
    expect(Math.floor(minutesOf(await readCustomerClock(db, customerNo)))).toBe(60);
  });

  test('in production the clock is real and a late step is done now', async () => {
    const now = Temporal.Now.instant();
    await schedule(work(0, 'a', { dueAt: now.subtract({ hours: 5 }) }));
    await db.rows('update customer_clocks set offset_ms = 0 where customer_no = $1', [customerNo]);
    const batches: DueWorkBatch[] = [];
    await runDueWork(place('production'), noting(batches), customerNo, now);
    expect(Temporal.Instant.compare(batches[0]?.now as Temporal.Instant, now)).toBeGreaterThanOrEqual(0);
    const [clock] = await db.rows('select offset_ms from customer_clocks where customer_no = $1', [customerNo]);
    expect(clock).toEqual({ offset_ms: 0 });
  });

  test('whose work is due depends on each customer’s own clock', async () => {
    const late = customerNo;
    await schedule(work(10), work(20));
    customerNo = await givenCustomer(db);
    const early = customerNo;
    await setClock(db, early, at(15));
    await schedule(work(10), work(20));
    customerNo = await givenCustomer(db);
    const due = await findCustomersWithDueWork(db);
    expect(due).toContain(early);
    expect(due).not.toContain(late);
    expect(due).not.toContain(customerNo);
    const next = new Map((await findNextDueWorkOfCustomers(db)).map((n) => [n.customerNo, n]));
    expect(next.get(late)).toMatchObject({ dueAt: at(10), firstAt: at(10) });
    expect(next.has(customerNo)).toBe(false);
  });

  test('postponed work does not advance a clock', async () => {
    await schedule(work(10));
    const failing = noting([], () => Promise.reject(new Error('no')));
    await runDueWork(place(), failing, customerNo, at(10.5));
    const next = (await findNextDueWorkOfCustomers(db)).find((n) => n.customerNo === customerNo);
    expect(next).toMatchObject({ dueAt: undefined, firstAt: at(11) });
  });
});
