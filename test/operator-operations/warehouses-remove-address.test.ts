/** Warehouses/RemoveAddress: labels of a warehouse wait. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

const content = {
  Company: 'Hilltop Fulfillment',
  Street: '400 Capitol Mall',
  Street2: '',
  PhoneNumber: '916-555-0100',
};
const key = { Warehouse: 'APC01' };

test('200 removes the address, and the audit keeps what it was', async () => {
  await admin.call('Warehouses/SetAddress', { ...key, ...content });
  expect(await admin.call('Warehouses/RemoveAddress', key)).toMatchObject({ status: 200, body: key });
  expect((await auditOf(server, 'Warehouses/RemoveAddress')).slice(-1)).toMatchObject([
    { action: 'warehouse_address.removed', subject: 'APC01', before: content, after: null },
  ]);
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await admin.call('Warehouses/RemoveAddress', { Warehouse: 'x' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Warehouse']);
});

test('403 for an address that a colleague has changed meanwhile: it stays', async () => {
  await admin.call('Warehouses/SetAddress', { ...key, ...content });
  const late = await admin.call('Warehouses/RemoveAddress', { ...key, ExpectedVersion: '0123456789abcdef' });
  expect([late.status, late.body.State]).toEqual([403, 'CHANGED']);
  expect((await admin.call('Warehouses/RemoveAddress', key)).status).toBe(200);
});

test('404 for a warehouse without one', async () => {
  await admin.call('Warehouses/RemoveAddress', key);
  expect((await admin.call('Warehouses/RemoveAddress', key)).status).toBe(404);
});
