/** Remaining uses of an item: stock and documents. A slice above the catalog provides them. */
import type { DbReader } from '../platform/db/db.ts';
import { defineSlicePort } from '../platform/ports.ts';
import type { SkuKey } from './sku-store.ts';

/** Returns the uses of items that are in use, by `formatSkuKey`. They are logged, so they must not contain personal data. */
export type ItemUseSource = (
  reader: DbReader,
  items: readonly SkuKey[],
) => Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;

/** The port of the uses of items, which the slices that have stock and documents provide. */
export const itemUseSourcePort = defineSlicePort<ItemUseSource>('the use of items');

/** The uses of these items, by `formatSkuKey`; items that are not in use are omitted. */
export async function readItemUse(
  reader: DbReader,
  items: readonly SkuKey[],
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  return items.length === 0 ? new Map() : await reader.ports.get(itemUseSourcePort)(reader, items);
}
