/**
 * What carriers answered, recorded: each in a transaction of its own, under the order's lock, by whoever comes first.
 *
 * An order leaves with all its packages: they appear together when the last label is bought. A refusal gives the whole
 * order back: it is open again and on hold, its stock reserved as before, what was paid for it is to be given back.
 */
import { type BoughtLabel, type CarrierMessage, wayBought } from '../carriers/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import { readOperatorData, stopDemands } from '../inventory/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { customerTime } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import {
  lockSalesOrders,
  openStatus,
  placeHolds,
  readHolds,
  readSalesOrderDocuments,
  type SalesOrder,
  setSalesOrders,
} from '../sales-orders/index.ts';
import { estimatedDelivery } from './floor.ts';
import { claimLabels } from './label-claim.ts';
import { lockIntentsOfOrder, setBought, setIntentStates } from './label-intent-store.ts';
import { type LabelIntent, plannedPackage, plansHold, refusalHold } from './label-plan.ts';
import { insertPackages, readPackages } from './package-store.ts';
import { shipTo } from './ship-to.ts';

async function lockOrder(tx: Tx, intent: LabelIntent) {
  const [order] = await lockSalesOrders(tx, [intent]);
  const intents = await lockIntentsOfOrder(tx, intent);
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
  if (mine.state !== 'wanted' || order?.status !== 'PROCESSING ORDER') {
    await setBought(tx, mine, 'void_wanted', label, way);
    return;
  }
  await setBought(tx, mine, 'bought', label, way);
  const at = await customerTime(tx, order.customerNo);
  tell(tx, order, at, 'package.label_bought', { package: mine.packageNo, trackingNo: label.trackingNo });
  if (intents.some((other) => other.state === 'wanted' && other !== mine)) return;
  await finish(tx, order, at);
}

/** All labels are bought: the packages appear. Where lines were picked short meanwhile, all is packed and bought anew. */
async function finish(tx: Tx, order: SalesOrder, at: Temporal.Instant): Promise<void> {
  const bought = (await lockIntentsOfOrder(tx, order)).filter(({ state }) => state === 'bought');
  if ((await readPackages(tx, [order])).length > 0) return;
  const plans = bought.map(({ plan }) => plan);
  if (!plansHold(order, plans)) {
    await setIntentStates(
      tx,
      bought.map((intent) => ({ ...intent, state: 'void_wanted' as const })),
    );
    await claimLabels(tx, [order], at);
    return;
  }
  const [first] = bought;
  if (first === undefined) return;
  const { carrier, service } = first;
  await setSalesOrders(tx, [{ ...order, carrier, service }]);
  const operator = await readOperatorData(tx);
  const to = shipTo((await readSalesOrderDocuments(tx, [order])).get(order.orderId));
  const packages = bought.map((intent) => {
    const day = Temporal.PlainDate.from(intent.plan.requestedShipDate);
    return plannedPackage(intent, at, estimatedDelivery({ ...order, ...intent }, to, day, operator));
  });
  insertPackages(tx, packages);
  for (const { packageNo, status, trackingNo, ...way } of packages) {
    const data = { package: packageNo, status, carrier: way.carrier, service: way.service, trackingNo };
    tell(tx, order, at, 'package.packed', data);
  }
}

/** The carrier said no. Passed over where the order has moved on. */
export async function recordRefused(
  tx: Tx,
  intent: LabelIntent,
  because: string,
  messages: readonly CarrierMessage[],
): Promise<void> {
  const { order, intents, mine } = await lockOrder(tx, intent);
  if (mine?.state !== 'wanted') return;
  const said = messages.map(({ text }) => text).join('; ');
  await setIntentStates(tx, [{ ...mine, state: 'refused' }], said);
  await setIntentStates(tx, given(intents, mine));
  if (order?.status !== 'PROCESSING ORDER') return;
  const at = await customerTime(tx, order.customerNo);
  const hold = refusalHold(because, messages);
  await stopDemands(tx, [{ customerNo: order.customerNo, subject: order.orderId }]);
  await placeHolds(tx, [{ ...order, hold, placedAt: at }]);
  const holds = (await readHolds(tx, [order])).get(order.orderId) ?? [hold];
  const status = openStatus(holds);
  await setSalesOrders(tx, [{ customerNo: order.customerNo, orderId: order.orderId, status }]);
  tell(tx, order, at, 'sales_order.held', {
    because: 'the carrier refuses a package',
    source: 'Carrier',
    status,
    codes: messages.map(({ code }) => code).filter((code) => code !== ''),
    holds: [{ reason: hold.reason, cause: hold.cause }],
  });
}

/** What becomes of an order's other labels: given back where one was or may have been bought. */
function given(intents: readonly LabelIntent[], mine: LabelIntent) {
  return intents
    .filter((other) => other !== mine && (other.state === 'wanted' || other.state === 'bought'))
    .map((other) => ({
      ...other,
      state: other.state === 'bought' || other.attempts > 0 ? ('void_wanted' as const) : ('dropped' as const),
    }));
}

/** Nobody wants this label any more: its order was not in work when it was taken up. */
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
