import { describe, expect, test } from 'vitest';
import type { CarrierScan } from '../carriers/index.ts';
import {
  isNeverScanned,
  type Package,
  type PackageState,
  packageAfterCarrierScan,
  packageAfterDeparture,
} from './package.ts';

const instant = Temporal.Instant.from;
const day = Temporal.PlainDate.from;
const scan = (code: string, at: string): CarrierScan => ({
  leg: 0,
  at: instant(at),
  code,
  message: code,
  location: '',
});
const state: PackageState = {
  customerNo: 'W100',
  packageId: '0198c7a0-0000-7000-8000-000000000001',
  orderId: '0198c7a0-0000-7000-8000-000000000002',
  packageNo: 1,
  carrier: 'FEX',
  leg: 0,
  status: 'IN TRANSIT',
  shipDate: day('2026-07-15'),
  estimatedDeliveryDate: day('2026-07-20'),
  scan: scan('AR', '2026-07-16T10:00:00Z'),
  lastActivityAt: instant('2026-07-16T12:00:00Z'),
};
const now = instant('2026-07-16T18:00:00Z');

describe('packageAfterCarrierScan', () => {
  test('the status depends on the carrier’s time, the activity on the recording time', () => {
    const { package: next, outcome } = packageAfterCarrierScan(
      state,
      { scan: scan('OD', '2026-07-16T13:00:00Z') },
      now,
    );
    expect(outcome).toBe('applied');
    expect(next).toMatchObject({ status: 'IN TRANSIT', lastActivityAt: now, activity: [now] });
    expect(next.scan?.code).toBe('OD');
    const twice = packageAfterCarrierScan(next, { scan: scan('DL', '2026-07-16T17:00:00Z') }, now.add({ minutes: 1 }));
    expect(twice.package.activity).toEqual([now, now.add({ minutes: 1 })]);
  });

  test('activity never decreases, even if clocks of machines differ', () => {
    const early = instant('2026-07-16T11:00:00Z');
    const { package: next } = packageAfterCarrierScan(state, { scan: scan('OD', '2026-07-16T13:00:00Z') }, early);
    expect(next).toMatchObject({ lastActivityAt: state.lastActivityAt, activity: [state.lastActivityAt] });
    const packed = { ...state, status: 'READY TO SHIP', requestedShipDate: day('2026-07-16') } as Package;
    expect(packageAfterDeparture(packed, early, day('2026-07-16'), () => undefined)).toMatchObject({
      status: 'SHIPPED',
      shipDate: day('2026-07-16'),
      lastActivityAt: state.lastActivityAt,
    });
  });

  test.each<
    [name: string, change: Partial<PackageState>, reported: CarrierScan, estimate: string | undefined, expected: string]
  >([
    [
      'a new scan with the carrier’s estimate',
      {},
      scan('OD', '2026-07-16T13:00:00Z'),
      '2026-07-22',
      'applied 2026-07-22',
    ],
    ['a new scan without an estimate', {}, scan('OD', '2026-07-16T13:00:00Z'), undefined, 'applied 2026-07-20'],
    [
      'a repeated scan with another estimate',
      {},
      scan('AR', '2026-07-16T10:00:00Z'),
      '2026-07-22',
      'estimated 2026-07-22',
    ],
    [
      'a repeated scan with the same estimate',
      {},
      scan('AR', '2026-07-16T10:00:00Z'),
      '2026-07-20',
      'repeated 2026-07-20',
    ],
    ['a repeated scan without an estimate', {}, scan('AR', '2026-07-16T10:00:00Z'), undefined, 'repeated 2026-07-20'],
    ['a stale scan', {}, scan('PU', '2026-07-15T10:00:00Z'), '2026-07-22', 'stale 2026-07-20'],
    ['an unknown scan', {}, scan('??', '2026-07-17T10:00:00Z'), '2026-07-22', 'unknown 2026-07-20'],
    [
      'a carrier without published estimates',
      { carrier: 'GSO' },
      scan('OD', '2026-07-16T13:00:00Z'),
      '2026-07-22',
      'applied 2026-07-20',
    ],
    [
      'a repeated delivery scan',
      { status: 'DELIVERED', scan: scan('DL', '2026-07-16T10:00:00Z') },
      scan('DL', '2026-07-16T10:00:00Z'),
      '2026-07-22',
      'repeated 2026-07-20',
    ],
  ])('%s', (_name, change, reported, estimate, expected) => {
    const current = { ...state, ...change };
    const { package: next, outcome } = packageAfterCarrierScan(
      current,
      { scan: reported, ...(estimate === undefined ? {} : { estimatedDeliveryDate: day(estimate) }) },
      now,
    );
    expect(`${outcome} ${next.estimatedDeliveryDate}`).toBe(expected);
    const isNews = outcome === 'applied' || outcome === 'estimated';
    expect(next === current).toBe(!isNews);
    expect(next.lastActivityAt).toEqual(isNews ? now : state.lastActivityAt);
  });
});

test('a package that left is never scanned after four days, unless its carrier has scanned it', () => {
  const left = { status: 'SHIPPED', lastActivityAt: now } as const;
  const days = (count: number) => now.add({ hours: 24 * count });
  expect(isNeverScanned(left, days(4).subtract({ seconds: 1 }))).toBe(false);
  expect(isNeverScanned(left, days(4))).toBe(true);
  expect(isNeverScanned({ ...left, status: 'IN TRANSIT' }, days(30))).toBe(false);
});
