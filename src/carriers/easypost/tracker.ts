/**
 * EasyPost's trackers and events in our words. Pure.
 *
 * A scan's meaning is its status and, where that leaves it open, its detail; both lists are those of the public reference
 * of the Tracker object. A status that is not listed here, and `unknown` and `cancelled`, which say nothing of where the
 * package is, become a scan of an unknown code, `easypost:…`, which changes nothing and is an error to look at (decision
 * 11): never a guess.
 */
import type { TrackingReport, WebhookEvent } from '../gateway.ts';
import type { Scan, ScanCodeName } from '../status.ts';
import { asObject, dateOf, type Fields, instantOf, objectsOf, stringOf } from './fields.ts';

/** Not yet in the carrier's hands: nothing that the warehouse does not know better. */
const ignoredStatuses = new Set(['pre_transit']);

/** Details of `in_transit`; any other is on its way and says no more. */
const inTransitDetails: ReadonlyMap<string, ScanCodeName> = new Map([
  ['received_at_origin_facility', 'PU'],
  ['departed_facility', 'DP'],
  ['departed_origin_facility', 'DP'],
  ['arrived_at_facility', 'AR'],
  ['arrived_at_destination', 'AR'],
  ['arrived_at_pickup_location', 'AR'],
  ['received_at_destination_facility', 'AR'],
  ['delayed', 'DY'],
  ['weather_delay', 'DY'],
  ['transit_exception', 'DY'],
  ['missorted', 'DY'],
  ['held', 'DY'],
  // An attempt that failed and is going to be made again is still `in_transit`, by the public help pages.
  ['delivery_exception', 'DE'],
]);

/**
 * The code of a scan; undefined for one to be passed over. `isReturn`: the package is on its way to the shipper, who is
 * going to receive it, and its recipient has nothing to wait for.
 */
export function scanCodeOf(status: string, detail: string, isReturn: boolean): string | undefined {
  if (ignoredStatuses.has(status)) return undefined;
  switch (status) {
    case 'in_transit':
      return isReturn ? 'RS' : (inTransitDetails.get(detail) ?? 'IT');
    case 'out_for_delivery':
      return isReturn ? 'RS' : 'OD';
    case 'available_for_pickup':
      return isReturn ? 'RS' : 'RP';
    case 'delivered':
      return isReturn ? 'RD' : 'DL';
    case 'return_to_sender':
      return 'RS';
    case 'failure':
    case 'error':
      return detail === 'damaged' ? 'DM' : 'DE';
    default:
      return `easypost:${status || '-'}/${detail || '-'}`;
  }
}

/** A tracker; undefined where it is none. Details without a time cannot be ordered and are unknown too, at the tracker's own. */
export function readTracker(value: unknown): TrackingReport | undefined {
  const tracker = asObject(value);
  const trackingNo = stringOf(tracker, 'tracking_code');
  if (tracker === undefined || trackingNo === '') return undefined;
  const carrierDetail = asObject(tracker.carrier_detail);
  const details = objectsOf(tracker, 'tracking_details')
    .map((detail) => ({ detail, at: instantOf(detail, 'datetime') }))
    .toSorted((a, b) => compareTimes(a.at, b.at));
  // What was turned back comes back, until it is delivered to whom it came from.
  const returnIndex = details.findIndex(({ detail }) => stringOf(detail, 'status') === 'return_to_sender');
  const isReturning = (at: number) => tracker.is_return === true || (returnIndex !== -1 && at > returnIndex);
  return {
    shipmentId: stringOf(tracker, 'shipment_id'),
    reference: stringOf(tracker, 'reference'),
    trackingNo,
    scans: details
      .flatMap(({ detail, at }, index) => readDetail(detail, at, tracker, isReturning(index)))
      .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at)),
    estimatedDeliveryDate: dateOf(carrierDetail, 'est_delivery_date_local') ?? dateOf(tracker, 'est_delivery_date'),
  };
}

/** What has no time comes last. */
function compareTimes(a: Temporal.Instant | undefined, b: Temporal.Instant | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return Temporal.Instant.compare(a, b);
}

function readDetail(detail: Fields, at: Temporal.Instant | undefined, tracker: Fields, isReturn: boolean): Scan[] {
  const status = stringOf(detail, 'status');
  const code = scanCodeOf(status, stringOf(detail, 'status_detail'), isReturn);
  if (code === undefined) return [];
  const fallback = at ?? instantOf(tracker, 'updated_at');
  if (fallback === undefined) return [];
  const place = asObject(detail.tracking_location);
  return [
    {
      leg: 0,
      at: fallback,
      code: at === undefined ? `easypost:${status}/no-time` : code,
      message: stringOf(detail, 'message'),
      location: [stringOf(place, 'city'), stringOf(place, 'state')].filter((part) => part !== '').join(', '),
    },
  ];
}

/** An event whose signature is right; undefined where it makes no sense. */
export function readEvent(value: unknown): WebhookEvent | undefined {
  const event = asObject(value);
  const eventId = stringOf(event, 'id');
  const name = stringOf(event, 'description');
  if (event === undefined || eventId === '' || name === '') return undefined;
  if (!name.startsWith('tracker.')) return { kind: 'other', eventId, name };
  const report = readTracker(event.result);
  return report && { kind: 'tracking', eventId, report };
}
