/**
 * An independent model of estimates that counts day by day: ship dates, cutoffs, the operator's transit times, distance
 * bands, fixed services, weekends, holidays, Saturdays (decisions 9, 26 and 27).
 */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../test/support/property-runs.ts';
import { findPlaceOfZip, listZipPlaces } from '../addresses/index.ts';
import type { Cutoff, TransitDaysLookup } from '../contract/operator-settings.ts';
import { computeDeliveryEstimates } from './estimates.ts';
import { computeGroundTransitDays } from './transit.ts';

const states = Object.entries({
  near: ['CA', 'NV', 'OR'],
  middle: ['CO', 'TX', 'IL', 'MO', 'MN'],
  far: ['NY', 'ME', 'FL', 'GA'],
  overseas: ['AK', 'HI', 'PR', 'GU', 'VI'],
}).flatMap(([, codes]) => codes);
const zips = states.flatMap((state) => {
  const all = [...listZipPlaces()].filter((place) => place.state === state).map(({ zip }) => zip);
  return [all[0], all[Math.floor(all.length / 2)], all.at(-1)].filter((zip) => zip !== undefined);
});
zips.push('94503', '12043', '63045', '85001', '99501');
const warehouses = [
  { zip: '94558', timeZone: 'America/Los_Angeles' },
  { zip: '12043', timeZone: 'America/New_York' },
  { zip: '63045', timeZone: 'America/Chicago' },
  { zip: '85001', timeZone: 'America/Phoenix' },
  { zip: '99501', timeZone: 'America/Anchorage' },
];

/** Miles between the centers of all ZIP codes with the same three digits, by the law of cosines. */
function milesBetween(a: string, b: string): number {
  const middle = (zip: string) => {
    let [x, y, z] = [0, 0, 0];
    for (let last = 0; last < 100; last += 1) {
      const point = findPlaceOfZip(`${zip.slice(0, 3)}${String(last).padStart(2, '0')}`)?.point;
      if (point === undefined) continue;
      const [lat, lon] = [(point.latitude * Math.PI) / 180, (point.longitude * Math.PI) / 180];
      x += Math.cos(lat) * Math.cos(lon);
      y += Math.cos(lat) * Math.sin(lon);
      z += Math.sin(lat);
    }
    const length = Math.sqrt(x * x + y * y + z * z);
    return [x / length, y / length, z / length] as const;
  };
  const [p, q] = [middle(a), middle(b)];
  return 3958.7613 * Math.acos(Math.min(1, p[0] * q[0] + p[1] * q[1] + p[2] * q[2]));
}

function groundDays(from: string, to: string): number {
  const [origin, destination] = [findPlaceOfZip(from)?.state ?? '', findPlaceOfZip(to)?.state ?? ''];
  const overWater = ['AK', 'HI', 'PR', 'GU', 'VI'];
  if (origin !== destination && (overWater.includes(origin) || overWater.includes(destination))) return 7;
  const miles = milesBetween(from, to);
  if (miles <= 150) return 1;
  if (miles <= 300) return 2;
  if (miles <= 600) return 2;
  if (miles <= 1000) return 3;
  if (miles <= 1400) return 4;
  if (miles <= 1800) return 4;
  return 5;
}

function days(service: string, from: string, to: string): number {
  const [origin, destination] = [findPlaceOfZip(from)?.state ?? '', findPlaceOfZip(to)?.state ?? ''];
  const hasTerritory =
    origin !== destination && ['PR', 'GU', 'VI'].some((code) => [origin, destination].includes(code));
  const fixed: Record<string, number> = hasTerritory
    ? { '2DAY': 4, ONPR: 3, ONST: 3 }
    : { '2DAY': 2, ONPR: 1, ONST: 1 };
  return fixed[service] ?? groundDays(from, to) + (service === 'LPDS' ? 1 : 0);
}

