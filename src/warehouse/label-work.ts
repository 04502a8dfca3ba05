/**
 * Buying labels, each once: take up an intent, call the carrier outside any transaction, record what it answered.
 *
 * What keeps a label from being bought twice: the intent is there before the call; the carrier's own name of the shipment is
 * recorded before it is paid for, and a carrier takes money for a shipment once; an intent that was taken up before is
 * asked about, by shipment or by reference, before anything is paid. So a process may die between any two steps.
 */
import { type CarrierAnswer, type CarrierGateway, shipmentReference } from '../carriers/index.ts';
import { readOperatorData } from '../inventory/index.ts';
import type { Db } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import { type OrderKey, readSalesOrderDocuments, readSalesOrders, type SalesOrder } from '../sales-orders/index.ts';
import { readSkus } from '../skus/index.ts';
import { readCarrierRules, readWarehouseAddresses } from './carrier-settings-store.ts';
import { holidays, warehouseOf } from './floor.ts';
import {
  claimIntents,
  forgetShipment,
  keepShipment,
  putOffIntent,
  readIntentsOfOrders,
  releaseIntents,
} from './label-intent-store.ts';
import {
  insuredValue,
  type LabelFacts,
  type LabelIntent,
  labelWish,
  mayHaveLabels,
  minutesToWait,
  shipmentRequest,
} from './label-plan.ts';
import { dropIntent, recordBought, recordRefused, recordVoided } from './label-results.ts';

export interface LabelPlace extends Pick<Environment, 'db' | 'logger'> {
  readonly gateway: CarrierGateway;
}

const atOnce = 20;
/** Longer than all calls for one order take, but for a carrier that hardly answers; two at work on one intent pay once. */
const leaseSeconds = 300;
/** For who waits for the answer: where its process ends, others go on sooner. */
const waitedForSeconds = 60;

/** Does all label work of a customer that is due. Safe beside others, and again after any crash. */
export async function workOffLabels(place: LabelPlace, customerNo: string, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const claimed = await place.db.write((tx) => claimIntents(tx, customerNo, { most: atOnce, leaseSeconds }));
    if (claimed.length === 0) return;
    // Packages of an order one after the other: the first decides how the others travel.
    const orders = Map.groupBy(claimed, (intent) => intent.orderId);
    await Promise.all([...orders.values()].map((intents) => workOffOrder(place, intents)));
  }
}

/**
 * Does what label work of one order is due, begins nothing after `deadline` (of `performance.now()`), and leaves the rest to
 * whoever comes next.
 */
export async function workOffLabelsOfOrder(place: LabelPlace, order: OrderKey, deadline: number): Promise<void> {
  const { customerNo, orderId } = order;
  while (performance.now() < deadline) {
    const claim = { most: atOnce, leaseSeconds: waitedForSeconds, orderId };
    const claimed = await place.db.write((tx) => claimIntents(tx, customerNo, claim));
    if (claimed.length === 0) return;
    const left = await workOffOrder(place, claimed, deadline);
    await place.db.write((tx) => releaseIntents(tx, left));
  }
}

/** Answers those that were not begun. */
async function workOffOrder(
  place: LabelPlace,
  intents: readonly LabelIntent[],
  deadline = Number.POSITIVE_INFINITY,
): Promise<readonly LabelIntent[]> {
  for (const [index, intent] of intents.entries()) {
    if (performance.now() >= deadline) return intents.slice(index);
    try {
      if (intent.state === 'void_wanted') await giveBack(place, intent);
      else await buy(place, intent);
    } catch (err) {
      const { customerNo, orderId, intentId } = intent;
      place.logger.error({ err, customerNo, orderId, intentId }, 'label work failed and is put off');
      await putOff(place, intent, 'a fault of ours');
    }
  }
  return [];
}

async function buy(place: LabelPlace, intent: LabelIntent): Promise<void> {
  const { db, gateway } = place;
  const [order] = await readSalesOrders(db, [intent]);
  if (order === undefined || !(await isWanted(db, intent, order))) {
    await db.write((tx) => dropIntent(tx, intent));
    return;
  }
  if (intent.attempts > 1 && (await wasSettled(place, intent))) return;
  const facts = await readFacts(db, intent, order);
  if (facts === undefined) {
    await putOff(place, intent, `warehouse ${order.warehouse} has no address in warehouse_addresses`);
    return;
  }
  const rated = await shipmentOf(place, intent, facts);
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
    await db.write((tx) => forgetShipment(tx, intent, shipmentId));
    await putOff(place, intent, wordsOf(answer));
    return;
  }
  await settle(place, intent, answer);
}

/** Whether its order still needs this label: a JIT order may have been cancelled or changed since it was wanted. */
async function isWanted(db: Db, { plan }: LabelIntent, order: SalesOrder): Promise<boolean> {
  if (!mayHaveLabels(order)) return false;
  if (order.orderType !== 'JIT' || plan.wish === undefined) return true;
  return plan.wish === labelWish(order, (await readSalesOrderDocuments(db, [order])).get(order.orderId));
}

