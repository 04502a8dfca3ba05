import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultWarehouses } from '../../test/support/default-settings.ts';
import { stateNamesByCode } from '../contract/state-names.ts';
import { isMilitaryStateCode } from '../contract/states.ts';
import { parseTimeZoneSetting as readTimeZone } from '../platform/setting-values.ts';
import { listMajorCities } from './cities.ts';
import {
  centroidOfZip3Area,
  computeDistanceMiles,
  findNearestZipPlaces,
  findPlaceOfZip,
  type GeoPoint,
  listZipPlaces,
  pointOfZip,
  statesOfZip,
  zip5Of,
} from './places.ts';

function pointOf(zip: string): GeoPoint {
  const point = findPlaceOfZip(zip)?.point;
  if (!point) throw new Error(`${zip} has no point`);
  return point;
}

describe('place data', () => {
  it('equals what its sources produce, byte for byte', async () => {
    const script = new URL('../../scripts/build-places.mjs', import.meta.url).href;
    const built = (await import(script)) as { placesText(): string; populationCentersText(): string };
    const stored = (name: string) => readFileSync(new URL(`./data/${name}`, import.meta.url), 'utf8');
    expect(built.placesText() === stored('places.tsv')).toBe(true);
    expect(built.populationCentersText() === stored('population-centers.tsv')).toBe(true);
  });

  it('has 42,745 ZIP codes, each in a state, all but military mail with a point in or near the country', () => {
    const all = [...listZipPlaces()];
    expect(all).toHaveLength(42_745);
    expect(new Set(all.map((place) => place.zip)).size).toBe(42_745);
    const isComplete = ({ zip, state, city, point, timeZone }: (typeof all)[number]) =>
      /^\d{5}$/.test(zip) &&
      Object.hasOwn(stateNamesByCode, state) &&
      city !== '' &&
      (point !== undefined || isMilitaryStateCode(state)) &&
      (timeZone === undefined) === (point === undefined);
    expect(all.filter((place) => !isComplete(place))).toEqual([]);
  });

  it.each([
    ['94558', 'Napa', 'CA', 'Napa'],
    ['97128', 'McMinnville', 'OR', 'Yamhill'],
    ['12043', 'Cobleskill', 'NY', 'Schoharie'],
    ['02108', 'Boston', 'MA', 'Suffolk'],
    ['72713', 'Bentonville', 'AR', 'Benton'],
    ['00901', 'San Juan', 'PR', ''],
    ['00801', 'St Thomas', 'VI', ''],
    ['96910', 'Hagatna', 'GU', ''],
    ['96799', 'Pago Pago', 'AS', ''],
    ['96950', 'Saipan', 'MP', ''],
    ['34002', 'APO', 'AA', ''],
    ['09012', 'APO', 'AE', ''],
    ['96201', 'APO', 'AP', ''],
    ['96863', 'MCBH Kaneohe Bay', 'HI', 'Honolulu'],
  ])('knows %s as %s, %s', (zip, city, state, county) => {
    expect(findPlaceOfZip(zip)).toMatchObject({ zip, city, state, county });
  });

  it('knows time zones', () => {
    const zones = ['94558', '63045', '12043', '47901', '85001', '99501', '96813', '00901'].map(
      (zip) => findPlaceOfZip(zip)?.timeZone,
    );
    expect(zones).toEqual([
      'America/Los_Angeles',
      'America/Chicago',
      'America/New_York',
      'America/Indiana/Indianapolis',
      'America/Phoenix',
      'America/Anchorage',
      'Pacific/Honolulu',
      'America/Puerto_Rico',
    ]);
    const allZones = [...new Set([...listZipPlaces()].map((place) => place.timeZone ?? 'UTC'))];
    expect(allZones.filter((zone) => !('value' in readTimeZone(zone)))).toEqual([]);
  });

  it('locates every warehouse where the operator does', () => {
    for (const { city, state, zip, timeZone } of defaultWarehouses) {
      expect(findPlaceOfZip(zip)).toMatchObject({ city, state, timeZone });
    }
  });

  it('has no other ZIP code', () => {
    for (const zip of ['00000', '99999', '9455', '94558-1234', '', 'Napa', '__proto__']) {
      expect(findPlaceOfZip(zip)).toBeUndefined();
    }
  });

  it('lists places in order of their ZIP codes', () => {
    const zips = Array.from(listZipPlaces(), (place) => place.zip);
    expect(zips).toEqual(zips.toSorted());
    const inState = (state: string) => [...listZipPlaces()].filter((place) => place.state === state).length;
    expect(inState('OR')).toBeGreaterThan(480);
    expect(inState('PR')).toBeGreaterThan(170);
  });

  it('knows the larger cities', () => {
    const names = listMajorCities().map(({ city, state }) => `${city}, ${state}`);
    expect(names).toEqual(expect.arrayContaining(['Memphis, TN', 'Louisville, KY', 'Oakland, CA', 'New York, NY']));
    expect(names.length).toBeGreaterThan(100);
    expect(names.length).toBeLessThan(400);
  });
});

