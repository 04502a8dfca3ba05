/** Readers of the log: in order, from the beginning, once each, and bounded in a step. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { systemContext } from '../../src/platform/command-context.ts';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { appendLog } from '../../src/platform/log.ts';
import { type LogReader, logReaderLag, readLogStep, readLogToEnd } from '../../src/platform/log-reader.ts';
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
      appendLog(tx, systemContext(customerNo, 'test'), event);
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
  const first = await readLogStep(db, reader);
  expect(first.hasMore).toBe(true);
  expect(first.processed).toBeLessThanOrEqual(500);
  expect(await logReaderLag(db, 'test')).toBeGreaterThan(0);
  await readLogToEnd(db, reader);
  expect(await logReaderLag(db, 'test')).toBe(0);
  const of = (customerNo: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${customerNo} test.${n + 1}`);
  expect(seen.filter((entry) => entry.startsWith(`${a} `))).toEqual(of(a, 700));
  expect(seen.filter((entry) => entry.startsWith(`${b} `))).toEqual(of(b, 3));
  await readLogToEnd(db, reader);
  expect(seen).toHaveLength(703);
});

test('a customer that was never read counts from its first entry', async () => {
  const customerNo = await givenCustomer(db);
  const reader: LogReader = {
    name: 'late',
    process: () => Promise.reject(new Error('planned')),
  };
  await readLogToEnd(db, { ...reader, process: async () => undefined });
  expect(await logReaderLag(db, 'late')).toBe(0);
  await db.rows("delete from log_cursors where customer_no = $1 and reader = 'late'", [customerNo]);
  expect(await logReaderLag(db, 'late')).toBe(0);
  await log(customerNo, 1);
  await expect(readLogStep(db, reader, [customerNo])).rejects.toThrow('planned');
  expect(await logReaderLag(db, 'late')).toBeGreaterThan(0);
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
  await readLogToEnd(db, reader, [customerNo]);
  await log(customerNo, 2);
  const other = await database.pool.connect();
  try {
    await other.query('begin');
    await other.query("select from log_cursors where customer_no = $1 and reader = 'waits' for update", [customerNo]);
    expect(await readLogStep(db, reader, [customerNo])).toEqual({ processed: 0, hasMore: false, skipped: 1 });
    const reading = readLogToEnd(db, reader, [customerNo]);
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
    await readLogToEnd(db, reader);
    for (const customerNo of customers) await log(customerNo, 400);
    const first = readLogStep(db, pausing, customers.slice(0, 2));
    await isReading;
    const second = await readLogStep(other, reader, customers);
    expect(second).toMatchObject({ skipped: 2 });
    open();
    await first;
    await Promise.all([readLogToEnd(db, reader), readLogToEnd(other, reader)]);
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
  await expect(readLogToEnd(db, reader)).rejects.toThrow('planned');
  isFailing = false;
  await readLogToEnd(db, reader);
  expect(seen).toEqual(['test.1', 'test.2']);
});
