/**
 * Buys and voids labels: leases an intent, calls the carrier outside any transaction, records the result.
 *
 * A label is bought at most once: the intent is stored before the call; the carrier's shipment id is stored before it
 * is paid for, and a carrier charges a shipment once; an intent that was attempted before is looked up, by shipment or
 * reference, before anything is paid. So a process may die between any two steps.
 */
import {
  type CarrierGateway,
  type CarrierResult,
  formatShipmentReference,
  holidayDateSetOfOperator,
} from '../carriers/index.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import { readCustomerClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import type { CustomerJobRelay } from '../platform/jobs.ts';
import {
  lockSalesOrders,
  readOrderDetails,
  readSalesOrders,
  type SalesOrder,
  type SalesOrderKey,
} from '../sales-orders/index.ts';
import { readSkus } from '../skus/index.ts';
import { warehouseByCode } from '../warehouse/index.ts';
import {
  claimLabelIntents,
  clearUnpaidShipment,
  findCustomersWithLabelWork,
  lockLabelIntentsOfOrders,
  makePostponedLabelsDue,
  postponeLabelIntent,
  readLabelIntentsOfOrders,
  readPendingLabelWorkStatus,
  releaseLabelIntentLeases,
  saveShipmentToBuy,
} from './label-intent-store.ts';
import {
  canBuyLabels,
  computeCurrentShipDate,
  computeInsuredValue,
  computeLabelRetryMinutes,
  hashLabelInput,
  isLabelInForce,
  type LabelIntent,
  type LabelPurchaseInput,
  toShipmentRequest,
} from './label-plan.ts';
import {
  dropOrVoidLabelIntent,
  recordBoughtLabel,
  recordLabelPurchaseRefusal,
  recordLabelVoidRefusal,
  recordVoidedLabel,
} from './label-results.ts';
import { holdStoppedOrder } from './stopped-orders.ts';

export interface LabelDeps extends Pick<Environment, 'db' | 'logger'> {
  readonly gateway: CarrierGateway;
}

const pollIntervalMs = 200;
const maxConcurrent = 20;
/**
 * Longer than the calls for one order normally take. If two processes work on an intent, both pay for the same
 * shipment.
 */
const leaseSeconds = 300;
/** Shorter lease while a caller waits, so that another process can resume sooner if this one dies. */
const callerLeaseSeconds = 60;

/** Then the labels of other customers have their turn; the rest of this one's is due again within seconds. */
const maxRounds = 5;
/** For a caller who waits; after an outage, labels without such a caller are due up to an hour later. */
const callerRetrySeconds = 60;
/** Carriers decide about a refund within 30 days. */
const refundLookupSeconds = 24 * 60 * 60;

/**
 * Processes due label work of a customer, 100 labels at most, so that a customer with thousands does not keep those of the
 * others waiting. Safe to run concurrently and after any crash.
 */
export async function buyAndVoidDueLabels(deps: LabelDeps, customerNo: string, signal?: AbortSignal): Promise<void> {
  for (let round = 0; round < maxRounds && !signal?.aborted; round += 1) {
    const claim = { maxIntents: maxConcurrent, leaseSeconds };
    const claimed = await deps.db.write((tx) => claimLabelIntents(tx, customerNo, claim), { customerNo });
    if (claimed.length === 0) return;
    // Packages of an order one at a time: the first one's service applies to the others.
    const orders = Map.groupBy(claimed, (intent) => intent.orderId);
    await Promise.all([...orders.values()].map((intents) => processOrderIntents(deps, intents)));
  }
}

/**
 * Processes the due label work of one order; starts nothing after `deadline` (in `performance.now()` time) and releases
 * the rest.
 */
export async function buyAndVoidDueLabelsOfOrder(
  deps: LabelDeps,
  order: SalesOrderKey,
  deadline: number,
): Promise<void> {
  const { customerNo, orderId } = order;
  while (performance.now() < deadline) {
    const claim = { maxIntents: maxConcurrent, leaseSeconds: callerLeaseSeconds, orderId };
    const claimed = await deps.db.write((tx) => claimLabelIntents(tx, customerNo, claim), { customerNo });
    if (claimed.length === 0) return;
    const left = await processOrderIntents(deps, claimed, deadline);
    await deps.db.write((tx) => releaseLabelIntentLeases(tx, left), { customerNo });
  }
}

