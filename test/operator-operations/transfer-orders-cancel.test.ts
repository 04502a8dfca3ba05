/** TransferOrders/Cancel: an open order gives its stock back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
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

const keyOf = (TransactionReferenceNumber: string) => ({ CustomerNo: winery.customerNo, TransactionReferenceNumber });

test('200 the order is CANCELED, and its stock is free', async () => {
  const orderId = await winery.transferred({ CustomerReferenceNo: 'CANCEL-1' });
  expect(await winery.balance()).toMatchObject({ reserved: 60 });
  const { status, body } = await admin.call('TransferOrders/Cancel', keyOf(orderId));
  expect([status, body]).toEqual([200, { Status: 'CANCELED' }]);
  expect(await winery.balance()).toMatchObject({ reserved: 0 });
});

test('400 what is no reference', async () => {
  expect((await admin.call('TransferOrders/Cancel', keyOf('x'))).status).toBe(400);
});

test('403 for an order that is canceled', async () => {
  const orderId = await winery.transferred({ CustomerReferenceNo: 'CANCEL-2' });
  await admin.call('TransferOrders/Cancel', keyOf(orderId));
  expect(await admin.call('TransferOrders/Cancel', keyOf(orderId))).toMatchObject({
    status: 403,
    body: { State: 'CANCELED' },
  });
});

test('404 for an order that is not there', async () => {
  expect((await admin.call('TransferOrders/Cancel', keyOf(uuidv7()))).status).toBe(404);
});
