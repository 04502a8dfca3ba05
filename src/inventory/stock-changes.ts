/**
 * Changes of on-hand stock without an order or a receipt: adjustments, status changes, production, counts (decision 10). Each
 * change is posted completely or rejected.
 *
 * Invariants: on hand is never below 0 nor below what is reserved. Where reserved stock disappears, reservations are released in
 * the same transaction (shortage.ts). Stock that becomes available is allocated to backorders in queue order.
 */
import { sumByKey } from '../lib/sum-by-key.ts';
import type { Tx } from '../platform/db/db.ts';
import { BackorderQueue, recordFilledBackorders } from './backorder-queue.ts';
import { BalanceSession } from './balance-store.ts';
import { appendMovements } from './movement-store.ts';
import { backorderLostReservations, predictReservationLosses, releaseExcessReservations } from './shortage.ts';
import { formatStockKey, type Posting, type StockKey } from './stock.ts';

export interface StockChange {
  /** At least one, all of one customer. */
  readonly postings: readonly Posting[];
  /** `on hand`: it may take reserved stock, whose reservations are then released. */
  readonly takes: 'on hand' | 'available';
}

/** A balance with less stock than a change takes. */
export interface InsufficientStock extends StockKey {
  readonly requested: number;
  /** Units that the change may take. */
  readonly available: number;
}

/** Posted when `insufficient` is empty, otherwise rejected. */
type StockChangeResult = { readonly insufficient: readonly InsufficientStock[] };

/**
 * Posts changes in the order given and returns one result each. A rejected change does not affect the others. Locks the affected
 * documents, then the balances: call it after locking your own documents.
 */
export async function postStockChanges(tx: Tx, changes: readonly StockChange[]): Promise<StockChangeResult[]> {
  if (changes.length === 0) return [];
  const postings = changes.flatMap((change) => change.postings);
  const increased = postings.filter((posting) => posting.quantity > 0);
  const queue = await BackorderQueue.lock(tx, {
    increased,
    losses: await predictReservationLosses(tx, postings),
  });
  // A loss may backorder documents, which a receipt at another of their warehouses must find.
  const balances = await BalanceSession.lockToReceive(tx, [...postings, ...queue.keys()], postings);
  const rollBack = balances.savepoint();
  for (;;) {
    const outcomes = changes.map((change) => applyChange(balances, change));
    const posted = changes.filter((_, index) => outcomes[index]?.insufficient.length === 0).flatMap((c) => c.postings);
    const loss = releaseExcessReservations(balances, queue, posted);
    const impact = { increased: [...increased, ...loss.freed], losses: loss.losses };
    if (await queue.lockNewcomers(balances, impact)) {
      rollBack();
      continue;
    }
    const { lost, moved, filled, picks } = loss.reallocateStock();
    balances.write();
    appendMovements(tx, posted);
    await backorderLostReservations(tx, lost, picks);
    await recordFilledBackorders(tx, [...moved, ...filled]);
    return outcomes;
  }
}

/** Applies one change to the locked balances when they suffice. */
function applyChange(balances: BalanceSession, { postings, takes }: StockChange): StockChangeResult {
  const insufficient: InsufficientStock[] = [];
  for (const { first: key, sum: quantity } of sumByKey(postings, formatStockKey, (posting) => posting.quantity)) {
    const there = Math.max(0, takes === 'on hand' ? balances.onHand(key) : balances.available(key));
    const { customerNo, itemNo, warehouse, status } = key;
    if (-quantity > there)
      insufficient.push({ customerNo, itemNo, warehouse, status, requested: -quantity, available: there });
  }
  if (insufficient.length === 0) for (const posting of postings) balances.change(posting, { onHand: posting.quantity });
  return { insufficient };
}
