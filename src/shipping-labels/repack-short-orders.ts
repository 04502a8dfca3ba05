/**
 * Repacks orders after a short pick (decision 10): stock that was packed, or about to be, is missing.
 *
 * Orders of a worked warehouse are packed again by people (decision 42); their packages become CANCELED, and the carriers and services
 * that they originally requested are restored, as when an order is unpacked. Other packages are repacked without the missing units and
 * keep their numbers; an empty package becomes CANCELED, and packages are added where the packing rules have smaller boxes by now. A
 * bought label whose package has changed is voided and requested again, and the package has no tracking number until then (decision 26);
 * labels of simulated carriers are kept. Labels still being bought are requested again for the remaining units.
 */

import { orderKeyOfDocument } from '../documents/index.ts';
import type { ShortPick } from '../inventory/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import {
  lockSalesOrders,
  readOrderDetails,
  type SalesOrder,
  updateOrderStatusesAndRoutes,
} from '../sales-orders/index.ts';
import {
  addSandboxLabels,
  buildPackageEvent,
  floorHooksPort,
  insertPackages,
  isLivePackage,
  lastPackageNoOf,
  lockPackagesOfOrders,
  logOrderEvents,
  type Package,
  planPackages,
  selectLinesToPack,
  updateRepackedPackages,
} from '../warehouse/index.ts';
import { insertLabelIntents, lockLabelIntentsOfOrders, type NewLabelIntent } from './label-intent-store.ts';
import { packOrdersWithBoughtLabels } from './label-packing.ts';
import { canBuyLabels, collectRequestedServicesByOrderId, isLabelInForce, type LabelIntent } from './label-plan.ts';
import { newLabelIntent, requestLabels, voidLabelIntents } from './label-requests.ts';

/** Repacks the orders of these short picks, whose lines are short already. Locks the orders, then their packages and labels. */
export async function repackShortOrders(tx: Tx, picks: readonly ShortPick[]): Promise<void> {
  const keys = [...new Map(picks.map((pick) => [pick.subject, pick])).values()];
  const orders = await lockSalesOrders(tx, keys.map(orderKeyOfDocument));
  const packages = Map.groupBy(await lockPackagesOfOrders(tx, orders), (p) => p.orderId);
  const packed = Map.groupBy([...packages.values()].flat().filter(isLivePackage), (p) => p.orderId);
  const labels = Map.groupBy((await lockLabelIntentsOfOrders(tx, orders)).filter(isLabelInForce), (i) => i.orderId);
  const operator = await readOperatorSettings(tx);
  const detailsByOrder = await readOrderDetails(tx, orders);
  const timeOf = await readCustomerClockLookup(tx, orders);
  const reopened = await tx.ports.get(floorHooksPort).shortPicked(
    tx,
    orders.map(({ customerNo, orderId, status }) => ({ customerNo, orderId, status, at: timeOf(customerNo) })),
  );
  if (packed.size === 0 && labels.size === 0) return;
  const stale: LabelIntent[] = [];
  const wanted: NewLabelIntent[] = [];
  const changed: Package[] = [];
  const added: Package[] = [];
  const unpackedOrders: SalesOrder[] = [];
  for (const order of orders) {
    const mine = labels.get(order.orderId) ?? [];
    const before = packed.get(order.orderId);
    if (reopened.has(order.orderId)) {
      stale.push(...mine);
      const lastActivityAt = timeOf(order.customerNo);
      for (const p of before ?? []) changed.push({ ...p, status: 'CANCELED', items: [], lastActivityAt });
      continue;
    }
    if (before === undefined) {
      // Without labels in force, as with simulated carriers, nothing is requested.
      const isLeft = canBuyLabels(order) && selectLinesToPack(order).length > 0;
      if (isLeft && mine.length > 0) unpackedOrders.push(order);
      else stale.push(...mine);
      continue;
    }
    const at = timeOf(order.customerNo);
    const details = detailsByOrder.get(order.orderId);
    const after = planPackages(order, details, at, operator, uuidv7);
    for (const p of before.flatMap((was, index) => repackedPackage(was, after[index], at))) {
      const label = mine.find(({ plan }) => plan.packageId === p.packageId);
      if (label !== undefined) stale.push(label);
      const needsLabel = label !== undefined && isLivePackage(p);
      if (needsLabel) wanted.push(withOriginalService(label, newLabelIntent(p, order, details, at)));
      changed.push(needsLabel ? { ...p, trackingNo: '', trackingUrl: '' } : p);
    }
    const lastNo = lastPackageNoOf(packages.get(order.orderId) ?? []);
    const more = after.slice(before.length).map((p, index) => ({ ...p, packageNo: lastNo + 1 + index }));
    const [label] = mine;
    if (label === undefined) added.push(...addSandboxLabels(order, more, at, operator));
    else {
      added.push(...more);
      wanted.push(...more.map((p) => withOriginalService(label, newLabelIntent(p, order, details, at))));
    }
  }
  await voidLabelIntents(tx, stale);
  const requestedOf = collectRequestedServicesByOrderId(stale);
  await updateOrderStatusesAndRoutes(
    tx,
    orders.flatMap(({ customerNo, orderId, status }) => {
      const requested = reopened.has(orderId) ? requestedOf.get(orderId) : undefined;
      return requested === undefined ? [] : [{ customerNo, orderId, status, ...requested }];
    }),
  );
  insertLabelIntents(tx, wanted);
  for (const [customerNo, own] of Map.groupBy(unpackedOrders, (order) => order.customerNo)) {
    await requestLabels(tx, own, timeOf(customerNo));
  }
  updateRepackedPackages(tx, changed);
  insertPackages(tx, added);
  // A box that still waited for its label may have been emptied, so the labels of the others are complete now.
  const relabeled = orders.filter(
    ({ orderId }) => labels.has(orderId) && packed.has(orderId) && !reopened.has(orderId),
  );
  for (const [customerNo, own] of Map.groupBy(relabeled, (order) => order.customerNo)) {
    await packOrdersWithBoughtLabels(tx, own, timeOf(customerNo));
  }
  for (const { customerNo, orderId, packageNo, status, trackingNo, items, lastActivityAt } of changed) {
    const data = { package: packageNo, status, trackingNo, units: items.reduce((sum, item) => sum + item.units, 0) };
    logOrderEvents(tx, 'warehouse', lastActivityAt, [{ customerNo, orderId, kind: 'package.repacked', data }]);
  }
  for (const p of added) logOrderEvents(tx, 'warehouse', p.packedAt, [buildPackageEvent('package.packed', p)]);
}

/** Keeps the originally requested carrier and service. */
function withOriginalService({ plan: { requested } }: LabelIntent, intent: NewLabelIntent): NewLabelIntent {
  return requested === undefined ? intent : { ...intent, plan: { ...intent.plan, requested } };
}

/** The package with its new contents; empty when they are unchanged. Pure. */
function repackedPackage(was: Package, now: Package | undefined, at: Temporal.Instant): Package[] {
  if (now === undefined) return [{ ...was, status: 'CANCELED', items: [], lastActivityAt: at }];
  const { items, weightLb, lengthIn, widthIn, heightIn } = now;
  const isSame = weightLb === was.weightLb && contentsOf(items) === contentsOf(was.items);
  return isSame ? [] : [{ ...was, items, weightLb, lengthIn, widthIn, heightIn, lastActivityAt: at }];
}

const contentsOf = (items: Package['items']): string => items.map(({ line, units }) => `${line} ${units}`).join('\n');
