/** Labels that are to be bought, and those that nobody wants any more: the intents, written before any carrier is called. */
import { isWillCall } from '../carriers/index.ts';
import type { CarrierCode } from '../contract/code-lists.ts';
import { readOperatorSettings } from '../inventory/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import type { Tx } from '../platform/db/db.ts';
import { type OrderDetails, readOrderDetails, type SalesOrder, type SalesOrderKey } from '../sales-orders/index.ts';
import { isLive, lastPackageNo, linesToPack, type Package, planPackages, readPackages } from '../warehouse/index.ts';
import { insertIntents, lockIntentsOfOrders, type NewIntent, setIntentStates } from './label-intent-store.ts';
import { isInForce, type LabelIntent, labelsAreCurrent, mayHaveLabels, planOf, voided } from './label-plan.ts';

/**
 * Plans the packages of locked orders and wants a label for each, under a name of its own by which the carrier will know
 * it. Orders that have packages or the labels that they need are passed over, as are those that recipients fetch; labels
 * that an order has outgrown are withdrawn first. `printedOn` tells what the carrier is to print on an order's labels beside
 * its own. Answers the orders for which labels are now wanted.
 */
export async function requestLabels(
  tx: Tx,
  orders: readonly SalesOrder[],
  at: Temporal.Instant,
  printedTextOf: (order: SalesOrder) => string | undefined = () => undefined,
): Promise<SalesOrder[]> {
  const eligible = orders.filter(
    (order) => mayHaveLabels(order) && !isWillCall(order.carrier as CarrierCode) && linesToPack(order).length > 0,
  );
  if (eligible.length === 0) return [];
  const labels = Map.groupBy((await lockIntentsOfOrders(tx, eligible)).filter(isInForce), (i) => i.orderId);
  const packages = Map.groupBy(await readPackages(tx, eligible), (p) => p.orderId);
  const operator = await readOperatorSettings(tx);
  const detailsByOrder = await readOrderDetails(tx, eligible);
  const requesting = eligible.filter((order) => {
    if (packages.get(order.orderId)?.some(isLive)) return false;
    const intents = labels.get(order.orderId) ?? [];
    return intents.length === 0 || !labelsAreCurrent(order, detailsByOrder.get(order.orderId), intents);
  });
  await voidIntents(
    tx,
    requesting.flatMap(({ orderId }) => labels.get(orderId) ?? []),
  );
  await insertIntents(
    tx,
    requesting.flatMap((order) => {
      const details = detailsByOrder.get(order.orderId);
      const after = lastPackageNo(packages.get(order.orderId) ?? []);
      return planPackages(order, details, at, operator, uuidv7, after).map((p) =>
        newIntent(p, order, details, at, printedTextOf(order)),
      );
    }),
  );
  return requesting;
}

/** The intent of a label for a package of an order as it was asked for, and what the carrier is to print beside its own. */
export function newIntent(
  p: Package,
  order: SalesOrder,
  details: OrderDetails | undefined,
  wantedAt: Temporal.Instant,
  printed?: string,
): NewIntent {
  const { customerNo, orderId, carrier, service } = order;
  const plan = { ...planOf(p, order, details), ...(printed !== undefined && { printedText: printed }) };
  return { customerNo, intentId: uuidv7(), orderId, packageNo: p.packageNo, plan, carrier, service, wantedAt };
}

/** Lets go of labels: what was or may have been bought is given back to the carrier by whoever does label work. */
export async function voidIntents(tx: Tx, intents: readonly LabelIntent[], said = ''): Promise<void> {
  await setIntentStates(tx, voided(intents), said);
}

/** Lets go of all labels of orders that the caller has locked. */
export async function voidUnneededLabels(tx: Tx, orders: readonly SalesOrderKey[]): Promise<void> {
  await voidIntents(tx, await lockIntentsOfOrders(tx, orders));
}
