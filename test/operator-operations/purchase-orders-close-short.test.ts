/** PurchaseOrders/CloseShort: ends an order, and nothing of it is expected any more. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
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

const keyOf = (TransactionReferenceNumber: string) => ({
  CustomerNo: at.winery.customerNo,
  TransactionReferenceNumber,
});

test('200 the order is CLOSED, and its timeline says by whom', async () => {
  const { orderId } = await at.ordered();
  const { status, body } = await at.lead.call('PurchaseOrders/CloseShort', keyOf(orderId));
  expect([status, body]).toEqual([200, { Status: 'CLOSED' }]);
  expect((await at.winery.order(orderId)).status).toBe('CLOSED');
  expect((await at.winery.timeline(orderId)).at(-1)).toMatchObject({ kind: 'purchase_order.closed' });
});

test('400 what is no reference', async () => {
  expect((await admin.call('PurchaseOrders/CloseShort', keyOf('x'))).status).toBe(400);
});

test('403 while people receive it', async () => {
  const { orderId, reference } = await at.ordered();
  await at.open(reference);
  expect(await at.lead.call('PurchaseOrders/CloseShort', keyOf(orderId))).toMatchObject({
    status: 403,
    body: { State: 'RECEIVING' },
  });
});

test('404 for an order that is not there', async () => {
  expect((await admin.call('PurchaseOrders/CloseShort', keyOf(uuidv7()))).status).toBe(404);
});
