/**
 * The balances as a process last read them, less what it has reserved since (decision 16).
 *
 * Only for glances: whoever decides by it is held to the truth by the check of `balances`. It knows nothing of what others
 * do, so it is thrown away every few seconds.
 */
import type { Reader } from '../platform/db/db.ts';
import { StockMap } from './stock-map.ts';

export interface CachedBalance {
  readonly onHand: number;
  reserved: number;
  /** False where there is no such balance. */
  readonly exists: boolean;
}

const maxAgeMs = 5_000;
const maxBalances = 100_000;

interface BalanceCacheEntry {
  readonly sinceMs: number;
  readonly balances: StockMap<CachedBalance>;
}

const caches = new WeakMap<Reader, BalanceCacheEntry>();

/** What is remembered of a database now. */
export function balanceCache({ database }: Reader): StockMap<CachedBalance> {
  const known = caches.get(database);
  const nowMs = performance.now();
  if (known !== undefined && nowMs - known.sinceMs < maxAgeMs && known.balances.size < maxBalances) {
    return known.balances;
  }
  const entry = { sinceMs: nowMs, balances: new StockMap<CachedBalance>() };
  caches.set(database, entry);
  return entry.balances;
}
