/** Which items of a request cannot be transferred: told beside the request's other faults (decision 3). */
import type { Environment } from '../../platform/environment.ts';
import type { Fault } from '../../platform/errors.ts';
import { readSkus, skuKeyText } from '../../skus/index.ts';
import { transferItemFault } from '../accept-lines.ts';

export async function itemFaults(input: {
  readonly environment: Environment;
  readonly customerNo: string;
  readonly request: unknown;
}): Promise<Fault[]> {
  const items = (input.request as { ItemsInfo?: unknown } | null)?.ItemsInfo;
  if (!Array.isArray(items)) return [];
  const named = items.flatMap((item: { ItemNo?: unknown } | null, index) =>
    typeof item?.ItemNo === 'string' && item.ItemNo !== '' ? [{ index, itemNo: item.ItemNo }] : [],
  );
  const { customerNo, environment } = input;
  const skus = await readSkus(
    environment.db,
    named.map(({ itemNo }) => ({ customerNo, itemNo })),
  );
  return named.flatMap(({ index, itemNo }) => {
    const fault = transferItemFault(index, itemNo, skus.get(skuKeyText({ customerNo, itemNo })), false);
    return fault === undefined ? [] : [fault];
  });
}
