/** Labels that are to be bought, and those that nobody wants any more: the intents, written before any carrier is called. */
import { isWillCall } from '../carriers/index.ts';
import type { CarrierCode } from '../contract/code-lists.ts';
import { readOperatorData } from '../inventory/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import type { Tx } from '../platform/db/db.ts';
import { type OrderDocument, type OrderKey, readSalesOrderDocuments, type SalesOrder } from '../sales-orders/index.ts';
import { packedLines, plannedPackages } from './floor.ts';
import { insertIntents, lockIntentsOfOrders, type NewIntent, setIntentStates } from './label-intent-store.ts';
import { isInForce, type LabelIntent, labelsHold, mayHaveLabels, planOf, withdrawn } from './label-plan.ts';
import { isLive, lastPackageNo, type Package } from './package.ts';
import { readPackages } from './package-store.ts';

/**
 * Plans the packages of locked orders and wants a label for each, under a name of its own by which the carrier will know
 * it. Orders that have packages or the labels that they need are passed over, as are those that recipients fetch; labels
 * that an order has outgrown are withdrawn first. `printedOn` tells what the carrier is to print on an order's labels beside
 * its own. Answers the orders for which labels are now wanted.
 */
export async function claimLabels(
  tx: Tx,
  orders: readonly SalesOrder[],
  at: Temporal.Instant,
  printedOn: (order: SalesOrder) => string | undefined = () => undefined,
): Promise<SalesOrder[]> {
  const wanting = orders.filter(
    (order) => mayHaveLabels(order) && !isWillCall(order.carrier as CarrierCode) && packedLines(order).length > 0,
  );
  if (wanting.length === 0) return [];
  const labels = Map.groupBy((await lockIntentsOfOrders(tx, wanting)).filter(isInForce), (i) => i.orderId);
  const packages = Map.groupBy(await readPackages(tx, wanting), (p) => p.orderId);
  const operator = await readOperatorData(tx);
  const documents = await readSalesOrderDocuments(tx, wanting);
  const claiming = wanting.filter((order) => {
    if (packages.get(order.orderId)?.some(isLive)) return false;
    const intents = labels.get(order.orderId) ?? [];
    return intents.length === 0 || !labelsHold(order, documents.get(order.orderId), intents);
  });
  await withdrawIntents(
    tx,
    claiming.flatMap(({ orderId }) => labels.get(orderId) ?? []),
  );
  await insertIntents(
    tx,
    claiming.flatMap((order) => {
      const document = documents.get(order.orderId);
      const after = lastPackageNo(packages.get(order.orderId) ?? []);
      return plannedPackages(order, document, at, operator, uuidv7, after).map((p) =>
        intentFor(p, order, document, at, printedOn(order)),
      );
    }),
  );
  return claiming;
}

/** The intent of a label for a package of an order as it was asked for, and what the carrier is to print beside its own. */
export function intentFor(
  p: Package,
  order: SalesOrder,
  document: OrderDocument | undefined,
  wantedAt: Temporal.Instant,
  printed?: string,
): NewIntent {
  const { customerNo, orderId, carrier, service } = order;
  const plan = { ...planOf(p, order, document), ...(printed !== undefined && { printed }) };
  return { customerNo, intentId: uuidv7(), orderId, packageNo: p.packageNo, plan, carrier, service, wantedAt };
}

/** Lets go of labels: what was or may have been bought is given back to the carrier by whoever does label work. */
export async function withdrawIntents(tx: Tx, intents: readonly LabelIntent[], said = ''): Promise<void> {
  await setIntentStates(tx, withdrawn(intents), said);
}

/** Lets go of all labels of orders that the caller has locked. */
export async function withdrawLabels(tx: Tx, orders: readonly OrderKey[]): Promise<void> {
  await withdrawIntents(tx, await lockIntentsOfOrders(tx, orders));
}
