/** Edit distances between a ZIP code and all ZIP codes of a city. Pure. */
import { computeEditDistance } from './spelling.ts';

const digits = 5;
const width = digits + 1;
/** The rows of the edit distance matrix: one for each digit, preceded by the initial row. */
const rows = new Int8Array(width * width);

/**
 * The `computeEditDistance` from the given text to each place's ZIP code, in order. Rows for a common prefix of
 * consecutive ZIPs are reused, because a large city has hundreds.
 */
export function computeZipEditDistances(given: string, places: readonly { readonly zip: string }[]): number[] {
  // A ZIP code of which digits are missing is rare, and not optimized.
  if (given.length !== digits) return places.map(({ zip }) => computeEditDistance(given, zip, digits));
  for (let at = 0; at < width; at += 1) rows[at] = at;
  let before = '';
  return places.map(({ zip }) => {
    let row = 1;
    while (row <= digits && zip.charCodeAt(row - 1) === before.charCodeAt(row - 1)) row += 1;
    for (; row <= digits; row += 1) fillRow(given, zip, row);
    before = zip;
    return rows[width * width - 1] as number;
  });
}

function fillRow(given: string, zip: string, row: number): void {
  const start = row * width;
  const digit = zip.charCodeAt(row - 1);
  const last = zip.charCodeAt(row - 2);
  rows[start] = row;
  for (let at = 1; at < width; at += 1) {
    const own = given.charCodeAt(at - 1);
    const here = start + at;
    const change = cost(here - width - 1) + (own === digit ? 0 : 1);
    let least = Math.min(cost(here - width) + 1, cost(here - 1) + 1, change);
    const isSwapped = row > 1 && at > 1 && own === last && given.charCodeAt(at - 2) === digit;
    if (isSwapped) least = Math.min(least, cost(here - 2 * width - 2) + 1);
    rows[here] = least;
  }
}

function cost(at: number): number {
  return rows[at] as number;
}
