/**
 * Packages that left although they must not: their labels were voided, their JIT orders must not ship, or a rule stopped their orders. Each is
 * recorded once.
 */
import { readCustomerClock } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import { logOrderEvents } from '../warehouse/index.ts';
import type { LabelIntent } from './label-plan.ts';

const voidedStates: ReadonlySet<LabelIntent['state']> = new Set(['void_wanted', 'voided', 'void_refused']);

/** Whether the label is to be voided, was voided, or the carrier refused to void it. */
export const isLabelVoidRequested = ({ state }: Pick<LabelIntent, 'state'>): boolean => voidedStates.has(state);

/**
 * Records that a carrier scanned the package of a voided label, with an entry in the timeline of its order. The package is among the
 * exceptions for 30 days. Returns false when that was recorded before, or when the label is not voided.
 */
export async function recordVoidedLabelScan(tx: Tx, intent: LabelIntent): Promise<boolean> {
  const recorded = await tx.rows(
    `update label_intents set left_voided_at = now(), look_up_at = null
      where customer_no = $1 and intent_id = $2 and state = any ($3::text[]) and left_voided_at is null
      returning intent_id`,
    [intent.customerNo, intent.intentId, [...voidedStates]],
  );
  if (recorded.length > 0) await logDeparture(tx, intent, 'package.left_voided');
  return recorded.length > 0;
}

/**
 * Records that a carrier scanned a package of a JIT order that must not ship, and why, in the timeline. The package is among the
 * exceptions for 30 days, or until its order ships with this label. Returns false when that was recorded before.
 */
export async function recordUnauthorizedJitDeparture(tx: Tx, intent: LabelIntent, because: string): Promise<boolean> {
  const recorded = await tx.rows(
    `update label_intents set left_early_at = now()
      where customer_no = $1 and intent_id = $2 and left_early_at is null returning intent_id`,
    [intent.customerNo, intent.intentId],
  );
  if (recorded.length > 0) await logDeparture(tx, intent, 'package.left_early', because);
  return recorded.length > 0;
}

/**
 * Records that a carrier scanned a package that was to stay in its warehouse because a rule stops its order, and why, in the timeline. The
 * package is among the exceptions for 30 days. Nothing is recorded twice.
 */
export async function recordStoppedDeparture(tx: Tx, intent: LabelIntent, because: string): Promise<void> {
  const recorded = await tx.rows(
    `update label_intents set left_stopped_at = now()
      where customer_no = $1 and intent_id = $2 and left_stopped_at is null returning intent_id`,
    [intent.customerNo, intent.intentId],
  );
  if (recorded.length > 0) await logDeparture(tx, intent, 'package.left_early', because);
}

/**
 * Records that a person has seen the departures of a label's package that were recorded until now, which are no exceptions any more, with an
 * entry in the timeline of its order. The caller has a context of the customer. Returns the order of the label, and whether that was recorded
 * before; undefined for a label that the customer does not have, or whose package did not leave wrongly.
 */
export async function acknowledgeWrongDeparture(
  tx: Tx,
  context: CommandContext,
  { intentId, person }: { readonly intentId: string; readonly person: string },
): Promise<(AcknowledgedDeparture & { readonly isRepeated: boolean }) | undefined> {
  const { customerNo } = context;
  const recorded = await tx.rows<AcknowledgedDeparture & { readonly isRepeated: boolean }>(
    `select order_id as "orderId", package_no as "packageNo", coalesce(tracking_no, '') as "trackingNo",
            coalesce(left_acknowledged_at >= greatest(left_voided_at, left_early_at, left_stopped_at), false) as "isRepeated"
       from label_intents where customer_no = $1 and intent_id = $2
        and greatest(left_voided_at, left_early_at, left_stopped_at) is not null
        for update`,
    [customerNo, intentId],
  );
  const [departure] = recorded;
  if (departure === undefined || departure.isRepeated) return departure;
  const { orderId, packageNo, trackingNo } = departure;
  await tx.rows('update label_intents set left_acknowledged_at = now() where customer_no = $1 and intent_id = $2', [
    customerNo,
    intentId,
  ]);
  const occurredAt = await readCustomerClock(tx, customerNo);
  const data = { person, package: packageNo, trackingNo };
  appendLog(tx, context, { kind: 'package.departure_acknowledged', subject: orderId, occurredAt, data });
  return departure;
}

interface AcknowledgedDeparture {
  readonly orderId: string;
  readonly packageNo: number;
  readonly trackingNo: string;
}

async function logDeparture(
  tx: Tx,
  { customerNo, orderId, packageNo, trackingNo }: LabelIntent,
  kind: 'package.left_voided' | 'package.left_early',
  because?: string,
): Promise<void> {
  const at = await readCustomerClock(tx, customerNo);
  const data = { package: packageNo, trackingNo, ...(because !== undefined && { because }) };
  logOrderEvents(tx, 'carrier', at, [{ customerNo, orderId, kind, data }]);
}
