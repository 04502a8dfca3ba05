/** Pages and counts of the lists of the operator interface: by keyset, never by offset, and never counted without a bound. */
import Type, { type TSchema } from 'typebox';
import { assertPresent } from '../lib/assert.ts';
import { isUuid } from '../lib/uuid.ts';
import type { Fault } from '../platform/errors.ts';

/** `After`: a position of up to `maxLength` characters. */
export const positionField = (maxLength: number) =>
  Type.Optional(Type.String({ maxLength, description: '`Next` of the previous page.' }));

/** Request fields of a page that continues at a cursor. Lists with `Skip` have `pageRequestFields`. */
export const cursorPageRequestFields = {
  After: positionField(200),
  Top: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Rows of a page; 50 by default.' })),
};

/** Returns the check that `After` is the `Next` of an earlier page, for `check`. `read` returns nothing for a text that is none. */
export const createPagePositionCheck =
  (read: (after: string) => unknown) =>
  ({ After: after }: { readonly After?: string | undefined }): Fault[] =>
    after === undefined || read(after)
      ? []
      : [{ field: 'After', code: 'Format', message: 'must be the Next of an earlier page' }];

/** Positions in a list by a key of texts. Only the last one may contain spaces. */
export function createKeyPositionCodec<const Name extends string>(...names: readonly Name[]) {
  return {
    write: (key: Readonly<Record<Name, string>>): string => names.map((name) => key[name]).join(' '),
    read: (after: string): Readonly<Record<Name, string>> | undefined => {
      const parts = after.split(' ');
      const last = parts.splice(names.length - 1).join(' ');
      if (last === '') return undefined;
      return Object.fromEntries(names.map((name, index) => [name, parts[index] ?? last])) as Record<Name, string>;
    },
  };
}

/** A filter by codes. */
export const codesFilterField = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200, description }));

export const customersFilterField = codesFilterField('CustomerNos, in any letter case; absent or empty: all.');

export const warehousesFilterField = codesFilterField(
  'Codes of warehouses; absent or empty: all that the operator works in.',
);

/** The errors of a list with filters and pages. */
export const errorsOfListOperations = {
  400: 'A filter is not valid, or `After` is not the `Next` of an earlier page.',
} as const;

export const defaultListPageSize = 50;

/** The largest count that replies show exactly; more are "10,000+". Lists count up to one more than this. */
export const maxExactListCount = 10_000;

export const cappedCountField = Type.Union([Type.Integer(), Type.Literal('10,000+')], {
  description: 'How many there are: exact up to 10,000, then "10,000+".',
});

/** A count as replies show it. */
export const toCappedCount = (counted: number): number | '10,000+' =>
  counted > maxExactListCount ? '10,000+' : counted;

/** The rows of a page, of which up to one more than `top` was read, and where the next page begins. */
export function takePage<Row>(
  rows: readonly Row[],
  top: number,
  positionOf: (row: Row) => string,
): { readonly shown: readonly Row[]; readonly next: { readonly Next?: string } } {
  const shown = rows.slice(0, top);
  const last = shown.at(-1);
  return { shown, next: rows.length > top && last !== undefined ? { Next: positionOf(last) } : {} };
}

export const nextPageField = Type.Optional(
  Type.String({ description: '`After` of the next page; absent: this is the last one.' }),
);

export function createListReplySchema<Listed extends TSchema>(listed: Listed) {
  return Type.Object({
    Records: Type.Array(listed),
    Next: nextPageField,
    Count: cappedCountField,
  });
}

/** Builds the reply of a list from up to `top + 1` rows: one more than `top` only shows that there is another page. */
export function buildListReply<Row, Listed>(
  rows: readonly Row[],
  top: number,
  counted: number,
  { keyOf, toRecord }: { readonly keyOf: (row: Row) => string; readonly toRecord: (row: Row) => Listed },
) {
  const { shown, next } = takePage(rows, top, keyOf);
  return { Records: shown.map(toRecord), ...next, Count: toCappedCount(counted) };
}

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

/** The key of an array by ids, for `createMultiArrayPaging`. */
export const parseUuidKey = (text: string): string | undefined => (isUuid(text) ? text : undefined);

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
