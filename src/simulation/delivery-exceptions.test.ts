import { describe, expect, test } from 'vitest';
import { defaultHolidays } from '../../test/support/default-settings.ts';
import { toHolidayDateSet } from '../carriers/index.ts';
import {
  computeDeliveryExceptionEffect,
  isHeldForPickup,
  type SimulatedDeliveryExceptionKind,
  type UpcomingScan,
} from './delivery-exceptions.ts';

const zone = 'America/Denver';
const holidays = toHolidayDateSet(defaultHolidays);
const instant = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant();
const coming = (...scans: [local: string, code: string][]): UpcomingScan[] =>
  scans.map(([local, code]) => ({ dueAt: instant(local), data: { code, message: code, location: 'Denver, CO' } }));
const local = ({ dueAt, data }: UpcomingScan) =>
  `${dueAt.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' })} ${data.code}`;

const inReno = {
  leg: 0,
  status: 'IN TRANSIT',
  service: 'GRND',
  scan: { leg: 0, at: instant('2026-11-24T21:00'), code: 'AR', message: '', location: 'Reno, NV' },
} as const;
/** The Wednesday before Thanksgiving. */
const now = instant('2026-11-25T09:00');
const planned = coming(['2026-11-25T12:00', 'AR'], ['2026-11-27T08:15', 'OD'], ['2026-11-27T14:30', 'DL']);
const fate = (
  mishap: SimulatedDeliveryExceptionKind,
  scans = planned,
  packed: Partial<typeof inReno> | object = {},
  message = '',
) => {
  const {
    scan,
    coming: next,
    estimatedDeliveryDate,
  } = computeDeliveryExceptionEffect(mishap, { ...inReno, ...packed }, scans, { now, zone, holidays, message });
  return {
    code: scan.code,
    location: scan.location,
    coming: next.map(local),
    estimate: estimatedDeliveryDate?.toString(),
  };
};

describe('computeDeliveryExceptionEffect', () => {
  test('an attempt is made again on the next working day, at the times of day that were planned', () => {
    expect(fate('ATTEMPT FAILED')).toEqual({
      code: 'DE',
      location: 'Denver, CO',
      coming: ['2026-11-27T08:15 OD', '2026-11-27T14:30 DL'],
      estimate: '2026-11-27',
    });
    // It was out already.
    const out = coming(['2026-11-25T14:30', 'DL']);
    expect(fate('ATTEMPT FAILED', out).coming).toEqual(['2026-11-27T08:00 OD', '2026-11-27T14:30 DL']);
    expect(fate('ATTEMPT FAILED', out, { service: 'HOME' }).estimate).toBe('2026-11-27');
  });

  test.each(['DELAYED', 'EXCEPTION'] as const)('%s: all that is planned comes a working day later', (mishap) => {
    expect(fate(mishap)).toEqual({
      code: mishap === 'DELAYED' ? 'DY' : 'DE',
      location: 'Reno, NV',
      // From Friday to Monday.
      coming: ['2026-11-28T12:00 AR', '2026-11-30T08:15 OD', '2026-11-30T14:30 DL'],
      estimate: '2026-11-30',
    });
    expect(fate(mishap, planned, { service: 'HOME' }).estimate).toBe('2026-11-28');
  });

  test('a day later is the same time of day, also when clocks are set back', () => {
    const scans = coming(['2026-10-30T08:15', 'OD'], ['2026-10-30T14:30', 'DL']);
    expect(fate('DELAYED', scans).coming).toEqual(['2026-11-02T08:15 OD', '2026-11-02T14:30 DL']);
  });

  test('what is damaged goes no further', () => {
    expect(fate('DAMAGED')).toEqual({ code: 'DM', location: 'Reno, NV', coming: [], estimate: undefined });
  });

  test('what is fetched arrives when it is ready; once it is, nothing is estimated any more', () => {
    const held = coming(['2026-11-27T09:00', 'RP'], ['2026-11-30T11:00', 'DL']);
    expect(isHeldForPickup(inReno, held)).toBe(true);
    expect(isHeldForPickup(inReno, planned)).toBe(false);
    expect(fate('DELAYED', held)).toMatchObject({
      coming: ['2026-11-30T09:00 RP', '2026-12-01T11:00 DL'],
      estimate: '2026-11-30',
    });
    const waiting = { ...inReno, status: 'READY FOR PICKUP' } as const;
    expect(isHeldForPickup(waiting, held.slice(1))).toBe(true);
    expect(fate('EXCEPTION', held.slice(1), waiting)).toMatchObject({
      coming: ['2026-12-01T11:00 DL'],
      estimate: undefined,
    });
  });

  test('is reported after what is known, in the words that were asked for', () => {
    const scan = { ...inReno.scan, at: now };
    const delayed = computeDeliveryExceptionEffect('DELAYED', { ...inReno, scan }, planned, {
      now,
      zone,
      holidays,
      message: 'Snow in Reno',
    });
    expect(delayed.scan).toMatchObject({ leg: 0, message: 'Snow in Reno', at: now.add({ seconds: 1 }) });
    const first = computeDeliveryExceptionEffect('DELAYED', { ...inReno, scan: undefined }, planned, {
      now,
      zone,
      holidays,
      message: '',
    });
    expect(first.scan).toMatchObject({ at: now, location: 'Denver, CO', message: 'Delayed in transit' });
  });
});
