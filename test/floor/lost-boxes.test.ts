/**
 * Boxes of an order of several that are lost: reported by a lead, never scanned by the carrier that took them, or found by the inspection
 * of a return (decision 42).
 */
import { describe, expect, test } from 'vitest';
import { reportLostBox } from '../../src/floor/report-lost-box.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { createOperatorContext } from '../../src/platform/http/operator-operation.ts';
import { refreshTrackingOfQuietPackages } from '../../src/shipping-labels/index.ts';
import { recordCarrierScans } from '../../src/warehouse/index.ts';
import { useFloorWithCarrier } from '../carriers/floor-with-carrier.ts';
import { labelDeps, process as processOrders } from '../carriers/production.ts';
import { json } from '../carriers/recorded-server.ts';
import { lastAudit } from '../support/audit.ts';
import { mustSucceed, worked } from '../support/floor.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { bottle } from '../support/return-station.ts';
import { everywhere, inThreeBoxes } from '../support/three-boxes.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into what comes back
type Json = any;

const production = useFloorWithCarrier();

test('a box that departed, and that its carrier never scans, is an exception after four days, until it is reported lost', async () => {
  const { winery, orderNo, order, labels, stage, read, statuses, exceptions, page } = await inThreeBoxes(production);
  await stage(1, 2, 3);
  const { Manifest } = await production.floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await production.floor.led('Depart', { Manifest });
  const report = (box: number) =>
    production.floor.lead.call('Floor/ReportLostBox', {
      ...order,
      TrackingNumber: labels[box - 1],
      ReasonCode: 'LOST',
    });
  const haveLeft = async (hours: number, ...boxes: number[]) => {
    const { rows } = await production.server.database.pool.query(
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
    'The package was canceled because the carrier had not scanned it for days after it was reported as shipped. Its contents are not expected to arrive; to ship them, send a new order.',
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
  const { rows } = await production.server.database.pool.query(
    'select type, sum(quantity)::int as units from movements where customer_no = $1 and quantity <> 100 group by type order by type',
    [winery.customerNo],
  );
  expect(rows).toEqual([
    { type: 'Inventory Adjustment', units: -3 },
    { type: 'Sales order', units: 0 },
  ]);
  // It was in the trailer after all: the carrier charges for its voided label.
  expect((await production.floor.packer.call('Floor/Stage', { TrackingNumber: labels[0] })).body).toMatchObject({
    State: 'CANCELED',
  });
});

describe('a box that no carrier has scanned for days, reported lost while its carrier scans it', () => {
  const neverScanned = async () => {
    const order = await inThreeBoxes(production);
    await order.stage(1, 2, 3);
    const { Manifest } = await production.floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
    await production.floor.led('Depart', { Manifest });
    const { customerNo } = order.winery;
    const [box] = await production.server.environment.db.rows<{ packageId: string }>(
      `update packages p set last_activity_at = $3, activity_at = array[$3::timestamptz]
        where p.customer_no = $1 and p.tracking_no = $2 returning p.package_id as "packageId"`,
      [customerNo, order.labels[0], Temporal.Now.instant().subtract({ hours: 97 })],
    );
    const packageId = box?.packageId ?? '';
    const report = () =>
      production.floor.lead.call('Floor/ReportLostBox', {
        ...order.order,
        TrackingNumber: order.labels[0],
        ReasonCode: 'LOST',
      });
    return { ...order, customerNo, packageId, report };
  };

  test('is not lost when the scan was first', async () => {
    const { customerNo, packageId, report, statuses, page } = await neverScanned();
    const { db } = production.server.environment;
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
    const { customerNo, order, orderNo, labels, scan, read, statuses, exceptions } = await neverScanned();
    const { db } = production.server.environment;
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
    const { Records } = (await production.floor.lead.call('Exceptions/List', { Customers: [customerNo] })).body;
    expect(Records).toMatchObject([{ Text: expect.stringContaining('has shipped without this package') }]);
    const { Packages } = await read('Tracking/GetPackages', { OrderNumbers: [orderNo] });
    const { StatusDescription } = Packages.find(({ TrackingNo }: Json) => TrackingNo === labels[0]);
    expect(StatusDescription).not.toMatch(/never scanned|not on their way/);
  });
});

describe('a box that is lost for good', () => {
  const lost = async () => {
    const order = await inThreeBoxes(production);
    await order.stage(1, 2);
    await order.scan(1);
    const report = (parts: object = {}) =>
      production.floor.lead.call('Floor/ReportLostBox', {
        ...order.order,
        TrackingNumber: order.labels[2],
        ReasonCode: 'LOST',
        ...parts,
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
    const { rows } = await production.server.database.pool.query(
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
      Status: 'SHIPPED',
      ShippedBoxes: 2,
      ShippedBottles: 2,
      Items: [{ Quantity: 3, Shipped: 1, Short: 1 }],
    });
    expect(shown.Timeline.at(-1).Text).toBe(
      `Package 3 (${labels[2]}) was reported lost with 1 unit: LOST. Not on the dock.`,
    );
    const changes = await production.floor.lead.call('Inventory/ListChanges', { Customers: [winery.customerNo] });
    expect(changes.body.Records[0]).toMatchObject({ ReasonCode: 'LOST', Note: 'Not on the dock.' });
    const updated = (await read('Event/GetEvents', { Kinds: ['tracking.updated'] })).Events.at(-1);
    expect(updated.data).toMatchObject({ TrackingNo: labels[2], Status: 'CANCELED' });
    expect((await report()).body).toMatchObject({ Status: 403, State: 'CANCELED' });
    // The others leave as before. It was in the trailer after all: the carrier charges for its voided label.
    await scan(2);
    await scan(3, 'ignored');
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'IN TRANSIT', 'CANCELED'));
    expect(
      (await production.floor.lead.call('Exceptions/List', { Customers: [winery.customerNo] })).body.Records,
    ).toMatchObject([{ Kind: 'Package', TrackingNumber: labels[2], Text: expect.stringContaining('voided') }]);
  });
});

