import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultCutoffs, defaultHolidays } from '../../test/support/default-settings.ts';
import {
  addWorkingDays,
  computeFirstAllowedShipDate,
  computeNextShipDates,
  computeShipDate,
  findCutoffTime,
  findWorkingDayOnOrAfter,
  instantOfLocalTime,
  isWorkingDay,
  type ShipDatePreference,
  toHolidayDateSet,
  workCalendarOfWarehouse,
} from './calendar.ts';

const holidays = toHolidayDateSet(defaultHolidays);
const napa = workCalendarOfWarehouse({ timeZone: 'America/Los_Angeles', workingDays: [1, 2, 3, 4, 5] }, holidays);
const day = Temporal.PlainDate.from;
const instant = Temporal.Instant.from;

describe('working days', () => {
  it('are neither weekends nor holidays', () => {
    expect(isWorkingDay(napa, day('2026-11-25'))).toBe(true);
    expect(isWorkingDay(napa, day('2026-11-26'))).toBe(false);
    expect(isWorkingDay(napa, day('2026-11-28'))).toBe(false);
    expect(findWorkingDayOnOrAfter(napa, day('2026-11-28')).toString()).toBe('2026-11-30');
    expect(addWorkingDays(napa, day('2026-11-25'), 1).toString()).toBe('2026-11-27');
    expect(addWorkingDays(napa, day('2026-11-25'), 2).toString()).toBe('2026-11-30');
    expect(addWorkingDays(napa, day('2026-11-28'), 0).toString()).toBe('2026-11-30');
  });

  it('throw for a calendar without working days', () => {
    expect(() => findWorkingDayOnOrAfter({ ...napa, workingDays: [] }, day('2026-11-25'))).toThrow('no working day');
  });

  it('are counted one by one', () => {
    const days = fc.integer({ min: 0, max: 8000 }).map((offset) => day('2024-01-01').add({ days: offset }));
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 15 }), (date, count) => {
        const reached = addWorkingDays(napa, date, count);
        let worked = 0;
        for (
          let next = date.add({ days: 1 });
          Temporal.PlainDate.compare(next, reached) <= 0;
          next = next.add({ days: 1 })
        ) {
          if (isWorkingDay(napa, next)) worked += 1;
        }
        expect(worked).toBe(count);
        expect(isWorkingDay(napa, reached)).toBe(true);
      }),
    );
  });
});

describe('cutoffs', () => {
  it('are local times of the warehouse, in summer and winter', () => {
    expect(instantOfLocalTime(day('2026-11-18'), '14:00', napa.timeZone).toString()).toBe('2026-11-18T22:00:00Z');
    expect(instantOfLocalTime(day('2026-07-15'), '14:00', napa.timeZone).toString()).toBe('2026-07-15T21:00:00Z');
  });

  it('keep their local time across daylight saving changes', () => {
    const hours = (from: string, to: string, time: string) =>
      instantOfLocalTime(day(to), time, napa.timeZone)
        .since(instantOfLocalTime(day(from), time, napa.timeZone))
        .total('hours');
    // Clocks go forward on Sunday, March 8, and back on Sunday, November 1.
    expect(hours('2026-03-06', '2026-03-09', '14:00')).toBe(3 * 24 - 1);
    expect(hours('2026-10-30', '2026-11-02', '14:00')).toBe(3 * 24 + 1);
    expect(hours('2026-03-07', '2026-03-08', '01:59')).toBe(24);
    expect(hours('2026-03-07', '2026-03-08', '03:00')).toBe(23);
  });

  it('are an hour later when the local time is skipped, and the earlier instant when it is repeated', () => {
    expect(instantOfLocalTime(day('2026-03-08'), '02:30', napa.timeZone).toString()).toBe('2026-03-08T10:30:00Z');
    expect(instantOfLocalTime(day('2026-11-01'), '01:30', napa.timeZone).toString()).toBe('2026-11-01T08:30:00Z');
  });

  it('have a default time', () => {
    expect(findCutoffTime(defaultCutoffs, 'FEX', '2DAY')).toBe('15:00');
    expect(findCutoffTime(defaultCutoffs, 'GSO', 'GRND')).toBe('14:00');
  });
});

const preference = (requested: string | undefined, shipDays = ''): ShipDatePreference => ({
  requestedShipDate: requested === undefined ? undefined : day(requested),
  shipDays,
});

