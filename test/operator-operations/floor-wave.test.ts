/** Floor/Wave: the pick list of a wave in walk order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Floor, mustSucceed, openFloor, scanOf, worked } from '../support/floor.ts';
import { signedIn } from '../support/operator.ts';
import { openPicking } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(() => server.close());

test('200 sums the items of orders that are not packed, by name', async () => {
  const winery = await floor.winery();
  const both = [
    { ItemNo: 'WINE-2', ItemQuantity: 1 },
    { ItemNo: 'WINE-1', ItemQuantity: 2 },
  ];
  const [a, b] = [await winery.waiting({ ItemsInfo: both }), await winery.waiting()];
  const { Wave } = await floor.release(winery, a.reference, b.reference);
  const { Picks, Orders } = await floor.pack('Wave', { Wave });
  expect(Picks).toMatchObject([
    {
      CustomerNo: winery.customerNo,
      CustomerName: `Winery ${winery.customerNo}`,
      ItemNo: 'WINE-1',
      Units: 3,
      Orders: 2,
    },
    { ItemNo: 'WINE-2', Units: 1, Orders: 1 },
  ]);
  expect(Orders).toHaveLength(2);
  await floor.label(b.orderNo, ['WINE-1']);
  expect((await floor.pack('Wave', { Wave })).Picks).toMatchObject([{ Units: 2 }, { Units: 1 }]);
  // What is in a box is not taken from the shelf again.
  const { Session } = await floor.pack('OpenPacking', { Scan: a.orderNo });
  for (const code of ['WINE-1', 'WINE-2']) await floor.pack('ScanBottle', scanOf(Session, code));
  expect((await floor.pack('Wave', { Wave })).Picks).toMatchObject([{ ItemNo: 'WINE-1', Units: 1, Orders: 1 }]);
});

test('200 leaves out the bottles of an order that is packed after it was picked', async () => {
  const picking = await openPicking(server);
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  const Wave = await picking.wave([winery, reference]);
  const task = await picking.start(Wave);
  expect((await floor.pack('Wave', { Wave })).Picks).toMatchObject([{ ItemNo: 'WINE-1', Units: 2 }]);
  await picking.scan(task.Session, 'WINE-1', 'WINE-1');
  const { Session } = await picking.floor.pack('OpenPacking', { Scan: orderNo });
  await picking.floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  expect((await floor.pack('Wave', { Wave })).Picks).toEqual([]);
});

test('200 leaves out what a task under way has picked for the orders that are still in it', async () => {
  const picking = await openPicking(server);
  const winery = await floor.winery();
  const orders = [await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] }), await winery.waiting()];
  const [large, small] = orders;
  const Wave = await picking.wave(...orders.map(({ reference }) => [winery, reference] as const));
  const { Session } = await picking.start(Wave);
  await picking.scan(Session, 'WINE-1', 'WINE-1');
  expect((await floor.pack('Wave', { Wave })).Picks).toMatchObject([{ ItemNo: 'WINE-1', Units: 1, Orders: 2 }]);
  // The small order is packed without its task, and one of the two bottles is still of the large one's two.
  const opened = await picking.floor.pack('OpenPacking', { Scan: small?.orderNo, TakeOver: true });
  await picking.floor.pack('ScanBottle', scanOf(opened.Session, 'WINE-1'));
  expect((await floor.pack('Wave', { Wave })).Picks).toEqual([]);
  expect(await winery.statusOf(large?.reference ?? '')).toBe('PROCESSING ORDER');
});

test('200 names the bins in walk order', async () => {
  const winery = await floor.winery();
  for (const [Location, WalkOrder, ItemNo, Quantity, InventoryStatus] of [
    ['WAVE-9', 9, 'WINE-1', 20, 'GOOD-NO-TX'],
    ['WAVE-2', 2, 'WINE-1', 1, 'GOOD-NO-TX'],
    // Of a status that its orders do not draw.
    ['WAVE-1', 1, 'WINE-1', 20, 'DMGD-NO-TX'],
  ] as const) {
    await floor.lead.call('Locations/Set', { Warehouse: worked, Location, WalkOrder });
    const content = { Warehouse: worked, Location, CustomerNo: winery.customerNo, ItemNo, Quantity };
    mustSucceed(await floor.lead.call('Locations/SetContent', { ...content, InventoryStatus }));
  }
  const ItemsInfo = [
    { ItemNo: 'WINE-2', ItemQuantity: 1 },
    { ItemNo: 'WINE-1', ItemQuantity: 3 },
  ];
  const { Wave } = await floor.release(winery, (await winery.waiting({ ItemsInfo })).reference);
  expect((await floor.pack('Wave', { Wave })).Picks).toMatchObject([
    { Location: 'WAVE-2', ItemNo: 'WINE-1', Units: 1, Orders: 1 },
    { Location: 'WAVE-9', ItemNo: 'WINE-1', Units: 2 },
    { Location: '', ItemNo: 'WINE-2', Units: 1 },
  ]);
});

test('200 the pick list is of all orders, and the orders come in pages', async () => {
  const winery = await floor.winery();
  const orders = [await winery.waiting(), await winery.waiting(), await winery.waiting()];
  const { Wave } = await floor.release(winery, ...orders.map(({ reference }) => reference));
  const found: string[] = [];
  let After: string | undefined;
  do {
    const page = await floor.pack('Wave', { Wave, Top: 2, ...(After !== undefined && { After }) });
    expect(page.Picks).toMatchObject([{ ItemNo: 'WINE-1', Orders: 3 }]);
    found.push(...page.Orders.map(({ OrderNo }: { OrderNo: string }) => OrderNo));
    After = page.Next;
  } while (After !== undefined);
  expect(found.toSorted()).toEqual(orders.map(({ orderNo }) => orderNo).toSorted());
  expect((await floor.packer.call('Floor/Wave', { Wave, After: 'x' })).status).toBe(400);
});

test('200 the pick list has what more than 5,000 orders want', async () => {
  const winery = await floor.winery();
  const { reference } = await winery.waiting();
  const { Wave } = await floor.release(winery, reference);
  // Packed ones, released before: they want nothing, and the order of the wave is beyond them.
  await server.environment.db.rows(
    `insert into floor_work (customer_no, order_id, order_no, shipment_key, warehouse, carrier, state, wave_id, units, lines, released_at, changed_at)
     select f.customer_no, gen_random_uuid(), 'EARLIER-' || n, '', f.warehouse, f.carrier, 'labeled', f.wave_id, 1, 1,
            f.released_at - interval '1 hour', f.changed_at
       from floor_work f, generate_series(1, 5000) n where f.customer_no = $1 and f.order_id = $2`,
    [winery.customerNo, reference],
  );
  try {
    const { Picks, Orders, Next } = await floor.pack('Wave', { Wave });
    expect(Picks).toMatchObject([{ ItemNo: 'WINE-1', Orders: 1 }]);
    expect([Orders.length, typeof Next]).toEqual([500, 'string']);
  } finally {
    await server.environment.db.rows("delete from floor_work where customer_no = $1 and order_no like 'EARLIER-%'", [
      winery.customerNo,
    ]);
  }
});

test('400 a wave that is no id', async () => {
  expect((await floor.packer.call('Floor/Wave', { Wave: 'x' })).status).toBe(400);
});

test('404 for a wave that does not exist, or of another warehouse', async () => {
  const unknown = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009';
  expect((await floor.packer.call('Floor/Wave', { Wave: unknown })).status).toBe(404);
  const winery = await floor.winery();
  const { Wave } = await floor.release(winery, (await winery.waiting()).reference);
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  expect((await elsewhere.call('Floor/Wave', { Wave })).status).toBe(404);
});
