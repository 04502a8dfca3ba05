/** Pending transfers: the units of a transfer order are promised once to backorders at its destination (decision 21). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openTransferWinery, type TransferWinery, transferInfo } from './transfer-winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

const orderAt = (winery: TransferWinery, at: string, ItemQuantity: number, InventoryTaxStatus?: string) =>
  winery.created({
    OrderInfo: { OrderType: 'WHOLESALE' },
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity, InventoryTaxStatus }],
    ShipmentInfo: { ServiceWarehouseLocation: at },
  });

/** The quantities of every order on hold: `SJU01 50 = 0 + 40 + 10` is the demand as reserved, incoming and oversold. */
async function promised(winery: TransferWinery): Promise<string[]> {
  const { body } = await winery.client.call('SalesOrder/GetOrdersOnHold');
  return body.map(({ ShippingWarehouse, OrderOnHoldItems: [item] }: Json) => {
    const { Quantity, QuantityReserved, IncomingPreReserved, Oversold } = item;
    return `${ShippingWarehouse} ${Quantity} = ${QuantityReserved} + ${IncomingPreReserved} + ${Oversold}`;
  });
}

const announce = (winery: TransferWinery, ItemQuantity: number) =>
  winery.client.call('InventoryMovement/CreatePurchaseOrder', {
    OrderInfo: {
      CustomerReferenceNo: 'PO-1',
      ReferenceNo: 'PO-1',
      TransportMethod: 'DROPOFF',
      RequestedDate: '03/10/2031',
      ReceiveToLocation: 'APC01',
      InventoryStatusCode: 'GOOD-NO-TX',
    },
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity }],
  });

test('its reserved units are promised from creation until arrival; backorders at the source have no claim on them', async () => {
  const winery = await openTransferWinery(server, 60);
  await orderAt(winery, 'SJU01', 50);
  expect(await promised(winery)).toEqual(['SJU01 50 = 0 + 0 + 50']);
  await winery.transferred();
  await orderAt(winery, 'APC01', 10);
  await orderAt(winery, 'SJU01', 15);
  const waiting = ['SJU01 50 = 0 + 50 + 0', 'APC01 10 = 0 + 0 + 10', 'SJU01 15 = 0 + 10 + 5'];
  expect(await promised(winery)).toEqual(waiting);
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ expected: 0 });
  await winery.until('2031-03-04T13:00:00-08:00');
  expect((await winery.orders())[0].status).toBe('IN TRANSIT');
  expect(await promised(winery)).toEqual(waiting);
  await winery.receive();
  expect(await promised(winery)).toEqual(['APC01 10 = 0 + 0 + 10', 'SJU01 15 = 0 + 0 + 15']);
});

test('its units stay promised while they are picked', async () => {
  const winery = await openTransferWinery(server, 60);
  await orderAt(winery, 'SJU01', 50);
  await winery.transferred({ RequestedDate: '03/05/2031' });
  await winery.until('2031-03-05T10:00:00');
  expect((await winery.orders())[0].status).toBe('PICKING');
  expect(await promised(winery)).toEqual(['SJU01 50 = 0 + 50 + 0']);
});

test('a backordered transfer order promises the units it has a claim on, before sales orders at the source', async () => {
  const winery = await openTransferWinery(server, 0);
  await orderAt(winery, 'APC01', 10);
  await orderAt(winery, 'SJU01', 50);
  await winery.transferred();
  expect(await promised(winery)).toEqual(['APC01 10 = 0 + 0 + 10', 'SJU01 50 = 0 + 0 + 50']);
  expect((await announce(winery, 40)).status).toBe(201);
  expect(await promised(winery)).toEqual(['APC01 10 = 0 + 0 + 10', 'SJU01 50 = 0 + 40 + 10']);
  await winery.cancelTransfer({ CustomerReferenceNo: transferInfo.CustomerReferenceNo });
  expect(await promised(winery)).toEqual(['APC01 10 = 0 + 10 + 0', 'SJU01 50 = 0 + 0 + 50']);
});

test('units are promised in the status in which they arrive', async () => {
  const arriving = 'GOOD-NO-BD';
  const winery = await openTransferWinery(server, 0);
  await orderAt(winery, 'SJU01', 50);
  await orderAt(winery, 'SJU01', 30, arriving);
  await winery.transferred({ TransferToInventoryStatusCode: arriving });
  // While backordered, the transfer order passes on what is promised to it; afterwards, what is reserved for it.
  expect((await announce(winery, 40)).status).toBe(201);
  expect(await promised(winery)).toEqual(['SJU01 50 = 0 + 0 + 50', 'SJU01 30 = 0 + 30 + 0']);
  await winery.stocked([{ itemNo: 'WINE-1', quantity: 60 }]);
  expect(await winery.balance()).toMatchObject({ reserved: 60 });
  expect(await promised(winery)).toEqual(['SJU01 50 = 0 + 0 + 50', 'SJU01 30 = 0 + 30 + 0']);
});

test('units in transit are not sold twice: orders that any warehouse may fill wait where they arrive', async () => {
  const winery = await openTransferWinery(server, 60);
  await winery.transferred();
  const order = await winery.created({
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 10 }],
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' },
  });
  expect(await promised(winery)).toEqual(['APC01 10 = 0 + 10 + 0']);
  await winery.until('2031-03-04T13:00:00-08:00');
  expect((await winery.orders())[0].status).toBe('IN TRANSIT');
  expect(await promised(winery)).toEqual(['SJU01 10 = 0 + 10 + 0']);
  expect(await winery.balance('WINE-1', 'APC01')).toMatchObject({ onHand: 0, backOrdered: 0 });
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ expected: 60, backOrdered: 10 });
  const sellable = await winery.client.call('Inventory/GetSellable', { IncludeIncomingInventory: true });
  expect(sellable.body.Items).toMatchObject([{ ItemNo: 'WINE-1', SellableQuantity: 50 }]);
  expect((await winery.timeline(order)).at(-1)).toMatchObject({
    kind: 'sales_order.backorder_moved',
    data: { warehouse: 'SJU01' },
  });
  await winery.receive();
  expect(await winery.order(order)).toMatchObject({ status: 'RECEIVED', warehouse: 'SJU01' });
});
