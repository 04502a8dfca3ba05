/** PurchaseOrders/Create: customer service enters what a winery announces by phone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastAudit } from '../support/audit.ts';
import { mustSucceed } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openInboundWinery, sentPurchaseOrder } from '../support/purchase-orders.ts';
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

const create = (CustomerNo: string, body: object) => service.call('PurchaseOrders/Create', { CustomerNo, ...body });

test('200 its lines are expected; the timeline, the audit and the page say who entered it', async () => {
  const winery = await openInboundWinery(server);
  const { customerNo } = winery;
  const contact = { FirstName: 'Sample', LastName: 'Contact', SpecialInstruction: 'Dock 2' };
  const { TransactionReferenceNumber, IsNew } = mustSucceed(await create(customerNo, sentPurchaseOrder(contact)));
  expect([IsNew, await winery.expected('PIN'), await winery.expected('CAB')]).toEqual([true, 600, 120]);
  const found = mustSucceed(
    await service.call('PurchaseOrders/Get', { CustomerNo: customerNo, TransactionReferenceNumber }),
  );
  expect(found).toMatchObject({ Status: 'OPEN', CustomerReferenceNo: 'INBOUND-1', Contact: contact });
  const actor = `operator:${service.operator.email}`;
  expect(found.Timeline).toMatchObject([
    { Kind: 'purchase_order.created', Actor: actor, Operation: 'PurchaseOrders/Create' },
  ]);
  expect(await lastAudit(server, 'PurchaseOrders/Create')).toEqual({
    action: 'purchase_order.created',
    subject: TransactionReferenceNumber,
    for_customer: customerNo,
    actor,
    before: null,
    after: {
      CustomerReferenceNo: 'INBOUND-1',
      Warehouse: 'APC01',
      InventoryStatus: 'GOOD-NO-TX',
      Items: [
        { ItemNo: 'PIN', ItemQuantity: 600 },
        { ItemNo: 'CAB', ItemQuantity: 120 },
      ],
    },
  });
  // What the winery then sends itself is the same order, also without an audit entry.
  expect((await winery.create(sentPurchaseOrder(contact))).body).toBe(TransactionReferenceNumber);
  const again = mustSucceed(await create(customerNo, sentPurchaseOrder(contact)));
  expect(again).toEqual({ TransactionReferenceNumber, IsNew: false });
  expect(await winery.expected('PIN')).toBe(600);
});

test("200 in a status of the customer's own, which is 400 for another customer", async () => {
  const [winery, other] = [await openInboundWinery(server), await openInboundWinery(server)];
  const admin = await signedIn(server, 'admin');
  const status = { InventoryStatus: 'GOOD-EV-TX', Description: 'Event wine' };
  mustSucceed(await admin.call('Statuses/Set', { CustomerNo: winery.customerNo, ...status }));
  const sent = sentPurchaseOrder({ InventoryStatusCode: 'GOOD-EV-TX' });
  const codes = await Promise.all([winery, other].map(async (each) => (await create(each.customerNo, sent)).status));
  expect(codes).toEqual([200, 400]);
});

test('400 names every field and item at its place', async () => {
  const { customerNo } = await openInboundWinery(server);
  const pickup = await create(customerNo, sentPurchaseOrder({ TransportMethod: 'PICKUP' }));
  expect(pickup.status).toBe(400);
  expect(pickup.body.Errors.map(({ Field }: { Field: string }) => Field)).toContain('OrderInfo.City');
  const items = [
    { ItemNo: 'PIN', ItemQuantity: 1 },
    { ItemNo: 'OLD', ItemQuantity: 1 },
    { ItemNo: 'NONE', ItemQuantity: 1 },
  ];
  const { status, body } = await create(customerNo, sentPurchaseOrder({}, items));
  expect(status).toBe(400);
  expect(body.Errors).toMatchObject([
    { Field: 'ItemsInfo[1].ItemNo', Code: 'RetiredItem' },
    { Field: 'ItemsInfo[2].ItemNo', Code: 'UnknownItem' },
  ]);
});

test('400 for the reference of another order of the winery', async () => {
  const winery = await openInboundWinery(server);
  await winery.created();
  const { status, body } = await create(winery.customerNo, sentPurchaseOrder({ ReferenceNo: 'DOCK-9' }));
  expect([status, body.Code]).toEqual([400, 'DuplicatePurchaseOrder']);
});

test('404 for a customer that is not there', async () => {
  expect((await create('W9999', sentPurchaseOrder())).status).toBe(404);
});
