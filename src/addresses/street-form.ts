/**
 * Standardizes a street with house number and unit in the order of Publication 28: number, directional, name, suffix,
 * directional, unit. Pure; expects the output of `splitStreetWords`.
 */
import { standardizeHighway } from './highways.ts';
import {
  directionalAbbreviations,
  spelledOutHouseNumbers,
  spelledOutUnitNumbers,
  standaloneStreetSuffixes,
  streetSuffixAbbreviations,
  unitDesignatorAbbreviations,
  unitDesignatorsInStreetNames,
  unnumberedUnitDesignators,
} from './publication-28.ts';

const ordinal = /^\d+(?:ST|ND|RD|TH)$/;
/** House numbers of Wisconsin's address grids, with one or two coordinates: `W7373`, `N6W23001`. */
const gridNumber = /^[NSEW](?:\d{3,5}|\d+[NSEW]\d+)$/;
const fraction = /^\d+\/\d+$/;
const numberSigns = new Set(['NO', 'NUM', 'NBR', 'NUMBER']);
/** Suffixes after which a bare number is part of the road name rather than a unit. */
const numberedSuffixes = new Set(['HWY', 'RD', 'RTE', 'LOOP', 'EXPY', 'FWY', 'SPUR', 'TRL']);

interface StandardStreet {
  readonly words: readonly string[];
  /** Whether it has a house number or another number that locates it. */
  readonly hasNumber: boolean;
  /** Whether it names a street: more than a number, a directional or a suffix. */
  readonly hasName: boolean;
  /** Whether the words look like a street or a unit; otherwise they are left unchanged. */
  readonly isRecognized: boolean;
  /** Standard abbreviations of the units: `APT`, `STE`. */
  readonly units: readonly string[];
  /** Whether it consists of units only: `STE 200`. */
  readonly isUnitOnly: boolean;
}

/** Standardizes the words of a street line, which may contain `,` as a separator. Drops only separators and a `#` that adds nothing. */
export function standardizeStreet(written: readonly string[]): StandardStreet {
  const words = joinGrid(withoutLeadingSign(markBareUnit(written)));
  const led = leadingUnits(words);
  const rest = words.slice(led);
  const nameAt = startOfName(rest);
  const unitAt = led === words.length ? rest.length : startOfUnits(rest, nameAt);
  const primary = rest.slice(0, unitAt);
  const leading = standardUnits(words.slice(0, led));
  const trailing = standardUnits(rest.slice(unitAt));
  const street = standardPrimary(primary);
  const hasHouseNumber = numberLength(primary) > 0;
  // A unit before the house number is moved to the end of the line.
  const moves = led > 0 && trailing.length === 0 && hasHouseNumber && primary.length > 1;
  return {
    words: moves ? [...street.words, ...leading] : [...leading, ...street.words, ...trailing],
    hasNumber: hasHouseNumber || primary.some(hasDigit) || hasStreetAfter(words, 0),
    hasName: hasName(primary),
    isRecognized: street.isRecognized || led > 0 || unitAt < rest.length,
    units: [...leading, ...trailing].filter((word) => unitDesignatorAbbreviations.get(word) === word),
    isUnitOnly: led > 0 && led === words.length,
  };
}

/** Units that are no street before a number, unlike `PIER 39`. */
const unitsInHouses = new Set(['APT', 'STE', 'UNIT', 'RM', 'FL', 'BLDG', 'DEPT', 'LOT', 'TRLR', 'OFC', '#']);

function hasName(primary: readonly string[]): boolean {
  const number = numberLength(primary);
  const [first = '', second] = primary.slice(number);
  if (second !== undefined)
    return !(isUnitId(second) && unitsInHouses.has(unitDesignatorAbbreviations.get(first) ?? first));
  if (first === '' || directionalAbbreviations.has(first)) return false;
  if (number === 0) return ordinal.test(first) || !(/^\d/.test(first) || gridNumber.test(first));
  // 39.2 RD: a numbered grid road.
  return !standaloneStreetSuffixes.has(streetSuffixAbbreviations.get(first) ?? '') || (primary[0] ?? '').includes('.');
}

