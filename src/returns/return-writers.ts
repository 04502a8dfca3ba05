/** Batch writers of requests that name a return by its RMA number (decision 21). */
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { cancelReturns, type ReturnCancellation, type ReturnCancellationResult } from './cancel.ts';
import { disposeReturns, type ReturnDisposal, type ReturnDisposalResult } from './dispose.ts';
import { findReturnIds, type ReturnKey } from './return-store.ts';

export interface NamedReturn {
  readonly customerNo: string;
  readonly rmaNumber: string;
}

type ByRmaNumber<Change extends ReturnKey> = NamedReturn & Omit<Change, keyof ReturnKey>;

/** Disposes of inspected returns. Refusals: `NotFound`, then as `disposeReturns`. */
export const returnDisposalWriter = writerByRmaNumber<ByRmaNumber<ReturnDisposal>, ReturnDisposalResult>(
  'returns.dispose',
  disposeReturns,
);

/** Cancels returns that never arrived. Refusals: `NotFound`, then as `cancelReturns`. */
export const returnCancellationWriter = writerByRmaNumber<ByRmaNumber<ReturnCancellation>, ReturnCancellationResult>(
  'returns.cancel',
  cancelReturns,
);

function writerByRmaNumber<Item extends NamedReturn, Done>(
  name: string,
  change: (tx: Tx, items: readonly (Item & ReturnKey)[]) => Promise<Outcome<Done>[]>,
): BatchWriter<Item, Done> {
  return {
    name,
    maxItems: 50,
    customerNo: ({ customerNo }) => customerNo,
    identities: ({ rmaNumber }) => [rmaNumber],
    write: async (tx, items) => {
      const ids = await findReturnIds(tx, items);
      const found = items.flatMap((item) => {
        const returnId = ids.get(item.rmaNumber);
        return returnId === undefined ? [] : [{ ...item, returnId }];
      });
      const outcomes = await change(tx, found);
      // No two items of a batch name one return (`identities`).
      const outcomeOf = new Map(found.map(({ rmaNumber }, index) => [rmaNumber, outcomes[index]]));
      return items.map(
        ({ rmaNumber }) => outcomeOf.get(rmaNumber) ?? refuse('NotFound', `There is no return ${rmaNumber}.`),
      );
    },
  };
}
