/** A day of a worked warehouse: from CreateSalesOrder to packages that have shipped with the weights of the station. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setClock } from '../simulation/clock.ts';
import { boxSize, type Floor, mustSucceed, openFloor, scanOf, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const day = 24 * 3_600;

test('when its warehouse becomes automatic, an order that waited is started, and one on the floor stays there', async () => {
  const winery = await floor.winery();
  const [waits, released] = [await winery.waiting(), await winery.waiting()];
  await winery.advance(3 * day);
  await floor.release(winery, released.reference);
  const admin = await signedIn(server, 'admin');
  mustSucceed(await admin.call('Warehouses/Set', { Warehouse: worked, Floor: 'automatic' }));
  await winery.advance(4 * day);
  expect(await winery.statusOf(waits.reference)).toBe('SHIPPED');
  expect(await winery.statusOf(released.reference)).toBe('PROCESSING ORDER');
  expect(await floor.label(released.orderNo, ['WINE-1'])).toMatchObject({ State: 'labeled' });
  mustSucceed(await admin.call('Warehouses/Set', { Warehouse: worked, Floor: 'worked' }));
  const { TrackingNumber } = (await floor.pack('OpenPacking', { Scan: released.orderNo })).Boxes[0];
  await floor.pack('Stage', { TrackingNumber });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await floor.led('Depart', { Manifest });
  expect(await winery.statusOf(released.reference)).toBe('SHIPPED');
});

test('an order of a worked warehouse stays open until it is released, and ships from the station', async () => {
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.waiting({
    ItemsInfo: [
      { ItemNo: 'WINE-1', ItemQuantity: 2 },
      { ItemNo: 'WINE-2', ItemQuantity: 1 },
    ],
  });
  // The simulated warehouse leaves it alone.
  await winery.advance(3 * day);
  expect(await winery.statusOf(reference)).toBe('RECEIVED');
  const named = [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: reference }];
  expect(await floor.led('ReleasePreview', { Warehouse: worked, Orders: named })).toMatchObject({
    Orders: 1,
    Bottles: 3,
    Lines: 2,
    NotReleased: [],
    Carriers: [{ Carrier: 'FEX', Orders: 1 }],
  });
  const { Wave } = await floor.release(winery, reference);
  expect(await winery.statusOf(reference)).toBe('PROCESSING ORDER');
  expect((await floor.pack('Wave', { Wave })).Picks).toMatchObject([
    { ItemNo: 'WINE-1', Units: 2 },
    { ItemNo: 'WINE-2', Units: 1 },
  ]);

  // Two boxes, packed by hand.
  const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  await floor.pack('FinishBox', { Session, Box: 1, WeightLb: 4.25, ...boxSize });
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-2'));
  const complete = await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  expect(complete).toMatchObject({ Verdict: 'done', Missing: 0, Next: 'finish box' });
  await floor.pack('FinishBox', { Session, Box: 2, WeightLb: 8.5, ...boxSize });
  const labeled = await floor.pack('BuyLabels', { Session });
  expect(labeled).toMatchObject({ State: 'labeled', Next: 'stage' });
  const [first, second] = labeled.Boxes.map((box: { TrackingNumber: string }) => box.TrackingNumber);

  // With a box missing it stays behind.
  expect((await floor.pack('Stage', { TrackingNumber: first })).Order.State).toBe('labeled');
  expect((await floor.pack('CloseOfDay', { Warehouse: worked })).Carriers).toMatchObject([
    { Carrier: 'FEX', Labeled: 1, Staged: 0, Missing: [{ OrderNo: orderNo, Box: 2, TrackingNumber: second }] },
  ]);
  expect((await floor.pack('Stage', { TrackingNumber: second })).Order.State).toBe('staged');
  const manifest = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  expect(manifest).toMatchObject({ Orders: 1, Boxes: 2, WeightLb: 12.75 });
  await expectLedgerConsistent(server.environment.db);
  const departed = await floor.led('Depart', { Manifest: manifest.Manifest });
  expect(departed).toMatchObject({ Manifest: { Orders: 1, DepartedBy: floor.lead.operator.email }, StayedBehind: [] });
  expect(await winery.statusOf(reference)).toBe('SHIPPED');

  const { body: details } = await winery.client.call('Tracking/GetPackages', { OrderNo: orderNo });
  const packages = details.Packages ?? details;
  expect(packages).toMatchObject([
    { Status: 'SHIPPED', GrossWeight: '4.25' },
    { Status: 'SHIPPED', GrossWeight: '8.5' },
  ]);
  expect(await winery.timeline(reference)).toEqual([
    ...['sales_order.processing', 'sales_order.floor_released', 'sales_order.floor_packing'],
    ...['sales_order.floor_box_closed', 'sales_order.floor_box_closed', 'sales_order.floor_labels_wanted'],
    ...['package.packed', 'package.packed', 'sales_order.floor_labeled'],
    ...['sales_order.floor_staged', 'sales_order.floor_staged'],
    ...['sales_order.floor_manifested', 'sales_order.floor_departed', 'package.shipped', 'package.shipped'],
  ]);
  // Nothing ships twice.
  await floor.led('Depart', { Manifest: manifest.Manifest });
  await winery.advance(10 * day);
  const { body: later } = await winery.client.call('Tracking/GetPackages', { OrderNo: orderNo });
  expect(later.Packages ?? later).toMatchObject([{ Status: 'DELIVERED' }, { Status: 'DELIVERED' }]);
});

test('an order that was due before the cutoff ships on that day, also when it is released after the cutoff', async () => {
  const winery = await floor.winery();
  const { customerNo, client } = winery;
  const trackedDate = async (OrderNo: string) =>
    mustSucceed(await client.call('Tracking/GetDetails', { OrderNo }))[0].RequestedShipDate;
  const until = (To: string) => client.call('Simulation/AdvanceClock', { To });
  await setClock(server.environment.db, customerNo, Temporal.Instant.from('2031-03-04T13:50:00-08:00'));
  const [inTime, held] = [await winery.waiting(), await winery.waiting({ OrderInfo: { HoldOrder: true } })];
  expect(await trackedDate(inTime.orderNo)).toBe('03/04/2031');
  await until('2031-03-04T14:30:00');
  await client.call('SalesOrder/UpdateSalesOrder', {
    TransactionReferenceNumber: held.reference,
    OrderInfo: { HoldOrder: false },
  });
  expect(await winery.statusOf(inTime.reference)).toBe('RECEIVED');
  expect([await trackedDate(inTime.orderNo), await trackedDate(held.orderNo)]).toEqual(['03/04/2031', '03/05/2031']);
  await floor.release(winery, inTime.reference);
  await floor.label(inTime.orderNo, ['WINE-1']);
  expect(await trackedDate(inTime.orderNo)).toBe('03/04/2031');
  await until('2031-03-05T14:30:00');
  expect(await trackedDate(held.orderNo)).toBe('03/05/2031');
});
