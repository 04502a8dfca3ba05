/**
 * Parses EasyPost trackers and webhook events. Pure.
 *
 * A scan's code follows from its status and, for some statuses, its detail, by the public reference of the Tracker
 * object. Statuses that are not listed, and `unknown` and `cancelled`, which do not locate the package, become an
 * unknown code, `easypost:…`, which changes nothing and is logged as an error (decision 11).
 */

import type { JsonObject } from '../../lib/json-object.ts';
import { type CarrierResult, type CarrierWebhookEvent, okCarrierResult, type TrackingReport } from '../gateway.ts';
import type { CarrierScan, ScanCodeName } from '../status-after-scan.ts';
import { asJsonObject, readDateField, readInstantField, readObjectListField, readStringField } from './fields.ts';
import { malformedEasypostResponseResult } from './responses.ts';

/** Before the carrier has the package; the warehouse knows its state. */
const ignoredStatuses = new Set(['pre_transit']);

/** Details of `in_transit`; any other maps to `IT`. */
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
  // A failed attempt that will be repeated is still `in_transit`, by the public help pages.
  ['delivery_exception', 'DE'],
]);

/**
 * The code of a scan (`meaningOfScanCode`); undefined for one to ignore, and a code without a meaning for a status that is not known.
 * `isReturn`: the package is on its way back to the shipper, so its scans mean a return (RS, RD), but for failures.
 */
export function scanCodeOfEasypostStatus(status: string, detail: string, isReturn: boolean): string | undefined {
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

/**
 * A tracker; undefined when malformed. Details without a time cannot be ordered, so they become unknown scans at the
 * tracker's own time; where it has none, they are dropped.
 */
export function parseTracker(value: unknown): TrackingReport | undefined {
  const tracker = asJsonObject(value);
  const trackingNo = readStringField(tracker, 'tracking_code');
  if (tracker === undefined || trackingNo === '') return undefined;
  const carrierDetail = asJsonObject(tracker.carrier_detail);
  const details = readObjectListField(tracker, 'tracking_details')
    .map((detail) => ({ detail, at: readInstantField(detail, 'datetime') }))
    .toSorted((a, b) => compareTimes(a.at, b.at));
  // Scans after `return_to_sender` belong to the return.
  const returnIndex = details.findIndex(({ detail }) => readStringField(detail, 'status') === 'return_to_sender');
  const isReturning = (at: number) => tracker.is_return === true || (returnIndex !== -1 && at > returnIndex);
  return {
    shipmentId: readStringField(tracker, 'shipment_id'),
    reference: readStringField(tracker, 'reference'),
    trackingNo,
    scans: details
      .flatMap(({ detail, at }, index) => parseDetail(detail, at, tracker, isReturning(index)))
      .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at)),
    estimatedDeliveryDate:
      readDateField(carrierDetail, 'est_delivery_date_local') ?? readDateField(tracker, 'est_delivery_date'),
  };
}

/** The tracker of a shipment; undefined when it has none or a malformed one, `unclear` when the reply is no shipment. */
export function parseTrackerOfShipment(body: unknown): CarrierResult<TrackingReport | undefined> {
  const shipment = asJsonObject(body);
  if (readStringField(shipment, 'id') === '') return malformedEasypostResponseResult;
  return okCarrierResult(parseTracker(shipment?.tracker));
}

/** Missing times sort last. */
function compareTimes(a: Temporal.Instant | undefined, b: Temporal.Instant | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return Temporal.Instant.compare(a, b);
}

function parseDetail(
  detail: JsonObject,
  at: Temporal.Instant | undefined,
  tracker: JsonObject,
  isReturn: boolean,
): CarrierScan[] {
  const status = readStringField(detail, 'status');
  const code = scanCodeOfEasypostStatus(status, readStringField(detail, 'status_detail'), isReturn);
  if (code === undefined) return [];
  const fallback = at ?? readInstantField(tracker, 'updated_at');
  if (fallback === undefined) return [];
  const place = asJsonObject(detail.tracking_location);
  return [
    {
      leg: 0,
      at: fallback,
      code: at === undefined ? `easypost:${status}/no-time` : code,
      message: readStringField(detail, 'message'),
      location: [readStringField(place, 'city'), readStringField(place, 'state')]
        .filter((part) => part !== '')
        .join(', '),
    },
  ];
}

/** A webhook event whose signature was verified; undefined when malformed. */
export function parseEasypostEvent(value: unknown): CarrierWebhookEvent | undefined {
  const event = asJsonObject(value);
  const eventId = readStringField(event, 'id');
  const name = readStringField(event, 'description');
  if (event === undefined || eventId === '' || name === '') return undefined;
  if (!name.startsWith('tracker.')) return { kind: 'other', eventId, name };
  const report = parseTracker(event.result);
  return report && { kind: 'tracking', eventId, report };
}
