/** Pages and counts of the lists of the operator interface: by keyset, never by offset, and never counted without a bound. */
import Type, { type TSchema } from 'typebox';
import type { Fault } from '../platform/errors.ts';

/** Fields of a request for a page. */
export const pageFields = {
  After: Type.Optional(Type.String({ maxLength: 200, description: '`Next` of the previous page.' })),
  Top: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Rows of a page; 50 by default.' })),
};

/** The rule that `After` is the `Next` of an earlier page, for `check`. `read` returns nothing for a text that is none. */
export const afterFaults =
  (read: (after: string) => unknown) =>
  ({ After: after }: { readonly After?: string | undefined }): Fault[] =>
    after === undefined || read(after)
      ? []
      : [{ field: 'After', code: 'Format', message: 'must be the Next of an earlier page' }];

/** Positions in a list by a key of texts. Only the last one may contain spaces. */
export function keyPosition<const Name extends string>(...names: readonly Name[]) {
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
export const codesField = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200, description }));

export const customersFilter = codesField('CustomerNos; absent or empty: all.');

export const warehousesFilter = codesField('Codes of warehouses; absent or empty: all that the operator works in.');

/** The errors of a list with filters and pages. */
export const listErrors = { 400: 'A filter is not valid, or `After` is not the `Next` of an earlier page.' } as const;

export const defaultTop = 50;

/** Counts end here: more are "10,000+". A list counts to `maxCount + 1`. */
export const maxCount = 10_000;

export const countField = Type.Union([Type.Integer(), Type.Literal('10,000+')], {
  description: 'How many there are: exact up to 10,000, then "10,000+".',
});

/** A count as replies show it. */
export const boundedCount = (counted: number): number | '10,000+' => (counted > maxCount ? '10,000+' : counted);

/** The rows of a page, of which one more than `top` was read, and where the next page begins. */
export function pageOf<Row>(
  rows: readonly Row[],
  top: number,
  positionOf: (row: Row) => string,
): { readonly shown: readonly Row[]; readonly next: { readonly Next?: string } } {
  const shown = rows.slice(0, top);
  const last = shown.at(-1);
  return { shown, next: rows.length > top && last !== undefined ? { Next: positionOf(last) } : {} };
}

/** The reply of a list. */
export function listReply<Listed extends TSchema>(listed: Listed) {
  return Type.Object({
    Records: Type.Array(listed),
    Next: Type.Optional(Type.String({ description: '`After` of the next page; absent: this is the last one.' })),
    Count: countField,
  });
}

/** Builds the reply of a list from `top + 1` rows, of which the last one only shows that there is another page. */
export function listPage<Row, Listed>(
  rows: readonly Row[],
  top: number,
  counted: number,
  { keyOf, toRecord }: { readonly keyOf: (row: Row) => string; readonly toRecord: (row: Row) => Listed },
) {
  const { shown, next } = pageOf(rows, top, keyOf);
  return { Records: shown.map(toRecord), ...next, Count: boundedCount(counted) };
}
