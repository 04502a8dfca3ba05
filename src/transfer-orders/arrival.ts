/**
 * How an arrival counts against a transfer order. Pure.
 *
 * What left the source arrives as `Transfer In` to the unit. What is more than left is adjusted in, what is missing is
 * written in and adjusted out: so both ends' transfers add up to nothing, and the adjustments tell what came too much or
 * was lost on the way (decision 21).
 */
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';
import { arrivalStatus, type TransferOrder, type TransferOrderLine, transferStateForbids } from './transfer-order.ts';

/** What is said to have arrived: of an item, how many (absent: all that is open), in which status (absent: as asked for). */
export interface TransferReceiptLine {
  readonly itemNo: string;
  /** 0 when none came. */
  readonly quantity?: number | undefined;
  readonly status?: string | undefined;
}

/** Units of one line in one status. */
export interface LineUnits {
  readonly line: number;
  readonly itemNo: string;
  readonly quantity: number;
  readonly status: string;
}

export interface TransferReceiptPlan {
  readonly status: 'RECEIVING' | 'RECEIVED' | 'CLOSED';
  /** What arrived of what had left. */
  readonly arrived: readonly LineUnits[];
  /** What arrived beyond it. */
  readonly surplus: readonly LineUnits[];
  /** What is given up. */
  readonly short: readonly LineUnits[];
}

export const openUnits = ({ shipped, received, short }: TransferOrderLine): number => shipped - received - short;

/**
 * An item's lines are filled in their order, those that are to arrive in the stated status first; what is too much
 * counts on the last of them. `received` absent: everything that is open. With `final` nothing more is to come: what
 * is still open is short, and an order with shorts is CLOSED at once. Refusals, in this order: `StateForbids` unless
 * the order is IN TRANSIT or RECEIVING, then the faults `NotOnOrder` and `NothingOpen` of `received`.
 */
export function planReceipt(
  order: TransferOrder,
  received: readonly TransferReceiptLine[] | undefined,
  final: boolean,
): Outcome<TransferReceiptPlan> {
  if (order.status !== 'IN TRANSIT' && order.status !== 'RECEIVING') return transferStateForbids(order, 'received');
  const open = new Map(order.lines.map((line) => [line.line, openUnits(line)]));
  const shipped = order.lines.filter((line) => line.shipped > 0);
  const requested: readonly TransferReceiptLine[] =
    received ?? [...new Set(shipped.map(({ itemNo }) => itemNo))].map(everythingOf);
  const arrived: LineUnits[] = [];
  const surplus: LineUnits[] = [];
  const faults: Fault[] = [];
  for (const [index, { itemNo, quantity, status }] of requested.entries()) {
    const lines = linesByArrivalStatus(
      status,
      shipped.filter((line) => line.itemNo === itemNo),
      order,
    );
    const last = lines.at(-1);
    if (last === undefined) {
      const message = `${JSON.stringify(itemNo)} did not leave with transfer order ${order.transferOrderNumber}`;
      faults.push({ field: `Lines[${index}].ItemNo`, code: 'NotOnOrder', message });
      continue;
    }
    let left = quantity ?? lines.reduce((sum, { line }) => sum + (open.get(line) ?? 0), 0);
    if (left === 0 && quantity === undefined && received !== undefined) {
      const message = `is required: nothing of ${JSON.stringify(itemNo)} is still open`;
      faults.push({ field: `Lines[${index}].ItemQuantity`, code: 'NothingOpen', message });
    }
    for (const line of lines) {
      const here = Math.min(left, open.get(line.line) ?? 0);
      if (here === 0) continue;
      arrived.push({ line: line.line, itemNo, quantity: here, status: status ?? arrivalStatus(order, line) });
      open.set(line.line, (open.get(line.line) ?? 0) - here);
      left -= here;
    }
    if (left > 0) {
      surplus.push({ line: last.line, itemNo, quantity: left, status: status ?? arrivalStatus(order, last) });
    }
  }
  if (faults.length > 0) return refuseFaults(faults);
  const missing = missingLineUnits(order, open);
  const short = final ? missing : [];
  const status = short.length > 0 ? 'CLOSED' : missing.length > 0 ? 'RECEIVING' : 'RECEIVED';
  return { done: { status, arrived, surplus, short } };
}

/** What of the order would be given up if nothing more came. */
export function missingUnits(order: TransferOrder): LineUnits[] {
  return missingLineUnits(order, new Map(order.lines.map((line) => [line.line, openUnits(line)])));
}

const everythingOf = (itemNo: string): TransferReceiptLine => ({ itemNo });

function linesByArrivalStatus(
  status: string | undefined,
  lines: readonly TransferOrderLine[],
  order: TransferOrder,
): readonly TransferOrderLine[] {
  if (status === undefined) return lines;
  const arrivesInStatus = (line: TransferOrderLine) => arrivalStatus(order, line) === status;
  return [...lines.filter(arrivesInStatus), ...lines.filter((line) => !arrivesInStatus(line))];
}

function missingLineUnits(order: TransferOrder, open: ReadonlyMap<number, number>): LineUnits[] {
  return order.lines.flatMap((line) => {
    const quantity = open.get(line.line) ?? 0;
    if (quantity === 0) return [];
    return [{ line: line.line, itemNo: line.itemNo, quantity, status: arrivalStatus(order, line) }];
  });
}
