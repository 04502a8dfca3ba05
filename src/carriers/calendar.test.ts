import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultCutoffs, defaultHolidays } from '../contract/operator-data.ts';
import {
  addWorkingDays,
  calendarOf,
  cutoffTime,
  holidaySet,
  instantAt,
  isWorkingDay,
  nextShipDates,
  shipDateFor,
  workingDayFrom,
} from './calendar.ts';

const holidays = holidaySet(defaultHolidays);
const napa = calendarOf({ timeZone: 'America/Los_Angeles', workingDays: [1, 2, 3, 4, 5] }, holidays);
const day = Temporal.PlainDate.from;
const instant = Temporal.Instant.from;

describe('working days', () => {
  it('are neither weekends nor holidays', () => {
    expect(isWorkingDay(napa, day('2026-11-25'))).toBe(true);
    expect(isWorkingDay(napa, day('2026-11-26'))).toBe(false);
    expect(isWorkingDay(napa, day('2026-11-28'))).toBe(false);
    expect(workingDayFrom(napa, day('2026-11-28')).toString()).toBe('2026-11-30');
    expect(addWorkingDays(napa, day('2026-11-25'), 1).toString()).toBe('2026-11-27');
    expect(addWorkingDays(napa, day('2026-11-25'), 2).toString()).toBe('2026-11-30');
    expect(addWorkingDays(napa, day('2026-11-28'), 0).toString()).toBe('2026-11-30');
  });

  it('are loudly missing from a calendar that has none', () => {
    expect(() => workingDayFrom({ ...napa, workingDays: [] }, day('2026-11-25'))).toThrow('no working day');
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
  it('are times on the clock of the warehouse, in summer and winter', () => {
    expect(instantAt(day('2026-11-18'), '14:00', napa.timeZone).toString()).toBe('2026-11-18T22:00:00Z');
    expect(instantAt(day('2026-07-15'), '14:00', napa.timeZone).toString()).toBe('2026-07-15T21:00:00Z');
  });

  it('have a default', () => {
    expect(cutoffTime(defaultCutoffs, 'FEX', '2DAY')).toBe('15:00');
    expect(cutoffTime(defaultCutoffs, 'GSO', 'GRND')).toBe('14:00');
  });
});

describe('shipDateFor', () => {
  const ship = (now: string, requested?: string) =>
    shipDateFor(napa, '14:00', instant(now), requested === undefined ? undefined : day(requested)).toString();

  it('is today up to the cutoff and the next working day after it', () => {
    expect(ship('2026-11-18T22:00:00Z')).toBe('2026-11-18');
    expect(ship('2026-11-18T22:00:01Z')).toBe('2026-11-19');
    expect(ship('2026-11-25T23:00:00Z')).toBe('2026-11-27');
    expect(ship('2026-11-28T08:00:00Z')).toBe('2026-11-30');
  });

  it('is today by the clock of the warehouse, not of UTC', () => {
    expect(ship('2026-11-19T05:00:00Z')).toBe('2026-11-19');
    expect(ship('2026-11-19T09:00:00Z')).toBe('2026-11-19');
  });

  it('waits for a requested day and moves it to a working one; a past one means now', () => {
    expect(ship('2026-11-18T23:00:00Z', '2026-12-01')).toBe('2026-12-01');
    expect(ship('2026-11-18T23:00:00Z', '2026-11-26')).toBe('2026-11-27');
    expect(ship('2026-11-18T20:00:00Z', '2026-11-01')).toBe('2026-11-18');
    expect(ship('2026-11-18T23:00:00Z', '2026-11-18')).toBe('2026-11-19');
  });
});

describe('nextShipDates', () => {
  const cutoffs = [
    { carrier: 'FEX', service: 'GRND', time: '14:00' },
    { carrier: 'FEX', service: '2DAY', time: '15:00' },
  ];

  it('leaves out what is past its cutoff, and days with nothing open', () => {
    const between = nextShipDates(napa, cutoffs, instant('2026-11-25T22:30:00Z'), 2);
    expect(between.map(({ date, cutoffs: open }) => [date.toString(), open.map((cutoff) => cutoff.service)])).toEqual([
      ['2026-11-25', ['2DAY']],
      ['2026-11-27', ['GRND', '2DAY']],
    ]);
    const after = nextShipDates(napa, cutoffs, instant('2026-11-25T23:30:00Z'), 1);
    expect(after[0]?.date.toString()).toBe('2026-11-27');
    expect(after[0]?.cutoffs[0]?.at.toString()).toBe('2026-11-27T22:00:00Z');
  });

  it('gives as many as asked for', () => {
    expect(nextShipDates(napa, cutoffs, instant('2026-11-25T22:30:00Z'), 30)).toHaveLength(30);
    expect(nextShipDates(napa, [], instant('2026-11-25T22:30:00Z'), 30)).toEqual([]);
  });
});
