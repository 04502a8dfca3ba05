/**
 * Updates transfer orders when stock arrives or is lost, in the same transaction (decisions 10 and 12). An order whose
 * backorder is filled is scheduled to start on its departure day; an order that loses its reservation is backordered again.
 */
import { type OrderKey, orderKeyOfDocument, toLoggedShortages } from '../documents/index.ts';
import type { DemandOwner, DocumentKey, FilledDemand, LostReservation, ShortPick } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import { createSystemCommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { scheduleTransferStarts } from './schedule-start.ts';
import { sourceInventoryStatusOfTransferLine, type TransferOrder } from './transfer-order.ts';
import { numberedTransferOrderStore } from './transfer-order-changes.ts';
import { addTransferLineCounts, lockTransferOrders, type TransferLineCountIncrease } from './transfer-order-store.ts';

export const transferOrderDemandOwner: DemandOwner = {
  lock: async (tx, documents) => {
    await lockTransferOrders(tx, documents.map(orderKeyOfDocument));
  },
  backorderFilled: startReserved,
  reservationLost: requeue,
  shortPicked: recordShortPicks,
};

const allocationContext = ({ customerNo }: OrderKey) => createSystemCommandContext(customerNo, 'allocation');

/** Locks the orders; `now` is the time on each customer's clock. */
async function lockWithTimes(tx: Tx, documents: readonly DocumentKey[]) {
  const orders = await lockTransferOrders(tx, documents.map(orderKeyOfDocument));
  const timeOf = await readCustomerClockLookup(tx, orders);
  return orders.map((order) => ({ ...order, now: timeOf(order.customerNo) }));
}

async function startReserved(tx: Tx, filled: readonly FilledDemand[]): Promise<void> {
  const orders = await lockWithTimes(tx, filled);
  await scheduleTransferStarts(tx, orders);
  for (const order of orders) {
    numberedTransferOrderStore.record(tx, 'reserved', order, order.now, allocationContext(order), {
      because: 'stock arrived',
    });
  }
}

/** The orders stay OPEN; due work that starts them is skipped while they have no reservation. */
async function requeue(tx: Tx, lost: readonly LostReservation[]): Promise<void> {
  const lossOf = new Map(lost.map((each) => [each.subject, each]));
  for (const order of await lockWithTimes(tx, lost)) {
    const { because, posting, shortages } = assertPresent(
      lossOf.get(order.orderId),
      'the lost reservation of an order',
    );
    const data = { because, posting, short: toLoggedShortages(shortages) };
    numberedTransferOrderStore.record(tx, 'waiting', order, order.now, allocationContext(order), data);
  }
}

/** The orders ship without these units, which are taken off the last lines of the item and status first. */
async function recordShortPicks(tx: Tx, picks: readonly ShortPick[]): Promise<void> {
  const orders = await lockWithTimes(tx, picks);
  const picksOf = Map.groupBy(picks, (pick) => pick.subject);
  addTransferLineCounts(
    tx,
    orders.flatMap((order) => missingCounts(order, picksOf.get(order.orderId) ?? [])),
  );
  for (const order of orders) {
    for (const { itemNo, status, quantity, because, posting } of picksOf.get(order.orderId) ?? []) {
      const data = { because, posting, itemNo, inventoryStatus: status, units: quantity };
      numberedTransferOrderStore.record(tx, 'short_picked', order, order.now, allocationContext(order), data);
    }
  }
}

function missingCounts(order: TransferOrder, picks: readonly ShortPick[]): TransferLineCountIncrease[] {
  const { customerNo, orderId } = order;
  return picks.flatMap(({ itemNo, status, quantity }) => {
    let left = quantity;
    return order.lines.toReversed().flatMap((line): TransferLineCountIncrease[] => {
      if (line.itemNo !== itemNo || sourceInventoryStatusOfTransferLine(order, line) !== status) return [];
      const here = Math.min(left, line.units - line.missing);
      left -= here;
      return here === 0 ? [] : [{ customerNo, orderId, line: line.line, quantity: here, column: 'missing' }];
    });
  });
}