/** Asks what became of an intent that was taken up before. True when there is nothing more to do now. */
async function wasSettled(place: LabelPlace, intent: LabelIntent): Promise<boolean> {
  const { db, gateway } = place;
  const { customerNo, intentId, shipmentId } = intent;
  const reference = shipmentReference(customerNo, intentId);
  const found = await gateway.findLabel(shipmentId === undefined ? { reference } : { shipmentId, reference });
  if (found.outcome !== 'done') {
    await putOffAs(place, intent, found);
    return true;
  }
  const { data } = found;
  if (data.state === 'bought') {
    await db.write((tx) => recordBought(tx, intent, data.label));
    return true;
  }
  if ((data.state === 'none' || data.state === 'refunded') && shipmentId !== undefined) {
    await db.write((tx) => forgetShipment(tx, intent, shipmentId));
    await putOff(place, intent, `the carrier says of the shipment: ${data.state}`);
    return true;
  }
  return false;
}

/** The shipment to pay for: the one that is recorded, or a new one, recorded now. Undefined when the carrier has none. */
async function shipmentOf(
  place: LabelPlace,
  intent: LabelIntent,
  facts: LabelFacts,
): Promise<{ shipmentId: string; rateId: string } | undefined> {
  const { db, gateway } = place;
  const { shipmentId, rateId } = intent;
  if (shipmentId !== undefined && rateId !== undefined) return { shipmentId, rateId };
  const rated = await gateway.rateAndChoose(shipmentRequest(facts));
  if (rated.outcome !== 'done') {
    await settle(place, intent, rated);
    return undefined;
  }
  const { chosen } = rated.data;
  const kept = await db.write((tx) => keepShipment(tx, intent, { ...chosen, shipmentId: rated.data.shipmentId }));
  if (kept?.state !== 'wanted' || kept.shipmentId === undefined || kept.rateId === undefined) return undefined;
  return { shipmentId: kept.shipmentId, rateId: kept.rateId };
}

/** The order's first package decides for the others how they travel. */
async function readFacts(db: Db, intent: LabelIntent, order: SalesOrder): Promise<LabelFacts | undefined> {
  const { customerNo } = intent;
  const address = (await readWarehouseAddresses(db)).get(intent.plan.warehouse);
  if (address === undefined) return undefined;
  const leader = (await readIntentsOfOrders(db, [intent])).find(
    (i) => i.shipmentId !== undefined && i.rateId !== undefined && (i.state === 'wanted' || i.state === 'bought'),
  );
  const operator = await readOperatorData(db);
  const skus = await readSkus(
    db,
    intent.plan.items.map(({ itemNo }) => ({ customerNo, itemNo })),
  );
  return {
    intent: leader === undefined ? intent : { ...intent, carrier: leader.carrier, service: leader.service },
    order,
    document: (await readSalesOrderDocuments(db, [order])).get(order.orderId),
    warehouse: warehouseOf(intent.plan.warehouse, operator),
    address,
    skuOf: (itemNo) => skus.get(`${customerNo}\n${itemNo}`),
    rules: await readCarrierRules(db),
    holidays: holidays(operator),
  };
}

/** Gives a label back that nobody wants; where it is not known whether one was bought, asks first. */
async function giveBack(place: LabelPlace, intent: LabelIntent): Promise<void> {
  const { db, gateway } = place;
  const { customerNo, intentId, shipmentId } = intent;
  const reference = shipmentReference(customerNo, intentId);
  const found = await gateway.findLabel(shipmentId === undefined ? { reference } : { shipmentId, reference });
  if (found.outcome !== 'done') {
    await putOffAs(place, intent, found);
    return;
  }
  if (found.data.state !== 'bought') {
    await db.write((tx) => recordVoided(tx, intent, found.data.state));
    return;
  }
  const answer = await gateway.voidLabel(found.data.label.shipmentId);
  if (answer.outcome === 'done') await db.write((tx) => recordVoided(tx, intent, answer.data.status));
  else await putOffAs(place, intent, answer);
}

async function settle(
  place: LabelPlace,
  intent: LabelIntent,
  answer: Exclude<CarrierAnswer<unknown>, { readonly outcome: 'done' }>,
): Promise<void> {
  if (answer.outcome === 'unclear') await putOffAs(place, intent, answer);
  else await place.db.write((tx) => recordRefused(tx, intent, answer.because, answer.messages));
}

/** As long as the carrier says, else as ever. */
async function putOffAs(place: LabelPlace, intent: LabelIntent, answer: CarrierAnswer<unknown>): Promise<void> {
  const seconds = answer.outcome === 'unclear' ? answer.retryAfterSeconds : undefined;
  await putOff(place, intent, wordsOf(answer), seconds);
}

async function putOff(
  { db, logger }: LabelPlace,
  intent: LabelIntent,
  said: string,
  seconds = minutesToWait(intent.attempts) * 60,
): Promise<void> {
  const { customerNo, orderId, intentId, attempts } = intent;
  await db.write((tx) => putOffIntent(tx, intent, seconds, said));
  logger.warn({ customerNo, orderId, intentId, attempts, seconds, said }, 'a label is put off');
}

const wordsOf = ({ messages }: CarrierAnswer<unknown>): string =>
  messages.map(({ code, text }) => (code === '' ? text : `${code}: ${text}`)).join('; ');
