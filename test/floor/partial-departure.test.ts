/**
 * An order of several boxes of which its carrier took some: what every reader says of each box. The order is shipped, and its stock
 * posted, by the first scan (decision 42); each box leaves by its own scan, or with its manifest.
 */
import { describe, expect, test } from 'vitest';
import { type DepartureStep, departureStepWriter } from '../../src/floor/departure.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { createOperatorContext } from '../../src/platform/http/operator-operation.ts';
import { lockSalesOrders } from '../../src/sales-orders/index.ts';
import { pushEvent } from '../carriers/carrier-events.ts';
import { useFloorWithCarrier } from '../carriers/floor-with-carrier.ts';
import { labelDeps } from '../carriers/production.ts';
import { type CutTransactions, installCut } from '../support/cut-transactions.ts';
import { mustSucceed, worked } from '../support/floor.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { signedIn } from '../support/operator.ts';
import { everywhere, inThreeBoxes } from '../support/three-boxes.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into what comes back
type Json = any;

const production = useFloorWithCarrier();
let cuts: CutTransactions | undefined;

const shippedOf = (timeline: Json[]) =>
  timeline.filter(({ Text }) => Text.startsWith('Shipped package')).map(({ Text }) => /package (\d)/.exec(Text)?.[1]);

type OfWinery = Awaited<ReturnType<typeof inThreeBoxes>>['winery'];

/** Makes a manifest that has departed, and what it was packed from, two days older; its day at the warehouse. */
async function departTwoDaysAgo({ customerNo }: OfWinery, manifestId: string): Promise<string | undefined> {
  const { db } = production.server.environment;
  await db.rows(`update packages set packed_at = now() - interval '3 days' where customer_no = $1`, [customerNo]);
  const [manifest] = await db.rows<{ at: string; day: string }>(
    `select e.at::text, (e.at at time zone w.time_zone)::date::text as day
       from floor_manifests m join warehouses w on w.code = m.warehouse
      cross join lateral (select m.departed_at - interval '2 days' as at) e where m.manifest_id = $1`,
    [manifestId],
  );
  await db.rows('update floor_manifests set departed_at = $2 where manifest_id = $1', [manifestId, manifest?.at]);
  return manifest?.day;
}

/** The ship dates of the packages of a winery that left without a scan of their carrier. */
const shippedPackagesOf = async ({ customerNo }: OfWinery) =>
  await production.server.environment.db.rows(
    `select ship_date::text as day, status from packages where customer_no = $1 and status = 'SHIPPED'`,
    [customerNo],
  );

