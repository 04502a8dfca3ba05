/**
 * Buying labels, each once: take up an intent, call the carrier outside any transaction, record what it answered.
 *
 * What keeps a label from being bought twice: the intent is there before the call; the carrier's own name of the shipment is
 * recorded before it is paid for, and a carrier takes money for a shipment once; an intent that was taken up before is
 * asked about, by shipment or by reference, before anything is paid. So a process may die between any two steps.
 */
import { type CarrierGateway, type CarrierResult, shipmentReference } from '../carriers/index.ts';
import { readOperatorSettings } from '../inventory/index.ts';
import type { Db } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import { readOrderDetails, readSalesOrders, type SalesOrder, type SalesOrderKey } from '../sales-orders/index.ts';
import { readSkus } from '../skus/index.ts';
import { operatorHolidays, readCarrierRules, readWarehouseAddresses, warehouseOf } from '../warehouse/index.ts';
import {
  claimIntents,
  clearShipment,
  postponeIntent,
  readIntentsOfOrders,
  releaseIntents,
  saveShipment,
} from './label-intent-store.ts';
import {
  insuredValue,
  type LabelInput,
  type LabelIntent,
  labelInputHash,
  mayHaveLabels,
  retryDelayMinutes,
  shipmentRequest,
} from './label-plan.ts';
import { dropIntent, recordBought, recordRefusal, recordVoided } from './label-results.ts';

export interface LabelDeps extends Pick<Environment, 'db' | 'logger'> {
  readonly gateway: CarrierGateway;
}

const maxConcurrent = 20;
/** Longer than all calls for one order take, but for a carrier that hardly answers; two at work on one intent pay once. */
const leaseSeconds = 300;
/** For who waits for the answer: where its process ends, others go on sooner. */
const callerLeaseSeconds = 60;

/** Does all label work of a customer that is due. Safe beside others, and again after any crash. */
export async function processLabels(deps: LabelDeps, customerNo: string, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const claimed = await deps.db.write((tx) => claimIntents(tx, customerNo, { most: maxConcurrent, leaseSeconds }));
    if (claimed.length === 0) return;
    // Packages of an order one after the other: the first decides how the others travel.
    const orders = Map.groupBy(claimed, (intent) => intent.orderId);
    await Promise.all([...orders.values()].map((intents) => processOrderIntents(deps, intents)));
  }
}

/**
 * Does what label work of one order is due, begins nothing after `deadline` (of `performance.now()`), and leaves the rest to
 * whoever comes next.
 */
export async function processLabelsOfOrder(deps: LabelDeps, order: SalesOrderKey, deadline: number): Promise<void> {
  const { customerNo, orderId } = order;
  while (performance.now() < deadline) {
    const claim = { most: maxConcurrent, leaseSeconds: callerLeaseSeconds, orderId };
    const claimed = await deps.db.write((tx) => claimIntents(tx, customerNo, claim));
    if (claimed.length === 0) return;
    const left = await processOrderIntents(deps, claimed, deadline);
    await deps.db.write((tx) => releaseIntents(tx, left));
  }
}

/** Answers those that were not begun. */
async function processOrderIntents(
  deps: LabelDeps,
  intents: readonly LabelIntent[],
  deadline = Number.POSITIVE_INFINITY,
): Promise<readonly LabelIntent[]> {
  for (const [index, intent] of intents.entries()) {
    if (performance.now() >= deadline) return intents.slice(index);
    try {
      if (intent.state === 'void_wanted') await voidLabel(deps, intent);
      else await buyLabel(deps, intent);
    } catch (err) {
      const { customerNo, orderId, intentId } = intent;
      deps.logger.error({ err, customerNo, orderId, intentId }, 'label work failed and is put off');
      await postpone(deps, intent, 'a fault of ours');
    }
  }
  return [];
}

async function buyLabel(deps: LabelDeps, intent: LabelIntent): Promise<void> {
  const { db, gateway } = deps;
  const [order] = await readSalesOrders(db, [intent]);
  if (order === undefined || !(await isStillNeeded(db, intent, order))) {
    await db.write((tx) => dropIntent(tx, intent));
    return;
  }
  if (intent.attempts > 1 && (await resolveEarlierAttempt(deps, intent))) return;
  const facts = await readLabelInput(db, intent, order);
  if (facts === undefined) {
    await postpone(deps, intent, `warehouse ${order.warehouse} has no address in warehouse_addresses`);
    return;
  }
  const rated = await shipmentToBuy(deps, intent, facts);
  if (rated === undefined) return;
  const { shipmentId, rateId } = rated;
  const reference = shipmentReference(intent.customerNo, intent.intentId);
  const answer = await gateway.buyLabel({ shipmentId, rateId, reference, insuredValue: insuredValue(facts) });
  if (answer.outcome === 'done') {
    await db.write((tx) => recordBought(tx, intent, answer.data));
    return;
  }
  // A rate is good for some hours; then a new shipment is needed.
  if (answer.outcome === 'refused' && answer.because === 'rate' && intent.attempts < 3) {
    await db.write((tx) => clearShipment(tx, intent, shipmentId));
    await postpone(deps, intent, messageText(answer));
    return;
  }
  await recordFailure(deps, intent, answer);
}

/** Whether its order still needs this label: a JIT order may have been canceled or changed since it was wanted. */
async function isStillNeeded(db: Db, { plan }: LabelIntent, order: SalesOrder): Promise<boolean> {
  if (!mayHaveLabels(order)) return false;
  if (order.orderType !== 'JIT' || plan.inputHash === undefined) return true;
  return plan.inputHash === labelInputHash(order, (await readOrderDetails(db, [order])).get(order.orderId));
}

