/** Versioned cache: a transaction that used a stale cached version is rolled back and runs again (decision 16). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db, Tx } from '../../src/platform/db/db.ts';
import {
  type CacheKey,
  type CacheSource,
  formatCacheKey,
  readCachedValues,
} from '../../src/platform/versioned-cache.ts';
import { givenCustomer } from '../support/catalog.ts';
import { openTwoProcesses, type TwoProcesses } from '../support/two-processes.ts';

let processes: TwoProcesses;
let db: Db;
/** Another process on the same database. */
let other: Db;

beforeAll(async () => {
  processes = await openTwoProcesses();
  ({ db, other } = processes);
  await db.rows('create table shades (customer_no text, name text, shade text, primary key (customer_no, name))');
});
afterAll(() => processes.close());

/** Cached records of the test's own: the shade of a wine. `asked` are the names read from the database, a list for each time. */
function shades(kind: string) {
  const asked: string[][] = [];
  const source: CacheSource<string> = {
    kind,
    read: async (reader, keys) => {
      asked.push(keys.map((key) => key.name));
      const rows = await reader.rows<{ customer_no: string; name: string; shade: string }>(
        `select customer_no, name, shade from shades
          where (customer_no, name) in (select * from unnest($1::text[], $2::text[]))`,
        [keys.map((key) => key.customerNo), keys.map((key) => key.name)],
      );
      return new Map(rows.map((row) => [formatCacheKey({ customerNo: row.customer_no, name: row.name }), row.shade]));
    },
    isCacheable: (shade) => shade !== 'fading',
  };
  return { source, asked };
}

async function winery(...wines: [name: string, shade: string][]) {
  const customerNo = await givenCustomer(db);
  const paint = (by: Db, name: string, shade: string) =>
    by.write(async (tx) => {
      tx.bumpVersion(customerNo);
      await tx.rows(
        `insert into shades values ($1, $2, $3)
             on conflict (customer_no, name) do update set shade = excluded.shade`,
        [customerNo, name, shade],
      );
    });
  for (const [name, shade] of wines) await paint(db, name, shade);
  const key = (name: string): CacheKey => ({ customerNo, name });
  /** The shades as the transaction decided on them when it stood, and how often it ran. */
  const look = async (source: CacheSource<string>, names: string[], meanwhile?: (tx: Tx) => Promise<unknown>) => {
    let runs = 0;
    const seen = await db.write(async (tx) => {
      runs += 1;
      const records = await readCachedValues(tx, source, names.map(key));
      await meanwhile?.(tx);
      return names.map((name) => records.get(formatCacheKey(key(name))));
    });
    return { seen, runs };
  };
  return { customerNo, paint, look };
}

test('a cached value is not read again by any transaction', async () => {
  const { source, asked } = shades('again');
  const { look } = await winery(['a', 'red'], ['b', 'white'], ['c', 'rosé']);
  expect(await look(source, ['a', 'b'])).toEqual({ seen: ['red', 'white'], runs: 1 });
  expect(await look(source, ['b', 'a'])).toEqual({ seen: ['white', 'red'], runs: 1 });
  // A missing value is read together with the others of the same request.
  expect(await look(source, ['a', 'c'])).toEqual({ seen: ['red', 'rosé'], runs: 1 });
  expect(await look(source, ['c', 'b'])).toEqual({ seen: ['rosé', 'white'], runs: 1 });
  expect(asked).toEqual([
    ['a', 'b'],
    ['a', 'c'],
  ]);
});

test.each([
  ['this process', () => db],
  ['another', () => other],
])('a change by %s is visible to the next transaction', async (name, by) => {
  const { source } = shades(`changed by ${name}`);
  const { look, paint } = await winery(['a', 'red'], ['b', 'white']);
  await look(source, ['a', 'b']);
  await paint(by(), 'a', 'blue');
  expect(await look(source, ['a', 'b'])).toEqual({ seen: ['blue', 'white'], runs: 2 });
  expect(await look(source, ['a', 'b'])).toEqual({ seen: ['blue', 'white'], runs: 1 });
  expect(await look(source, ['a', 'b'])).toEqual({ seen: ['blue', 'white'], runs: 1 });
});

