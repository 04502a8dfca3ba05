/** Batch writers of requests that name a return by its RMA number (decision 21). */
import { assertPresent } from '../lib/assert.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { cancelReturns, type ReturnCancellation, type ReturnCancellationResult } from './cancel.ts';
import { applyReturnDispositions, type ReturnDispositionRequest, type ReturnDispositionResult } from './dispose.ts';
import { findReturnKeysByRmaNumber, type ReturnKey, type ReturnRmaKey } from './return-store.ts';

type ByRmaNumber<Change extends ReturnKey> = ReturnRmaKey & Omit<Change, keyof ReturnKey>;

/** Disposes of inspected returns. Refusals: `NotFound`, then as `applyReturnDispositions`. */
export const returnDispositionWriter = writerByRmaNumber<
  ByRmaNumber<ReturnDispositionRequest>,
  ReturnDispositionResult
>('returns.dispose', applyReturnDispositions);

/** Cancels returns that never arrived. Refusals: `NotFound`, then as `cancelReturns`. */
export const returnCancellationWriter = writerByRmaNumber<ByRmaNumber<ReturnCancellation>, ReturnCancellationResult>(
  'returns.cancel',
  cancelReturns,
);

function writerByRmaNumber<Item extends ReturnRmaKey, Done>(
  name: string,
  change: (tx: Tx, items: readonly (Item & ReturnKey)[]) => Promise<Outcome<Done>[]>,
): BatchWriter<Item, Done> {
  return {
    name,
    maxItems: 50,
    customerNo: ({ customerNo }) => customerNo,
    identities: ({ rmaNumber }) => [rmaNumber],
    write: async (tx, items) => {
      const keys = await findReturnKeysByRmaNumber(tx, items);
      const found = items.flatMap((item, index) => {
        const key = keys[index];
        return key === undefined ? [] : [{ ...item, returnId: key.returnId }];
      });
      const outcomes = (await change(tx, found)).values();
      return items.map(({ rmaNumber }, index) =>
        keys[index] === undefined
          ? refuse('NotFound', `There is no return ${rmaNumber}.`)
          : assertPresent(outcomes.next().value, 'the outcome of a return'),
      );
    },
  };
}
