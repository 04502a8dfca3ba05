/** The ledger postings of shipped packages. Pure (decision 10). */
import type { Posting } from '../inventory/index.ts';
import type { SalesOrder } from '../sales-orders/index.ts';
import type { Sku } from '../skus/index.ts';
import type { Package, PackageItem } from './package.ts';

/** The ledger postings for the shipped packages of one order: one per item and inventory status. */
export function buildShipmentPostings(
  order: SalesOrder,
  packages: readonly Package[],
  at: Temporal.Instant,
  skuOf: (itemNo: string) => Sku | undefined,
): Posting[] {
  const lineOf = new Map(order.lines.map((line) => [line.line, line]));
  const sums = new Map<string, { item: PackageItem; quantity: number }>();
  for (const item of packages.flatMap((p) => p.items)) {
    const key = `${item.itemNo}\n${item.status}`;
    const sum = sums.get(key);
    if (sum) sum.quantity += item.units;
    else sums.set(key, { item, quantity: item.units });
  }
  return [...sums.values()].map(({ item, quantity }): Posting => {
    const sku = skuOf(item.itemNo);
    return {
      customerNo: order.customerNo,
      itemNo: item.itemNo,
      warehouse: order.warehouse,
      status: item.status,
      quantity: -quantity,
      type: 'Sales order',
      reference: order.orderNo,
      subject: order.orderId,
      occurredAt: at,
      orderType: order.orderType,
      itemDescription: sku?.description ?? item.description,
      itemUnit: sku?.uom ?? lineOf.get(item.line)?.uom ?? '',
      alcoholPercentage: sku?.alcoholByVolume ?? '',
    };
  });
}
