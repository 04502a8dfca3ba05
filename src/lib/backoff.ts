/** How long to wait before a new attempt. */

/**
 * None before the first attempt; then 50% to 100% of a delay that doubles with each, up to `maxMs`.
 *
 * @param attempts those that have failed in succession
 */
export function computeBackoffMs(attempts: number, firstMs: number, maxMs: number): number {
  if (attempts === 0) return 0;
  return Math.min(maxMs, firstMs * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2);
}
