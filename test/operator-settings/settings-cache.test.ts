/** Edits of the settings take effect within seconds, in every process and after a quiet period (decision 8). */

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  invalidateOperatorSettings,
  maxSettingsAgeMs,
  readOperatorSettings,
  setCarrierRule,
} from '../../src/operator-settings/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { readInAll } from '../support/connections.ts';
import { defaultWarehouses } from '../support/default-settings.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWiredDb } from '../support/wired-db.ts';

let server: TestServer;
let db: Db;

beforeAll(async () => {
  server = await openTestServer();
  ({ db } = server.environment);
});
afterEach(() => {
  vi.restoreAllMocks();
  // Its age was measured by the clock that is ahead.
  invalidateOperatorSettings(db);
});
afterAll(() => server.close());

/** Lets the cache see a clock that is ahead, as after a period without requests. */
function passTime(ms: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}

const addWarehouse = (code: string) =>
  db.rows(
    `insert into warehouses select (jsonb_populate_record(w, jsonb_build_object('code', $1::text))).*
       from warehouses w where code = 'APC01'`,
    [code],
  );

const hasWarehouse = async (code: string) => (await readOperatorSettings(db)).warehouses.has(code);

test('the first reader after a quiet period gets the edited settings', async () => {
  expect(await hasWarehouse('QUIET1')).toBe(false);
  await addWarehouse('QUIET1');
  passTime(maxSettingsAgeMs + 1);
  expect(await hasWarehouse('QUIET1')).toBe(true);
});

test('the first request after a quiet period is validated against the edited code lists', async () => {
  const { client } = await server.customer();
  await client.call('Inventory/GetSellable', { Warehouses: ['APC01'] });
  await addWarehouse('QUIET2');
  passTime(22_000);
  const { status, body } = await client.call('Inventory/GetSellable', { Warehouses: ['QUIET2'] });
  expect({ status, body }).toMatchObject({ status: 200 });
});

test('transactions that find an old cache do not wait for a second connection', async () => {
  const small = openWiredDb({ ...server.database.options, max: 2 });
  try {
    await readOperatorSettings(small);
    await addWarehouse('QUIET3');
    passTime(11_000);
    const found = await readInAll(small, 2, async (tx) => (await readOperatorSettings(tx)).warehouses.has('QUIET3'));
    expect(found).toEqual([true, true]);
  } finally {
    await small.close();
  }
});

test('a transaction that sees its own edit leaves the cache as it is', async () => {
  const undone = new Error('undone');
  await readOperatorSettings(db);
  passTime(maxSettingsAgeMs + 1);
  const editing = db.write(async (tx) => {
    await tx.rows(`delete from carrier_holidays`);
    expect((await readOperatorSettings(tx)).holidays).toEqual([]);
    throw undone;
  });
  await expect(editing).rejects.toBe(undone);
  expect((await readOperatorSettings(db)).holidays.length).toBeGreaterThan(0);
});

test('the same settings are returned until one changes; an edit through the slice applies at once', async () => {
  const before = await readOperatorSettings(db);
  passTime(maxSettingsAgeMs + 1);
  expect(await readOperatorSettings(db)).toBe(before);
  await setCarrierRule(db, { rank: 7, carrier: 'UPS', service: '*' }, () => undefined);
  const after = await readOperatorSettings(db);
  expect(after).not.toBe(before);
  expect(after.carrierRules).toEqual([{ rank: 7, carrier: 'UPS', service: '*' }]);
});

test.each([
  [`update warehouses set city = 'Napa Valley' where code = 'APC01'`],
  [`update warehouse_cutoffs set cutoff = '16:00' where warehouse = 'APC01' and service = 'GRND'`],
  [`insert into warehouse_addresses (warehouse, company, street, phone) values ('APC01', 'A', '1 Way', '7075550100')`],
  [`insert into carrier_holidays (day, name) values ('2030-03-05', 'Crush party')`],
  [`update inventory_statuses set description = 'Good' where code = 'GOOD-NO-TX'`],
  [
    `insert into customer_inventory_statuses (customer_no, code, description, drawn_by_consumer_orders, bonded, tax_paid,
                                              returned, damaged)
     values ('W1', 'OWN', 'Own', true, false, true, false, false)`,
  ],
  [
    `insert into transit_times (origin_zip3, destination_zip3, service, carrier, days) values ('945', '802', 'GRND', '*', 3)`,
  ],
  [`delete from carrier_rules`],
  [
    `insert into license_rules (customer_no, rule_id, state, order_type, open, set_by)
     values ('W1', gen_random_uuid(), 'KY', 'CLUB', false, 'test')`,
  ],
  [
    `insert into weather_windows (customer_no, rule_id, states, zip_prefixes, from_day, to_day, exempt_services,
                                  ice_pack_exempt, note, set_by)
     values ('W1', gen_random_uuid(), '{TX}', '{}', current_date, current_date, '{}', false, '', 'test')`,
  ],
  [`insert into credit_rules (customer_no, rule_id, note, set_by) values ('W1', gen_random_uuid(), '', 'test')`],
])('an edit by SQL is found: %s', async (edit) => {
  const before = await readOperatorSettings(db);
  await db.rows(edit);
  invalidateOperatorSettings(db);
  expect(await readOperatorSettings(db)).not.toEqual(before);
});

test('transit times apply to the warehouses of their origin', async () => {
  const [napa] = defaultWarehouses;
  const { warehouses } = await readOperatorSettings(db);
  expect(warehouses.get(napa?.code ?? '')?.knownTransit?.('80202', 'UPS', 'GRND')).toBe(3);
  expect(warehouses.get('COB01')?.knownTransit?.('80202', 'UPS', 'GRND')).toBeUndefined();
});
