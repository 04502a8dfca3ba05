/**
 * The operator's own hold on a single order (decision 11): a Customer Service hold with a reason in words and, where wanted,
 * an end. An order has at most one; placed again it takes the newer words and end. Whatever else holds the order stays.
 */
import { formatDate } from '../lib/dates.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuse, refuseFaults } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import type { ChangedOrder } from './cancel.ts';
import { lockOpenOrders, type OrderChangeRequest, orderChangeIdentities } from './change.ts';
import { applyHoldChanges, type HoldChangeContext } from './hold-changes.ts';
import type { Hold, SalesOrder } from './order.ts';
import { addSalesOrderReferences, type HoldKey, readHolds } from './order-store.ts';

/** A hold that customer service wants on an order. */
export interface OperatorHoldRequest extends OrderChangeRequest {
  /** Why, for the customer; '' when not told. */
  readonly description: string;
  /** When it ends by itself, on the customer's clock. */
  readonly endsAt: Temporal.Instant | undefined;
  /** In which the end is told. */
  readonly timeZone: string;
}

const byOperator: HoldKey = { reason: 'Customer Service', owner: 'operator', cause: 'operator' };

const isByOperator = (hold: HoldKey): boolean =>
  hold.reason === byOperator.reason && hold.owner === byOperator.owner && hold.cause === byOperator.cause;

/**
 * Puts orders on hold. Refusals, in order of precedence: `MultipleOrders`, `NotFound`, `StateForbids` naming the state,
 * a fault of `EndsAt` that is not after the customer's clock.
 */
export const operatorHoldPlacement: BatchWriter<OperatorHoldRequest, ChangedOrder> = {
  name: 'sales-orders.place-hold',
  // An order may be named by its number and by a reference: two changes of a set must not meet, so each stands alone.
  maxItems: 1,
  customerNo: ({ name }) => name.customerNo,
  identities: orderChangeIdentities,
  write: placeOperatorHolds,
};

/** Ends the operator's hold of orders. Refusals as above, `StateForbids` also where there is no such hold. */
export const operatorHoldRelease: BatchWriter<OrderChangeRequest, ChangedOrder> = {
  name: 'sales-orders.end-hold',
  maxItems: 1,
  customerNo: ({ name }) => name.customerNo,
  identities: orderChangeIdentities,
  write: endOperatorHolds,
};

async function placeOperatorHolds(tx: Tx, asked: readonly OperatorHoldRequest[]): Promise<Outcome<ChangedOrder>[]> {
  const timeOf = await customerTimes(tx, [...new Set(asked.map(({ name }) => name.customerNo))]);
  return await changeEach(tx, asked, 'held', timeOf, (order, held, placement) => {
    const faults = endFaults(placement, timeOf(order.customerNo));
    if (faults.length > 0) return refuseFaults(faults);
    const hold: Hold = {
      ...byOperator,
      description: describe(placement),
      ...(placement.endsAt === undefined ? {} : { endsAt: placement.endsAt }),
    };
    return { done: { held, placed: [hold], ended: [] } };
  });
}

async function endOperatorHolds(tx: Tx, asked: readonly OrderChangeRequest[]): Promise<Outcome<ChangedOrder>[]> {
  const timeOf = await customerTimes(tx, [...new Set(asked.map(({ name }) => name.customerNo))]);
  return await changeEach(tx, asked, 'released', timeOf, (order, held) => {
    const ended = held.filter(isByOperator);
    if (ended.length > 0) return { done: { held, placed: [], ended } };
    return refuse(
      'StateForbids',
      `order ${order.orderNo} has no hold of customer service that could be ended (its state is ${order.status})`,
    );
  });
}

interface Decided {
  readonly held: readonly Hold[];
  readonly placed: readonly Hold[];
  readonly ended: readonly Hold[];
}

async function changeEach<Asked extends OrderChangeRequest>(
  tx: Tx,
  asked: readonly Asked[],
  verb: 'held' | 'released',
  timeOf: HoldChangeContext['timeOf'],
  decide: (order: SalesOrder, held: readonly Hold[], request: Asked) => Outcome<Decided>,
): Promise<Outcome<ChangedOrder>[]> {
  const locked = await lockOpenOrders(tx, asked, verb);
  const holds = await readHolds(
    tx,
    locked.flatMap((outcome) => ('done' in outcome ? [outcome.done] : [])),
  );
  const outcomes: Outcome<ChangedOrder>[] = [];
  for (const [index, outcome] of locked.entries()) {
    if ('refused' in outcome) {
      outcomes.push(outcome);
      continue;
    }
    const request = asked[index] as Asked;
    const order = outcome.done;
    const decided = decide(order, holds.get(order.orderId) ?? [], request);
    if ('refused' in decided) {
      outcomes.push(decided);
      continue;
    }
    const { held, placed, ended } = decided.done;
    const { reference } = request;
    const because = verb === 'held' ? 'customer service holds it' : 'customer service ended its hold';
    await applyHoldChanges(tx, [{ order, held, placed, ended }], { ...request, because, timeOf });
    await addSalesOrderReferences(tx, [{ ...order, reference }]);
    outcomes.push({ done: { reference } });
  }
  return outcomes;
}

function endFaults({ endsAt }: OperatorHoldRequest, now: Temporal.Instant): Fault[] {
  if (endsAt === undefined || Temporal.Instant.compare(endsAt, now) > 0) return [];
  return [{ field: 'EndsAt', code: 'Past', message: `must be after what the customer's clock shows` }];
}

function describe({ description, endsAt, timeZone }: OperatorHoldRequest): string {
  const told = description.trim();
  const why =
    told === '' ? 'Held by customer service.' : `Held by customer service: ${told}${/[.!?]$/.test(told) ? '' : '.'}`;
  if (endsAt === undefined) {
    return `${why} Action may be needed: ask customer service, who end the hold.`;
  }
  const local = endsAt.toZonedDateTimeISO(timeZone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  return `${why} No action needed: the hold ends by itself on ${formatDate(local.toPlainDate())} at ${time} (${timeZone}).`;
}
