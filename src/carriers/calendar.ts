/**
 * Working days of warehouses and carriers, cutoffs and ship dates. Weekdays, cutoffs and holidays are operator data
 * (decision 8), passed as parameters. Days are in the warehouse's time zone.
 */

import { type Cutoff, defaultCutoffTime, type Holiday, type Warehouse } from '../contract/operator-settings.ts';
import { invariant } from '../lib/assert.ts';
import { dateInZone } from '../lib/dates.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';

/** Days as `YYYY-MM-DD`. */
export type HolidayDateSet = ReadonlySet<string>;

/** The days on which a warehouse or a carrier works, in its time zone. */
export interface WorkCalendar {
  readonly timeZone: string;
  /** 1 is Monday, 7 is Sunday; at least one. */
  readonly workingDays: readonly number[];
  readonly holidays: HolidayDateSet;
}

/** A cutoff of a carrier's service that has not passed. */
interface OpenCutoff {
  readonly carrier: string;
  readonly service: string;
  readonly at: Temporal.Instant;
}

interface ShipDateWithCutoffs {
  readonly date: Temporal.PlainDate;
  /** The cutoffs of that day that are still open; at least one. */
  readonly cutoffs: readonly OpenCutoff[];
}

// Longer than any run of holidays; a calendar without a working day in this period is misconfigured.
const maxBreakDays = 60;

export function toHolidayDateSet(holidays: readonly Holiday[]): HolidayDateSet {
  return new Set(holidays.map((holiday) => holiday.date));
}

const holidaysOf = new WeakMap<OperatorSettings, HolidayDateSet>();

/** The dates of the operator's holidays, computed once for each settings object. */
export function holidayDateSetOfOperator(operator: OperatorSettings): HolidayDateSet {
  let days = holidaysOf.get(operator);
  if (days === undefined) {
    days = toHolidayDateSet(operator.holidays);
    holidaysOf.set(operator, days);
  }
  return days;
}

export function workCalendarOfWarehouse(
  warehouse: Pick<Warehouse, 'timeZone' | 'workingDays'>,
  holidays: HolidayDateSet,
): WorkCalendar {
  return { timeZone: warehouse.timeZone, workingDays: warehouse.workingDays, holidays };
}

export function isWorkingDay(calendar: WorkCalendar, date: Temporal.PlainDate): boolean {
  return calendar.workingDays.includes(date.dayOfWeek) && !calendar.holidays.has(date.toString());
}

/**
 * The first working day on or after a date.
 * @throws InvariantError when there is none within 60 days
 */
export function findWorkingDayOnOrAfter(calendar: WorkCalendar, date: Temporal.PlainDate): Temporal.PlainDate {
  let day = date;
  for (let tried = 0; tried <= maxBreakDays; tried += 1) {
    if (isWorkingDay(calendar, day)) return day;
    day = day.add({ days: 1 });
  }
  invariant(false, `no working day within ${maxBreakDays} days of ${date}`);
}

/** The `count`-th working day after a date; for 0, the first working day on or after it. */
export function addWorkingDays(calendar: WorkCalendar, date: Temporal.PlainDate, count: number): Temporal.PlainDate {
  if (count <= 0) return findWorkingDayOnOrAfter(calendar, date);
  let day = date;
  for (let passed = 0; passed < count; passed += 1) day = findWorkingDayOnOrAfter(calendar, day.add({ days: 1 }));
  return day;
}

/** The cutoff of a carrier's service as `HH:mm`; 14:00 by default. */
export function findCutoffTime(cutoffs: readonly Cutoff[], carrier: string, service: string): string {
  for (const cutoff of cutoffs) if (cutoff.carrier === carrier && cutoff.service === service) return cutoff.time;
  return defaultCutoffTime;
}

/**
 * The carriers and services of each cutoff time of a warehouse, by time: `FEX GRND`, in the order of `cutoffs`; `*` at the default time is
 * every service without a cutoff of its own.
 */
