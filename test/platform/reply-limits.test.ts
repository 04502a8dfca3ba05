/** A statement whose reply does not arrive fails in time, on every connection that is opened with the options of a pool. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openPoolWithTimeouts,
  type PoolWithTimeouts,
  queryConfigWithTimeout,
} from '../../src/platform/db/connections.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

const replyMs = 300;
const slow = 'select pg_sleep(20)';

let database: TestDatabase;
let limited: PoolWithTimeouts;
beforeAll(async () => {
  database = await openTestDatabase();
  // PostgreSQL ends a statement whose client has gone.
  const options = '-c client_connection_check_interval=50';
  limited = openPoolWithTimeouts({ ...database.options, options, max: 1, query_timeout: replyMs }, 30_000);
});
afterAll(async () => {
  await limited.close();
  await database.drop();
});

test('a statement, and those pipelined behind it, fail when no reply arrives; the next one has a new connection', async () => {
  const client = await limited.pool.connect();
  const quick = queryConfigWithTimeout(20_000, 'select 1 as one');
  const [first, behind] = await Promise.allSettled([client.query(slow), client.query(quick)]);
  client.release(true);
  expect(first).toMatchObject({ reason: { message: 'Query read timeout' } });
  expect(behind).toMatchObject({ reason: { message: expect.stringMatching(/^Connection terminated/) } });
  expect((await limited.pool.query(quick)).rows).toEqual([{ one: 1 }]);
});

test('a statement with a limit of its own has that one alone', async () => {
  const longer = queryConfigWithTimeout(20_000, `select pg_sleep(${(2 * replyMs) / 1_000})`);
  expect((await limited.pool.query(longer)).rowCount).toBe(1);
  await expect(limited.pool.query(queryConfigWithTimeout(50, slow))).rejects.toThrow('Query read timeout');
});

test.each<[string, () => { query(text: string): Promise<unknown>; end(): Promise<void> }]>([
  ['a connection beside the pool', () => new pg.Client(limited.pool.options)],
  ['a pool beside it', () => new pg.Pool(limited.pool.options)],
])('%s has the limit of the pool', async (_, open) => {
  const beside = open();
  if (beside instanceof pg.Client) {
    beside.on('error', () => undefined);
    await beside.connect();
  }
  const outcome = await beside.query(slow).catch((error: Error) => error.message);
  await beside.end();
  expect(outcome).toBe('Query read timeout');
});
