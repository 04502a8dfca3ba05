/** The receipts that people have open on purchase and transfer orders: an order is RECEIVING while there is one. */
import { removeExpectedReceipts } from '../inventory/index.ts';
import { readCustomerClock } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import { statusRefusal } from './changes.ts';
import type { NumberedOrder, NumberedOrderStore } from './numbered-orders.ts';

type ReceivedOrder = NumberedOrder & { readonly openReceipts: number };

/** Where the units of a receipt come from. */
export interface ReceiptOrigin {
  /**
   * A receipt that a person has open on the order, which this ends, or a parked delivery. Absent: no person counted them; such
   * a receipt is refused while people receive the order.
   */
  readonly source?: 'open receipt' | 'parked delivery';
}

/** `StateForbids` while people receive the order: their receipts come first. */
export function checkNoOpenReceipts<Order extends ReceivedOrder>(
  label: 'Purchase order' | 'Transfer order',
  order: Order,
  verb: 'received' | 'closed',
): Outcome<Order> {
  if (order.openReceipts === 0) return { ok: order };
  return statusRefusal(`${label} ${order.customerReferenceNo}`, verb, order.status);
}

/** How many receipts stay open after this one. `StateForbids` when no person counted it and people receive the order. */
export function countOpenReceiptsAfter(
  label: 'Purchase order' | 'Transfer order',
  order: ReceivedOrder,
  source: ReceiptOrigin['source'],
): Outcome<number> {
  if (source === 'open receipt') return { ok: order.openReceipts - 1 };
  if (source === 'parked delivery') return { ok: order.openReceipts };
  const unattended = checkNoOpenReceipts(label, order, 'received');
  return 'refused' in unattended ? unattended : { ok: 0 };
}

type ReceiptChange<Order> = (
  tx: Tx,
  order: Order,
  context: CommandContext,
  /** Further data of the log entry. */
  data: Readonly<Record<string, unknown>>,
) => Promise<void>;

/**
 * Creates the two changes of a locked order: `add` when a person opens a receipt on it, `remove` when a receipt ends
 * without posting. Each saves the order and logs it. When `remove` makes the order RECEIVED, it also removes the
 * expected receipts.
 * @param save saves the status and the open receipts of orders
 * @param statusWithout the status of an order that has this many receipts left
 */
export function createOpenReceiptUpdaters<Order extends ReceivedOrder>(
  orders: Pick<NumberedOrderStore, 'record'>,
  save: (tx: Tx, orders: readonly Order[]) => void,
  statusWithout: (order: Order, openReceipts: number) => Order['status'],
): { readonly add: ReceiptChange<Order>; readonly remove: ReceiptChange<Order> } {
  return {
    add: async (tx, order, context, data) => {
      save(tx, [{ ...order, status: 'RECEIVING', openReceipts: order.openReceipts + 1 }]);
      orders.record(tx, 'receiving', order, await readCustomerClock(tx, order.customerNo), context, data);
    },
    remove: async (tx, order, context, data) => {
      const openReceipts = order.openReceipts - 1;
      const status = statusWithout(order, openReceipts);
      save(tx, [{ ...order, status, openReceipts }]);
      const { customerNo, orderId: subject } = order;
      if (status === 'RECEIVED') await removeExpectedReceipts(tx, [{ customerNo, subject }]);
      const at = await readCustomerClock(tx, customerNo);
      orders.record(tx, 'receiving_ended', order, at, context, { status, ...data });
    },
  };
}
