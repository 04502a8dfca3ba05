/**
 * The log entry of a batch (decision 5). It has the batch's reference, the orders that exist, created now or before, and
 * those that were not created, with the reasons. It is written after the entries of the accepted orders, which are written in
 * their own transactions.
 */
import { truncate } from '../lib/text.ts';
import { getCachedCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Fault } from '../platform/errors.ts';
import type { OperationCall } from '../platform/http/operation.ts';
import { appendLog } from '../platform/log.ts';

/** An order of the batch: the one that exists, or why none was created. */
export type JournaledBatchOrder =
  | { readonly orderId: string; readonly isNew: boolean }
  | { readonly orderNo: string; readonly code: string; readonly faults: readonly Fault[] };

/** Maximum faults that are logged for one order. */
const maxLoggedFaults = 20;
/** Maximum rejected orders that are logged with their faults. */
const maxRejected = 100;

/**
 * Appends `order_batch.processed` and runs `also` in the same transaction. For an empty batch it does nothing. If the
 * transaction fails, the entry is queued in the journal, without `also`, and the error is thrown.
 */
export async function journalOrderBatch(
  { environment, context, request }: OperationCall<{ readonly BatchId?: string }>,
  items: readonly JournaledBatchOrder[],
  also: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (items.length === 0) return;
  const existing = items.flatMap((item) => ('orderId' in item ? [item] : []));
  const rejected = items.flatMap((item, index) => {
    if ('orderId' in item) return [];
    const faults = item.faults.slice(0, maxLoggedFaults).map(({ field, code }) => ({ field, code }));
    return [{ member: index, orderNo: truncate(item.orderNo, 100), code: item.code, faults }];
  });
  const created = existing.filter(({ isNew }) => isNew).length;
  const data = {
    ...(request.BatchId ? { batchId: request.BatchId } : {}),
    orders: items.length,
    created,
    repeated: existing.length - created,
    refused: rejected.length,
    ...(existing.length > 0 ? { orderIds: existing.map(({ orderId }) => orderId) } : {}),
    ...(rejected.length > 0 ? { refusals: rejected.slice(0, maxRejected) } : {}),
  };
  const { customerNo, reference } = context;
  const event = { kind: 'order_batch.processed', subject: reference, data };
  try {
    await environment.db.write(async (tx) => {
      appendLog(tx, context, {
        ...event,
        occurredAt: (await getCachedCustomerClockLookup(tx, [customerNo]))(customerNo),
      });
      await also(tx);
    });
  } catch (error) {
    environment.journal.add({ ...context, ...event });
    throw error;
  }
}
