/**
 * Lists of the operator interface: keyset pages and a count that is exact up to 10,000. `After` is the key of the last record of
 * the previous page, which its reply returned as `Next`.
 */
import Type, { type TSchema } from 'typebox';

/** Records of a page, when the request names no number. */
export const defaultListTop = 50;

/** Counts end here; more are "10,000+". A list counts with this limit and one more. */
export const maxListCount = 10_000;

/** Request fields of a list. */
export const listRequestFields = {
  After: Type.Optional(
    Type.String({ description: '`Next` of the previous page; absent: the first page.', maxLength: 200 }),
  ),
  Top: Type.Optional(
    Type.Integer({ description: `Records to return; ${defaultListTop} by default.`, minimum: 1, maximum: 200 }),
  ),
};

/** The reply of a list. */
export function listReply<Listed extends TSchema>(listed: Listed) {
  return Type.Object({
    Records: Type.Array(listed),
    Next: Type.Optional(Type.String({ description: '`After` of the next page; absent: this is the last one.' })),
    Count: Type.Union([Type.Integer(), Type.Literal('10,000+')], {
      description: 'The number of all matching records, exact up to 10,000.',
    }),
  });
}

/** Builds the reply of a list from `top + 1` rows, of which the last one only shows that there is another page. */
export function listPage<Row, Listed>(
  rows: readonly Row[],
  top: number,
  counted: number,
  { keyOf, toRecord }: { readonly keyOf: (row: Row) => string; readonly toRecord: (row: Row) => Listed },
) {
  const shown = rows.slice(0, top);
  const last = rows.length > top ? shown.at(-1) : undefined;
  return {
    Records: shown.map(toRecord),
    ...(last === undefined ? {} : { Next: keyOf(last) }),
    Count: counted > maxListCount ? ('10,000+' as const) : counted,
  };
}