export function groupServicesByCutoffTime(
  cutoffs: readonly Cutoff[],
): { readonly time: string; readonly services: readonly string[] }[] {
  const services = cutoffs.map(({ carrier, service, time }) => ({ time, name: `${carrier} ${service}` }));
  const byTime = Map.groupBy([...services, { time: defaultCutoffTime, name: '*' }], ({ time }) => time);
  return [...byTime]
    .map(([time, each]) => ({ time, services: each.map(({ name }) => name) }))
    .sort((a, b) => (a.time < b.time ? -1 : 1));
}

/** The instant of a local time, `HH:mm`, on a date in `timeZone`. */
export function instantOfLocalTime(date: Temporal.PlainDate, time: string, timeZone: string): Temporal.Instant {
  return date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).toInstant();
}

/** When an order is to ship: on a date, or else on days of the week. */
export interface ShipDatePreference {
  readonly requestedShipDate: Temporal.PlainDate | undefined;
  /** Digits, 1 Monday to 7 Sunday; '' for every day. */
  readonly shipDays: string;
}

/**
 * The ship date, at `now`, of an order that was ready at `readyAt`: not before the requested date (a past one means as soon
 * as possible), and today only if it was ready by the cutoff of its service (interface: Shipment). Without a requested date
 * it is one of the ship days, unless the warehouse works on none of these.
 */
export function computeShipDate(
  warehouseCalendar: WorkCalendar,
  cutoff: string,
  now: Temporal.Instant,
  { requestedShipDate: requested, shipDays }: ShipDatePreference,
  readyAt = now,
): Temporal.PlainDate {
  const calendar = requested === undefined ? onShipDays(warehouseCalendar, shipDays) : warehouseCalendar;
  const today = dateInZone(now, calendar.timeZone);
  if (requested && Temporal.PlainDate.compare(requested, today) > 0)
    return findWorkingDayOnOrAfter(calendar, requested);
  const first = findWorkingDayOnOrAfter(calendar, today);
  if (!first.equals(today)) return first;
  const isInTime = Temporal.Instant.compare(readyAt, instantOfLocalTime(today, cutoff, calendar.timeZone)) <= 0;
  return isInTime ? today : addWorkingDays(calendar, today, 1);
}

/**
 * The first working day on or after the requested date, which may have passed, or else the first of the ship days from `now`
 * on, whatever the cutoffs; undefined where the ship days make no difference.
 */
export function computeFirstAllowedShipDate(
  warehouseCalendar: WorkCalendar,
  now: Temporal.Instant,
  { requestedShipDate, shipDays }: ShipDatePreference,
): Temporal.PlainDate | undefined {
  if (requestedShipDate !== undefined) return findWorkingDayOnOrAfter(warehouseCalendar, requestedShipDate);
  const calendar = onShipDays(warehouseCalendar, shipDays);
  return calendar === warehouseCalendar
    ? undefined
    : findWorkingDayOnOrAfter(calendar, dateInZone(now, calendar.timeZone));
}

/** The calendar with the ship days alone; the same one where these make no difference. */
function onShipDays(calendar: WorkCalendar, shipDays: string): WorkCalendar {
  if (shipDays === '') return calendar;
  const workingDays = calendar.workingDays.filter((day) => shipDays.includes(String(day)));
  const makesNoDifference = workingDays.length === 0 || workingDays.length === calendar.workingDays.length;
  return makesNoDifference ? calendar : { ...calendar, workingDays };
}

/**
 * The next `count` working days that have a cutoff still open at `now`; services past their cutoff are left out of a
 * day (decision 9, `DeliveryEstimateOption`). Empty when there are no cutoffs.
 */
export function computeNextShipDates(
  calendar: WorkCalendar,
  cutoffs: readonly Cutoff[],
  now: Temporal.Instant,
  count: number,
): ShipDateWithCutoffs[] {
  const dates: ShipDateWithCutoffs[] = [];
  if (cutoffs.length === 0) return dates;
  let day = findWorkingDayOnOrAfter(calendar, dateInZone(now, calendar.timeZone));
  while (dates.length < count) {
    const open = cutoffs
      .map(({ carrier, service, time }) => ({ carrier, service, at: instantOfLocalTime(day, time, calendar.timeZone) }))
      .filter((cutoff) => Temporal.Instant.compare(now, cutoff.at) <= 0);
    if (open.length > 0) dates.push({ date: day, cutoffs: open });
    day = addWorkingDays(calendar, day, 1);
  }
  return dates;
}
