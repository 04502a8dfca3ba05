/** Pages and counts of the lists of the operator interface: by keyset, never by offset, and never counted without a bound. */
import Type, { type TSchema } from 'typebox';
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

/** The position in a list by ids; undefined for a text that is no id. */
export const parseUuidKey = (text: string): string | undefined => (isUuid(text) ? text : undefined);
