/**
 * What the journal tells of a batch (decision 5): under the batch's reference, which orders it brought and which it did
 * not, and why. Every order that was accepted has its own entry in the transaction that accepted it; this one is
 * written afterwards, as refusals are.
 */
import { cutText } from '../lib/cut-text.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Fault } from '../platform/errors.ts';
import type { Call } from '../platform/http/operation.ts';
import type { SetWriter } from '../platform/lanes.ts';
import { appendLog } from '../platform/log.ts';

/** An order of the batch: the one that is there, or why there is none. */
export type MemberRecord =
  | { readonly orderId: string; readonly isNew: boolean }
  | { readonly orderNo: string; readonly code: string; readonly faults: readonly Fault[] };

/** Faults that are kept of an order, and orders that are kept with their faults. */
const maxFaults = 20;
const maxRefused = 100;

/** A batch that was answered. */
interface AnsweredBatch {
  readonly customerNo: string;
  readonly reference: string;
  readonly operation: string;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Appends `order_batch.answered`. */
const batchRecords: SetWriter<AnsweredBatch, undefined> = {
  name: 'sales-orders.record-batch',
  maxMembers: 100,
  customerNo: (batch) => batch.customerNo,
  reference: (batch) => batch.reference,
  identities: () => [],
  write: async (tx, batches) => {
    const timeOf = await customerTimes(tx, [...new Set(batches.map(({ customerNo }) => customerNo))]);
    for (const batch of batches) {
      const occurredAt = timeOf(batch.customerNo);
      appendLog(tx, { ...batch, kind: 'order_batch.answered', subject: batch.reference, occurredAt });
    }
    return batches.map(() => ({ done: undefined }));
  },
  committed: () => undefined,
};

/**
 * Has the batch written down behind its orders, and before the server stops; the answer does not wait for it. An empty batch
 * leaves no trace; a failure is told in the log of the process only.
 */
export function recordBatch(
  { environment, caller, reference, operation, request, unknownProperties }: Call<{ readonly BatchId?: string }>,
  members: readonly MemberRecord[],
): void {
  if (members.length === 0) return;
  const there = members.flatMap((member) => ('orderId' in member ? [member] : []));
  const refused = members.flatMap((member, index) =>
    'orderId' in member
      ? []
      : [
          {
            member: index,
            orderNo: cutText(member.orderNo, 100),
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
    ...(unknownProperties.length > 0 ? { unknownProperties } : {}),
  };
  const { customerNo, userKey: actor } = caller;
  environment.lanes
    .submit(batchRecords, { customerNo, reference, operation, actor, data })
    .catch((err: unknown) => environment.logger.error({ err, reference }, 'a batch was not journaled'));
}
