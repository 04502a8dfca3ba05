/**
 * Sums a value of the items with the same key. Returns for each key its first item and the sum, in the sequence of the first items.
 */
export function sumByKey<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
  summandOf: (item: Item) => number,
): { readonly first: Item; readonly sum: number }[] {
  const sums = new Map<string, { readonly first: Item; sum: number }>();
  for (const item of items) {
    const key = keyOf(item);
    const known = sums.get(key);
    if (known === undefined) sums.set(key, { first: item, sum: summandOf(item) });
    else known.sum += summandOf(item);
  }
  return [...sums.values()];
}
