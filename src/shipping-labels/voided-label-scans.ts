/** Packages that left although their labels were voided. */
import { readCustomerClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { logOrderEvents } from '../warehouse/index.ts';
import type { LabelIntent } from './label-plan.ts';

const voidedStates: ReadonlySet<LabelIntent['state']> = new Set(['void_wanted', 'voided', 'void_refused']);

/** Whether the label was returned to its carrier, or is to be. */
export const isVoidedLabel = ({ state }: Pick<LabelIntent, 'state'>): boolean => voidedStates.has(state);

/**
 * Records that a carrier scanned the package of a voided label, with an entry in the timeline of its order. The package is among the
 * exceptions from then on. Returns false when that was recorded before, or when the label is not voided.
 */
export async function recordVoidedLabelScan(
  tx: Tx,
  { customerNo, intentId, orderId, packageNo, trackingNo }: LabelIntent,
): Promise<boolean> {
  const recorded = await tx.rows(
    `update label_intents set left_voided_at = now()
      where customer_no = $1 and intent_id = $2 and state = any ($3::text[]) and left_voided_at is null
      returning intent_id`,
    [customerNo, intentId, [...voidedStates]],
  );
  if (recorded.length === 0) return false;
  const at = await readCustomerClock(tx, customerNo);
  const data = { package: packageNo, trackingNo };
  logOrderEvents(tx, 'carrier', at, [{ customerNo, orderId, kind: 'package.left_voided', data }]);
  return true;
}