test('a box that was reported lost is looked up at its carrier once a day, and is an exception when that has it', async () => {
  const { winery, order, labels, stage, scan, exceptions } = await inThreeBoxes(production);
  const { db } = production.server.environment;
  await stage(1, 2);
  await scan(1);
  // The other boxes are not due.
  await db.rows('update label_intents set look_up_at = null where tracking_no <> $1', [labels[2]]);
  await production.floor.led('ReportLostBox', { ...order, TrackingNumber: labels[2], ReasonCode: 'LOST' });
  let details: object[] = [];
  production.carrier.interrupt = (request, usual) => {
    const reply = usual();
    if (request.method !== 'GET' || typeof reply === 'string') return reply;
    const shipment = JSON.parse(String(reply.body));
    const tracker = { object: 'Tracker', tracking_code: shipment.tracking_code, tracking_details: details };
    return json(200, { ...shipment, tracker });
  };
  const setBack = async (table: string, column: string, hours: number) => {
    const key = [winery.customerNo, labels[2]];
    const [row] = await db.rows<{ at: string }>(
      `select (${column} - make_interval(hours => $3))::text as at from ${table} where customer_no = $1 and tracking_no = $2`,
      [...key, hours],
    );
    await db.rows(`update ${table} set ${column} = $3 where customer_no = $1 and tracking_no = $2`, [...key, row?.at]);
  };
  const lookUp = async (hours: number) => {
    await setBack('label_intents', 'look_up_at', hours);
    await setBack('packages', 'last_activity_at', hours);
    const before = production.carrier.asked.length;
    await refreshTrackingOfQuietPackages(production.server.environment);
    return production.carrier.asked.length - before;
  };
  expect(await lookUp(24)).toBe(0);
  expect([await lookUp(72), await exceptions()]).toEqual([1, []]);
  await processOrders(labelDeps(db, production.carrier.url), winery.customerNo);
  details = [{ status: 'in_transit', datetime: Temporal.Now.instant().toString() }];
  expect([await lookUp(24), await exceptions()]).toEqual([1, [3]]);
  // It is known now.
  expect(await lookUp(24 * 7)).toBe(0);
});

describe('a box that stayed and came in with a return', () => {
  /** The order came back, with the box in it or without it, and these bottles were found. */
  const returned = async (found: number, left = [1, 2]) => {
    const order = await inThreeBoxes(production);
    await order.stage(1, 2);
    for (const box of left) await order.scan(box);
    const does = async (operation: string, body: object) =>
      mustSucceed(await production.floor.lead.call(`Returns/${operation}`, body));
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
    const { rows } = await production.server.database.pool.query(
      'select type, quantity::int from movements where customer_no = $1 and quantity <> 100 order by seq',
      [winery.customerNo],
    );
    expect(rows).toEqual([
      { type: 'Sales order', quantity: -3 },
      { type: 'Return Order', quantity: 3 },
    ]);
    const { rows: labeled } = await production.server.database.pool.query(
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
    const lost = await production.floor.lead.call('Floor/ReportLostBox', report);
    expect(lost.body).toMatchObject({ Status: 403, State: 'CANCELED' });
    const { status, body } = await production.floor.packer.call('Floor/Stage', { TrackingNumber: labels[2] });
    expect([status, body.Reason]).toEqual([403, expect.stringContaining('that no return has')]);
  });

  test('stays on the lists while its bottles may be those of the others', async () => {
    const { dispose, statuses, missing, exceptions, report } = await returned(2);
    await dispose();
    expect([await missing(), await exceptions()]).toEqual([[3], [3]]);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'IN TRANSIT', 'READY TO SHIP'));
    expect(await production.floor.led('ReportLostBox', report)).toMatchObject({
      Lost: [{ ItemNo: 'WINE-1', Quantity: 1 }],
    });
  });

  test('is canceled without a loss when the lead knows that the bottles are its own', async () => {
    const { dispose, statuses, exceptions, page, report } = await returned(2);
    await dispose();
    expect(await production.floor.led('ReportLostBox', { ...report, WasUnpacked: true })).toMatchObject({ Lost: [] });
    expect(await exceptions()).toEqual([]);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'IN TRANSIT', 'CANCELED'));
    expect((await page()).Items).toMatchObject([{ Quantity: 3, Shipped: 2, Short: 0 }]);
  });

  test('is canceled without a loss when a lead reports it lost, and the other box cannot have its bottles any more', async () => {
    const { dispose, statuses, labels, report, winery, exceptions } = await returned(2, [1]);
    await dispose();
    await production.floor.led('ReportLostBox', report);
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'READY TO SHIP', 'CANCELED'));
    expect(await production.floor.led('ReportLostBox', { ...report, TrackingNumber: labels[1] })).toMatchObject({
      Lost: [],
    });
    expect(await lastAudit(production.server, 'Floor/ReportLostBox')).toMatchObject({
      action: 'package.canceled',
      after: { package: 2, trackingNo: labels[1], because: 'in a return' },
    });
    expect(await statuses()).toEqual(everywhere('IN TRANSIT', 'CANCELED', 'CANCELED'));
    expect(await exceptions()).toEqual([]);
    const { rows } = await production.server.database.pool.query(
      'select sum(quantity)::int as change from movements where customer_no = $1 and quantity <> 100',
      [winery.customerNo],
    );
    expect(rows).toEqual([{ change: -1 }]);
  });
});
