/** PurchaseOrders/Update: customer service changes an open purchase order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { lastAudit } from '../support/audit.ts';
import { mustSucceed } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openInboundWinery } from '../support/purchase-orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const update = (CustomerNo: string, TransactionReferenceNumber: string, change: object) =>
  service.call('PurchaseOrders/Update', { CustomerNo, TransactionReferenceNumber, ...change });

test('200 what is named changes, "" clears a text, and new lines replace what is expected', async () => {
  const winery = await openInboundWinery(server);
  const { customerNo } = winery;
  const orderId = await winery.created({ SpecialInstruction: 'Dock 2', PhoneNumber: '7075550100' });
  const change = {
    OrderInfo: { SpecialInstruction: '', ReceiveToLocation: 'COB01' },
    ItemsInfo: [{ ItemNo: 'ZIN', ItemQuantity: 36 }],
  };
  const { TransactionReferenceNumber: reference } = mustSucceed(await update(customerNo, orderId, change));
  const found = mustSucceed(
    await service.call('PurchaseOrders/Get', { CustomerNo: customerNo, TransactionReferenceNumber: orderId }),
  );
  expect(found).toMatchObject({
    Warehouse: 'COB01',
    Contact: { SpecialInstruction: '', PhoneNumber: '7075550100' },
    Lines: [{ ItemNo: 'ZIN', Ordered: 36 }],
  });
  expect([await winery.expected('ZIN', 'COB01'), await winery.expected('PIN')]).toEqual([36, 0]);
  const actor = `operator:${service.operator.email}`;
  expect(found.Timeline.at(-1)).toMatchObject({ Kind: 'purchase_order.updated', Actor: actor });
  expect(await lastAudit(server, 'PurchaseOrders/Update')).toMatchObject({
    action: 'purchase_order.updated',
    subject: orderId,
    for_customer: customerNo,
    actor,
    after: {
      Reference: reference,
      Fields: ['SpecialInstruction', 'ReceiveToLocation'],
      Items: [{ ItemNo: 'ZIN', ItemQuantity: 36 }],
    },
  });
});

test('200 by the reference of an earlier change, which the audit replaces by that of the order', async () => {
  const { customerNo, created } = await openInboundWinery(server);
  const orderId = await created();
  const change = (name: string, ReferenceNo: string) => update(customerNo, name, { OrderInfo: { ReferenceNo } });
  const { TransactionReferenceNumber: reference } = mustSucceed(await change(orderId, 'DOCK-8'));
  mustSucceed(await change(reference, 'DOCK-9'));
  expect(await lastAudit(server, 'PurchaseOrders/Update')).toMatchObject({ subject: orderId });
  const named = { CustomerNo: customerNo, TransactionReferenceNumber: reference };
  mustSucceed(await service.call('PurchaseOrders/Cancel', named));
  expect(await lastAudit(server, 'PurchaseOrders/Cancel')).toMatchObject({ subject: orderId });
});

test('400 without anything to change, and for a pickup without an address', async () => {
  const { customerNo, created } = await openInboundWinery(server);
  const orderId = await created();
  for (const nothing of [{}, { OrderInfo: {} }]) {
    const { status, body } = await update(customerNo, orderId, nothing);
    expect([status, body.Reason]).toEqual([400, 'OrderInfo has nothing to change']);
  }
  const pickup = await update(customerNo, orderId, { OrderInfo: { TransportMethod: 'PICKUP' } });
  expect([pickup.status, pickup.body.Errors.length]).toEqual([400, 6]);
});

test('403 once it is canceled', async () => {
  const { customerNo, created, cancel } = await openInboundWinery(server);
  const orderId = await created();
  await cancel({ CustomerReferenceNo: 'INBOUND-1' });
  const { status, body } = await update(customerNo, orderId, { OrderInfo: { ReferenceNo: 'DOCK-9' } });
  expect([status, body.State]).toEqual([403, 'CANCELED']);
});

test('403 for lines that were changed after they were read; the others stay', async () => {
  const winery = await openInboundWinery(server);
  const { customerNo: CustomerNo } = winery;
  const TransactionReferenceNumber = await winery.created();
  const read = async () =>
    mustSucceed(await service.call('PurchaseOrders/Get', { CustomerNo, TransactionReferenceNumber }));
  const { LinesVersion } = await read();
  const lines = (...items: [string, number][]) => ({
    ItemsInfo: items.map(([ItemNo, ItemQuantity]) => ({ ItemNo, ItemQuantity })),
  });
  mustSucceed(await update(CustomerNo, TransactionReferenceNumber, { OrderInfo: { ReferenceNo: 'DOCK-9' } }));
  const first = { ...lines(['PIN', 12], ['ZIN', 24]), ExpectedLinesVersion: LinesVersion };
  mustSucceed(await update(CustomerNo, TransactionReferenceNumber, first));
  const { status, body } = await update(CustomerNo, TransactionReferenceNumber, {
    ...lines(['PIN', 18]),
    ExpectedLinesVersion: LinesVersion,
  });
  expect([status, body.State]).toEqual([403, 'CHANGED']);
  expect(body.Reason).toMatch(/^The items of purchase order PO\d+ were changed after you read them\./);
  const now = await read();
  expect(now.Lines).toMatchObject([{ ItemNo: 'PIN', Ordered: 12 }, { Ordered: 24 }]);
  const again = { ...lines(['PIN', 18]), ExpectedLinesVersion: now.LinesVersion };
  expect((await update(CustomerNo, TransactionReferenceNumber, again)).status).toBe(200);
});

test('404 for an order of another customer', async () => {
  const [winery, other] = [await openInboundWinery(server), await openInboundWinery(server)];
  const orderId = await winery.created();
  const change = { OrderInfo: { ReferenceNo: 'DOCK-9' } };
  expect((await update(other.customerNo, orderId, change)).status).toBe(404);
  expect((await update(winery.customerNo, uuidv7(), change)).status).toBe(404);
});
