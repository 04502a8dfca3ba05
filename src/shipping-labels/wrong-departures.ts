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
  return await recordDeparture(tx, intent, 'left_voided_at');
}

/**
 * Records that a carrier scanned a package of a JIT order that must not ship, and why, in the timeline. The package is among the
 * exceptions for 30 days, or until its order ships with this label. Returns false when that was recorded before.
 */
export async function recordUnauthorizedJitDeparture(tx: Tx, intent: LabelIntent, because: string): Promise<boolean> {
  return await recordDeparture(tx, intent, 'left_early_at', because);
}

/**
 * Records that a carrier scanned a package that was to stay in its warehouse because a rule stops its order, and why, in the timeline. The
 * package is among the exceptions for 30 days. Nothing is recorded twice.
 */
export async function recordStoppedDeparture(tx: Tx, intent: LabelIntent, because: string): Promise<void> {
  await recordDeparture(tx, intent, 'left_stopped_at', because);
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

/** Records a departure once. Returns false when it was recorded before; a voided departure also when the label is not voided. */
async function recordDeparture(
  tx: Tx,
  { customerNo, intentId, orderId, packageNo, trackingNo }: LabelIntent,
  column: 'left_voided_at' | 'left_early_at' | 'left_stopped_at',
  because?: string,
): Promise<boolean> {
  const isOfVoidedLabel = column === 'left_voided_at';
  const recorded = await tx.rows(
    `update label_intents set ${column} = now()${isOfVoidedLabel ? ', look_up_at = null' : ''}
      where customer_no = $1 and intent_id = $2 and ${column} is null and ($3::text[] is null or state = any ($3))
      returning intent_id`,
    [customerNo, intentId, isOfVoidedLabel ? [...voidedStates] : null],
  );
  if (recorded.length === 0) return false;
  const at = await readCustomerClock(tx, customerNo);
  const data = { package: packageNo, trackingNo, ...(because !== undefined && { because }) };
  const kind = isOfVoidedLabel ? 'package.left_voided' : 'package.left_early';
  logOrderEvents(tx, 'carrier', at, [{ customerNo, orderId, kind, data }]);
  return true;
}
