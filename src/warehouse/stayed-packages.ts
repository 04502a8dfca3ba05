/** Packages that did not leave with others of their order, which is shipped. */
import type { DbReader } from '../platform/db/db.ts';
import type { Package } from './package.ts';

interface StayedPackage extends Pick<Package, 'customerNo' | 'orderId' | 'trackingNo'> {
  readonly orderNo: string;
}

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
      where p.customer_no = any ($1::text[]) and s.customer_no = any ($1::text[]) and p.warehouse = $2 and p.stayed_at is not null and p.status = 'READY TO SHIP'
      order by p.stayed_at, p.package_id limit $3`,
    [customerNos, warehouse, limit],
  );
}
