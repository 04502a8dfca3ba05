/**
 * What carriers answered, recorded: each in a transaction of its own, under the order's lock, by whoever comes first.
 *
 * An order leaves with all its packages: they appear together when the last label is bought. A refusal gives the whole
 * order back: it is open again and on hold, its stock reserved as before, what was paid for it is to be given back.
 */
import { type BoughtLabel, type CarrierMessage, wayBought } from '../carriers/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { customerTime } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import { lockSalesOrders, placeHolds, type SalesOrder } from '../sales-orders/index.ts';
import { withdrawLabels } from './label-claim.ts';
import { lockIntentsOfOrders, setBought, setIntentStates } from './label-intent-store.ts';
import { packBoughtLabels } from './label-packing.ts';
import { type LabelIntent, mayHaveLabels, refusalHold } from './label-plan.ts';
import { takeBackOrder } from './take-back.ts';

async function lockOrder(tx: Tx, intent: LabelIntent) {
  const [order] = await lockSalesOrders(tx, [intent]);
  const intents = await lockIntentsOfOrders(tx, [intent]);
  return { order, intents, mine: intents.find(({ intentId }) => intentId === intent.intentId) };
}

/**
 * A label was paid for. Recorded again nothing changes; where nobody wants it any more it is to be given back, also where
 * that seemed done: who paid may have been slow.
 */
export async function recordBought(tx: Tx, intent: LabelIntent, label: BoughtLabel): Promise<void> {
  const { order, intents, mine } = await lockOrder(tx, intent);
  if (mine === undefined || mine.state === 'bought') return;
  const chosen = { carrier: mine.carrier as CarrierCode, service: mine.service as CarrierServiceCode };
  const way = wayBought(label, chosen);
  if (mine.state !== 'wanted' || order === undefined || !mayHaveLabels(order)) {
    await setBought(tx, mine, 'void_wanted', label, way);
    return;
  }
  await setBought(tx, mine, 'bought', label, way);
  const at = await customerTime(tx, order.customerNo);
  tell(tx, order, at, 'package.label_bought', { package: mine.packageNo, trackingNo: label.trackingNo });
  // What a JIT order is packed in comes to the bench later.
  if (order.orderType === 'JIT' || intents.some((other) => other.state === 'wanted' && other !== mine)) return;
  await packBoughtLabels(tx, [order], at);
}

/** The carrier said no: the order is given back and holds. Passed over where it has moved on. */
export async function recordRefused(
  tx: Tx,
  intent: LabelIntent,
  because: string,
  messages: readonly CarrierMessage[],
): Promise<void> {
  const { order, mine } = await lockOrder(tx, intent);
  if (mine?.state !== 'wanted') return;
  const said = messages.map(({ text }) => text).join('; ');
  await setIntentStates(tx, [{ ...mine, state: 'refused' }], said);
  if (order === undefined || !mayHaveLabels(order)) {
    await withdrawLabels(tx, [intent]);
    return;
  }
  const at = await customerTime(tx, order.customerNo);
  const hold = refusalHold(because, messages);
  await placeHolds(tx, [{ ...order, hold, placedAt: at }]);
  const status = await takeBackOrder(tx, order, at);
  tell(tx, order, at, 'sales_order.held', {
    because: 'the carrier refuses a package',
    source: 'Carrier',
    status,
    codes: messages.map(({ code }) => code).filter((code) => code !== ''),
    holds: [{ reason: hold.reason, cause: hold.cause }],
  });
}

/** Nobody wants this label any more: its order had moved on, or said otherwise, when it was taken up. */
export async function dropIntent(tx: Tx, intent: LabelIntent): Promise<void> {
  const { mine } = await lockOrder(tx, intent);
  if (mine?.state !== 'wanted') return;
  await setIntentStates(tx, [{ ...mine, state: mine.shipmentId === undefined ? 'dropped' : 'void_wanted' }]);
}

/** The label was given back, or was never bought. */
export async function recordVoided(tx: Tx, intent: LabelIntent, said: string): Promise<void> {
  const { order, mine } = await lockOrder(tx, intent);
  if (mine?.state !== 'void_wanted') return;
  await setIntentStates(tx, [{ ...mine, state: 'voided' }], said);
  if (order === undefined || mine.trackingNo === '') return;
  const at = await customerTime(tx, order.customerNo);
  tell(tx, order, at, 'package.label_voided', { package: mine.packageNo, trackingNo: mine.trackingNo });
}

function tell(tx: Tx, order: SalesOrder, at: Temporal.Instant, kind: string, data: Record<string, unknown>): void {
  const { customerNo, orderId } = order;
  appendLog(tx, {
    customerNo,
    kind,
    subject: orderId,
    reference: uuidv7(),
    occurredAt: at,
    operation: 'carrier',
    actor: 'system',
    data,
  });
}
