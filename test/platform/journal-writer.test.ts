/** Journal entries that are written after the response: retried while the database is away, bounded, and counted when lost. */
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { AppError } from '../../src/platform/errors.ts';
import { type JournalWriter, openJournalWriter, type UntimedLogEntry } from '../../src/platform/journal-writer.ts';
import { givenCustomer } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Db;
let winery: string;
let isAway = false;
let journal: JournalWriter;
let logged: string[];

beforeAll(async () => {
  database = await openTestDatabase();
  db = openDb(database.options, {
    assertWritable: () => {
      if (isAway) throw new AppError({ code: 'Unavailable', reason: 'the database is away' });
    },
  });
  await db.rows("select ensure_month('log', now()::date)");
  winery = await givenCustomer(db);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const open = (limits: Parameters<typeof openJournalWriter>[2] = {}, through = db) => {
  const logger = pino({}, { write: (line: string) => logged.push(line) });
  return openJournalWriter(through, logger, { flushAfterMs: 1, maxBackoffMs: 20, ...limits });
};
beforeEach(() => {
  isAway = false;
  logged = [];
  journal = open();
});
afterEach(() => journal.close());

const entry = (customerNo = winery): UntimedLogEntry => {
  const reference = uuidv7();
  return {
    customerNo,
    kind: 'request.rejected',
    subject: reference,
    reference,
    operation: 'Test/Test',
    actor: 'system',
  };
};

const isWritten = async ({ reference }: UntimedLogEntry): Promise<boolean> =>
  (await db.rows('select 1 from log where reference = $1', [reference])).length === 1;

describe('while the database is away', () => {
  it('entries are queued and written once when it is back', async () => {
    isAway = true;
    const entries = Array.from({ length: 700 }, () => entry());
    for (const one of entries) journal.add(one);
    await expect.poll(() => logged.join(''), { interval: 5 }).toContain('the journal cannot be written; retrying');
    await journal.flush();
    expect(journal).toMatchObject({ waiting: 700, lost: 0 });
    isAway = false;
    await expect.poll(() => journal.waiting, { interval: 5, timeout: 10_000 }).toBe(0);
    const rows = await db.rows('select 1 from log where reference = any ($1::uuid[])', [
      entries.map(({ reference }) => reference),
    ]);
    expect(rows).toHaveLength(700);
  });

  it('entries over the limit are dropped, counted, and logged', async () => {
    journal = open({ maxWaiting: 2 });
    isAway = true;
    const [, , third] = [entry(), entry(), entry()].map((one) => {
      journal.add(one);
      return one;
    });
    expect(journal).toMatchObject({ waiting: 2, lost: 1 });
    expect(logged.join('')).toContain(third?.reference);
  });

  it('entries are dropped after the time limit', async () => {
    journal = open({ maxAgeMs: 10 });
    isAway = true;
    journal.add(entry());
    await expect.poll(() => journal.lost, { interval: 5 }).toBe(1);
    expect(journal.waiting).toBe(0);
  });

  it('a stop retries once and drops the rest', async () => {
    isAway = true;
    journal.add(entry());
    await journal.close();
    expect(journal).toMatchObject({ waiting: 0, lost: 1 });
  });
});

it('an entry that the database rejects is dropped alone', async () => {
  const good = [entry(), entry(), entry(), entry()];
  const bad = entry('NONE');
  for (const one of [good[0], good[1], bad, good[2], good[3]]) if (one !== undefined) journal.add(one);
  await journal.flush();
  expect(await Promise.all(good.map(isWritten))).toEqual([true, true, true, true]);
  expect(journal).toMatchObject({ waiting: 0, lost: 1 });
  expect(logged.join('')).toContain(bad.reference);
});

it('entries beside a rejected one are written once, also when the database goes away before all are', async () => {
  const [first, second, third] = [entry(), entry(), entry()];
  let writes = 0;
  const write: Db['write'] = async (work, options) => {
    writes += 1;
    // The first half of the batch that was rejected.
    isAway = writes === 2;
    return await db.write(work, options);
  };
  journal = open({}, Object.create(db, { write: { value: write } }));
  for (const one of [first, second, entry('NONE'), third]) journal.add(one);
  await expect.poll(() => journal, { interval: 5, timeout: 10_000 }).toMatchObject({ waiting: 0, lost: 1 });
  expect(await Promise.all([first, second, third].map(isWritten))).toEqual([true, true, true]);
});

it('queued entries are written at a stop', async () => {
  const one = entry();
  journal.add(one);
  await journal.close();
  expect(await isWritten(one)).toBe(true);
});
