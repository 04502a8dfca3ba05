/** Cancels returns that never arrived, in batches. */

import { readCustomerClockLookup } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { lockSalesOrders } from '../sales-orders/index.ts';
import { decideReturnCancellation, type OrderReturn } from './return.ts';
import { closeUnreceivedReturns, lockReturns, type ReturnKey, readReturns } from './return-store.ts';
import { recordReturnEvent } from './timeline.ts';

export interface ReturnCancellation extends ReturnKey, CommandContext {}

export interface ReturnCancellationResult {
  /** Of the cancellation. */
  readonly reference: string;
  readonly after: OrderReturn;
}

/**
 * EXPECTED returns become CLOSED without a receipt; one outcome per cancellation, in their order. Their units can be announced
 * again; nothing is posted. Refusals, in order of precedence: `NotFound`, `StateForbids` unless EXPECTED (decision 21).
 */
export async function cancelReturns(
  tx: Tx,
  cancellations: readonly ReturnCancellation[],
): Promise<Outcome<ReturnCancellationResult>[]> {
  // Orders are locked before returns, as in inspections and disposals.
  await lockSalesOrders(tx, await readReturns(tx, cancellations));
  const returns = new Map((await lockReturns(tx, cancellations)).map((each) => [each.returnId, each]));
  const timeOf = await readCustomerClockLookup(tx, cancellations);
  const canceled: OrderReturn[] = [];
  const outcomes = cancellations.map((cancellation): Outcome<ReturnCancellationResult> => {
    const expected = returns.get(cancellation.returnId);
    if (expected?.customerNo !== cancellation.customerNo)
      return refuse('NotFound', `There is no return ${cancellation.returnId}.`);
    const at = timeOf(cancellation.customerNo);
    const outcome = decideReturnCancellation(expected, at);
    if ('refused' in outcome) return outcome;
    returns.set(cancellation.returnId, outcome.ok);
    canceled.push(outcome.ok);
    recordReturnEvent(tx, 'canceled', outcome.ok, at, cancellation);
    recordReturnEvent(tx, 'closed', outcome.ok, at, cancellation);
    return { ok: { reference: cancellation.reference, after: outcome.ok } };
  });
  closeUnreceivedReturns(tx, canceled);
  return outcomes;
}
