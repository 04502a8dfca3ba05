/** Overview/Get: figures, cutoffs, days, and exceptions. */
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { formatUsDate } from '../../src/lib/dates.ts';
import { readPastDailyOrderCounts } from '../../src/order-index/day-figures.ts';
import { catchUpOrderIndex, rebuildOrderIndex } from '../../src/order-index/index.ts';
import { givenItems } from '../support/catalog.ts';
import { openWinery } from '../support/held-orders.ts';
import { signedIn } from '../support/operator.ts';
import { givenPastOrders } from '../support/past-orders.ts';
import { dock, openDock } from '../support/receiving.ts';
import { recordStatements } from '../support/recorded-statements.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  // There are no cutoffs on a holiday, which today may be.
  await editSettings(server.environment.db, 'delete from carrier_holidays');
});
afterAll(() => server.close());

test('200 counts the views, and names what needs a person, oldest first', async () => {
  const winery = await openWinery(server);
  const { call } = await signedIn(server, 'service');
  const missing = await winery.order({ ItemsInfo: [] });
  await winery.order({ OrderInfo: { HoldOrder: true } });
  await winery.order({ ItemsInfo: [{ ItemNo: 'WINE-3', ItemQuantity: 2 }] });
  await winery.order();
  await catchUpOrderIndex(server.environment.db);
  const { status, body } = await call('Overview/Get');
  expect(status).toBe(200);
  expect(body).toMatchObject({ Late: 0, Held: 3, Short: 1, ToRelease: 1, ShippedToday: 0 });
  expect(body.NeedsPerson).toEqual([
    {
      Kind: 'Customer Service',
      CustomerNo: winery.customerNo,
      CustomerName: `Winery ${winery.customerNo}`,
      TransactionReferenceNumber: missing.reference,
      OrderNo: missing.orderNo,
      Since: expect.any(String),
      Text: expect.stringContaining('no items'),
    },
  ]);
  expect(body.Days).toHaveLength(14);
  expect(body.Days.at(-1)).toMatchObject({ Accepted: 4, Shipped: 0 });
  for (const { At: at, SecondsLeft: left } of body.Cutoffs) {
    expect(Math.abs((Date.parse(at) - Date.now()) / 1000 - left)).toBeLessThan(60);
  }
  const floor = await signedIn(server, 'floor', { warehouses: ['COB01'] });
  const { body: own } = await floor.call('Overview/Get');
  expect(own).toMatchObject({ Held: 0, ToRelease: 0, NeedsPerson: [] });
  expect(own.Cutoffs.every(({ Warehouse }: { Warehouse: string }) => Warehouse === 'COB01')).toBe(true);
});

test('200 a delivery that no order announced needs a person of its warehouse', async () => {
  const { winery, receive, scan } = await openDock(server);
  const { customerNo: CustomerNo } = winery;
  const { Session, Receipt } = await receive('Park', { Warehouse: dock, CustomerNo, Place: 'Dock 2' });
  await scan(Session, ['PIN']);
  await receive('Finish', { Session });
  const needed = async (warehouse: string) => {
    const { call } = await signedIn(server, 'floor', { warehouses: [warehouse] });
    return (await call('Overview/Get')).body.NeedsPerson;
  };
  const parked = { Kind: 'Unannounced', CustomerNo, TransactionReferenceNumber: Receipt };
  expect(await needed(dock)).toContainEqual(expect.objectContaining(parked));
  expect(await needed('COB01')).toEqual([]);
  const { call } = await signedIn(server, 'service');
  const discarded = await call('Receiving/Discard', { CustomerNo, Receipt, Reason: 'Sent back' });
  expect(discarded.status).toBe(200);
});

