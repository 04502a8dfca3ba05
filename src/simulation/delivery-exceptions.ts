/**
 * The kinds of simulated delivery exceptions and their effect on the planned scans of a package (decision 2). Pure.
 */
import { type CarrierScan, computeDeliveryDate, type HolidayDateSet, type ScanCodeName } from '../carriers/index.ts';
import type { CarrierServiceCode } from '../contract/code-lists.ts';
import { dateInZone } from '../lib/dates.ts';
import type { Package } from '../warehouse/index.ts';
import type { CarrierScanData } from './carrier-scan-data.ts';

export const deliveryExceptionKinds = ['ATTEMPT FAILED', 'DELAYED', 'EXCEPTION', 'DAMAGED'] as const;
export type SimulatedDeliveryExceptionKind = (typeof deliveryExceptionKinds)[number];

const reported: Readonly<
  Record<SimulatedDeliveryExceptionKind, { readonly code: ScanCodeName; readonly message: string }>
> = {
  'ATTEMPT FAILED': { code: 'DE', message: 'Delivery attempt failed: no adult available to sign' },
  DELAYED: { code: 'DY', message: 'Delayed in transit' },
  EXCEPTION: { code: 'DE', message: 'Delivery exception' },
  DAMAGED: { code: 'DM', message: 'Damaged in transit' },
};

/** When a package goes out for another delivery attempt, in the recipient's time zone, if no planned scan gives the time of day. */
const loadingTime = Temporal.PlainTime.from('08:00');

/** A scan of a simulated carrier that is scheduled and not yet due. */
export interface UpcomingScan {
  readonly dueAt: Temporal.Instant;
  readonly data: CarrierScanData;
}

/** What a simulated delivery exception changes: its scan, the scans that follow, and the estimated delivery date. */
export interface DeliveryExceptionEffect {
  /** The scan that reports the exception. */
  readonly scan: CarrierScan;
  /** The scans that replace the planned ones. */
  readonly coming: readonly UpcomingScan[];
  /** New estimate; undefined if it does not change or is unknown. */
  readonly estimatedDeliveryDate: Temporal.PlainDate | undefined;
}

/** Whether the carrier holds, or will hold, the package at one of its locations for pickup. */
export function isHeldForPickup({ status }: Pick<Package, 'status'>, coming: readonly UpcomingScan[]): boolean {
  return status === 'READY FOR PICKUP' || coming.some(({ data }) => data.code === 'RP');
}

/**
 * The effect of an exception at `now`. A failed attempt is repeated on the carrier's next working day; a delayed package, or
 * one with an exception, arrives one working day later than planned; a damaged one gets no further scans. Nothing follows where no scan
 * was planned.
 */
export function computeDeliveryExceptionEffect(
  kind: SimulatedDeliveryExceptionKind,
  packed: Pick<Package, 'leg' | 'scan' | 'status' | 'service'>,
  coming: readonly UpcomingScan[],
  { now, zone, holidays, message }: { now: Temporal.Instant; zone: string; holidays: HolidayDateSet; message: string },
): DeliveryExceptionEffect {
  const { leg, scan: before, service } = packed;
  const { code, message: usual } = reported[kind];
  const last = coming.at(-1);
  const here = before?.location ?? coming[0]?.data.location ?? '';
  const scan: CarrierScan = {
    leg,
    // Strictly later than the last scan: of two scans with one time the rank of their codes decides.
    at: before === undefined ? now : later(now, before.at.add({ seconds: 1 })),
    code,
    message: message === '' ? usual : message,
    location: kind === 'ATTEMPT FAILED' ? (last?.data.location ?? here) : here,
  };
  if (kind === 'DAMAGED' || last === undefined) return { scan, coming: [], estimatedDeliveryDate: undefined };
  const after = (day: Temporal.PlainDate) => computeDeliveryDate(service as CarrierServiceCode, day, 1, holidays);
  if (kind === 'ATTEMPT FAILED') {
    const day = after(dateInZone(now, zone));
    return { scan, coming: repeated(coming, last, day, zone), estimatedDeliveryDate: day };
  }
  return { scan, ...postponed(coming, last, isHeldForPickup(packed, []), after, zone) };
}

/**
 * Moves the scans so that the package arrives one working day later than planned. At a carrier's location the pickup by
 * the recipient follows on the next working day; when the package `hasArrived` there, only the pickup is one working
 * day later, and the estimate does not change.
 */
function postponed(
  coming: readonly UpcomingScan[],
  last: UpcomingScan,
  hasArrived: boolean,
  after: (day: Temporal.PlainDate) => Temporal.PlainDate,
  zone: string,
): Pick<DeliveryExceptionEffect, 'coming' | 'estimatedDeliveryDate'> {
  const arrival = coming.find(({ data }) => data.code === 'RP') ?? last;
  const planned = dateInZone(arrival.dueAt, zone);
  const day = after(planned);
  const days = planned.until(day).days;
  const on = ({ dueAt, data }: UpcomingScan, shift: number): UpcomingScan => ({
    dueAt: dueAt.toZonedDateTimeISO(zone).add({ days: shift }).toInstant(),
    data,
  });
  const scans = coming.map((scan) => on(scan, days));
  if (arrival !== last) scans.splice(-1, 1, on(last, dateInZone(last.dueAt, zone).until(after(day)).days));
  return { coming: scans, estimatedDeliveryDate: hasArrived ? undefined : day };
}

/** Out for delivery and delivered on another day, at the planned times of day, else out at `loadingTime`. */
function repeated(
  coming: readonly UpcomingScan[],
  last: UpcomingScan,
  day: Temporal.PlainDate,
  zone: string,
): UpcomingScan[] {
  const loaded = coming.find(({ data }) => data.code === 'OD');
  const on = (time: Temporal.PlainTime) => day.toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant();
  const timeOf = ({ dueAt }: UpcomingScan) => dueAt.toZonedDateTimeISO(zone).toPlainTime();
  const { location } = last.data;
  return [
    {
      dueAt: on(loaded === undefined ? loadingTime : timeOf(loaded)),
      data: loaded?.data ?? { code: 'OD', message: 'Out for delivery', location },
    },
    { dueAt: on(timeOf(last)), data: last.data },
  ];
}

function later(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(a, b) > 0 ? a : b;
}
