/** Where an order that names no warehouse is backordered (decision 12). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf, givenStock } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

/** A winery in New York; its recipients are in California, so the nearest warehouse is one in Napa. */
async function winery() {
  const opened = await openWinery(server, 0);
  const { customerNo, client, created } = opened;
  const { db } = server.environment;
  const call = async (name: string, body: object) => {
    const answer = await client.call(name, body);
    expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
    return answer.body;
  };
  return {
    ...opened,
    call,
    stock: (warehouse: string, quantity: number) =>
      givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity, warehouse }]),
    expected: (CustomerReferenceNo: string, ReceiveToLocation: string, ItemQuantity: number, ItemNo = 'WINE-1') =>
      call('InventoryMovement/CreatePurchaseOrder', {
        OrderInfo: {
          CustomerReferenceNo,
          TransportMethod: 'DROPOFF',
          RequestedDate: '1/15/2027',
          ReceiveToLocation,
          InventoryStatusCode: 'GOOD-NO-TX',
          ReferenceNo: 'DOCK-1',
        },
        ItemsInfo: [{ ItemNo, ItemQuantity }],
      }),
    ordered: (quantity: number, parts: Json = {}) =>
      created({
        RecipientContactInfo: {
          FirstName: 'Sample',
          LastName: 'Recipient',
          Address: '100 Main St',
          City: 'Napa',
          State: 'CA',
          ZipCode: '94558',
        },
        ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' },
        ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: quantity }],
        ...parts,
      }),
    held: async () => (await call('SalesOrder/GetOrdersOnHold', {})) as Json[],
    backOrdered: async (warehouse: string) => (await balanceOf(db, customerNo, 'WINE-1', warehouse))?.backOrdered ?? 0,
  };
}

test('without any stock or receipt: the nearest; with a receipt expected: there', async () => {
  const near = await winery();
  await near.ordered(3);
  expect(await near.backOrdered('APC01')).toBe(3);

  const { ordered, expected, held, backOrdered } = await winery();
  await expected('IN-1', 'COB01', 2);
  await expected('IN-2', 'ETC01', 60);
  await ordered(3);
  expect(await backOrdered('ETC01')).toBe(3);
  expect(await held()).toMatchObject([
    { ShippingWarehouse: 'ETC01', HoldReasonDescription: expect.stringContaining('at ETC01') },
  ]);
  await ordered(1_000);
  expect(await backOrdered('ETC01')).toBe(1_003);
});

test('where the item lies, although it is too little or reserved for others', async () => {
  const { ordered, stock, held, backOrdered } = await winery();
  await stock('COB01', 5);
  await ordered(5);
  expect(await held().catch(() => [])).toEqual([]);
  await ordered(2);
  expect(await backOrdered('COB01')).toBe(2);
  expect(await held()).toMatchObject([{ ShippingWarehouse: 'COB01' }]);
});

test('a named warehouse stays, wherever stock is expected', async () => {
  const { ordered, expected, backOrdered } = await winery();
  const ShipmentInfo = { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC02' };
  await ordered(4, { ShipmentInfo });
  await expected('IN-1', 'COB01', 60);
  expect(await backOrdered('APC02')).toBe(4);
});

test('a purchase order that is created or updated later moves the backorder and the hold there, and its receipt fills it', async () => {
  const { ordered, expected, held, backOrdered, call, order, timeline } = await winery();
  const reference = await ordered(6);
  expect(await backOrdered('APC01')).toBe(6);
  await expected('IN-1', 'MMC01', 12);
  expect([await backOrdered('APC01'), await backOrdered('MMC01')]).toEqual([0, 6]);
  expect(await held()).toMatchObject([
    {
      ShippingWarehouse: 'MMC01',
      HoldReasonDescription: expect.stringContaining('0 available in GOOD-NO-TX at MMC01'),
    },
  ]);
  await call('InventoryMovement/UpdatePurchaseOrder', {
    OrderInfo: { CustomerReferenceNo: 'IN-1', ReceiveToLocation: 'COB01' },
  });
  expect([await backOrdered('MMC01'), await backOrdered('COB01')]).toEqual([0, 6]);
  expect((await timeline(reference)).map(({ kind }) => kind)).toEqual([
    'sales_order.accepted',
    'sales_order.backorder_moved',
    'sales_order.backorder_moved',
  ]);
  await call('Simulation/ReceivePurchaseOrder', { CustomerReferenceNo: 'IN-1' });
  expect(await order(reference)).toMatchObject({ status: 'RECEIVED', warehouse: 'COB01', reserved: { 'WINE-1': 6 } });
});
