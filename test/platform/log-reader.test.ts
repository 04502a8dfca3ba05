/** Readers of the log: in order, from the beginning, once each, and bounded in a step. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { createSystemCommandContext } from '../../src/platform/command-context.ts';
import { type Db, openDb, type Tx } from '../../src/platform/db/db.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { appendLog } from '../../src/platform/log.ts';
import {
  computeReaderPauseMs,
  type LogReader,
  readLogReaderLagSeconds,
  runLogReaderStep,
  runLogReaderToEnd,
  startLogReader,
} from '../../src/platform/log-reader.ts';
import { givenCustomer } from '../support/catalog.ts';
import { customersOfOneShard } from '../support/citus.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase();
  db = openDb(database.options);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function log(customerNo: string, count: number): Promise<void> {
  await db.write(async (tx) => {
    for (let n = 1; n <= count; n += 1) {
      const event = { kind: `test.${n}`, subject: uuidv7(), occurredAt: Temporal.Now.instant() };
      appendLog(tx, createSystemCommandContext(customerNo, 'test'), event);
    }
  });
}

test('a reader gets every entry of every customer once, in order, in bounded steps', async () => {
  const [a, b] = [await givenCustomer(db), await givenCustomer(db)];
  await log(a, 700);
  await log(b, 3);
  const seen: string[] = [];
  const reader: LogReader = {
    name: 'test',
    process: async (_tx, entries) => {
      seen.push(...entries.map(({ customerNo, kind }) => `${customerNo} ${kind}`));
    },
  };
  const first = await runLogReaderStep(db, reader);
  expect(first.hasMore).toBe(true);
  expect(first.processed).toBeLessThanOrEqual(500);
  expect(await readLogReaderLagSeconds(db, 'test')).toBeGreaterThan(0);
  await runLogReaderToEnd(db, reader);
  expect(await readLogReaderLagSeconds(db, 'test')).toBe(0);
  const of = (customerNo: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${customerNo} test.${n + 1}`);
  expect(seen.filter((entry) => entry.startsWith(`${a} `))).toEqual(of(a, 700));
  expect(seen.filter((entry) => entry.startsWith(`${b} `))).toEqual(of(b, 3));
  await runLogReaderToEnd(db, reader);
  expect(seen).toHaveLength(703);
});

test('an entry that is committed while a step reads is processed once', async () => {
  const customerNo = await givenCustomer(db);
  await log(customerNo, 1);
  const seen: string[] = [];
  const reader: LogReader = {
    name: 'overtaken',
    process: async (_tx, entries) => {
      seen.push(...entries.map(({ subject }) => subject));
    },
  };
  const write: Db['write'] = (work, options) =>
    db.write((tx) => {
      const rows: Tx['rows'] = async (text, values) => {
        if (/ from log l$/m.test(text)) await log(customerNo, 1);
        return await tx.rows<never>(text, values);
      };
      return work({ ...tx, rows });
    }, options);
  await runLogReaderStep(Object.create(db, { write: { value: write } }), reader, { only: [customerNo] });
  await runLogReaderToEnd(db, reader, [customerNo]);
  expect([seen.length, new Set(seen).size]).toEqual([2, 2]);
});

test('a customer that was never read counts from its first entry', async () => {
  const customerNo = await givenCustomer(db);
  const reader: LogReader = {
    name: 'late',
    process: () => Promise.reject(new Error('planned')),
  };
  await runLogReaderToEnd(db, { ...reader, process: async () => undefined });
  expect(await readLogReaderLagSeconds(db, 'late')).toBe(0);
  await db.rows("delete from log_cursors where customer_no = $1 and reader = 'late'", [customerNo]);
  expect(await readLogReaderLagSeconds(db, 'late')).toBe(0);
  await log(customerNo, 1);
  expect((await runLogReaderStep(db, reader, { only: [customerNo] })).failures).toMatchObject([{ customerNo }]);
  expect(await readLogReaderLagSeconds(db, 'late')).toBeGreaterThan(0);
});

test('a customer that another process is reading is waited for', async () => {
  const customerNo = await givenCustomer(db);
  await log(customerNo, 1);
  let seen = 0;
  const reader: LogReader = {
    name: 'waits',
    process: async (_tx, entries) => {
      seen += entries.length;
    },
  };
  await runLogReaderToEnd(db, reader, [customerNo]);
  await log(customerNo, 2);
  const other = await database.pool.connect();
  try {
    await other.query('begin');
    await other.query("select from log_cursors where customer_no = $1 and reader = 'waits' for update", [customerNo]);
    expect(await runLogReaderStep(db, reader, { only: [customerNo] })).toEqual({
      processed: 0,
      hasMore: false,
      skipped: 1,
      failures: [],
    });
    const reading = runLogReaderToEnd(db, reader, [customerNo]);
    await other.query('commit');
    await reading;
  } finally {
    other.release();
  }
  expect(seen).toBe(3);
});

test('two processes that read at once process every entry once', async () => {
  // A step locks customers of one shard.
  const customers = await customersOfOneShard(db, 3, () => givenCustomer(db));
  await db.rows('create table processed (customer_no text, seq bigint)');
  const { promise: isReading, resolve: reportReading } = Promise.withResolvers<void>();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const reader: LogReader = {
    name: 'parallel',
    process: async (tx, entries) => {
      await tx.rows('insert into processed select * from unnest($1::text[], $2::bigint[])', [
        entries.map(({ customerNo }) => customerNo),
        entries.map(({ seq }) => seq),
      ]);
    },
  };
  const pausing: LogReader = {
    ...reader,
    process: async (tx, entries) => {
      await reader.process(tx, entries);
      reportReading();
      await gate;
    },
  };
  const other = openDb(database.options);
  try {
    await runLogReaderToEnd(db, reader);
    for (const customerNo of customers) await log(customerNo, 400);
    const first = runLogReaderStep(db, pausing, { only: customers.slice(0, 2) });
    await isReading;
    const second = await runLogReaderStep(other, reader, { only: customers });
    expect(second).toMatchObject({ skipped: 2 });
    open();
    await first;
    await Promise.all([runLogReaderToEnd(db, reader), runLogReaderToEnd(other, reader)]);
  } finally {
    await other.close();
  }
  const { rows } = await database.pool.query<{ entries: number; distinct: number; log: number }>(
    `select count(*) as entries, count(distinct (customer_no, seq)) as distinct,
            (select count(*) from log where customer_no = any ($1)) as log
       from processed where customer_no = any ($1)`,
    [customers],
  );
  expect(rows).toEqual([{ entries: 1200, distinct: 1200, log: 1200 }]);
});

test('entries whose processing fails stay unread', async () => {
  const customerNo = await givenCustomer(db);
  await log(customerNo, 2);
  let isFailing = true;
  const seen: string[] = [];
  const reader: LogReader = {
    name: 'failing',
    process: async (_tx, entries) => {
      if (isFailing) throw new Error('planned');
      seen.push(...entries.filter((entry) => entry.customerNo === customerNo).map(({ kind }) => kind));
    },
  };
  await expect(runLogReaderToEnd(db, reader)).rejects.toThrow('planned');
  isFailing = false;
  await runLogReaderToEnd(db, reader);
  expect(seen).toEqual(['test.1', 'test.2']);
});

/** Processes the entries of all customers but one, whose entries fail the transaction of the step. */
function failingFor(customerNo: string, name: string, seen: string[]): LogReader {
  return {
    name,
    process: async (tx, entries) => {
      if (entries.some((entry) => entry.customerNo === customerNo)) await tx.rows('select 1 / 0');
      seen.push(...entries.map((entry) => entry.customerNo));
    },
  };
}

