/**
 * EasyPost's trackers and events in our words. Pure.
 *
 * A scan's meaning is its status and, where that leaves it open, its detail; both lists are those of the public reference
 * of the Tracker object. A status that is not listed here, and `unknown` and `cancelled`, which say nothing of where the
 * package is, become a scan of an unknown code, `easypost:…`, which changes nothing and is an error to look at (decision
 * 11): never a guess.
 */
import type { PushedEvent, TrackingReport } from '../gateway.ts';
import type { Scan, ScanCodeName } from '../status.ts';
import { dayOf, type Fields, fieldsOf, instantOf, listOf, textOf } from './fields.ts';

/** Not yet in the carrier's hands: nothing that the warehouse does not know better. */
const silent = new Set(['pre_transit']);

/** Details of `in_transit`; any other is on its way and says no more. */
const onTheWay: ReadonlyMap<string, ScanCodeName> = new Map([
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
  if (silent.has(status)) return undefined;
  switch (status) {
    case 'in_transit':
      return isReturn ? 'RS' : (onTheWay.get(detail) ?? 'IT');
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
  const tracker = fieldsOf(value);
  const trackingNo = textOf(tracker, 'tracking_code');
  if (tracker === undefined || trackingNo === '') return undefined;
  const carrierDetail = fieldsOf(tracker.carrier_detail);
  const details = listOf(tracker, 'tracking_details')
    .map((detail) => ({ detail, at: instantOf(detail, 'datetime') }))
    .toSorted((a, b) => compareTimes(a.at, b.at));
  // What was turned back comes back, until it is delivered to whom it came from.
  const turnedBackAt = details.findIndex(({ detail }) => textOf(detail, 'status') === 'return_to_sender');
  const comesBack = (at: number) => tracker.is_return === true || (turnedBackAt !== -1 && at > turnedBackAt);
  return {
    shipmentId: textOf(tracker, 'shipment_id'),
    reference: textOf(tracker, 'reference'),
    trackingNo,
    scans: details
      .flatMap(({ detail, at }, index) => readDetail(detail, at, tracker, comesBack(index)))
      .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at)),
    estimatedDeliveryDate: dayOf(carrierDetail, 'est_delivery_date_local') ?? dayOf(tracker, 'est_delivery_date'),
  };
}

/** What has no time comes last. */
function compareTimes(a: Temporal.Instant | undefined, b: Temporal.Instant | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return Temporal.Instant.compare(a, b);
}

function readDetail(detail: Fields, at: Temporal.Instant | undefined, tracker: Fields, isReturn: boolean): Scan[] {
  const status = textOf(detail, 'status');
  const code = scanCodeOf(status, textOf(detail, 'status_detail'), isReturn);
  if (code === undefined) return [];
  const fallback = at ?? instantOf(tracker, 'updated_at');
  if (fallback === undefined) return [];
  const place = fieldsOf(detail.tracking_location);
  return [
    {
      leg: 0,
      at: fallback,
      code: at === undefined ? `easypost:${status}/no-time` : code,
      message: textOf(detail, 'message'),
      location: [textOf(place, 'city'), textOf(place, 'state')].filter((part) => part !== '').join(', '),
    },
  ];
}

/** An event whose signature is right; undefined where it makes no sense. */
export function readEvent(value: unknown): PushedEvent | undefined {
  const event = fieldsOf(value);
  const eventId = textOf(event, 'id');
  const name = textOf(event, 'description');
  if (event === undefined || eventId === '' || name === '') return undefined;
  if (!name.startsWith('tracker.')) return { kind: 'other', eventId, name };
  const report = readTracker(event.result);
  return report && { kind: 'tracking', eventId, report };
}
