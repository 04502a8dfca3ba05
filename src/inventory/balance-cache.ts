/**
 * Balances as this process last read them, with what it has reserved since (decision 16).
 *
 * Only for unlocked reads: a CHECK constraint of `balances` rejects a decision on stale ones. The cache does not see changes of
 * other processes, so it is discarded when it is `maxAgeMs` old; also when it has `maxBalances`.
 */
import type { DbReader } from '../platform/db/db.ts';
import { StockKeyMap } from './stock-map.ts';

export interface CachedBalance {
  readonly onHand: number;
  reserved: number;
  /** False when there is no row. */
  readonly exists: boolean;
}

const maxAgeMs = 5_000;
const maxBalances = 100_000;

interface BalanceCacheEntry {
  readonly sinceMs: number;
  readonly balances: StockKeyMap<CachedBalance>;
}

const caches = new WeakMap<DbReader, BalanceCacheEntry>();

/** The balance cache of a database. It is replaced by an empty one when it is `maxAgeMs` old or full. */
export function balanceCacheOfDatabase({ database }: DbReader): StockKeyMap<CachedBalance> {
  const known = caches.get(database);
  const nowMs = performance.now();
  if (known !== undefined && nowMs - known.sinceMs < maxAgeMs && known.balances.size < maxBalances) {
    return known.balances;
  }
  const entry = { sinceMs: nowMs, balances: new StockKeyMap<CachedBalance>() };
  caches.set(database, entry);
  return entry.balances;
}
