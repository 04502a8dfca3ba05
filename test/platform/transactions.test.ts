/** Transactions: pipelined statements are part of the transaction, deadlocks are retried, and numbers have no gaps. */
import type { Duplex } from 'node:stream';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeInt64, encodeText } from '../../src/platform/db/binary.ts';
import { createCopyTarget } from '../../src/platform/db/copy.ts';
import { type CommitNumberedWriter, type Db, openDb } from '../../src/platform/db/db.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase();
  db = openDb({ ...database.options, max: 6 }, { canSetLogLevel: true });
  await db.rows('create table kept (id int primary key, note text)');
  await db.rows("insert into commit_counters values ('A'), ('B')");
  await db.rows('create table numbered (customer_no text, seq bigint, note text)');
  await db.rows('create table noted (customer_no text, behind bigint, note text)');
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const ids = async () => (await db.rows<{ id: number }>('select id from kept order by id')).map((row) => row.id);

test('pipelined statements run in order, before later statements, and are committed', async () => {
  await db.rows('truncate kept');
  const seen = await db.write(async (tx) => {
    tx.send('insert into kept values (1), (2)');
    tx.send('update kept set id = id + 10');
    return await tx.rows<{ id: number }>('select id from kept order by id');
  });
  expect(seen).toEqual([{ id: 11 }, { id: 12 }]);
  expect(await ids()).toEqual([11, 12]);
});

test.each([
  ['the last of the transaction', 0],
  ['with others behind it', 2],
])('a failed pipelined statement fails the transaction with its own error: %s', async (_name, others) => {
  await db.rows('truncate kept');
  await db.rows('insert into kept values (1)');
  const writing = db.write(async (tx) => {
    tx.send('insert into kept values (2)');
    tx.send('insert into kept values (1)');
    for (let i = 0; i < others; i += 1) tx.send('insert into kept values ($1)', [10 + i]);
    if (others > 0) await tx.rows('select 1');
  });
  await expect(writing).rejects.toMatchObject({ code: '23505' });
  expect(await ids()).toEqual([1]);
  // The connection is still usable.
  await db.write(async (tx) => tx.send('insert into kept values (3)'));
  expect(await ids()).toEqual([1, 3]);
});

test('the statements of one turn leave in one write to the socket, COMMIT included', async () => {
  await db.write((tx) => tx.rows('truncate kept'));
  let writes = 0;
  const watched = new WeakSet<Duplex>();
  const watchWrites = (client: PoolClient): void => {
    const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
    if (watched.has(stream)) return;
    watched.add(stream);
    const { _write: write, _writev: writeMany } = stream;
    stream._write = (...args) => {
      writes += 1;
      write.apply(stream, args);
    };
    stream._writev = (...args) => {
      writes += 1;
      writeMany?.apply(stream, args);
    };
  };
  db.pool.on('acquire', watchWrites);
  try {
    await db.write(async (tx) => {
      for (let id = 1; id <= 5; id += 1) tx.send('insert into kept values ($1)', [id]);
    });
  } finally {
    db.pool.off('acquire', watchWrites);
  }
  expect(writes).toBe(1);
  expect(await ids()).toEqual([1, 2, 3, 4, 5]);
});

test('of statements that run side by side, the one that failed first is reported, also when the error of another arrives before', async () => {
  const later = async <T>(result: Promise<T>, turns: number): Promise<T> =>
    turns === 0 ? await result : await later(result, turns - 1);
  const writing = db.write((tx) =>
    Promise.all([later(tx.rows("select 'x'::int"), 50), tx.rows('select 1'), tx.rows('select 2')]),
  );
  await expect(writing).rejects.toMatchObject({ code: '22P02' });
});

interface Kept {
  readonly id: number;
  readonly note?: string;
}
const intoKept = createCopyTarget<Kept>('kept_by_number', {
  id: (row, at) => encodeInt64(row.id, at),
  note: (row, at) => encodeText(row.note, at),
});
const numbers = async () =>
  (await db.rows<{ id: number }>('select id from kept_by_number order by id')).map((row) => row.id);

