/** Inventory/ChangeStatus: stock moves to another inventory status, by a lead. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '../support/catalog.ts';
import { openWinery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let lead: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  lead = await signedIn(server, 'lead');
});
afterAll(() => server.close());

const change = (customerNo: string, Quantity: number, more: object = {}) =>
  lead.call('Inventory/ChangeStatus', {
    CustomerNo: customerNo,
    Warehouse: 'APC01',
    FromInventoryStatus: 'GOOD-NO-TX',
    ToInventoryStatus: 'RDMG-NO-TX',
    Items: [{ ItemNo: 'WINE-1', Quantity }],
    ...more,
  });

test('200 names the orders that lose their reservation; a preview changes nothing', async () => {
  const winery = await openWinery(server);
  const { orderNo } = await winery.order();
  const onHand = async () => (await balanceOf(server.environment.db, winery.customerNo, 'WINE-1'))?.onHand;
  const lost = [{ Name: orderNo, Effect: 'loses its reservation' }];
  expect((await change(winery.customerNo, 100, { Preview: true })).body.Documents).toMatchObject(lost);
  expect(await onHand()).toBe(100);
  expect((await change(winery.customerNo, 100)).body.Documents).toMatchObject(lost);
  expect(await onHand()).toBe(0);
});

test('400 for the same status twice, and more than is on hand', async () => {
  const { customerNo } = await openWinery(server);
  const same = await change(customerNo, 1, { ToInventoryStatus: 'GOOD-NO-TX' });
  expect(same.body.Errors).toMatchObject([{ Code: 'SameStatus' }]);
  expect((await change(customerNo, 101)).body.Errors).toMatchObject([{ Code: 'InsufficientStock' }]);
});

test('404 for an unknown customer', async () => {
  expect((await change('NONE', 1)).status).toBe(404);
});
