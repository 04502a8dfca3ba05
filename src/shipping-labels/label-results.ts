/**
 * Records results of carriers, each in its own transaction under the order's lock.
 *
 * The packages of an order are created together, when its last label is bought, those of a JIT order by the scan at the packing
 * station. A refusal reopens the whole order: it goes on hold with its stock reserved, and labels already paid for are voided.
 */
import { type CarrierMessage, serviceOfBoughtLabel, toCarrierAndService } from '../carriers/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { readCustomerClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { lockSalesOrders } from '../sales-orders/index.ts';
import { logOrderEvents } from '../warehouse/index.ts';
import { holdOrderRefusedByCarrier } from './hold-refused-order.ts';
import {
  insertLabelIntents,
  lockLabelIntentsOfOrders,
  saveBoughtLabel,
  setLabelIntentStates,
} from './label-intent-store.ts';
import { packOrdersWithBoughtLabels } from './label-packing.ts';
import { type BoughtLabelWithAccount, canBuyLabels, type LabelIntent } from './label-plan.ts';
import { voidLabelsOfOrders } from './label-requests.ts';

async function lockOrder(tx: Tx, intent: LabelIntent) {
  const [order] = await lockSalesOrders(tx, [intent]);
  const intents = await lockLabelIntentsOfOrders(tx, [intent]);
  return { order, intents, current: intents.find(({ intentId }) => intentId === intent.intentId) };
}

/**
 * Records a purchased label; idempotent. A label that is no longer needed is marked to be voided, even if its intent
 * was voided before, because a slow purchase may have completed after that. So is a label of a shipment that was refused to
 * another process, which has bought another label for the package since.
 */
export async function recordBoughtLabel(tx: Tx, intent: LabelIntent, label: BoughtLabelWithAccount): Promise<void> {
  const { order, intents, current } = await lockOrder(tx, intent);
  if (current === undefined) return;
  const chosen = toCarrierAndService(current);
  const carrierService = serviceOfBoughtLabel(label, chosen);
  if (current.trackingNo !== '' && current.shipmentId !== label.shipmentId) {
    if (intents.some(({ shipmentId }) => shipmentId === label.shipmentId)) return;
    const second = { ...current, intentId: uuidv7(), wantedAt: Temporal.Now.instant() };
    insertLabelIntents(tx, [second], 'void_wanted');
    await saveBoughtLabel(tx, second, 'void_wanted', label, carrierService);
    return;
  }
  if (current.state === 'bought') return;
  if (current.state !== 'wanted' || order === undefined || !canBuyLabels(order)) {
    await saveBoughtLabel(tx, current, 'void_wanted', label, carrierService);
    return;
  }
  await saveBoughtLabel(tx, current, 'bought', label, carrierService);
  const at = await readCustomerClock(tx, order.customerNo);
  logOrderEvents(tx, 'carrier', at, [
    {
      customerNo: order.customerNo,
      orderId: order.orderId,
      kind: 'package.label_bought',
      data: { package: current.packageNo, trackingNo: label.trackingNo },
    },
  ]);
  // JIT orders are packed after the scan at the packing station.
  if (order.orderType === 'JIT' || intents.some((other) => other.state === 'wanted' && other !== current)) return;
  await packOrdersWithBoughtLabels(tx, [order], at);
}

/**
 * Records a refusal: the order is reopened and put on hold or, where it may have no labels now, its labels are voided. Skipped
 * when the intent is no longer requested.
 */
export async function recordLabelPurchaseRefusal(
  tx: Tx,
  intent: LabelIntent,
  because: string,
  messages: readonly CarrierMessage[],
): Promise<void> {
  const { order, current } = await lockOrder(tx, intent);
  if (current?.state !== 'wanted') return;
  // While it is in force, the order is given back the carrier and service that it names as requested.
  if (order === undefined || !canBuyLabels(order)) await voidLabelsOfOrders(tx, [intent]);
  else await holdOrderRefusedByCarrier(tx, order, { because, messages }, await readCustomerClock(tx, order.customerNo));
  const response = messages.map(({ text }) => text).join('; ');
  await setLabelIntentStates(tx, [{ ...current, state: 'refused' }], response);
}

/** Drops an intent that is no longer needed; voids it when a shipment exists. */
export async function dropOrVoidLabelIntent(tx: Tx, intent: LabelIntent): Promise<void> {
  const { current } = await lockOrder(tx, intent);
  if (current?.state !== 'wanted') return;
  await setLabelIntentStates(tx, [{ ...current, state: current.shipmentId === undefined ? 'dropped' : 'void_wanted' }]);
}

/** Records that a label was refunded, or never bought. */
export async function recordVoidedLabel(tx: Tx, intent: LabelIntent, response: string): Promise<void> {
  await endVoid(tx, intent, response, { state: 'voided', kind: 'package.label_voided', data: {} });
}

/** Records that the carrier refused to void a label, so that a person can claim the money. */
export async function recordLabelVoidRefusal(tx: Tx, intent: LabelIntent, response: string): Promise<void> {
  const data = { because: response };
  await endVoid(tx, intent, response, { state: 'void_refused', kind: 'package.label_void_refused', data });
}

async function endVoid(
  tx: Tx,
  intent: LabelIntent,
  response: string,
  { state, kind, data }: { state: 'voided' | 'void_refused'; kind: string; data: Readonly<Record<string, string>> },
): Promise<void> {
  const { order, current } = await lockOrder(tx, intent);
  if (current?.state !== 'void_wanted') return;
  await setLabelIntentStates(tx, [{ ...current, state }], response);
  if (order === undefined || current.trackingNo === '') return;
  const at = await readCustomerClock(tx, order.customerNo);
  const { customerNo, orderId } = order;
  const { packageNo, trackingNo } = current;
  logOrderEvents(tx, 'carrier', at, [{ customerNo, orderId, kind, data: { package: packageNo, trackingNo, ...data } }]);
}