/** Asks what became of an intent that was taken up before. True when there is nothing more to do now. */
async function resolveEarlierAttempt(deps: LabelDeps, intent: LabelIntent): Promise<boolean> {
  const { db, gateway } = deps;
  const { customerNo, intentId, shipmentId } = intent;
  const reference = shipmentReference(customerNo, intentId);
  const found = await gateway.findLabel(shipmentId === undefined ? { reference } : { shipmentId, reference });
  if (found.outcome !== 'done') {
    await postponeAsReplied(deps, intent, found);
    return true;
  }
  const { data } = found;
  if (data.state === 'bought') {
    await db.write((tx) => recordBought(tx, intent, data.label));
    return true;
  }
  if ((data.state === 'none' || data.state === 'refunded') && shipmentId !== undefined) {
    await db.write((tx) => clearShipment(tx, intent, shipmentId));
    await postpone(deps, intent, `the carrier says of the shipment: ${data.state}`);
    return true;
  }
  return false;
}

/** The shipment to pay for: the one that is recorded, or a new one, recorded now. Undefined when the carrier has none. */
async function shipmentToBuy(
  deps: LabelDeps,
  intent: LabelIntent,
  facts: LabelInput,
): Promise<{ shipmentId: string; rateId: string } | undefined> {
  const { db, gateway } = deps;
  const { shipmentId, rateId } = intent;
  if (shipmentId !== undefined && rateId !== undefined) return { shipmentId, rateId };
  const rated = await gateway.rateAndChoose(shipmentRequest(facts));
  if (rated.outcome !== 'done') {
    await recordFailure(deps, intent, rated);
    return undefined;
  }
  const { chosen } = rated.data;
  const kept = await db.write((tx) => saveShipment(tx, intent, { ...chosen, shipmentId: rated.data.shipmentId }));
  if (kept?.state !== 'wanted' || kept.shipmentId === undefined || kept.rateId === undefined) return undefined;
  return { shipmentId: kept.shipmentId, rateId: kept.rateId };
}

/** The order's first package decides for the others how they travel. */
async function readLabelInput(db: Db, intent: LabelIntent, order: SalesOrder): Promise<LabelInput | undefined> {
  const { customerNo } = intent;
  const address = (await readWarehouseAddresses(db)).get(intent.plan.warehouse);
  if (address === undefined) return undefined;
  const leader = (await readIntentsOfOrders(db, [intent])).find(
    (i) => i.shipmentId !== undefined && i.rateId !== undefined && (i.state === 'wanted' || i.state === 'bought'),
  );
  const operator = await readOperatorSettings(db);
  const skus = await readSkus(
    db,
    intent.plan.items.map(({ itemNo }) => ({ customerNo, itemNo })),
  );
  return {
    intent: leader === undefined ? intent : { ...intent, carrier: leader.carrier, service: leader.service },
    order,
    details: (await readOrderDetails(db, [order])).get(order.orderId),
    warehouse: warehouseOf(intent.plan.warehouse, operator),
    address,
    skuOf: (itemNo) => skus.get(`${customerNo}\n${itemNo}`),
    rules: await readCarrierRules(db),
    holidays: operatorHolidays(operator),
  };
}

/** Gives a label back that nobody wants; where it is not known whether one was bought, asks first. */
async function voidLabel(deps: LabelDeps, intent: LabelIntent): Promise<void> {
  const { db, gateway } = deps;
  const { customerNo, intentId, shipmentId } = intent;
  const reference = shipmentReference(customerNo, intentId);
  const found = await gateway.findLabel(shipmentId === undefined ? { reference } : { shipmentId, reference });
  if (found.outcome !== 'done') {
    await postponeAsReplied(deps, intent, found);
    return;
  }
  if (found.data.state !== 'bought') {
    await db.write((tx) => recordVoided(tx, intent, found.data.state));
    return;
  }
  const answer = await gateway.voidLabel(found.data.label.shipmentId);
  if (answer.outcome === 'done') await db.write((tx) => recordVoided(tx, intent, answer.data.status));
  else await postponeAsReplied(deps, intent, answer);
}

async function recordFailure(
  deps: LabelDeps,
  intent: LabelIntent,
  answer: Exclude<CarrierResult<unknown>, { readonly outcome: 'done' }>,
): Promise<void> {
  if (answer.outcome === 'unclear') await postponeAsReplied(deps, intent, answer);
  else await deps.db.write((tx) => recordRefusal(tx, intent, answer.because, answer.messages));
}

/** As long as the carrier says, else as ever. */
async function postponeAsReplied(deps: LabelDeps, intent: LabelIntent, answer: CarrierResult<unknown>): Promise<void> {
  const seconds = answer.outcome === 'unclear' ? answer.retryAfterSeconds : undefined;
  await postpone(deps, intent, messageText(answer), seconds);
}

async function postpone(
  { db, logger }: LabelDeps,
  intent: LabelIntent,
  said: string,
  seconds = retryDelayMinutes(intent.attempts) * 60,
): Promise<void> {
  const { customerNo, orderId, intentId, attempts } = intent;
  await db.write((tx) => postponeIntent(tx, intent, seconds, said));
  logger.warn({ customerNo, orderId, intentId, attempts, seconds, said }, 'a label is put off');
}

const messageText = ({ messages }: CarrierResult<unknown>): string =>
  messages.map(({ code, text }) => (code === '' ? text : `${code}: ${text}`)).join('; ');
