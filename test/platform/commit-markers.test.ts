/** A transaction is applied once even when its connection is lost during COMMIT and its result is unknown. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteOldCommitMarkers } from '../../src/platform/db/commit-markers.ts';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { type CuttingProxy, openCuttingProxy } from '../support/cutting-proxy.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let direct: Db;
let proxy: CuttingProxy;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase();
  direct = openDb({ ...database.options, max: 4 });
  proxy = await openCuttingProxy(database.options);
  db = openDb({ ...proxy.options, max: 4 }, { canSetLogLevel: true });
  await direct.rows('create table counted (customer text, value int)');
});
beforeEach(async () => {
  await direct.rows('truncate counted');
});
afterAll(async () => {
  for (const each of [db, direct]) await each.close();
  await proxy.close();
  await database.drop();
});

const values = async (): Promise<number[]> =>
  (await direct.rows<{ value: number }>('select value from counted order by value')).map(({ value }) => value);

test.each(['before the commit', 'after the commit', 'with the commit on its way'] as const)(
  'connection lost %s: applied once, with its result',
  async (when) => {
    proxy.cutNext(when);
    let runs = 0;
    const result = await db.write(async (tx) => {
      runs += 1;
      await tx.rows("insert into counted values ('A', 1)");
      return `run ${runs}`;
    });
    expect(await values()).toEqual([1]);
    expect(result).toBe(when === 'after the commit' ? 'run 1' : 'run 2');
  },
);

test('a transaction that arrives after it was abandoned can no longer commit', async () => {
  proxy.cutNext('with the transaction on its way');
  await db.write(async (tx) => tx.send("insert into counted values ('A', 1)"));
  expect(await values()).toEqual([1]);
  await proxy.deliver();
  expect(await values()).toEqual([1]);
});

test('its marker is deleted once the result is known', async () => {
  const own = openDb({ ...database.options, max: 1 });
  await direct.rows('delete from commit_markers');
  await own.write(async (tx) => tx.send("insert into counted values ('A', 1)"));
  expect(await direct.rows('select from commit_markers')).toHaveLength(1);
  await own.close();
  expect(await direct.rows('select from commit_markers')).toEqual([]);
});

test('markers left by crashed processes are deleted after a week', async () => {
  await direct.rows(
    `insert into commit_markers (customer_no, id, created_at)
       values ('', gen_random_uuid(), now() - interval '8 days'), ('left', gen_random_uuid(), now() - interval '6 days')`,
  );
  await deleteOldCommitMarkers(direct);
  expect(await direct.rows("select from commit_markers where created_at < now() - interval '1 day'")).toHaveLength(1);
});
