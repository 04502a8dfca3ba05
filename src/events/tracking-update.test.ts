import { describe, expect, it } from 'vitest';
import { listedPackageExample } from '../tracking/index.ts';
import type { EventRecord } from './event.ts';
import { formatEventBody } from './index.ts';
import { type PackageHistory, trackingHistoryOf } from './tracking-history.ts';

const start = Temporal.Instant.from('2026-11-18T20:00:00Z');

/** The entries of a package, an hour apart. */
const entriesOf = (...logged: readonly (readonly [kind: string, data: Readonly<Record<string, unknown>>])[]) =>
  logged.map(([kind, data], hour) => {
    const at = start.add({ hours: hour });
    return { seq: hour, kind: `package.${kind}`, subject: '', at, occurredAt: at.subtract({ minutes: 1 }), data };
  });

const scan = (code: string, message = '', location = 'Reno, NV') => ['scanned', { code, message, location }] as const;

const journey = entriesOf(
  ['packed', { status: 'READY TO SHIP', trackingNo: '' }],
  ['relabeled', { status: 'READY TO SHIP', trackingNo: '1Z' }],
  ['shipped', { status: 'SHIPPED', trackingNo: '1Z' }],
  scan('AR'),
  ['estimated', { estimatedDeliveryDate: '2026-11-23' }],
  scan('OD'),
  scan('DE', 'Delivery attempt failed: no adult available to sign'),
  scan('OD'),
  scan('DL', 'Delivered', 'Boyd, MT'),
);

describe('the history of a package', () => {
  it('has the tag of each event, and whether it is the first with that tag', () => {
    const steps = journey.map((_, n) => trackingHistoryOf(journey.slice(0, n + 1), start));
    expect(steps.map(({ tag, isFirstTag }) => `${tag}${isFirstTag ? ' first' : ''}`)).toEqual([
      'Pending first',
      'InfoReceived first',
      'InTransit first',
      'InTransit',
      'InTransit',
      'OutForDelivery first',
      'AttemptFail first',
      'OutForDelivery',
      'Delivered first',
    ]);
    expect(steps.map(({ checkpoints }) => checkpoints.length)).toEqual([0, 0, 0, 1, 1, 2, 3, 4, 5]);
  });

  it.each([
    ['DE', 'Delivery exception', 'Exception'],
    ['RP', 'Ready for pickup', 'AvailableForPickup'],
    ['DM', 'Damaged in transit', 'Exception'],
    ['RD', 'Returned to the shipper', 'Exception'],
    ['OD', 'Out for a second attempt', 'OutForDelivery'],
  ])('%s, %s: %s', (code, message, tag) => {
    expect(trackingHistoryOf(entriesOf(scan(code, message)), start).tag).toBe(tag);
  });

  it.each([
    ['READY FOR PICKUP', 'AvailableForPickup'],
    ['DELIVERED', 'Delivered'],
    ['CANCELED', 'Expired'],
  ])('%s at the warehouse: %s', (status, tag) => {
    expect(trackingHistoryOf(entriesOf(['repacked', { status }]), start).tag).toBe(tag);
  });

  it('has the scan with which the recipient took it at the warehouse', () => {
    const pickup = { status: 'DELIVERED', code: 'DL', message: 'Picked up at the warehouse', location: 'Napa, CA' };
    const { checkpoints, tag, isFirstTag } = trackingHistoryOf(entriesOf(['shipped', pickup]), start);
    expect([tag, isFirstTag, checkpoints]).toMatchObject(['Delivered', true, [{ code: 'DL', location: 'Napa, CA' }]]);
  });
});

describe('the body', () => {
  const event = (history: PackageHistory): EventRecord => ({
    eventId: 'E',
    kind: 'tracking.updated',
    customerNo: 'W100',
    at: start,
    sequenceKey: '',
    cursor: '',
    data: listedPackageExample,
    tracking: { ...history, packageId: 'P', orderId: 'O', packages: 1 },
  });
  const bodyOf = (history: PackageHistory) => JSON.parse(formatEventBody(event(history), 'tracking_update'));

  it('has the shape that consumers of tracking feeds read', () => {
    expect(bodyOf(trackingHistoryOf(journey, start))).toMatchObject({
      event: 'tracking_update',
      event_id: 'E',
      is_tracking_first_tag: true,
      msg: {
        tracking_number: listedPackageExample.TrackingNo,
        slug: 'fedex',
        active: false,
        tag: 'Delivered',
        subtag: 'Delivered_001',
        courier_tracking_link: listedPackageExample.TrackingURL,
        tracked_count: 5,
        created_at: '2026-11-18T20:00:00.000Z',
        expected_delivery: '2026-11-23',
        return_to_sender: false,
        shipment_delivery_date: '2026-11-19T03:59:00.000Z',
      },
    });
    // A delivery is an attempt, too.
    const delivered = bodyOf(trackingHistoryOf(entriesOf(scan('AR'), scan('DL')), start)).msg;
    expect(delivered.first_attempted_at).toBe(delivered.shipment_delivery_date);
    expect(delivered.first_attempted_at).not.toBeNull();
    const [, , , , last] = bodyOf(trackingHistoryOf(journey, start)).msg.checkpoints;
    expect(last).toMatchObject({ tag: 'Delivered', city: 'Boyd', state: 'MT', raw_tag: 'DL', country_iso3: 'USA' });
  });

  it.each([
    ['', 'USA'],
    ['United States', 'USA'],
    ['us', 'USA'],
    ['Canada', null],
    ['PR', null],
  ])('writes the country %j as %j', (ShipToCountry, code) => {
    const shipped = event(trackingHistoryOf(journey, start));
    const data = { ...listedPackageExample, ShipToCountry };
    const { msg } = JSON.parse(formatEventBody({ ...shipped, data }, 'tracking_update'));
    expect(msg).toMatchObject({ destination_country_iso3: code, courier_destination_country_iso3: code });
  });

  it('says that a package went back, and that no more comes', () => {
    const { msg } = bodyOf(trackingHistoryOf(entriesOf(scan('RS'), scan('RD')), start));
    expect(msg).toMatchObject({ tag: 'Exception', subtag: 'Exception_011', active: false, return_to_sender: true });
  });

  it('is refused for an event that is not of a package', () => {
    const { tracking: _, ...other } = event(trackingHistoryOf(journey, start));
    expect(() => formatEventBody(other, 'tracking_update')).toThrow('no tracking update');
    expect(JSON.parse(formatEventBody(other, 'standard'))).toEqual({
      type: 'tracking.updated',
      timestamp: '2026-11-18T20:00:00.000Z',
      data: listedPackageExample,
    });
  });
});
