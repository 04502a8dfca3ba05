/**
 * An order of several boxes of which its carrier took some: what every reader says of each box. The order is shipped, and its stock
 * posted, by the first scan (decision 42); each box leaves by its own scan, or with its manifest.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DepartureStep, departureStepWriter } from '../../src/floor/departure.ts';
import { reportLostBox } from '../../src/floor/lost-box.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { createOperatorContext } from '../../src/platform/http/operator-operation.ts';
import { lockSalesOrders } from '../../src/sales-orders/index.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { recordCarrierScans } from '../../src/warehouse/index.ts';
import { pushEvent } from '../carriers/carrier-events.ts';
import { type FakeCarrier, openFakeCarrier } from '../carriers/fake-carrier.ts';
import { connectCarrier, labelDeps } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import { lastAudit } from '../support/audit.ts';
import { type CutTransactions, installCut } from '../support/cut-transactions.ts';
import { boxSize, type Floor, mustSucceed, openFloor, scanOf, worked } from '../support/floor.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { signedIn } from '../support/operator.ts';
import { bottle } from '../support/return-station.ts';
import type { TestServer } from '../support/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into what comes back
type Json = any;

let server: TestServer;
let floor: Floor;
let carrier: FakeCarrier;
let cuts: CutTransactions | undefined;
beforeAll(async () => {
  server = await openProductionServer();
  floor = await openFloor(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  carrier = await openFakeCarrier();
  connectCarrier(server.environment, carrier.url);
});
afterEach(async () => {
  expect(await verifyWholeDatabase(server.environment.db)).toEqual([]);
  await carrier.close();
});

/** An order of three boxes with labels, and what every reader says of each box. */
async function inThreeBoxes(winery?: Awaited<ReturnType<Floor['winery']>>) {
  winery ??= await floor.winery();
  const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 3 }] });
  await floor.release(winery, reference);
  const { Session } = await floor.packInto(orderNo, ['WINE-1']);
  for (const Box of [2, 3]) {
    await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
    await floor.pack('FinishBox', { Session, Box, WeightLb: 7.4, ...boxSize });
  }
  const { Boxes } = await floor.pack('BuyLabels', { Session });
  const labels: string[] = Boxes.map(({ TrackingNumber }: Json) => TrackingNumber);
  const scan = async (box: number, outcome = 'applied', status = 'in_transit') => {
    const nth = carrier.shipments.findIndex(({ trackingNo }) => trackingNo === labels[box - 1]);
    carrier.shipments.push(...carrier.shipments.splice(nth, 1));
    const details = [{ status, status_detail: 'arrived_at_facility', datetime: Temporal.Now.instant().toString() }];
    expect(await pushEvent(labelDeps(server.environment.db, carrier.url), carrier, details)).toBe(outcome);
  };
  const stage = (...boxes: number[]) =>
    Promise.all(boxes.map((box) => floor.pack('Stage', { TrackingNumber: labels[box - 1] })));
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const page = async () => (await floor.lead.call('Orders/Get', order)).body;
  const read = async (operation: string, body: object) => (await winery.client.call(operation, body)).body;
  /** Statuses by box, of each reader. */
  const statuses = async () => {
    const of = (records: Json[], name = 'TrackingNo') =>
      labels.map((label) => records.find((record) => record[name] === label)?.Status);
    return {
      GetDetails: of(await read('Tracking/GetDetails', { OrderNo: orderNo })),
      GetPackages: of((await read('Tracking/GetPackages', { OrderNumbers: [orderNo] })).Packages),
      OrderPage: of((await page()).Packages, 'TrackingNumber'),
    };
  };
  const events = async () => (await read('Event/GetEvents', {})).Events as Json[];
  const missing = async () =>
    (await floor.pack('CloseOfDay', { Warehouse: worked })).Carriers.flatMap(({ Missing }: Json) => Missing)
      .filter((box: Json) => box.OrderNo === orderNo)
      .map((box: Json) => labels.indexOf(box.TrackingNumber) + 1);
  const exceptions = async () =>
    (await floor.lead.call('Exceptions/List', { Customers: [winery.customerNo] })).body.Records.map(
      (row: Json) => labels.indexOf(row.TrackingNumber) + 1,
    );
  return {
    ...{ winery, orderNo, reference, labels, order },
    scan,
    stage,
    page,
    read,
    statuses,
    events,
    missing,
    exceptions,
  };
}

const everywhere = (...statuses: string[]) => ({ GetDetails: statuses, GetPackages: statuses, OrderPage: statuses });
const shippedOf = (timeline: Json[]) =>
  timeline.filter(({ Text }) => Text.startsWith('Shipped package')).map(({ Text }) => /package (\d)/.exec(Text)?.[1]);

