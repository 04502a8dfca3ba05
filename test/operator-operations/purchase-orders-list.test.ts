/** PurchaseOrders/List: orders of all wineries, newest first. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { type Dock, openDock } from '../support/receiving.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let at: Dock;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  at = await openDock(server);
  admin = await signedIn(server, 'admin');
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

test('200 by number, reference and pickup reference, status, winery and warehouse', async () => {
  const { orderId, reference } = await at.ordered();
  const list = async (body: object) => (await admin.call('PurchaseOrders/List', body)).body;
  const [listed] = (await list({ Text: reference.toLowerCase() })).Records;
  expect(listed).toMatchObject({
    TransactionReferenceNumber: orderId,
    CustomerReferenceNo: reference,
    Status: 'OPEN',
    Warehouse: 'APC01',
    Ordered: 36,
    Received: 0,
  });
  expect((await list({ Text: listed.ReferenceNo })).Count).toBe(1);
  expect((await list({ Text: orderId, Statuses: ['OPEN'], Warehouses: ['APC01'] })).Count).toBe(1);
  expect((await list({ Text: orderId, Statuses: ['RECEIVED'] })).Count).toBe(0);
  expect((await list({ Customers: [at.winery.customerNo], Warehouses: ['TWL01'] })).Count).toBe(0);
  expect((await list({ Customers: [at.winery.customerNo], Text: listed.PurchaseOrderNumber })).Count).toBe(1);
});

test('400 an After that no page returned', async () => {
  expect((await admin.call('PurchaseOrders/List', { After: 'x' })).status).toBe(400);
});
