/**
 * Names of numbered roads by appendix F of Publication 28: `CR 110` is `COUNTY ROAD 110`, `US HWY 64` is `US HIGHWAY 64`,
 * `I10` is `INTERSTATE 10`. Pure; works on words as streetWords reads them.
 */
import { directionals, suffixes } from './publication-28.ts';
import { stateCode, stateNames } from './states.ts';

const highway = '(?:HIGHWAY|HIGHWY|HIWAY|HIWY|HWAY|HWY)';
const road = '(?:ROAD|RD)';
const route = '(?:ROUTE|RTE|RT)';
const county = '(?:COUNTY|CNTY|CTY|CO)';
const state = '(?:STATE|ST)';

/** What is written, and the standard name; both end before the number of the road. Longer forms come first. */
const names: readonly (readonly [RegExp, string])[] = (
  [
    [`${county} ${highway}`, 'COUNTY HIGHWAY'],
    [`(?:${county} ${road}|CR)`, 'COUNTY ROAD'],
    [`(?:${state} ${highway}|SH)`, 'STATE HIGHWAY'],
    [`(?:${state} ${road}|SR)`, 'STATE ROAD'],
    [`${state} ${route}`, 'STATE ROUTE'],
    [`(?:US|U S) ${route}`, 'US ROUTE'],
    [`(?:US|U S)(?: ${highway})?`, 'US HIGHWAY'],
    [`(?:INTERSTATE|IH|I) ${highway}`, 'INTERSTATE HIGHWAY'],
    ['(?:INTERSTATE|IH|I)', 'INTERSTATE'],
    [`(?:FM|FARM TO MARKET) ${road}`, 'FM ROAD'],
    ['(?:FM|FARM TO MARKET)', 'FM'],
    [`RANCH TO MARKET ${road}`, 'RANCH TO MARKET ROAD'],
    [`RANCH ${road}`, 'RANCH ROAD'],
    [`(?:TOWNSHIP|TWP) ${road}`, 'TOWNSHIP ROAD'],
    [`${highway} (?:FM|FARM TO MARKET)`, 'HIGHWAY FM'],
    [highway, 'HIGHWAY'],
    [route, 'ROUTE'],
    [road, 'ROAD'],
  ] as const
).map(([written, standard]) => [
  new RegExp(`^${written} (?=\\S*\\d)(?!\\d+(?:ST|ND|RD|TH)(?: |$))(\\S+)(?: |$)`),
  standard,
]);

/** County roads of the Midwest have letters. */
const lettered = new RegExp(`^${county} (${highway}|${road}) ([A-Z]{1,2})$`);

/** Cheap to ask: all forms begin with, or end before, one of these words. */
const beginnings = new Set(
  'COUNTY CNTY CTY CO CR STATE ST SH SR US U INTERSTATE IH I FM FARM RANCH TOWNSHIP TWP HIGHWAY HIGHWY HIWAY HIWY HWAY HWY ROUTE RTE RT ROAD RD OLD'.split(
    ' ',
  ),
);

/**
 * The words of a numbered road in standard form, what follows its number included; `undefined` when the words name none.
 * A state before it is written out: `KY HWY 75` is `KENTUCKY HIGHWAY 75`.
 */
export function highwayWords(words: readonly string[]): string[] | undefined {
  const [first = '', second = '', third = ''] = words;
  if (first === 'OLD') {
    const old = highwayWords(words.slice(1));
    return old && ['OLD', ...old];
  }
  if (!beginnings.has(first)) {
    const long = stateCode(`${first} ${second}`);
    // NE is northeast.
    const code = long ?? (directionals.has(first) ? undefined : stateCode(first));
    const rest = words.slice(long === undefined ? 1 : 2);
    if (code === undefined || !beginnings.has(long === undefined ? second : third)) return undefined;
    const named = numberedRoad(rest);
    return named && [(stateNames[code] ?? code).toUpperCase(), ...named];
  }
  return numberedRoad(words);
}

function numberedRoad(words: readonly string[]): string[] | undefined {
  const text = words.join(' ');
  for (const [pattern, standard] of names) {
    const match = pattern.exec(text);
    if (match) return [standard, match[1] ?? '', ...afterNumber(text.slice(match[0].length))];
  }
  const letters = lettered.exec(text);
  if (!letters) return undefined;
  return [letters[1]?.startsWith('H') ? 'COUNTY HIGHWAY' : 'COUNTY ROAD', letters[2] ?? ''];
}

function afterNumber(text: string): string[] {
  if (text === '') return [];
  const words = text.split(' ');
  const suffixAt = words.findLastIndex((word) => !directionals.has(word));
  return words.map((word, at) => directionals.get(word) ?? (at === suffixAt ? suffixes.get(word) : undefined) ?? word);
}