describe('computeShipDate', () => {
  const ship = (now: string, requested?: string) =>
    computeShipDate(napa, '14:00', instant(now), preference(requested)).toString();

  it('is today up to the cutoff and the next working day after it', () => {
    expect(ship('2026-11-18T22:00:00Z')).toBe('2026-11-18');
    expect(ship('2026-11-18T22:00:01Z')).toBe('2026-11-19');
    expect(ship('2026-11-25T23:00:00Z')).toBe('2026-11-27');
    expect(ship('2026-11-28T08:00:00Z')).toBe('2026-11-30');
  });

  it('stays today after the cutoff for what was ready by then, or on an earlier day', () => {
    const late = (readyAt: string, now: string) =>
      computeShipDate(napa, '14:00', instant(now), preference(undefined), instant(readyAt)).toString();
    expect(late('2026-11-18T22:00:00Z', '2026-11-19T07:59:00Z')).toBe('2026-11-18');
    expect(late('2026-11-18T22:00:01Z', '2026-11-19T07:59:00Z')).toBe('2026-11-19');
    expect(late('2026-11-18T22:00:01Z', '2026-11-19T23:00:00Z')).toBe('2026-11-19');
    expect(late('2026-11-18T22:00:00Z', '2026-11-28T08:00:00Z')).toBe('2026-11-30');
  });

  it('uses the local date of the warehouse, not UTC', () => {
    expect(ship('2026-11-19T05:00:00Z')).toBe('2026-11-19');
    expect(ship('2026-11-19T09:00:00Z')).toBe('2026-11-19');
  });

  it('is the requested date or the next working day; a past date means now', () => {
    expect(ship('2026-11-18T23:00:00Z', '2026-12-01')).toBe('2026-12-01');
    expect(ship('2026-11-18T23:00:00Z', '2026-11-26')).toBe('2026-11-27');
    expect(ship('2026-11-18T20:00:00Z', '2026-11-01')).toBe('2026-11-18');
    expect(ship('2026-11-18T23:00:00Z', '2026-11-18')).toBe('2026-11-19');
  });

  it('is one of the ship days of an order without a requested date', () => {
    const onDays = (now: string, shipDays: string, requested?: string) =>
      computeShipDate(napa, '14:00', instant(now), preference(requested, shipDays)).toString();
    const wednesday = '2026-11-18T20:00:00Z';
    expect(onDays(wednesday, '123')).toBe('2026-11-18');
    expect(onDays('2026-11-18T22:00:01Z', '123')).toBe('2026-11-23');
    expect(onDays(wednesday, '1')).toBe('2026-11-23');
    expect(onDays('2026-11-24T20:00:00Z', '4')).toBe('2026-12-03');
    expect(onDays(wednesday, '1', '2026-11-20')).toBe('2026-11-20');
    expect(onDays(wednesday, '1', '2026-11-01')).toBe('2026-11-18');
    expect(onDays(wednesday, '67')).toBe('2026-11-18');
  });

  it.each([
    ['12345', undefined],
    ['67', undefined],
    ['', undefined],
    ['56', '2026-11-27'],
  ])('waits on a Saturday with ship days %j until %s', (shipDays, expected) => {
    const saturday = instant('2026-11-21T20:00:00Z');
    expect(computeFirstAllowedShipDate(napa, saturday, preference(undefined, shipDays))?.toString()).toBe(expected);
  });
});

