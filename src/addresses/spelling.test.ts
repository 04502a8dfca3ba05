import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../test/support/property-runs.ts';
import { computeEditDistance, toCityKey } from './spelling.ts';

describe('cityKey', () => {
  it.each([
    ['Saint Louis', 'St. Louis'],
    ['ST LOUIS', 'st louis'],
    ['Fort Worth', 'Ft. Worth'],
    ['Mount Vernon', 'MT VERNON'],
    ['North Bend', 'N. Bend'],
    ["Coeur d'Alene", 'Coeur dAlene'],
    ['Cañon City', 'Canon City'],
    ['Winston-Salem', 'Winston Salem'],
    ['Mc Minnville', 'McMinnville'],
  ])('is the same for %s and %s', (one, other) => {
    expect(toCityKey(one)).toBe(toCityKey(other));
  });

  it.each([
    ['Northbend', 'Nbend'],
    ['Napa', 'Nampa'],
    ['Eastport', 'Eport'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(toCityKey(one)).not.toBe(toCityKey(other));
  });
});

describe('spellingDistance', () => {
  it.each([
    ['NAPA', 'NAPA', 0],
    ['NAPA', 'NAPPA', 1],
    ['NAPA', 'NPA', 1],
    ['NAPA', 'NAPE', 1],
    ['NAPA', 'NPAA', 1],
    ['94558', '95458', 1],
    ['NAPA', 'PANA', 2],
    ['', 'NAPA', 4],
  ])('of %s and %s is %i', (a, b, distance) => {
    expect(computeEditDistance(a, b, 9)).toBe(distance);
  });

  it('stops as soon as the distance exceeds the limit', () => {
    expect(computeEditDistance('NAPA', 'DENVER', 2)).toBe(3);
    expect(computeEditDistance('NAPA', 'NAPAVALLEY', 2)).toBe(3);
  });

  it('equals the definition for texts of any length', () => {
    const text = fc.oneof(fc.string({ unit: fc.constantFrom('A', 'B', 'C'), maxLength: 7 }), fc.string());
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 9 }), (a, b, atMost) => {
        expect(computeEditDistance(a, b, atMost)).toBe(Math.min(defined(a, b), atMost + 1));
      }),
      { numRuns: propertyRuns(2_000) },
    );
    expect(computeEditDistance('A'.repeat(3_000), `${'A'.repeat(2_999)}B`, 2)).toBe(1);
  });
});

/** Letters inserted, left out, changed, or swapped with the next one: by the definition, each part worked out once. */
function defined(a: string, b: string): number {
  const known = new Map<string, number>();
  const of = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i} ${j}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const ways = [of(i - 1, j) + 1, of(i, j - 1) + 1, of(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)];
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) ways.push(of(i - 2, j - 2) + 1);
    const least = Math.min(...ways);
    known.set(key, least);
    return least;
  };
  return of(a.length, b.length);
}