/**
 * Buys the requested labels of an order, or waits while another process does, until `deadline` (in `performance.now()`
 * time). Returns undefined when none is pending any more, bought or not, else the seconds after which a retry is
 * worthwhile. Pending labels are bought in the background; a process that dies here never causes a second purchase.
 */
export async function buyOrAwaitLabels(
  deps: LabelDeps,
  order: SalesOrderKey,
  deadline: number,
): Promise<{ readonly retryAfterSeconds: number } | undefined> {
  for (;;) {
    await buyAndVoidDueLabelsOfOrder(deps, order, deadline);
    const pending = await readPendingLabelWorkStatus(deps.db, order);
    if (pending === undefined) return undefined;
    const { isClaimed, dueInSeconds } = pending;
    const isPostponed = !isClaimed && dueInSeconds > 0;
    if (dueInSeconds > callerRetrySeconds)
      await deps.db.write((tx) => makePostponedLabelsDue(tx, order, callerRetrySeconds), order);
    if (isPostponed || performance.now() >= deadline)
      return { retryAfterSeconds: isClaimed ? 1 : Math.min(Math.max(1, dueInSeconds), callerRetrySeconds) };
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}

/** The relay of label work, including intents left by a process that died. */
export function createLabelWorkRelay(deps: LabelDeps): CustomerJobRelay {
  return {
    queue: 'work-off-labels',
    customers: () => findCustomersWithLabelWork(deps.db),
    run: (customerNo, signal) => buyAndVoidDueLabels(deps, customerNo, signal),
  };
}

/** Returns the intents that were not attempted. */
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
      deps.logger.error({ err, customerNo, orderId, intentId }, 'label work failed and is retried later');
      await postpone(deps, intent, 'internal error');
    }
  }
  return [];
}

async function buyLabel(deps: LabelDeps, intent: LabelIntent): Promise<void> {
  const { db, gateway } = deps;
  const [order] = await readSalesOrders(db, [intent]);
  if (order === undefined || !(await isStillNeeded(db, intent, order))) {
    await db.write((tx) => dropOrVoidLabelIntent(tx, intent), intent);
    return;
  }
  if (await holdStoppedOrder(db, order)) return;
  if (intent.attempts > 1 && (await resolveEarlierAttempt(deps, intent))) return;
  const input = await readLabelInput(db, intent, order);
  if (input === undefined) {
    await postpone(deps, intent, `warehouse ${order.warehouse} has no ship-from address`);
    return;
  }
  const rated = await shipmentToBuy(deps, intent, input);
  if (rated === undefined) return;
  const { shipmentId, rateId, through } = rated;
  const reference = formatShipmentReference(intent.customerNo, intent.intentId);
  const result = await gateway.buyLabel({
    shipmentId,
    rateId,
    reference,
    through,
    insuredValue: computeInsuredValue(input),
  });
  if (result.outcome === 'ok') {
    await db.write((tx) => recordBoughtLabel(tx, intent, { ...result.data, through }), intent);
    return;
  }
  // An expired rate needs a new shipment. So does one of an earlier attempt, however it was refused: its rate or its ship
  // date may have expired during an outage. A refused shipment was not paid for.
  const isOfEarlierAttempt = intent.shipmentId !== undefined;
  if (result.outcome === 'refused' && (isOfEarlierAttempt || (result.because === 'rate' && intent.attempts < 3))) {
    await db.write((tx) => clearUnpaidShipment(tx, intent, shipmentId), intent);
    await postpone(deps, intent, messageText(result), isOfEarlierAttempt ? 60 : undefined);
    return;
  }
  await recordFailure(deps, intent, result);
}

/** Whether the order still needs this label: a JIT order may have been canceled or changed since the request. */
async function isStillNeeded(db: Db, { plan }: LabelIntent, order: SalesOrder): Promise<boolean> {
  if (!canBuyLabels(order)) return false;
  if (order.orderType !== 'JIT' || plan.inputHash === undefined) return true;
  return plan.inputHash === hashLabelInput(order, (await readOrderDetails(db, [order])).get(order.orderId));
}

