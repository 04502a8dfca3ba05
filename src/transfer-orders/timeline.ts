/** What the log is told of transfer orders: who did what, when. No people stand in it. */
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import type { OrderKey } from './identity-store.ts';

/** Who does something, under which reference. */
export interface ChangeContext {
  readonly reference: string;
  /** The operation without `/api/`, or what else does it: `warehouse`. */
  readonly operation: string;
  readonly actor: string;
  /** Properties of the request that nobody knows; the journal names them (decision 4). */
  readonly unknownProperties?: readonly string[];
}

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
  { reference, operation, actor, unknownProperties = [] }: ChangeContext,
  data: Readonly<Record<string, unknown>> = {},
): void {
  appendLog(tx, {
    customerNo: order.customerNo,
    kind: `transfer_order.${event}`,
    subject: order.orderId,
    reference,
    occurredAt: at,
    operation,
    actor,
    data: {
      customerReferenceNo: order.customerReferenceNo,
      transferOrderNumber: order.transferOrderNumber,
      ...data,
      ...(unknownProperties.length > 0 ? { unknownProperties } : {}),
    },
  });
}
