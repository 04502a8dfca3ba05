import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../test/support/property-runs.ts';
import {
  createUsDateFormatter,
  dateInZone,
  formatEpochMsAsUtc,
  formatInstant,
  formatUsDate,
  formatUsDateTime,
  isInstantText,
  parseInstant,
  parseIsoDate,
  parseUsDate,
  parseUsDateTime,
  startOfNextMillisecond,
} from './dates.ts';

const operatorZone = 'America/Los_Angeles';

const anyDate = fc
  .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toTemporalInstant());

describe('parseDate', () => {
  it('reads padded and unpadded days', () => {
    expect(parseUsDate('02/09/2026')?.toString()).toBe('2026-02-09');
    expect(parseUsDate('2/9/2026')?.toString()).toBe('2026-02-09');
    expect(parseUsDate('02/29/2028')?.toString()).toBe('2028-02-29');
    expect(parseUsDate('02/29/2000')?.toString()).toBe('2000-02-29');
  });

  it.each([
    '02/30/2026',
    '02/29/2026',
    '02/29/1900',
    '13/01/2026',
    '00/10/2026',
    '10/00/2026',
    '10/32/2026',
    '04/31/2026',
    '01/01/0000',
    '01/01/26',
    '01/01/12026',
    '2026-01-01',
    ' 01/01/2026',
    '01/01/2026 ',
    '01/01/2026\n',
    '01-01-2026',
    '1/1/2026 00:00:00',
    '',
    '001/01/2026',
    '٠١/٠١/٢٠٢٦',
  ])('refuses %j', (text) => {
    expect(parseUsDate(text)).toBeUndefined();
  });

  it('reads back every day it writes', () => {
    fc.assert(
      fc.property(anyDate, (instant) => {
        const day = dateInZone(instant, 'UTC');
        expect(parseUsDate(formatUsDate(day))?.equals(day)).toBe(true);
        expect(parseIsoDate(day.toString())?.equals(day)).toBe(true);
      }),
    );
  });

  it('agrees with the calendar on which days exist', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 0, max: 33 }),
        fc.integer({ min: 1, max: 9999 }),
        (month, day, year) => {
          let exists = true;
          try {
            Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
          } catch {
            exists = false;
          }
          expect(parseUsDate(`${month}/${day}/${String(year).padStart(4, '0')}`) !== undefined).toBe(exists);
        },
      ),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        parseUsDate(text);
        parseIsoDate(text);
        parseInstant(text);
        parseUsDateTime(text, operatorZone);
      }),
    );
  });
});

describe('parseInstant', () => {
  it.each([
    ['2026-11-18T17:00:00Z', '2026-11-18T17:00:00Z'],
    ['2026-11-18T17:00Z', '2026-11-18T17:00:00Z'],
    ['2026-11-18T17:00:00.123Z', '2026-11-18T17:00:00.123Z'],
    ['2026-11-18T23:59:59.9999999Z', '2026-11-18T23:59:59.999999Z'],
    ['2026-11-18T17:00:00,5+00', '2026-11-18T17:00:00.5Z'],
    ['2026-11-18T09:00:00-08:00', '2026-11-18T17:00:00Z'],
    ['2026-11-18T09:00:00-0800', '2026-11-18T17:00:00Z'],
    ['2026-11-18T22:30:00+05:30', '2026-11-18T17:00:00Z'],
    ['2026-11-18T17:00:00', '2026-11-18T17:00:00Z'],
  ])('reads %s', (text, expected) => {
    expect(parseInstant(text)?.toString()).toBe(expected);
  });

  it('reads a time without offset in the zone that is given', () => {
    expect(parseInstant('2026-11-18T09:00:00', operatorZone)?.toString()).toBe('2026-11-18T17:00:00Z');
    expect(parseInstant('2026-07-18T09:00:00', operatorZone)?.toString()).toBe('2026-07-18T16:00:00Z');
  });

  it('does not let the zone change a time with offset', () => {
    expect(parseInstant('2026-11-18T17:00:00Z', operatorZone)?.toString()).toBe('2026-11-18T17:00:00Z');
  });

  it('moves a time that summer time skips forward by the gap', () => {
    expect(parseInstant('2026-03-08T02:30:00', operatorZone)?.toString()).toBe('2026-03-08T10:30:00Z');
  });

  it.each([
    ['0001-01-01T00:00:00', '0001-01-02T00:00:00Z'],
    ['0001-01-01T00:00:00+05:00', '0001-01-02T00:00:00Z'],
    ['9999-12-31T23:59:59.9999999', '9999-12-31T00:00:00Z'],
    ['9999-12-31T23:59:59-08:00', '9999-12-31T00:00:00Z'],
  ])('reads %s as the nearest time that every zone writes with a year of four digits', (text, nearest) => {
    for (const zone of ['UTC', operatorZone, 'Pacific/Kiritimati']) {
      expect(parseInstant(text, zone)?.toString()).toBe(nearest);
    }
  });

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-11-18',
    '2026-11-18 17:00:00Z',
    '2026-11-18T24:00:00Z',
    '2026-11-18T17:60:00Z',
    '2026-11-18T17:00:60Z',
    '2026-11-18T17Z',
    '2026-11-18T17:00:00+24:00',
    '2026-11-18T17:00:00+08:60',
    '0000-11-18T17:00:00Z',
    '11/18/2026',
    '2026-11-18T17:00:00Z[UTC]',
    '',
  ])('refuses %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

describe('isInstantText', () => {
  /** Texts that are, or nearly are, ISO 8601 date-times. */
  const nearly = fc
    .tuple(
      fc.constantFrom('0000', '0001', '1999', '2024', '2026', '9999', '+2026', '26'),
      fc.constantFrom('00', '01', '02', '12', '13', '1'),
      fc.constantFrom('00', '01', '28', '29', '30', '31', '32'),
      fc.constantFrom('T', ' ', 't'),
      fc.constantFrom('00:00', '23:59', '24:00', '12:60', '12'),
      fc.constantFrom('', ':00', ':59.999999999', ':60', ':07,5', ':07.'),
      fc.constantFrom('', 'Z', 'z', '+00', '-0830', '+23:59', '-24:00', '+08:60', '[UTC]'),
    )
    .map(([year, month, day, t, time, seconds, offset]) => `${year}-${month}-${day}${t}${time}${seconds}${offset}`);

  it('is true of exactly what parseInstant reads in every time zone', () => {
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string()), (text) => {
        const zones = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Manila'];
        const instants = zones.map((zone) => parseInstant(text, zone));
        expect(instants.map((instant) => instant !== undefined)).toEqual(zones.map(() => isInstantText(text)));
        for (const instant of instants) {
          for (const zone of zones) if (instant) expect(formatInstant(instant, zone)).toMatch(/^\d{4}-/);
        }
      }),
      { numRuns: propertyRuns(3_000) },
    );
  });

  it.each([
    ['2026-11-18T17:00:00Z', true],
    ['2024-02-29T00:00-08:00', true],
    ['2026-02-29T00:00-08:00', false],
    ['0001-01-01T00:00:00+05:00', true],
    ['9999-12-31T23:59:59.9999999', true],
    ['0000-12-31T23:59:59Z', false],
  ])('%s: %s', (text, expected) => {
    expect(isInstantText(text)).toBe(expected);
  });
});