describe('copied rows', () => {
  beforeEach(async () => {
    await db.rows('create table if not exists kept_by_number (id bigint primary key, note text)');
    await db.rows('truncate kept_by_number');
  });

  test('are written in order between other statements', async () => {
    const seen = await db.write(async (tx) => {
      tx.copy(intoKept, [{ id: 1 }, { id: 2, note: 'two' }]);
      tx.send('update kept_by_number set id = id + 10');
      tx.copy(intoKept, [{ id: 1 }]);
      tx.copy(intoKept, []);
      return await tx.rows('select id, note from kept_by_number order by id');
    });
    expect(seen).toEqual([
      { id: 1, note: null },
      { id: 11, note: null },
      { id: 12, note: 'two' },
    ]);
    expect(await numbers()).toEqual([1, 11, 12]);
  });

  test('can exceed the size of the socket buffer', async () => {
    const rows = Array.from({ length: 2_000 }, (_, id) => ({ id, note: `${id} `.repeat(1_000) }));
    const [told] = await db.write(async (tx) => {
      tx.copy(intoKept, rows);
      return await tx.rows<{ count: number; bytes: number }>(
        'select count(*) as count, sum(length(note)) as bytes from kept_by_number',
      );
    });
    expect(told).toEqual({ count: 2_000, bytes: rows.reduce((sum, { note }) => sum + note.length, 0) });
  });

  test.each([
    ['the last of the transaction', 0],
    ['with others behind them', 2],
  ])('fail the transaction on a duplicate key, with no other error: %s', async (_name, others) => {
    await db.rows('insert into kept_by_number values (1)');
    const runs: boolean[] = [];
    const writing = db.write(async (tx) => {
      runs.push(tx.optimistic);
      tx.copy(intoKept, [{ id: 2 }, { id: 1 }, { id: 3, note: 'x'.repeat(1_000_000) }]);
      for (let i = 0; i < others; i += 1) tx.copy(intoKept, [{ id: 10 + i }]);
      if (others > 0) await tx.rows('select 1');
    });
    await expect(writing).rejects.toMatchObject({ code: '23505' });
    // The key may have rejected an optimistic run, so the transaction runs once more and then fails permanently.
    expect(runs).toEqual([true, false]);
    expect(await numbers()).toEqual([1]);
    await db.write(async (tx) => tx.copy(intoKept, [{ id: 3 }]));
    expect(await numbers()).toEqual([1, 3]);
  });

  test('are skipped by PostgreSQL when it rejects the statement itself', async () => {
    const nowhere = createCopyTarget<Kept>('no_such_table', { id: (row, at) => encodeInt64(row.id, at) });
    const big = Array.from({ length: 100_000 }, (_, id) => ({ id }));
    await expect(
      db.write(async (tx) => {
        tx.copy(nowhere, big);
        tx.copy(intoKept, big);
        tx.send('insert into kept_by_number values (-1)');
      }),
    ).rejects.toMatchObject({ code: '42P01' });
    expect(await numbers()).toEqual([]);
    await db.write(async (tx) => tx.copy(intoKept, [{ id: 3 }]));
    expect(await numbers()).toEqual([3]);
  });

  test('an optimistic run that violates a key is corrected by the second run', async () => {
    await db.rows('insert into kept_by_number values (1)');
    const answer = await db.write(async (tx) => {
      if (tx.optimistic) {
        tx.copy(intoKept, [{ id: 1 }]);
        await tx.rows('select 1');
        return 'guessed';
      }
      await tx.rows('insert into kept_by_number values (1) on conflict do nothing');
      tx.copy(intoKept, [{ id: 2 }]);
      return 'looked';
    });
    expect(answer).toBe('looked');
    expect(await numbers()).toEqual([1, 2]);
  });
});

test('a deadlock of pipelined statements is retried from the start', async () => {
  await db.rows('truncate kept');
  await db.rows("insert into kept values (1, ''), (2, '')");
  let met = 0;
  const both = new Promise<void>((resolve) => {
    const wait = setInterval(() => {
      if (met < 2) return;
      clearInterval(wait);
      resolve();
    }, 5);
  });
  let attempts = 0;
  const side = (first: number, second: number, note: string) =>
    db.write(async (tx) => {
      attempts += 1;
      await tx.rows('update kept set note = note || $2 where id = $1', [first, note]);
      met += 1;
      await both;
      tx.send('update kept set note = note || $2 where id = $1', [second, note]);
    });
  await Promise.all([side(1, 2, 'a'), side(2, 1, 'b')]);
  // More than one deadlock is possible: a side that runs again may lock its first row before the other, which waits for it, is woken.
  expect(attempts).toBeGreaterThanOrEqual(3);
  const notes = await db.rows<{ note: string }>('select note from kept order by id');
  expect(notes.map(({ note }) => [...note].sort().join(''))).toEqual(['ab', 'ab']);
});

const writer: CommitNumberedWriter<{ customerNo: string; note: string }> = {
  write: (tx, rows) => {
    const columns = [rows.map((row) => row.customerNo), rows.map((row) => row.seqOffset), rows.map((row) => row.note)];
    tx.send(
      `insert into numbered
       select customer_no, last_seq - behind, note
         from unnest($1::text[], $2::bigint[], $3::text[]) as n (customer_no, behind, note)
         left join commit_counters using (customer_no)`,
      columns,
    );
    // All statements that it sends are part of the transaction.
    tx.send('insert into noted select * from unnest($1::text[], $2::bigint[], $3::text[])', columns);
  },
};

