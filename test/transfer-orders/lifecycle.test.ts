/** A transfer order from one warehouse to another, as it proceeds automatically on the customer's clock. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { setClock } from '../simulation/clock.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openTransferWinery } from './transfer-winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

test('leaves at once when its date is past, is in transit at neither warehouse, and arrives within seven days', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  expect(await winery.balance()).toMatchObject({ onHand: 100, reserved: 60 });
  expect(await winery.balance('WINE-1', 'SJU01')).toBeUndefined();

  await winery.until('2031-03-04T09:05:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'IN TRANSIT', demands: [] });
  expect(await winery.balance()).toMatchObject({ onHand: 40, reserved: 0 });
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 0, reserved: 0, expected: 60 });

  const onTheWay = await winery.client.call('Inventory/GetStatus', {
    Warehouse: 'SJU01',
    IncludeUnavailableItems: true,
  });
  expect(onTheWay.body.WarehouseInventoryStatuses).toMatchObject([
    { ItemNo: 'WINE-1', OnHandQuantity: 0, AvailableQuantity: 0, OpenPOQuantity: 0 },
  ]);

  await winery.until('2031-03-11T09:05:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'CLOSED' });
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 60, reserved: 0, expected: 0 });
  expect(await winery.movements(reference)).toEqual([
    'Transfer Out APC01 GOOD-NO-TX WINE-1 -60 MOVE-1 TO000001',
    'Transfer In SJU01 GOOD-NO-TX WINE-1 60 MOVE-1 TO000001',
  ]);
  expect(await winery.kinds(reference)).toEqual(['created', 'picking', 'shipped', 'received', 'closed']);
});

test('waits for the first working day from its date, is picked that morning and leaves at noon', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({ RequestedDate: '3/8/2031' });
  const status = async () => (await winery.transferOrder(reference)).status;
  await winery.until('2031-03-10T05:59:00');
  expect(await status()).toBe('OPEN');
  await winery.until('2031-03-10T06:00:00');
  expect(await status()).toBe('PICKING');
  await winery.until('2031-03-10T11:59:00');
  expect(await status()).toBe('PICKING');
  await winery.until('2031-03-10T12:00:00');
  expect(await status()).toBe('IN TRANSIT');
  expect((await winery.timeline(reference)).find((entry) => entry.kind === 'transfer_order.shipped')?.data).toEqual({
    customerReferenceNo: 'MOVE-1',
    transferOrderNumber: 'TO000001',
    from: 'APC01',
    to: 'SJU01',
    lines: [{ itemNo: 'WINE-1', units: 60 }],
  });
});

test.each([
  ['APC02', '2031-03-05T10:00:00'],
  ['SJU01', '2031-03-06T10:00:00'],
  ['COB01', '2031-03-10T07:00:00'],
])('to %s, arrives on a working morning of the destination', async (TransferToWarehouse, arrival) => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({ TransferToWarehouse });
  const at = Temporal.PlainDateTime.from(arrival);
  await winery.until(at.subtract({ minutes: 1 }).toString());
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'IN TRANSIT' });
  await winery.until(arrival);
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'RECEIVED' });
  await winery.until(at.add({ hours: 1 }).toString());
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'CLOSED' });
});

test('takes at most seven days over a weekend and a holiday', async () => {
  const winery = await openTransferWinery(server);
  await setClock(server.environment.db, winery.customerNo, Temporal.Instant.from('2031-11-21T09:00:00-08:00'));
  const reference = await winery.transferred({ TransferToWarehouse: 'COB01' });
  await winery.until('2031-11-28T07:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'RECEIVED' });
});

test('arrives in the requested status, or by default each line in the status in which it left', async () => {
  const winery = await openTransferWinery(server);
  await winery.stocked([{ itemNo: 'WINE-2', quantity: 20, status: 'GOOD-ST-TX' }]);
  const items = [
    { ItemNo: 'WINE-1', ItemQuantity: 10 },
    { ItemNo: 'WINE-2', ItemQuantity: 5, InventoryTaxStatus: 'GOOD-ST-TX' },
  ];
  await winery.transferred({ CustomerReferenceNo: 'SAME' }, items);
  await winery.transferred({ CustomerReferenceNo: 'OTHER', TransferToInventoryStatusCode: 'GOOD-NO-BD' }, items);
  await winery.until('2031-03-04T10:00:00');
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ expected: 10 });
  expect(await winery.balance('WINE-2', 'SJU01', 'GOOD-NO-BD')).toMatchObject({ expected: 5 });
  await winery.until('2031-03-12T10:00:00');
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 10 });
  expect(await winery.balance('WINE-2', 'SJU01', 'GOOD-ST-TX')).toMatchObject({ onHand: 5 });
  expect(await winery.balance('WINE-1', 'SJU01', 'GOOD-NO-BD')).toMatchObject({ onHand: 10 });
  expect(await winery.balance('WINE-2', 'SJU01', 'GOOD-NO-BD')).toMatchObject({ onHand: 5 });
});

test('GetTransactions and GetStatus return each step as it happens', async () => {
  const winery = await openTransferWinery(server);
  await winery.transferred();
  await winery.until('2031-03-12T10:00:00');
  const { body } = await winery.client.call('Inventory/GetTransactions', {
    TransactionStartDateTime: '2031-03-01T00:00:00Z',
    TransactionTypes: ['Transfer In', 'Transfer Out'],
  });
  expect(body.InventoryTransactions).toMatchObject([
    {
      ItemNo: 'WINE-1',
      Warehouse: 'APC01',
      TransactionDate: '03/04/2031',
      TransactionType: 'Transfer Out',
      Reference: 'MOVE-1',
      PONumber: 'TO000001',
      Quantity: -60,
      ItemDescription: 'Wine WINE-1',
      ItemUnit: '750',
    },
    {
      ItemNo: 'WINE-1',
      Warehouse: 'SJU01',
      TransactionType: 'Transfer In',
      TransactionDate: '03/06/2031',
      Quantity: 60,
    },
  ]);
  const status = await winery.client.call('Inventory/GetStatus', { ItemNumbers: ['WINE-1'] });
  expect(status.body.WarehouseInventoryStatuses).toMatchObject([
    { InventoryWarehouse: 'APC01', OnHandQuantity: 40, ReservedQuantity: 0, AvailableQuantity: 40 },
    { InventoryWarehouse: 'SJU01', OnHandQuantity: 60, ReservedQuantity: 0, AvailableQuantity: 60 },
  ]);
});
