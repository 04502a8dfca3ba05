/** Warehouses/Set: adds and changes a warehouse, and records both. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { expectVersionGuard } from '../support/expected-version.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 adds a warehouse by its ZIP code, and changes the given properties', async () => {
  const added = await admin.call('Warehouses/Set', { Warehouse: 'SET01', ZipCode: '95814' });
  const first = {
    Warehouse: 'SET01',
    City: 'Sacramento',
    State: 'CA',
    ZipCode: '95814',
    TimeZone: 'America/Los_Angeles',
    WorkingDays: [1, 2, 3, 4, 5],
    AcceptsReturns: true,
    Floor: 'automatic',
  };
  expect([added.status, added.body]).toEqual([200, first]);
  const change = { Warehouse: 'SET01', WorkingDays: [3, 2], AcceptsReturns: false, City: 'West Sacramento' };
  const { body: second } = await admin.call('Warehouses/Set', change);
  expect(second).toEqual({ ...first, ...change, WorkingDays: [2, 3] });
  expect((await admin.call('Warehouses/List')).body.Records).toContainEqual({ ...second, Version: expect.any(String) });
  const entry = { action: 'warehouse.set', subject: 'SET01' };
  expect(await auditOf(server, 'Warehouses/Set')).toMatchObject([
    { ...entry, before: null, after: first },
    { ...entry, before: first, after: second },
  ]);
  await admin.call('Warehouses/Remove', { Warehouse: 'SET01' });
});

test('200 keeps what another edit changes at the same moment', async () => {
  await admin.call('Warehouses/Set', { Warehouse: 'SET03', ZipCode: '95814' });
  const other = await server.database.pool.connect();
  try {
    await other.query('begin');
    await other.query(`select pg_advisory_xact_lock(hashtext('dray operator data'))`);
    await other.query(`update warehouses set city = 'Old Town', accepts_returns = false where code = 'SET03'`);
    const setting = admin.call('Warehouses/Set', { Warehouse: 'SET03', WorkingDays: [1] });
    await untilBlocked(server.environment.db);
    await other.query('commit');
    expect((await setting).body).toMatchObject({ City: 'Old Town', WorkingDays: [1], AcceptsReturns: false });
  } finally {
    other.release();
  }
  const { body: list } = await admin.call('Warehouses/List');
  expect(list.Records).toContainEqual(
    expect.objectContaining({ Warehouse: 'SET03', City: 'Old Town', WorkingDays: [1], AcceptsReturns: false }),
  );
  await admin.call('Warehouses/Remove', { Warehouse: 'SET03' });
});

test('400 names a field that is not valid, and a new warehouse needs a ZIP code', async () => {
  const { status, body } = await admin.call('Warehouses/Set', { Warehouse: 'SET02', WorkingDays: [8] });
  expect([status, body.Errors[0].Field]).toEqual([400, 'WorkingDays[0]']);
  const set = (fields: object) => admin.call('Warehouses/Set', { Warehouse: 'SET02', ...fields });
  expect([(await set({})).status, (await set({ ZipCode: '00000' })).status]).toEqual([400, 400]);
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', () =>
  expectVersionGuard(server, {
    set: 'Warehouses/Set',
    list: 'Warehouses/List',
    remove: 'Warehouses/Remove',
    key: { Warehouse: 'VER01' },
    contents: [{ ZipCode: '95814' }, { WorkingDays: [1, 2] }, { ZipCode: '95814', City: 'West' }],
  }));
