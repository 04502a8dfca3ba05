/** Requests and cancels labels by writing label intents, before any carrier is called. */

import { isWillCallCarrier } from '../carriers/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { type OrderDetails, readOrderDetails, type SalesOrder, type SalesOrderKey } from '../sales-orders/index.ts';
import {
  isLivePackage,
  lastPackageNoOf,
  type Package,
  planPackages,
  readPackages,
  selectLinesToPack,
} from '../warehouse/index.ts';
import {
  insertLabelIntents,
  lockLabelIntentsOfOrders,
  type NewLabelIntent,
  setLabelIntentStates,
} from './label-intent-store.ts';
import {
  areLabelsCurrent,
  canBuyLabels,
  isLabelInForce,
  type LabelIntent,
  packagePlanOf,
  toVoidedLabelIntents,
} from './label-plan.ts';

/**
 * Plans the packages of locked orders and requests a label for each, as an intent with its own id, which is part of the
 * shipment's reference at the carrier. Skips orders that may have no labels (`canBuyLabels`), will-call orders, orders with
 * nothing to pack, and orders that have packages or current labels. Labels that are stale, or that a will-call order or one
 * with nothing to pack needs no more, are voided first. `printedTextOf` returns additional text for an order's labels. Returns
 * the orders for which labels were requested.
 */
export async function requestLabels(
  tx: Tx,
  orders: readonly SalesOrder[],
  at: Temporal.Instant,
  printedTextOf: (order: SalesOrder) => string | undefined = () => undefined,
): Promise<SalesOrder[]> {
  const labeled = orders.filter(canBuyLabels);
  const needsLabel = (order: SalesOrder): boolean =>
    !isWillCallCarrier(order.carrier) && selectLinesToPack(order).length > 0;
  const unneeded = labeled.filter((order) => !needsLabel(order));
  if (unneeded.length > 0) await voidLabelsOfOrders(tx, unneeded);
  const eligible = labeled.filter(needsLabel);
  if (eligible.length === 0) return [];
  const labels = Map.groupBy((await lockLabelIntentsOfOrders(tx, eligible)).filter(isLabelInForce), (i) => i.orderId);
  const packages = Map.groupBy(await readPackages(tx, eligible), (p) => p.orderId);
  const operator = await readOperatorSettings(tx);
  const detailsByOrder = await readOrderDetails(tx, eligible);
  const requesting = eligible.filter((order) => {
    if (packages.get(order.orderId)?.some(isLivePackage)) return false;
    const intents = labels.get(order.orderId) ?? [];
    return intents.length === 0 || !areLabelsCurrent(order, detailsByOrder.get(order.orderId), intents);
  });
  await voidLabelIntents(
    tx,
    requesting.flatMap(({ orderId }) => labels.get(orderId) ?? []),
  );
  insertLabelIntents(
    tx,
    requesting.flatMap((order) => {
      const details = detailsByOrder.get(order.orderId);
      const after = lastPackageNoOf(packages.get(order.orderId) ?? []);
      return planPackages(order, details, at, operator, uuidv7, after).map((p) =>
        newLabelIntent(p, order, details, at, printedTextOf(order)),
      );
    }),
  );
  return requesting;
}

/** The label intent of a planned package. */
export function newLabelIntent(
  p: Package,
  order: SalesOrder,
  details: OrderDetails | undefined,
  wantedAt: Temporal.Instant,
  printedText?: string,
): NewLabelIntent {
  const { customerNo, orderId, carrier, service } = order;
  const plan = { ...packagePlanOf(p, order, details), ...(printedText !== undefined && { printedText }) };
  return { customerNo, intentId: uuidv7(), orderId, packageNo: p.packageNo, plan, carrier, service, wantedAt };
}

/**
 * Voids intents in force: those that were or may have been bought are refunded later by label work, after a
 * purchase in progress; others are dropped.
 */
export async function voidLabelIntents(tx: Tx, intents: readonly LabelIntent[]): Promise<void> {
  await setLabelIntentStates(tx, toVoidedLabelIntents(intents), '', 'keep');
}

/** Voids all labels of orders that the caller has locked. */
export async function voidLabelsOfOrders(tx: Tx, orders: readonly SalesOrderKey[]): Promise<void> {
  await voidLabelIntents(tx, await lockLabelIntentsOfOrders(tx, orders));
}
