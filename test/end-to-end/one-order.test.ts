/**
 * One order over HTTP, step by step, from the winery's request to delivery. Each test is a step and continues from the
 * state that the test before it left.
 */
import { fedex, getTracking } from 'ts-tracking-number';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyInventory } from '../../src/inventory/verify.ts';
import { verifySalesOrders } from '../../src/sales-orders/index.ts';
import type { Client } from '../support/client.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await openTestServer();
  ({ client } = await server.customer());
});
afterAll(async () => {
  await server.close();
});

const wines = ['22CAB', '23CHA', '23PIN'];
const bought = new Map([
  ['22CAB', 2],
  ['23CHA', 1],
  ['23PIN', 3],
]);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const OrderNo = 'CLB-1001';
const hour = 3600;

/** Calls, expects success, returns the body. */
async function call(operation: string, body: object, status = 200) {
  const response = await client.call(operation, body);
  expect([response.status, response.status === status ? undefined : response.body]).toEqual([status, undefined]);
  return response.body;
}

interface StockRow {
  ItemNo: string;
  InventoryWarehouse: string;
  InventoryStatus: string;
  OnHandQuantity: number;
  ReservedQuantity: number;
  AvailableQuantity: number;
  BackOrderQuantity: number;
  OpenPOQuantity: number;
}

/** On hand, reserved, available, backordered and inbound units of each wine. */
async function stock() {
  const { WarehouseInventoryStatuses: rows } = await call('Inventory/GetStatus', { IncludeUnavailableItems: true });
  for (const { InventoryWarehouse, InventoryStatus } of rows as StockRow[]) {
    expect([InventoryWarehouse, InventoryStatus]).toEqual(['APC01', 'GOOD-NO-TX']);
  }
  return Object.fromEntries(
    (rows as StockRow[]).map((r) => [
      r.ItemNo,
      [r.OnHandQuantity, r.ReservedQuantity, r.AvailableQuantity, r.BackOrderQuantity, r.OpenPOQuantity],
    ]),
  );
}

async function sellable() {
  const { TotalRecordCount, SalesChannel, Items } = await call('Inventory/GetSellable', { ItemNumbers: wines });
  expect([TotalRecordCount, SalesChannel]).toEqual([3, 'DTC']);
  return Object.fromEntries(
    Items.map((item: { ItemNo: string; SellableQuantity: number }) => [item.ItemNo, item.SellableQuantity]),
  );
}

/** The only record of the order. */
async function tracked() {
  const records = await call('Tracking/GetDetails', { OrderNo });
  expect(records).toHaveLength(1);
  return records[0];
}

async function transactions(type: string) {
  const body = { TransactionStartDateTime: '2000-01-01T00:00:00Z', TransactionTypes: [type], Skip: 0, Top: 100 };
  const page = await call('Inventory/GetTransactions', body);
  expect([page.TotalRecordCount, page.MoreRecords]).toEqual([page.InventoryTransactions.length, false]);
  return page.InventoryTransactions as Record<string, unknown>[];
}

async function verify(): Promise<string[]> {
  const { db } = server.environment;
  return await db.snapshot(async (r) => [...(await verifyInventory(r)), ...(await verifySalesOrders(r))]);
}

it('creates the wines', async () => {
  const references = new Set<string>();
  for (const ItemNo of wines) {
    const reference = await call('SKU/CreateSKU', {
      RequestorInfo: { FirstName: 'Sample', LastName: 'Winemaker', EmailAddress: 'cellar@winery.example' },
      SKUInfo: {
        ItemCategory: 'Wine',
        ItemNo,
        ItemDescription: `${ItemNo} Estate 750ml`,
        Varietal: 'Cabernet Sauvignon',
        Value: '65.50',
        AlcoholByVolume: '14.1',
        UOM: '750',
        NumBottleInEachCase: '12',
        Classification: 'Still',
      },
    });
    expect(reference).toMatch(uuid);
    references.add(reference);
  }
  expect(references.size).toBe(3);
});

it('announces stock to APC01: it is inbound and not for sale', async () => {
  const reference = await call(
    'InventoryMovement/CreatePurchaseOrder',
    {
      OrderInfo: {
        CustomerReferenceNo: 'INBOUND-1',
        TransportMethod: 'DROPOFF',
        RequestedDate: '11/16/2026',
        ReceiveToLocation: 'APC01',
        InventoryStatusCode: 'GOOD-NO-TX',
        ReferenceNo: 'TRUCK-7',
      },
      ItemsInfo: wines.map((ItemNo) => ({ ItemNo, ItemQuantity: 24 })),
    },
    201,
  );
  expect(reference).toMatch(uuid);
  expect(await stock()).toEqual({ '22CAB': [0, 0, 0, 0, 24], '23CHA': [0, 0, 0, 0, 24], '23PIN': [0, 0, 0, 0, 24] });
  expect(await sellable()).toEqual({ '22CAB': 0, '23CHA': 0, '23PIN': 0 });
});

