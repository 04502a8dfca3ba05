/**
 * A cycle count: its types and pure decisions. No I/O.
 *
 * A count is blind: who counts is not told what the ledger says. What was found is compared with what was on hand in the
 * moment of counting, and the difference is posted, so movements between count and approval are no differences. A
 * line is settled when it agreed with the ledger, or when it differed by the same twice in a row; else it is to be
 * counted again. Of a shelf (warehouse, item, status) there is one open count at a time.
 */

export interface Count {
  readonly customerNo: string;
  /** The reference under which it was opened. */
  readonly countId: string;
  readonly warehouse: string;
  readonly status: 'OPEN' | 'APPROVED' | 'CANCELED';
  /** What may be recorded; undefined: whatever is found. */
  readonly items: readonly string[] | undefined;
  readonly statuses: readonly string[] | undefined;
  /** By item and inventory status. */
  readonly lines: readonly CountLine[];
}

export interface CountLine {
  readonly itemNo: string;
  readonly status: string;
  readonly timesCounted: number;
  /** Of the last time; undefined before the first. */
  readonly found: { readonly counted: number; readonly onHand: number } | undefined;
  readonly isSettled: boolean;
}

/** A line that nobody has counted. */
export function newCountLine({ itemNo, status }: { readonly itemNo: string; readonly status: string }): CountLine {
  return { itemNo, status, timesCounted: 0, found: undefined, isSettled: false };
}

/** By how much the stock differs from the ledger; 0 before it was counted. */
export function differenceOf({ found }: Pick<CountLine, 'found'>): number {
  return found === undefined ? 0 : found.counted - found.onHand;
}

/** The line after it was counted, while the ledger said `onHand`. */
export function recordCounted(line: CountLine, counted: number, onHand: number): CountLine {
  const found = { counted, onHand };
  const difference = differenceOf({ found });
  const isConfirmed = line.found !== undefined && differenceOf(line) === difference;
  return { ...line, timesCounted: line.timesCounted + 1, found, isSettled: difference === 0 || isConfirmed };
}

/** Whether a count looks at this item in this status at all. */
export function isInScope({ items, statuses }: Count, itemNo: string, status: string): boolean {
  return (items === undefined || items.includes(itemNo)) && (statuses === undefined || statuses.includes(status));
}

/** What of a count is still to be done, for a person; undefined when it can be approved. */
export function describeRemaining({ lines }: Count): string | undefined {
  const listed = (wanted: (line: CountLine) => boolean) =>
    lines
      .filter(wanted)
      .map(({ itemNo, status }) => `${itemNo} in ${status}`)
      .join(', ');
  const missing = listed((line) => line.found === undefined);
  const again = listed((line) => line.found !== undefined && !line.isSettled);
  const todo = [...(missing ? [`not counted: ${missing}`] : []), ...(again ? [`to be counted again: ${again}`] : [])];
  return todo.length === 0 ? undefined : todo.join('; ');
}
