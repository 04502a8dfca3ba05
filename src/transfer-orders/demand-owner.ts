/**
 * What happens to transfer orders when stock comes or disappears, in the same transaction (decisions 10 and 12): those
 * that waited begin by themselves, on the day that was asked for; those that lost their stock wait again.
 */

import type { DemandOwner, DocumentKey, FilledDemand, LostReservation, ShortPick } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { customerTimes } from '../platform/clock.ts';
import { systemContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { OrderKey } from './identity-store.ts';
import { scheduleStarts } from './schedule.ts';
import { recordTransferEvent } from './timeline.ts';
import { type TransferOrder, transferSourceStatus } from './transfer-order.ts';
import { addLineCounts, type LineCount, lockTransferOrders } from './transfer-order-store.ts';

export const transferOrderDemandOwner: DemandOwner = {
  lock: async (tx, documents) => {
    await lockTransferOrders(tx, documents.map(orderKey));
  },
  backorderFilled: startReserved,
  reservationLost: requeue,
  shortPicked: recordShortPicks,
};

const orderKey = ({ customerNo, subject }: DocumentKey): OrderKey => ({ customerNo, orderId: subject });

async function lockWithTimes(tx: Tx, documents: readonly DocumentKey[]) {
  const orders = await lockTransferOrders(tx, documents.map(orderKey));
  const timeOf = await customerTimes(tx, [...new Set(orders.map((order) => order.customerNo))]);
  return { orders, timeOf };
}

async function startReserved(tx: Tx, filled: readonly FilledDemand[]): Promise<void> {
  const { orders, timeOf } = await lockWithTimes(tx, filled);
  await scheduleStarts(tx, orders, timeOf);
  for (const order of orders) {
    recordTransferEvent(
      tx,
      'reserved',
      order,
      timeOf(order.customerNo),
      systemContext(order.customerNo, 'allocation'),
      {
        because: 'stock arrived',
      },
    );
  }
}

/** They stay OPEN. What is due of them meanwhile finds them without stock and passes them over. */
async function requeue(tx: Tx, lost: readonly LostReservation[]): Promise<void> {
  const { orders, timeOf } = await lockWithTimes(tx, lost);
  const lossOf = new Map(lost.map((each) => [each.subject, each]));
  for (const order of orders) {
    const { because, posting, shortages } = assertPresent(lossOf.get(order.orderId), 'what a transfer order has lost');
    const short = shortages.map(({ itemNo, status, quantity, available }) => ({
      itemNo,
      status,
      wanted: quantity,
      available,
    }));
    recordTransferEvent(tx, 'waiting', order, timeOf(order.customerNo), systemContext(order.customerNo, 'allocation'), {
      because,
      posting,
      short,
    });
  }
}

/** They leave without these units, which are taken off the last lines of the item first. */
async function recordShortPicks(tx: Tx, picks: readonly ShortPick[]): Promise<void> {
  const { orders, timeOf } = await lockWithTimes(tx, picks);
  const picksOf = Map.groupBy(picks, (pick) => pick.subject);
  await addLineCounts(
    tx,
    orders.flatMap((order) => missingCounts(order, picksOf.get(order.orderId) ?? [])),
  );
  for (const order of orders) {
    for (const { itemNo, status, quantity, because, posting } of picksOf.get(order.orderId) ?? []) {
      const data = { because, posting, itemNo, inventoryStatus: status, units: quantity };
      recordTransferEvent(
        tx,
        'short_picked',
        order,
        timeOf(order.customerNo),
        systemContext(order.customerNo, 'allocation'),
        data,
      );
    }
  }
}

/** Pure. */
function missingCounts(order: TransferOrder, picks: readonly ShortPick[]): LineCount[] {
  const { customerNo, orderId } = order;
  return picks.flatMap(({ itemNo, status, quantity }) => {
    let left = quantity;
    return order.lines.toReversed().flatMap((line): LineCount[] => {
      if (line.itemNo !== itemNo || transferSourceStatus(order, line) !== status) return [];
      const here = Math.min(left, line.units - line.missing);
      left -= here;
      return here === 0 ? [] : [{ customerNo, orderId, line: line.line, quantity: here, as: 'missing' }];
    });
  });
}
