import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeEditDistance } from './spelling.ts';
import { computeZipEditDistances } from './zip-distance.ts';

const text = (lengths: { minLength: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom('0', '1', '7', '9'), ...lengths });

it('equals the spelling distance, in any order of comparisons', () => {
  const given = fc.oneof(text({ minLength: 5, maxLength: 5 }), text({ minLength: 0, maxLength: 5 }));
  const zips = fc.array(text({ minLength: 5, maxLength: 5 }), { maxLength: 40 });
  fc.assert(
    fc.property(given, zips, fc.boolean(), (of, found, isSorted) => {
      const to = isSorted ? found.toSorted() : found;
      const places = to.map((zip) => ({ zip }));
      expect(computeZipEditDistances(of, places)).toEqual(to.map((zip) => computeEditDistance(of, zip, 5)));
    }),
    { numRuns: 1_000 },
  );
});
