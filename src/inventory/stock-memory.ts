/**
 * The balances as a process last read them, less what it has reserved since (decision 16).
 *
 * Only for glances: whoever decides by it is held to the truth by the check of `balances`. It knows nothing of what others
 * do, so it is thrown away every few seconds.
 */
import type { Reader } from '../platform/db/db.ts';
import { StockMap } from './stock-map.ts';

export interface SeenBalance {
  readonly onHand: number;
  reserved: number;
  /** False where there is no such balance. */
  readonly exists: boolean;
}

const keptForMs = 5_000;
const mostBalances = 100_000;

interface Memory {
  readonly sinceMs: number;
  readonly balances: StockMap<SeenBalance>;
}

const memories = new WeakMap<Reader, Memory>();

/** What is remembered of a database now. */
export function seenBalances({ database }: Reader): StockMap<SeenBalance> {
  const known = memories.get(database);
  const nowMs = performance.now();
  if (known !== undefined && nowMs - known.sinceMs < keptForMs && known.balances.size < mostBalances) {
    return known.balances;
  }
  const memory = { sinceMs: nowMs, balances: new StockMap<SeenBalance>() };
  memories.set(database, memory);
  return memory.balances;
}
