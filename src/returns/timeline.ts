/**
 * How returns are logged: once under the return, and once in the timeline of its sales order under a kind of the order's
 * own, so that a reader of the whole log meets `return.received` once.
 */
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import type { OrderReturn } from './return.ts';

/** Who did it, under which reference. */
export interface ChangeContext {
  readonly reference: string;
  readonly operation: string;
  readonly actor: string;
}

export type ReturnEvent = 'announced' | 'received' | 'inspected' | 'disposed' | 'canceled' | 'closed';

/** Appends `return.<event>` to the return and `sales_order.return_<event>` to its order. */
export function recordReturnEvent(
  tx: Tx,
  event: ReturnEvent,
  { customerNo, returnId, rmaNumber, orderId, orderNo, warehouse, status }: OrderReturn,
  at: Temporal.Instant,
  { reference, operation, actor }: ChangeContext,
  data: Readonly<Record<string, unknown>> = {},
): void {
  const facts = { rmaNumber, warehouse, status, ...data };
  const entry = { customerNo, reference, operation, actor, occurredAt: at };
  appendLog(tx, { ...entry, kind: `return.${event}`, subject: returnId, data: { ...facts, orderId, orderNo } });
  appendLog(tx, { ...entry, kind: `sales_order.return_${event}`, subject: orderId, data: { ...facts, returnId } });
}