describe('a carrier scan', () => {
  test('says of no other box that it left', async () => {
    const { winery, reference, labels, scan, stage, statuses, page, read, events, missing, exceptions } =
      await inThreeBoxes(production);
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
    const departedAt = async () =>
      await production.server.environment.db.rows(
        'select changed_at::text from floor_work where customer_no = $1 and order_id = $2',
        [winery.customerNo, reference],
      );
    const left = await departedAt();
    // Each of the others leaves by its own scan. The order keeps the time of its departure.
    await stage(3);
    expect([await missing(), await exceptions(), await departedAt()]).toEqual([[], [], left]);
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
  const { labels, scan, stage, missing } = await inThreeBoxes(production);
  await stage(1, 2);
  await scan(1);
  await scan(3, 'applied', 'return_to_sender');
  const { status, body } = await production.floor.packer.call('Floor/Stage', { TrackingNumber: labels[2] });
  expect([status, body.Reason]).toEqual([403, expect.stringContaining('Take it to the returns station')]);
  expect(await missing()).toEqual([]);
});

test('the lists have the whole order on the day of its first scan, as the ledger does', async () => {
  const { winery, order, scan, stage, page } = await inThreeBoxes(production);
  await stage(1, 2, 3);
  await scan(1);
  const whole = { Status: 'SHIPPED', ShippedBoxes: 3, ShippedBottles: 3, AdultSignatures: 3 };
  const listed = async () => {
    await catchUpOrderIndex(production.server.environment.db);
    return (await production.floor.lead.call('Orders/List', { Customers: [winery.customerNo], View: 'all' })).body
      .Records[0];
  };
  expect(await page()).toMatchObject(whole);
  // The first box left the day before.
  await production.server.database.pool.query(
    "update packages set ship_date = '2020-02-29' where customer_no = $1 and order_id = $2 and ship_date is not null",
    [order.CustomerNo, order.TransactionReferenceNumber],
  );
  await scan(2);
  expect(await listed()).toMatchObject({ ...whole, ShipDate: '02/29/2020' });
});

test('a box that stayed behind does not leave for a state that was closed since', async () => {
  const { winery, orderNo, labels, scan, stage, missing } = await inThreeBoxes(production);
  await stage(1, 2);
  await scan(1);
  const admin = await signedIn(production.server, 'admin');
  const rule = { CustomerNo: winery.customerNo, State: 'CO' };
  expect((await admin.call('Rules/SetLicense', { ...rule, Open: false })).status).toBe(200);
  const { status, body } = await production.floor.packer.call('Floor/Stage', { TrackingNumber: labels[2] });
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
  const { winery, page, labels, scan, statuses } = await inThreeBoxes(production);
  const admin = await signedIn(production.server, 'admin');
  const rule = { CustomerNo: winery.customerNo, State: 'CO' };
  await admin.call('Rules/SetLicense', { ...rule, Open: false });
  await scan(1);
  await scan(1, 'applied', 'out_for_delivery');
  expect(await statuses()).toMatchObject({ OrderPage: ['IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP'] });
  const wrong = async () =>
    (await production.floor.lead.call('Exceptions/List', { Customers: [winery.customerNo] })).body.Records.filter(
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
  const { winery, reference, scan } = await inThreeBoxes(production);
  const { customerNo } = winery;
  const admin = await signedIn(production.server, 'admin');
  const rule = { CustomerNo: customerNo, State: 'CO' };
  await admin.call('Rules/SetLicense', { ...rule, Open: false });
  const { db } = production.server.environment;
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
  const { order, labels, scan, stage, exceptions } = await inThreeBoxes(production);
  await stage(1, 2);
  await scan(1);
  const haveStayed = async (hours: number) => {
    const since = Temporal.Now.instant().subtract({ hours }).toString();
    const { rows } = await production.server.database.pool.query(
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
  const { body } = await production.floor.lead.call('Exceptions/List', { Customers: [order.CustomerNo] });
  const row = body.Records.find(({ TrackingNumber }: Json) => TrackingNumber === labels[1]);
  expect(row).toMatchObject({ Kind: 'Package', Text: expect.stringContaining('not this one') });
  await scan(2);
  expect(await exceptions()).toEqual([3]);
});

describe('the departure of a manifest', () => {
  const onManifest = async () => {
    const order = await inThreeBoxes(production);
    await order.stage(1, 2, 3);
    const { Manifest } = await production.floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
    await order.scan(1);
    expect(await order.statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP'));
    return { ...order, Manifest };
  };

  test('ships what the carrier has not scanned, but no box that it did not take', async () => {
    const { winery, orderNo, labels, Manifest, scan, stage, statuses, page, missing, exceptions } = await onManifest();
    const taken = await production.floor.lead.call('Floor/Depart', { Manifest, Missing: [labels[0]] });
    expect([taken.status, taken.body.Errors[0].Message]).toEqual([400, expect.stringContaining('has left already')]);
    const departed = await production.floor.led('Depart', { Manifest, Missing: [labels[2]] });
    expect(departed).toMatchObject({
      Manifest: { Orders: 1, Boxes: 2, Packages: [{ TrackingNumber: labels[0] }, { TrackingNumber: labels[1] }] },
      StayedBehind: [{ Order: { OrderNo: orderNo }, Message: expect.stringContaining('missing'), Retry: false }],
    });
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'SHIPPED', 'READY TO SHIP'));
    expect(shippedOf((await page()).Timeline).toSorted()).toEqual(['1', '2']);
    expect([await missing(), await exceptions()]).toEqual([[3], [3]]);
    // Repeated, it changes nothing, also after the box was found.
    expect(await production.floor.led('Depart', { Manifest, Missing: [labels[2]] })).toEqual(departed);
    await stage(3);
    expect(await production.floor.led('Depart', { Manifest })).toMatchObject({
      Manifest: { Boxes: 2 },
      StayedBehind: [],
    });
    expect([await missing(), await exceptions()]).toEqual([[], []]);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'SHIPPED', 'READY TO SHIP'));
    await scan(3);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'SHIPPED', 'IN TRANSIT'));
    const { rows } = await production.server.database.pool.query(
      "select sum(quantity)::int as left from movements where type = 'Sales order' and customer_no = $1",
      [winery.customerNo],
    );
    expect(rows).toEqual([{ left: -3 }]);
  });

  test('has no box that was reported lost before, in its list, its sums and on paper', async () => {
    const { order, labels, Manifest } = await onManifest();
    await production.floor.led('ReportLostBox', { ...order, TrackingNumber: labels[2], ReasonCode: 'LOST' });
    const left = [{ TrackingNumber: labels[0] }, { TrackingNumber: labels[1] }];
    expect(await production.floor.led('Depart', { Manifest })).toMatchObject({
      Manifest: { Orders: 1, Boxes: 2, WeightLb: 14.8, Packages: left },
      StayedBehind: [],
    });
  });

  test('ships each order at the time of its own departure, also in one batch', async () => {
    const earlier = await inThreeBoxes(production);
    const orders = [earlier, await inThreeBoxes(production, earlier.winery)];
    for (const { stage } of orders) await stage(1, 2, 3);
    const { Manifest: manifestId } = await production.floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
    for (const { scan } of orders) await scan(1);
    const context = createOperatorContext(
      { operatorId: uuidv7(), email: 'lead', role: 'lead', warehouses: [] },
      'Floor/Depart',
      uuidv7(),
    );
    await production.server.environment.db.rows(`update packages set packed_at = '2020-02-28' where customer_no = $1`, [
      earlier.winery.customerNo,
    ]);
    const leftAt = Temporal.Instant.from('2020-02-29T20:00:00Z');
    const steps = orders.map(({ reference: orderId, winery: { customerNo } }, index): DepartureStep => {
      const action = { kind: 'depart', manifestId, missing: [], ...(index === 0 && { leftAt }) } as const;
      return { order: { customerNo, orderId }, context, person: 'lead', action };
    });
    await production.server.environment.db.write((tx) => departureStepWriter.write(tx, steps));
    const days = await Promise.all(orders.map(async ({ page }) => (await page()).Packages[1].ShipDate));
    expect([days[0], days[1] === days[0]]).toEqual(['02/29/2020', false]);
  });

  test('takes no order that was staged while it left', async () => {
    const { winery, Manifest: manifestId } = await onManifest();
    await production.floor.led('Depart', { Manifest: manifestId });
    const { orderNo, reference: orderId, stage } = await inThreeBoxes(production, winery);
    await stage(1, 2, 3);
    const operator = { operatorId: uuidv7(), email: 'lead', role: 'lead', warehouses: [] } as const;
    const context = createOperatorContext(operator, 'Floor/Manifest', uuidv7());
    const order = { customerNo: winery.customerNo, orderId };
    const action = { kind: 'manifest', manifestId } as const;
    const step: DepartureStep = { order, context, person: 'lead', action };
    const { db } = production.server.environment;
    expect(await db.write((tx) => departureStepWriter.write(tx, [step]))).toMatchObject([
      { refused: { code: 'StateForbids', reason: expect.stringContaining(`${orderNo} is too late`) } },
    ]);
    const next = await production.floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
    expect(next).toMatchObject({ Orders: 1, Boxes: 3 });
    await production.floor.led('Depart', { Manifest: next.Manifest });
  });

  test('ships no box for a state that was closed since', async () => {
    const { winery, orderNo, labels, Manifest, statuses, stage, missing, scan } = await onManifest();
    const admin = await signedIn(production.server, 'admin');
    const rule = { CustomerNo: winery.customerNo, State: 'CO' };
    expect((await admin.call('Rules/SetLicense', { ...rule, Open: false })).status).toBe(200);
    const departed = await production.floor.led('Depart', { Manifest });
    expect(departed).toMatchObject({
      Manifest: { Orders: 1, Boxes: 1, Packages: [{ TrackingNumber: labels[0] }] },
      StayedBehind: [{ Order: { OrderNo: orderNo }, Message: expect.stringMatching(/^Colorado is closed/) }],
    });
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP'));
    expect(await missing()).toEqual([2, 3]);
    await admin.call('Rules/SetLicense', { ...rule, Open: true });
    // Repeated, it lets none of them go: they are staged again.
    await production.floor.led('Depart', { Manifest });
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP'));
    await stage(2, 3);
    expect(await missing()).toEqual([]);
    await scan(2);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'IN TRANSIT', 'READY TO SHIP'));
  });

  test('leaves boxes here whose departure cannot be written, and the next call lets them go', async () => {
    const { winery, orderNo, labels, Manifest, statuses } = await onManifest();
    cuts ??= await installCut(production.server.database);
    await cuts.after(1);
    const { status, body } = await production.floor.lead.call('Floor/Depart', { Manifest });
    await cuts.lift();
    expect([status, body.StayedBehind]).toMatchObject([
      200,
      [{ Order: { OrderNo: orderNo }, Message: expect.stringContaining('Try again.'), Retry: true }],
    ]);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP'));
    const day = await departTwoDaysAgo(winery, Manifest);
    expect(await production.floor.led('Depart', { Manifest })).toMatchObject({ StayedBehind: [] });
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'SHIPPED', 'SHIPPED'));
    const shipped = await shippedPackagesOf(winery);
    expect(shipped).toEqual(labels.slice(1).map(() => ({ day, status: 'SHIPPED' })));
  });

  /** The next orders of the carrier go on a manifest of their own. */
  const nextManifest = async () => {
    const next = await inThreeBoxes(production);
    await next.stage(1, 2, 3);
    const { Manifest } = await production.floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
    expect(await next.statuses()).toEqual(everywhere('READY TO SHIP', 'READY TO SHIP', 'READY TO SHIP'));
    await production.floor.led('Depart', { Manifest });
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
    await production.server.environment.db.rows(
      'update floor_work set changed_at = $3 where customer_no = $1 and order_id = $2',
      [...[order.CustomerNo, order.TransactionReferenceNumber], scannedAt],
    );
    const next = await inThreeBoxes(production);
    await next.stage(1, 2, 3);
    cuts ??= await installCut(production.server.database);
    await cuts.after(transactions);
    const request = { Warehouse: worked, Carrier: 'FEX' };
    expect((await production.floor.lead.call('Floor/Manifest', request)).status).toBeGreaterThanOrEqual(500);
    await cuts.lift();
    const { Manifest } = await production.floor.led('Manifest', request);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'SHIPPED', 'SHIPPED'));
    expect(await next.statuses()).toEqual(everywhere('READY TO SHIP', 'READY TO SHIP', 'READY TO SHIP'));
    await production.floor.led('Depart', { Manifest });
    const { Records } = await production.floor.led('Manifests', { Warehouses: [worked] });
    expect(Records.find((record: Json) => record.Manifest === scanned)).toMatchObject({ DepartedAt: `${scannedAt}` });
  });

  test('ships no box for a closed state when the next manifest records it either', async () => {
    const { winery, statuses, missing } = await onManifest();
    const admin = await signedIn(production.server, 'admin');
    await admin.call('Rules/SetLicense', { CustomerNo: winery.customerNo, State: 'CO', Open: false });
    await nextManifest();
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP'));
    expect(await missing()).toEqual([2, 3]);
  });

  test('ships no box for a state that was closed, and is open again when the next call completes an interrupted departure', async () => {
    const { winery, order, labels, Manifest, statuses, missing } = await onManifest();
    const admin = await signedIn(production.server, 'admin');
    const rule = { CustomerNo: winery.customerNo, State: 'CO' };
    await admin.call('Rules/SetLicense', { ...rule, Open: false });
    const next = await inThreeBoxes(production);
    await next.stage(1, 2, 3);
    cuts ??= await installCut(production.server.database);
    await cuts.after(1);
    const request = { Warehouse: worked, Carrier: 'FEX' };
    expect((await production.floor.lead.call('Floor/Manifest', request)).status).toBeGreaterThanOrEqual(500);
    await cuts.lift();
    expect(await missing()).toEqual([2, 3]);
    await admin.call('Rules/SetLicense', { ...rule, Open: true });
    await production.floor.led('Depart', { Manifest: (await production.floor.led('Manifest', request)).Manifest });
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'READY TO SHIP'));
    expect(await missing()).toEqual([2, 3]);
    const departed = await production.floor.led('Depart', { Manifest });
    expect(departed).toMatchObject({
      Manifest: { Orders: 1, Boxes: 1, Packages: [{ TrackingNumber: labels[0], CustomerNo: order.CustomerNo }] },
    });
  });
});

