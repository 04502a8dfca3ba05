/**
 * The operator's hold on a single order (decision 11): a Customer Service hold with a reason in words and optionally an
 * end. An order has at most one; placing it again replaces reason and end. Other holds of the order stay in force.
 */
import type { ChangeReference } from '../documents/index.ts';
import { formatDate } from '../lib/dates.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults, refuseState } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { lockOpenOrders, type OrderChangeRequest, orderChangeIdentities } from './change.ts';
import { applyHoldChanges, type HoldChange, isSameHold } from './hold-changes.ts';
import { type HoldKey, readHolds } from './hold-store.ts';
import { wineryHold } from './holds.ts';
import type { Hold, SalesOrder } from './order.ts';
import { checkOrderRecipient } from './order-acceptance.ts';
import { addSalesOrderReferences, readOrderDetails } from './order-store.ts';

export interface OperatorHoldRequest extends OrderChangeRequest {
  /** The reason, for the customer; '' when not given. */
  readonly description: string;
  /** When the hold expires, on the customer's clock. */
  readonly endsAt: Temporal.Instant | undefined;
  /** Time zone in which the description shows the end. */
  readonly timeZone: string;
}

/** Holds that the operator may end: its own, the winery's, and those of an address or a carrier that it has checked. */
export const endableHolds = ['Customer Service', 'Winery', 'Address'] as const;

export interface HoldReleaseRequest extends OrderChangeRequest {
  /** The hold to end; without it the operator's own. */
  readonly hold?: (typeof endableHolds)[number];
  /** Why, for the timeline. */
  readonly note?: string;
}

const operatorHold: HoldKey = { reason: 'Customer Service', owner: 'operator', cause: 'operator' };

/**
 * Puts orders on hold. Rejections, in order of precedence: `MultipleOrders`, `NotFound`, `StateForbids`, and a fault of
 * `EndsAt` that is not after the customer's clock.
 */
export const operatorHoldPlacement: BatchWriter<OperatorHoldRequest, ChangeReference> = {
  name: 'sales-orders.place-hold',
  // One per batch: two requests could name the same order, one by number and one by reference.
  maxItems: 1,
  customerNo: ({ name }) => name.customerNo,
  identities: orderChangeIdentities,
  write: (tx, requests) =>
    changeHolds(tx, requests, 'held', (_order, _held, request, now) => {
      const faults = endFaults(request, now);
      if (faults.length > 0) return refuseFaults(faults);
      const end = request.endsAt === undefined ? {} : { endsAt: request.endsAt };
      return { ok: { placed: [{ ...operatorHold, description: describeHold(request), ...end }], ended: [] } };
    }),
};

/**
 * Ends a hold of orders that the operator may decide on (decision 11). Rejections as above; `StateForbids` also when there is
 * no such hold, or when an address lacks what a label needs.
 */
export const operatorHoldRelease: BatchWriter<HoldReleaseRequest, ChangeReference> = {
  name: 'sales-orders.end-hold',
  maxItems: 1,
  customerNo: ({ name }) => name.customerNo,
  identities: orderChangeIdentities,
  write: (tx, requests) =>
    changeHolds(tx, requests, 'released', async (order, held, { hold = 'Customer Service' }) => {
      const { orderNo, status } = order;
      const ended = held.filter((one) => mayEnd(one, hold));
      if (ended.length === 0) return refuseState(status, noHoldToEnd(order, held, hold));
      if (ended.some(({ cause }) => cause === 'recipient')) {
        const missing = await addressFaults(tx, order);
        if (missing.length > 0) {
          return refuseState(status, `The address hold of order ${orderNo} cannot be ended. ${missing.join(' ')}`);
        }
      }
      return { ok: { placed: [], ended } };
    }),
};

/** Causes of system holds that end with what the operator finds out: the recipient's address, a carrier's refusal. */
const decidableCauses: readonly string[] = ['recipient', 'carrier'];

function mayEnd(hold: Hold, reason: (typeof endableHolds)[number]): boolean {
  if (hold.reason !== reason) return false;
  if (hold.owner === 'system') return decidableCauses.includes(hold.cause);
  return isSameHold(hold, reason === 'Winery' ? wineryHold : operatorHold);
}

function noHoldToEnd({ orderNo, status }: SalesOrder, held: readonly Hold[], asked: string): string {
  const name = asked === 'Customer Service' ? 'customer service' : asked.toLowerCase();
  const others = [...new Set(held.map(({ reason }) => reason))];
  const on = others.length === 0 ? '' : ` It is held by: ${others.join(', ')}.`;
  return `Order ${orderNo} has no ${name} hold to end (status ${status}).${on}`;
}

/** Faults of an address that the operator may accept. All others only the winery can correct: a label requires the fields. */
const mayBeAccepted: readonly string[] = ['ZipCodeUnknown', 'ZipCodeInOtherState'];

async function addressFaults(tx: Tx, order: SalesOrder): Promise<string[]> {
  const details = (await readOrderDetails(tx, [order])).get(order.orderId);
  if (details === undefined) return ['Its recipient has been erased.'];
  return checkOrderRecipient({ details, holdAtLocation: details.holdLocation === undefined ? 0 : 1 })
    .faults.filter(({ code }) => !mayBeAccepted.includes(code))
    .map(({ message }) => message);
}

type Decide<Request> = (
  order: SalesOrder,
  held: readonly Hold[],
  request: Request,
  now: Temporal.Instant,
) => Outcome<Pick<HoldChange, 'placed' | 'ended'>> | Promise<Outcome<Pick<HoldChange, 'placed' | 'ended'>>>;

async function changeHolds<Request extends OrderChangeRequest & { readonly note?: string }>(
  tx: Tx,
  requests: readonly Request[],
  verb: 'held' | 'released',
  decide: Decide<Request>,
): Promise<Outcome<ChangeReference>[]> {
  const timeOf = await customerTimes(
    tx,
    requests.map(({ name }) => name.customerNo),
  );
  const locked = await lockOpenOrders(tx, requests, verb);
  const holds = await readHolds(
    tx,
    locked.flatMap((outcome) => ('ok' in outcome ? [outcome.ok] : [])),
  );
  const because = verb === 'held' ? 'customer service holds it' : 'the operator ended a hold';
  const outcomes: Outcome<ChangeReference>[] = [];
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
    outcomes.push({ ok: { reference } });
  }
  return outcomes;
}

function endFaults({ endsAt }: OperatorHoldRequest, now: Temporal.Instant): Fault[] {
  if (endsAt === undefined || Temporal.Instant.compare(endsAt, now) > 0) return [];
  return [{ field: 'EndsAt', code: 'Past', message: "must be later than the time on the customer's clock" }];
}

function describeHold({ description, endsAt, timeZone }: OperatorHoldRequest): string {
  const reason = description.trim();
  const why = reason === '' ? '.' : `: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`;
  if (endsAt === undefined) {
    return `Held by customer service${why} Action may be needed: contact customer service to release it.`;
  }
  const local = endsAt.toZonedDateTimeISO(timeZone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  return `Held by customer service${why} No action needed: the hold ends on ${formatDate(local.toPlainDate())} at ${time} (${timeZone}).`;
}
