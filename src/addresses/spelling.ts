/** How alike two names or numbers are spelled, and the key under which spellings of a city meet. Pure. */

const cityWords: Readonly<Record<string, string>> = {
  SAINT: 'ST',
  SAINTE: 'STE',
  FORT: 'FT',
  MOUNT: 'MT',
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
};

const remembered = new Map<string, string>();
const mostRemembered = 100_000;

/**
 * `Saint Louis`, `St. Louis` and `ST LOUIS` have one key; accents, points, blanks and capitals make no difference.
 */
export function cityKey(city: string): string {
  const known = remembered.get(city);
  if (known !== undefined) return known;
  const key = city
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[.'’]/g, '')
    .split(/[^A-Z0-9]+/)
    .map((word) => cityWords[word] ?? word)
    .join('');
  // Callers send what they like; the names of places are far fewer.
  if (city.length <= 40 && remembered.size < mostRemembered) remembered.set(city, key);
  return key;
}

/**
 * Letters to insert, leave out, change or swap with a neighbour to make one text of the other; `atMost + 1` as soon as
 * it is more than `atMost`.
 */
export function spellingDistance(a: string, b: string, atMost: number): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > atMost) return atMost + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > atMost) return atMost + 1;
    beforeLast = last;
    last = row;
  }
  return Math.min(last[b.length] ?? 0, atMost + 1);
}
