/**
 * GetDetails and GetPackages with a real carrier's events: which estimate counts, that no status is reverted, and that
 * polling clients miss no event, however late.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CarrierGatewayAccount, createMultiAccountCarrierGateway } from '../../src/carriers/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { buyAndVoidDueLabels } from '../../src/shipping-labels/index.ts';
import { type Detail, openHandler, pushEvent } from '../carriers/carrier-events.ts';
import { type FakeCarrier, openFakeCarrier } from '../carriers/fake-carrier.ts';
import { labelDeps, later, process as processOrders } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import { signedIn } from '../support/operator.ts';
import { propertyRuns } from '../support/property-runs.ts';
import type { TestServer } from '../support/server.ts';
import { type Json, openWinery, type Winery } from '../support/winery.ts';

let server: TestServer;
let db: Db;
let carrier: FakeCarrier;
let winery: Winery;
let logged: string[];

beforeAll(async () => {
  server = await openProductionServer();
  db = server.environment.db;
  carrier = await openFakeCarrier();
});
afterAll(async () => {
  await server.close();
  await carrier.close();
});
beforeEach(async () => {
  logged = [];
  winery = await openWinery(server);
});

const place = () => labelDeps(db, carrier.url, logged);
const push = (details: readonly Detail[], parts: Json = {}) => pushEvent(place(), carrier, details, parts);
const track = async (OrderNo: string): Promise<Json> =>
  (await winery.client.call('Tracking/GetDetails', { OrderNo })).body[0];
const packages = async (body: Json = {}): Promise<Json> =>
  (await winery.client.call('Tracking/GetPackages', body)).body;

async function packed(OrderNo: string, ShippingCarrier = 'FEX', ShippingCarrierService = 'GRND'): Promise<string> {
  const ShipmentInfo = { ShippingCarrier, ShippingCarrierService, ServiceWarehouseLocation: 'APC01' };
  const reference = await winery.created({ OrderInfo: { OrderNo }, ShipmentInfo });
  await processOrders(place(), winery.customerNo);
  return reference;
}

const start = Temporal.Now.instant().round('second');
const at = (hours: number): string => start.add({ minutes: Math.round(hours * 60) }).toString();
const pickedUp = { status: 'in_transit', status_detail: 'received_at_origin_facility', datetime: at(0) };
const arrived = { status: 'in_transit', status_detail: 'arrived_at_facility', datetime: at(5) };
const loaded = { status: 'out_for_delivery', datetime: at(20) };
const delivered = { status: 'delivered', datetime: at(24) };
const estimate = (est_delivery_date: string | null) => ({ est_delivery_date });

describe('EstimatedDeliveryDate', () => {
  test('is computed from the planned ship date until the origin scan, then it is the carrier’s', async () => {
    await packed('EST-0001');
    const ours = (await track('EST-0001')).EstimatedDeliveryDate;
    expect(ours).toMatch(/^\d\d\/\d\d\/\d{4}$/);
    await push([{ status: 'pre_transit', status_detail: 'label_created', datetime: at(-1) }], estimate('2031-01-02'));
    expect(await track('EST-0001')).toMatchObject({ Status: 'READY TO SHIP', EstimatedDeliveryDate: ours });

    await push([pickedUp], estimate('2031-01-03T00:00:00Z'));
    expect(await track('EST-0001')).toMatchObject({ Status: 'IN TRANSIT', EstimatedDeliveryDate: '01/03/2031' });
    // Without a new estimate the latest one is kept.
    await push([pickedUp, arrived], estimate(null));
    expect(await track('EST-0001')).toMatchObject({ CarrierStatus: 'AR', EstimatedDeliveryDate: '01/03/2031' });
  });

  test('follows the carrier, even if nothing else changes', async () => {
    const reference = await packed('EST-0002');
    await push([pickedUp, arrived], estimate('2031-01-03'));
    expect(await push([pickedUp, arrived], estimate('2031-01-06'))).toBe('applied');
    expect(await track('EST-0002')).toMatchObject({ CarrierStatus: 'AR', EstimatedDeliveryDate: '01/06/2031' });
    const kinds = (await winery.timeline(reference)).map(({ kind }) => kind);
    expect(kinds.filter((kind: string) => kind === 'package.estimated')).toHaveLength(1);
    expect(kinds.filter((kind: string) => kind === 'package.scanned')).toHaveLength(2);
    // A repeated event changes nothing.
    await push([pickedUp, arrived], estimate('2031-01-06'));
    expect((await winery.timeline(reference)).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('ignores stale events and events after the delivery', async () => {
    await packed('EST-0003');
    await push([pickedUp, arrived, loaded], estimate('2031-01-06'));
    await push([pickedUp], estimate('2031-01-02'));
    expect(await track('EST-0003')).toMatchObject({ CarrierStatus: 'OD', EstimatedDeliveryDate: '01/06/2031' });
    await push([pickedUp, arrived, loaded, delivered], estimate(null));
    await push([pickedUp, arrived, loaded, delivered], estimate('2031-02-02'));
    expect(await track('EST-0003')).toMatchObject({ Status: 'DELIVERED', EstimatedDeliveryDate: '01/06/2031' });
  });

  test('is for FEX and UPS only', async () => {
    await packed('EST-0004', 'TMC');
    await push([pickedUp], estimate('2031-01-03'));
    expect(await track('EST-0004')).toMatchObject({ Carrier: 'TMC', Status: 'IN TRANSIT', EstimatedDeliveryDate: '' });
    await packed('EST-0005', 'UPS');
    await push([pickedUp], estimate('2031-01-03'));
    expect(await track('EST-0005')).toMatchObject({ Carrier: 'UPS', EstimatedDeliveryDate: '01/03/2031' });
  });
});

describe('polling for activity', () => {
  const wire = (instant: Temporal.Instant): string => {
    const { year, month, day, hour, minute, second } = instant.toZonedDateTimeISO('America/Los_Angeles');
    const two = (n: number) => String(n).padStart(2, '0');
    return `${two(month)}/${two(day)}/${year} ${two(hour)}:${two(minute)}:${two(second)}`;
  };
  const tomorrow = wire(Temporal.Now.instant().add({ hours: 24 }));

  test('returns every event, also one recorded long after it happened', async () => {
    const reference = await packed('LATE-0001');
    await push([pickedUp]);
    // An hour later, with activity of another package.
    const [earlier] = await db.rows<Json>(
      `select last_activity_at - interval '1 hour' as last, packed_at - interval '1 hour' as packed,
              array(select a - interval '1 hour' from unnest(activity_at) a) as all
         from packages where order_id = $1`,
      [reference],
    );
    await db.rows(
      'update packages set last_activity_at = $2, activity_at = $3::timestamptz[], packed_at = $4 where order_id = $1',
      [reference, earlier.last, earlier.all, earlier.packed],
    );
    const first = carrier.shipments.at(-1);
    await packed('LATE-0003');
    const { LatestActivityTimestamp } = await packages();
    const [before] = (await packages({ OrderNumbers: ['LATE-0001'] })).Packages;
    // The carrier repeats the first event.
    carrier.shipments.push(first as NonNullable<typeof first>);
    // Happened last month, recorded now.
    const old = { status: 'in_transit', status_detail: 'arrived_at_facility', datetime: at(-700) };
    const since = { LastActivityDateRange: `${LatestActivityTimestamp} - ${tomorrow}` };
    await push([old, { ...delivered, datetime: at(-600) }]);
    const news = (await packages(since)).Packages.find(({ OrderNumber }: Json) => OrderNumber === 'LATE-0001');
    expect(news).toMatchObject({ Status: 'DELIVERED' });
    expect(news.LastActivityTimestamp > before.LastActivityTimestamp).toBe(true);
    expect(Temporal.Instant.from(news.CarrierStatusTimestamp).toString()).toBe(at(-600));
  });

  test('an event without effect is not an activity', async () => {
    await packed('LATE-0002');
    await push([pickedUp, arrived]);
    const before = await packages();
    await push([pickedUp, arrived]);
    await push([pickedUp]);
    const after = await packages();
    expect(after.Packages).toEqual(before.Packages);
    expect(after.LatestActivityTimestamp).toBe(before.LatestActivityTimestamp);
  });
});

describe('ShipDate', () => {
  const daysAgo = (days: number) => start.subtract({ hours: 24 * days });
  const inNapa = (instant: Temporal.Instant): string => {
    const { year, month, day } = instant.toZonedDateTimeISO('America/Los_Angeles');
    return `${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}/${year}`;
  };

  test.each([
    ['the day on which the carrier took the package, also when that becomes known days later', 3, 3],
    ['not before the label was requested', 9, 5],
    ['not in the future', -2, 0],
  ])('is %s', async (_name, scannedDaysAgo, shippedDaysAgo) => {
    const orderNo = `DAY-000${scannedDaysAgo}`;
    const reference = await packed(orderNo);
    await db.rows(
      "update label_intents set plan = jsonb_set(plan, '{packedAt}', to_jsonb($2::text)) where order_id = $1",
      [reference, daysAgo(5).toString()],
    );
    const taken = { ...pickedUp, datetime: daysAgo(scannedDaysAgo).toString() };
    await push([taken, { ...arrived, datetime: daysAgo(scannedDaysAgo - 1).toString() }]);
    const { ShipDate } = await track(orderNo);
    expect(ShipDate).toBe(inNapa(shippedDaysAgo === 0 ? Temporal.Now.instant() : daysAgo(shippedDaysAgo)));
    const [entry] = await db.rows<{ day: string }>(
      `select to_char(occurred_at at time zone 'America/Los_Angeles', 'MM/DD/YYYY') as day
         from log where subject = $1 and kind = 'package.shipped'`,
      [reference],
    );
    expect(entry?.day).toBe(ShipDate);
    const { Packages } = await packages({ ShipDateRange: `${ShipDate} - ${ShipDate}`, OrderNumbers: [orderNo] });
    expect(Packages).toHaveLength(1);
  });
});

test('an event of an account whose webhook secret another account has too is applied', async () => {
  const other = await openFakeCarrier();
  try {
    const accountOf = (code: string, url: string): CarrierGatewayAccount => ({
      code,
      isEnabled: true,
      warehouse: '',
      customerNo: '',
      offered: undefined,
      gateway: labelDeps(db, url).gateway,
    });
    const accounts = [accountOf('OTHER', other.url), accountOf('OWN', carrier.url)];
    const gateway = createMultiAccountCarrierGateway({ known: () => accounts, read: async () => accounts });
    await packed('SECRET-0001');
    // Real trackers name the shipment only.
    const event = [[pickedUp], { reference: null }] as const;
    expect(await pushEvent({ ...place(), gateway }, carrier, ...event)).toBe('applied');
    expect(await track('SECRET-0001')).toMatchObject({ Status: 'IN TRANSIT' });
  } finally {
    await other.close();
  }
});

test('the account of another customer reports nothing, even with the right reference, except on what it bought', async () => {
  const reference = await packed('FORGED-0001');
  const signedBy = (code: string, customerNo: string) => {
    const account = { code, isEnabled: true, warehouse: '', customerNo, offered: undefined, gateway: place().gateway };
    return createMultiAccountCarrierGateway({ known: () => [account], read: async () => [account] });
  };
  const pushBy = async (code: string, customerNo: string, scans: readonly Detail[]) =>
    await pushEvent({ ...place(), gateway: signedBy(code, customerNo) }, carrier, scans);
  expect(await pushBy('THEIRS', 'OTHER', [pickedUp])).toBe('ignored');
  expect(await track('FORGED-0001')).toMatchObject({ Status: 'READY TO SHIP' });
  expect(await pushBy('OWN', winery.customerNo, [pickedUp])).toBe('applied');
  await db.rows("update label_intents set through = 'THEIRS' where order_id = $1", [reference]);
  expect(await pushBy('THEIRS', 'OTHER', [pickedUp, arrived])).toBe('applied');
});

test('an event of a label whose purchase is not recorded yet is asked for again, and applied then', async () => {
  const reference = await packed('EARLY-0001');
  const record = (state: string) =>
    db.rows('update label_intents set state = $2 where order_id = $1', [reference, state]);
  await record('wanted');
  expect(await push([pickedUp])).toBe('retry');
  await record('bought');
  expect(await push([pickedUp])).toBe('applied');
  expect(await track('EARLY-0001')).toMatchObject({ Status: 'IN TRANSIT' });
});

test('a shipment of another program is looked up once by a process, one that no account knows each time', async () => {
  await packed('FOREIGN-0001');
  const { gateway } = place();
  const looked: string[] = [];
  const counted: typeof gateway = {
    ...gateway,
    findLabel: async (name) => {
      looked.push(name.shipmentId ?? '');
      const found = await gateway.findLabel(name);
      return found.outcome === 'ok' && found.data.state === 'bought'
        ? { ...found, data: { ...found.data, reference: '' } }
        : found;
    },
  };
  const handle = openHandler({ ...place(), gateway: counted });
  const pushTwice = async (parts: Readonly<Record<string, unknown>>): Promise<void> => {
    looked.length = 0;
    for (const scans of [[pickedUp], [pickedUp, arrived]])
      expect(await pushEvent(place(), carrier, scans, { reference: null, ...parts }, handle)).toBe('ignored');
  };
  await pushTwice({});
  expect(looked).toEqual([carrier.shipments.at(-1)?.id]);
  await pushTwice({ shipment_id: 'shp_unknown' });
  expect(looked).toEqual(['shp_unknown', 'shp_unknown']);
});

describe('a status that does not locate the package', () => {
  const errors = () => logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);

  test.each(['cancelled', 'unknown'])('%s is logged as an error while the label is in force', async (status) => {
    await packed(`ODD-${status}`);
    expect(await push([{ status, datetime: at(1) }])).toBe('applied');
    expect(await track(`ODD-${status}`)).toMatchObject({ Status: 'READY TO SHIP', CarrierStatus: '' });
    expect(errors()).toMatchObject([{ codes: [`easypost:${status}/-`] }]);
  });

  test('is logged once by a process, and once in the timeline of each order', async () => {
    const handle = openHandler(place());
    const odd = { status: 'teleported', datetime: at(0.5) };
    for (const orderNo of ['ODD-0001', 'ODD-0002']) {
      const reference = await packed(orderNo);
      for (const scans of [[odd], [odd, pickedUp], [odd, pickedUp, arrived, { ...odd, status: 'cancelled' }]])
        expect(await pushEvent(place(), carrier, scans, {}, handle)).toBe('applied');
      const kinds = (await winery.timeline(reference)).map(({ kind }) => kind);
      expect(kinds.filter((kind: string) => kind === 'package.scan_unknown')).toHaveLength(2);
    }
    expect(errors()).toMatchObject([{ codes: ['easypost:teleported/-'] }, { codes: ['easypost:cancelled/-'] }]);
  });

  test.each(['voided', 'void_refused'])(
    'of a label that is %s: a known scan is reported to people once, by whatever process',
    async (state) => {
      const orderNo = `ODD-${state}`;
      const reference = await packed(orderNo);
      const trackingNo = carrier.shipments.at(-1)?.trackingNo;
      const service = await signedIn(server, 'service');
      const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
      expect((await service.call('Orders/VoidLabels', { ...order, Reason: 'Wrong' })).status).toBe(200);
      await db.rows('update label_intents set state = $2 where order_id = $1', [reference, state]);
      for (const scans of [[pickedUp], [pickedUp], [pickedUp, arrived]]) expect(await push(scans)).toBe('ignored');
      expect(errors()).toMatchObject([{ msg: 'a carrier scanned a package with a voided label', orderId: reference }]);
      const { body } = await service.call('Exceptions/List', { Customers: [winery.customerNo], Warehouses: ['APC01'] });
      expect(body).toMatchObject({
        Count: 1,
        Records: [{ Kind: 'Package', OrderNo: orderNo, TrackingNumber: trackingNo, Warehouse: 'APC01' }],
      });
      expect(body.Records[0].Text).toContain('left under a label that was voided');
      const { Timeline } = (await service.call('Orders/Get', order)).body;
      const words = `The carrier has package 1 (${trackingNo}), whose label was voided.`;
      expect(Timeline.filter(({ Text }: Json) => Text === words)).toHaveLength(1);
    },
  );

  test('a zero character in the words of a carrier, which PostgreSQL does not store, is a space', async () => {
    await packed('ZERO-1');
    expect(await push([{ ...pickedUp, message: 'Picked\0up' }])).toBe('applied');
    expect(await track('ZERO-1')).toMatchObject({ Status: 'IN TRANSIT', CarrierStatusMessage: 'Picked up' });
  });

  test('of a voided label it is not logged', async () => {
    const reference = await packed('ODD-BACK');
    await db.rows("update label_intents set state = 'void_wanted' where order_id = $1", [reference]);
    await db.rows('delete from packages where order_id = $1', [reference]);
    await later(db);
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(carrier.shipments.at(-1)?.refundStatus).toBe('submitted');
    logged = [];
    expect(await push([{ status: 'cancelled', datetime: at(1) }])).toBe('ignored');
    expect(errors()).toEqual([]);
  });
});

test('any order and repetition of events gives the same package state and never reverts it', async () => {
  const journey: readonly Detail[] = [
    pickedUp,
    arrived,
    { status: 'in_transit', status_detail: 'weather_delay', datetime: at(8) },
    loaded,
    { status: 'failure', datetime: at(22) },
    { status: 'out_for_delivery', datetime: at(44) },
    { ...delivered, datetime: at(48) },
  ];
  // An event contains all scans so far.
  const known = (length: number) => journey.slice(0, length);
  const lengths = fc.integer({ min: 1, max: journey.length });
  let orders = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(lengths, { minLength: 1, maxLength: 5 }), async (transitDays) => {
      orders += 1;
      const orderNo = `ANY-${String(orders).padStart(4, '0')}`;
      await packed(orderNo);
      let furthest = 0;
      for (const length of transitDays) {
        await push(known(length));
        furthest = Math.max(furthest, length);
        const expected = journey[furthest - 1] as Detail;
        const { CarrierStatusTimestamp } = await track(orderNo);
        expect(Temporal.Instant.from(CarrierStatusTimestamp).toString()).toBe(expected.datetime);
      }
      await push(known(journey.length));
      expect(await track(orderNo)).toMatchObject({ Status: 'DELIVERED', CarrierStatus: 'DL' });
    }),
    { numRuns: propertyRuns(24) },
  );
});