function hasDigit(word: string): boolean {
  return /\d/.test(word);
}

function isUnitId(word: string | undefined): boolean {
  return (
    word !== undefined &&
    (/^[A-Z]$/.test(word) || (hasDigit(word) && !ordinal.test(word)) || spelledOutUnitNumbers.has(word))
  );
}

/** `123 Main St, 5B`: a single word after the comma is a unit of unknown type, which Publication 28 marks `#`. */
function markBareUnit(words: readonly string[]): string[] {
  const comma = words.lastIndexOf(',');
  const plain = words.filter((word) => word !== ',');
  if (comma < 0 || comma !== words.length - 2) return plain;
  const id = words[words.length - 1] ?? '';
  const before = plain[plain.length - 2] ?? '';
  const after = streetSuffixAbbreviations.has(before) || directionalAbbreviations.has(before);
  if (!after || plain.length < 4 || !isUnitId(id) || numberLength(plain) === 0) return plain;
  return [...plain.slice(0, -1), '#', id];
}

function withoutLeadingSign(words: string[]): string[] {
  const [sign, number = '', name = ''] = words;
  return sign === '#' && /^\d/.test(number) && name !== '' && name !== '#' && !hasDigit(name) ? words.slice(1) : words;
}

/** `N6 W23001`: joins a grid house number with two coordinates into one word. */
function joinGrid(words: string[]): string[] {
  const [first = '', second = '', ...others] = words;
  const isGrid = /^[NS]\d+$/.test(first)
    ? /^[EW]\d+$/.test(second)
    : /^[EW]\d+$/.test(first) && /^[NS]\d+$/.test(second);
  return isGrid && others.length > 0 ? [first + second, ...others] : words;
}

/** The number of words of the house number: 0, 1, or 2 with a fraction. */
function numberLength(words: readonly string[]): number {
  const [first = '', second = ''] = words;
  if (words.length < 2) return 0;
  const isNumber =
    (/^\d/.test(first) && !ordinal.test(first)) || gridNumber.test(first) || spelledOutHouseNumbers.has(first);
  if (!isNumber) return 0;
  return fraction.test(second) ? 2 : 1;
}

/** The index of the first word that can be part of the street name, after number and directional. */
function startOfName(words: readonly string[]): number {
  const number = numberLength(words);
  return directionalAbbreviations.has(words[number] ?? '') && words.length > number + 1 ? number + 1 : number;
}

/** The number of leading words that are units: `APT 5`, `BLDG 4 FL 2`. */
function leadingUnits(words: readonly string[]): number {
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    const isDesignator = unitDesignatorAbbreviations.has(word) || (word === '#' && at === 0);
    // UPPER 1 MAIN ST: UPPER needs no number, so 1 is the house number.
    const isAlone =
      unnumberedUnitDesignators.has(unitDesignatorAbbreviations.get(word) ?? '') && startsStreetAt(words, at + 1);
    if (isAlone) at += 1;
    else if (isDesignator && words[at + 1] === '#' && isUnitId(words[at + 2])) at += 3;
    else if (isDesignator && isUnitId(words[at + 1])) at += 2;
    else if (at === words.length - 1 && unnumberedUnitDesignators.has(unitDesignatorAbbreviations.get(word) ?? ''))
      at += 1;
    else break;
  }
  return at;
}

/** The index where the units begin; the length when there are none. */
function startOfUnits(words: readonly string[], nameAt: number): number {
  const hasNumber = numberLength(words) > 0;
  for (let at = nameAt + 1; at < words.length; at += 1) {
    // TASTING ROOM 100 MAIN ST, MAIL STOP 5 100 MAIN ST: words that look like a unit precede the street.
    if (isUnitAt(words, at) && (hasNumber || !hasStreetAfter(words, at + 1))) return at;
  }
  return words.length;
}

function hasStreetAfter(words: readonly string[], from: number): boolean {
  for (let at = from; at < words.length; at += 1) if (startsStreetAt(words, at)) return true;
  return false;
}

