/** Takes orders back from the floor before they depart (decision 42): they are open again, and wait for another release. */

import { documentKeyOfOrder } from '../documents/index.ts';
import { markDemandsUnpacked, readDemands } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { recordAudits } from '../operators/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { scheduleDueWork } from '../platform/due-work-store.ts';
import { type Outcome, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { lockSalesOrders, type SalesOrder, type SalesOrderKey } from '../sales-orders/index.ts';
import { type OrderToUnpack, unpackOrders } from '../shipping-labels/index.ts';
import { changeBinContents } from './bin-changes.ts';
import { lockFloorWork, saveFloorWork } from './floor-store.ts';
import {
  activeFloorStates,
  type FloorWork,
  groupByCustomerInLockOrder,
  isPickedUnlabeled,
  orderNotOnFloorRefusal,
  unclaimedFloorWorkColumns,
} from './floor-work.ts';
import { insertToteLeftovers, pickTaskPartTable, readLeftoversOfPickTasks } from './picking-store.ts';
import { binChangeOfPutBack, leftoversOfOrder, leftoversPutBackMessage, type OrderLeftover } from './tote-leftovers.ts';

interface OrderToTakeBack {
  readonly order: SalesOrderKey;
  readonly context: OperatorContext;
  /** Why, for the timeline. */
  readonly note: string;
  /** Whether the person works in a warehouse. */
  readonly mayWorkIn: (warehouse: string) => boolean;
}

export interface TakenBackOrder {
  readonly orderNo: string;
  /** The order was a `problem`, and so open already. */
  readonly wasProblem: boolean;
  /** The bottles that were picked for the order and are in no box. */
  readonly leftovers: readonly OrderLeftover[];
  /** Its bottles are in boxes whose labels are voided, from which it was about to be packed again. */
  readonly isInOldBoxes: boolean;
}

/** The instructions to put the bottles of an order back; '' for none. */
export const formatTakeBackInstructions = ({
  leftovers,
  isInOldBoxes,
}: Pick<TakenBackOrder, 'leftovers' | 'isInOldBoxes'>): string =>
  isInOldBoxes
    ? 'Put its bottles back: they are in its old boxes, whose labels are voided.'
    : leftoversPutBackMessage(leftovers);

/**
 * Opens orders again and voids their labels. Picked bottles stay in their tote, which is in use until it is emptied; bottles on a cart
 * count as put back. A `problem` is open already, so only its work on the floor ends, and its bottles stay aside no longer. Refusals:
 * `NotFound` for an order that is not on the floor of the person's warehouses; `StateForbids` for one that has departed or was taken back.
 */
export const orderTakeBackWriter: BatchWriter<OrderToTakeBack, TakenBackOrder> = {
  name: 'floor.take-back',
  maxItems: 50,
  customerNo: ({ order }) => order.customerNo,
  identities: ({ order }) => [order.orderId],
  write: takeBack,
};

const findParts = pickTaskPartTable.find();

async function takeBack(tx: Tx, items: readonly OrderToTakeBack[]): Promise<Outcome<TakenBackOrder>[]> {
  const keys = items.map(({ order }) => order);
  const orders = new Map((await lockSalesOrders(tx, keys)).map((order) => [order.orderId, order]));
  const works = new Map((await lockFloorWork(tx, keys)).map((work) => [work.orderId, work]));
  const timeOf = await readCustomerClockLookup(tx, keys);
  const stopped: FloorWork[] = [];
  const unpacked: OrderToUnpack[] = [];
  const taken: OrderTakeBack[] = [];
  const outcomes = new Map<OrderToTakeBack, Outcome<TakenBackOrder>>();
  const picked = await readPicked(tx, [...works.values()]);
  const leftovers: OrderLeftover[] = [];
  for (const item of groupByCustomerInLockOrder(items, ({ order }) => order).flatMap(([, own]) => own)) {
    const { orderId } = item.order;
    const decided = decideTakeBack(item, orders.get(orderId), works.get(orderId));
    if ('refused' in decided) {
      outcomes.set(item, decided);
      continue;
    }
    const { order, work, isInWork } = decided.ok;
    const { context, note } = item;
    const at = timeOf(order.customerNo);
    if (isInWork) unpacked.push({ order, at, because: note, isEmptied: true });
    const left = isInWork ? picked.leftoversOf(work, order, leftovers) : [];
    leftovers.push(...left);
    const emptied = { boxes: [], bottlesAside: undefined, trackingNos: [], manifestId: undefined };
    stopped.push({ ...work, ...unclaimedFloorWorkColumns, ...emptied, state: 'stopped', note, changedAt: at });
    taken.push({ work, context, note, leftovers: left, at });
    const isInOldBoxes = isInWork && work.isRepacked;
    outcomes.set(item, { ok: { orderNo: work.orderNo, wasProblem: !isInWork, leftovers: left, isInOldBoxes } });
  }
  recordOrderTakeBacks(tx, taken);
  await unpackOrders(tx, unpacked);
  markDemandsUnpacked(
    tx,
    stopped.map(({ customerNo, orderId: subject }) => ({ customerNo, subject })),
  );
  // Due work decides whether the orders wait for a release or start, because their warehouse may have become automatic.
  scheduleDueWork(
    tx,
    unpacked.map(({ order: { customerNo, orderId }, at }) => ({
      customerNo,
      dueAt: at,
      step: 'sales_order.process',
      subject: orderId,
    })),
  );
  saveFloorWork(tx, stopped);
  await saveLeftovers(tx, leftovers);
  return items.map((item) => assertPresent(outcomes.get(item), 'the outcome of an order'));
}

/** Whether an order may be taken back: a `problem`, which is open already, or one in work (`isInWork`). */
function decideTakeBack(
  { mayWorkIn }: OrderToTakeBack,
  order: SalesOrder | undefined,
  work: FloorWork | undefined,
): Outcome<{ readonly order: SalesOrder; readonly work: FloorWork; readonly isInWork: boolean }> {
  if (order === undefined || work === undefined || !mayWorkIn(work.warehouse)) return orderNotOnFloorRefusal;
  const { orderNo, state } = work;
  const isInWork = activeFloorStates.includes(state) && order.status === 'PROCESSING ORDER';
  if (state !== 'problem' && !isInWork) {
    return refuseState(state.toUpperCase(), `Order ${orderNo} cannot be taken back: it is ${state}.`);
  }
  return { ok: { order, work, isInWork } };
}

interface OrderTakeBack extends Pick<OrderToTakeBack, 'context' | 'note'> {
  /** As it was before. */
  readonly work: Pick<FloorWork, 'customerNo' | 'orderId' | 'state'>;
  readonly leftovers: readonly OrderLeftover[];
  readonly at: Temporal.Instant;
}

/** Logs that orders were taken back, and records it in the audit. */
export function recordOrderTakeBacks(tx: Tx, taken: readonly OrderTakeBack[]): void {
  for (const { work, context, note, leftovers, at } of taken) {
    const putBack = leftovers.length === 0 ? {} : { putBack: leftoversPutBackMessage(leftovers) };
    appendLog(tx, context.forCustomer(work.customerNo), {
      kind: 'sales_order.floor_taken_back',
      subject: work.orderId,
      occurredAt: at,
      data: { because: note, was: work.state, ...putBack },
    });
  }
  recordAudits(
    tx,
    taken.map(({ work: { customerNo, orderId: subject, state }, context, note }) => ({
      context,
      entry: {
        action: 'order.taken_back',
        subject,
        customerNo,
        before: { State: state },
        after: { State: 'stopped', Note: note },
      },
    })),
  );
}

/** Records picked bottles where they stand: those in totes stay there until they are put back, those on carts count as put back. */
async function saveLeftovers(tx: Tx, leftovers: readonly OrderLeftover[]): Promise<void> {
  const [inTotes, onCarts] = [leftovers.filter(({ tote }) => tote !== ''), leftovers.filter(({ tote }) => tote === '')];
  insertToteLeftovers(tx, inTotes);
  for (const [warehouse, own] of [...Map.groupBy(onCarts, (each) => each.warehouse)].sort()) {
    await changeBinContents(tx, { warehouse }, own.map(binChangeOfPutBack));
  }
}

/** Reads the picks, demands and leftovers that locate the picked bottles of orders. Their tasks have ended and no longer change. */
async function readPicked(tx: Tx, works: readonly FloorWork[]) {
  const keys = works.flatMap((work) => {
    const { customerNo, pickTaskId: taskId } = work;
    return taskId === undefined || !isPickedUnlabeled(work) ? [] : [{ customerNo, taskId }];
  });
  const parts = keys.length === 0 ? [] : await findParts(tx, keys);
  const taskIds = [...new Set(keys.map(({ taskId }) => taskId))];
  const customers = [...new Set(keys.map(({ customerNo }) => customerNo))];
  const earlier = keys.length === 0 ? [] : await readLeftoversOfPickTasks(tx, customers, taskIds);
  const demands =
    keys.length === 0 ? [] : await readDemands(tx, works.filter(isPickedUnlabeled).map(documentKeyOfOrder));
  return {
    /** `more`: the leftovers of other orders of the batch. */
    leftoversOf(work: FloorWork, order: SalesOrder, more: readonly OrderLeftover[]): OrderLeftover[] {
      const isOwn = (each: { customerNo: string; taskId: string }) =>
        each.customerNo === work.customerNo && each.taskId === work.pickTaskId;
      const part = parts.find(isOwn);
      if (part === undefined || !isPickedUnlabeled(work)) return [];
      const drawn = demands
        .filter(({ customerNo, subject }) => customerNo === work.customerNo && subject === work.orderId)
        .map(({ itemNo, status, quantity: units }) => ({ itemNo, status, units }));
      return leftoversOfOrder(work, order, part, drawn, [...earlier, ...more].filter(isOwn));
    },
  };
}