/** Looks the label up at the carrier: by its shipment, else by our reference. */
function findLabelOfIntent({ gateway }: LabelDeps, { customerNo, intentId, shipmentId, through }: LabelIntent) {
  const reference = formatShipmentReference(customerNo, intentId);
  return gateway.findLabel(shipmentId === undefined ? { reference } : { shipmentId, reference, through });
}

/** Looks up an intent that was attempted before. True when nothing more can be done now. */
async function resolveEarlierAttempt(deps: LabelDeps, intent: LabelIntent): Promise<boolean> {
  const { db } = deps;
  const { shipmentId, through } = intent;
  const found = await findLabelOfIntent(deps, intent);
  if (found.outcome !== 'ok') {
    await postponeAsReplied(deps, intent, found);
    return true;
  }
  const { data } = found;
  if (data.state === 'bought') {
    await db.write((tx) => recordBoughtLabel(tx, intent, { ...data.label, through: data.through ?? through }), intent);
    return true;
  }
  if ((data.state === 'none' || data.state === 'refunded') && shipmentId !== undefined) {
    await db.write((tx) => clearUnpaidShipment(tx, intent, shipmentId), intent);
    await postpone(deps, intent, `the carrier reports the shipment as ${data.state}`);
    return true;
  }
  return false;
}

/**
 * The shipment to pay for: the stored one, or a new one, stored now. Undefined when the carrier made none (the failure is
 * recorded), or when the intent is no longer requested.
 */
async function shipmentToBuy(
  deps: LabelDeps,
  intent: LabelIntent,
  input: LabelPurchaseInput,
): Promise<(Pick<LabelIntent, 'through'> & { shipmentId: string; rateId: string }) | undefined> {
  const { db, gateway } = deps;
  const { shipmentId, rateId, through } = intent;
  if (shipmentId !== undefined && rateId !== undefined) return { shipmentId, rateId, through };
  const rated = await gateway.rateAndChoose(toShipmentRequest(input));
  if (rated.outcome !== 'ok') {
    await recordFailure(deps, intent, rated);
    return undefined;
  }
  const { chosen, shipmentId: made, through: account = '' } = rated.data;
  const { kept, other } = await db.write(async (tx) => {
    await lockSalesOrders(tx, [intent]);
    const first = firstRated(await lockLabelIntentsOfOrders(tx, [intent]));
    if (first !== undefined && !isSameService(first, input.intent) && !isSameService(first, chosen))
      return { other: first };
    return { kept: await saveShipmentToBuy(tx, intent, { ...chosen, shipmentId: made, through: account }) };
  }, intent);
  // Another process has chosen for another package of the order meanwhile. The shipment made here is not paid for.
  if (other !== undefined) {
    const { carrier, service } = other;
    return await shipmentToBuy(deps, intent, { ...input, intent: { ...input.intent, carrier, service } });
  }
  if (kept?.state !== 'wanted' || kept.shipmentId === undefined || kept.rateId === undefined) return undefined;
  return { shipmentId: kept.shipmentId, rateId: kept.rateId, through: kept.through };
}

/** The first package of an order that has a rate: the others use its service. */
const firstRated = (intents: readonly LabelIntent[]): LabelIntent | undefined =>
  intents.find((i) => i.shipmentId !== undefined && i.rateId !== undefined && isLabelInForce(i));

type Service = Pick<LabelIntent, 'carrier' | 'service'>;

const isSameService = (a: Service, b: Service): boolean => a.carrier === b.carrier && a.service === b.service;

/**
 * Undefined when the warehouse has no ship-from address. All packages of an order use the service of the first one that
 * has a rate.
 */
async function readLabelInput(db: Db, intent: LabelIntent, order: SalesOrder): Promise<LabelPurchaseInput | undefined> {
  const { customerNo } = intent;
  const operator = await readOperatorSettings(db);
  const address = operator.warehouseAddresses.get(intent.plan.warehouse);
  if (address === undefined) return undefined;
  const leader = firstRated(await readLabelIntentsOfOrders(db, [intent]));
  const skus = await readSkus(
    db,
    intent.plan.items.map(({ itemNo }) => ({ customerNo, itemNo })),
  );
  return {
    intent: leader === undefined ? intent : { ...intent, carrier: leader.carrier, service: leader.service },
    order,
    details: (await readOrderDetails(db, [order])).get(order.orderId),
    warehouse: warehouseByCode(intent.plan.warehouse, operator),
    address,
    skuOf: (itemNo) => skus.get(`${customerNo}\n${itemNo}`),
    rules: operator.carrierRules,
    holidays: holidayDateSetOfOperator(operator),
    shipDate: computeCurrentShipDate(intent, order, await readCustomerClock(db, customerNo), operator),
  };
}

