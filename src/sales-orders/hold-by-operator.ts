/**
 * The operator's hold on a single order (decision 11): a Customer Service hold with a reason in words and optionally an
 * end. An order has at most one; placing it again replaces reason and end. Other holds of the order stay in force. A second
 * writer ends the holds with one reason that a person may end.
 */
import type { ChangeReference } from '../documents/index.ts';
import { formatUsDate } from '../lib/dates.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, okValuesOf, refuseFaults, refuseState } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { identitiesOfSalesOrderChange, lockRequestedOpenSalesOrders, type SalesOrderChange } from './change.ts';
import { applyHoldChanges, type HoldChange, isSameHold, statusAfterHoldChange } from './hold-changes.ts';
import { type HoldKey, readHolds } from './hold-store.ts';
import type { Hold, OrderStatus, SalesOrder } from './order.ts';
import { addSalesOrderReferences } from './order-store.ts';
import { readMissingAddressParts } from './release-holds.ts';
import { describeHowToEndHold, type HoldReleaseRights, mayReleaseHold } from './release-rules.ts';

/** A request by the operator to put an order on hold. */
export interface OperatorHoldRequest extends SalesOrderChange {
  /** The reason, for the customer; '' when not given. */
  readonly description: string;
  /** When the hold expires, on the customer's clock. */
  readonly endsAt: Temporal.Instant | undefined;
  /** Time zone in which the description shows the end. */
  readonly timeZone: string;
}

/** A request by the operator to end the holds of an order that have one reason. */
interface HoldReleaseRequest extends SalesOrderChange {
  /** The reason of the holds to end; absent: `Customer Service`. */
  readonly hold?: 'Customer Service' | 'Winery' | 'Address';
  /** Why, for the timeline. */
  readonly note?: string;
}

/** The result of a change of the holds of an order. */
export interface HoldChangeResult extends ChangeReference {
  readonly orderId: string;
  readonly before: OrderStatus;
  readonly after: OrderStatus;
  readonly placed: readonly Hold[];
  /** The holds that ended or were replaced, as they were. */
  readonly former: readonly Hold[];
}

const operatorHold: HoldKey = { reason: 'Customer Service', owner: 'operator', cause: 'operator' };

/**
 * Puts orders on hold. Refusals, in order of precedence: `MultipleOrders`, `NotFound`, `StateForbids`, and a fault of
 * `EndsAt` that is not after the customer's clock.
 */
export const operatorHoldPlacementWriter: BatchWriter<OperatorHoldRequest, HoldChangeResult> = {
  name: 'sales-orders.place-hold',
  // One per batch: two requests could name the same order, one by number and one by reference.
  maxItems: 1,
  customerNo: ({ name }) => name.customerNo,
  identities: identitiesOfSalesOrderChange,
  write: (tx, requests) =>
    changeHolds(tx, requests, 'held', (_order, _held, request, now) => {
      const faults = endFaults(request, now);
      if (faults.length > 0) return refuseFaults(faults);
      const end = request.endsAt === undefined ? {} : { endsAt: request.endsAt };
      return { ok: { placed: [{ ...operatorHold, description: describeHold(request), ...end }], ended: [] } };
    }),
};

/**
 * Ends the holds of an order that have the requested reason and that a person of the operator may end (release-rules.ts).
 * Refusals, in order of precedence: `MultipleOrders`, `NotFound`, and `StateForbids` when the order is not open, has no such
 * hold, or when Address holds are to end and its address lacks parts that a label needs.
 */
export const operatorHoldReleaseWriter: BatchWriter<HoldReleaseRequest, HoldChangeResult> = {
  name: 'sales-orders.end-hold',
  maxItems: 1,
  customerNo: ({ name }) => name.customerNo,
  identities: identitiesOfSalesOrderChange,
  write: (tx, requests) =>
    changeHolds(tx, requests, 'released', async (order, held, { hold = 'Customer Service' }) => {
      const { orderId, orderNo, status } = order;
      const asked = held.filter((one) => one.reason === hold && mayReleaseHold(one, checkedByOperator));
      if (asked.length === 0) return refuseState(status, noHoldToEnd(order, held, hold));
      const missing = (await readMissingAddressParts(tx, [order], new Map([[orderId, held]]))).get(orderId) ?? [];
      if (!asked.every((one) => mayReleaseHold(one, checkedByOperator, missing))) {
        return refuseState(status, `The address hold of order ${orderNo} cannot be ended. ${missing.join(' ')}`);
      }
      return { ok: { placed: [], ended: asked } };
    }),
};