describe('a carrier scan', () => {
  test('says of no other box that it left', async () => {
    const { winery, reference, labels, scan, stage, statuses, page, read, events, missing, exceptions } =
      await inThreeBoxes();
    await stage(1, 2);
    await scan(1);
    expect(await winery.statusOf(reference)).toBe('SHIPPED');
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP'));
    const { Packages, Timeline, Items } = await page();
    expect(Items).toMatchObject([{ Quantity: 3, Shipped: 1, Short: 0 }]);
    expect(Packages.map(({ ShipDate }: Json) => ShipDate !== '')).toEqual([true, false, false]);
    expect(shippedOf(Timeline)).toEqual(['1']);
    expect([await missing(), await exceptions()]).toEqual([[3], [3]]);
    const shipped = (await events()).filter(({ type }) => type === 'order.shipped');
    expect(shipped).toHaveLength(1);
    expect(shipped[0].data.map(({ Status }: Json) => Status)).toEqual(['IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP']);
    const updated = (await events()).filter(
      ({ type, data }) => type === 'tracking.updated' && data.TrackingNo === labels[2],
    );
    expect(updated.map(({ data }) => data.Status)).toEqual(['READY TO SHIP']);
    // Each of the others leaves by its own scan.
    await stage(3);
    expect([await missing(), await exceptions()]).toEqual([[], []]);
    await scan(3);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'IN TRANSIT'));
    await scan(2, 'applied', 'delivered');
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'DELIVERED', 'IN TRANSIT'));
    const after = await page();
    expect(after.Packages.every(({ ShipDate }: Json) => ShipDate !== '')).toBe(true);
    expect(after.Items).toMatchObject([{ Quantity: 3, Shipped: 3 }]);
    expect(shippedOf(after.Timeline).toSorted()).toEqual(['1', '2', '3']);
    expect((await events()).filter(({ type }) => type === 'order.shipped')).toHaveLength(1);
    const { TotalRecordCount } = await read('Tracking/GetPackages', { OrderNumbers: [after.OrderNo] });
    expect(TotalRecordCount).toBe(3);
  });
});

test('a box that came back is not staged again, although it was never staged', async () => {
  const { labels, scan, stage, missing } = await inThreeBoxes();
  await stage(1, 2);
  await scan(1);
  await scan(3, 'applied', 'return_to_sender');
  const { status, body } = await floor.packer.call('Floor/Stage', { TrackingNumber: labels[2] });
  expect([status, body.Reason]).toEqual([403, expect.stringContaining('Take it to the returns station')]);
  expect(await missing()).toEqual([]);
});

test('the lists have the whole order on the day of its first scan, as the ledger does', async () => {
  const { winery, order, scan, stage, page } = await inThreeBoxes();
  await stage(1, 2, 3);
  await scan(1);
  const whole = { Status: 'SHIPPED', ShippedBoxes: 3, ShippedBottles: 3, AdultSignatures: 3 };
  const listed = async () => {
    await catchUpOrderIndex(server.environment.db);
    return (await floor.lead.call('Orders/List', { Customers: [winery.customerNo], View: 'all' })).body.Records[0];
  };
  expect(await page()).toMatchObject(whole);
  // The first box left the day before.
  await server.database.pool.query(
    "update packages set ship_date = '2020-02-29' where customer_no = $1 and order_id = $2 and ship_date is not null",
    [order.CustomerNo, order.TransactionReferenceNumber],
  );
  await scan(2);
  expect(await listed()).toMatchObject({ ...whole, ShipDate: '02/29/2020' });
});

test('a box that stayed behind does not leave for a state that was closed since', async () => {
  const { winery, orderNo, labels, scan, stage, missing } = await inThreeBoxes();
  await stage(1, 2);
  await scan(1);
  const admin = await signedIn(server, 'admin');
  const rule = { CustomerNo: winery.customerNo, State: 'CO' };
  expect((await admin.call('Rules/SetLicense', { ...rule, Open: false })).status).toBe(200);
  const { status, body } = await floor.packer.call('Floor/Stage', { TrackingNumber: labels[2] });
  expect([status, body.State, body.Reason]).toEqual([
    403,
    'DEPARTED',
    expect.stringMatching(`Box ${labels[2]} of order ${orderNo} does not leave. Colorado is closed`),
  ]);
  expect(await missing()).toEqual([3]);
  await admin.call('Rules/SetLicense', { ...rule, Open: true });
  await stage(3);
  expect(await missing()).toEqual([]);
});

test('a box that a closed state stops, and that a driver takes all the same, is shipped by its scan, and an exception', async () => {
  const { winery, page, labels, scan, statuses } = await inThreeBoxes();
  const admin = await signedIn(server, 'admin');
  const rule = { CustomerNo: winery.customerNo, State: 'CO' };
  await admin.call('Rules/SetLicense', { ...rule, Open: false });
  await scan(1);
  await scan(1, 'applied', 'out_for_delivery');
  expect(await statuses()).toMatchObject({ OrderPage: ['IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP'] });
  const wrong = async () =>
    (await floor.lead.call('Exceptions/List', { Customers: [winery.customerNo] })).body.Records.filter(
      ({ Text }: Json) => Text.includes('was to stay in the warehouse'),
    ).map(({ TrackingNumber }: Json) => TrackingNumber);
  expect(await wrong()).toEqual([labels[0]]);
  const said = (await page()).Timeline.filter(({ Kind }: Json) => Kind === 'package.left_early');
  expect(said.map(({ Text }: Json) => Text)).toEqual([expect.stringMatching(/must not ship.*Colorado is closed/)]);
  // One that stayed behind is stopped in the same way; what leaves after the rule has ended is not.
  await scan(3);
  await admin.call('Rules/SetLicense', { ...rule, Open: true });
  await scan(2);
  expect(await wrong()).toEqual([labels[0], labels[2]]);
});

