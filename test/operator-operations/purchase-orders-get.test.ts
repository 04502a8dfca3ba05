/** PurchaseOrders/Get: lines, receipts and timeline of an order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { type Dock, openDock, receiptCount } from '../support/receiving.ts';
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

test('200 what is ordered and received, what people counted, and who did it', async () => {
  const { orderId, reference } = await at.ordered();
  const { Session } = await at.open(reference);
  await at.receive('Count', receiptCount(Session, 'PIN', 20));
  await at.receive('Finish', { Session, Confirm: true });
  const { status, body } = await admin.call('PurchaseOrders/Get', keyOf(orderId));
  expect([status, body]).toMatchObject([
    200,
    {
      Status: 'PARTIALLY RECEIVED',
      Ordered: 36,
      Received: 20,
      Lines: [
        { Line: 1, ItemNo: 'PIN', Ordered: 24, Received: 20 },
        { Line: 2, ItemNo: 'CAB', Received: 0 },
      ],
      Receipts: [{ Pallet: 1, State: 'finished', Person: at.receiver.operator.email, Units: 20 }],
    },
  ]);
  expect(body.Timeline.map(({ Text, By }: never) => [Text, By])).toEqual([
    ['Created.', 'The winery'],
    ['Pallet 1 is being counted.', at.receiver.operator.email],
    ['Received 20 units.', at.receiver.operator.email],
  ]);
});

test('200 why units are in another condition, how the count differs, and its lots', async () => {
  const { orderId, reference } = await at.ordered();
  const { Session } = await at.open(reference);
  await at.receive('Count', { ...receiptCount(Session, 'PIN', 25), Lot: 'L2611' });
  const damage = { InventoryStatusCode: 'DMGD-NO-TX', ReasonCode: 'DAMAGED', Note: 'Wet', WereCounted: false };
  await at.receive('Count', { ...receiptCount(Session, 'CAB', 2), ...damage });
  const Reasons = [{ ItemNo: 'PIN', ReasonCode: 'FOUND', Note: 'A gift' }];
  await at.receive('Finish', { Session, Confirm: true, Reasons });
  const { body } = await admin.call('PurchaseOrders/Get', keyOf(orderId));
  expect(body.Receipts).toMatchObject([
    {
      Lots: [{ ItemNo: 'PIN', Lot: 'L2611', Units: 25 }],
      Issues: [{ ItemNo: 'CAB', Lot: '', Units: 2, InventoryStatus: 'DMGD-NO-TX', ReasonCode: 'DAMAGED', Note: 'Wet' }],
      Differences: [
        { ItemNo: 'PIN', Difference: 1, ReasonCode: 'FOUND', Note: 'A gift' },
        { ItemNo: 'CAB', Difference: -10, ReasonCode: '', Note: '' },
      ],
    },
  ]);
});

test('400 what is no reference', async () => {
  expect((await admin.call('PurchaseOrders/Get', keyOf('x'))).status).toBe(400);
});

test('404 for an order of another winery', async () => {
  expect((await admin.call('PurchaseOrders/Get', keyOf(uuidv7()))).status).toBe(404);
});
