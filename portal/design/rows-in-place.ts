/** Rows of a list that others change, while a person works in it. Pure. */

/**
 * Returns the shown rows with their newest values, without moving, adding or removing any, and the number of rows that
 * a refresh would add, remove or replace.
 */
export function mergeRowsInPlace<Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  rowKey: (row: Row) => string,
): { readonly rows: readonly Row[]; readonly changes: number } {
  const freshByKey = new Map(fresh.map((row) => [rowKey(row), row]));
  const shownKeys = new Set(shown.map(rowKey));
  const gone = shown.filter((row) => !freshByKey.has(rowKey(row))).length;
  const come = fresh.filter((row) => !shownKeys.has(rowKey(row))).length;
  // A new row pushes another one off the page, and a removed row makes room for another: each pair is one change.
  return { rows: shown.map((row) => freshByKey.get(rowKey(row)) ?? row), changes: Math.max(gone, come) };
}
