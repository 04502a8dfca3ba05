/** Cancels a package of a shipped order that did not leave with the others: it is lost, or was unpacked. */
import { assertPresent } from '../lib/assert.ts';
import type { Tx } from '../platform/db/db.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import { lockPackagesOfOrders, logOrderEvents, type Package, updateRepackedPackages } from '../warehouse/index.ts';
import { lockLabelIntentsOfOrders } from './label-intent-store.ts';
import { voidLabelIntents } from './label-requests.ts';
import { lookUpLostPackages } from './tracking-lookups.ts';

/**
 * Cancels a package of an order that the caller has locked, and voids its label: the carrier refunds it, and a later scan is an exception
 * (`wrong-departures.ts`). It keeps `items`: those that the ledger still has as shipped. `because`: for the timeline; undefined for one
 * that is lost, of which the carrier is asked once a day, because it may have it all the same.
 */
export async function cancelPackage(
  tx: Tx,
  order: SalesOrderKey,
  { packageId, items }: Pick<Package, 'packageId' | 'items'>,
  at: Temporal.Instant,
  because?: string,
): Promise<void> {
  const labels = (await lockLabelIntentsOfOrders(tx, [order])).filter(({ plan }) => plan.packageId === packageId);
  const packages = await lockPackagesOfOrders(tx, [order]);
  const before = packages.find((p) => p.packageId === packageId);
  await voidLabelIntents(tx, labels);
  if (because === undefined)
    await lookUpLostPackages(
      tx,
      labels.filter(({ state }) => state === 'bought'),
    );
  const canceled = { ...assertPresent(before, 'the package'), status: 'CANCELED' as const, items };
  updateRepackedPackages(tx, [{ ...canceled, lastActivityAt: at }]);
  const { customerNo, orderId, packageNo, status, trackingNo } = canceled;
  const data = { package: packageNo, status, trackingNo, ...(because !== undefined && { because }) };
  logOrderEvents(tx, 'warehouse', at, [{ customerNo, orderId, kind: 'package.canceled', data }]);
}
