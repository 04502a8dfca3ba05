/** Stock that is reserved for a transfer order, or being picked for it, disappears (decision 10). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openTransferWinery } from './transfer-winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

const morning = '2031-03-10T06:00:00';
const noon = '2031-03-10T12:00:00';

test('before work begins: the whole order is backordered again and starts automatically when stock arrives', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({ RequestedDate: '03/10/2031' });
  await winery.broken(41);
  expect(await winery.transferOrder(reference)).toMatchObject({
    status: 'OPEN',
    demands: [{ units: 60, state: 'waiting' }],
  });
  expect((await winery.timeline(reference)).at(-1)).toMatchObject({
    kind: 'transfer_order.waiting',
    data: { because: 'Inventory Adjustment BROKEN', short: [{ itemNo: 'WINE-1', wanted: 60, available: 59 }] },
  });
  await winery.until(noon);
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'OPEN' });
  await winery.arrive('WINE-1', 1);
  await winery.until('2031-03-10T12:05:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'IN TRANSIT', lines: [{ shipped: 60 }] });
});

test('before work begins: sales orders lose their reservations first, even when accepted earlier', async () => {
  const winery = await openTransferWinery(server);
  const order = await winery.created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 40 }] });
  const reference = await winery.transferred();
  await winery.broken(10);
  expect(await winery.order(order)).toMatchObject({ status: 'ON INV HOLD' });
  expect(await winery.transferOrder(reference)).toMatchObject({ demands: [{ state: 'reserved' }] });
});

test('while being picked: it leaves without the lost units, and only the shipped units are expected', async () => {
  const winery = await openTransferWinery(server, 60);
  const reference = await winery.transferred({ RequestedDate: '03/10/2031' }, [
    { ItemNo: 'WINE-1', ItemQuantity: 50 },
    { ItemNo: 'WINE-1', ItemQuantity: 10 },
  ]);
  await winery.until(morning);
  await winery.broken(13);
  expect(await winery.transferOrder(reference)).toMatchObject({
    status: 'PICKING',
    lines: [{ missing: 3 }, { missing: 10 }],
    demands: [{ units: 47, state: 'in_work' }],
  });
  await winery.until(noon);
  expect(await winery.transferOrder(reference)).toMatchObject({
    status: 'IN TRANSIT',
    lines: [{ shipped: 47 }, { shipped: 0 }],
  });
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ expected: 47 });
  expect(await winery.kinds(reference)).toEqual(['created', 'picking', 'short_picked', 'shipped']);
  await winery.until('2031-03-20T12:00:00');
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 47, expected: 0 });
});

test('while being picked: a second loss takes what the first left of each line', async () => {
  const winery = await openTransferWinery(server, 60);
  const reference = await winery.transferred({ RequestedDate: '03/10/2031' }, [
    { ItemNo: 'WINE-1', ItemQuantity: 50 },
    { ItemNo: 'WINE-1', ItemQuantity: 10 },
  ]);
  await winery.until(morning);
  await winery.broken(8);
  await winery.broken(5);
  expect(await winery.transferOrder(reference)).toMatchObject({ lines: [{ missing: 3 }, { missing: 10 }] });
});

test('while being picked: it is closed when nothing is left', async () => {
  const winery = await openTransferWinery(server, 60);
  const reference = await winery.transferred({ RequestedDate: '03/10/2031' });
  await winery.until(morning);
  await winery.broken(60);
  await winery.until(noon);
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'CLOSED', demands: [] });
  expect(await winery.movements(reference)).toEqual([]);
  expect(await winery.kinds(reference)).toEqual(['created', 'picking', 'short_picked', 'closed']);
});
