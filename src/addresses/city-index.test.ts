import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findSimilarCities } from './city-index.ts';
import { listZipPlaces } from './places.ts';
import { maxWrongLettersOf } from './similar-names.ts';
import { computeEditDistance, toCityKey } from './spelling.ts';

const placesOf = (state: string) => [...listZipPlaces()].filter((place) => place.state === state);

/** All cities of a state compared, without any index. */
function nearest(state: string, city: string): string[] {
  const key = toCityKey(city);
  const allowed = maxWrongLettersOf(key);
  const names = [...new Set(placesOf(state).map((place) => toCityKey(place.city)))];
  const distances = names.map((name) => ({ name, distance: computeEditDistance(key, name, allowed) }));
  const near = distances.filter(({ distance }) => distance > 0 && distance <= allowed);
  const least = Math.min(...near.map(({ distance }) => distance));
  return near.filter(({ distance }) => distance === least).map(({ name }) => name);
}

it('finds the cities nearest to a misspelled one, whatever the error', () => {
  const states = ['CA', 'CO', 'NY', 'RI', 'PR'];
  const names = states.flatMap((state) => placesOf(state).map(({ city }) => ({ state, city })));
  const wrong = fc.array(
    fc.record({
      at: fc.nat(20),
      letter: fc.constantFrom(...'AEINRST '),
      how: fc.constantFrom('in', 'out', 'other', 'swap'),
    }),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(fc.constantFrom(...names), wrong, ({ state, city }, changes) => {
      const misspelled = changes.reduce((text, { at, letter, how }) => {
        const [before, after] = [text.slice(0, at), text.slice(at)];
        if (how === 'in') return before + letter + after;
        if (how === 'out') return before + after.slice(1);
        if (how === 'other') return before + letter + after.slice(1);
        return before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
      }, city);
      const found = findSimilarCities(state, misspelled).map(([first]) => toCityKey(first?.city ?? ''));
      expect(found).toEqual(nearest(state, misspelled));
    }),
    { numRuns: 400 },
  );
});

it('finds nothing for a name that is too short, or in an unknown state', () => {
  expect(findSimilarCities('CA', 'Nap')).toEqual([]);
  expect(findSimilarCities('ZZ', 'Napa')).toEqual([]);
});
