/** Which items of a request are unknown or retired: told beside the request's other faults (decision 3). */
import type { Environment } from '../../platform/environment.ts';
import type { Fault } from '../../platform/errors.ts';
import { readSkus } from '../../skus/index.ts';

export async function salesItemFaults(asked: {
  readonly environment: Environment;
  readonly customerNo: string;
  readonly request: unknown;
}): Promise<Fault[]> {
  const items = (asked.request as { ItemsInfo?: unknown } | null)?.ItemsInfo;
  if (!Array.isArray(items)) return [];
  const named = items.flatMap((item: { ItemNo?: unknown } | null, index) =>
    typeof item?.ItemNo === 'string' && item.ItemNo !== '' ? [{ index, itemNo: item.ItemNo }] : [],
  );
  const { customerNo } = asked;
  const skus = await readSkus(
    asked.environment.db,
    named.map(({ itemNo }) => ({ customerNo, itemNo })),
  );
  return named.flatMap(({ index, itemNo }) => {
    const sku = skus.get(`${customerNo}\n${itemNo}`);
    if (sku !== undefined && !sku.retired) return [];
    const field = `ItemsInfo[${index}].ItemNo`;
    const quoted = JSON.stringify(itemNo);
    if (sku === undefined)
      return [{ field, code: 'UnknownItem', message: `${quoted} is not an item of this customer` }];
    return [{ field, code: 'RetiredItem', message: `${quoted} is retired` }];
  });
}
