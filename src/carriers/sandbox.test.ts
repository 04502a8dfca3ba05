import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultHolidays, defaultWarehouses } from '../../test/support/default-settings.ts';
import { findPlaceOfZip, listZipPlaces } from '../addresses/index.ts';
import { carrierServiceCodes } from '../contract/code-lists.ts';
import { dateInZone } from '../lib/dates.ts';
import { toHolidayDateSet } from './calendar.ts';
import { chooseSandboxService, planSandboxTrip, type SandboxShipment } from './sandbox.ts';
import { carrierStateAfterScan, type PackageCarrierState } from './status-after-scan.ts';

const holidays = toHolidayDateSet(defaultHolidays);

function napaTo(zip: string, more: Partial<SandboxShipment> = {}): SandboxShipment {
  const place = findPlaceOfZip(zip);
  return {
    id: '0193a5c0-0000-7000-8000-000000000001',
    packageNo: 1,
    carrier: 'FEX',
    service: 'GRND',
    shippedAt: Temporal.Instant.from('2026-11-18T23:10:00Z'),
    origin: { city: 'Napa', state: 'CA', zip: '94558', timeZone: 'America/Los_Angeles' },
    destination: { city: place?.city ?? '', state: place?.state ?? '', zip },
    holidays,
    ...more,
  };
}

describe('resolveSandboxService', () => {
  it('uses FedEx for best available, ground for no service, and CALL for will call', () => {
    expect(chooseSandboxService({ carrier: 'BSW', service: 'GRND' })).toEqual({ carrier: 'FEX', service: 'GRND' });
    expect(chooseSandboxService({ carrier: 'BSW', service: '2DAY' })).toEqual({ carrier: 'FEX', service: '2DAY' });
    expect(chooseSandboxService({ carrier: 'UPS', service: 'NONE' })).toEqual({ carrier: 'UPS', service: 'GRND' });
    expect(chooseSandboxService({ carrier: 'WILL', service: 'NONE' })).toEqual({ carrier: 'WILL', service: 'CALL' });
  });
});

