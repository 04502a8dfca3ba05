/** How much two spellings of a name differ. Pure. */

/**
 * Edit distance: insertions, deletions, substitutions, and swaps of neighbors. Returns `atMost + 1` when it exceeds
 * `atMost`.
 */
export function computeEditDistance(a: string, b: string, atMost: number): number {
  if (a === b) return 0;
  const width = b.length + 1;
  if (Math.abs(a.length - b.length) > atMost) return atMost + 1;
  // Called for thousands of names at a time: reuses three rows of one buffer.
  if (rows.length < width * 3) rows = new Int32Array(width * 6);
  let [beforeLast, last, row] = [0, width, width * 2];
  for (let j = 0; j < width; j += 1) rows[last + j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    const letter = a.charCodeAt(i - 1);
    rows[row] = i;
    let least = i;
    for (let j = 1; j < width; j += 1) {
      const isSame = letter === b.charCodeAt(j - 1);
      let cost = Math.min(at(last + j) + 1, at(row + j - 1) + 1, at(last + j - 1) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (isSwapped) cost = Math.min(cost, at(beforeLast + j - 2) + 1);
      rows[row + j] = cost;
      if (cost < least) least = cost;
    }
    if (least > atMost) return atMost + 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(at(last + width - 1), atMost + 1);
}

let rows = new Int32Array(256);

function at(index: number): number {
  return rows[index] as number;
}
