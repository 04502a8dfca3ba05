/** What becomes of packages when all labels of their orders are bought: they appear, or bear the new label. */
import { readOperatorData } from '../inventory/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import { readSalesOrderDocuments, type SalesOrder, setSalesOrders } from '../sales-orders/index.ts';
import { estimatedDelivery } from './floor.ts';
import { claimLabels } from './label-claim.ts';
import { lockIntentsOfOrders } from './label-intent-store.ts';
import { isInForce, type LabelIntent, labelsHold, plannedPackage } from './label-plan.ts';
import { isLive, type Package } from './package.ts';
import { insertPackages, lockPackagesOfOrders, saveRepacked } from './package-store.ts';
import { shipTo } from './ship-to.ts';

/**
 * Packages of locked orders in work whose labels are all bought: READY TO SHIP. Packages that are there already get the
 * labels that were bought anew for them. Where an order ships otherwise by now its labels are withdrawn and wanted anew;
 * orders with a label that is still wanted, or with none, are passed over.
 */
export async function packBoughtLabels(tx: Tx, orders: readonly SalesOrder[], at: Temporal.Instant): Promise<void> {
  const inForce = Map.groupBy((await lockIntentsOfOrders(tx, orders)).filter(isInForce), (i) => i.orderId);
  const packed = Map.groupBy((await lockPackagesOfOrders(tx, orders)).filter(isLive), (p) => p.orderId);
  const documents = await readSalesOrderDocuments(tx, orders);
  const outgrown: SalesOrder[] = [];
  const appearing: Package[] = [];
  const relabelled: Package[] = [];
  const underWay: SalesOrder[] = [];
  const operator = await readOperatorData(tx);
  for (const order of orders) {
    const intents = inForce.get(order.orderId) ?? [];
    const [first] = intents;
    if (first === undefined || intents.some(({ state }) => state === 'wanted')) continue;
    const packages = packed.get(order.orderId);
    const document = documents.get(order.orderId);
    if (packages !== undefined) relabelled.push(...packages.flatMap((p) => withNewLabel(p, intents, at)));
    else if (labelsHold(order, document, intents)) {
      const to = shipTo(document);
      for (const intent of intents) {
        const day = Temporal.PlainDate.from(intent.plan.requestedShipDate);
        appearing.push(plannedPackage(intent, at, estimatedDelivery({ ...order, ...intent }, to, day, operator)));
      }
    } else {
      outgrown.push(order);
      continue;
    }
    underWay.push({ ...order, carrier: first.carrier, service: first.service });
  }
  await setSalesOrders(tx, underWay);
  insertPackages(tx, appearing);
  saveRepacked(tx, relabelled);
  for (const p of appearing) tell(tx, p, at, 'package.packed', { status: p.status });
  for (const p of relabelled) tell(tx, p, at, 'package.relabelled', { status: p.status });
  await claimLabels(tx, outgrown, at);
}

/** The package with the label that was bought for it last, where that is not the one that it bears. */
function withNewLabel(p: Package, intents: readonly LabelIntent[], at: Temporal.Instant): Package[] {
  const bought = intents.find(({ plan }) => plan.packageId === p.packageId);
  if (bought === undefined || bought.trackingNo === p.trackingNo) return [];
  const { trackingNo, trackingUrl, carrier, service } = bought;
  return [{ ...p, trackingNo, trackingUrl, carrier, service, lastActivityAt: at }];
}

function tell(
  tx: Tx,
  { customerNo, orderId, packageNo, carrier, service, trackingNo }: Package,
  at: Temporal.Instant,
  kind: string,
  data: Record<string, unknown>,
): void {
  appendLog(tx, {
    customerNo,
    kind,
    subject: orderId,
    reference: uuidv7(),
    occurredAt: at,
    operation: 'carrier',
    actor: 'system',
    data: { package: packageNo, ...data, carrier, service, trackingNo },
  });
}
