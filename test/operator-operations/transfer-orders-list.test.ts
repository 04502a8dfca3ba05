/** TransferOrders/List: orders of all wineries, newest first. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openTransferWinery, type TransferWinery } from '../transfer-orders/transfer-winery.ts';

let server: TestServer;
let winery: TransferWinery;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  winery = await openTransferWinery(server, 1_000);
  admin = await signedIn(server, 'admin');
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

test('200 by number and reference, status, winery and either warehouse', async () => {
  const orderId = await winery.transferred({ CustomerReferenceNo: 'Listed-1' });
  const list = async (body: object) => (await admin.call('TransferOrders/List', body)).body;
  const [listed] = (await list({ Text: 'LISTED-1' })).Records;
  expect(listed).toMatchObject({
    TransactionReferenceNumber: orderId,
    CustomerReferenceNo: 'Listed-1',
    Status: 'OPEN',
    FromWarehouse: 'APC01',
    ToWarehouse: 'SJU01',
    Units: 60,
    Shipped: 0,
    Received: 0,
  });
  const Customers = [winery.customerNo];
  for (const Warehouse of ['APC01', 'SJU01'])
    expect((await list({ Text: orderId, Warehouses: [Warehouse], Statuses: ['OPEN'] })).Count).toBe(1);
  expect((await list({ Customers, Warehouses: ['TWL01'] })).Count).toBe(0);
  expect((await list({ Customers, Text: listed.TransferOrderNumber })).Count).toBe(1);
});

test('400 an After that no page returned', async () => {
  expect((await admin.call('TransferOrders/List', { After: 'x' })).status).toBe(400);
});