describe('distances', () => {
  it('are accurate to half a percent', () => {
    const sanFrancisco = { latitude: 37.7749, longitude: -122.4194 };
    const newYork = { latitude: 40.7128, longitude: -74.006 };
    expect(computeDistanceMiles(sanFrancisco, newYork)).toBeGreaterThan(2552);
    expect(computeDistanceMiles(sanFrancisco, newYork)).toBeLessThan(2580);
  });

  it('form a metric', () => {
    const points = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(points, points, points, (a, b, c) => {
        expect(computeDistanceMiles(a, a)).toBe(0);
        expect(computeDistanceMiles(a, b)).toBeCloseTo(computeDistanceMiles(b, a), 6);
        expect(computeDistanceMiles(a, c)).toBeLessThanOrEqual(
          computeDistanceMiles(a, b) + computeDistanceMiles(b, c) + 1e-4,
        );
      }),
    );
  });

  it('find the nearest places, nearest first', () => {
    const near = findNearestZipPlaces(pointOf('94558'), { radiusMiles: 25, limit: 10 });
    expect(near[0]?.place.city).toBe('Napa');
    expect(near).toHaveLength(10);
    const distances = near.map((found) => found.distanceMiles);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    const everyOne = [...listZipPlaces()].filter(
      (place) => place.point && computeDistanceMiles(pointOf('94558'), place.point) <= 25,
    );
    expect(findNearestZipPlaces(pointOf('94558'), { radiusMiles: 25, limit: 1000 })).toHaveLength(everyOne.length);
  });

  it('know the middle of three digits, also of ZIP codes without a place of their own', () => {
    expect(computeDistanceMiles(centroidOfZip3Area('945') ?? pointOf('10001'), pointOf('94558'))).toBeLessThan(60);
    expect(pointOfZip('94599')).toBeDefined();
    expect(centroidOfZip3Area('000')).toBeUndefined();
    // The Aleutians reach past longitude 180; their middle must not fall into Siberia or Canada.
    expect(centroidOfZip3Area('995')?.longitude).toBeLessThan(-140);
  });
});

describe('statesOfZip', () => {
  it('is the state of the place, else those of the area, the likeliest first', () => {
    expect(statesOfZip('94558')).toEqual(['CA']);
    expect(findPlaceOfZip('80200')).toBeUndefined();
    expect(statesOfZip('80200')).toEqual(['CO']);
    expect(findPlaceOfZip('06399')).toBeUndefined();
    expect(statesOfZip('06399')).toEqual(['CT', 'NY']);
    expect(statesOfZip('06390')).toEqual(['NY']);
    expect(statesOfZip('96999')[0]).toBe('GU');
    expect(statesOfZip('00000')).toEqual([]);
  });
});

describe('zip5Of', () => {
  it('reads 5 digits, 9 digits and ZIP+4', () => {
    expect(['94558', '945581234', '94558-1234', ' 94558 '].map(zip5Of)).toEqual(Array(4).fill('94558'));
  });

  it.each(['', '9455', '945581', '94558-12', 'K1A 0B1', '94558-', '94558 1234', '٩٤٥٥٨'])('refuses %j', (text) => {
    expect(zip5Of(text)).toBeUndefined();
  });
});
