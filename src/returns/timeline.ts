/**
 * How returns are logged: once under the return, and once in the timeline of its sales order under a kind of the order's
 * own, so that a reader of the whole log meets `return.received` once.
 */
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import type { OrderReturn } from './return.ts';

export type ReturnEvent = 'announced' | 'received' | 'inspected' | 'disposed' | 'canceled' | 'closed';

/** Appends `return.<event>` to the return and `sales_order.return_<event>` to its order. */
export function recordReturnEvent(
  tx: Tx,
  event: ReturnEvent,
  { returnId, rmaNumber, orderId, orderNo, warehouse, status }: OrderReturn,
  at: Temporal.Instant,
  context: CommandContext,
  data: Readonly<Record<string, unknown>> = {},
): void {
  const facts = { rmaNumber, warehouse, status, ...data };
  appendLog(tx, context, {
    kind: `return.${event}`,
    subject: returnId,
    occurredAt: at,
    data: { ...facts, orderId, orderNo },
  });
  appendLog(tx, context, {
    kind: `sales_order.return_${event}`,
    subject: orderId,
    occurredAt: at,
    data: { ...facts, returnId },
  });
}
