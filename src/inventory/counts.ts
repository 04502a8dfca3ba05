/**
 * Cycle counts: types and pure decisions. No I/O.
 *
 * A count is blind: the counter does not see the ledger's quantity. The counted quantity is compared with what is on hand at that
 * time, and the difference is posted at approval, so movements in between do not change it. A line is confirmed when it agreed
 * with the ledger, or differed by the same quantity twice in a row; otherwise it must be recounted. Each shelf (warehouse,
 * item, status) is in at most one open count.
 */
import { type Outcome, type Refusal, refuse, refuseState } from '../platform/errors.ts';

/** A blind count of stock at a warehouse. */
export interface CycleCount {
  readonly customerNo: string;
  /** The reference of the request that opened it. */
  readonly countId: string;
  readonly warehouse: string;
  readonly status: 'OPEN' | 'APPROVED' | 'CANCELED';
  /** Items in scope; undefined: all. The statuses likewise. */
  readonly items: readonly string[] | undefined;
  readonly statuses: readonly string[] | undefined;
  /** One line per item and inventory status. */
  readonly lines: readonly CycleCountLine[];
}

export interface CycleCountLine {
  readonly itemNo: string;
  readonly status: string;
  readonly timesCounted: number;
  /** The latest count, with what was on hand then; undefined before the first. */
  readonly found: { readonly counted: number; readonly onHand: number } | undefined;
  readonly isConfirmed: boolean;
}

/** A line that has not been counted. */
export function newCycleCountLine({
  itemNo,
  status,
}: {
  readonly itemNo: string;
  readonly status: string;
}): CycleCountLine {
  return { itemNo, status, timesCounted: 0, found: undefined, isConfirmed: false };
}

/** Counted less on hand; 0 before the first count. */
export function computeCycleCountLineDifference({ found }: Pick<CycleCountLine, 'found'>): number {
  return found === undefined ? 0 : found.counted - found.onHand;
}

/** The line after a count, when `onHand` was in the ledger. */
export function cycleCountLineAfterCount(line: CycleCountLine, counted: number, onHand: number): CycleCountLine {
  const found = { counted, onHand };
  const difference = computeCycleCountLineDifference({ found });
  const agreesWithLast = line.found !== undefined && computeCycleCountLineDifference(line) === difference;
  return { ...line, timesCounted: line.timesCounted + 1, found, isConfirmed: difference === 0 || agreesWithLast };
}

/** Whether this item in this status may be recorded in the count. */
export function isInCycleCountScope({ items, statuses }: CycleCount, itemNo: string, status: string): boolean {
  return (items === undefined || items.includes(itemNo)) && (statuses === undefined || statuses.includes(status));
}

/**
 * The name of a count in messages: the item, in its inventory status when the count has one line, or the number of items, with
 * the warehouse; the warehouse alone when it has no line.
 */
export function describeCycleCount({ warehouse, lines }: Pick<CycleCount, 'warehouse' | 'lines'>): string {
  const items = new Set(lines.map(({ itemNo }) => itemNo)).size;
  const [first, ...others] = lines;
  if (first === undefined) return `The count of ${warehouse}`;
  if (others.length === 0) return `The count of ${first.itemNo} in ${first.status} at ${warehouse}`;
  return `The count of ${items === 1 ? first.itemNo : `${items} items`} at ${warehouse}`;
}

/** The count of the customer, if it is open. Refusals: `NotFound`, also for the count of another customer; `StateForbids`. */
export function findOpenCycleCount(
  counts: ReadonlyMap<string, CycleCount>,
  { customerNo, countId }: { readonly customerNo: string; readonly countId: string },
): Outcome<CycleCount> {
  const count = counts.get(countId);
  if (count?.customerNo !== customerNo) return notFoundRefusal;
  return count.status === 'OPEN' ? { ok: count } : closedRefusal(count);
}

const notFoundRefusal = refuse('NotFound', 'There is no count with this reference.');

function closedRefusal(count: CycleCount): { readonly refused: Refusal } {
  const reason = `${describeCycleCount(count)} is already ${count.status.toLowerCase()}. Open a new count to count again.`;
  return refuseState(count.status, reason);
}

/** The lines that must still be counted, as text; undefined when the count can be approved. */
export function describeLinesLeftToCount({ lines }: CycleCount): string | undefined {
  const listed = (wanted: (line: CycleCountLine) => boolean) =>
    lines
      .filter(wanted)
      .map(({ itemNo, status }) => `${itemNo} in ${status}`)
      .join(', ');
  const missing = listed((line) => line.found === undefined);
  const again = listed((line) => line.found !== undefined && !line.isConfirmed);
  const todo = [...(missing ? [`not counted: ${missing}`] : []), ...(again ? [`to be recounted: ${again}`] : [])];
  return todo.length === 0 ? undefined : todo.join('; ');
}
