/**
 * What may go wrong with a simulated package when it is asked to (decision 2), and what becomes of the journey that was
 * planned for it. Pure.
 */
import { deliveryDate, type Holidays, type Scan, type ScanCodeName } from '../carriers/index.ts';
import type { CarrierServiceCode } from '../contract/code-lists.ts';
import { dateIn } from '../lib/dates.ts';
import type { Package } from '../warehouse/index.ts';
import type { ScanData } from './scan-data.ts';

export const exceptionKinds = ['ATTEMPT FAILED', 'DELAYED', 'EXCEPTION', 'DAMAGED'] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

const reported: Readonly<Record<ExceptionKind, { readonly code: ScanCodeName; readonly message: string }>> = {
  'ATTEMPT FAILED': { code: 'DE', message: 'Delivery attempt failed: no adult was there to sign' },
  DELAYED: { code: 'DY', message: 'Delayed on the way' },
  EXCEPTION: { code: 'DE', message: 'Delivery exception' },
  DAMAGED: { code: 'DM', message: 'Damaged on the way' },
};

/** When the carrier loads what it brings a second time, on the clock of the recipient. */
const loadingTime = Temporal.PlainTime.from('08:00');

/** A carrier's event that has not come yet. */
export interface ComingScan {
  readonly dueAt: Temporal.Instant;
  readonly data: ScanData;
}

export interface DeliveryException {
  /** What the carrier reports now. */
  readonly scan: Scan;
  /** What is going to come instead of what was planned. */
  readonly coming: readonly ComingScan[];
  /** When it arrives by that; undefined where nobody says. */
  readonly estimatedDeliveryDate: Temporal.PlainDate | undefined;
}

/** Whether the recipient fetches the package where the carrier keeps it. */
export function isHeld({ status }: Pick<Package, 'status'>, coming: readonly ComingScan[]): boolean {
  return status === 'READY FOR PICKUP' || coming.some(({ data }) => data.code === 'RP');
}

/**
 * A package on its way after a mishap at `now`. An attempt is made again on the carrier's next working day; what is delayed,
 * or meets an exception, arrives a working day later than planned; what is damaged goes no further.
 */
export function applyException(
  mishap: ExceptionKind,
  packed: Pick<Package, 'leg' | 'scan' | 'status' | 'service'>,
  coming: readonly ComingScan[],
  { now, zone, holidays, message }: { now: Temporal.Instant; zone: string; holidays: Holidays; message: string },
): DeliveryException {
  const { leg, scan: before, service } = packed;
  const { code, message: usual } = reported[mishap];
  const last = coming.at(-1);
  const here = before?.location ?? coming[0]?.data.location ?? '';
  const scan: Scan = {
    leg,
    // Of two events of one time rank would decide.
    at: before === undefined ? now : later(now, before.at.add({ seconds: 1 })),
    code,
    message: message === '' ? usual : message,
    location: mishap === 'ATTEMPT FAILED' ? (last?.data.location ?? here) : here,
  };
  if (mishap === 'DAMAGED' || last === undefined) return { scan, coming: [], estimatedDeliveryDate: undefined };
  const after = (day: Temporal.PlainDate) => deliveryDate(service as CarrierServiceCode, day, 1, holidays);
  if (mishap === 'ATTEMPT FAILED') {
    const day = after(dateIn(now, zone));
    return { scan, coming: again(coming, last, day, zone), estimatedDeliveryDate: day };
  }
  return { scan, ...moved(coming, last, isHeld(packed, []), after, zone) };
}

/**
 * Everything up to its arrival comes so many days later that it arrives on the next working day; who fetches it comes on the
 * working day after that.
 */
function moved(
  coming: readonly ComingScan[],
  last: ComingScan,
  hasArrived: boolean,
  after: (day: Temporal.PlainDate) => Temporal.PlainDate,
  zone: string,
): Pick<DeliveryException, 'coming' | 'estimatedDeliveryDate'> {
  const arrival = coming.find(({ data }) => data.code === 'RP') ?? last;
  const planned = dateIn(arrival.dueAt, zone);
  const day = after(planned);
  const days = planned.until(day).days;
  const on = ({ dueAt, data }: ComingScan, shift: number): ComingScan => ({
    dueAt: dueAt.toZonedDateTimeISO(zone).add({ days: shift }).toInstant(),
    data,
  });
  const scans = coming.map((scan) => on(scan, days));
  if (arrival !== last) scans.splice(-1, 1, on(last, dateIn(last.dueAt, zone).until(after(day)).days));
  return { coming: scans, estimatedDeliveryDate: hasArrived ? undefined : day };
}

/** Out for delivery and delivered on another day, at the times of day that were planned. */
function again(coming: readonly ComingScan[], last: ComingScan, day: Temporal.PlainDate, zone: string): ComingScan[] {
  const loaded = coming.find(({ data }) => data.code === 'OD');
  const on = (time: Temporal.PlainTime) => day.toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant();
  const timeOf = ({ dueAt }: ComingScan) => dueAt.toZonedDateTimeISO(zone).toPlainTime();
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