test('the scan of a box that a closed state stops holds no lock on labels while it waits for its order', async () => {
  const { winery, reference, scan } = await inThreeBoxes();
  const { customerNo } = winery;
  const admin = await signedIn(server, 'admin');
  const rule = { CustomerNo: customerNo, State: 'CO' };
  await admin.call('Rules/SetLicense', { ...rule, Open: false });
  const { db } = server.environment;
  let scanning: Promise<void> = Promise.resolve();
  const labels = await db.write(async (tx) => {
    await lockSalesOrders(tx, [{ customerNo, orderId: reference }]);
    scanning = scan(1);
    scanning.catch(() => undefined);
    await untilBlocked(db);
    return await tx.rows('select from label_intents where customer_no = $1 for update skip locked', [customerNo]);
  });
  await scanning;
  expect(labels).toHaveLength(3);
  await admin.call('Rules/SetLicense', { ...rule, Open: true });
});

test('a box that was staged, and that its carrier has not scanned for two days, is an exception', async () => {
  const { order, labels, scan, stage, exceptions } = await inThreeBoxes();
  await stage(1, 2);
  await scan(1);
  const haveStayed = async (hours: number) => {
    const since = Temporal.Now.instant().subtract({ hours }).toString();
    const { rows } = await server.database.pool.query(
      `update packages set stayed_at = $3 where customer_no = $1 and order_id = $2 and stayed_at is not null
        returning package_no`,
      [order.CustomerNo, order.TransactionReferenceNumber, since],
    );
    expect(rows).toHaveLength(2);
  };
  await haveStayed(47);
  expect(await exceptions()).toEqual([3]);
  await haveStayed(49);
  // Each box once: the third one was not staged, and is looked for at once.
  expect((await exceptions()).toSorted()).toEqual([2, 3]);
  const { body } = await floor.lead.call('Exceptions/List', { Customers: [order.CustomerNo] });
  const row = body.Records.find(({ TrackingNumber }: Json) => TrackingNumber === labels[1]);
  expect(row).toMatchObject({ Kind: 'Package', Text: expect.stringContaining('not this one') });
  await scan(2);
  expect(await exceptions()).toEqual([3]);
});

