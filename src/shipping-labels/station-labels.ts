/** Labels of boxes as they were packed at a station of a worked warehouse (decision 42). */
import { isWillCallCarrier } from '../carriers/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { readOrderDetails, type SalesOrder } from '../sales-orders/index.ts';
import {
  addSandboxLabels,
  type BoxContents,
  buildPackageEvent,
  type CarrierMode,
  floorHooksPort,
  insertPackages,
  isLivePackage,
  lastPackageNoOf,
  lockPackagesOfOrders,
  logOrderEvents,
  type Package,
  packagesOfBoxes,
} from '../warehouse/index.ts';
import { insertLabelIntents, lockLabelIntentsOfOrders } from './label-intent-store.ts';
import { newLabelIntent, voidLabelIntents } from './label-requests.ts';
import { holdStoppedOrders } from './stopped-orders.ts';

interface PackedOrder {
  /** Locked and in work. */
  readonly order: SalesOrder;
  /** They contain all units that the order ships. */
  readonly boxes: readonly BoxContents[];
}

/**
 * Labels the boxes of orders. With simulated carriers, and for will call, the packages are created at once. With a real carrier, labels are
 * requested, and the packages are created when the last label of the order is bought. While no carrier is connected (`none`), pass
 * will-call orders only. Labels that an earlier attempt left are voided. An order that has live packages is skipped, and one that a rule
 * stops is held (`holdStoppedOrders`).
 */
export async function labelPackedOrders(
  tx: Tx,
  packed: readonly PackedOrder[],
  carriers: CarrierMode,
  at: Temporal.Instant,
): Promise<void> {
  const orders = packed.map(({ order }) => order);
  const operator = await readOperatorSettings(tx);
  const intents = await lockLabelIntentsOfOrders(tx, orders);
  const before = Map.groupBy(await lockPackagesOfOrders(tx, orders), (p) => p.orderId);
  const details = await readOrderDetails(tx, orders);
  const unlabeled = packed.filter(({ order }) => !before.get(order.orderId)?.some(isLivePackage));
  const permitted = await holdStoppedOrders(
    tx,
    unlabeled.map(({ order }) => order),
    at,
  );
  const labeling = unlabeled.filter(({ order }) => permitted.includes(order));
  const labeled = new Set(labeling.map(({ order }) => order.orderId));
  await voidLabelIntents(
    tx,
    intents.filter(({ orderId }) => labeled.has(orderId)),
  );
  const created: Package[] = [];
  for (const { order, boxes } of labeling) {
    const afterNo = lastPackageNoOf(before.get(order.orderId) ?? []);
    const known = details.get(order.orderId);
    const packages = packagesOfBoxes(order, known, at, operator, uuidv7, afterNo, boxes);
    if (carriers === 'gateway' && !isWillCallCarrier(order.carrier)) {
      insertLabelIntents(
        tx,
        packages.map((p) => newLabelIntent(p, order, known, at)),
      );
      continue;
    }
    const ready = addSandboxLabels(order, packages, at, operator);
    insertPackages(tx, ready);
    created.push(...ready);
    logOrderEvents(
      tx,
      'warehouse',
      at,
      ready.map((each) => buildPackageEvent('package.packed', each)),
    );
  }
  if (created.length > 0) await tx.ports.get(floorHooksPort).packed(tx, created, at);
}
