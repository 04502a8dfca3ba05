/**
 * Calls about a return that is there, by its RMA number: what is done with what was found, or that it never comes
 * (decision 21).
 */
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import {
  cancelReturns,
  disposeReturns,
  findReturns,
  type ReturnCanceled,
  type ReturnCancellation,
  type ReturnDisposal,
  type ReturnDisposed,
  type ReturnKey,
} from '../returns/index.ts';

interface ReturnCall {
  readonly customerNo: string;
  readonly rmaNumber: string;
  readonly reference: string;
}

export interface SimulatedDisposal extends ReturnCall, Omit<ReturnDisposal, 'returnId' | 'customerNo' | 'reference'> {}

export interface SimulatedCancellation
  extends ReturnCall,
    Omit<ReturnCancellation, 'returnId' | 'customerNo' | 'reference'> {}

/** Gathers DisposeReturn calls. Refusals as those of `disposeReturns`. */
export const simulatedDisposals = callsOnReturns<SimulatedDisposal, ReturnDisposed>('returns.dispose', disposeReturns);

/** Gathers CancelReturn calls. Refusals as those of `cancelReturns`. */
export const simulatedCancellations = callsOnReturns<SimulatedCancellation, ReturnCanceled>(
  'returns.cancel',
  cancelReturns,
);

/** Finds the returns of calls by their RMA numbers and hands them on; `NotFound` where there is none. */
function callsOnReturns<Call extends ReturnCall, Done>(
  name: string,
  change: (tx: Tx, calls: readonly (Call & ReturnKey)[]) => Promise<Outcome<Done>[]>,
): BatchWriter<Call, Done> {
  return {
    name,
    maxItems: 50,
    customerNo: ({ customerNo }) => customerNo,
    identities: ({ rmaNumber }) => [rmaNumber],
    write: async (tx, calls) => {
      const ids = await findReturns(tx, calls);
      const known = calls.flatMap((call) => {
        const returnId = ids.get(call.rmaNumber);
        return returnId === undefined ? [] : [{ call, named: { ...call, returnId } }];
      });
      const outcomes = await change(
        tx,
        known.map(({ named }) => named),
      );
      const outcomeOf = new Map(known.map(({ call }, index) => [call, outcomes[index]]));
      return calls.map((call) => outcomeOf.get(call) ?? refuse('NotFound', `there is no return ${call.rmaNumber}`));
    },
  };
}
