/** Backordered transfer orders: they are allocated before sales orders and start automatically when stock arrives (decision 12). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openTransferWinery, type TransferWinery } from './transfer-winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

const wine = (ItemQuantity: number, ItemNo = 'WINE-1') => ({ ItemNo, ItemQuantity });
const states = (winery: TransferWinery, references: readonly string[]) =>
  Promise.all(references.map(async (reference) => (await winery.transferOrder(reference)).demands[0]?.state));

test('transfer orders are allocated before earlier sales orders; new sales orders get only the remaining stock', async () => {
  const winery = await openTransferWinery(server, 10);
  const order = await winery.created({ ItemsInfo: [wine(50)] });
  const waiting = await winery.transferred();
  await winery.arrive('WINE-1', 55);
  expect(await states(winery, [waiting])).toEqual(['reserved']);
  expect(await winery.order(order)).toMatchObject({ status: 'ON INV HOLD' });
  const small = await winery.created({ ItemsInfo: [wine(5)] });
  expect(await winery.order(small)).toMatchObject({ status: 'RECEIVED' });
  await winery.arrive('WINE-1', 50);
  expect(await winery.order(order)).toMatchObject({ status: 'RECEIVED' });
});

test('transfer orders are allocated in order of acceptance; one that cannot be filled completely is skipped and keeps its position', async () => {
  const winery = await openTransferWinery(server, 0);
  const references: string[] = [];
  for (const [i, quantity] of [80, 30, 30].entries()) {
    references.push(await winery.transferred({ CustomerReferenceNo: `MOVE-${i}` }, [wine(quantity)]));
  }
  await winery.arrive('WINE-1', 50);
  expect(await states(winery, references)).toEqual(['waiting', 'reserved', 'waiting']);
  await winery.arrive('WINE-1', 60);
  expect(await states(winery, references)).toEqual(['reserved', 'reserved', 'waiting']);
  await winery.arrive('WINE-1', 30);
  expect(await states(winery, references)).toEqual(['reserved', 'reserved', 'reserved']);
});

test('one missing item keeps the whole transfer order waiting', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({}, [wine(10), wine(10, 'WINE-2')]);
  expect(await winery.transferOrder(reference)).toMatchObject({
    demands: [
      { item: 'WINE-1', state: 'waiting' },
      { item: 'WINE-2', state: 'waiting' },
    ],
  });
  expect(await winery.balance()).toMatchObject({ reserved: 0, backOrdered: 10 });
  await winery.arrive('WINE-2', 10);
  expect(await winery.balance()).toMatchObject({ reserved: 10, backOrdered: 0 });
});

test('a backordered transfer order never starts without stock, and starts at once when stock arrives after its date', async () => {
  const winery = await openTransferWinery(server, 0);
  const reference = await winery.transferred();
  await winery.until('2031-03-20T15:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'OPEN' });
  await winery.arrive('WINE-1', 60);
  await winery.until('2031-03-20T15:01:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'IN TRANSIT' });
  expect(await winery.kinds(reference)).toEqual(['created', 'reserved', 'picking', 'shipped']);
  await winery.until('2031-03-28T12:00:00');
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 60 });
});

test('it starts on its date when stock arrives before that', async () => {
  const winery = await openTransferWinery(server, 0);
  const reference = await winery.transferred({ RequestedDate: '03/12/2031' });
  await winery.arrive('WINE-1', 60);
  await winery.until('2031-03-12T05:59:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'OPEN' });
  await winery.until('2031-03-12T12:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'IN TRANSIT' });
});

test('a purchase order receipt releases it', async () => {
  const winery = await openTransferWinery(server, 0);
  const reference = await winery.transferred();
  const { client } = winery;
  await client.call('InventoryMovement/CreatePurchaseOrder', {
    OrderInfo: {
      CustomerReferenceNo: 'INBOUND-1',
      TransportMethod: 'DROPOFF',
      RequestedDate: '03/04/2031',
      ReceiveToLocation: 'APC01',
      InventoryStatusCode: 'GOOD-NO-TX',
      ReferenceNo: 'DOCK-1',
    },
    ItemsInfo: [wine(100)],
  });
  await client.call('Simulation/ReceivePurchaseOrder', { CustomerReferenceNo: 'INBOUND-1' });
  expect(await states(winery, [reference])).toEqual(['reserved']);
  await winery.until('2031-03-12T12:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'CLOSED' });
});

test('a received transfer order fills the next backordered one', async () => {
  const winery = await openTransferWinery(server);
  await winery.transferred();
  const onward = await winery.transferred(
    { CustomerReferenceNo: 'MOVE-2', TransferFromWarehouse: 'SJU01', TransferToWarehouse: 'APC01' },
    [wine(60)],
  );
  await winery.until('2031-03-05T12:00:00');
  expect(await states(winery, [onward])).toEqual(['waiting']);
  await winery.until('2031-03-06T11:00:00');
  expect(await winery.transferOrder(onward)).toMatchObject({ status: 'IN TRANSIT' });
  await winery.until('2031-03-20T12:00:00');
  expect(await winery.balance()).toMatchObject({ onHand: 100 });
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 0 });
});

test('GetStatus counts it as back order at the source while it waits', async () => {
  const winery = await openTransferWinery(server, 10);
  await winery.transferred();
  const { body } = await winery.client.call('Inventory/GetStatus', { IncludeUnavailableItems: true });
  expect(body.WarehouseInventoryStatuses).toMatchObject([
    { InventoryWarehouse: 'APC01', OnHandQuantity: 10, AvailableQuantity: 10, BackOrderQuantity: 60 },
  ]);
});
