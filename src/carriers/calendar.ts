/**
 * Which days a warehouse works, until when an order still leaves on a day, and on which days carriers deliver.
 * Weekdays, cutoffs and holidays are operator data (decision 8) and come in as parameters. Days are those of the
 * warehouse's time zone.
 */

import { type Cutoff, defaultCutoffTime, type Holiday, type Warehouse } from '../contract/operator-data.ts';
import { invariant } from '../lib/assert.ts';
import { dateIn } from '../lib/dates.ts';

/** Days as `YYYY-MM-DD`. */
export type Holidays = ReadonlySet<string>;

export interface WorkCalendar {
  readonly timeZone: string;
  /** 1 is Monday, 7 is Sunday; at least one. */
  readonly workingDays: readonly number[];
  readonly holidays: Holidays;
}

export interface OpenCutoff {
  readonly carrier: string;
  readonly service: string;
  readonly at: Temporal.Instant;
}

export interface ShipDate {
  readonly date: Temporal.PlainDate;
  /** The cutoffs of that day that are still open; at least one. */
  readonly cutoffs: readonly OpenCutoff[];
}

// Longer than any chain of holidays; a calendar without a working day in it is a fault of its data.
const maxBreakDays = 60;

export function holidaySet(holidays: readonly Holiday[]): Holidays {
  return new Set(holidays.map((holiday) => holiday.date));
}

export function calendarOf(warehouse: Pick<Warehouse, 'timeZone' | 'workingDays'>, holidays: Holidays): WorkCalendar {
  return { timeZone: warehouse.timeZone, workingDays: warehouse.workingDays, holidays };
}

export function isWorkingDay(calendar: WorkCalendar, date: Temporal.PlainDate): boolean {
  return calendar.workingDays.includes(date.dayOfWeek) && !calendar.holidays.has(date.toString());
}

/**
 * The day itself when it is worked, else the next one that is.
 * @throws InvariantError when none follows within 60 days
 */
export function workingDayFrom(calendar: WorkCalendar, date: Temporal.PlainDate): Temporal.PlainDate {
  let day = date;
  for (let tried = 0; tried <= maxBreakDays; tried += 1) {
    if (isWorkingDay(calendar, day)) return day;
    day = day.add({ days: 1 });
  }
  invariant(false, `no working day within ${maxBreakDays} days of ${date}`);
}

/** The `count`-th working day after a day; for 0 the day itself when it is worked, else the next. */
export function addWorkingDays(calendar: WorkCalendar, date: Temporal.PlainDate, count: number): Temporal.PlainDate {
  if (count <= 0) return workingDayFrom(calendar, date);
  let day = date;
  for (let passed = 0; passed < count; passed += 1) day = workingDayFrom(calendar, day.add({ days: 1 }));
  return day;
}

/** The cutoff of a carrier's service as `HH:mm`; 14:00 where none is set. */
export function cutoffTime(cutoffs: readonly Cutoff[], carrier: string, service: string): string {
  for (const cutoff of cutoffs) if (cutoff.carrier === carrier && cutoff.service === service) return cutoff.time;
  return defaultCutoffTime;
}

/** The instant at which the clock of `timeZone` shows `HH:mm` on a day. */
export function instantAt(date: Temporal.PlainDate, time: string, timeZone: string): Temporal.Instant {
  return date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).toInstant();
}

/**
 * The day on which an order that is ready at `now` leaves: not before the requested day (past ones mean as soon as
 * possible), and today only before the cutoff of its service (interface: Shipment).
 */
export function shipDateFor(
  calendar: WorkCalendar,
  cutoff: string,
  now: Temporal.Instant,
  requested?: Temporal.PlainDate | undefined,
): Temporal.PlainDate {
  const today = dateIn(now, calendar.timeZone);
  if (requested && Temporal.PlainDate.compare(requested, today) > 0) return workingDayFrom(calendar, requested);
  const first = workingDayFrom(calendar, today);
  if (!first.equals(today)) return first;
  const open = Temporal.Instant.compare(now, instantAt(today, cutoff, calendar.timeZone)) <= 0;
  return open ? today : addWorkingDays(calendar, today, 1);
}

/**
 * The next `count` working days with at least one cutoff still open at `now`; a service past its cutoff leaves a day
 * out (decision 9, `DeliveryEstimateOption`). None when there are no cutoffs.
 */
export function nextShipDates(
  calendar: WorkCalendar,
  cutoffs: readonly Cutoff[],
  now: Temporal.Instant,
  count: number,
): ShipDate[] {
  const dates: ShipDate[] = [];
  if (cutoffs.length === 0) return dates;
  let day = workingDayFrom(calendar, dateIn(now, calendar.timeZone));
  while (dates.length < count) {
    const open = cutoffs
      .map(({ carrier, service, time }) => ({ carrier, service, at: instantAt(day, time, calendar.timeZone) }))
      .filter((cutoff) => Temporal.Instant.compare(now, cutoff.at) <= 0);
    if (open.length > 0) dates.push({ date: day, cutoffs: open });
    day = addWorkingDays(calendar, day, 1);
  }
  return dates;
}
