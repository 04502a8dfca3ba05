/** Log entries of the warehouse and of carriers in the timelines of orders. */
import { uuidv7 } from '../lib/uuid.ts';
import { createSystemCommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import type { Package } from './package.ts';

interface OrderEvent {
  readonly customerNo: string;
  readonly orderId: string;
  readonly kind: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The event of a package with its label. */
export function buildPackageEvent(
  kind: 'package.packed' | 'package.relabeled',
  { customerNo, orderId, packageNo, status, carrier, service, trackingNo }: Package,
): OrderEvent {
  return { customerNo, orderId, kind, data: { package: packageNo, status, carrier, service, trackingNo } };
}

/** Logs events at `at` on the customers' clocks, as done by the system, all under one new reference. */
export function logOrderEvents(
  tx: Tx,
  operation: 'warehouse' | 'carrier',
  at: Temporal.Instant,
  events: readonly OrderEvent[],
): void {
  const reference = uuidv7();
  for (const { customerNo, orderId, ...event } of events) {
    const context = { ...createSystemCommandContext(customerNo, operation), reference };
    appendLog(tx, context, { ...event, subject: orderId, occurredAt: at });
  }
}
