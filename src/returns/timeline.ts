/**
 * Log entries of returns: one for the return, and one of a separate kind for its sales order, so that `return.received`
 * is logged once.
 */
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import type { OrderReturn } from './return.ts';

type ReturnEventKind = 'announced' | 'received' | 'inspected' | 'disposed' | 'canceled' | 'closed';

/** Appends `return.<event>` to the return and `sales_order.return_<event>` to its order. */
export function recordReturnEvent(
  tx: Tx,
  event: ReturnEventKind,
  { returnId, rmaNumber, orderId, orderNo, warehouse, status }: OrderReturn,
  at: Temporal.Instant,
  context: CommandContext,
  data: Readonly<Record<string, unknown>> = {},
): void {
  const shared = { rmaNumber, warehouse, status, ...data };
  appendLog(tx, context, {
    kind: `return.${event}`,
    subject: returnId,
    occurredAt: at,
    data: { ...shared, orderId, orderNo },
  });
  appendLog(tx, context, {
    kind: `sales_order.return_${event}`,
    subject: orderId,
    occurredAt: at,
    data: { ...shared, returnId },
  });
}
