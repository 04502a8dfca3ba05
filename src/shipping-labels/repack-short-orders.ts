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
import { type OperatorSettings, readOperatorSettings } from '../operator-settings/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import {
  lockSalesOrders,
  type OrderDetails,
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
  const plan: RepackPlan = { stale: [], wanted: [], changed: [], added: [] };
  const unpackedOrders: SalesOrder[] = [];
  for (const order of orders) {
    const mine = labels.get(order.orderId) ?? [];
    const before = packed.get(order.orderId);
    const at = timeOf(order.customerNo);
    if (reopened.has(order.orderId)) {
      plan.stale.push(...mine);
      for (const p of before ?? []) plan.changed.push(emptiedPackage(p, at));
    } else if (before !== undefined) {
      const details = detailsByOrder.get(order.orderId);
      const lastNo = lastPackageNoOf(packages.get(order.orderId) ?? []);
      addRepackedOrder(plan, { order, details, before, labels: mine, lastNo, operator, at });
    } else if (mine.length > 0 && canBuyLabels(order) && selectLinesToPack(order).length > 0) {
      // Without labels in force, as with simulated carriers, nothing is requested.
      unpackedOrders.push(order);
    } else plan.stale.push(...mine);
  }
  const { stale, wanted, changed, added } = plan;
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
  logRepackedPackages(tx, plan);
}

/** What is written for the orders. */
interface RepackPlan {
  /** Labels to void. */
  readonly stale: LabelIntent[];
  readonly wanted: NewLabelIntent[];
  readonly changed: Package[];
  readonly added: Package[];
}

interface PackedShortOrder {
  readonly order: SalesOrder;
  readonly details: OrderDetails | undefined;
  readonly before: readonly Package[];
  /** Those in force. */
  readonly labels: readonly LabelIntent[];
  /** The highest number of a package of the order, also of canceled ones. */
  readonly lastNo: number;
  readonly operator: OperatorSettings;
  readonly at: Temporal.Instant;
}

/** Adds the new contents of the packages of one order, and their labels. */
function addRepackedOrder(
  { stale, wanted, changed, added }: RepackPlan,
  { order, details, before, labels, lastNo, operator, at }: PackedShortOrder,
): void {
  const after = planPackages(order, details, at, operator, uuidv7);
  for (const p of before.flatMap((was, index) => repackedPackage(was, after[index], at))) {
    const label = labels.find(({ plan }) => plan.packageId === p.packageId);
    if (label !== undefined) stale.push(label);
    const needsLabel = label !== undefined && isLivePackage(p);
    if (needsLabel) wanted.push(withOriginalService(label, newLabelIntent(p, order, details, at)));
    changed.push(needsLabel ? { ...p, trackingNo: '', trackingUrl: '' } : p);
  }
  const more = after.slice(before.length).map((p, index) => ({ ...p, packageNo: lastNo + 1 + index }));
  const [label] = labels;
  if (label === undefined) added.push(...addSandboxLabels(order, more, at, operator));
  else {
    added.push(...more);
    wanted.push(...more.map((p) => withOriginalService(label, newLabelIntent(p, order, details, at))));
  }
}

function logRepackedPackages(tx: Tx, { changed, added }: RepackPlan): void {
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
  if (now === undefined) return [emptiedPackage(was, at)];
  const { items, weightLb, lengthIn, widthIn, heightIn } = now;
  const isSame = weightLb === was.weightLb && contentsOf(items) === contentsOf(was.items);
  return isSame ? [] : [{ ...was, items, weightLb, lengthIn, widthIn, heightIn, lastActivityAt: at }];
}

function emptiedPackage(was: Package, at: Temporal.Instant): Package {
  return { ...was, status: 'CANCELED', items: [], lastActivityAt: at };
}

const contentsOf = (items: Package['items']): string => items.map(({ line, units }) => `${line} ${units}`).join('\n');
