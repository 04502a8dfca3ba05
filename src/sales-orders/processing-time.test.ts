import { describe, expect, test } from 'vitest';
import { defaultCutoffs, defaultSettings } from '../../test/support/default-settings.ts';
import type { Cutoff } from '../contract/operator-settings.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';
import { computeProcessingStartTime } from './processing-time.ts';

/** The default settings, with a separate cutoff at Cobleskill. */
const operatorWith = (more: Partial<OperatorSettings> = {}): OperatorSettings => ({
  ...defaultSettings,
  cutoffs: new Map<string, readonly Cutoff[]>([
    ['APC01', defaultCutoffs],
    ['COB01', [{ carrier: 'FEX', service: 'GRND', time: '16:45' }]],
  ]),
  ...more,
});
const operator = operatorWith();

const time = (
  now: string,
  [warehouse, carrier, service]: readonly [string, string, string],
  requested?: string,
  by = operator,
  shipDays = '',
) =>
  computeProcessingStartTime(
    {
      warehouse,
      carrier,
      service,
      requestedShipDate: requested === undefined ? undefined : Temporal.PlainDate.from(requested),
      shipDays,
    },
    Temporal.Instant.from(now),
    by,
  )
    .toZonedDateTimeISO(by.warehouses.get(warehouse)?.timeZone ?? 'UTC')
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

const ground = ['APC01', 'FEX', 'GRND'] as const;

describe('processingStartTime', () => {
  test.each<
    [name: string, now: string, way: readonly [string, string, string], requested: string | undefined, expected: string]
  >([
    ['before the cutoff of its service: at once', '2026-07-15T14:00:00-07:00', ground, undefined, '2026-07-15T14:00'],
    ['after the cutoff: the next morning', '2026-07-15T14:00:30-07:00', ground, undefined, '2026-07-16T06:00'],
    [
      'a service with a later cutoff',
      '2026-07-15T14:59:00-07:00',
      ['APC01', 'FEX', '2DAY'],
      undefined,
      '2026-07-15T14:59',
    ],
    [
      'a carrier with a later cutoff',
      '2026-07-15T14:29:00-07:00',
      ['APC01', 'UPS', 'GRND'],
      undefined,
      '2026-07-15T14:29',
    ],
    ['after that cutoff', '2026-07-15T14:31:00-07:00', ['APC01', 'UPS', 'GRND'], undefined, '2026-07-16T06:00'],
    [
      'a will-call order after its cutoff',
      '2026-07-15T12:01:00-07:00',
      ['APC01', 'WILL', 'CALL'],
      undefined,
      '2026-07-16T06:00',
    ],
    [
      'without a separate cutoff: two o’clock',
      '2026-07-15T14:01:00-07:00',
      ['APC01', 'GSO', 'GRND'],
      undefined,
      '2026-07-16T06:00',
    ],
    [
      'a warehouse with its own cutoffs and time zone',
      '2026-07-15T16:45:00-04:00',
      ['COB01', 'FEX', 'GRND'],
      undefined,
      '2026-07-15T16:45',
    ],
    ['after those cutoffs', '2026-07-15T16:46:00-04:00', ['COB01', 'FEX', 'GRND'], undefined, '2026-07-16T06:00'],
    ['at night: in the morning', '2026-07-16T03:00:00-07:00', ground, undefined, '2026-07-16T06:00'],
    ['on Saturday: on Monday', '2026-07-11T10:00:00-07:00', ground, undefined, '2026-07-13T06:00'],
    ['on a holiday: on the day after', '2026-11-26T10:00:00-08:00', ground, undefined, '2026-11-27T06:00'],
    ['across the start of daylight saving time', '2026-03-06T15:00:00-08:00', ground, undefined, '2026-03-09T06:00'],
    ['across the end of daylight saving time', '2026-10-30T15:00:00-07:00', ground, undefined, '2026-11-02T06:00'],
    ['a requested later day: that morning', '2026-07-15T10:00:00-07:00', ground, '2026-07-29', '2026-07-29T06:00'],
    ['a requested Sunday: Monday morning', '2026-07-15T10:00:00-07:00', ground, '2026-07-19', '2026-07-20T06:00'],
    [
      'a requested past day: as soon as possible',
      '2026-07-15T10:00:00-07:00',
      ground,
      '2026-07-01',
      '2026-07-15T10:00',
    ],
  ])('%s', (_name, now, way, requested, expected) => {
    expect(time(now, way, requested)).toBe(expected);
  });

  test('waits for a ship day, unless a date is requested', () => {
    const wednesday = '2026-07-15T10:00:00-07:00';
    expect(time(wednesday, ground, undefined, operator, '3')).toBe('2026-07-15T10:00');
    expect(time(wednesday, ground, undefined, operator, '12')).toBe('2026-07-20T06:00');
    expect(time(wednesday, ground, '2026-07-17', operator, '12')).toBe('2026-07-17T06:00');
  });

  test('is on a full minute, so that orders of one minute form a batch', () => {
    expect(time('2026-07-15T10:00:00.001-07:00', ground)).toBe('2026-07-15T10:01');
  });

  test('follows changes of the operator settings', () => {
    const now = '2026-07-15T10:00:00-07:00';
    expect(time(now, ground)).toBe('2026-07-15T10:00');
    const closed = operatorWith({ holidays: [{ date: '2026-07-15', name: 'Inventory day' }] });
    expect(time(now, ground, undefined, closed)).toBe('2026-07-16T06:00');
    const early = operatorWith({ cutoffs: new Map([['APC01', [{ carrier: 'FEX', service: 'GRND', time: '09:30' }]]]) });
    expect(time(now, ground, undefined, early)).toBe('2026-07-16T06:00');
    expect(time(now, ground)).toBe('2026-07-15T10:00');
  });

  test('an order without a warehouse is due at once', () => {
    expect(time('2026-07-11T10:00:00Z', ['', 'FEX', 'GRND'])).toBe('2026-07-11T10:00');
  });
});