test('a customer whose entries cannot be processed delays no other, and is reported', async () => {
  const customers = await customersOfOneShard(db, 5, () => givenCustomer(db));
  const broken = customers[2] as string;
  const others = customers.filter((each) => each !== broken);
  const seen: string[] = [];
  const reader = failingFor(broken, 'one-fails', seen);
  for (const customerNo of customers) await log(customerNo, 2);
  await expect(runLogReaderToEnd(db, reader, customers)).rejects.toMatchObject({ code: '22012' });
  expect([...new Set(seen)].sort()).toEqual([...others].sort());
  const behind = await db.rows<{ customer_no: string }>(
    `select c.customer_no from commit_counters c left join log_cursors k on k.customer_no = c.customer_no and k.reader = 'one-fails'
      where c.customer_no = any ($1) and k.seq is distinct from c.last_seq`,
    [customers],
  );
  expect(behind).toEqual([{ customer_no: broken }]);
  expect(await readLogReaderLagSeconds(db, 'one-fails')).toBeGreaterThan(0);
});

test('a fault of the database is not looked for in each customer', async () => {
  const customers = await customersOfOneShard(db, 3, () => givenCustomer(db));
  for (const customerNo of customers) await log(customerNo, 1);
  let attempts = 0;
  const reader: LogReader = {
    name: 'no-table',
    process: async (tx) => {
      attempts += 1;
      await tx.rows('select from a_table_of_the_next_version');
    },
  };
  await expect(runLogReaderStep(db, reader, { only: customers })).rejects.toMatchObject({ code: '42P01' });
  expect(attempts).toBe(1);
});

