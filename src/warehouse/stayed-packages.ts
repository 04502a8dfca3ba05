/** Packages that did not leave with others of their order, which is shipped. */
import type { DbReader, Tx } from '../platform/db/db.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import type { Package } from './package.ts';

interface StayedPackage extends Pick<Package, 'customerNo' | 'orderId' | 'trackingNo'> {
  readonly orderNo: string;
}

/** The condition that the package `p` stayed and has not left. It uses the index `packages_stayed`. */
export const isStayedPackageSql = "p.stayed_at is not null and p.status = 'READY TO SHIP'";

/** The condition that the package `p` stayed and was canceled: it is lost, or was unpacked for a return. */
export const isCanceledStayedPackageSql = "p.stayed_at is not null and p.status = 'CANCELED'";

/** The condition that the package `p` was unpacked for a return that has not all of its bottles. */
export const isMissingBottlesSql = 'p.missing_since is not null';

/** The ids of the packages of an order that were unpacked for a return that has not all of their bottles. */
export async function readPackageIdsMissingBottles(
  reader: DbReader,
  { customerNo, orderId }: SalesOrderKey,
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ packageId: string }>(
    `select p.package_id as "packageId" from packages p
      where p.customer_no = $1 and p.order_id = $2 and ${isMissingBottlesSql}`,
    [customerNo, orderId],
  );
  return new Set(rows.map(({ packageId }) => packageId));
}

/**
 * Records since when bottles are missing of a package that was unpacked for a return, undefined when none are. The caller has locked its
 * order. No activity: nothing of what customers read changes.
 */
export async function markPackageMissingBottles(
  tx: Tx,
  { customerNo, packageId }: Pick<Package, 'customerNo' | 'packageId'>,
  since: Temporal.Instant | undefined,
): Promise<void> {
  await tx.rows('update packages p set missing_since = $3 where p.customer_no = $1 and p.package_id = $2', [
    customerNo,
    packageId,
    since,
  ]);
}

/** The packages of these customers that stayed at a warehouse and are there, or miss bottles, oldest first; at most `limit`. */
export async function listStayedPackagesAtWarehouse(
  reader: DbReader,
  customerNos: readonly string[],
  warehouse: string,
  limit: number,
): Promise<StayedPackage[]> {
  return await reader.rows<StayedPackage>(
    `select p.customer_no as "customerNo", p.order_id as "orderId", p.tracking_no as "trackingNo", s.order_no as "orderNo"
       from packages p join sales_orders s on s.customer_no = p.customer_no and s.order_id = p.order_id
      where p.customer_no = any ($1::text[]) and s.customer_no = any ($1::text[]) and p.warehouse = $2
        and (${isStayedPackageSql} or ${isMissingBottlesSql})
      order by p.stayed_at, p.package_id limit $3`,
    [customerNos, warehouse, limit],
  );
}