test('an order whose departure could not be written has the ship date of its manifest when a person tries again on another day', async () => {
  const { winery, stage, labels } = await inThreeBoxes(production);
  await stage(1, 2, 3);
  const { Manifest } = await production.floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  cuts ??= await installCut(production.server.database);
  await cuts.after(1);
  const { StayedBehind } = await production.floor.led('Depart', { Manifest });
  await cuts.lift();
  expect(StayedBehind).toMatchObject([{ Retry: true }]);
  const day = await departTwoDaysAgo(winery, Manifest);
  expect(await production.floor.led('Depart', { Manifest })).toMatchObject({ StayedBehind: [] });
  expect(await shippedPackagesOf(winery)).toEqual(labels.map(() => ({ day, status: 'SHIPPED' })));
});

test('a JIT order that its station has not opened yet has its boxes when the carrier takes one', async () => {
  const { db } = production.server.environment;
  const winery = await production.floor.winery();
  const { orderNo, reference } = await winery.waiting({
    OrderInfo: { OrderType: 'JIT' },
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 24 }],
  });
  const label = mustSucceed(await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo }));
  const { Boxes } = await production.floor.pack('OpenPacking', { Scan: label.JITLabelID });
  expect(Boxes).toHaveLength(2);
  // As after the transaction that scans its label, and before the one that opens it.
  await db.rows(
    `update floor_work set state = 'labeling', boxes = '[]', tracking_nos = '{}' where customer_no = $1 and order_id = $2`,
    [winery.customerNo, reference],
  );
  const details = [{ status: 'in_transit', datetime: Temporal.Now.instant().toString() }];
  expect(await pushEvent(labelDeps(db, production.carrier.url), production.carrier, details)).toBe('applied');
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
  const scanned = production.carrier.shipments.at(-1)?.trackingNo;
  const missing = (await production.floor.pack('CloseOfDay', { Warehouse: worked })).Carriers.flatMap(
    ({ Missing }: Json) => Missing,
  );
  const left = Boxes.map((box: Json) => box.TrackingNumber).find((each: string) => each !== scanned);
  expect(missing.filter((box: Json) => box.OrderNo === orderNo)).toMatchObject([{ TrackingNumber: left }]);
  // Its stock was never in the ledger.
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  await production.floor.led('ReportLostBox', { ...order, TrackingNumber: left, ReasonCode: 'LOST' });
  expect((await production.floor.lead.call('Orders/Get', order)).body).toMatchObject({
    ShippedBoxes: 1,
    Status: 'SHIPPED',
  });
  expect(await db.rows('select from movements where subject = $1', [reference])).toEqual([]);
});