/**
 * Whether the words starting at a number are a house number, a name and a common suffix, without another number
 * between, unless it is an ordinal.
 */
export function startsStreetAt(words: readonly string[], numberAt: number): boolean {
  const number = words[numberAt] ?? '';
  if (!/^\d/.test(number) || ordinal.test(number)) return false;
  const rest = words.slice(numberAt + 1);
  const suffixAt = rest.findIndex(
    (word, at) => at > 0 && standaloneStreetSuffixes.has(streetSuffixAbbreviations.get(word) ?? ''),
  );
  return suffixAt > 0 && !rest.slice(0, suffixAt).some((word) => hasDigit(word) && !ordinal.test(word));
}

function isUnitAt(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  const next = words[at + 1];
  if (word === '#') return next !== undefined;
  if (isFloor(words, at)) return at > 1;
  if (numberSigns.has(word))
    return (
      isUnitId(next) &&
      streetSuffixAbbreviations.has(words[at - 1] ?? '') &&
      !unitDesignatorAbbreviations.has(words[at - 1] ?? '')
    );
  const unit = unitDesignatorAbbreviations.get(word);
  if (unit === undefined) return false;
  if (next === undefined)
    return (
      unnumberedUnitDesignators.has(unit) && (!unitDesignatorsInStreetNames.has(unit) || isComplete(words[at - 1]))
    );
  if (isUnitId(next)) return true;
  if (next === '#' || numberSigns.has(next)) return isUnitId(words[at + 2]);
  return (
    unnumberedUnitDesignators.has(unit) &&
    unitDesignatorAbbreviations.has(next) &&
    (isUnitId(words[at + 2]) || at + 2 === words.length)
  );
}

/** Whether a street name may end with this word. */
function isComplete(word = ''): boolean {
  return (
    standaloneStreetSuffixes.has(streetSuffixAbbreviations.get(word) ?? '') ||
    directionalAbbreviations.has(word) ||
    hasDigit(word)
  );
}

/** `3RD FLOOR`. Not so in `100 3RD FL 3`, where 3RD is the name of the street. */
function isFloor(words: readonly string[], at: number): boolean {
  return (
    ordinal.test(words[at] ?? '') &&
    unitDesignatorAbbreviations.get(words[at + 1] ?? '') === 'FL' &&
    !isUnitId(words[at + 2])
  );
}

/** Abbreviates designators. Drops the sign `#` after a designator. */
function standardUnits(words: readonly string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const next = words[at + 1];
    // A percent sign does not affect the words around it.
    const previous = out.findLast((before) => before !== '%') ?? '';
    if (word === '#' && unitDesignatorAbbreviations.get(previous) === previous && isUnitId(next)) continue;
    if (isFloor(words, at)) {
      out.push('FL', word.slice(0, -2));
      at += 1;
    } else if (numberSigns.has(word) && isUnitId(next) && !unitDesignatorAbbreviations.has(previous)) {
      out.push('#');
    } else {
      const isId = unitDesignatorAbbreviations.get(previous) === previous || previous === '#';
      out.push((isId ? undefined : unitDesignatorAbbreviations.get(word)) ?? word);
    }
  }
  return out;
}

/** House number, directional, name, suffix, directional. */
function standardPrimary(words: readonly string[]): { words: readonly string[]; isRecognized: boolean } {
  const number = numberLength(words);
  const head = words.slice(0, number);
  const name = words.slice(number);
  const isRecognized =
    number > 0 ||
    name.some(hasDigit) ||
    (name.length > 1 && standaloneStreetSuffixes.has(streetSuffixAbbreviations.get(name.at(-1) ?? '') ?? ''));
  if (!isRecognized || name.length === 0) return { words, isRecognized };
  // 39.2 RD: numbered grid roads without a house number.
  const only =
    name.length === 1 && head.length === 1 && head[0]?.includes('.')
      ? streetSuffixAbbreviations.get(name[0] ?? '')
      : undefined;
  if (only !== undefined) return { words: [...head, only], isRecognized };
  const highway = standardizeHighway(name);
  if (highway) return { words: [...head, ...highway], isRecognized };
  const pre = leadingDirectional(name);
  return { words: [...head, ...pre.out, ...standardName(name.slice(pre.taken))], isRecognized };
}

