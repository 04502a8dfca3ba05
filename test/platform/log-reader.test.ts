/** Readers of the log: in order, from the beginning, once each, and bounded in a step. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { systemContext } from '../../src/platform/command-context.ts';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { appendLog } from '../../src/platform/log.ts';
import { type LogReader, logReaderLag, readLogStep, readLogToEnd } from '../../src/platform/log-reader.ts';
import { givenCustomer } from '../support/catalog.ts';
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