describe('the departure of a manifest', () => {
  const onManifest = async () => {
    const order = await inThreeBoxes();
    await order.stage(1, 2, 3);
    const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
    await order.scan(1);
    expect(await order.statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP'));
    return { ...order, Manifest };
  };

  test('ships what the carrier has not scanned, but no box that it did not take', async () => {
    const { winery, orderNo, labels, Manifest, scan, stage, statuses, page, missing, exceptions } = await onManifest();
    const taken = await floor.lead.call('Floor/Depart', { Manifest, Missing: [labels[0]] });
    expect([taken.status, taken.body.Errors[0].Message]).toEqual([400, expect.stringContaining('has left already')]);
    const departed = await floor.led('Depart', { Manifest, Missing: [labels[2]] });
    expect(departed).toMatchObject({
      Manifest: { Orders: 1, Boxes: 2, Packages: [{ TrackingNumber: labels[0] }, { TrackingNumber: labels[1] }] },
      StayedBehind: [{ Order: { OrderNo: orderNo }, Message: expect.stringContaining('missing'), Retry: false }],
    });
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'SHIPPED', 'READY TO SHIP'));
    expect(shippedOf((await page()).Timeline).toSorted()).toEqual(['1', '2']);
    expect([await missing(), await exceptions()]).toEqual([[3], [3]]);
    // Repeated, it changes nothing, also after the box was found.
    expect(await floor.led('Depart', { Manifest, Missing: [labels[2]] })).toEqual(departed);
    await stage(3);
    expect(await floor.led('Depart', { Manifest })).toMatchObject({ Manifest: { Boxes: 2 }, StayedBehind: [] });
    expect([await missing(), await exceptions()]).toEqual([[], []]);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'SHIPPED', 'READY TO SHIP'));
    await scan(3);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'SHIPPED', 'IN TRANSIT'));
    const { rows } = await server.database.pool.query(
      "select sum(quantity)::int as left from movements where type = 'Sales order' and customer_no = $1",
      [winery.customerNo],
    );
    expect(rows).toEqual([{ left: -3 }]);
  });

  test('has no box that was reported lost before, in its list, its sums and on paper', async () => {
    const { order, labels, Manifest } = await onManifest();
    await floor.led('ReportLostBox', { ...order, TrackingNumber: labels[2], ReasonCode: 'LOST' });
    const left = [{ TrackingNumber: labels[0] }, { TrackingNumber: labels[1] }];
    expect(await floor.led('Depart', { Manifest })).toMatchObject({
      Manifest: { Orders: 1, Boxes: 2, WeightLb: 14.8, Packages: left },
      StayedBehind: [],
    });
  });

  test('ships each order at the time of its own departure, also in one batch', async () => {
    const earlier = await inThreeBoxes();
    const orders = [earlier, await inThreeBoxes(earlier.winery)];
    for (const { stage } of orders) await stage(1, 2, 3);
    const { Manifest: manifestId } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
    for (const { scan } of orders) await scan(1);
    const context = createOperatorContext(
      { operatorId: uuidv7(), email: 'lead', role: 'lead', warehouses: [] },
      'Floor/Depart',
      uuidv7(),
    );
    await server.environment.db.rows(`update packages set packed_at = '2020-02-28' where customer_no = $1`, [
      earlier.winery.customerNo,
    ]);
    const leftAt = Temporal.Instant.from('2020-02-29T20:00:00Z');
    const steps = orders.map(({ reference: orderId, winery: { customerNo } }, index): DepartureStep => {
      const action = { kind: 'depart', manifestId, missing: [], ...(index === 0 && { leftAt }) } as const;
      return { order: { customerNo, orderId }, context, person: 'lead', action };
    });
    await server.environment.db.write((tx) => departureStepWriter.write(tx, steps));
    const days = await Promise.all(orders.map(async ({ page }) => (await page()).Packages[1].ShipDate));
    expect([days[0], days[1] === days[0]]).toEqual(['02/29/2020', false]);
  });

  test('ships no box for a state that was closed since', async () => {
    const { winery, orderNo, labels, Manifest, statuses, stage, missing, scan } = await onManifest();
    const admin = await signedIn(server, 'admin');
    const rule = { CustomerNo: winery.customerNo, State: 'CO' };
    expect((await admin.call('Rules/SetLicense', { ...rule, Open: false })).status).toBe(200);
    const departed = await floor.led('Depart', { Manifest });
    expect(departed).toMatchObject({
      Manifest: { Orders: 1, Boxes: 1, Packages: [{ TrackingNumber: labels[0] }] },
      StayedBehind: [{ Order: { OrderNo: orderNo }, Message: expect.stringMatching(/^Colorado is closed/) }],
    });
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP'));
    expect(await missing()).toEqual([2, 3]);
    await admin.call('Rules/SetLicense', { ...rule, Open: true });
    // Repeated, it lets none of them go: they are staged again.
    await floor.led('Depart', { Manifest });
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP'));
    await stage(2, 3);
    expect(await missing()).toEqual([]);
    await scan(2);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'IN TRANSIT', 'READY TO SHIP'));
  });

  test('leaves boxes here whose departure cannot be written, and the next call lets them go', async () => {
    const { orderNo, Manifest, statuses } = await onManifest();
    cuts ??= await installCut(server.database);
    await cuts.after(1);
    const { status, body } = await floor.lead.call('Floor/Depart', { Manifest });
    await cuts.lift();
    expect([status, body.StayedBehind]).toMatchObject([
      200,
      [{ Order: { OrderNo: orderNo }, Message: expect.stringContaining('Try again.'), Retry: true }],
    ]);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP'));
    expect(await floor.led('Depart', { Manifest })).toMatchObject({ StayedBehind: [] });
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'SHIPPED', 'SHIPPED'));
  });

  /** The next orders of the carrier go on a manifest of their own. */
  const nextManifest = async () => {
    const next = await inThreeBoxes();
    await next.stage(1, 2, 3);
    const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
    expect(await next.statuses()).toEqual(everywhere('READY TO SHIP', 'READY TO SHIP', 'READY TO SHIP'));
    await floor.led('Depart', { Manifest });
  };

  test('ships the others when the next manifest records it', async () => {
    const { statuses, missing } = await onManifest();
    await nextManifest();
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'SHIPPED', 'SHIPPED'));
    expect(await missing()).toEqual([]);
  });

  test.each([0, 1])('ships the others when the process is killed after %i transactions', async (transactions) => {
    const { statuses, order, Manifest: scanned } = await onManifest();
    const scannedAt = Temporal.Now.instant().subtract({ hours: 72 }).round('second');
    await server.environment.db.rows('update floor_work set changed_at = $3 where customer_no = $1 and order_id = $2', [
      ...[order.CustomerNo, order.TransactionReferenceNumber],
      scannedAt,
    ]);
    const next = await inThreeBoxes();
    await next.stage(1, 2, 3);
    cuts ??= await installCut(server.database);
    await cuts.after(transactions);
    const request = { Warehouse: worked, Carrier: 'FEX' };
    expect((await floor.lead.call('Floor/Manifest', request)).status).toBeGreaterThanOrEqual(500);
    await cuts.lift();
    const { Manifest } = await floor.led('Manifest', request);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'SHIPPED', 'SHIPPED'));
    expect(await next.statuses()).toEqual(everywhere('READY TO SHIP', 'READY TO SHIP', 'READY TO SHIP'));
    await floor.led('Depart', { Manifest });
    const { Records } = await floor.led('Manifests', { Warehouses: [worked] });
    expect(Records.find((record: Json) => record.Manifest === scanned)).toMatchObject({ DepartedAt: `${scannedAt}` });
  });

  test('ships no box for a closed state when the next manifest records it either', async () => {
    const { winery, statuses, missing } = await onManifest();
    const admin = await signedIn(server, 'admin');
    await admin.call('Rules/SetLicense', { CustomerNo: winery.customerNo, State: 'CO', Open: false });
    await nextManifest();
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP'));
    expect(await missing()).toEqual([2, 3]);
  });

  test('ships no box for a state that was closed, and is open again when the next call completes an interrupted departure', async () => {
    const { winery, order, labels, Manifest, statuses, missing } = await onManifest();
    const admin = await signedIn(server, 'admin');
    const rule = { CustomerNo: winery.customerNo, State: 'CO' };
    await admin.call('Rules/SetLicense', { ...rule, Open: false });
    const next = await inThreeBoxes();
    await next.stage(1, 2, 3);
    cuts ??= await installCut(server.database);
    await cuts.after(1);
    const request = { Warehouse: worked, Carrier: 'FEX' };
    expect((await floor.lead.call('Floor/Manifest', request)).status).toBeGreaterThanOrEqual(500);
    await cuts.lift();
    expect(await missing()).toEqual([2, 3]);
    await admin.call('Rules/SetLicense', { ...rule, Open: true });
    await floor.led('Depart', { Manifest: (await floor.led('Manifest', request)).Manifest });
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP'));
    expect(await missing()).toEqual([2, 3]);
    const departed = await floor.led('Depart', { Manifest });
    expect(departed).toMatchObject({
      Manifest: { Orders: 1, Boxes: 1, Packages: [{ TrackingNumber: labels[0], CustomerNo: order.CustomerNo }] },
    });
  });
});

