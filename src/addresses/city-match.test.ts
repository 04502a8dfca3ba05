import { describe, expect, it } from 'vitest';
import {
  acceptedCityCases,
  citySpellingVariantCases,
  mismatchedCityCases,
  misspelledCityCases,
} from '../../test/addresses/city-match.cases.ts';
import { listMajorCities } from './cities.ts';
import { findPlaceOfZip } from './places.ts';
import { populationCentersOfCityKey } from './population-centers.ts';
import { validateRecipient } from './recipient.ts';
import { toCityKey } from './spelling.ts';
import { validateAddress } from './validation.ts';

const streetLines = ['100 Main Street'];

function validated(city: string, state: string, zipCode: string) {
  const { indicator, candidates } = validateAddress({ streetLines, city, state, zipCode, country: 'US' });
  return { indicator, cities: candidates.map((candidate) => candidate.city) };
}

function warningsOf(city: string, state: string, zipCode: string): string[] {
  return validateRecipient({ address: '100 Main Street', city, state, zipCode }).warnings.map(({ code }) => code);
}

describe('the city of an address', () => {
  it('is compared with at least 118 real names that differ from the place of their ZIP code, in over 30 states', () => {
    expect(acceptedCityCases.length).toBeGreaterThanOrEqual(118);
    expect(new Set(acceptedCityCases.map(([, state]) => state)).size).toBeGreaterThan(30);
    for (const [city, state, zipCode] of acceptedCityCases) {
      expect(findPlaceOfZip(zipCode), zipCode).toMatchObject({ state });
      expect(findPlaceOfZip(zipCode)?.city.toUpperCase()).not.toBe(city.toUpperCase());
    }
  });

  it('is kept where the name is used for the ZIP code', () => {
    const changed = acceptedCityCases.filter(([city, state, zipCode]) => {
      const { indicator, cities } = validated(city, state, zipCode);
      return indicator !== 'UNVERIFIED' || cities.join() !== city.toUpperCase();
    });
    expect(changed).toEqual([]);
    expect(acceptedCityCases.filter((pair) => warningsOf(...pair).length > 0)).toEqual([]);
  });

  it.each(citySpellingVariantCases)('is kept as %s, %s %s', (city, state, zipCode) => {
    expect(validated(city, state, zipCode)).toEqual({ indicator: 'UNVERIFIED', cities: [city.toUpperCase()] });
  });

  it.each(misspelledCityCases)('is corrected from %s, %s %s to %s', (city, state, zipCode, meant) => {
    expect(validated(city, state, zipCode)).toEqual({ indicator: 'CORRECTED', cities: [city.toUpperCase(), meant] });
  });

  it('is corrected when a letter of a large city is missing, doubled or swapped with the next', () => {
    const kept: string[] = [];
    for (const { city, state, zip } of listMajorCities()) {
      for (let at = 1; at < city.length; at += 1) {
        const [before, letter = '', next = '', after] = [city.slice(0, at), city[at], city[at + 1], city.slice(at + 2)];
        for (const wrong of [
          before + next + after,
          before + letter + letter + next + after,
          before + next + letter + after,
        ]) {
          if (toCityKey(wrong) === toCityKey(city)) continue;
          const { indicator, cities } = validated(wrong, state, zip);
          if (indicator !== 'CORRECTED' || cities[1] !== city.toUpperCase()) kept.push(`${wrong}, ${state} ${zip}`);
        }
      }
    }
    expect(kept).toEqual([]);
  });

  it.each(mismatchedCityCases)(
    'is not accepted as %s, %s %s, where another place has the name',
    (city, state, zipCode) => {
      expect(['AMBIGUOUS', 'CORRECTED']).toContain(validated(city, state, zipCode).indicator);
      expect(warningsOf(city, state, zipCode)).toEqual(['CityDiffers']);
    },
  );

  it('is kept with a note where no place of the name is known', () => {
    const { notes } = validateAddress({
      streetLines,
      city: 'Silverado Resort',
      state: 'CA',
      zipCode: '94558',
      country: '',
    });
    expect(notes.place).toEqual([
      'No "Silverado Resort" is known near ZipCode 94558 (Napa, CA): the City is kept as given.',
    ]);
  });

  it('keeps its name in the correction of another part', () => {
    expect(validated('Edina', 'WI', '55424')).toEqual({ indicator: 'CORRECTED', cities: ['EDINA', 'EDINA'] });
    expect(validated('Edina', 'MN', '').cities[1]).toBe('EDINA');
    expect(validated('The Woodlands', 'TX', '99999').cities[1]).toBe('THE WOODLANDS');
  });
});

describe('population centers', () => {
  it('have a state, a point and a number of inhabitants', () => {
    const [edina, ...others] = populationCentersOfCityKey('MN', 'EDINA');
    expect(others).toEqual([]);
    expect(edina).toEqual({ name: 'Edina', point: { latitude: 44.89, longitude: -93.35 }, population: 50_138 });
    expect(populationCentersOfCityKey('XX', 'EDINA')).toEqual([]);
  });
});