const clock = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 59));
const cutoff = fc.record({
  carrier: fc.constantFrom('FEX', 'UPS', 'GSO', 'WIL'),
  service: fc.constantFrom('GRND', 'HOME', '2DAY', 'ONST', 'ONPR', 'LPDS', 'INPR'),
  time: clock.map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`),
});
const start = Temporal.PlainDate.from('2031-01-01');

it('agrees with a model that counts days one by one', () => {
  fc.assert(
    fc.property(
      fc.record({
        place: fc.constantFrom(...warehouses),
        workingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        cutoffs: fc.uniqueArray(cutoff, {
          minLength: 1,
          maxLength: 6,
          selector: ({ carrier, service }) => `${carrier} ${service}`,
        }),
        holidays: fc.uniqueArray(
          fc.integer({ min: 0, max: 400 }).map((day) => start.add({ days: day }).toString()),
          { maxLength: 60 },
        ),
        destinationZip: fc.constantFrom(...zips),
        afterMinutes: fc.integer({ min: 0, max: 60 * 24 * 330 }),
        dates: fc.integer({ min: 1, max: 30 }),
        loaded: fc.uniqueArray(
          fc.record({
            carrier: fc.constantFrom('FEX', 'UPS'),
            service: fc.constantFrom('GRND', 'HOME', '2DAY'),
            days: fc.integer({ min: 0, max: 9 }),
          }),
          { maxLength: 3, selector: ({ carrier, service }) => `${carrier} ${service}` },
        ),
      }),
      ({ place, workingDays, cutoffs, holidays, destinationZip, afterMinutes, dates, loaded }) => {
        const now = Temporal.Instant.from('2031-01-01T00:00:00Z').add({ minutes: afterMinutes });
        const known = (carrier: string, service: string) =>
          loaded.find((row) => row.carrier === carrier && row.service === service)?.days;
        const knownTransit: TransitDaysLookup = (_zip, carrier, service) => known(carrier, service);
        const found = computeDeliveryEstimates({
          warehouse: { ...place, workingDays, knownTransit: knownTransit },
          cutoffs: cutoffs as Cutoff[],
          holidays: new Set(holidays),
          destinationZip,
          now,
          shipDateCount: dates,
        });
        const said = found.map((each) => [
          `${each.carrier} ${each.service}`,
          each.shipDate.toString(),
          each.cutoff.toString(),
          each.deliveryDate.toString(),
          each.transitDays,
          each.isSaturdayDelivery,
        ]);
        expect(said).toEqual(expected());

        function expected() {
          const rows: unknown[] = [];
          const estimated = cutoffs.filter(
            ({ carrier, service }) => ['FEX', 'UPS'].includes(carrier) && service !== 'INPR',
          );
          if (estimated.length === 0) return rows;
          let day = now.toZonedDateTimeISO(place.timeZone).toPlainDate();
          for (let left = dates; left > 0; day = day.add({ days: 1 })) {
            if (!workingDays.includes(day.dayOfWeek) || holidays.includes(day.toString())) continue;
            const open = estimated.flatMap(({ carrier, service, time }) => {
              const at = Temporal.ZonedDateTime.from(`${day}T${time}[${place.timeZone}]`).toInstant();
              return at.epochMilliseconds < now.epochMilliseconds ? [] : [{ carrier, service, at }];
            });
            if (open.length === 0) continue;
            left -= 1;
            for (const { carrier, service, at } of open) {
              const transit = known(carrier, service) ?? days(service, place.zip, destinationZip);
              let arrives = day;
              for (let traveled = 0; traveled < transit; ) {
                arrives = arrives.add({ days: 1 });
                const isOff = arrives.dayOfWeek === 7 || (arrives.dayOfWeek === 6 && service !== 'HOME');
                if (!isOff && !holidays.includes(arrives.toString())) traveled += 1;
              }
              const isSaturday = arrives.dayOfWeek === 6;
              rows.push([
                `${carrier} ${service}`,
                day.toString(),
                at.toString(),
                arrives.toString(),
                transit,
                isSaturday,
              ]);
            }
          }
          return rows;
        }
      },
    ),
    { numRuns: propertyRuns(400) },
  );
});

it('covers every distance band and overseas destinations', () => {
  const from = '94558';
  const found = new Set(zips.map((zip) => groundDays(from, zip)));
  expect([...found].sort()).toEqual([1, 2, 3, 4, 5, 7]);
});

it('treats a ZIP code missing from the place data by its area, also overseas', () => {
  for (const [zip, days] of [
    ['99899', 7],
    ['96899', 7],
    ['00999', 7],
    ['80200', 3],
  ] as const) {
    expect(findPlaceOfZip(zip)).toBeUndefined();
    expect(computeGroundTransitDays('94558', zip)).toBe(days);
  }
});
