/** Assigns received units to the lines of a purchase or transfer order. Pure. */
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';

/** A received item. Quantity absent: all open units. Status absent: that of each line. */
export interface ReceivedItem {
  readonly itemNo: string;
  /** 0 when no unit arrived. */
  readonly quantity?: number | undefined;
  readonly status?: string | undefined;
}

/** A line that can receive. */
interface ReceivingLine {
  readonly line: number;
  readonly itemNo: string;
  /** Units that have not arrived. */
  readonly open: number;
  /** The inventory status in which they are to arrive. */
  readonly status: string;
}

/** Units of one line in one inventory status. */
export interface OrderLineUnits {
  readonly line: number;
  readonly itemNo: string;
  readonly quantity: number;
  readonly status: string;
}

/** Received units of one line: `quantity` of those that were open, and `surplus` beyond them. */
interface AssignedUnits extends OrderLineUnits {
  readonly surplus: number;
}

/**
 * Assigns received units: the lines of an item are filled in their order, those that are to arrive in the stated status first;
 * a surplus counts on the last of them. `received` absent: everything that is open. Faults: `NotOnOrder` (its text says why:
 * `"PIN-1" is not on …`), `NothingOpen` of an item without a quantity.
 */
export function assignReceivedUnits(
  lines: readonly ReceivingLine[],
  received: readonly ReceivedItem[] | undefined,
  notOnOrder: string,
): Outcome<AssignedUnits[]> {
  const open = new Map(lines.map((line) => [line.line, line.open]));
  const openUnits = ({ line }: ReceivingLine): number => open.get(line) ?? 0;
  const items: readonly ReceivedItem[] =
    received ?? [...new Set(lines.map(({ itemNo }) => itemNo))].map((itemNo) => ({ itemNo }));
  const assigned: AssignedUnits[] = [];
  const faults: Fault[] = [];
  for (const [index, { itemNo, quantity, status }] of items.entries()) {
    const linesOfItem = statedStatusFirst(
      lines.filter((line) => line.itemNo === itemNo),
      status,
    );
    const last = linesOfItem.at(-1);
    if (last === undefined) {
      const message = `${JSON.stringify(itemNo)} ${notOnOrder}`;
      faults.push({ field: `Lines[${index}].ItemNo`, code: 'NotOnOrder', message });
      continue;
    }
    let left = quantity ?? linesOfItem.reduce((sum, line) => sum + openUnits(line), 0);
    if (left === 0 && quantity === undefined && received !== undefined) {
      const message = `is required: no units of ${JSON.stringify(itemNo)} are open`;
      faults.push({ field: `Lines[${index}].ItemQuantity`, code: 'NothingOpen', message });
    }
    for (const line of linesOfItem) {
      const filled = Math.min(left, openUnits(line));
      left -= filled;
      const surplus = line === last ? left : 0;
      if (filled + surplus === 0) continue;
      assigned.push({ line: line.line, itemNo, quantity: filled, surplus, status: status ?? line.status });
      open.set(line.line, openUnits(line) - filled);
    }
  }
  return faults.length > 0 ? refuseFaults(faults) : { ok: assigned };
}

function statedStatusFirst(lines: readonly ReceivingLine[], status: string | undefined): readonly ReceivingLine[] {
  if (status === undefined) return lines;
  return [...lines.filter((line) => line.status === status), ...lines.filter((line) => line.status !== status)];
}