test('200 what is accepted and shipped on clocks that are ahead is of today, in the figure and in the days', async () => {
  const winery = await openWinery(server);
  const { call } = await signedIn(server, 'service');
  const { body: before } = await call('Overview/Get');
  await winery.order();
  await winery.advance(9 * 24 * 3_600);
  await winery.order();
  await winery.advance(9 * 24 * 3_600);
  await catchUpOrderIndex(server.environment.db);
  const { body } = await call('Overview/Get');
  const [was, is] = [before.Days.at(-1), body.Days.at(-1)];
  expect(body.ShippedToday).toBe(before.ShippedToday + 2);
  expect(is).toEqual({ Date: was.Date, Accepted: was.Accepted + 2, Shipped: body.ShippedToday });
  expect(body.Days).toHaveLength(14);
});

test('200 counts as shipped what left in boxes, as the activity of a month does: no order of fees or of items of the winery alone', async () => {
  const { db } = server.environment;
  const winery = await openWinery(server);
  const { customerNo } = winery;
  const { call } = await signedIn(server, 'service');
  await givenItems(db, customerNo, [
    { itemNo: 'FEE', storage: 'virtual' },
    { itemNo: 'OWN', storage: 'client' },
  ]);
  const { body: before } = await call('Overview/Get');
  for (const ItemNo of ['FEE', 'OWN']) await winery.order({ ItemsInfo: [{ ItemNo, ItemQuantity: 1 }] });
  const { reference } = await winery.order();
  await winery.advance(14 * 24 * 3_600);
  await catchUpOrderIndex(db);
  const shipped = await db.rows<{ id: string; boxes: number }>(
    `select order_id as id, shipped_boxes as boxes from order_index
      where customer_no = $1 and status = 'SHIPPED' order by boxes desc`,
    [customerNo],
  );
  expect(shipped.map(({ boxes }) => boxes)).toEqual([1, 0, 0]);
  expect(shipped[0]?.id).toBe(reference);
  const { body } = await call('Overview/Get');
  expect(body.ShippedToday).toBe(before.ShippedToday + 1);
});

test('200 counts an order of midnight, and what leaves on a day, on that day only', async () => {
  const { db } = server.environment;
  const winery = await openWinery(server);
  await winery.order();
  await catchUpOrderIndex(db);
  const timeZone = 'America/Los_Angeles';
  const midnight = Temporal.ZonedDateTime.from(`2026-05-02[${timeZone}]`).toInstant();
  await db.rows(
    `update order_index set warehouse = 'NIGHT', accepted_at = $2, status = 'SHIPPED', shipped_boxes = 1, ship_date = '2026-05-03'
      where customer_no = $1`,
    [winery.customerNo, midnight],
  );
  const today = Temporal.PlainDate.from('2026-05-05');
  const counts = await readPastDailyOrderCounts(db, { warehouses: ['NIGHT'], today, days: 5, timeZone });
  expect(counts).toEqual([
    { day: Temporal.PlainDate.from('2026-05-02'), accepted: 1, shipped: 0 },
    { day: Temporal.PlainDate.from('2026-05-03'), accepted: 0, shipped: 1 },
  ]);
});

