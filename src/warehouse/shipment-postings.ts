/** The ledger postings of shipped packages. Pure (decision 10). */
import { itemFieldsOfPosting, type Posting } from '../inventory/index.ts';
import { sumByKey } from '../lib/sum-by-key.ts';
import type { SalesOrder } from '../sales-orders/index.ts';
import type { Sku } from '../skus/index.ts';
import type { Package } from './package.ts';

/** The ledger postings for the shipped packages of one order: one per item and inventory status. */
export function buildShipmentPostings(
  order: SalesOrder,
  packages: readonly Package[],
  at: Temporal.Instant,
  skuOf: (itemNo: string) => Sku | undefined,
): Posting[] {
  const lineOf = new Map(order.lines.map((line) => [line.line, line]));
  const shipped = sumByKey(
    packages.flatMap((p) => p.items),
    ({ itemNo, status }) => `${itemNo}\n${status}`,
    ({ units }) => units,
  );
  return shipped.map(({ first: item, sum: quantity }): Posting => {
    const uom = lineOf.get(item.line)?.uom ?? '';
    const sku = skuOf(item.itemNo) ?? { description: item.description, uom, alcoholByVolume: '' };
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
      ...itemFieldsOfPosting(sku),
    };
  });
}
