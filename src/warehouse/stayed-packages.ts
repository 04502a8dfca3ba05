/** Packages that did not leave with others of their order, which is shipped. */
import type { DbReader } from '../platform/db/db.ts';
import type { Package } from './package.ts';

interface StayedPackage extends Pick<Package, 'customerNo' | 'orderId' | 'trackingNo'> {
  readonly orderNo: string;
}

/** The condition that a package stayed and has not left. It uses the index `packages_stayed`. `alias`: of `packages`. */
export const isStayedPackageSql = (alias: string): string =>
  `${alias}.stayed_at is not null and ${alias}.status = 'READY TO SHIP'`;

/** The condition that a package stayed and was canceled: it is lost, or was unpacked for a return. `alias`: of `packages`. */
export const isCanceledStayedPackageSql = (alias: string): string =>
  `${alias}.stayed_at is not null and ${alias}.status = 'CANCELED'`;

/** The packages of these customers that stayed at a warehouse and have not left, oldest first; at most `limit`. */
export async function listStayedPackagesAtWarehouse(
  reader: DbReader,
  customerNos: readonly string[],
  warehouse: string,
  limit: number,
): Promise<StayedPackage[]> {
  return await reader.rows<StayedPackage>(
    `select p.customer_no as "customerNo", p.order_id as "orderId", p.tracking_no as "trackingNo", s.order_no as "orderNo"
       from packages p join sales_orders s on s.customer_no = p.customer_no and s.order_id = p.order_id
      where p.customer_no = any ($1::text[]) and s.customer_no = any ($1::text[]) and p.warehouse = $2 and ${isStayedPackageSql('p')}
      order by p.stayed_at, p.package_id limit $3`,
    [customerNos, warehouse, limit],
  );
}
