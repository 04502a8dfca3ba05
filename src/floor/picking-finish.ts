/**
 * The end of a picking task (decision 42): its orders become picked or short, units that no order wants any more are put back, and the
 * records of the bins follow the inventory statuses that the orders draw.
 */

import { assertPresent } from '../lib/assert.ts';
import { formatCountWithNoun } from '../lib/text.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { lockBinChangesOfItems, lockBinContentsOfItems } from '../locations/index.ts';
import { recordAudit } from '../operators/index.ts';
import { currentRealTime, readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { appendLog } from '../platform/log.ts';
import { lockSalesOrders, type SalesOrder } from '../sales-orders/index.ts';
import { changeBinContents } from './bin-changes.ts';
import { lockFloorWork, saveFloorWork } from './floor-store.ts';
import type { FloorWork } from './floor-work.ts';
import type { PickTask } from './pick-task.ts';
import {
  binChangesOfExchanges,
  binChangesOfPick,
  decideInventoryStatusExchanges,
  invertBinChanges,
  pickPartsAfterExchanges,
} from './picked-statuses.ts';
import { planPutBack } from './picking-session.ts';
import { readDrawnStatuses } from './picking-snapshot.ts';
import { insertPickScans, savePickTask, savePickTaskParts } from './picking-store.ts';
import type { BinChange, PickingSnapshot } from './picking-walk.ts';
import type { StationPerson } from './station.ts';

/** The person who picks, and the request context. */
export interface PickingActor {
  readonly context: OperatorContext;
  readonly person: StationPerson;
}

/**
 * Ends a locked task in which nothing is left to pick: saves its orders, bins, parts and the task. `taken` has the units that its last
 * step took out of bins. Returns instructions for the units that the person puts back.
 */
export async function finishPickTask(
  tx: Tx,
  finishing: PickingActor,
  snapshot: PickingSnapshot,
  taken: readonly BinChange[] = [],
): Promise<string[]> {
  const { task } = snapshot;
  const { works, orders } = await lockOrdersOfPickTask(tx, snapshot);
  const statuses = await readDrawnStatuses(tx, orders);
  const { parts, returned } = planPutBack({ ...snapshot, orders, statuses });
  await finishOrders(tx, finishing, task, works, orders);
  const changes = returned.flatMap(({ units, drawn, ...place }) =>
    invertBinChanges(binChangesOfPick(place, units, drawn)),
  );
  const exchanges = decideInventoryStatusExchanges({ parts, statuses });
  if (exchanges.length > 0) {
    const items = [...taken, ...changes, ...exchanges];
    // Exchanged units come back in another status, after the bins of all items are locked.
    lockBinChangesOfItems(
      tx,
      items.map(({ customerNo, itemNo }) => ({ customerNo, itemNo, warehouse: task.warehouse })),
    );
    await lockBins(tx, task, items);
  }
  await changeBinContents(tx, task, [...taken, ...changes], snapshot.statuses);
  // The bins then record the status that was picked, in place of the one that the orders draw.
  if (exchanges.length > 0)
    await changeBinContents(tx, task, binChangesOfExchanges(exchanges, await lockBins(tx, task, exchanges)));
  insertPickScans(
    tx,
    returned.map(({ customerNo, itemNo, units }) => ({
      customerNo,
      taskId: task.taskId,
      scanId: uuidv7(),
      kind: 'put back' as const,
      code: itemNo,
      units: -units,
      verdict: 'right' as const,
      message: 'No order wants it any more.',
      person: finishing.person.email,
    })),
  );
  savePickTaskParts(tx, pickPartsAfterExchanges(parts, exchanges));
  savePickTask(tx, { ...task, state: 'done', finishedAt: currentRealTime() });
  return returned.map(
    ({ itemNo, location, units }) => `Put ${units} × ${itemNo} back${location === '' ? '' : ` into ${location}`}.`,
  );
}

/** Locks the bins of all items by one statement, in one order, and reads them. */
const lockBins = (tx: Tx, { warehouse }: PickTask, items: readonly Pick<BinChange, 'customerNo' | 'itemNo'>[]) =>
  lockBinContentsOfItems(
    tx,
    items.map(({ customerNo, itemNo }) => ({ customerNo, itemNo, warehouse })),
  );

/** The orders that are still picked in a task, and their work, as they are under their locks. */
export async function lockOrdersOfPickTask(
  tx: Tx,
  { task, orders }: Pick<PickingSnapshot, 'task' | 'orders'>,
): Promise<{ readonly orders: readonly SalesOrder[]; readonly works: readonly FloorWork[] }> {
  const locked = (await lockSalesOrders(tx, orders)).filter(({ status }) => status === 'PROCESSING ORDER');
  const works = (await lockFloorWork(tx, locked)).filter(
    ({ state, pickTaskId }) => state === 'picking' && pickTaskId === task.taskId,
  );
  const picked = new Set(works.map(({ orderId }) => orderId));
  return { works, orders: locked.filter(({ orderId }) => picked.has(orderId)) };
}

async function finishOrders(
  tx: Tx,
  { context, person }: PickingActor,
  task: PickTask,
  works: readonly FloorWork[],
  orders: readonly SalesOrder[],
): Promise<void> {
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  const timeOf = await readCustomerClockLookup(tx, works);
  saveFloorWork(
    tx,
    works.map((work) => {
      const { customerNo, orderId } = work;
      const order = assertPresent(byId.get(orderId), 'the order of a work');
      const short = order.lines.reduce((sum, { shortUnits = 0 }) => sum + shortUnits, 0);
      const [at, state] = [timeOf(customerNo), short > 0 ? ('short' as const) : ('picked' as const)];
      const data = { person: person.email, task: task.number, ...(short > 0 ? { short } : {}) };
      const kind = 'sales_order.floor_picked';
      appendLog(tx, context.forCustomer(customerNo), { kind, subject: orderId, occurredAt: at, data });
      recordAudit(tx, context, { action: kind, subject: orderId, customerNo, after: { State: state, ...data } });
      const note =
        short > 0
          ? `${formatCountWithNoun(short, 'bottle')} ${short === 1 ? 'was' : 'were'} missing when it was picked.`
          : work.note;
      return { ...work, state, note, changedAt: at };
    }),
  );
}
