/** What is due by the plan of a warehouse is read by the last count of each item, however often it was counted before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countItemsByAbcClass, listItemsDueForCount } from '../../src/bins/count-plan-lists.ts';
import type { DbReader } from '../../src/platform/db/db.ts';
import { type CountedStatement, countingDb } from '../support/buffers.ts';
import { openPlainServer } from '../support/plain-server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;

/**
 * 50 items at APC01, each counted every day for 400 days until 10 days ago. A canceled count and one of a single place of ITEM-1, and one
 * that is not approved yet, came after these.
 */
beforeAll(async () => {
  server = await openPlainServer();
  const { db } = server.environment;
  const counts = `generate_series(0, 399) c`;
  await db.write(async (tx) => {
    await tx.rows('set local session_replication_role = replica');
    await tx.rows(
      `insert into balances (customer_no, item_no, warehouse, status, on_hand)
       select 'M001', 'ITEM-' || n, 'APC01', 'GOOD-NO-TX', 12 from generate_series(0, 49) n`,
    );
    await tx.rows(
      `insert into counts (customer_no, count_id, warehouse, status, opened_at, closed_at)
       select 'M001', md5('c' || c)::uuid, 'APC01', 'APPROVED', now(), now() from ${counts}
        union all
       select 'M001', md5('c' || c)::uuid, 'APC01', case c when -1 then 'CANCELED' when -2 then 'APPROVED' else 'OPEN' end, now(), case when c > -3 then now() end
         from generate_series(-3, -1) c`,
    );
    await tx.rows(
      `insert into bin_counts (customer_no, count_id, location, warehouse, item_no, status, is_open, round, is_whole, counted, claimed,
                               person_id, person, counted_at)
       select 'M001', md5('c' || c)::uuid, 'B-' || n, 'APC01', 'ITEM-' || n, 'GOOD-NO-TX', false, 1, c <> -2, 1, 1, md5('p')::uuid, '',
              now() - (10 + c) * interval '1 day'
         from (select c, n from ${counts} cross join generate_series(0, 49) n
               union all
               select c, 1 from generate_series(-3, -1) c) x`,
    );
    await tx.rows("insert into count_plans (warehouse, days_a, days_b, days_c) values ('APC01', 30, 90, 10)");
  });
  for (const table of ['balances', 'counts', 'bin_counts']) await db.rows(`vacuum analyze ${table}`);
});
afterAll(() => server.close());

/** The result of reading, which takes less than 12 buffers for each item. */
async function readInFewBuffers<Result>(read: (reader: DbReader) => Promise<Result>): Promise<Result> {
  const counted: CountedStatement[] = [];
  const result = await countingDb(server.environment.db, counted).snapshot(read);
  expect(counted.reduce((sum, { buffers }) => sum + buffers, 0)).toBeLessThan(50 * 12);
  return result;
}

test('the classes of items', async () => {
  const classes = await readInFewBuffers((reader) => countItemsByAbcClass(reader, 'APC01'));
  expect(classes).toEqual([{ class: 'C', items: 50, due: 50 }]);
});

test('the items that are due, and when they were counted', async () => {
  const due = await readInFewBuffers((reader) =>
    listItemsDueForCount(reader, 'APC01', { after: undefined, limit: 51 }),
  );
  expect(due).toHaveLength(50);
  expect(new Set(due.map(({ countedAt }) => countedAt?.toString())).size).toBe(1);
});
