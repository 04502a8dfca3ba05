/** TransferOrders/Get: lines, receipts and timeline of an order. */
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

test('200 what is wanted, shipped and received, and who did it', async () => {
  const orderId = await winery.transferred({ CustomerReferenceNo: 'GET-1' });
  const { status, body } = await admin.call('TransferOrders/Get', keyOf(orderId));
  expect([status, body]).toMatchObject([
    200,
    {
      Status: 'OPEN',
      Lines: [{ Line: 1, ItemNo: 'WINE-1', Units: 60, Shipped: 0, Received: 0, Short: 0 }],
      Receipts: [],
    },
  ]);
  expect(body.Timeline).toMatchObject([{ Kind: 'transfer_order.created', By: 'The winery' }]);
});

test('the units of a line that arrived include its surplus, as those of the order do', async () => {
  const orderId = await winery.transferred({ CustomerReferenceNo: 'GET-2' });
  await winery.until('2031-03-05T13:00:00-08:00');
  const Lines = [{ ItemNo: 'WINE-1', ItemQuantity: 65 }];
  expect((await winery.receive({ CustomerReferenceNo: 'GET-2', Lines })).status).toBe(200);
  const { body } = await admin.call('TransferOrders/Get', keyOf(orderId));
  expect(body).toMatchObject({ Shipped: 60, Received: 65, Lines: [{ Shipped: 60, Received: 65, Short: 0 }] });
});

test('400 what is no reference', async () => {
  expect((await admin.call('TransferOrders/Get', keyOf('x'))).status).toBe(400);
});

test('404 for an order of another winery', async () => {
  expect((await admin.call('TransferOrders/Get', keyOf(uuidv7()))).status).toBe(404);
});