const opposite: Readonly<Record<string, string>> = { N: 'S', S: 'N', E: 'W', W: 'E' };

/**
 * The directional before a name, two of them as one (`NW`); before a highway also the standard name of the highway.
 * `taken` is the number of words that it replaces. None when no name would remain (only a suffix, or a suffix and a
 * directional), when the name is the opposite directional (`N S ST`), and for NO before a number.
 */
function leadingDirectional(name: readonly string[]): { out: string[]; taken: number } {
  const none = { out: [], taken: 0 };
  const first = directionalAbbreviations.get(name[0] ?? '');
  if (first === undefined || (name[0] === 'NO' && hasDigit(name[1] ?? ''))) return none;
  const second = directionalAbbreviations.get(name[1] ?? '');
  if (second !== undefined && isNamed(name.slice(2))) {
    if (/^[NS]$/.test(first) && /^[EW]$/.test(second)) return { out: [first + second], taken: 2 };
  }
  if (second !== undefined && opposite[first] === second && !isNamed(name.slice(2))) return none;
  if (!isNamed(name.slice(1))) return none;
  const road = standardizeHighway(name.slice(1));
  return road ? { out: [first, ...road], taken: name.length } : { out: [first], taken: 1 };
}

function isNamed(rest: readonly string[]): boolean {
  const [first = ''] = rest;
  if (rest.length === 0) return false;
  if (rest.length === 1) return !streetSuffixAbbreviations.has(first);
  return !(rest.length === 2 && streetSuffixAbbreviations.has(first) && directionalAbbreviations.has(rest[1] ?? ''));
}

/** Name, suffix and the directional after it. */
function standardName(name: readonly string[]): string[] {
  const out = [...name];
  const tail = trailingDirectional(out);
  const [first = '', second = ''] = out;
  if (
    out.length === 2 &&
    tail.length === 0 &&
    streetSuffixAbbreviations.get(first) === 'AVE' &&
    /^(?:[A-Z]|\d+)$/.test(second)
  ) {
    return ['AVENUE', second];
  }
  const last = out.length - 1;
  const suffix = streetSuffixAbbreviations.get(out[last] ?? '');
  if (suffix !== undefined && last > 0 && !isJoined(out, last)) {
    out[last] = suffix;
  } else if (last > 1 && tail.length === 0 && isUnitId(out[last]) && hasDigit(out[last] ?? '')) {
    // 123 MAIN STREET 5B: a unit without designator.
    const before = streetSuffixAbbreviations.get(out[last - 1] ?? '');
    if (before !== undefined && standaloneStreetSuffixes.has(before) && !numberedSuffixes.has(before))
      out[last - 1] = before;
  }
  return [...out, ...tail];
}

const joining = new Set('OF AND & EL LA LAS LOS DE DEL'.split(' '));

/** AVENUE OF THE PINES, 5TH AND RIDGE, LA VISTA: the word is part of the name, not a suffix. */
function isJoined(name: readonly string[], at: number): boolean {
  const before = name[at - 1] ?? '';
  return joining.has(before) || (before === 'THE' && at > 1);
}

/** Removes and returns the directional at the end of a name, after a suffix or a number. */
function trailingDirectional(name: string[]): string[] {
  const follows = (at: number) => at > 0 && (hasDigit(name[at] ?? '') || streetSuffixAbbreviations.has(name[at] ?? ''));
  const last = directionalAbbreviations.get(name.at(-1) ?? '');
  if (last === undefined || name.length < 2) return [];
  const before = directionalAbbreviations.get(name.at(-2) ?? '');
  if (before !== undefined && /^[NS]$/.test(before) && /^[EW]$/.test(last) && follows(name.length - 3)) {
    name.length -= 2;
    return [before + last];
  }
  const isGrid = name.length === 2 && /^\d+$/.test(name[0] ?? '');
  if (!isGrid && !follows(name.length - 2)) return [];
  name.length -= 1;
  return [last];
}
