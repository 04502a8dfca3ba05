/** Rows of a list that others change, while a person works in it. Pure. */

/** The rows that are shown, in their places and with their newest values, and how many of the new ones would come or go. */
export function heldRows<Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  rowKey: (row: Row) => string,
): { readonly rows: readonly Row[]; readonly changes: number } {
  const freshByKey = new Map(fresh.map((row) => [rowKey(row), row]));
  const shownKeys = new Set(shown.map(rowKey));
  const gone = shown.filter((row) => !freshByKey.has(rowKey(row))).length;
  const come = fresh.filter((row) => !shownKeys.has(rowKey(row))).length;
  // One that comes pushes another off the page, and one that goes brings one: that is one change.
  return { rows: shown.map((row) => freshByKey.get(rowKey(row)) ?? row), changes: Math.max(gone, come) };
}
