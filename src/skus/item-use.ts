/**
 * What still speaks of an item: its stock, and the orders that want or announce it. The catalog stands below those who
 * know, so they register here.
 */
import type { Reader } from '../platform/db/db.ts';
import type { SkuKey } from './sku-store.ts';

/** Answers, by `skuKeyText`, facts about items that are in use; nothing for the others. No people: they go to the log. */
export type ItemUseSource = (
  reader: Reader,
  items: readonly SkuKey[],
) => Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;

const uses: ItemUseSource[] = [];

/** Called for each slice that knows of uses when the parts are wired together. Again is the same as once. */
export function registerItemUse(use: ItemUseSource): void {
  if (!uses.includes(use)) uses.push(use);
}

/** All that is known of the use of these items, by `skuKeyText`. */
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