/** The operator who names a hold has looked at it. A weather window is overridden for an order in the operator interface only. */
const checkedByOperator: HoldReleaseRights = { acceptsWarning: true, overridesWeather: false };

function noHoldToEnd({ orderNo, status }: SalesOrder, held: readonly Hold[], asked: string): string {
  const name = asked === 'Customer Service' ? 'customer service' : asked.toLowerCase();
  const own = held.filter(({ reason }) => reason === asked);
  if (own.length > 0) {
    const ends = own.map((hold) => describeHowToEndHold(hold)).join(' ');
    return `The ${name} hold of order ${orderNo} cannot be ended. ${ends}`;
  }
  const others = [...new Set(held.map(({ reason }) => reason))];
  const on = others.length === 0 ? '' : ` It is held by: ${others.join(', ')}.`;
  return `Order ${orderNo} has no ${name} hold to end (status ${status}).${on}`;
}

type Decide<Request> = (
  order: SalesOrder,
  held: readonly Hold[],
  request: Request,
  now: Temporal.Instant,
) => Outcome<Pick<HoldChange, 'placed' | 'ended'>> | Promise<Outcome<Pick<HoldChange, 'placed' | 'ended'>>>;

async function changeHolds<Request extends SalesOrderChange & { readonly note?: string }>(
  tx: Tx,
  requests: readonly Request[],
  verb: 'held' | 'released',
  decide: Decide<Request>,
): Promise<Outcome<HoldChangeResult>[]> {
  const timeOf = await readCustomerClockLookup(
    tx,
    requests.map(({ name }) => name.customerNo),
  );
  const locked = await lockRequestedOpenSalesOrders(tx, requests, verb);
  const holds = await readHolds(tx, okValuesOf(locked));
  const because = verb === 'held' ? 'customer service holds it' : 'the operator ended a hold';
  const outcomes: Outcome<HoldChangeResult>[] = [];
  for (const [index, outcome] of locked.entries()) {
    if ('refused' in outcome) {
      outcomes.push(outcome);
      continue;
    }
    const order = outcome.ok;
    const request = requests[index] as Request;
    const held = holds.get(order.orderId) ?? [];
    const decided = await decide(order, held, request, timeOf(order.customerNo));
    if ('refused' in decided) {
      outcomes.push(decided);
      continue;
    }
    const { reference, note } = request;
    const data = note === undefined ? {} : { data: { note } };
    await applyHoldChanges(tx, [{ order, held, ...decided.ok, ...data }], { ...request, because, timeOf });
    addSalesOrderReferences(tx, [{ ...order, reference }]);
    const { placed, ended } = decided.ok;
    outcomes.push({
      ok: {
        reference,
        orderId: order.orderId,
        before: order.status,
        after: statusAfterHoldChange({ held, placed, ended }),
        placed,
        former: held.filter((hold) => [...placed, ...ended].some((other) => isSameHold(hold, other))),
      },
    });
  }
  return outcomes;
}

function endFaults({ endsAt }: OperatorHoldRequest, now: Temporal.Instant): Fault[] {
  if (endsAt === undefined || Temporal.Instant.compare(endsAt, now) > 0) return [];
  const clock = now.toString({ smallestUnit: 'second' });
  return [{ field: 'EndsAt', code: 'Past', message: `must be later than the time on the customer's clock, ${clock}` }];
}

function describeHold({ description, endsAt, timeZone }: OperatorHoldRequest): string {
  const reason = description.trim();
  const why = reason === '' ? '.' : `: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`;
  if (endsAt === undefined) {
    return `Held by customer service${why} Action may be needed: contact customer service to release it.`;
  }
  const local = endsAt.toZonedDateTimeISO(timeZone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  return `Held by customer service${why} No action needed: the hold ends on ${formatUsDate(local.toPlainDate())} at ${time} (${timeZone}).`;
}
