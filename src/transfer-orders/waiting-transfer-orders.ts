/**
 * What happens to transfer orders when stock comes or disappears, in the same transaction (decisions 10 and 12): those
 * that waited begin by themselves, on the day that was asked for; those that lost their stock wait again.
 */
import type { DemandOwner, DocumentKey, FallenDemand, FilledDemand, ShortPick } from '../inventory/index.ts';
import { present } from '../lib/assert.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { OrderKey } from './identity-store.ts';
import { scheduleStarts } from './schedule.ts';
import { type Doing, tellTransfer } from './timeline.ts';
import { drawnStatus, type TransferOrder } from './transfer-order.ts';
import { type CountedUnits, countUnits, lockTransferOrders } from './transfer-order-store.ts';

export const waitingTransferOrders: DemandOwner = {
  lock: async (tx, documents) => {
    await lockTransferOrders(tx, documents.map(orderKey));
  },
  filled: begin,
  fellBack: waitAgain,
  shortPicked: leaveShort,
};

const orderKey = ({ customerNo, subject }: DocumentKey): OrderKey => ({ customerNo, orderId: subject });

const allocating = (): Doing => ({ reference: uuidv7(), operation: 'allocation', actor: 'system' });

async function lockWithTimes(tx: Tx, documents: readonly DocumentKey[]) {
  const orders = await lockTransferOrders(tx, documents.map(orderKey));
  const timeOf = await customerTimes(tx, [...new Set(orders.map((order) => order.customerNo))]);
  return { orders, timeOf };
}

async function begin(tx: Tx, filled: readonly FilledDemand[]): Promise<void> {
  const { orders, timeOf } = await lockWithTimes(tx, filled);
  await scheduleStarts(tx, orders, timeOf);
  for (const order of orders) {
    tellTransfer(tx, 'reserved', order, timeOf(order.customerNo), allocating(), { because: 'stock arrived' });
  }
}

/** They stay OPEN. What is due of them meanwhile finds them without stock and passes them over. */
async function waitAgain(tx: Tx, fallen: readonly FallenDemand[]): Promise<void> {
  const { orders, timeOf } = await lockWithTimes(tx, fallen);
  const fallenOf = new Map(fallen.map((each) => [each.subject, each]));
  for (const order of orders) {
    const { because, posting, shortages } = present(fallenOf.get(order.orderId), 'what a transfer order has lost');
    const short = shortages.map(({ itemNo, status, quantity, available }) => ({
      itemNo,
      status,
      wanted: quantity,
      available,
    }));
    tellTransfer(tx, 'waiting', order, timeOf(order.customerNo), allocating(), { because, posting, short });
  }
}

/** They leave without these units, which are taken off the last lines of the item first. */
async function leaveShort(tx: Tx, picks: readonly ShortPick[]): Promise<void> {
  const { orders, timeOf } = await lockWithTimes(tx, picks);
  const picksOf = Map.groupBy(picks, (pick) => pick.subject);
  await countUnits(
    tx,
    orders.flatMap((order) => missingOf(order, picksOf.get(order.orderId) ?? [])),
  );
  for (const order of orders) {
    for (const { itemNo, status, quantity, because, posting } of picksOf.get(order.orderId) ?? []) {
      const data = { because, posting, itemNo, inventoryStatus: status, units: quantity };
      tellTransfer(tx, 'short_picked', order, timeOf(order.customerNo), allocating(), data);
    }
  }
}

/** Pure. */
function missingOf(order: TransferOrder, picks: readonly ShortPick[]): CountedUnits[] {
  const { customerNo, orderId } = order;
  return picks.flatMap(({ itemNo, status, quantity }) => {
    let left = quantity;
    return order.lines.toReversed().flatMap((line): CountedUnits[] => {
      if (line.itemNo !== itemNo || drawnStatus(order, line) !== status) return [];
      const here = Math.min(left, line.units - line.missing);
      left -= here;
      return here === 0 ? [] : [{ customerNo, orderId, line: line.line, quantity: here, as: 'missing' }];
    });
  });
}