test('a running reader logs the customer that it cannot read, and reads what the others write', async () => {
  const [broken, other] = [await givenCustomer(db), await givenCustomer(db)];
  const seen: string[] = [];
  const logged: unknown[] = [];
  const record = (fields: unknown) => logged.push(fields);
  const logger = { error: record, debug: record } as unknown as Environment['logger'];
  const writeQueue = { load: { inFlight: 0, waiting: 0 } } as Environment['writeQueue'];
  await log(broken, 1);
  await log(other, 1);
  const running = startLogReader({ db, logger, writeQueue }, failingFor(broken, 'runs', seen));
  try {
    await expect.poll(() => seen.filter((each) => each === other).length, { timeout: 10_000 }).toBe(1);
    await log(other, 1);
    await expect.poll(() => seen.filter((each) => each === other).length, { timeout: 10_000 }).toBe(2);
  } finally {
    await running.stop();
  }
  expect(logged).toEqual([expect.objectContaining({ reader: 'runs', customerNo: broken })]);
});

test('a running reader goes on soon after a fault of the database, also while this process writes', async () => {
  const customerNo = await givenCustomer(db);
  await log(customerNo, 1);
  let hasFailed = false;
  let hasRead = false;
  const reader: LogReader = {
    name: 'fails-once',
    process: async (tx, entries) => {
      if (!hasFailed) {
        hasFailed = true;
        await tx.rows('select from a_table_of_the_next_version');
      }
      hasRead ||= entries.some((entry) => entry.customerNo === customerNo);
    },
  };
  const logger = { error: () => undefined, debug: () => undefined } as unknown as Environment['logger'];
  const writeQueue = { load: { inFlight: 1, waiting: 0 } } as Environment['writeQueue'];
  const running = startLogReader({ db, logger, writeQueue }, reader);
  try {
    await expect.poll(() => hasRead, { timeout: 25_000, interval: 100 }).toBe(true);
  } finally {
    await running.stop();
  }
});

test.each([
  ['3% of the time while this process writes', 30, { isBusy: true, hasMore: true }, 970],
  ['60% of the time while it does not', 60, { isBusy: false, hasMore: true }, 40],
  ['half a second at least when nothing is left', 60, { isBusy: false, hasMore: false }, 500],
  ['ten seconds at most, however slow the step was', 5_000, { isBusy: true, hasMore: true }, 10_000],
] as const)('a running reader rests: %s', (_, workMs, step, restMs) => {
  expect(computeReaderPauseMs(workMs, step)).toBeCloseTo(restMs, 6);
});
