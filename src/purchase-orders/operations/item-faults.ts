/** Faults of the items that only the catalog can tell: told beside the request's other faults (decision 3). */
import type { Environment } from '../../platform/environment.ts';
import type { Fault } from '../../platform/errors.ts';
import { readSkus, skuKeyText } from '../../skus/index.ts';
import { purchaseItemFaults } from '../purchase-order.ts';

export async function itemFaults(input: {
  readonly environment: Environment;
  readonly customerNo: string;
  readonly request: unknown;
}): Promise<Fault[]> {
  const { customerNo } = input;
  const items = (input.request as { ItemsInfo?: unknown } | null)?.ItemsInfo;
  if (!Array.isArray(items)) return [];
  const named = items.map((item: { ItemNo?: unknown } | null) => (typeof item?.ItemNo === 'string' ? item.ItemNo : ''));
  const skus = await readSkus(
    input.environment.db,
    named.filter((itemNo) => itemNo !== '').map((itemNo) => ({ customerNo, itemNo })),
  );
  // A line without a number has its fault already.
  return purchaseItemFaults(
    named.map((itemNo) => ({ itemNo, description: '', quantity: 1 })),
    (itemNo) => skus.get(skuKeyText({ customerNo, itemNo })),
    new Set(['']),
  );
}
