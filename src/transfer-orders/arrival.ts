/**
 * Assigns received units to the lines of a transfer order. Pure.
 * The units shipped arrive as `Transfer In`. A surplus is adjusted in; missing units are transferred in and adjusted
 * out. The transfers of both warehouses therefore add up to zero, and the adjustments show the units found or lost in
 * transit (decision 21).
 */
import { statusRefusal } from '../documents/index.ts';
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';
import { arrivalInventoryStatusOfTransferLine, type TransferOrder, type TransferOrderLine } from './transfer-order.ts';

/** A received item. Quantity absent: all open units. Status absent: the line's arrival status. */
export interface TransferReceiptLine {
  readonly itemNo: string;
  /** 0 when no unit arrived. */
  readonly quantity?: number | undefined;
  readonly status?: string | undefined;
}

/** Units of one line in one inventory status. */
export interface TransferLineUnits {
  readonly line: number;
  readonly itemNo: string;
  readonly quantity: number;
  readonly status: string;
}

/** How received units are assigned to the lines of a transfer order, and the status that follows. */
export interface TransferReceiptPlan {
  readonly status: 'RECEIVING' | 'RECEIVED' | 'CLOSED';
  /** Received units, up to the shipped quantity. */
  readonly arrived: readonly TransferLineUnits[];
  /** Received units beyond the shipped quantity. */
  readonly surplus: readonly TransferLineUnits[];
  /** Missing units that are written off. */
  readonly short: readonly TransferLineUnits[];
}

/** Shipped units of a line that have neither arrived nor been written off. */
const openUnits = ({ shipped, received, short }: TransferOrderLine): number => shipped - received - short;

/**
 * Assigns received units to the lines of the order: the lines of an item are filled in their order, those that are to arrive
 * in the stated status first; a surplus counts on the last of them. `received` absent: everything that is open. When the
 * receipt is `final`, open units are short, and an order with short units is CLOSED. Refusals, in order of precedence:
 * `StateForbids` unless IN TRANSIT or RECEIVING, then the faults `NotOnOrder` and `NothingOpen` of `received`.
 */
export function planTransferReceipt(
  order: TransferOrder,
  received: readonly TransferReceiptLine[] | undefined,
  final: boolean,
): Outcome<TransferReceiptPlan> {
  if (order.status !== 'IN TRANSIT' && order.status !== 'RECEIVING')
    return statusRefusal(`Transfer order ${order.customerReferenceNo}`, 'received', order.status);
  const open = new Map(order.lines.map((line) => [line.line, openUnits(line)]));
  const shipped = order.lines.filter((line) => line.shipped > 0);
  const requested: readonly TransferReceiptLine[] =
    received ?? [...new Set(shipped.map(({ itemNo }) => itemNo))].map(everythingOf);
  const arrived: TransferLineUnits[] = [];
  const surplus: TransferLineUnits[] = [];
  const faults: Fault[] = [];
  for (const [index, { itemNo, quantity, status }] of requested.entries()) {
    const lines = linesByArrivalStatus(
      status,
      shipped.filter((line) => line.itemNo === itemNo),
      order,
    );
    const last = lines.at(-1);
    if (last === undefined) {
      const message = `${JSON.stringify(itemNo)} was not shipped with transfer order ${order.number}`;
      faults.push({ field: `Lines[${index}].ItemNo`, code: 'NotOnOrder', message });
      continue;
    }
    let left = quantity ?? lines.reduce((sum, { line }) => sum + (open.get(line) ?? 0), 0);
    if (left === 0 && quantity === undefined && received !== undefined) {
      const message = `is required: no units of ${JSON.stringify(itemNo)} are open`;
      faults.push({ field: `Lines[${index}].ItemQuantity`, code: 'NothingOpen', message });
    }
    for (const line of lines) {
      const here = Math.min(left, open.get(line.line) ?? 0);
      if (here === 0) continue;
      arrived.push({
        line: line.line,
        itemNo,
        quantity: here,
        status: status ?? arrivalInventoryStatusOfTransferLine(order, line),
      });
      open.set(line.line, (open.get(line.line) ?? 0) - here);
      left -= here;
    }
    if (left > 0) {
      surplus.push({
        line: last.line,
        itemNo,
        quantity: left,
        status: status ?? arrivalInventoryStatusOfTransferLine(order, last),
      });
    }
  }
  if (faults.length > 0) return refuseFaults(faults);
  const missing = missingLineUnits(order, open);
  const short = final ? missing : [];
  const status = short.length > 0 ? 'CLOSED' : missing.length > 0 ? 'RECEIVING' : 'RECEIVED';
  return { ok: { status, arrived, surplus, short } };
}

/** `StateForbids` while people receive the order: their receipts come first. */
export function checkNoOpenTransferReceipts(order: TransferOrder, verb: 'received' | 'closed'): Outcome<TransferOrder> {
  if (order.openReceipts === 0) return { ok: order };
  return statusRefusal(`Transfer order ${order.customerReferenceNo}`, verb, order.status);
}

/** The status of an order after a receipt ended without posting, while `openReceipts` other receipts are open. */
export function transferStatusAfterDiscardedReceipt(
  order: TransferOrder,
  openReceipts: number,
): 'IN TRANSIT' | 'RECEIVING' | 'RECEIVED' {
  if (openReceipts > 0) return 'RECEIVING';
  if (computeMissingTransferUnits(order).length === 0) return 'RECEIVED';
  return order.lines.some(({ received }) => received > 0) ? 'RECEIVING' : 'IN TRANSIT';
}

/** The shipped units of each line that have neither arrived nor been written off. */
export function computeMissingTransferUnits(order: TransferOrder): TransferLineUnits[] {
  return missingLineUnits(order, new Map(order.lines.map((line) => [line.line, openUnits(line)])));
}

const everythingOf = (itemNo: string): TransferReceiptLine => ({ itemNo });

function linesByArrivalStatus(
  status: string | undefined,
  lines: readonly TransferOrderLine[],
  order: TransferOrder,
): readonly TransferOrderLine[] {
  if (status === undefined) return lines;
  const arrivesInStatus = (line: TransferOrderLine) => arrivalInventoryStatusOfTransferLine(order, line) === status;
  return [...lines.filter(arrivesInStatus), ...lines.filter((line) => !arrivesInStatus(line))];
}

function missingLineUnits(order: TransferOrder, open: ReadonlyMap<number, number>): TransferLineUnits[] {
  return order.lines.flatMap((line) => {
    const quantity = open.get(line.line) ?? 0;
    if (quantity === 0) return [];
    return [
      { line: line.line, itemNo: line.itemNo, quantity, status: arrivalInventoryStatusOfTransferLine(order, line) },
    ];
  });
}