describe('formatInstant', () => {
  it('writes the offset of the zone, and Z in UTC', () => {
    const instant = Temporal.Instant.from('2026-11-18T17:00:00Z');
    expect(formatInstant(instant, operatorZone)).toBe('2026-11-18T09:00:00-08:00');
    expect(formatInstant(instant)).toBe('2026-11-18T17:00:00Z');
    expect(formatInstant(Temporal.Instant.from('2026-11-18T17:00:00.25Z'))).toBe('2026-11-18T17:00:00.250Z');
  });

  it('is read back to the millisecond', () => {
    fc.assert(
      fc.property(
        anyDate,
        fc.constantFrom('UTC', operatorZone, 'America/New_York', 'Asia/Kolkata'),
        (instant, zone) => {
          // Offsets of before standard time have seconds, which ISO 8601 offsets cannot say.
          fc.pre(zone === 'UTC' || instant.epochMilliseconds > 0);
          expect(parseInstant(formatInstant(instant, zone))?.equals(instant)).toBe(true);
        },
      ),
    );
  });
});

describe('long lists', () => {
  it('write the same as one by one, in any order, also where a day has 23 hours, 25 or none', () => {
    const nearby = fc
      .constantFrom('2026-03-08', '2026-11-01', '2011-12-30', '2026-11-18')
      .chain((day) =>
        fc.array(
          fc
            .integer({ min: -72 * 3_600_000, max: 72 * 3_600_000 })
            .map((ms) => Temporal.Instant.from(`${day}T00:00:00Z`).add({ milliseconds: ms })),
        ),
      );
    const zones = ['UTC', operatorZone, 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'America/Sao_Paulo'];
    fc.assert(
      fc.property(fc.oneof(nearby, fc.array(anyDate)), fc.constantFrom(...zones), (instants, zone) => {
        const dayOf = createUsDateFormatter(zone);
        for (const instant of instants) {
          expect(dayOf(instant.epochMilliseconds)).toBe(formatUsDate(dateInZone(instant, zone)));
          expect(formatEpochMsAsUtc(instant.epochMilliseconds)).toBe(formatInstant(instant));
        }
      }),
    );
  });
});

describe('date and time of the operator', () => {
  it('reads and writes wall clock time', () => {
    const instant = parseUsDateTime('11/18/2026 09:00:05', operatorZone);
    expect(instant?.toString()).toBe('2026-11-18T17:00:05Z');
    expect(instant && formatUsDateTime(instant, operatorZone)).toBe('11/18/2026 09:00:05');
    expect(parseUsDateTime('1/2/2026 00:00:00', 'UTC')?.toString()).toBe('2026-01-02T00:00:00Z');
  });

  it.each(['11/18/2026', '11/18/2026 9:00:00', '11/18/2026 24:00:00', '02/30/2026 00:00:00', '11/18/2026T09:00:00'])(
    'refuses %j',
    (text) => {
      expect(parseUsDateTime(text, operatorZone)).toBeUndefined();
    },
  );
});

describe('startOfNextMillisecond', () => {
  it.each([
    ['2026-11-18T17:00:05.123Z', '2026-11-18T17:00:05.124Z'],
    ['2026-11-18T17:00:05.123456Z', '2026-11-18T17:00:05.124Z'],
    ['2026-11-18T23:59:59.999999Z', '2026-11-19T00:00:00Z'],
  ])('of %s is %s', (at, end) => {
    expect(startOfNextMillisecond(Temporal.Instant.from(at)).toString()).toBe(end);
  });
});
