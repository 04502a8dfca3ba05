/** What the operator edits is seen by whoever comes first, also after a quiet time (decision 8). */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readOperatorSettings } from '../../src/inventory/index.ts';
import { openDb } from '../../src/platform/db/db.ts';
import { readInAll } from '../support/connections.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => server.close());

/** As if nobody had asked for anything for so long. */
function quietFor(ms: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}

test('the first one after a quiet time sees the warehouse that the operator added meanwhile', async () => {
  const { db } = server.environment;
  expect((await readOperatorSettings(db)).warehouses.has('QUIET1')).toBe(false);
  await db.rows(
    `insert into warehouses select (jsonb_populate_record(w, '{"code": "QUIET1"}')).* from warehouses w where code = 'APC01'`,
  );
  quietFor(11_000);
  expect((await readOperatorSettings(db)).warehouses.has('QUIET1')).toBe(true);
});

test('the first request after a quiet time is judged by the codes that hold now', async () => {
  const { client } = await server.customer();
  await client.call('Inventory/GetSellable', { Warehouses: ['APC01'] });
  await server.environment.db.rows(
    `insert into warehouses select (jsonb_populate_record(w, '{"code": "QUIET2"}')).* from warehouses w where code = 'APC01'`,
  );
  quietFor(22_000);
  const { status, body } = await client.call('Inventory/GetSellable', { Warehouses: ['QUIET2'] });
  expect({ status, body }).toMatchObject({ status: 200 });
});

test('transactions that read it after a quiet time wait for no connection that they hold themselves', async () => {
  const db = openDb({ ...server.database.options, max: 2 });
  try {
    await readOperatorSettings(db);
    await db.rows(
      `insert into warehouses select (jsonb_populate_record(w, '{"code": "QUIET3"}')).* from warehouses w where code = 'APC01'`,
    );
    quietFor(11_000);
    const known = await readInAll(db, 2, async (tx) => (await readOperatorSettings(tx)).warehouses.has('QUIET3'));
    expect(known).toEqual([true, true]);
  } finally {
    await db.close();
  }
});
