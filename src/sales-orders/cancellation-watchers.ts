/** Who is told in the transaction in which orders are canceled: slices above that keep something for open orders. */
import type { Tx } from '../platform/db/db.ts';
import type { SalesOrderKey } from './order-store.ts';

/** Told of orders that the canceler has locked, before it touches any stock. A fixed number of statements. */
export type CancellationWatcher = (tx: Tx, orders: readonly SalesOrderKey[]) => Promise<void>;

const watchers: CancellationWatcher[] = [];

/** Called when the parts are wired together; nothing here imports upward. Again is the same as once. */
export function registerCancellationWatcher(watcher: CancellationWatcher): void {
  if (!watchers.includes(watcher)) watchers.push(watcher);
}

export const cancellationWatchers: readonly CancellationWatcher[] = watchers;
