/**
 * The indexes, ascending, of the `count` greatest values and of all values equal to the least of them, so that the caller
 * breaks ties by sorting. Pure.
 */
export function indexesOfGreatest(values: Float64Array, count: number): number[] {
  const all = Array.from(values.keys());
  if (count <= 0) return [];
  if (count >= values.length) return all;
  const least = nthGreatest(Float64Array.from(values), count - 1);
  return all.filter((at) => (values[at] as number) >= least);
}

/** The value at index `n` of the list in descending order. Reorders the list (Hoare's selection). */
function nthGreatest(values: Float64Array, n: number): number {
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const pivot = values[(from + to) >>> 1] as number;
    let left = from;
    let right = to;
    while (left <= right) {
      while ((values[left] as number) > pivot) left += 1;
      while ((values[right] as number) < pivot) right -= 1;
      if (left > right) break;
      const swapped = values[left] as number;
      values[left] = values[right] as number;
      values[right] = swapped;
      left += 1;
      right -= 1;
    }
    if (n <= right) to = right;
    else if (n >= left) from = left;
    else break;
  }
  return values[n] as number;
}