test('200 counts what leaves by a cutoff by the day of its warehouse', async () => {
  const winery = await openWinery(server);
  const admin = await signedIn(server, 'admin');
  // Guam is a day ahead of the operator for most of the day.
  const guam = { Warehouse: 'APC01', ZipCode: '96910', WorkingDays: [1, 2, 3, 4, 5, 6, 7], Floor: 'worked' };
  const { body: warehouse } = await admin.call('Warehouses/Set', guam);
  expect(warehouse.TimeZone).toBe('Pacific/Guam');
  const cutoff = { Warehouse: 'APC01', ShippingCarrier: 'GSO', ShippingCarrierService: 'GRND', Cutoff: '23:59' };
  expect((await admin.call('Calendars/SetCutoff', cutoff)).status).toBe(200);
  const day = Temporal.Now.plainDateISO('Pacific/Guam');
  const to = (date: Temporal.PlainDate) => ({
    ...({ ShippingCarrier: 'GSO', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' } as const),
    RequestedShipmentDate: formatUsDate(date),
  });
  await winery.order({ ShipmentInfo: to(day) });
  await winery.order({ ShipmentInfo: to(day.add({ days: 1 })) });
  // What is on hold leaves on no day.
  await winery.order({ OrderInfo: { HoldOrder: true }, ShipmentInfo: to(day) });
  await catchUpOrderIndex(server.environment.db);
  const { body } = await admin.call('Overview/Get', { Warehouses: ['APC01'] });
  const row = body.Cutoffs.find(({ Services }: { Services: string[] }) => Services.includes('GSO GRND'));
  expect(row).toMatchObject({ Warehouse: 'APC01', Orders: 1 });
});

test('200 counts orders whose service has no cutoff of its own, as those of BSW, by the default cutoff', async () => {
  const { db } = server.environment;
  const winery = await openWinery(server);
  const admin = await signedIn(server, 'admin');
  const worked = { Warehouse: 'APC01', WorkingDays: [1, 2, 3, 4, 5, 6, 7], Floor: 'worked' };
  expect((await admin.call('Warehouses/Set', worked)).status).toBe(200);
  const read = async () => {
    await rebuildOrderIndex(db);
    const { body } = await admin.call('Overview/Get', { Warehouses: ['APC01'] });
    const rows: { At: string; Services: string[]; Orders: number }[] = body.Cutoffs;
    return { rows, others: rows.find(({ Services }) => Services.includes('*')) };
  };
  const before = await read();
  for (const [ShippingCarrier, ShippingCarrierService] of [
    ['BSW', 'GRND'],
    ['GSO', 'ONST'],
    ['FEX', 'GRND'],
  ] as const) {
    await winery.order({
      ShipmentInfo: { ShippingCarrier, ShippingCarrierService, ServiceWarehouseLocation: 'APC01' },
    });
  }
  // Accepted days ago: they were to leave before, or are to leave today.
  await db.rows(`update sales_orders set accepted_at = now() - interval '5 days' where customer_no = $1`, [
    winery.customerNo,
  ]);
  const after = await read();
  // 14:00 is also the cutoff of FEX GRND.
  expect(after.others?.Services).toEqual(expect.arrayContaining(['FEX GRND', '*']));
  expect(after.others?.Orders).toBe((before.others?.Orders ?? 0) + 3);
  expect(new Set(after.rows.map(({ At }) => At)).size).toBe(after.rows.length);
});

test('400 when a warehouse is not a text', async () => {
  const { call } = await signedIn(server, 'service');
  expect((await call('Overview/Get', { Warehouses: [{}] })).status).toBe(400);
});

test('counts today each time, and days that are over again after a minute', async () => {
  const { db } = server.environment;
  const winery = await openWinery(server);
  const { call } = await signedIn(server, 'service');
  const yesterday = Temporal.Now.instant().subtract({ hours: 24 });
  const read = async (): Promise<{ accepted: number; today: number; counts: number }> => {
    const recorder = recordStatements(db);
    const { body } = await call('Overview/Get');
    recorder.stop();
    return {
      accepted: body.Days.slice(0, -1).reduce((sum: number, { Accepted }: { Accepted: number }) => sum + Accepted, 0),
      today: body.Days.at(-1).Accepted,
      counts: recorder.take().filter(({ text }) => text.includes('(day, starts, ends)')).length,
    };
  };
  let aheadMs = 61_000;
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  onTestFinished(() => clock.mockRestore());
  const before = await read();
  expect(before.counts).toBe(2);

  await givenPastOrders(db, { customerNo: winery.customerNo, orders: 40, perDay: 10, end: yesterday });
  await winery.order();
  await rebuildOrderIndex(db);
  await catchUpOrderIndex(db);
  expect(await read()).toEqual({ accepted: before.accepted, today: before.today + 1, counts: 1 });

  aheadMs = 122_000;
  expect(await read()).toEqual({ accepted: before.accepted + 40, today: before.today + 1, counts: 2 });
});
