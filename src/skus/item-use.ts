/** Remaining uses of an item: stock and orders. The slices that have them register here. */
import type { Reader } from '../platform/db/db.ts';
import type { SkuKey } from './sku-store.ts';

/** Returns the uses of items that are in use, by `skuKeyText`. They are logged, so they must not contain personal data. */
export type ItemUseSource = (
  reader: Reader,
  items: readonly SkuKey[],
) => Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;

const uses: ItemUseSource[] = [];

/** Registers a source when the program is composed. Idempotent. */
export function registerItemUse(use: ItemUseSource): void {
  if (!uses.includes(use)) uses.push(use);
}

/** The uses of these items from all sources, by `skuKeyText`. */
export async function readItemUse(
  reader: Reader,
  items: readonly SkuKey[],
): Promise<Map<string, Readonly<Record<string, unknown>>>> {
  const known = new Map<string, Readonly<Record<string, unknown>>>();
  if (items.length === 0) return known;
  for (const use of uses) {
    for (const [key, facts] of await use(reader, items)) known.set(key, { ...known.get(key), ...facts });
  }
  return known;
}
