import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CarrierLocation, CarrierLocationSearch } from './location.ts';
import { indexCarrierLocations } from './location-index.ts';
import { computeDistanceMiles, type GeoPoint, listZipPlaces } from './places.ts';
import { generateSampleCarrierLocations } from './sample-locations.ts';
import { indexesOfGreatest } from './select-greatest.ts';

function locationAt(point: GeoPoint, at: number): CarrierLocation {
  return {
    carrier: at % 2 === 0 ? 'FEX' : 'UPS',
    locationId: `L${String(at).padStart(6, '0')}`,
    storeNumber: '',
    locationType: '',
    companyName: '',
    streetLines: [],
    city: '',
    state: '',
    zipCode: '',
    point,
    phoneNumber: '',
    emailAddress: '',
    operatingHours: [],
    isAlcoholAllowed: at % 7 !== 0,
  };
}

/** The same by looking at every one. */
function plainSearch(
  all: readonly CarrierLocation[],
  { carriers, from, radiusMiles, skip, top }: CarrierLocationSearch,
) {
  const found = all
    .filter((location) => location.isAlcoholAllowed && carriers.includes(location.carrier))
    .map((location) => ({ location, distanceMiles: computeDistanceMiles(from, location.point) }))
    .filter((each) => each.distanceMiles <= radiusMiles)
    .sort((a, b) => a.distanceMiles - b.distanceMiles || (keyOf(a.location) < keyOf(b.location) ? -1 : 1));
  return { total: found.length, found: found.slice(skip, skip + top) };
}

const keyOf = (location: CarrierLocation) => `${location.carrier} ${location.locationId}`;

const points = fc.oneof(
  fc.record({
    latitude: fc.double({ min: 38, max: 39, noNaN: true }),
    longitude: fc.double({ min: -123, max: -122, noNaN: true }),
  }),
  // Over the line of dates, and at the pole.
  fc.record({
    latitude: fc.double({ min: 51, max: 52, noNaN: true }),
    longitude: fc.constantFrom(179.9, -179.9, 180, -180),
  }),
  fc.record({ latitude: fc.constantFrom(89.9, 90, -90), longitude: fc.double({ min: -180, max: 180, noNaN: true }) }),
);

function milliseconds(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

describe('indexCarrierLocations', () => {
  it('finds the same as a scan of all locations, everywhere on earth', () => {
    fc.assert(
      fc.property(
        fc.array(points, { maxLength: 40 }),
        points,
        fc.integer({ min: 5, max: 50 }),
        fc.nat({ max: 12 }),
        fc.nat({ max: 12 }),
        (places, from, radiusMiles, skip, top) => {
          const all = places.map(locationAt);
          const search: CarrierLocationSearch = { carriers: ['FEX', 'UPS'], from, radiusMiles, skip, top };
          const expected = plainSearch(all, search);
          // A point on the very edge may fall on either side of it.
          fc.pre(!all.some((location) => Math.abs(computeDistanceMiles(from, location.point) - radiusMiles) < 1e-4));
          const page = indexCarrierLocations(all).search(search);
          expect(page.total).toBe(expected.total);
          expect(page.found.map((each) => each.location.locationId)).toEqual(
            expected.found.map((each) => each.location.locationId),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('searches 100,000 locations ten times as fast as a scan, also in the densest area', () => {
    const places = [...listZipPlaces()].flatMap((place) => place.point ?? []);
    const all = Array.from({ length: 100_000 }, (_, at) => {
      const { latitude, longitude } = places[(at * 7919) % places.length] ?? { latitude: 0, longitude: 0 };
      return locationAt(
        { latitude: latitude + (at % 100) / 5_000, longitude: longitude + (at % 77) / 5_000 },
        at * 7 + 1,
      );
    });
    const index = indexCarrierLocations(all);
    expect(index.size).toBe(100_000);
    const newYork = { latitude: 40.75, longitude: -73.99 };
    const cities = [newYork, { latitude: 34.05, longitude: -118.24 }, { latitude: 38.49, longitude: -122.27 }];
    const indexed: number[] = [];
    const scanned: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      for (const from of cities) {
        const search: CarrierLocationSearch = { carriers: ['FEX', 'UPS'], from, radiusMiles: 50, skip: 0, top: 500 };
        let found = 0;
        indexed.push(
          milliseconds(() => {
            found = index.search(search).found.length;
          }),
        );
        if (round === 0) scanned.push(milliseconds(() => plainSearch(all, search)));
        expect(found).toBeGreaterThan(5);
      }
    }
    // The fastest of each, in which nothing else took the processor.
    expect(Math.min(...indexed) * 10).toBeLessThan(Math.min(...scanned));
  });
});

describe('indexesOfGreatest', () => {
  it('selects the greatest values and all ties with the last', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 30 }), fc.nat({ max: 35 }), (list, count) => {
        const values = Float64Array.from(list);
        const chosen = indexesOfGreatest(values, count).map((at) => values[at] as number);
        const sorted = list.toSorted((a, b) => b - a);
        const least = sorted[Math.min(count, sorted.length) - 1];
        const expected = count === 0 || least === undefined ? [] : sorted.filter((value) => value >= least);
        expect(chosen.toSorted((a, b) => b - a)).toEqual(expected);
      }),
    );
  });
});

describe('generateSampleCarrierLocations', () => {
  it('is deterministic and plausible', () => {
    const all = generateSampleCarrierLocations();
    // As text: comparing 20,000 objects one by one takes seconds.
    expect(JSON.stringify(all) === JSON.stringify(generateSampleCarrierLocations())).toBe(true);
    expect(new Set(all.map(keyOf)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(15_000);
    expect(all.filter((location) => !location.isAlcoholAllowed).length).toBeGreaterThan(1_000);
    const near = indexCarrierLocations(all).search({
      carriers: ['UPS'],
      from: { latitude: 38.49, longitude: -122.27 },
      radiusMiles: 25,
      skip: 0,
      top: 5,
    });
    expect(near.found).toHaveLength(5);
  });
});
