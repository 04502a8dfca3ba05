/**
 * Standard names of numbered roads (appendix F of Publication 28): `CR 110` is `COUNTY ROAD 110`, `US HWY 64` is `US
 * HIGHWAY 64`, `I10` is `INTERSTATE 10`. Pure; expects the output of `splitStreetWords`.
 */

import { stateNamesByCode } from '../contract/state-names.ts';
import { isMilitaryStateCode, isTerritoryStateCode, parseStateCode } from '../contract/states.ts';
import { directionalAbbreviations, streetSuffixAbbreviations } from './publication-28.ts';

const highway = '(?:HIGHWAY|HIGHWY|HIWAY|HIWY|HWAY|HWY)';
const road = '(?:ROAD|RD)';
const route = '(?:ROUTE|RTE|RT)';
const county = '(?:COUNTY|CNTY|CTY|CO)';
const state = '(?:STATE|ST)';

/** Patterns and standard names, both without the road number. Longer forms first. */
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

/** Midwestern roads have letters instead of numbers. `SR` with one letter is ambiguous. */
const lettered: readonly (readonly [RegExp, string])[] = (
  [
    [`${county} ${highway}`, 'COUNTY HIGHWAY', 1],
    [`${county} ${road}`, 'COUNTY ROAD', 1],
    [`${state} ${highway}`, 'STATE HIGHWAY', 1],
    [`${state} ${road}`, 'STATE ROAD', 1],
    [`${state} ${route}`, 'STATE ROUTE', 1],
    ['SR', 'STATE ROAD', 2],
    [highway, 'HIGHWAY', 1],
    [route, 'ROUTE', 1],
  ] as const
).map(([written, standard, fewest]) => [new RegExp(`^${written} ([A-Z]{${fewest},2})$`), standard]);

/** `KY 1207`: a state code before a number is a state road. Excluded are codes that have another meaning there. */
const otherMeanings = new Set(['CO', 'MS', 'MT', 'PR', 'ST', 'DC', 'NE', 'FL']);
const ofState = /^\d{1,4}[A-Z]?$/;

/** A cheap prefilter: the first word of every form, or the word after the name of a state. */
const beginnings = new Set(
  'COUNTY CNTY CTY CO CR STATE ST SH SR US U INTERSTATE IH I FM FARM RANCH TOWNSHIP TWP HIGHWAY HIGHWY HIWAY HIWY HWAY HWY ROUTE RTE RT ROAD RD OLD'.split(
    ' ',
  ),
);

/**
 * The words of a numbered or lettered road in standard form, including those after its number; `undefined` when it is
 * neither. A state before it is written out: `KY HWY 75` is `KENTUCKY HIGHWAY 75`.
 */
export function standardizeHighway(words: readonly string[]): string[] | undefined {
  const [first = '', second = '', third = ''] = words;
  const glued = words.length === 1 ? /^([A-Z]{2})-(\d{1,4}[A-Z]?)$/.exec(first) : null;
  if (glued) return standardizeHighway(glued.slice(1));
  if (first === 'OLD') {
    const old = standardizeHighway(words.slice(1));
    return old && ['OLD', ...old];
  }
  if (!beginnings.has(first)) {
    const long = parseStateCode(`${first} ${second}`);
    if (words.length === 2 && ofState.test(second) && !otherMeanings.has(first) && first.length === 2) {
      const state = parseStateCode(first);
      if (state !== undefined && !isTerritoryStateCode(state) && !isMilitaryStateCode(state)) {
        return [(stateNamesByCode[state] ?? state).toUpperCase(), second];
      }
    }
    // NE means northeast.
    const code = long ?? (directionalAbbreviations.has(first) ? undefined : parseStateCode(first));
    const rest = words.slice(long === undefined ? 1 : 2);
    if (code === undefined || !beginnings.has(long === undefined ? second : third)) return undefined;
    const named = numberedRoad(rest);
    return named && [(stateNamesByCode[code] ?? code).toUpperCase(), ...named];
  }
  return numberedRoad(words);
}

function numberedRoad(words: readonly string[]): string[] | undefined {
  const text = words.join(' ');
  for (const [pattern, standard] of names) {
    const match = pattern.exec(text);
    if (match) return [standard, match[1] ?? '', ...afterNumber(text.slice(match[0].length))];
  }
  for (const [pattern, standard] of lettered) {
    const match = pattern.exec(text);
    if (match) return [standard, match[1] ?? ''];
  }
  return undefined;
}

function afterNumber(text: string): string[] {
  if (text === '') return [];
  const words = text.split(' ');
  const suffixAt = words.findLastIndex((word) => !directionalAbbreviations.has(word));
  return words.map((word, at) => {
    const suffix = streetSuffixAbbreviations.get(word);
    // BYP before another suffix is written out: HIGHWAY 3 BYPASS RD.
    if (suffix === 'BYP' && at < suffixAt) return 'BYPASS';
    return directionalAbbreviations.get(word) ?? (at === suffixAt ? suffix : undefined) ?? word;
  });
}
