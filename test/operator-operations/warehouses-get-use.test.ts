/** Warehouses/GetUse: which customers keep a warehouse from being removed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenItems, givenStock } from '../support/catalog.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 names the customers with stock there, and those whose default it is', async () => {
  await admin.call('Warehouses/Set', { Warehouse: 'USE01', ZipCode: '95814' });
  const use = async () => (await admin.call('Warehouses/GetUse', { Warehouse: 'USE01' })).body;
  expect(await use()).toEqual({ Stock: [], DefaultOf: [] });
  const { customerNo } = await server.customer();
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'PIN' }, { itemNo: 'CAB' }]);
  await givenStock(db, customerNo, [
    { itemNo: 'PIN', quantity: 5, warehouse: 'USE01' },
    { itemNo: 'CAB', quantity: 7, warehouse: 'USE01' },
  ]);
  await admin.call('Customers/Update', { CustomerNo: customerNo, Preferences: { Warehouse: 'USE01' } });
  expect(await use()).toEqual({
    Stock: [
      {
        ...{ CustomerNo: customerNo, CustomerName: `Winery ${customerNo}` },
        ...{ Items: 2, OnHand: 12, Backordered: 0, Incoming: 0 },
      },
    ],
    DefaultOf: [customerNo],
  });
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await admin.call('Warehouses/GetUse', { Warehouse: 'nowhere' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Warehouse']);
});

test('404 for an unknown warehouse', async () => {
  expect((await admin.call('Warehouses/GetUse', { Warehouse: 'NONE9' })).status).toBe(404);
});
