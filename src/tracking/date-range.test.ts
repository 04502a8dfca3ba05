import { describe, expect, test } from 'vitest';
import { parseDateRange, parseTimeRange } from './date-range.ts';

const zone = 'America/Los_Angeles';

describe('days', () => {
  test.each([
    ['11/18/2026 - 11/19/2026', '2026-11-18', '2026-11-19'],
    ['1/5/2026 - 1/5/2026', '2026-01-05', '2026-01-05'],
    ['11/18/2026-11/19/2026', '2026-11-18', '2026-11-19'],
    ['11/18/2026 08:00:00 - 11/19/2026 23:59:59', '2026-11-18', '2026-11-19'],
    ['2026-11-18 - 2026-11-19', '2026-11-18', '2026-11-19'],
    ['2026-11-18T23:00:00-08:00 - 11/19/2026 12:00:00 AM', '2026-11-18', '2026-11-19'],
    ['11/18/2026 -', '2026-11-18', '9999-12-31'],
  ])('%s', (text, from, to) => {
    const range = parseDateRange(text);
    expect([range?.from.toString(), range?.to.toString()]).toEqual([from, to]);
  });

  test.each([
    '',
    '11/18/2026',
    '11/19/2026 - 11/18/2026',
    '02/30/2026 - 03/01/2026',
    '2026-11-18-2026-11-19',
    '2026-11-18 - 2026-11-31',
    '18.11.2026 - 19.11.2026',
    'a - b',
    '- 11/18/2026',
    '-',
    `11/18/2026 - ${' '.repeat(100)}11/19/2026`,
  ])('not %j', (text) => expect(parseDateRange(text)).toBeUndefined());
});

describe('times', () => {
  test('both ends are inclusive, the last one with its whole second', () => {
    const range = parseTimeRange('11/18/2026 00:00:00 - 11/18/2026 23:59:59', zone);
    expect(range?.from.toString()).toBe('2026-11-18T08:00:00Z');
    expect(range?.to.toString()).toBe('2026-11-19T07:59:59.999999Z');
  });

  test.each([
    ['11/01/2026 01:15:00 - 11/01/2026 01:45:00', '2026-11-01T08:15:00Z', '2026-11-01T09:45:00.999999Z'],
    ['2026-11-01T01:15:00 - 2026-11-01T01:45:00', '2026-11-01T08:15:00Z', '2026-11-01T09:45:00.999999Z'],
    ['2026-11-01T01:15:00-08:00 - 2026-11-01T01:45:00-08:00', '2026-11-01T09:15:00Z', '2026-11-01T09:45:00.999999Z'],
    ['03/08/2026 02:30:00 - 03/08/2026 02:45:00', '2026-03-08T10:30:00Z', '2026-03-08T10:45:00.999999Z'],
  ])('in an hour that is repeated or skipped: %s', (text, from, to) => {
    const range = parseTimeRange(text, zone);
    expect([range?.from.toString(), range?.to.toString()]).toEqual([from, to]);
  });

  test('the end may be open', () => {
    const range = parseTimeRange('11/18/2026 00:00:00 - ', zone);
    expect(range?.from.toString()).toBe('2026-11-18T08:00:00Z');
    expect(range?.to.toString()).toBe('9999-12-31T23:59:59.999999Z');
  });

  test('all years of four digits', () => {
    const range = parseTimeRange('01/01/0001 00:00:00 - 12/31/9999 23:59:59', zone);
    expect(range?.from.toString()).toBe('0001-01-02T00:00:00Z');
    expect(range?.to.toString()).toBe('9999-12-31T00:00:00.999999Z');
  });

  test.each([
    ['2026-11-18T00:00:00 - 2026-11-18T23:59:59'],
    ['2026-11-18T08:00:00Z - 2026-11-18 23:59:59 UTC'],
    ['11/18/2026 12:00:00 AM - 11/18/2026 11:59:59 PM'],
  ])('in another spelling: %s', (text) => {
    const range = parseTimeRange(text, zone);
    expect(range?.from.toString()).toBe('2026-11-18T08:00:00Z');
    expect(range?.to.toString()).toMatch(/59:59\.999999Z$/);
  });

  test.each([
    '',
    '- 11/18/2026 00:00:00',
    '11/18/2026 00:00:00',
    '11/18/2026 - 11/19/2026',
    '11/18/2026 10:00:00 - 11/18/2026 09:59:59',
    '11/18/2026 25:00:00 - 11/19/2026 00:00:00',
    '2026-11-18 - 2026-11-19',
    '2026-11-18T10:00:00Z',
  ])('not %j', (text) => expect(parseTimeRange(text, zone)).toBeUndefined());
});