describe('shipDateFor around the year', () => {
  const newYork = workCalendarOfWarehouse({ timeZone: 'America/New_York', workingDays: [1, 2, 3, 4, 5] }, holidays);
  const saturdays = workCalendarOfWarehouse(
    { timeZone: 'America/Los_Angeles', workingDays: [2, 3, 4, 5, 6] },
    holidays,
  );
  const phoenix = workCalendarOfWarehouse({ timeZone: 'America/Phoenix', workingDays: [1, 2, 3, 4, 5] }, holidays);

  it.each<[name: string, calendar: typeof napa, now: string, requested: string | undefined, expected: string]>([
    ['Friday before clocks go forward, at the cutoff', napa, '2026-03-06T14:00:00-08:00', undefined, '2026-03-06'],
    ['a second later', napa, '2026-03-06T14:00:01-08:00', undefined, '2026-03-09'],
    ['Sunday night', napa, '2026-03-08T23:00:00-07:00', undefined, '2026-03-09'],
    ['Monday after, at the cutoff', napa, '2026-03-09T14:00:00-07:00', undefined, '2026-03-09'],
    ['Monday after, a second later', napa, '2026-03-09T14:00:01-07:00', undefined, '2026-03-10'],
    ['Monday after clocks go back, at the cutoff', napa, '2026-11-02T14:00:00-08:00', undefined, '2026-11-02'],
    ['Monday after clocks go back, a second later', napa, '2026-11-02T14:00:01-08:00', undefined, '2026-11-03'],
    ['one instant, morning in Napa', napa, '2026-07-15T19:00:00Z', undefined, '2026-07-15'],
    ['one instant, past the cutoff in New York', newYork, '2026-07-15T19:00:00Z', undefined, '2026-07-16'],
    ['one instant, Wednesday in Napa', napa, '2026-07-16T05:00:00Z', undefined, '2026-07-16'],
    ['one instant, Thursday in New York', newYork, '2026-07-16T05:00:00Z', undefined, '2026-07-16'],
    ['where clocks never change, in winter', phoenix, '2026-01-14T21:00:00Z', undefined, '2026-01-14'],
    ['where clocks never change, in summer', phoenix, '2026-07-15T21:00:00Z', undefined, '2026-07-15'],
    ['where clocks never change, in summer, too late', phoenix, '2026-07-15T21:00:01Z', undefined, '2026-07-16'],
    ['a warehouse that works on Saturdays', saturdays, '2026-07-10T15:00:00-07:00', undefined, '2026-07-11'],
    ['and rests on Mondays', saturdays, '2026-07-11T15:00:00-07:00', undefined, '2026-07-14'],
    ['the evening before Thanksgiving', napa, '2026-11-25T15:00:00-08:00', undefined, '2026-11-27'],
    ['Christmas on a Friday', napa, '2026-12-24T14:00:01-08:00', undefined, '2026-12-28'],
    ['a federal holiday on which carriers work', napa, '2026-10-12T09:00:00-07:00', undefined, '2026-10-12'],
    ['asked for a weekend', napa, '2026-07-06T09:00:00-07:00', '2026-07-11', '2026-07-13'],
    ['asked for a holiday before a weekend', napa, '2026-12-01T09:00:00-08:00', '2026-12-25', '2026-12-28'],
    ['asked for tomorrow, long after today’s cutoff', napa, '2026-07-06T23:59:00-07:00', '2026-07-07', '2026-07-07'],
    ['asked for today, in time', napa, '2026-07-06T13:59:00-07:00', '2026-07-06', '2026-07-06'],
    ['asked for yesterday', napa, '2026-07-07T15:00:00-07:00', '2026-07-06', '2026-07-08'],
  ])('%s', (_name, calendar, now, requested, expected) => {
    expect(computeShipDate(calendar, '14:00', instant(now), preference(requested)).toString()).toBe(expected);
  });

  it('is a working day, not before the requested date, and today only until the cutoff', () => {
    const minutes = fc.integer({ min: 0, max: 3 * 365 * 24 * 60 });
    const ahead = fc.option(fc.integer({ min: -10, max: 40 }), { nil: undefined });
    const calendars = fc.constantFrom(napa, newYork, saturdays, phoenix);
    fc.assert(
      fc.property(
        minutes,
        ahead,
        calendars,
        fc.constantFrom('00:00', '12:00', '14:30'),
        (after, days, calendar, time) => {
          const now = instant('2026-01-01T00:00:00Z').add({ minutes: after });
          const today = now.toZonedDateTimeISO(calendar.timeZone).toPlainDate();
          const requested = days === undefined ? undefined : today.add({ days });
          const date = computeShipDate(calendar, time, now, { requestedShipDate: requested, shipDays: '' });
          expect(isWorkingDay(calendar, date)).toBe(true);
          expect(Temporal.PlainDate.compare(date, today)).toBeGreaterThanOrEqual(0);
          if (requested) expect(Temporal.PlainDate.compare(date, requested)).toBeGreaterThanOrEqual(0);
          const isOpen = Temporal.Instant.compare(now, instantOfLocalTime(today, time, calendar.timeZone)) <= 0;
          if (date.equals(today)) expect(isOpen).toBe(true);
          else if (isOpen && isWorkingDay(calendar, today)) expect(days ?? 0).toBeGreaterThan(0);
          // No working day is between the first possible day and the chosen one.
          const first = requested && Temporal.PlainDate.compare(requested, today) > 0 ? requested : today;
          for (let next = first; Temporal.PlainDate.compare(next, date) < 0; next = next.add({ days: 1 })) {
            expect(isWorkingDay(calendar, next) && !(next.equals(today) && !isOpen)).toBe(false);
          }
        },
      ),
    );
  });
});

describe('nextShipDates', () => {
  const cutoffs = [
    { carrier: 'FEX', service: 'GRND', time: '14:00' },
    { carrier: 'FEX', service: '2DAY', time: '15:00' },
  ];

  it('leaves out services past their cutoff, and days without an open cutoff', () => {
    const between = computeNextShipDates(napa, cutoffs, instant('2026-11-25T22:30:00Z'), 2);
    expect(between.map(({ date, cutoffs: open }) => [date.toString(), open.map((cutoff) => cutoff.service)])).toEqual([
      ['2026-11-25', ['2DAY']],
      ['2026-11-27', ['GRND', '2DAY']],
    ]);
    // As the ship date of an order, a day is open until its cutoff.
    const [last] = computeNextShipDates(napa, cutoffs, instant('2026-11-25T23:00:00Z'), 1);
    expect([last?.date.toString(), last?.cutoffs.map(({ service }) => service)]).toEqual(['2026-11-25', ['2DAY']]);
    const after = computeNextShipDates(napa, cutoffs, instant('2026-11-25T23:30:00Z'), 1);
    expect(after[0]?.date.toString()).toBe('2026-11-27');
    expect(after[0]?.cutoffs[0]?.at.toString()).toBe('2026-11-27T22:00:00Z');
  });

  it('returns the requested number', () => {
    expect(computeNextShipDates(napa, cutoffs, instant('2026-11-25T22:30:00Z'), 30)).toHaveLength(30);
    expect(computeNextShipDates(napa, [], instant('2026-11-25T22:30:00Z'), 30)).toEqual([]);
  });
});
