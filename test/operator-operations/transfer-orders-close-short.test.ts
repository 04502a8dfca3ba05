/** TransferOrders/CloseShort: units that did not arrive are written off. */
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

test('200 the order is CLOSED, and what did not arrive is an adjustment', async () => {
  const orderId = await winery.transferred({ CustomerReferenceNo: 'CLOSE-1' });
  await winery.until('2031-03-04T09:05:00');
  const { status, body } = await admin.call('TransferOrders/CloseShort', keyOf(orderId));
  expect([status, body]).toEqual([200, { Status: 'CLOSED' }]);
  expect((await winery.movements(orderId)).at(-1)).toContain(
    'Inventory Adjustment SJU01 GOOD-NO-TX WINE-1 -60 TRANSFER-SHORT',
  );
});

test('400 what is no reference', async () => {
  expect((await admin.call('TransferOrders/CloseShort', keyOf('x'))).status).toBe(400);
});

test('403 for an order that has not left', async () => {
  const orderId = await winery.transferred({ CustomerReferenceNo: 'CLOSE-2', RequestedDate: '12/01/2031' });
  expect(await admin.call('TransferOrders/CloseShort', keyOf(orderId))).toMatchObject({
    status: 403,
    body: { State: 'OPEN' },
  });
});

test('404 for an order that is not there', async () => {
  expect((await admin.call('TransferOrders/CloseShort', keyOf(uuidv7()))).status).toBe(404);
});
