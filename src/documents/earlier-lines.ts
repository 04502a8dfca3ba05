/**
 * For each line of an update, the current line of its item, whose fields it keeps where it has
 * none of its own (decision 12). When an item is on several lines, its nth new line keeps those of its nth current line,
 * else of its first; undefined for an item without a current line. Pure.
 */
export function matchEarlierLines<Line extends { readonly itemNo: string }>(
  before: readonly Line[],
  itemNos: readonly string[],
): (Line | undefined)[] {
  const earlier = Map.groupBy(before, (line) => line.itemNo);
  const seen = new Map<string, number>();
  return itemNos.map((itemNo) => {
    const count = seen.get(itemNo) ?? 0;
    seen.set(itemNo, count + 1);
    const same = earlier.get(itemNo);
    return same?.[count] ?? same?.[0];
  });
}