test('numbers increase by one in commit order per customer, and a failed transaction takes none', async () => {
  const write = (customers: string[], note: string, fails = false) =>
    db
      .write(async (tx) => {
        for (const customerNo of customers) tx.number(writer, { customerNo, note });
        await tx.rows('select pg_sleep(random() * 0.01)');
        if (fails) throw new Error('on purpose');
      })
      .catch(() => undefined);
  await Promise.all(
    Array.from({ length: 60 }, (_, i) => write(i % 2 ? ['A', 'B', 'A'] : ['B', 'A'], String(i), i % 7 === 3)),
  );
  for (const customer of ['A', 'B']) {
    const rows = await db.rows<{ seq: number }>('select seq from numbered where customer_no = $1 order by seq', [
      customer,
    ]);
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: rows.length }, (_, i) => i + 1));
    const [counter] = await db.rows<{ last_seq: number }>(
      'select last_seq from commit_counters where customer_no = $1',
      [customer],
    );
    expect(counter?.last_seq).toBe(rows.length);
    const noted = await db.rows('select note from noted where customer_no = $1', [customer]);
    expect(noted.length).toBe(rows.length);
  }
});

test('thousands of numbered rows are written in parts, between which the event loop does other work', async () => {
  await db.rows("insert into commit_counters values ('MANY')");
  const parts: number[] = [];
  const inParts: typeof writer = {
    write: (tx, rows) => {
      parts.push(rows.length);
      setImmediate(() => parts.push(0));
      writer.write(tx, rows);
    },
  };
  await db.write(async (tx) => {
    for (let i = 1; i <= 4_100; i += 1) tx.number(inParts, { customerNo: 'MANY', note: String(i) });
  });
  expect(parts.filter((rows) => rows > 0)).toEqual([2_000, 2_000, 100]);
  expect(parts.slice(0, 4)).toEqual([2_000, 0, 2_000, 0]);
  const [outOfOrder] = await db.rows<{ rows: number; wrong: number }>(
    `select count(*) as rows, count(*) filter (where seq::text <> note) as wrong from numbered where customer_no = 'MANY'`,
  );
  expect(outOfOrder).toEqual({ rows: 4_100, wrong: 0 });
});

test('a customer without a counter fails with an error and writes nothing', async () => {
  await db.rows('truncate kept');
  const writing = db.write(async (tx) => {
    tx.send('insert into kept values (1)');
    tx.number(writer, { customerNo: 'UNKNOWN', note: 'of nobody' });
  });
  await expect(writing).rejects.toThrow('without a commit counter: UNKNOWN');
  expect(await ids()).toEqual([]);
  expect(await db.rows("select 1 from noted where note = 'of nobody'")).toEqual([]);
});

test('a snapshot sees one state from its first statements on, which are pipelined with its beginning, and changes nothing', async () => {
  await db.rows('truncate kept');
  await db.rows('insert into kept values (1)');
  const count = 'select count(*)::int as count from kept';
  const seen = await db.snapshot(async (reader) => {
    const [before] = await Promise.all([reader.rows(count), reader.rows(count)]);
    await db.rows('insert into kept values (2)');
    return [...before, ...(await reader.rows(count))];
  });
  expect(seen).toEqual([{ count: 1 }, { count: 1 }]);
  await expect(db.snapshot((reader) => reader.rows('insert into kept values (3)'))).rejects.toThrow('read-only');
  const setting = "select current_setting('plan_cache_mode') as mode";
  // A distributed database sets it for all its sessions.
  const ofSession = await db.rows(setting);
  expect(await db.snapshot((reader) => reader.rows(setting), { customPlans: true })).toEqual([
    { mode: 'force_custom_plan' },
  ]);
  expect(await db.snapshot((reader) => reader.rows(setting))).toEqual(ofSession);
  expect(await ids()).toEqual([1, 2]);
});

test('a failed statement of a snapshot fails it with its own error, not with that of one pipelined behind it', async () => {
  const reading = db.snapshot(async (reader) => {
    const first = reader.rows('select 1 / 0');
    const behind = reader.rows('select 1');
    // The error of the second one surfaces before that of the first.
    const later = first.catch((error: unknown) => behind.catch(() => Promise.reject(error)));
    return await Promise.all([later, behind]);
  });
  await expect(reading).rejects.toMatchObject({ code: '22012' });
  expect(await db.snapshot((reader) => reader.rows('select 1 as one'))).toEqual([{ one: 1 }]);
});
