import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../test/support/property-runs.ts';
import { computeDistanceMiles, findPlaceOfZip, pointOfZip } from './places.ts';
import type { PostalAddress } from './postal-address.ts';
import { computeEditDistance } from './spelling.ts';
import { messagesOfAddressNotes, standardizeAddress, validateAddress } from './validation.ts';

const napa: PostalAddress = {
  streetLines: ['100 Main Street'],
  city: 'Napa',
  state: 'CA',
  zipCode: '94558',
  country: 'US',
};

function judged(change: Partial<PostalAddress>, max?: number) {
  const { indicator, candidates, notes } = validateAddress({ ...napa, ...change }, max);
  const places = candidates.map((c) => `${c.city} ${c.state} ${c.zipCode}`);
  return { indicator, places, messages: messagesOfAddressNotes(notes) };
}

describe('validateAddress', () => {
  it('returns UNVERIFIED at most: the local data has no delivery points', () => {
    expect(judged({})).toMatchObject({ indicator: 'UNVERIFIED', places: ['NAPA CA 94558'] });
    expect(judged({}).messages).toEqual([expect.stringContaining('not verified')]);
    for (const change of [{ state: 'california' }, { city: ' NAPA ' }, { zipCode: '945581234' }, { country: '' }]) {
      expect(judged(change).indicator).toBe('UNVERIFIED');
    }
  });

  it('leaves out a separator after the city', () => {
    expect(judged({ city: 'Napa, ' })).toMatchObject({ indicator: 'UNVERIFIED', places: ['NAPA CA 94558'] });
  });

  it.each([
    ['a misspelled city', { city: 'Naap' }, 'CORRECTED', ['NAAP CA 94558', 'NAPA CA 94558']],
    ['the wrong state', { state: 'NV' }, 'CORRECTED', ['NAPA NV 94558', 'NAPA CA 94558']],
    ['no state', { state: '' }, 'CORRECTED', ['NAPA  94558', 'NAPA CA 94558']],
    ['no city', { city: '' }, 'CORRECTED', [' CA 94558', 'NAPA CA 94558']],
    [
      'another city nearby',
      { city: 'Yountville' },
      'AMBIGUOUS',
      ['YOUNTVILLE CA 94558', 'NAPA CA 94558', 'YOUNTVILLE CA 94599'],
    ],
    [
      'swapped digits',
      { city: 'Yountville', zipCode: '94959' },
      'CORRECTED',
      ['YOUNTVILLE CA 94959', 'YOUNTVILLE CA 94599'],
    ],
    [
      'a city with one ZIP',
      { city: 'Yountville', zipCode: '' },
      'CORRECTED',
      ['YOUNTVILLE CA ', 'YOUNTVILLE CA 94599'],
    ],
    ['nothing that is like anything', { city: 'Xyzzy', state: 'ZZ', zipCode: '00000' }, 'INVALID', ['XYZZY ZZ 00000']],
  ])('mends %s', (_, change, indicator, places) => {
    expect(judged(change)).toMatchObject({ indicator, places });
  });

  it('lists the nearest by spelling first, then by place', () => {
    const { indicator, places } = judged({ city: 'Denver', state: 'CO', zipCode: '80200' }, 100);
    expect(indicator).toBe('AMBIGUOUS');
    expect(places[0]).toBe('DENVER CO 80200');
    const zips = places.slice(1).map((place) => place.slice(-5));
    expect(zips.length).toBeGreaterThan(20);
    const wrongDigits = zips.map((zip) => computeEditDistance(zip, '80200', 5));
    expect(wrongDigits[0]).toBe(1);
    expect(wrongDigits.at(-1)).toBe(2);
    expect(wrongDigits).toEqual(wrongDigits.toSorted((a, b) => a - b));
    expect(new Set(zips).size).toBe(zips.length);
  });

  it('returns the same first candidates for every limit', () => {
    for (const change of [
      { city: 'Houston', state: 'TX', zipCode: '77999' },
      { city: 'Los Angeels', state: 'CA', zipCode: '90000' },
      { city: 'Springfield', state: '', zipCode: '' },
      { city: 'Portland', state: 'OR', zipCode: '97101' },
    ]) {
      const all = judged(change, 300).places;
      for (const max of [1, 2, 5, 20]) expect(judged(change, max).places).toEqual(all.slice(0, max));
    }
  });

  it('sorts by differing digits where no distance is known', () => {
    const { places } = judged({ city: 'Houston', state: 'TX', zipCode: '99999' }, 300);
    const wrongDigits = places.slice(1).map((place) => computeEditDistance(place.slice(-5), '99999', 5));
    expect(new Set(wrongDigits).size).toBeGreaterThan(2);
    expect(wrongDigits).toEqual(wrongDigits.toSorted((a, b) => a - b));
  });

  it('prefers a ZIP code with one wrong digit to another city', () => {
    expect(judged({ city: 'Yountville', zipCode: '94559' }).places).toEqual([
      'YOUNTVILLE CA 94559',
      'YOUNTVILLE CA 94599',
      'NAPA CA 94559',
    ]);
  });

  it('lists the nearest first where as many digits differ', () => {
    const given = '77999';
    expect(findPlaceOfZip(given)).toBeUndefined();
    const near = pointOfZip(given);
    const zips = judged({ city: 'Houston', state: 'TX', zipCode: given }, 300)
      .places.slice(1)
      .map((p) => p.slice(-5));
    const rated = zips.map((zip) => {
      const point = findPlaceOfZip(zip)?.point;
      const miles = near && point ? Math.round(computeDistanceMiles(near, point)) : Number.MAX_VALUE;
      return { digits: computeEditDistance(zip, given, 5), miles };
    });
    expect(new Set(rated.map(({ miles }) => miles)).size).toBeGreaterThan(5);
    expect(rated).toEqual(rated.toSorted((a, b) => a.digits - b.digits || a.miles - b.miles));
  });

  it('keeps the ZIP+4 digits only with the ZIP code as sent', () => {
    expect(judged({ city: 'Naap', zipCode: '945581234' }).places).toEqual(['NAAP CA 94558-1234', 'NAPA CA 94558-1234']);
    expect(judged({ city: 'Yountville', zipCode: '94958-1234' }).places[1]).toMatch(/^YOUNTVILLE CA \d{5}$/);
  });

  it('is INVALID without a street, also with a suggestion', () => {
    expect(judged({ streetLines: [' ', ''] }).indicator).toBe('INVALID');
    expect(judged({ streetLines: [] }).messages[0]).toBe('The address has no street line.');
    expect(judged({ streetLines: [], city: 'Naap' })).toMatchObject({
      indicator: 'INVALID',
      places: ['NAAP CA 94558', 'NAPA CA 94558'],
    });
  });

  it.each([
    [['100 Main St Apt 5'], 'RESIDENTIAL'],
    [['100 Main St Trailer 5'], 'RESIDENTIAL'],
    [['100 Main St', 'Suite 200'], 'BUSINESS'],
    [['100 Main St Dept 9'], 'BUSINESS'],
    [['100 Main St Hangar 4'], 'BUSINESS'],
    [['100 Main St Office 3'], 'BUSINESS'],
    [['100 Main St Ste 2 Apt 5'], 'MIXED'],
    [['100 Main St Unit 5'], 'UNKNOWN'],
    [['PO Box 12'], 'UNKNOWN'],
  ])('classifies %j by its evidence as %s', (streetLines, classification) => {
    const found = validateAddress({ ...napa, streetLines });
    expect(found.classification).toBe(classification);
    expect(found.notes.evidence.startsWith(classification)).toBe(classification !== 'UNKNOWN');
  });

  it.each([
    [{ streetLines: ['PO Box 12'] }, 'post office box'],
    [{ streetLines: ['General Delivery'] }, 'General delivery'],
    [{ streetLines: ['Main Street'] }, 'no house number'],
    [{ streetLines: ['123'] }, 'no street name'],
    [{ streetLines: ['Apt 5'] }, 'no street name'],
    [{ city: 'APO', state: 'AE', zipCode: '09012' }, 'military address'],
    [{ city: 'San Juan', state: 'PR', zipCode: '00901' }, 'Puerto Rico'],
  ])('says of %j: %s', (change, message) => {
    expect(judged(change).messages.join(' ')).toContain(message);
  });

  it.each([
    ['the input where all parts agree', {}, '94558'],
    ['the correction where there is one, also when no candidate is wanted', { state: 'NV' }, '94558'],
    ['the input where there are several', { city: 'Denver', state: 'CO', zipCode: '80200' }, '80200'],
    ['the input where there is none: a new ZIP may be missing here', { city: 'Xyzzy', zipCode: '99999' }, '99999'],
    ['nothing without a street', { streetLines: [''] }, undefined],
    ['nothing abroad', { country: 'GB' }, undefined],
  ])('would ask a source about %s', (_, change, zip) => {
    expect(validateAddress({ ...napa, ...change }, 1).sourceQuery?.zipCode).toBe(zip);
  });

  it.each([
    ['its ZIP', {}, '94558'],
    ['the one correction, not the ZIP that is wrong', { city: 'Yountville', zipCode: '94959' }, '94599'],
    ['the one correction, not the known ZIP that is wrong', { city: 'Yountville', zipCode: '10001' }, '94599'],
    ['its ZIP where several are possible', { city: 'Yountville' }, '94558'],
    ['the best correction without a known ZIP', { city: 'Denver', state: 'CO', zipCode: '' }, '80201'],
    ['nowhere', { city: 'Xyzzy', zipCode: '99999' }, undefined],
  ])('lies at %s', (_, change, zip) => {
    expect(validateAddress({ ...napa, ...change }).place?.zip).toBe(zip);
  });

  it('returns a foreign address unchanged', () => {
    const toronto = { city: 'Toronto', state: 'ON', zipCode: 'm5j 2x2', country: 'CA' };
    expect(judged(toronto)).toMatchObject({ indicator: 'UNVERIFIED', places: ['TORONTO ON M5J 2X2'] });
  });

  it('accepts any input, returns at most the requested candidates, the input first, and consistent suggestions', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('CA', 'NY', '94558', '10001', '1000', 'US', 'Napa', 'New York', 'Nwe York', 'PR'),
    );
    fc.assert(
      fc.property(
        fc.record({
          streetLines: fc.array(text, { maxLength: 3 }),
          city: text,
          state: text,
          zipCode: text,
          country: text,
        }),
        fc.integer({ min: 1, max: 6 }),
        (given, max) => {
          const { candidates } = validateAddress(given, max);
          expect(candidates.length).toBeGreaterThanOrEqual(1);
          expect(candidates.length).toBeLessThanOrEqual(max);
          expect(candidates[0]).toEqual(standardizeAddress(given));
          for (const corrected of candidates.slice(1)) {
            const place = findPlaceOfZip(corrected.zipCode.slice(0, 5));
            expect([corrected.city, corrected.state]).toEqual([place?.city.toUpperCase(), place?.state]);
          }
        },
      ),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('reports that the parts of a corrected address agree', () => {
    for (const change of [{ city: 'Naap' }, { state: 'NV' }, { city: 'Denver', state: 'CO', zipCode: '80200' }]) {
      for (const corrected of validateAddress({ ...napa, ...change }).candidates.slice(1)) {
        expect(validateAddress(corrected).indicator).toBe('UNVERIFIED');
      }
    }
  });

  it('is idempotent', () => {
    const once = standardizeAddress({
      ...napa,
      streetLines: ['', '100 North Main Street, Suite 5'],
      zipCode: '945581234',
    });
    expect(once.streetLines).toEqual(['100 N MAIN ST STE 5']);
    expect(standardizeAddress(once)).toEqual(once);
  });
});
