/**
 * What the journal tells of a batch (decision 5): under the batch's reference, which orders it brought and which it did
 * not, and why. Every order that was accepted has its own entry in the transaction that accepted it; this one is
 * written afterwards, as refusals are.
 */
import { truncate } from '../lib/text.ts';
import { getCachedTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Fault } from '../platform/errors.ts';
import type { OperationCall } from '../platform/http/operation.ts';
import { appendLog } from '../platform/log.ts';

/** An order of the batch: the one that is there, or why there is none. */
export type BatchItemRecord =
  | { readonly orderId: string; readonly isNew: boolean }
  | { readonly orderNo: string; readonly code: string; readonly faults: readonly Fault[] };

/** Faults that are kept of an order, and orders that are kept with their faults. */
const maxFaults = 20;
const maxRefused = 100;

/**
 * Appends `order_batch.processed`, and does `also` in the same transaction. An empty batch is not journaled. Where the
 * transaction fails, the entry is written later, without `also`.
 * @throws what the database throws
 */
export async function journalBatch(
  { environment, context, request }: OperationCall<{ readonly BatchId?: string }>,
  members: readonly BatchItemRecord[],
  also: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (members.length === 0) return;
  const there = members.flatMap((member) => ('orderId' in member ? [member] : []));
  const refused = members.flatMap((member, index) =>
    'orderId' in member
      ? []
      : [
          {
            member: index,
            orderNo: truncate(member.orderNo, 100),
            code: member.code,
            faults: member.faults.slice(0, maxFaults).map(({ field, code }) => ({ field, code })),
          },
        ],
  );
  const data = {
    ...(request.BatchId ? { batchId: request.BatchId } : {}),
    orders: members.length,
    created: there.filter(({ isNew }) => isNew).length,
    repeated: there.filter(({ isNew }) => !isNew).length,
    refused: refused.length,
    ...(there.length > 0 ? { orderIds: there.map(({ orderId }) => orderId) } : {}),
    ...(refused.length > 0 ? { refusals: refused.slice(0, maxRefused) } : {}),
  };
  const { customerNo, reference } = context;
  const event = { kind: 'order_batch.processed', subject: reference, data };
  try {
    await environment.db.write(async (tx) => {
      appendLog(tx, context, { ...event, occurredAt: (await getCachedTimes(tx, [customerNo]))(customerNo) });
      await also(tx);
    });
  } catch (error) {
    environment.journal.add({ ...context, ...event });
    throw error;
  }
}
