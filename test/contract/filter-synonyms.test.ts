/** Filters of queries under the names that other queries give them (decision 4): read or rejected, never ignored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery } from '../support/winery.ts';

let server: TestServer;
let winery: Awaited<ReturnType<typeof openWinery>>;

beforeAll(async () => {
  server = await openTestServer();
  winery = await openWinery(server);
});
afterAll(() => server.close());

const mockOf = async (name: string, body: Json) => {
  const credentials = { UserKey: 'a', Password: 'b', CustomerNo: 'c' };
  const response = await fetch(`${server.url}/mock/v3/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'ServiceAuth any' },
    body: JSON.stringify({
      ...credentials,
      Authentication: credentials,
      AuthenticationDetails: credentials,
      ...body,
    }),
  });
  return { status: response.status, body: (await response.json()) as Json };
};

const transactions = { TransactionDate: '11/18/2026', TransactionType: 'Sales order' };

describe('a filter under another name', () => {
  it.each([
    ['Tracking/GetPackages', { OrderNo: 'MY-ORDER' }, { Packages: [{ OrderNumber: 'MY-ORDER' }] }],
    ['Tracking/GetPackages', { Carrier: 'UPS' }, { Packages: [{ Carrier: 'UPS' }] }],
    ['Tracking/GetDetails', { OrderNumber: 'MY-ORDER' }, [{ OrderNumber: 'MY-ORDER' }]],
    ['SalesOrder/GetReturns', { OrderNo: 'MY-ORDER' }, { ReturnSalesOrderHeaders: [{ OrderNo: 'MY-ORDER' }] }],
    ['Inventory/GetSellable', { ItemNo: 'MY-ITEM' }, { Items: [{ ItemNo: 'MY-ITEM' }] }],
    [
      'Inventory/GetStatus',
      { ItemNo: 'MY-ITEM', Warehouses: ['SJU01'], InventoryStatus: 'DMGD-NO-TX' },
      {
        WarehouseInventoryStatuses: [{ ItemNo: 'MY-ITEM', InventoryWarehouse: 'SJU01', InventoryStatus: 'DMGD-NO-TX' }],
      },
    ],
    [
      'Inventory/GetTransactions',
      { ...transactions, ItemNo: 'MY-ITEM' },
      { InventoryTransactions: [{ ItemNo: 'MY-ITEM' }] },
    ],
  ])('is read: %s %j', async (name, body, expected) => {
    expect(await mockOf(name, body)).toMatchObject({ status: 200, body: expected });
  });

  it('limits what a query returns', async () => {
    const rowsOf = async (body: Json) => (await winery.client.call('Inventory/GetSellable', body)).body.Items.length;
    expect(await rowsOf({ ItemNo: 'WINE-1' })).toBe(1);
    expect(await rowsOf({ ItemNo: 'NO-SUCH' })).toBe(0);
    expect(await rowsOf({ Warehouse: 'COB02', IncludeUnavailableItems: false })).toBe(0);
  });

  it.each([
    ['SalesOrder/GetOrdersOnHold', { OrderNo: 'MY-ORDER' }, 'OrderNo'],
    ['Tracking/GetPackages', { Warehouse: 'APC01' }, 'Warehouse'],
    ['Tracking/GetPackages', { orderNumbers: ['MY-ORDER'] }, 'orderNumbers'],
    ['Inventory/GetStatus', { Warehouses: ['APC01', 'SJU01'] }, 'Warehouses'],
    ['Inventory/GetSellable', { InventoryStatuses: ['GOOD-NO-TX'] }, 'InventoryStatuses'],
    ['Inventory/GetTransactions', { ...transactions, OrderNumbers: ['MY-ORDER'] }, 'OrderNumbers'],
    ['SalesOrder/GetReturns', { TransactionStartDateTime: '2026-11-18' }, 'TransactionStartDateTime'],
  ])('is 400 where it is not plain: %s %j', async (name, body, field) => {
    expect(await mockOf(name, body)).toMatchObject({
      status: 400,
      body: { Errors: [{ Field: field, Code: 'UnknownParameter' }] },
    });
  });

  it('is ignored while it is empty, as are properties that are no filters', async () => {
    const body = { Warehouses: [], OrderNumbers: null, OrderNo: '', Extra: 'any' };
    expect(await mockOf('Inventory/GetStatus', body)).toMatchObject({ status: 200 });
  });
});
