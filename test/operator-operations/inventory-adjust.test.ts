/** Inventory/Adjust: stock is found, lost or corrected, by a lead. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWinery } from '../support/held-orders.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let lead: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  lead = await signedIn(server, 'lead', { warehouses: ['APC01'] });
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const adjust = (customerNo: string, Quantity: number, more: object = {}) =>
  lead.call('Inventory/Adjust', {
    CustomerNo: customerNo,
    Warehouse: 'APC01',
    InventoryStatus: 'GOOD-NO-TX',
    ReasonCode: 'CORRECTION',
    Items: [{ ItemNo: 'WINE-1', Quantity }],
    ...more,
  });

test('200 names the orders that lose their reservation; a preview changes nothing', async () => {
  const winery = await openWinery(server);
  const { orderNo, reference } = await winery.order();
  const preview = await adjust(winery.customerNo, -100, { Preview: true });
  const lost = [{ Kind: 'sales order', Name: orderNo, Reference: reference, Effect: 'loses its reservation' }];
  expect([preview.status, preview.body.Documents, preview.body.More]).toEqual([200, lost, false]);
  expect(await winery.onHold()).toEqual([]);
  const { status, body } = await adjust(winery.customerNo, -100);
  expect([status, body.Documents]).toEqual([200, lost]);
  expect(await winery.onHold()).toHaveLength(1);
  const filled = await adjust(winery.customerNo, 5, { Preview: true });
  expect(filled.body.Documents).toMatchObject([{ Name: orderNo, Effect: 'is filled' }]);
  expect(await winery.onHold()).toHaveLength(1);
  const admin = await signedIn(server, 'admin');
  const audit = await admin.call('Audit/List', { Actions: ['inventory.adjusted'], Customers: [winery.customerNo] });
  expect(audit.body.Records).toMatchObject([{ Subject: 'WINE-1', After: { ReasonCode: 'CORRECTION' } }]);
});

test('200 names an order that is filled with another item, which an order that lost its reservation released', async () => {
  const winery = await openWinery(server);
  const lines = (...items: [ItemNo: string, ItemQuantity: number][]) => ({
    ItemsInfo: items.map(([ItemNo, ItemQuantity]) => ({ ItemNo, ItemQuantity })),
  });
  const loses = await winery.order(lines(['WINE-1', 1], ['WINE-2', 60]));
  const waits = await winery.order(lines(['WINE-2', 50]));
  expect(await winery.onHold()).toMatchObject([{ OrderNo: waits.orderNo }]);
  const effects = [
    { Name: loses.orderNo, Effect: 'loses its reservation' },
    { Name: waits.orderNo, Effect: 'is filled' },
  ];
  expect((await adjust(winery.customerNo, -100, { Preview: true })).body.Documents).toMatchObject(effects);
  expect((await adjust(winery.customerNo, -100)).body.Documents).toMatchObject(effects);
  expect(await winery.onHold()).toMatchObject([{ OrderNo: loses.orderNo }]);
});

test('400 for an unknown reason, more than is on hand, and 0 units', async () => {
  const { customerNo } = await openWinery(server);
  expect((await adjust(customerNo, -1, { ReasonCode: 'NONE' })).body.Errors).toMatchObject([{ Code: 'UnknownReason' }]);
  expect((await adjust(customerNo, -101, { Preview: true })).body.Errors).toMatchObject([
    { Code: 'InsufficientStock' },
  ]);
  expect((await adjust(customerNo, 0)).status).toBe(400);
});

test('404 for an unknown customer', async () => {
  expect((await adjust('NONE', 1)).status).toBe(404);
});
