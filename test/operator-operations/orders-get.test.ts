/** Orders/Get: an order with its lines, holds, packages and timeline. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFloor } from '../support/floor.ts';
import { openWinery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(() => server.close());

test('200 shows holds, lines, packages and timeline, before and after it ships', async () => {
  const winery = await openWinery(server);
  const { orderNo, reference } = await winery.order({ OrderInfo: { HoldOrder: true } });
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const { status, body } = await service.call('Orders/Get', order);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...order,
    OrderNo: orderNo,
    IsOpen: true,
    Holds: [{ Reason: 'Winery', MayRelease: true }],
    Items: [{ Line: 1, ItemNo: 'WINE-1', Quantity: 1, Reserved: 1, Short: 0 }],
    Packages: [],
    Timeline: [{ Kind: 'sales_order.accepted', Operation: 'SalesOrder/CreateSalesOrder', Reference: reference }],
  });
  expect(body.Address.length).toBeGreaterThan(1);
  await service.call('Holds/ReleaseMany', { Orders: [order] });
  await winery.advance(14 * 24 * 3_600);
  const { body: shipped } = await service.call('Orders/Get', order);
  expect(shipped).toMatchObject({ Status: 'SHIPPED', IsOpen: false, Holds: [], Packages: [{ PackageNo: 1 }] });
  expect(shipped.Items).toMatchObject([{ Quantity: 1, Reserved: 0, Shipped: 1, Short: 0 }]);
  expect(shipped.TrackingNumbers).toEqual([shipped.Packages[0].TrackingNumber]);
  expect(shipped.Timeline.map(({ Actor }: { Actor: string }) => Actor)).toContain(`operator:${service.operator.email}`);
});

test('200 says whether people work on it at its warehouse', async () => {
  const floor = await openFloor(server);
  const winery = await floor.winery();
  const { reference } = await winery.waiting();
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const hasFloorWork = async () => (await service.call('Orders/Get', order)).body.HasFloorWork;
  expect(await hasFloorWork()).toBe(false);
  await floor.release(winery, reference);
  expect(await hasFloorWork()).toBe(true);
});

test('200 a canceled order has nothing reserved', async () => {
  const winery = await openWinery(server);
  const { orderNo, reference } = await winery.order();
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const items = async () => (await service.call('Orders/Get', order)).body.Items;
  expect(await items()).toMatchObject([{ Quantity: 1, Reserved: 1 }]);
  expect((await winery.client.call('SalesOrder/CancelSalesOrder', { OrderNumber: orderNo })).status).toBe(200);
  expect(await items()).toMatchObject([{ Quantity: 1, Reserved: 0 }]);
});

test('200 a JIT order has nothing reserved, because its stock is never in the ledger', async () => {
  const winery = await openWinery(server);
  const { reference } = await winery.order({ OrderInfo: { OrderType: 'JIT' } });
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  expect((await service.call('Orders/Get', order)).body.Items).toMatchObject([{ Quantity: 1, Reserved: 0, Short: 0 }]);
});

test('200 shows what else the winery sent, but for the floor', async () => {
  const winery = await openWinery(server);
  const { reference } = await winery.order({
    OrderInfo: {
      OrderType: 'RETAIL',
      PONo: 'PO-7',
      OrderSource: 'Web',
      OrderDate: '2026-11-18T09:00:00',
      Tags: 'fall;vip',
      GiftCard: 1,
      GiftCardMessage: 'Cheers',
    },
    DeliveryContactInfo: { HoldAtLocation: 1, LocationCode: 'F94558', Company: 'Corner Pharmacy', City: 'Napa' },
    ShipmentInfo: { ServiceWarehouseLocation: 'APC01', IcePack: 1 },
    AdditionalFields: { Marker: { Deep: 1 } },
    ItemsInfo: [
      {
        ItemNo: 'WINE-1',
        ItemQuantity: 1,
        ExternalLineNumber: 'L-1',
        Group: 'Duo',
        ParentItemNo: 'SET-1',
        AdditionalFields: { Engraving: 'Ana' },
      },
    ],
  });
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const { body } = await service.call('Orders/Get', order);
  expect(body.Details).toEqual({
    PONo: 'PO-7',
    OrderSource: 'Web',
    OrderDate: '2026-11-18T17:00:00Z',
    Tags: ['fall', 'vip'],
    GiftCardMessage: 'Cheers',
    IcePack: true,
    Insurance: false,
    AdditionalFields: { Marker: { Deep: 1 } },
    PickupLocation: ['F94558', 'Corner Pharmacy', 'Napa'],
  });
  const references = { ExternalLineNumber: 'L-1', Group: 'Duo', ParentItemNo: 'SET-1' };
  expect(body.Items).toMatchObject([{ ...references, AdditionalFields: { Engraving: 'Ana' } }]);
  const floor = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  const { body: seen } = await floor.call('Orders/Get', order);
  expect([seen.Details, seen.Items[0].AdditionalFields, seen.Items[0].Group]).toEqual([undefined, undefined, 'Duo']);
});

test('200 for the floor without address, 404 in another warehouse', async () => {
  const winery = await openWinery(server);
  const { reference } = await winery.order();
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const here = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  const { status, body } = await here.call('Orders/Get', order);
  expect([status, body.Address, Object.keys(body.Recipient).sort()]).toEqual([
    200,
    undefined,
    ['City', 'Name', 'ZipCode'],
  ]);
  const there = await signedIn(server, 'floor', { warehouses: ['COB01'] });
  expect((await there.call('Orders/Get', order)).status).toBe(404);
});

test('404 for an order of another customer', async () => {
  const [winery, other] = [await openWinery(server), await openWinery(server)];
  const { reference } = await winery.order();
  const order = { CustomerNo: other.customerNo, TransactionReferenceNumber: reference };
  expect((await service.call('Orders/Get', order)).status).toBe(404);
});

test('400 for a reference that is not one', async () => {
  const order = { CustomerNo: 'W1', TransactionReferenceNumber: 'x' };
  expect((await service.call('Orders/Get', order)).status).toBe(400);
});
