/** Warehouses/GetUse: which customers keep a warehouse from being removed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invalidateOperatorSettings } from '../../src/operator-settings/index.ts';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import { openCountingWinery } from '../support/counts.ts';
import { openFloor } from '../support/floor.ts';
import { openWinery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import type { OrderOverrides } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 names the customers with stock there, and those whose default it is', async () => {
  await admin.call('Warehouses/Set', { Warehouse: 'USE01', ZipCode: '95814' });
  const use = async () => (await admin.call('Warehouses/GetUse', { Warehouse: 'USE01' })).body;
  expect(await use()).toEqual({ Stock: [], Open: [], DefaultOf: [] });
  const { customerNo } = await server.customer();
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'PIN' }, { itemNo: 'CAB' }]);
  await givenStock(db, customerNo, [
    { itemNo: 'PIN', quantity: 5, warehouse: 'USE01' },
    { itemNo: 'CAB', quantity: 7, warehouse: 'USE01' },
  ]);
  await admin.call('Customers/Update', { CustomerNo: customerNo, Preferences: { Warehouse: 'USE01' } });
  expect(await use()).toEqual({
    Stock: [
      {
        CustomerNo: customerNo,
        CustomerName: `Winery ${customerNo}`,
        Items: 2,
        OnHand: 12,
        Backordered: 0,
        Incoming: 0,
      },
    ],
    Open: [],
    DefaultOf: [{ CustomerNo: customerNo, CustomerName: `Winery ${customerNo}` }],
  });
});

test('200 names what is open there: counts, returns, orders on its floor and JIT orders, each once', async () => {
  await admin.call('Warehouses/Set', { Warehouse: 'USE02', ZipCode: '95814' });
  const { open: openCount, customerNo: counting } = await openCountingWinery(server);
  const returning = await openReturnsWinery(server);
  const floor = await openFloor(server, 'USE02');
  invalidateOperatorSettings(server.environment.db);
  const { body: count } = await openCount({ Warehouse: 'USE02', Items: ['WINE-1'] });
  await returning.delivered({ OrderInfo: { OrderNo: 'USE-1' } });
  const { body: sent } = await returning.sendBack({ OrderNo: 'USE-1', Warehouse: 'USE02' });
  const winery = await openWinery(server);
  const ShipmentInfo = { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'USE02' };
  const jit = { ShipmentInfo, OrderInfo: { OrderType: 'JIT' } } as const;
  const [packed, waiting] = [await winery.order(jit as OrderOverrides), await winery.order(jit as OrderOverrides)];
  const { body: label } = await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: packed.orderNo });
  await floor.pack('OpenPacking', { Scan: label.JITLabelID });
  const { body } = await admin.call('Warehouses/GetUse', { Warehouse: 'USE02' });
  const { body: customers } = await admin.call('Customers/List', { Top: 200 });
  const names = new Map(customers.Records.map((each: Record<string, string>) => [each.CustomerNo, each.CustomerName]));
  expect(names.get(winery.customerNo)).toMatch(/./);
  const of = (Kind: string, CustomerNo: string, TransactionReferenceNumber: string, Name: string) => ({
    Kind,
    CustomerNo,
    CustomerName: names.get(CustomerNo),
    TransactionReferenceNumber,
    Name,
  });
  expect(body.Open).toEqual([
    of('count', counting, count.TransactionReferenceNumber, ''),
    of('return', returning.customerNo, sent.TransactionReferenceNumber, sent.RMANumber),
    of('order on the floor', winery.customerNo, packed.reference, packed.orderNo),
    of('JIT order', winery.customerNo, waiting.reference, waiting.orderNo),
  ]);
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await admin.call('Warehouses/GetUse', { Warehouse: 'nowhere' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Warehouse']);
});

test('404 for an unknown warehouse', async () => {
  expect((await admin.call('Warehouses/GetUse', { Warehouse: 'NONE9' })).status).toBe(404);
});
