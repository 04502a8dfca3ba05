import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CarrierScan,
  carrierScanCodes,
  carrierStateAfterScan,
  isFinalPackageStatus,
  type PackageCarrierState,
} from './status-after-scan.ts';

const shipped: PackageCarrierState = { leg: 0, status: 'SHIPPED', scan: undefined };

function scan(code: string, hour: number, more: Partial<CarrierScan> = {}): CarrierScan {
  const at = Temporal.Instant.from('2026-11-18T00:00:00Z').add({ hours: hour });
  return { leg: 0, at, code, message: code, location: 'Memphis, TN', ...more };
}

function stateAfter(...scans: CarrierScan[]): PackageCarrierState {
  return scans.reduce((state, next) => carrierStateAfterScan(state, next).state, shipped);
}

describe('carrierStateAfterScan', () => {
  it('applies the first scan regardless of the warehouse status', () => {
    expect(carrierStateAfterScan(shipped, scan('PU', 1))).toMatchObject({
      outcome: 'applied',
      state: { status: 'IN TRANSIT' },
    });
    expect(stateAfter(scan('DL', 1)).status).toBe('DELIVERED');
  });

  it('prefers the newest carrier time, not the latest arrival', () => {
    expect(stateAfter(scan('OD', 5), scan('AR', 3)).scan?.code).toBe('OD');
    expect(carrierStateAfterScan(stateAfter(scan('OD', 5)), scan('AR', 3)).outcome).toBe('stale');
    expect(stateAfter(scan('OD', 5), scan('DE', 6)).status).toBe('EXCEPTION');
    expect(stateAfter(scan('OD', 5), scan('DE', 6), scan('OD', 30)).status).toBe('IN TRANSIT');
  });

  it('resolves ties by rank', () => {
    expect(stateAfter(scan('OD', 5), scan('AR', 5)).scan?.code).toBe('OD');
    expect(stateAfter(scan('AR', 5), scan('OD', 5)).scan?.code).toBe('OD');
  });

  it('keeps a final status until a new leg begins', () => {
    for (const later of ['AR', 'OD', 'DE', 'DM', 'RD']) {
      expect(stateAfter(scan('DL', 5), scan(later, 9)).status).toBe('DELIVERED');
    }
    expect(stateAfter(scan('DL', 5), scan('AR', 9, { leg: 1 }))).toMatchObject({ leg: 1, status: 'IN TRANSIT' });
    expect(stateAfter(scan('DL', 5), scan('AR', 2, { leg: 1 }))).toMatchObject({ leg: 1, status: 'IN TRANSIT' });
    expect(stateAfter(scan('AR', 9, { leg: 1 }), scan('DL', 12))).toMatchObject({ leg: 1, status: 'IN TRANSIT' });
    expect(carrierStateAfterScan({ leg: 0, status: 'CANCELED', scan: undefined }, scan('AR', 1)).outcome).toBe('stale');
  });

  it('ends the leg with a final scan that arrives late', () => {
    expect(stateAfter(scan('AR', 9), scan('DL', 5)).status).toBe('DELIVERED');
  });

  it('ignores a repeated scan', () => {
    const state = stateAfter(scan('OD', 5));
    expect(carrierStateAfterScan(state, scan('OD', 5))).toEqual({ outcome: 'repeated', state });
    const delivered = stateAfter(scan('DL', 5));
    expect(carrierStateAfterScan(delivered, scan('DL', 5))).toEqual({ outcome: 'repeated', state: delivered });
  });

  it('reports an unknown scan and changes nothing', () => {
    for (const code of ['ZZ', '', 'toString']) {
      expect(carrierStateAfterScan(shipped, scan(code, 5))).toEqual({ outcome: 'unknown', state: shipped });
    }
  });

  it('has the same result for any order and repetition of the scans of a leg', () => {
    const codes = fc.constantFrom('PU', 'DP', 'AR', 'DY', 'OD', 'DE', 'RP', 'DM');
    const journeys = fc
      .array(fc.record({ code: codes, hour: fc.nat(6), location: fc.constantFrom('Reno, NV', 'Boise, ID') }), {
        maxLength: 8,
      })
      .map((list) => list.map(({ code, hour, location }) => scan(code, hour, { location })));
    const shuffles = journeys.chain((scans) =>
      fc.tuple(
        fc.constant(scans),
        fc.shuffledSubarray([...scans, ...scans], { minLength: scans.length * 2, maxLength: scans.length * 2 }),
        fc.boolean(),
        fc.nat(16),
      ),
    );
    fc.assert(
      fc.property(shuffles, ([scans, shuffled, delivered, place]) => {
        const end = delivered ? [scan('DL', 7)] : [];
        const arrived = [...shuffled.slice(0, place), ...end, ...shuffled.slice(place)];
        expect(stateAfter(...arrived)).toEqual(stateAfter(...[...scans, ...end]));
      }),
    );
  });

  it('recognizes final statuses', () => {
    const final = Object.entries(carrierScanCodes).filter(([, { status }]) => isFinalPackageStatus(status));
    expect(final.map(([code]) => code)).toEqual(['RD', 'DL']);
  });
});
