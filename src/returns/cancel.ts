/** Giving up returns that never arrived, many at once. */
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { lockSalesOrders } from '../sales-orders/index.ts';
import { decideCancellation, type OrderReturn } from './return.ts';
import { closeUnopened, lockReturns, type ReturnKey, readReturns } from './return-store.ts';
import { type Doing, tellReturn } from './timeline.ts';

export interface ReturnCancellation extends ReturnKey, Doing {}

export interface ReturnCancelled {
  /** Of the cancellation. */
  readonly reference: string;
  readonly after: OrderReturn;
}

/**
 * EXPECTED returns become CLOSED without a receipt; one outcome each, in their order. What they announced is still with the
 * recipient and may be announced again; nothing is posted. Refusals, in order of precedence: `NotFound`, `StateForbids`
 * naming the state (decision 21).
 */
export async function cancelReturns(tx: Tx, given: readonly ReturnCancellation[]): Promise<Outcome<ReturnCancelled>[]> {
  // Orders before returns, as by announcements, which count what is under way.
  await lockSalesOrders(tx, await readReturns(tx, given));
  const returns = new Map((await lockReturns(tx, given)).map((each) => [each.returnId, each]));
  const timeOf = await customerTimes(tx, [...new Set(given.map(({ customerNo }) => customerNo))]);
  const cancelled: OrderReturn[] = [];
  const outcomes = given.map((cancellation): Outcome<ReturnCancelled> => {
    const expected = returns.get(cancellation.returnId);
    if (expected === undefined) return refuse('NotFound', `there is no return ${cancellation.returnId}`);
    const at = timeOf(cancellation.customerNo);
    const outcome = decideCancellation(expected, at);
    if ('refused' in outcome) return outcome;
    returns.set(cancellation.returnId, outcome.done);
    cancelled.push(outcome.done);
    tellReturn(tx, 'cancelled', outcome.done, at, cancellation);
    tellReturn(tx, 'closed', outcome.done, at, cancellation);
    return { done: { reference: cancellation.reference, after: outcome.done } };
  });
  await closeUnopened(tx, cancelled);
  return outcomes;
}
