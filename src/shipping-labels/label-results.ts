/**
 * What carriers answered, recorded: each in a transaction of its own, under the order's lock, by whoever comes first.
 *
 * An order leaves with all its packages: they appear together when the last label is bought. A refusal gives the whole
 * order back: it is open again and on hold, its stock reserved as before, what was paid for it is to be given back.
 */

import { type BoughtLabel, type CarrierMessage, purchasedService } from '../carriers/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import { customerTime } from '../platform/clock.ts';
import { systemContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import { lockSalesOrders, type SalesOrder, upsertHolds } from '../sales-orders/index.ts';
import { carrierRefusalHold } from '../warehouse/index.ts';
import { lockIntentsOfOrders, saveBoughtLabel, setIntentStates } from './label-intent-store.ts';
import { packBoughtLabels } from './label-packing.ts';
import { type LabelIntent, mayHaveLabels } from './label-plan.ts';
import { voidUnneededLabels } from './label-requests.ts';
import { unpackOrder } from './unpack-order.ts';

async function lockOrder(tx: Tx, intent: LabelIntent) {
  const [order] = await lockSalesOrders(tx, [intent]);
  const intents = await lockIntentsOfOrders(tx, [intent]);
  return { order, intents, current: intents.find(({ intentId }) => intentId === intent.intentId) };
}

/**
 * A label was paid for. Recorded again nothing changes; where nobody wants it any more it is to be given back, also where
 * that seemed done: who paid may have been slow.
 */
export async function recordBought(tx: Tx, intent: LabelIntent, label: BoughtLabel): Promise<void> {
  const { order, intents, current } = await lockOrder(tx, intent);
  if (current === undefined || current.state === 'bought') return;
  const chosen = { carrier: current.carrier as CarrierCode, service: current.service as CarrierServiceCode };
  const way = purchasedService(label, chosen);
  if (current.state !== 'wanted' || order === undefined || !mayHaveLabels(order)) {
    await saveBoughtLabel(tx, current, 'void_wanted', label, way);
    return;
  }
  await saveBoughtLabel(tx, current, 'bought', label, way);
  const at = await customerTime(tx, order.customerNo);
  logLabelEvent(tx, order, at, 'package.label_bought', { package: current.packageNo, trackingNo: label.trackingNo });
  // What a JIT order is packed in comes to the bench later.
  if (order.orderType === 'JIT' || intents.some((other) => other.state === 'wanted' && other !== current)) return;
  await packBoughtLabels(tx, [order], at);
}

/** The carrier said no: the order is given back and holds. Passed over where it has moved on. */
export async function recordRefusal(
  tx: Tx,
  intent: LabelIntent,
  because: string,
  messages: readonly CarrierMessage[],
): Promise<void> {
  const { order, current } = await lockOrder(tx, intent);
  if (current?.state !== 'wanted') return;
  const said = messages.map(({ text }) => text).join('; ');
  await setIntentStates(tx, [{ ...current, state: 'refused' }], said);
  if (order === undefined || !mayHaveLabels(order)) {
    await voidUnneededLabels(tx, [intent]);
    return;
  }
  const at = await customerTime(tx, order.customerNo);
  const hold = carrierRefusalHold(because, messages);
  await upsertHolds(tx, [{ ...order, hold, placedAt: at }]);
  const status = await unpackOrder(tx, order, at);
  logLabelEvent(tx, order, at, 'sales_order.held', {
    because: 'the carrier refuses a package',
    source: 'Carrier',
    status,
    codes: messages.map(({ code }) => code).filter((code) => code !== ''),
    holds: [{ reason: hold.reason, cause: hold.cause }],
  });
}

/** Nobody wants this label any more: its order had moved on, or said otherwise, when it was taken up. */
export async function dropIntent(tx: Tx, intent: LabelIntent): Promise<void> {
  const { current } = await lockOrder(tx, intent);
  if (current?.state !== 'wanted') return;
  await setIntentStates(tx, [{ ...current, state: current.shipmentId === undefined ? 'dropped' : 'void_wanted' }]);
}

/** The label was given back, or was never bought. */
export async function recordVoided(tx: Tx, intent: LabelIntent, said: string): Promise<void> {
  const { order, current } = await lockOrder(tx, intent);
  if (current?.state !== 'void_wanted') return;
  await setIntentStates(tx, [{ ...current, state: 'voided' }], said);
  if (order === undefined || current.trackingNo === '') return;
  const at = await customerTime(tx, order.customerNo);
  logLabelEvent(tx, order, at, 'package.label_voided', { package: current.packageNo, trackingNo: current.trackingNo });
}

function logLabelEvent(
  tx: Tx,
  order: SalesOrder,
  at: Temporal.Instant,
  kind: string,
  data: Record<string, unknown>,
): void {
  const { customerNo, orderId } = order;
  appendLog(tx, systemContext(customerNo, 'carrier'), {
    kind,
    subject: orderId,
    occurredAt: at,
    data,
  });
}