test('an order whose departure could not be written has the ship date of its manifest when a person tries again on another day', async () => {
  const { db } = server.environment;
  const { winery, stage, labels } = await inThreeBoxes();
  await stage(1, 2, 3);
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  cuts ??= await installCut(server.database);
  await cuts.after(1);
  const { StayedBehind } = await floor.led('Depart', { Manifest });
  await cuts.lift();
  expect(StayedBehind).toMatchObject([{ Retry: true }]);
  // As two days later.
  await db.rows(`update packages set packed_at = packed_at - interval '3 days' where customer_no = $1`, [
    winery.customerNo,
  ]);
  const [manifest] = await db.rows<{ day: string }>(
    `update floor_manifests m set departed_at = m.departed_at - interval '2 days' from warehouses w
      where m.manifest_id = $1 and w.code = m.warehouse returning (m.departed_at at time zone w.time_zone)::date::text as day`,
    [Manifest],
  );
  expect(await floor.led('Depart', { Manifest })).toMatchObject({ StayedBehind: [] });
  const left = await db.rows('select ship_date::text as day, status from packages where customer_no = $1', [
    winery.customerNo,
  ]);
  expect(left).toEqual(labels.map(() => ({ day: manifest?.day, status: 'SHIPPED' })));
});

test('a box that departed, and that its carrier never scans, is an exception after four days, until it is reported lost', async () => {
  const { winery, orderNo, order, labels, stage, read, statuses, exceptions, page } = await inThreeBoxes();
  await stage(1, 2, 3);
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await floor.led('Depart', { Manifest });
  const report = (box: number) =>
    floor.lead.call('Floor/ReportLostBox', { ...order, TrackingNumber: labels[box - 1], ReasonCode: 'LOST' });
  const haveLeft = async (hours: number, ...boxes: number[]) => {
    const { rows } = await server.database.pool.query(
      `update packages set last_activity_at = $3, activity_at = array[$3::timestamptz]
        where customer_no = $1 and tracking_no = any ($2) returning 1`,
      [winery.customerNo, boxes.map((box) => labels[box - 1]), Temporal.Now.instant().subtract({ hours }).toString()],
    );
    expect(rows).toHaveLength(boxes.length);
  };
  const isOffered = async () => (await page()).Packages.map(({ IsNeverScanned }: Json) => IsNeverScanned);
  await haveLeft(95, 1, 2, 3);
  expect([await exceptions(), await isOffered()]).toEqual([[], [false, false, false]]);
  const { body } = await report(1);
  expect(body).toMatchObject({
    Status: 403,
    State: 'SHIPPED',
    Reason: expect.stringContaining('may scan it until 4 days'),
  });
  await haveLeft(97, 1, 2);
  expect([await exceptions(), await isOffered()]).toEqual([
    [1, 2],
    [true, true, false],
  ]);
  expect((await report(1)).body).toMatchObject({ Lost: [{ ItemNo: 'WINE-1', Quantity: 1 }] });
  expect(await exceptions()).toEqual([2]);
  const { Packages } = await read('Tracking/GetPackages', { OrderNumbers: [orderNo] });
  expect(Packages.find(({ TrackingNo }: Json) => TrackingNo === labels[0]).StatusDescription).toBe(
    'The package was canceled: it was reported as shipped, but the carrier never scanned it. Its contents are not on their way; to ship them, send a new order.',
  );
  expect(await statuses()).toEqual(everywhere('CANCELED', 'SHIPPED', 'SHIPPED'));
  expect(await page()).toMatchObject({ ShippedBoxes: 2, Items: [{ Quantity: 3, Shipped: 2, Short: 1 }] });
  // Also the last one: the order stays shipped.
  await haveLeft(97, 3);
  for (const box of [2, 3]) expect((await report(box)).status).toBe(200);
  expect(await exceptions()).toEqual([]);
  expect(await page()).toMatchObject({ Status: 'SHIPPED', ShippedBoxes: 0, Items: [{ Shipped: 0, Short: 3 }] });
  expect(await read('Tracking/GetDetails', { OrderNo: orderNo })).toMatchObject([
    { Status: 'SHIPPED', TrackingNo: '', StatusDescription: expect.stringMatching(/^All packages were canceled/) },
  ]);
  const { rows } = await server.database.pool.query(
    'select type, sum(quantity)::int as units from movements where customer_no = $1 and quantity <> 100 group by type order by type',
    [winery.customerNo],
  );
  expect(rows).toEqual([
    { type: 'Inventory Adjustment', units: -3 },
    { type: 'Sales order', units: 0 },
  ]);
  // It was in the trailer after all: the carrier charges for its voided label.
  expect((await floor.packer.call('Floor/Stage', { TrackingNumber: labels[0] })).body).toMatchObject({
    State: 'CANCELED',
  });
});

