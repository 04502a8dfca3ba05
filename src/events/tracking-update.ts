/** The body of the format `tracking_update`, which clients of tracking feeds parse (decision 14). Pure. */
import { isUnitedStates } from '../contract/states.ts';
import { type ListedPackageRecord, listedPackageExample } from '../tracking/index.ts';
import type { EventRecord, TrackingCheckpoint, TrackingHistory } from './event.ts';
import type { TrackingTag } from './tracking-tag.ts';

const subtagMessages: Readonly<Record<TrackingTag, string>> = {
  Pending: 'Pending',
  InfoReceived: 'Info received',
  InTransit: 'In transit',
  OutForDelivery: 'Out for delivery',
  AttemptFail: 'Failed attempt',
  Delivered: 'Delivered',
  AvailableForPickup: 'Available for pickup',
  Exception: 'Exception',
  Expired: 'Expired',
};

const slugs: Readonly<Record<string, string>> = {
  FEX: 'fedex',
  FCC: 'fedex',
  UPS: 'ups',
  TMC: 'ups',
  GSO: 'gso',
  WIL: 'pickup',
  WILL: 'pickup',
};

const finalTags: ReadonlySet<TrackingTag> = new Set(['Delivered', 'Expired']);

/**
 * The body of an event. Throws for an event that is not about a package, or that was read without its tracking history.
 */
export function toTrackingUpdateBody({ eventId, at, data, tracking }: EventRecord): object {
  if (tracking === undefined) throw new Error('an event without the history of a package has no tracking update');
  const record = data as ListedPackageRecord;
  const { tag, code, checkpoints } = tracking;
  const slug = slugs[record.Carrier] ?? record.Carrier.toLowerCase();
  const recorded = formatEventTime(at);
  const link = orNull(record.TrackingURL);
  const country = iso3(record.ShipToCountry);
  const timeOf = (wanted: (each: TrackingCheckpoint) => boolean) => wireTimeOf(checkpoints.find(wanted));
  return {
    event: 'tracking_update',
    event_id: eventId,
    is_tracking_first_tag: tracking.isFirstTag,
    msg: {
      id: tracking.packageId,
      tracking_number: record.TrackingNo,
      slug,
      title: record.OrderNumber,
      active: !finalTags.has(tag) && code !== 'RD',
      tag,
      ...subtagOf(tag, code),
      checkpoints: checkpoints.map((each) => checkpointOf(each, slug)),
      courier_tracking_link: link,
      courier_redirect_link: link,
      created_at: formatEventTime(tracking.createdAt),
      updated_at: recorded,
      last_updated_at: recorded,
      order_id: tracking.orderId,
      order_number: record.OrderNumber,
      order_id_path: null,
      order_date: null,
      customer_name: orNull(record.ShipToContact || record.ShipToName),
      expected_delivery: isoDate(record.EstimatedDeliveryDate),
      shipment_type: orNull(record.Service),
      shipment_package_count: tracking.packages,
      shipment_pickup_date:
        tracking.shippedAt === undefined
          ? timeOf(({ tag: reached }) => reached === 'InTransit')
          : formatEventTime(tracking.shippedAt),
      shipment_delivery_date: timeOf(({ tag: reached }) => reached === 'Delivered'),
      shipment_weight: { unit: 'lb', value: Number(record.GrossWeight) || 0 },
      first_attempted_at: timeOf(({ tag: reached }) => reached === 'AttemptFail' || reached === 'Delivered'),
      return_to_sender: isReturning(checkpoints),
      tracked_count: checkpoints.length,
      origin_country_iso3: 'USA',
      origin_state: null,
      destination_country_iso3: country,
      destination_state: orNull(record.ShipToState),
      destination_city: orNull(record.ShipToCity),
      destination_postal_code: orNull(record.ShipToZipCode),
      courier_destination_country_iso3: country,
      source: 'api',
      delivery_type: tag === 'AvailableForPickup' ? 'pickup_at_courier' : null,
      signed_by: null,
      note: null,
      language: null,
      custom_fields: {},
      emails: [],
      smses: [],
      android: [],
      ios: [],
      subscribed_emails: [],
      subscribed_smses: [],
      order_tags: [],
      shipment_tags: [],
    },
    ts: Math.floor(at.epochMilliseconds / 1000),
  };
}

const isReturning = (checkpoints: TrackingHistory['checkpoints']): boolean =>
  checkpoints.some(({ code }) => code === 'RS' || code === 'RD');

function checkpointOf({ at, recordedAt, tag, code, message, location }: TrackingCheckpoint, slug: string) {
  const [, city, state] = /^(.*), ([A-Z]{2})$/.exec(location) ?? [];
  return {
    slug,
    checkpoint_time: formatEventTime(at),
    created_at: formatEventTime(recordedAt),
    message,
    location: orNull(location),
    city: city ?? null,
    state: state ?? null,
    zip: null,
    country_iso3: 'USA',
    country_name: 'United States',
    coordinates: [],
    tag,
    ...subtagOf(tag, code),
    raw_tag: orNull(code),
  };
}

function subtagOf(tag: TrackingTag, code: string) {
  if (tag === 'Exception' && code === 'RS') return { subtag: 'Exception_010', subtag_message: 'Returning to sender' };
  if (tag === 'Exception' && code === 'RD') return { subtag: 'Exception_011', subtag_message: 'Returned to sender' };
  return { subtag: `${tag}_001`, subtag_message: subtagMessages[tag] };
}

export const formatEventTime = (at: Temporal.Instant): string => at.toString({ fractionalSecondDigits: 3 });

const wireTimeOf = (checkpoint: TrackingCheckpoint | undefined): string | null =>
  checkpoint === undefined ? null : formatEventTime(checkpoint.at);

const orNull = (value: string): string | null => (value === '' ? null : value);

/** Null for other countries and for territories given as a country. */
const iso3 = (country: string): string | null => (isUnitedStates(country) ? 'USA' : null);

/** `11/23/2026` -> `2026-11-23` */
function isoDate(date: string): string | null {
  const [month, day, year] = date.split('/');
  return year === undefined ? null : `${year}-${month}-${day}`;
}

const exampleScan = Temporal.Instant.from('2026-11-20T05:15:00Z');
const exampleAt = exampleScan.add({ seconds: 2, milliseconds: 318 });

export const trackingUpdateExample = toTrackingUpdateBody({
  eventId: '7c9e6679-7425-80de-944b-e07fc1f97001',
  kind: 'tracking.updated',
  customerNo: 'W100',
  at: exampleAt,
  sequenceKey: '',
  data: listedPackageExample,
  tracking: {
    packageId: '019a7c2e-4a6b-7c3d-9e10-2f3a4b5c6d7e',
    orderId: '019a7c2e-3f10-7a2b-8c4d-5e6f7a8b9c0d',
    tag: 'InTransit',
    code: 'AR',
    isFirstTag: false,
    packages: 1,
    createdAt: exampleScan.subtract({ hours: 40 }),
    shippedAt: exampleScan.subtract({ hours: 30 }),
    checkpoints: [
      {
        at: exampleScan,
        recordedAt: exampleAt,
        tag: 'InTransit',
        code: 'AR',
        message: listedPackageExample.CarrierStatusMessage,
        location: listedPackageExample.PackageLocation,
      },
    ],
  },
  cursor: '',
});
