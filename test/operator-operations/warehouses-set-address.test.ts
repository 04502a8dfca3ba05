/** Warehouses/SetAddress: where packages of a warehouse ship from. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { expectVersionGuard } from '../support/expected-version.ts';
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

test('200 sets the address and changes it, with both in the audit', async () => {
  await admin.call('Warehouses/RemoveAddress', { Warehouse: 'APC01' });
  const address = { Warehouse: 'APC01', ...content };
  expect(await admin.call('Warehouses/SetAddress', address)).toMatchObject({ status: 200, body: address });
  const changed = { ...address, Street2: 'Dock 3' };
  expect(await admin.call('Warehouses/SetAddress', changed)).toMatchObject({ status: 200, body: changed });
  const { Records } = (await admin.call('Warehouses/ListAddresses')).body;
  expect(Records).toContainEqual({ ...changed, Version: expect.any(String) });
  expect(await auditOf(server, 'Warehouses/SetAddress')).toMatchObject([
    { action: 'warehouse_address.set', subject: 'APC01', before: null, after: content },
    { before: content, after: { ...content, Street2: 'Dock 3' } },
  ]);
});

test('400 for a phone number that carriers do not accept', async () => {
  const request = { Warehouse: 'APC01', ...content, PhoneNumber: '555' };
  expect((await admin.call('Warehouses/SetAddress', request)).status).toBe(400);
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', async () => {
  await admin.call('Warehouses/RemoveAddress', { Warehouse: 'MMC01' });
  await expectVersionGuard(server, {
    set: 'Warehouses/SetAddress',
    list: 'Warehouses/ListAddresses',
    remove: 'Warehouses/RemoveAddress',
    key: { Warehouse: 'MMC01' },
    contents: [content, { ...content, Street: '1 Dock Rd' }, { ...content, Street: '2 Dock Rd' }],
  });
});

test('404 for an unknown warehouse', async () => {
  expect((await admin.call('Warehouses/SetAddress', { Warehouse: 'NOPE1', ...content })).status).toBe(404);
});