describe('planSandboxTrip', () => {
  it('routes from the warehouse through real cities to the door', () => {
    const { scans, estimatedDeliveryDate, transitDays } = planSandboxTrip(napaTo('10001'));
    expect(scans.map((scan) => scan.code)).toEqual(['PU', 'AR', 'AR', 'AR', 'AR', 'OD', 'DL']);
    expect(scans[0]?.location).toBe('Napa, CA');
    expect(scans.at(-1)).toMatchObject({ location: 'New York, NY', message: 'Delivered; signed for by an adult' });
    expect(transitDays).toBe(5);
    expect(estimatedDeliveryDate.toString()).toBe('2026-11-25');
    expect(new Set(scans.slice(1, 5).map((scan) => scan.location)).size).toBe(4);
  });

  it('is deterministic and differs between packages', () => {
    expect(planSandboxTrip(napaTo('10001'))).toEqual(planSandboxTrip(napaTo('10001')));
    const delivered = new Set<string>();
    for (let packageNo = 1; packageNo <= 40; packageNo += 1) {
      delivered.add(planSandboxTrip(napaTo('10001', { packageNo })).scans.at(-1)?.at.toString() ?? '');
    }
    expect(delivered.size).toBeGreaterThan(10);
  });

  it('holds will-call packages for the recipient', () => {
    const { scans } = planSandboxTrip(napaTo('94558', { carrier: 'WIL', service: 'CALL' }));
    expect(scans.map((scan) => [scan.code, scan.location])).toEqual([
      ['RP', 'Napa, CA'],
      ['DL', 'Napa, CA'],
    ]);
    expect(scans[0]?.at.toString()).toBe('2026-11-18T23:15:00Z');
  });

  it('holds the package for the recipient at a carrier location', () => {
    const held = planSandboxTrip(napaTo('10001', { holdLocation: 'Corner Shop' }));
    const toTheDoor = planSandboxTrip(napaTo('10001'));
    expect(held.estimatedDeliveryDate).toEqual(toTheDoor.estimatedDeliveryDate);
    expect(held.scans.slice(0, -2)).toEqual(toTheDoor.scans.slice(0, -2));
    const [ready, collected] = held.scans.slice(-2);
    expect(ready).toMatchObject({
      code: 'RP',
      message: 'Ready for pickup at Corner Shop',
      location: 'New York, NY',
      at: toTheDoor.scans.at(-2)?.at,
    });
    expect(collected).toMatchObject({
      code: 'DL',
      message: 'Picked up at Corner Shop; signed for by an adult',
      location: 'New York, NY',
    });
    // Arrives on Wednesday; Thursday is Thanksgiving.
    const dayOf = (at?: Temporal.Instant) => dateInZone(at ?? Temporal.Now.instant(), 'America/New_York').toString();
    expect([dayOf(ready?.at), dayOf(collected?.at)]).toEqual(['2026-11-25', '2026-11-27']);
    expect(planSandboxTrip(napaTo('10001', { holdLocation: '' })).scans.at(-2)?.message).toBe(
      'Ready for pickup at the location',
    );
  });

  it('delivers to foreign and military addresses', () => {
    const abroad = napaTo('', { service: 'INPR', destination: { city: 'Toronto', state: 'ON', zip: undefined } });
    expect(planSandboxTrip(abroad).scans.at(-1)?.location).toBe('Toronto, ON');
    expect(planSandboxTrip(napaTo('09012')).scans.at(-1)).toMatchObject({ code: 'DL', location: 'APO, AE' });
  });

  it('excludes hubs at either end of the route', () => {
    const { scans } = planSandboxTrip(napaTo('94103', { service: 'ONPR' }));
    expect(scans.map((scan) => scan.location)).toEqual(['Napa, CA', ...Array(3).fill('San Francisco, CA')]);
  });

  it('takes a day more in time zones far ahead of the warehouse', () => {
    const late = Temporal.Instant.from('2026-11-19T07:30:00Z');
    expect(
      planSandboxTrip(napaTo('10001', { service: 'ONPR', shippedAt: late })).estimatedDeliveryDate.toString(),
    ).toBe('2026-11-19');
    // The operator's table says overnight.
    const origin = { ...napaTo('96910').origin, knownTransit: () => 1 };
    const { scans, estimatedDeliveryDate } = planSandboxTrip(
      napaTo('96910', { service: 'ONPR', shippedAt: late, origin }),
    );
    expect(estimatedDeliveryDate.toString()).toBe('2026-11-20');
    expect(dateInZone(scans.at(-1)?.at ?? late, 'Pacific/Guam').toString()).toBe('2026-11-20');
  });

  it('satisfies its invariants from every warehouse to every state at any time', () => {
    const zips = ['CA', 'NY', 'TX', 'AK', 'HI', 'PR', 'GU', 'AE', 'FL', 'OR'].flatMap((state) =>
      [...listZipPlaces()].filter((place) => place.state === state).slice(0, 10),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...defaultWarehouses),
        fc.constantFrom(...zips),
        fc.constantFrom(...carrierServiceCodes.filter((service) => service !== 'CALL')),
        fc.integer({ min: 0, max: 365 * 24 * 60 }),
        fc.uuid(),
        (origin, place, service, minutes, id) => {
          const shippedAt = Temporal.Instant.from('2026-01-01T00:00:00Z').add({ minutes });
          const destination = { city: place.city, state: place.state, zip: place.zip };
          const shipped = {
            id,
            packageNo: 1,
            carrier: 'FEX',
            service,
            shippedAt,
            origin,
            destination,
            holidays,
          } as const;
          const { scans, estimatedDeliveryDate } = planSandboxTrip(shipped);
          let state: PackageCarrierState = { leg: 0, status: 'SHIPPED', scan: undefined };
          let last = shippedAt.epochMilliseconds;
          for (const [index, scan] of scans.entries()) {
            const atMs = scan.at.epochMilliseconds;
            expect(atMs % 900_000).toBe(0);
            expect(atMs).toBeGreaterThanOrEqual(index === 0 ? last : last + 1);
            last = atMs;
            const outcome = carrierStateAfterScan(state, scan);
            expect(outcome.outcome).toBe('applied');
            state = outcome.state;
          }
          expect(state.status).toBe('DELIVERED');
          const day = dateInZone(scans.at(-1)?.at ?? shippedAt, place.timeZone ?? origin.timeZone);
          expect(day.toString()).toBe(estimatedDeliveryDate.toString());
        },
      ),
      { numRuns: 300 },
    );
  });

  it('plans ten thousand packages in less than a second', () => {
    const zips = ['10001', '60601', '78701', '98101', '33101'];
    planSandboxTrip(napaTo('10001'));
    const started = process.cpuUsage();
    for (let packageNo = 0; packageNo < 10_000; packageNo += 1) {
      planSandboxTrip(napaTo(zips[packageNo % zips.length] ?? '10001', { packageNo }));
    }
    const { user, system } = process.cpuUsage(started);
    // Processor time; measured near 0.2 s.
    expect((user + system) / 1e6).toBeLessThan(2);
  });
});
