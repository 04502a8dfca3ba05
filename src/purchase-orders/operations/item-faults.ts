/** Faults of the items that only the catalogue can tell: told beside the request's other faults (decision 3). */
import type { Environment } from '../../platform/environment.ts';
import type { Fault } from '../../platform/errors.ts';
import { readSkus, skuKeyText } from '../../skus/index.ts';
import { judgeLines } from '../purchase-order.ts';

export async function itemFaults(asked: {
  readonly environment: Environment;
  readonly customerNo: string;
  readonly request: unknown;
}): Promise<Fault[]> {
  const { customerNo } = asked;
  const items = (asked.request as { ItemsInfo?: unknown } | null)?.ItemsInfo;
  if (!Array.isArray(items)) return [];
  const named = items.map((item: { ItemNo?: unknown } | null) => (typeof item?.ItemNo === 'string' ? item.ItemNo : ''));
  const skus = await readSkus(
    asked.environment.db,
    named.filter((itemNo) => itemNo !== '').map((itemNo) => ({ customerNo, itemNo })),
  );
  // A line without a number has its fault already.
  return judgeLines(
    named.map((itemNo) => ({ itemNo, description: '', quantity: 1 })),
    (itemNo) => skus.get(skuKeyText({ customerNo, itemNo })),
    new Set(['']),
  );
}