test('a change while a transaction uses a cached version makes the transaction run again', async () => {
  const { source } = shades('meanwhile');
  const { look, paint } = await winery(['a', 'red']);
  await look(source, ['a']);
  const meanwhile = async (tx: Tx) => {
    if (tx.optimistic) await paint(other, 'a', 'blue');
  };
  expect(await look(source, ['a'], meanwhile)).toEqual({ seen: ['blue'], runs: 2 });
});

test('a transaction that used a version waits for a concurrent change and is rolled back when that commits', async () => {
  const { source } = shades('waits');
  const { customerNo, look } = await winery(['a', 'red']);
  await look(source, ['a']);
  let committing: Promise<unknown> = Promise.resolve();
  let commit: () => void = () => undefined;
  const locked = new Promise<void>((told) => {
    committing = other.write(async (tx) => {
      await tx.rows("update shades set shade = 'blue' where customer_no = $1", [customerNo]);
      await tx.rows('update commit_counters set cache_version = cache_version + 1 where customer_no = $1', [
        customerNo,
      ]);
      told();
      await new Promise<void>((go) => {
        commit = go;
      });
    });
  });
  await locked;
  const looking = look(source, ['a']);
  await new Promise((resolve) => setTimeout(resolve, 100));
  commit();
  await committing;
  expect(await looking).toEqual({ seen: ['blue'], runs: 2 });
});

test('a value read before a concurrent change is not cached under the new version', async () => {
  const { source } = shades('between');
  const { look, paint } = await winery(['a', 'red']);
  const overtaken: CacheSource<string> = {
    ...source,
    read: async (reader, keys) => {
      const records = await source.read(reader, keys);
      await paint(other, 'a', 'blue');
      return records;
    },
  };
  expect((await look(overtaken, ['a'])).seen).toEqual(['red']);
  expect(await look(source, ['a'])).toEqual({ seen: ['blue'], runs: 2 });
});

test('values that do not exist or must not be cached are read every time', async () => {
  const { source, asked } = shades('each time');
  const { look, customerNo } = await winery(['a', 'red'], ['f', 'fading']);
  expect((await look(source, ['a', 'none'])).seen).toEqual(['red', undefined]);
  await db.rows("insert into shades values ($1, 'none', 'new')", [customerNo]);
  expect((await look(source, ['none'])).seen).toEqual(['new']);
  expect((await look(source, ['f'])).seen).toEqual(['fading']);
  expect((await look(source, ['f'])).seen).toEqual(['fading']);
  expect(asked).toEqual([['a', 'none'], ['none'], ['f'], ['f']]);
});

test.each([
  ['older one first', 1, 2],
  ['newer one first', 2, 1],
])('a transaction that used two versions used a stale one: the %s', async (_name, first, second) => {
  const { customerNo } = await winery(['a', 'red'], ['a', 'blue']);
  const runs: boolean[] = [];
  await db.write(async (tx) => {
    runs.push(tx.optimistic);
    if (!tx.optimistic) return;
    tx.assertVersion(customerNo, first);
    tx.assertVersion(customerNo, second);
  });
  expect(runs).toEqual([true, false]);
});

test('a transaction that used the current version does not run again', async () => {
  const { customerNo } = await winery(['a', 'red'], ['a', 'blue']);
  let runs = 0;
  await db.write(async (tx) => {
    runs += 1;
    tx.assertVersion(customerNo, 2);
  });
  expect(runs).toBe(1);
});

test('the cache is bounded: the oldest customers are evicted', async () => {
  const [first, second] = [await givenCustomer(db), await givenCustomer(db)];
  let asked = 0;
  const large: CacheSource<number> = {
    kind: 'large',
    read: async (_reader, keys) => {
      asked += 1;
      return new Map(keys.map((key, index) => [formatCacheKey(key), index]));
    },
  };
  const look = (customerNo: string) =>
    db.write((tx) =>
      readCachedValues(
        tx,
        large,
        Array.from({ length: 60_000 }, (_, n) => ({ customerNo, name: String(n) })),
      ),
    );
  await look(first);
  await look(first);
  expect(asked).toBe(1);
  await look(second);
  await look(second);
  expect(asked).toBe(2);
  expect((await look(first)).size).toBe(60_000);
  expect(asked).toBe(3);
});