describe('a box that no carrier has scanned for days, reported lost while its carrier scans it', () => {
  const neverScanned = async () => {
    const order = await inThreeBoxes();
    await order.stage(1, 2, 3);
    const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
    await floor.led('Depart', { Manifest });
    const { customerNo } = order.winery;
    const [box] = await server.environment.db.rows<{ packageId: string }>(
      `update packages p set last_activity_at = $3, activity_at = array[$3::timestamptz]
        where p.customer_no = $1 and p.tracking_no = $2 returning p.package_id as "packageId"`,
      [customerNo, order.labels[0], Temporal.Now.instant().subtract({ hours: 97 })],
    );
    const packageId = box?.packageId ?? '';
    const report = () =>
      floor.lead.call('Floor/ReportLostBox', { ...order.order, TrackingNumber: order.labels[0], ReasonCode: 'LOST' });
    return { ...order, customerNo, packageId, report };
  };

  test('is not lost when the scan was first', async () => {
    const { customerNo, packageId, report, statuses, page } = await neverScanned();
    const { db } = server.environment;
    let reporting: ReturnType<typeof report> | undefined;
    await db.write(async (tx) => {
      const at = Temporal.Now.instant();
      const scan = { leg: 0, at, code: 'IT', message: 'In transit', location: 'Memphis, TN' };
      await recordCarrierScans(tx, { customerNo, at }, [{ packageId, scan }]);
      reporting = report();
      await untilBlocked(db);
    });
    expect((await reporting)?.body).toMatchObject({ Status: 403, State: 'IN TRANSIT' });
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'SHIPPED', 'SHIPPED'));
    expect(await page()).toMatchObject({ ShippedBoxes: 3, Items: [{ Shipped: 3, Short: 0 }] });
  });

  test('stays canceled when the report was first, and its scan is an exception', async () => {
    const { customerNo, order, labels, scan, statuses, exceptions } = await neverScanned();
    const { db } = server.environment;
    const lead = { operatorId: uuidv7(), email: 'lead', role: 'lead', warehouses: [] } as const;
    let scanning: Promise<void> = Promise.resolve();
    await db.write(async (tx) => {
      const context = createOperatorContext(lead, 'Floor/ReportLostBox', uuidv7());
      const of = { order: { customerNo, orderId: order.TransactionReferenceNumber }, trackingNo: labels[0] as string };
      const report = { ...of, context, person: lead.email, mayWorkIn: () => true, isUnpacked: false };
      expect(await reportLostBox(tx, { ...report, reasonCode: 'LOST', note: '' })).toHaveProperty('ok');
      scanning = scan(1, 'retry');
      scanning.catch(() => undefined);
      await untilBlocked(db);
    });
    await scanning;
    expect(await statuses()).toEqual(everywhere('CANCELED', 'SHIPPED', 'SHIPPED'));
    // Its carrier sends the event again.
    await scan(1, 'ignored');
    expect([await statuses(), await exceptions()]).toEqual([everywhere('CANCELED', 'SHIPPED', 'SHIPPED'), [1]]);
    const { Records } = (await floor.lead.call('Exceptions/List', { Customers: [customerNo] })).body;
    expect(Records).toMatchObject([{ Text: expect.stringContaining('has shipped without this package') }]);
  });
});

