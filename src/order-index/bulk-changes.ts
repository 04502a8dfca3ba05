/**
 * Changes of many orders of many customers by an operator or a schedule. The changes of each customer go through its write
 * queue in batches. Every order gets its own outcome, in the sequence of the request: some may fail while others succeed.
 */

import type { OperatorCall, OperatorContext } from '../platform/http/operator-operation.ts';
import { toAppError } from '../platform/http/reply.ts';
import type { BatchItemWriteResult, BatchWriter } from '../platform/write-queue.ts';
import { tryCatchUpOrderIndex } from './maintain.ts';

/** An order as a request names it. */
export interface BulkOrderKey {
  readonly CustomerNo: string;
  readonly TransactionReferenceNumber: string;
}

export const maxBulkOrders = 500;

/** Maximum changes of a customer that wait in its queue at once, so that the customer's own requests find room and wait briefly. */
const maxQueued = 250;

/** Names the changes in the log of the server. */
type ChangeName = Pick<OperatorContext, 'reference' | 'operation'>;

/** The result of the change of one order, or why it failed. */
export type BulkOutcome<Done> = { readonly ok: Done } | FailedOrderChange;

export interface FailedOrderChange {
  readonly message: string;
  /** Whether the order can be sent again: the server failed, not the request. */
  readonly retry: boolean;
}

/**
 * Writes one item per order. Resolves when all have an outcome, after an attempt to bring the lists up to date. A failure is the outcome
 * of its orders only. After a failure, the reply is not stored under the Idempotency-Key, so that the same request can be retried.
 */
export async function changeOrdersInBulk<Item, Done>(
  { environment, context, run }: Pick<OperatorCall<unknown>, 'environment' | 'run'> & { readonly context: ChangeName },
  writer: BatchWriter<Item, Done>,
  items: readonly Item[],
): Promise<BulkOutcome<Done>[]> {
  const { db, writeQueue, logger } = environment;
  const outcomes: BulkOutcome<Done>[] = new Array(items.length);
  const byCustomer = Map.groupBy(items.keys(), (index) => writer.customerNo(items[index] as Item));
  await Promise.all(
    [...byCustomer].map(async ([customerNo, indexes]) => {
      const results: BatchItemWriteResult<Done>[] = [];
      for (let from = 0; from < indexes.length; from += maxQueued) {
        const slice = indexes.slice(from, from + maxQueued).map((index) => items[index] as Item);
        results.push(...(await writeQueue.submitAll(writer, slice)));
      }
      for (const [nth, index] of indexes.entries()) outcomes[index] = bulkOutcome(results[nth], context);
      const failures = results.flatMap((result) => ('failed' in result ? [toAppError(result.failed)] : []));
      const [first] = failures;
      if (first === undefined) return;
      run.discardReply();
      const { reference, operation } = context;
      const details = { err: first.internal ?? first, customerNo, reference, operation, orders: failures.length };
      logger[first.status === 503 ? 'warn' : 'error'](details, 'changes of orders failed');
    }),
  );
  await tryCatchUpOrderIndex(db, [...byCustomer.keys()]);
  return outcomes;
}

function bulkOutcome<Done>(
  result: BatchItemWriteResult<Done> | undefined,
  { reference }: ChangeName,
): BulkOutcome<Done> {
  if (result === undefined) throw new Error('a change has no outcome');
  if ('ok' in result) return result;
  if ('refused' in result) return { message: result.refused.reason, retry: false };
  const isBusy = toAppError(result.failed).status === 503;
  const why = isBusy ? 'The server could not complete this change.' : 'An internal error occurred.';
  return { message: `${why} Try again. Its transaction reference is ${reference}.`, retry: true };
}
