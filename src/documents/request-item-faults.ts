/** The faults of items in a request that has other faults as well, so that all are reported at once (decision 3). */
import type { Environment } from '../platform/environment.ts';
import type { Fault } from '../platform/errors.ts';
import { checkItemEligibility, formatSkuKey, type ItemEligibilityOptions, readSkus } from '../skus/index.ts';

/**
 * The faults of the item numbers in `ItemsInfo`. Values that are not texts, and empty texts, are ignored, because the
 * schema rejects them.
 */
export async function findRequestItemFaults(
  {
    environment,
    customerNo,
    request,
  }: {
    readonly environment: Environment;
    readonly customerNo: string;
    readonly request: unknown;
  },
  rules: ItemEligibilityOptions = {},
): Promise<Fault[]> {
  const items = (request as { ItemsInfo?: unknown } | null)?.ItemsInfo;
  if (!Array.isArray(items)) return [];
  const named = items.flatMap((item: { ItemNo?: unknown } | null, index) =>
    typeof item?.ItemNo === 'string' && item.ItemNo !== '' ? [{ index, itemNo: item.ItemNo }] : [],
  );
  const skus = await readSkus(
    environment.db,
    named.map(({ itemNo }) => ({ customerNo, itemNo })),
  );
  return named.flatMap(
    ({ index, itemNo }) =>
      checkItemEligibility(
        `ItemsInfo[${index}].ItemNo`,
        itemNo,
        skus.get(formatSkuKey({ customerNo, itemNo })),
        rules,
      ) ?? [],
  );
}