test('a JIT order that its station has not opened yet has its boxes when the carrier takes one', async () => {
  const { db } = server.environment;
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.waiting({
    OrderInfo: { OrderType: 'JIT' },
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 24 }],
  });
  const { body: label } = await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo });
  const { Boxes } = await floor.pack('OpenPacking', { Scan: label.JITLabelID });
  expect(Boxes).toHaveLength(2);
  // As after the transaction that scans its label, and before the one that opens it.
  await db.rows(
    `update floor_work set state = 'labeling', boxes = '[]', tracking_nos = '{}' where customer_no = $1 and order_id = $2`,
    [winery.customerNo, reference],
  );
  const details = [{ status: 'in_transit', datetime: Temporal.Now.instant().toString() }];
  expect(await pushEvent(labelDeps(db, carrier.url), carrier, details)).toBe('applied');
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
  const scanned = carrier.shipments.at(-1)?.trackingNo;
  const missing = (await floor.pack('CloseOfDay', { Warehouse: worked })).Carriers.flatMap(
    ({ Missing }: Json) => Missing,
  );
  const left = Boxes.map((box: Json) => box.TrackingNumber).find((each: string) => each !== scanned);
  expect(missing.filter((box: Json) => box.OrderNo === orderNo)).toMatchObject([{ TrackingNumber: left }]);
  // Its stock was never in the ledger.
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  await floor.led('ReportLostBox', { ...order, TrackingNumber: left, ReasonCode: 'LOST' });
  expect((await floor.lead.call('Orders/Get', order)).body).toMatchObject({ ShippedBoxes: 1, Status: 'SHIPPED' });
  expect(await db.rows('select from movements where subject = $1', [reference])).toEqual([]);
});

describe('a box that is lost for good', () => {
  const lost = async () => {
    const order = await inThreeBoxes();
    await order.stage(1, 2);
    await order.scan(1);
    const report = (parts: object = {}) =>
      floor.lead.call('Floor/ReportLostBox', {
        ...{ ...order.order, TrackingNumber: order.labels[2], ReasonCode: 'LOST', ...parts },
      });
    return { ...order, report };
  };

  test('leaves the lists, the stock by its reason, and the order, which has shipped without it', async () => {
    const { winery, report, labels, page, statuses, missing, exceptions, read, scan, order } = await lost();
    const onHand = async () =>
      (await read('Inventory/GetStatus', { ItemNumbers: ['WINE-1'], Warehouse: worked })).WarehouseInventoryStatuses;
    const stock = await onHand();
    const { status, body } = await report({ Note: 'Not on the dock.' });
    expect([status, body]).toMatchObject([200, { PackageNo: 3, Lost: [{ ItemNo: 'WINE-1', Quantity: 1 }] }]);
    expect([await missing(), await exceptions()]).toEqual([[], []]);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'CANCELED'));
    expect(await onHand()).toEqual(stock);
    const { rows } = await server.database.pool.query(
      'select type, reference, quantity::int, subject = $2 as "isOfOrder" from movements where customer_no = $1 and quantity <> 100 order by seq',
      [winery.customerNo, order.TransactionReferenceNumber],
    );
    expect(rows).toMatchObject([
      { type: 'Sales order', quantity: -3, isOfOrder: true },
      { type: 'Sales order', quantity: 1, isOfOrder: true },
      { type: 'Inventory Adjustment', reference: 'LOST', quantity: -1, isOfOrder: false },
    ]);
    const shown = await page();
    expect(shown).toMatchObject({
      ...{ Status: 'SHIPPED', ShippedBoxes: 2, ShippedBottles: 2 },
      Items: [{ Quantity: 3, Shipped: 1, Short: 1 }],
    });
    expect(shown.Timeline.at(-1).Text).toBe(
      `Package 3 (${labels[2]}) was reported lost with 1 unit: LOST. Not on the dock.`,
    );
    const changes = await floor.lead.call('Inventory/ListChanges', { Customers: [winery.customerNo] });
    expect(changes.body.Records[0]).toMatchObject({ ReasonCode: 'LOST', Note: 'Not on the dock.' });
    const updated = (await read('Event/GetEvents', { Kinds: ['tracking.updated'] })).Events.at(-1);
    expect(updated.data).toMatchObject({ TrackingNo: labels[2], Status: 'CANCELED' });
    expect((await report()).body).toMatchObject({ Status: 403, State: 'CANCELED' });
    // The others leave as before. It was in the trailer after all: the carrier charges for its voided label.
    await scan(2);
    await scan(3, 'ignored');
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'IN TRANSIT', 'CANCELED'));
    expect((await floor.lead.call('Exceptions/List', { Customers: [winery.customerNo] })).body.Records).toMatchObject([
      { Kind: 'Package', TrackingNumber: labels[2], Text: expect.stringContaining('voided') },
    ]);
  });
});

