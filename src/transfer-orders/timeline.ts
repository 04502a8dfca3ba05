/** What the log is told of transfer orders: who did what, when. No people stand in it. */
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import type { OrderKey } from './identity-store.ts';

export type TransferOrderEvent =
  | 'created'
  | 'updated'
  | 'canceled'
  | 'reserved'
  | 'waiting'
  | 'short_picked'
  | 'picking'
  | 'shipped'
  | 'received'
  | 'closed';

/** The order as the log names it. */
export interface TransferOrderName extends OrderKey {
  readonly customerReferenceNo: string;
  readonly transferOrderNumber: string;
}

/** Appends `transfer_order.<event>`; it is numbered when the transaction commits. */
export function recordTransferEvent(
  tx: Tx,
  event: TransferOrderEvent,
  order: TransferOrderName,
  at: Temporal.Instant,
  context: CommandContext,
  data: Readonly<Record<string, unknown>> = {},
): void {
  appendLog(tx, context, {
    kind: `transfer_order.${event}`,
    subject: order.orderId,
    occurredAt: at,
    data: {
      customerReferenceNo: order.customerReferenceNo,
      transferOrderNumber: order.transferOrderNumber,
      ...data,
    },
  });
}