it('receives it at the warehouse: it is on hand and for sale', async () => {
  const received = await call('Simulation/ReceivePurchaseOrder', { CustomerReferenceNo: 'INBOUND-1' });
  expect(received).toMatchObject({ Status: 'RECEIVED' });
  expect(await stock()).toEqual({ '22CAB': [24, 0, 24, 0, 0], '23CHA': [24, 0, 24, 0, 0], '23PIN': [24, 0, 24, 0, 0] });
  expect(await sellable()).toEqual({ '22CAB': 24, '23CHA': 24, '23PIN': 24 });
  const rows = await transactions('Purchase Order');
  expect(rows.map(({ ItemNo, Quantity, Reference }) => [ItemNo, Quantity, Reference]).sort()).toEqual(
    wines.map((wine) => [wine, 24, 'INBOUND-1']),
  );
  for (const row of rows) expect(row.PONumber).not.toBe('');
});

it('reserves stock for a club order of three wines to another state', async () => {
  const reference = await call('SalesOrder/CreateSalesOrder', {
    OrderInfo: { OrderNo, TransmissionId: 'T-1', OrderType: 'CLUB', OrderDate: '2026-11-18T17:00:00Z' },
    RecipientContactInfo: {
      FirstName: 'Sample',
      LastName: 'Recipient',
      Address: '100 Main St',
      City: 'Denver',
      State: 'CO',
      ZipCode: '80202',
      Country: 'US',
    },
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' },
    ItemsInfo: [...bought].map(([ItemNo, ItemQuantity]) => ({ ItemNo, ItemQuantity, QuantityUnit: 'RETAIL' })),
  });
  expect(reference).toMatch(uuid);
  expect(await stock()).toEqual({
    '22CAB': [24, 2, 22, 0, 0],
    '23CHA': [24, 1, 23, 0, 0],
    '23PIN': [24, 3, 21, 0, 0],
  });
  expect(await sellable()).toEqual({ '22CAB': 22, '23CHA': 23, '23PIN': 21 });
  expect(await tracked()).toMatchObject({
    OrderNumber: OrderNo,
    Status: 'RECEIVED',
    Type: 'CLUB',
    Warehouse: 'APC01',
    Site: 'APC',
    Carrier: 'FEX',
    Service: 'GRND',
    TrackingNo: '',
  });
  expect(await verify()).toEqual([]);
});

it('the simulated warehouse picks, packs and ships it, and the carrier delivers it', async () => {
  const seen: string[] = [(await tracked()).Status];
  let onTheWay: Awaited<ReturnType<typeof tracked>> | undefined;
  for (let step = 0; step < 21 * 24 && seen.at(-1) !== 'DELIVERED'; step += 1) {
    await call('Simulation/AdvanceClock', { Seconds: hour });
    const record = await tracked();
    if (record.Status !== seen.at(-1)) seen.push(record.Status);
    if (record.Status === 'READY TO SHIP') {
      // On hand decreases when the package leaves, not before.
      expect((await stock())['23PIN']).toEqual([24, 3, 21, 0, 0]);
      expect(record.TrackingNo).toMatch(/^\d{12}$/);
    }
    if (record.Status === 'IN TRANSIT') onTheWay = record;
  }
  expect(seen.filter((status) => status !== 'PROCESSING ORDER' && status !== 'SHIPPED')).toEqual([
    'RECEIVED',
    'READY TO SHIP',
    'IN TRANSIT',
    'DELIVERED',
  ]);
  expect(onTheWay.CarrierStatus).not.toBe('');
  expect(onTheWay.PackageLocation).not.toBe('');
  expect(onTheWay.EstimatedDeliveryDate).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
});

it('the package has a valid tracking number and contains all three wines', async () => {
  const record = await tracked();
  expect(record.TrackingNo).toMatch(/^\d{12}$/);
  expect(getTracking(record.TrackingNo, [fedex])).toBeDefined();
  expect(record).toMatchObject({
    Status: 'DELIVERED',
    ShipToName: 'Sample Recipient',
    ShipToCity: 'Denver',
    ShipToState: 'CO',
    ShipToZipCode: '80202',
  });
  const items = record.PackageItems.map(({ ItemNo, Quantity }: { ItemNo: string; Quantity: string }) => [
    ItemNo,
    Number(Quantity),
  ]);
  expect(items.sort()).toEqual([...bought]);
});

it('stock, transactions and the ledger agree to the bottle', async () => {
  expect(await stock()).toEqual({
    '22CAB': [22, 0, 22, 0, 0],
    '23CHA': [23, 0, 23, 0, 0],
    '23PIN': [21, 0, 21, 0, 0],
  });
  expect(await sellable()).toEqual({ '22CAB': 22, '23CHA': 23, '23PIN': 21 });
  const rows = await transactions('Sales order');
  expect(rows.map(({ ItemNo, Quantity }) => [ItemNo, Quantity]).sort()).toEqual(
    [...bought].map(([itemNo, quantity]) => [itemNo, -quantity]),
  );
  for (const row of rows) {
    expect(row).toMatchObject({
      TransactionType: 'Sales order',
      Reference: OrderNo,
      OrderType: 'CLUB',
      ShipToName: 'Sample Recipient',
      Warehouse: 'APC01',
      InventoryStatus: 'GOOD-NO-TX',
      ItemUnit: '750',
    });
  }
  expect(await verify()).toEqual([]);
});
