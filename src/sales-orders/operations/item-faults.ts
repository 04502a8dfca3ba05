/** `UnknownItem` and `RetiredItem` faults of a request that may have other faults, to report all together (decision 3). */
import type { Environment } from '../../platform/environment.ts';
import type { Fault } from '../../platform/errors.ts';
import { readSkus, skuKeyText } from '../../skus/index.ts';
import { orderItemFault } from '../order-acceptance.ts';

export async function salesItemFaults(call: {
  readonly environment: Environment;
  readonly customerNo: string;
  readonly request: unknown;
}): Promise<Fault[]> {
  const { environment, customerNo, request } = call;
  const { ItemsInfo: items, OrderInfo } = (request ?? {}) as {
    readonly ItemsInfo?: unknown;
    readonly OrderInfo?: { readonly OrderType?: unknown } | null;
  };
  if (!Array.isArray(items)) return [];
  const named = items.flatMap((item: { ItemNo?: unknown } | null, index) =>
    typeof item?.ItemNo === 'string' && item.ItemNo !== '' ? [{ index, customerNo, itemNo: item.ItemNo }] : [],
  );
  const skus = await readSkus(environment.db, named);
  return named.flatMap(
    (item) => orderItemFault(item.index, item.itemNo, skus.get(skuKeyText(item)), OrderInfo?.OrderType) ?? [],
  );
}
