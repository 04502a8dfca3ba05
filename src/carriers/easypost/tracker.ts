/**
 * EasyPost's trackers and events in our words. Pure.
 *
 * A scan's meaning is its status and, where that leaves it open, its detail. A status that is not listed here becomes a
 * scan of an unknown code, `easypost:…`, which changes nothing and is an error to look at (decision 11): never a guess.
 */
import type { PushedEvent, TrackingReport } from '../gateway.ts';
import type { Scan, ScanCodeName } from '../status.ts';
import { dayOf, type Fields, fieldsOf, instantOf, listOf, textOf } from './fields.ts';

/** Not yet in the carrier's hands: nothing that the warehouse does not know better. */
const silent = new Set(['pre_transit']);

const onTheWay: ReadonlyMap<string, ScanCodeName> = new Map([
  ['received_at_origin_facility', 'PU'],
  ['departed_facility', 'DP'],
  ['departed_origin_facility', 'DP'],
  ['arrived_at_facility', 'AR'],
  ['arrived_at_destination', 'AR'],
  ['received_at_destination_facility', 'AR'],
  ['delayed', 'DY'],
  ['weather_delay', 'DY'],
  ['transit_exception', 'DY'],
  ['missorted', 'DY'],
  ['held', 'DY'],
]);

/** The code of a scan; undefined for one to be passed over. */
export function scanCodeOf(status: string, detail: string, isReturn: boolean): string | undefined {
  if (silent.has(status)) return undefined;
  switch (status) {
    case 'in_transit':
      return onTheWay.get(detail) ?? 'AR';
    case 'out_for_delivery':
      return 'OD';
    case 'available_for_pickup':
      return 'RP';
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
  const isReturn = tracker.is_return === true;
  return {
    shipmentId: textOf(tracker, 'shipment_id'),
    reference: textOf(tracker, 'reference'),
    trackingNo,
    scans: listOf(tracker, 'tracking_details')
      .flatMap((detail) => readDetail(detail, tracker, isReturn))
      .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at)),
    estimatedDeliveryDate: dayOf(carrierDetail, 'est_delivery_date_local') ?? dayOf(tracker, 'est_delivery_date'),
  };
}

function readDetail(detail: Fields, tracker: Fields, isReturn: boolean): Scan[] {
  const status = textOf(detail, 'status');
  const code = scanCodeOf(status, textOf(detail, 'status_detail'), isReturn);
  if (code === undefined) return [];
  const at = instantOf(detail, 'datetime');
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