/**
 * Voids a label that is no longer needed; looks it up first, because it may not have been bought. Carriers accept a refund and may reject
 * it weeks later, so the label stays to be voided, and is looked up daily, until the refund is decided.
 */
async function voidLabel(deps: LabelDeps, intent: LabelIntent): Promise<void> {
  const { db, gateway } = deps;
  const { through } = intent;
  const found = await findLabelOfIntent(deps, intent);
  if (found.outcome !== 'ok') {
    await postponeAsReplied(deps, intent, found);
    return;
  }
  const { data } = found;
  // It was paid for, so it is known at the carrier: the key of its account is that of another one by now.
  if (data.state === 'none' && intent.trackingNo !== '') {
    await recordVoidRefusal(
      deps,
      intent,
      'The carrier account does not know the label: it may have another key since.',
    );
    return;
  }
  if (data.state !== 'bought') {
    if (data.state === 'refunded' && !data.isDecided) await awaitRefund(deps, intent);
    else await db.write((tx) => recordVoidedLabel(tx, intent, data.state), intent);
    return;
  }
  if (data.isRefundRejected) {
    await recordVoidRefusal(deps, intent, 'The carrier had accepted the void, and has rejected the refund since.');
    return;
  }
  const result = await gateway.voidLabel(data.label.shipmentId, data.through ?? through);
  if (result.outcome === 'refused') await recordVoidRefusal(deps, intent, messageText(result));
  else if (result.outcome === 'unclear') await postponeAsReplied(deps, intent, result);
  else if (!result.data.isDecided) await awaitRefund(deps, intent);
  else await db.write((tx) => recordVoidedLabel(tx, intent, messageText(result) || result.data.status), intent);
}

async function awaitRefund({ db }: LabelDeps, intent: LabelIntent): Promise<void> {
  const response = 'The carrier has accepted the void, and has not decided about the refund yet.';
  await db.write((tx) => postponeLabelIntent(tx, intent, refundLookupSeconds, response), intent);
}

/** Asked again, the carrier would refuse again: the label stays paid for. */
async function recordVoidRefusal({ db, logger }: LabelDeps, intent: LabelIntent, response: string): Promise<void> {
  const { customerNo, intentId } = intent;
  logger.error({ customerNo, intentId, response }, 'the carrier refused to void a label');
  await db.write((tx) => recordLabelVoidRefusal(tx, intent, response), intent);
}

async function recordFailure(
  deps: LabelDeps,
  intent: LabelIntent,
  result: Exclude<CarrierResult<unknown>, { readonly outcome: 'ok' }>,
): Promise<void> {
  if (result.outcome === 'unclear') await postponeAsReplied(deps, intent, result);
  else await deps.db.write((tx) => recordLabelPurchaseRefusal(tx, intent, result.because, result.messages), intent);
}

/** Postpones by the carrier's `Retry-After`, else by the usual delay. */
async function postponeAsReplied(deps: LabelDeps, intent: LabelIntent, result: CarrierResult<unknown>): Promise<void> {
  const seconds = result.outcome === 'unclear' ? result.retryAfterSeconds : undefined;
  await postpone(deps, intent, messageText(result), seconds);
}

async function postpone(
  { db, logger }: LabelDeps,
  intent: LabelIntent,
  response: string,
  seconds = computeLabelRetryMinutes(intent.attempts) * 60,
): Promise<void> {
  const { customerNo, orderId, intentId, attempts } = intent;
  await db.write((tx) => postponeLabelIntent(tx, intent, seconds, response), intent);
  logger.warn({ customerNo, orderId, intentId, attempts, seconds, response }, 'a label is retried later');
}

const messageText = ({ messages }: CarrierResult<unknown>): string =>
  messages.map(({ code, text }) => (code === '' ? text : `${code}: ${text}`)).join('; ');
