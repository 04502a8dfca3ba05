/**
 * Changes of what is on hand that no order and no delivery brings about: adjustments, status changes, production, counts
 * (decision 10). Each change is posted whole or refused whole.
 *
 * Invariants: on hand is never below 0 and never below what is reserved. Where reserved stock disappears, reservations
 * give way in the same transaction (shortfall.ts); what becomes available goes to those who wait, in their order.
 */
import type { Tx } from '../platform/db/db.ts';
import { BalanceBook, stockKeyText } from './balance-store.ts';
import { markWaiting, reduceDemands } from './demand-store.ts';
import { appendMovements } from './movement-store.ts';
import { estimateLosses, giveWay, tellLosses } from './shortfall.ts';
import type { Posting, StockKey } from './stock.ts';
import { tellFilled, WaitingQueue } from './waiting-queue.ts';

export interface StockChange {
  /** At least one, all of one customer. */
  readonly postings: readonly Posting[];
  /** Whether it may take what is reserved for others, who then give way, or only what is available. */
  readonly takes: 'on hand' | 'available';
}

/** What a change would have taken that is not there. */
export interface NotThere extends StockKey {
  /** Units to be taken. */
  readonly taken: number;
  /** Units that are there, by what the change may take. */
  readonly there: number;
}

/** Posted, or refused because of what is not there. */
export type StockChangeOutcome = { readonly notThere: readonly NotThere[] };

/**
 * Posts changes in the order given; one outcome each, `notThere` empty where it was posted. A refused one changes
 * nothing for the others. Locks the documents that are concerned, then the balances: call it after locking your own.
 */
export async function postChanges(tx: Tx, changes: readonly StockChange[]): Promise<StockChangeOutcome[]> {
  if (changes.length === 0) return [];
  const postings = changes.flatMap((change) => change.postings);
  const brought = postings.filter((posting) => posting.quantity > 0);
  const queue = await WaitingQueue.lock(tx, { rising: brought, losing: await estimateLosses(tx, postings) });
  const book = await BalanceBook.lock(tx, [...postings, ...queue.keys()]);
  await book.bringStock(brought);
  const undo = book.mark();
  for (;;) {
    const outcomes = changes.map((change) => apply(book, change));
    const posted = changes.filter((_, index) => outcomes[index]?.notThere.length === 0).flatMap((c) => c.postings);
    const loss = giveWay(book, queue, posted);
    const concern = { rising: [...brought, ...loss.freed], losing: loss.losing };
    if (await queue.complete(book, concern)) {
      undo();
      continue;
    }
    const { fallen, moved, filled, picks } = loss.settle();
    await book.write();
    await markWaiting(tx, fallen);
    await reduceDemands(tx, picks);
    appendMovements(tx, posted);
    await tellLosses(tx, fallen, picks);
    await tellFilled(tx, [...moved, ...filled]);
    return outcomes;
  }
}

/** Decides one change on the locked balances and applies it when it can be posted. */
function apply(book: BalanceBook, { postings, takes }: StockChange): StockChangeOutcome {
  const sums = new Map<string, { key: StockKey; quantity: number }>();
  for (const posting of postings) {
    const text = stockKeyText(posting);
    const sum = sums.get(text);
    if (sum) sum.quantity += posting.quantity;
    else sums.set(text, { key: posting, quantity: posting.quantity });
  }
  const notThere: NotThere[] = [];
  for (const { key, quantity } of sums.values()) {
    const there = Math.max(0, takes === 'on hand' ? book.onHand(key) : book.available(key));
    const { customerNo, itemNo, warehouse, status } = key;
    if (-quantity > there) notThere.push({ customerNo, itemNo, warehouse, status, taken: -quantity, there });
  }
  if (notThere.length === 0) for (const posting of postings) book.change(posting, { onHand: posting.quantity });
  return { notThere };
}