describe('a box that stayed and came in with a return', () => {
  /** The order came back, with the box in it or without it, and these bottles were found. */
  const returned = async (found: number, left = [1, 2]) => {
    const order = await inThreeBoxes();
    await order.stage(1, 2);
    for (const box of left) await order.scan(box);
    const does = async (operation: string, body: object) =>
      mustSucceed(await floor.lead.call(`Returns/${operation}`, body));
    const announced = await does('Announce', { ...order.order, Warehouse: worked });
    const { TransactionReferenceNumber, RMANumber } = announced;
    const key = { CustomerNo: order.winery.customerNo, TransactionReferenceNumber };
    await does('Receive', { ...key, Warehouse: worked });
    for (let nth = 0; nth < found; nth += 1) await does('Scan', bottle(key, 'WINE-1'));
    await does('Inspected', { ...key, Confirm: true });
    const dispose = async () => {
      const decision = { ...key, ScanId: uuidv7(), DispositionCode: 'Return to Inventory' };
      expect(await does('Dispose', decision)).toMatchObject({ Status: 'CLOSED' });
    };
    const report = { ...order.order, TrackingNumber: order.labels[2], ReasonCode: 'LOST' };
    return { ...order, RMANumber, dispose, report };
  };

  test('is canceled and refunded when the inspection has its bottles, which are in stock once', async () => {
    const { winery, order, labels, RMANumber, dispose, report, ...at } = await returned(3);
    expect([await at.missing(), await at.exceptions()]).toEqual([[], []]);
    expect(await at.statuses()).toEqual(everywhere('IN TRANSIT', 'IN TRANSIT', 'CANCELED'));
    await dispose();
    const { rows } = await server.database.pool.query(
      'select type, quantity::int from movements where customer_no = $1 and quantity <> 100 order by seq',
      [winery.customerNo],
    );
    expect(rows).toEqual([
      { type: 'Sales order', quantity: -3 },
      { type: 'Return Order', quantity: 3 },
    ]);
    const { rows: labeled } = await server.database.pool.query(
      'select state from label_intents where customer_no = $1 and tracking_no = $2',
      [winery.customerNo, labels[2]],
    );
    expect(labeled).toEqual([{ state: expect.stringMatching('^void') }]);
    const shown = await at.page();
    expect(shown).toMatchObject({ Status: 'SHIPPED', ShippedBoxes: 2, Items: [{ Quantity: 3, Shipped: 2, Short: 0 }] });
    expect(shown.Timeline.map(({ Text }: Json) => Text)).toContain(
      `Canceled package 3 (${labels[2]}): it did not leave, and its bottles are in ${RMANumber}.`,
    );
    const updated = (await at.read('Event/GetEvents', { Kinds: ['tracking.updated'] })).Events.at(-1);
    expect(updated.data).toMatchObject({ TrackingNo: labels[2], Status: 'CANCELED' });
    const lost = await floor.lead.call('Floor/ReportLostBox', report);
    expect(lost.body).toMatchObject({ Status: 403, State: 'CANCELED' });
    const { status, body } = await floor.packer.call('Floor/Stage', { TrackingNumber: labels[2] });
    expect([status, body.Reason]).toEqual([403, expect.stringContaining('that no return has')]);
  });

  test('stays on the lists while its bottles may be those of the others', async () => {
    const { dispose, statuses, missing, exceptions, report } = await returned(2);
    await dispose();
    expect([await missing(), await exceptions()]).toEqual([[3], [3]]);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'IN TRANSIT', 'READY TO SHIP'));
    expect(await floor.led('ReportLostBox', report)).toMatchObject({ Lost: [{ ItemNo: 'WINE-1', Quantity: 1 }] });
  });

  test('is canceled without a loss when the lead knows that the bottles are its own', async () => {
    const { dispose, statuses, exceptions, page, report } = await returned(2);
    await dispose();
    expect(await floor.led('ReportLostBox', { ...report, WasUnpacked: true })).toMatchObject({ Lost: [] });
    expect(await exceptions()).toEqual([]);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'IN TRANSIT', 'CANCELED'));
    expect((await page()).Items).toMatchObject([{ Quantity: 3, Shipped: 2, Short: 0 }]);
  });

  test('is canceled without a loss when a lead reports it lost, and the other box cannot have its bottles any more', async () => {
    const { dispose, statuses, labels, report, winery, exceptions } = await returned(2, [1]);
    await dispose();
    await floor.led('ReportLostBox', report);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'CANCELED'));
    expect(await floor.led('ReportLostBox', { ...report, TrackingNumber: labels[1] })).toMatchObject({ Lost: [] });
    expect(await lastAudit(server, 'Floor/ReportLostBox')).toMatchObject({
      action: 'package.canceled',
      after: { package: 2, trackingNo: labels[1], because: 'in a return' },
    });
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'CANCELED', 'CANCELED'));
    expect(await exceptions()).toEqual([]);
    const { rows } = await server.database.pool.query(
      'select sum(quantity)::int as change from movements where customer_no = $1 and quantity <> 100',
      [winery.customerNo],
    );
    expect(rows).toEqual([{ change: -1 }]);
  });
});
