/**
 * Assigns received units to the lines of a transfer order. Pure.
 * The units shipped arrive as `Transfer In`. A surplus is adjusted in; missing units are transferred in and adjusted
 * out. The transfers of both warehouses therefore add up to zero, and the adjustments show the units found or lost in
 * transit (decision 21).
 */
import { assignReceivedUnits, type OrderLineUnits, type ReceivedItem, statusRefusal } from '../documents/index.ts';
import type { Outcome } from '../platform/errors.ts';
import { arrivalInventoryStatusOfTransferLine, type TransferOrder, type TransferOrderLine } from './transfer-order.ts';

/** How received units are assigned to the lines of a transfer order, and the status that follows. */
export interface TransferReceiptPlan {
  readonly status: 'RECEIVING' | 'RECEIVED' | 'CLOSED';
  /** Received units, up to the shipped quantity. */
  readonly arrived: readonly OrderLineUnits[];
  /** Received units beyond the shipped quantity. */
  readonly surplus: readonly OrderLineUnits[];
  /** Missing units that are written off. */
  readonly short: readonly OrderLineUnits[];
}

/** Shipped units of a line that have neither arrived nor been written off. */
const openUnits = ({ shipped, received, short }: TransferOrderLine): number => shipped - received - short;

/**
 * Assigns received units to the shipped lines of the order (`assignReceivedUnits`). When the receipt is `final`, open units are
 * short, and an order with short units is CLOSED. Refusals, in order of precedence: `StateForbids` unless IN TRANSIT or
 * RECEIVING, then the faults of `received`.
 */
export function planTransferReceipt(
  order: TransferOrder,
  received: readonly ReceivedItem[] | undefined,
  final: boolean,
): Outcome<TransferReceiptPlan> {
  if (order.status !== 'IN TRANSIT' && order.status !== 'RECEIVING')
    return statusRefusal(`Transfer order ${order.customerReferenceNo}`, 'received', order.status);
  const shipped = order.lines.filter((line) => line.shipped > 0);
  const lines = shipped.map((line) => ({
    line: line.line,
    itemNo: line.itemNo,
    open: openUnits(line),
    status: arrivalInventoryStatusOfTransferLine(order, line),
  }));
  const assigned = assignReceivedUnits(lines, received, `was not shipped with transfer order ${order.number}`);
  if ('refused' in assigned) return assigned;
  const arrived = assigned.ok.filter(({ quantity }) => quantity > 0).map(({ surplus: _, ...units }) => units);
  const surplus = assigned.ok
    .filter((units) => units.surplus > 0)
    .map(({ surplus: quantity, ...units }) => ({ ...units, quantity }));
  const missing = computeMissingTransferUnits(withArrivedUnits(order, arrived));
  const short = final ? missing : [];
  const status = short.length > 0 ? 'CLOSED' : missing.length > 0 ? 'RECEIVING' : 'RECEIVED';
  return { ok: { status, arrived, surplus, short } };
}

function withArrivedUnits(order: TransferOrder, arrived: readonly OrderLineUnits[]): TransferOrder {
  const units = new Map<number, number>();
  for (const { line, quantity } of arrived) units.set(line, (units.get(line) ?? 0) + quantity);
  return {
    ...order,
    lines: order.lines.map((line) => ({ ...line, received: line.received + (units.get(line.line) ?? 0) })),
  };
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
export function computeMissingTransferUnits(order: TransferOrder): OrderLineUnits[] {
  return order.lines.flatMap((line) => {
    const quantity = openUnits(line);
    if (quantity === 0) return [];
    const status = arrivalInventoryStatusOfTransferLine(order, line);
    return [{ line: line.line, itemNo: line.itemNo, quantity, status }];
  });
}
