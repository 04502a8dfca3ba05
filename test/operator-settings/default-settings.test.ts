/** The first start fills the operator's settings with defaults (decision 8). */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOperatorSettings, seedOperatorSettings } from '../../src/operator-settings/index.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('a later start adds no defaults to a table from which the operator has removed all rows', async () => {
  const { db } = server.environment;
  expect((await readOperatorSettings(db)).holidays.length).toBeGreaterThan(0);
  for (const table of ['warehouse_cutoffs', 'warehouses', 'carrier_holidays']) await db.rows(`delete from ${table}`);
  await seedOperatorSettings(db);
  const { warehouses, holidays } = await readOperatorSettings(db);
  expect({ warehouses: [...warehouses.keys()], holidays }).toEqual({ warehouses: [], holidays: [] });
});
