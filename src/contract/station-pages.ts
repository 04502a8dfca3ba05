/** Pages of the lists that stations show: long enough for a working day, and of several arrays at once. */
import Type from 'typebox';
import { assertPresent } from '../lib/assert.ts';
import { createPagePositionCheck, positionField } from './list-fields.ts';

/**
 * Where the page of one array begins in a list that has several arrays: after a key, undefined for the first row.
 * `limit` is one row more than the page, or 0 when the array has ended.
 */
interface ArrayPageStart<Key> {
  readonly after: Key | undefined;
  readonly limit: number;
}

/** Separates the keys of the arrays in `Next`. Keys are encoded, so none contains it. */
const sectionSeparator = '|';
const endedSection = '-';

interface StationPage {
  readonly After?: string;
  readonly Top?: number;
}

/**
 * Pages of a list that has several arrays, each by a key of its own: a page has at most `Top` rows of each, and `Next` is where each
 * continues. `readers` return nothing for a text that is no key.
 */
export function createMultiArrayPaging<Readers extends Readonly<Record<string, (text: string) => unknown>>>(
  readers: Readers,
) {
  const names = Object.keys(readers);
  type Starts = {
    readonly [Name in keyof Readers]: ArrayPageStart<Exclude<ReturnType<Readers[Name]>, undefined>>;
  };
  const readKey = (name: string, part: string): unknown => readers[name]?.(decodedKey(part));
  /** Undefined for a text that no page returned. */
  const read = (after: string | undefined, top: number): Starts | undefined => {
    const parts = after?.split(sectionSeparator) ?? names.map(() => '');
    if (parts.length !== names.length) return undefined;
    const starts: [string, ArrayPageStart<unknown>][] = [];
    for (const [index, name] of names.entries()) {
      const part = parts[index] ?? '';
      const isKey = part !== '' && part !== endedSection;
      const key = isKey ? readKey(name, part) : undefined;
      if (isKey && key === undefined) return undefined;
      starts.push([name, { after: key, limit: part === endedSection ? 0 : top + 1 }]);
    }
    return Object.fromEntries(starts) as Starts;
  };
  return {
    /** How many rows of each array the page of a checked request has at most, and where each array begins. */
    startOf: ({ After: after, Top: top = defaultStationPageSize }: StationPage) => ({
      top,
      starts: assertPresent(read(after, top), 'a checked position'),
    }),
    faults: createPagePositionCheck((after) => read(after, 0)),
    /** Where the next page begins, from where each array continues; undefined: it has ended. */
    next: (keys: { readonly [Name in keyof Readers]: string | undefined }): { readonly Next?: string } => {
      if (names.every((name) => keys[name] === undefined)) return {};
      const parts = names.map((name) => (keys[name] === undefined ? endedSection : encodeURIComponent(keys[name])));
      return { Next: parts.join(sectionSeparator) };
    },
  };
}

function decodedKey(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** Fields of a request for a page of a list that stations show: long enough for a working day. */
export const stationPageRequestFields = {
  After: positionField(800),
  Top: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, description: 'Rows of a page, of each array; 200 by default.' }),
  ),
};

export const defaultStationPageSize = 200;
