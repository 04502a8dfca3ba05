import { describe, expect, it } from 'vitest';
import { isInstantText, parseUsDate } from './dates.ts';
import { lastTimeOfDayText, normalizeDateText, normalizeDateTimeText } from './normalize-dates.ts';

describe('normalizeDateText', () => {
  it.each([
    ['12/07/2026', '12/07/2026'],
    ['1/2/2026', '01/02/2026'],
    ['2026-12-07', '12/07/2026'],
    ['2026-12-07T23:30:00-08:00', '12/07/2026'],
    ['2026-12-07T00:00:00.000Z', '12/07/2026'],
    ['2026-12-07T01:00', '12/07/2026'],
    ['2026-12-07 10:00:00 UTC', '12/07/2026'],
    ['12/07/2026 12:00:00 AM', '12/07/2026'],
    ['1/2/2026 11:59:59 PM', '01/02/2026'],
  ])('%s is %s', (text, date) => {
    expect(normalizeDateText(text)).toBe(date);
    expect(parseUsDate(date)).toBeDefined();
  });

  it.each([
    '',
    'tomorrow',
    '12-07-2026',
    '2026/12/07',
    '07.12.2026',
    '12/07/26',
    '20261207',
    '2026-12-7',
    '2026-02-30',
    '2026-13-01',
    '2026-02-30T10:00:00Z',
    '2026-12-07T25:00:00Z',
    '2026-12-07 10:00:00',
    '2026-12-07 10:00:00 PST',
    '2026-12-07 24:00:00 UTC',
    '12/07/2026 00:00:00 AM',
    '12/07/2026 13:00:00 PM',
    '12/07/2026 12:60:00 AM',
    '12/07/2026 12:00 AM',
    '12/07/2026 00:00:00',
    ' 12/07/2026',
    '2026-12-07 ',
    '02/30/2026 12:00:00 AM',
  ])('%j is no date', (text) => {
    expect(parseUsDate(normalizeDateText(text))).toBeUndefined();
  });
});

describe('normalizeDateTimeText', () => {
  it.each([
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z'],
    ['2026-11-20T10:00:00+00:00', '2026-11-20T10:00:00Z'],
    ['2026-11-20T10:00Z', '2026-11-20T10:00:00Z'],
    ['2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00Z'],
    ['2026-11-20T10:00:00,5-08', '2026-11-20T18:00:00.5Z'],
    ['2026-11-20T23:30:00-0800', '2026-11-21T07:30:00Z'],
    // Contents of stored orders were hashed with all digits, as .NET writes them.
    ['2026-11-20T10:00:00.1234567Z', '2026-11-20T10:00:00.1234567Z'],
    ['2026-11-20T10:00:00.123456789-08:00', '2026-11-20T18:00:00.123456789Z'],
    ['2026-11-20T10:00', '2026-11-20T10:00:00'],
    ['2026-11-20T10:00:00.10', '2026-11-20T10:00:00.1'],
    ['2026-11-20', '2026-11-20T00:00:00'],
    ['11/20/2026', '2026-11-20T00:00:00'],
    ['1/2/2026', '2026-01-02T00:00:00'],
    ['2026-11-20 10:00:00 UTC', '2026-11-20T10:00:00Z'],
    ['2026-11-20 10:00:00Z', '2026-11-20T10:00:00Z'],
    ['2026-11-20 10:00:00+00:00', '2026-11-20T10:00:00Z'],
    ['2026-11-20 02:00:00.250 -0800', '2026-11-20T10:00:00.25Z'],
    ['2026-11-19 22:00:00-12', '2026-11-20T10:00:00Z'],
    ['11/20/2026 12:00:00 AM', '2026-11-20T00:00:00'],
    ['11/20/2026 12:30:00 PM', '2026-11-20T12:30:00'],
    ['11/20/2026 1:05:09 PM', '2026-11-20T13:05:09'],
  ])('%s is %s', (text, iso) => {
    expect(normalizeDateTimeText(text)).toBe(iso);
    expect(isInstantText(iso)).toBe(true);
  });

  it('a date alone as the end of a range is its last moment', () => {
    expect(normalizeDateTimeText('11/20/2026', lastTimeOfDayText)).toBe('2026-11-20T23:59:59.999999');
    expect(normalizeDateTimeText('11/20/2026 12:00:00 AM', lastTimeOfDayText)).toBe('2026-11-20T00:00:00');
    expect(isInstantText(normalizeDateTimeText('2026-11-20', lastTimeOfDayText))).toBe(true);
  });

  it.each([
    '',
    '2026-11-20 10:00:00',
    '2026-11-20 10:00:00 UTC+1',
    '20.11.2026',
    '02/30/2026',
    '2026-11-31',
    '1790000000',
  ])('%j is no date-time', (text) => {
    expect(isInstantText(normalizeDateTimeText(text))).toBe(false);
  });
});
