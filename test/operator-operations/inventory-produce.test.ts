/** Inventory/Produce: gift sets are assembled, or bottles relabeled, by a lead. */
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

const produce = (customerNo: string, Quantity: number, more: object = {}) =>
  lead.call('Inventory/Produce', {
    CustomerNo: customerNo,
    Warehouse: 'APC01',
    InventoryStatus: 'GOOD-NO-TX',
    ItemNo: 'WINE-3',
    Quantity,
    Components: ['WINE-1', 'WINE-2'].map((ItemNo) => ({ ItemNo, QuantityPerSet: 2 })),
    ...more,
  });

test('200 fills orders that wait for the set; a preview changes nothing', async () => {
  const winery = await openWinery(server);
  const { orderNo } = await winery.order({ ItemsInfo: [{ ItemNo: 'WINE-3', ItemQuantity: 3 }] });
  const onHand = async (itemNo: string) => (await balanceOf(server.environment.db, winery.customerNo, itemNo))?.onHand;
  const filled = [{ Name: orderNo, Effect: 'is filled' }];
  expect((await produce(winery.customerNo, 10, { Preview: true })).body.Documents).toMatchObject(filled);
  expect(await onHand('WINE-1')).toBe(100);
  expect((await produce(winery.customerNo, 10)).body.Documents).toMatchObject(filled);
  expect([await onHand('WINE-1'), await onHand('WINE-2'), await onHand('WINE-3')]).toEqual([80, 80, 10]);
});

test('200 relabels bottles as a set of one', async () => {
  const { customerNo } = await openWinery(server);
  const Components = [{ ItemNo: 'WINE-1', QuantityPerSet: 1 }];
  expect((await produce(customerNo, 7, { Components })).status).toBe(200);
  expect((await balanceOf(server.environment.db, customerNo, 'WINE-3'))?.onHand).toBe(7);
});

test('400 for more than is available', async () => {
  const { customerNo } = await openWinery(server);
  expect((await produce(customerNo, 51)).body.Errors).toMatchObject([
    { Code: 'InsufficientStock' },
    { Code: 'InsufficientStock' },
  ]);
});

test('404 for an unknown customer', async () => {
  expect((await produce('NONE', 1)).status).toBe(404);
});
