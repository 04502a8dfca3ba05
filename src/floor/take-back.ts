/** Takes orders back from the floor before they depart (decision 42): they are open again, and wait for another release. */
import { assertPresent } from '../lib/assert.ts';
import { recordAudit } from '../operators/index.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { scheduleDueWork } from '../platform/due-work-store.ts';
import { type Outcome, refuse, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { lockSalesOrders, type SalesOrderKey } from '../sales-orders/index.ts';
import { type OrderToUnpack, unpackOrders } from '../shipping-labels/index.ts';
import { lockFloorWork, saveFloorWork } from './floor-store.ts';
import { activeStates, type FloorWork, inCustomerOrder } from './floor-work.ts';

export interface OrderToTakeBack {
  readonly order: SalesOrderKey;
  readonly context: OperatorContext;
  /** Why, for the timeline. */
  readonly note: string;
  /** Whether the person works in a warehouse. */
  readonly mayWorkIn: (warehouse: string) => boolean;
}

export interface TakenBack {
  readonly orderNo: string;
  /** It was open already. */
  readonly wasProblem: boolean;
}

/**
 * Labels that were bought are voided. Of a `problem`, which is open already, only the work on the floor ends. Refusals:
 * `NotFound`; `StateForbids` for an order that has departed.
 */
export const takingBack: BatchWriter<OrderToTakeBack, TakenBack> = {
  name: 'floor.take-back',
  maxItems: 50,
  customerNo: ({ order }) => order.customerNo,
  identities: ({ order }) => [order.orderId],
  write: takeBack,
};

async function takeBack(tx: Tx, items: readonly OrderToTakeBack[]): Promise<Outcome<TakenBack>[]> {
  const keys = items.map(({ order }) => order);
  const orders = new Map((await lockSalesOrders(tx, keys)).map((order) => [order.orderId, order]));
  const works = new Map((await lockFloorWork(tx, keys)).map((work) => [work.orderId, work]));
  const timeOf = await customerTimes(
    tx,
    keys.map(({ customerNo }) => customerNo),
  );
  const stopped: FloorWork[] = [];
  const unpacked: OrderToUnpack[] = [];
  const outcomes = new Map<OrderToTakeBack, Outcome<TakenBack>>();
  for (const item of inCustomerOrder(items, ({ order }) => order).flatMap(([, own]) => own)) {
    const { order: key, context, note, mayWorkIn } = item;
    const [order, work] = [orders.get(key.orderId), works.get(key.orderId)];
    if (order === undefined || work === undefined || !mayWorkIn(work.warehouse)) {
      outcomes.set(item, refuse('NotFound', 'This order is not on the floor.'));
      continue;
    }
    const { orderNo, state } = work;
    const isProblem = state === 'problem';
    const isInWork = activeStates.includes(state) && order.status === 'PROCESSING ORDER';
    if (!isProblem && !isInWork) {
      outcomes.set(item, refuseState(state.toUpperCase(), `Order ${orderNo} cannot be taken back: it is ${state}.`));
      continue;
    }
    const at = timeOf(order.customerNo);
    const { customerNo, orderId } = order;
    if (isInWork) unpacked.push({ order, at, because: note });
    const claim = { packerId: undefined, packer: '', claimedUntil: undefined };
    const emptied = { boxes: [], trackingNos: [], manifestId: undefined };
    stopped.push({ ...work, ...claim, ...emptied, state: 'stopped', note, changedAt: at });
    appendLog(tx, context.forCustomer(customerNo), {
      ...{ kind: 'sales_order.floor_taken_back', subject: orderId, occurredAt: at },
      data: { because: note, was: state },
    });
    recordAudit(tx, context, {
      ...{ action: 'order.taken_back', subject: orderId, customerNo },
      ...{ before: { State: state }, after: { State: 'stopped', Note: note } },
    });
    outcomes.set(item, { ok: { orderNo, wasProblem: isProblem } });
  }
  await unpackOrders(tx, unpacked);
  // They wait again, or start, by what their warehouse is now.
  await scheduleDueWork(
    tx,
    unpacked.map(({ order: { customerNo, orderId }, at }) => ({
      ...{ customerNo, dueAt: at, step: 'sales_order.process', subject: orderId },
    })),
  );
  saveFloorWork(tx, stopped);
  return items.map((item) => assertPresent(outcomes.get(item), 'the outcome of an order'));
}
