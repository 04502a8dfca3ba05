/** Creates or relabels packages once all labels of their order are bought. */

import { estimateDeliveryDate } from '../carriers/index.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { readOrderDetails, type SalesOrder, updateOrderStatusesAndRoutes } from '../sales-orders/index.ts';
import {
  buildPackageEvent,
  floorHooksPort,
  insertPackages,
  isLivePackage,
  lockPackagesOfOrders,
  logOrderEvents,
  type Package,
  shipToAddressOf,
  updateRepackedPackages,
} from '../warehouse/index.ts';
import { lockLabelIntentsOfOrders } from './label-intent-store.ts';
import {
  areLabelsCurrent,
  computeCurrentShipDate,
  isLabelInForce,
  type LabelIntent,
  packageOfLabelIntent,
} from './label-plan.ts';
import { requestLabels } from './label-requests.ts';

/**
 * Packs locked orders in work whose labels are all bought: their packages become READY TO SHIP, and packages that exist
 * get their new labels. Labels of orders that have changed are voided and requested again. Orders with a requested
 * label, or with none, are skipped.
 */
export async function packOrdersWithBoughtLabels(
  tx: Tx,
  orders: readonly SalesOrder[],
  at: Temporal.Instant,
): Promise<void> {
  const inForce = Map.groupBy((await lockLabelIntentsOfOrders(tx, orders)).filter(isLabelInForce), (i) => i.orderId);
  const packed = Map.groupBy((await lockPackagesOfOrders(tx, orders)).filter(isLivePackage), (p) => p.orderId);
  const detailsByOrder = await readOrderDetails(tx, orders);
  const stale: SalesOrder[] = [];
  const newPackages: Package[] = [];
  const relabeled: Package[] = [];
  const updatedOrders: SalesOrder[] = [];
  const operator = await readOperatorSettings(tx);
  for (const order of orders) {
    const intents = inForce.get(order.orderId) ?? [];
    const [first] = intents;
    if (first === undefined || intents.some(({ state }) => state === 'wanted')) continue;
    const packages = packed.get(order.orderId);
    const details = detailsByOrder.get(order.orderId);
    if (packages !== undefined) relabeled.push(...packages.flatMap((p) => withNewLabel(p, intents, at)));
    else if (areLabelsCurrent(order, details, intents)) {
      const to = shipToAddressOf(details, order.orderType);
      for (const intent of intents) {
        const day = computeCurrentShipDate(intent, order, at, operator);
        const estimate = estimateDeliveryDate({ ...order, ...intent }, to, day, operator);
        newPackages.push(packageOfLabelIntent(intent, at, day, estimate));
      }
    } else {
      stale.push(order);
      continue;
    }
    updatedOrders.push({ ...order, carrier: first.carrier, service: first.service });
  }
  await updateOrderStatusesAndRoutes(tx, updatedOrders);
  insertPackages(tx, newPackages);
  if (newPackages.length > 0) await tx.ports.get(floorHooksPort).packed(tx, newPackages, at);
  updateRepackedPackages(tx, relabeled);
  for (const p of newPackages) logOrderEvents(tx, 'carrier', at, [buildPackageEvent('package.packed', p)]);
  for (const p of relabeled) logOrderEvents(tx, 'carrier', at, [buildPackageEvent('package.relabeled', p)]);
  await requestLabels(tx, stale, at);
}

/** The package with its new label; empty when it has it already, or there is none. */
function withNewLabel(p: Package, intents: readonly LabelIntent[], at: Temporal.Instant): Package[] {
  const bought = intents.find(({ plan }) => plan.packageId === p.packageId);
  if (bought === undefined || bought.trackingNo === p.trackingNo) return [];
  const { trackingNo, trackingUrl, carrier, service } = bought;
  return [{ ...p, trackingNo, trackingUrl, carrier, service, lastActivityAt: at }];
}
