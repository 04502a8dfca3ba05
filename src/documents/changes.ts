/**
 * The results of changes of documents, refusals by the status of a document, and the order in which changes are
 * applied.
 */
import { assertPresent } from '../lib/assert.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuseState } from '../platform/errors.ts';
import type { OrderKey } from './order-tables.ts';

/** The result of a change: the transaction reference of its request, or of the first one when a creation is repeated. */
export interface ChangeReference {
  readonly reference: string;
}

/** The result of a change of an existing order, which any of its references may have named. */
export interface OrderChangeResult extends ChangeReference {
  readonly orderId: string;
}

/** 403: the status of a document does not allow a change. `label` starts the sentence: `Purchase order INBOUND-1`. */
export function statusRefusal(label: string, verb: string, status: string): Outcome<never> {
  return refuseState(status, `${label} cannot be ${verb}: its status is ${status}.`);
}

/**
 * Throws when two outcomes are of one document, because both would be decided from its state before the first. The write
 * queue then writes the batch in halves, until the two are apart.
 */
export function assertDifferentDocuments(outcomes: readonly Outcome<OrderKey>[]): void {
  const ids = outcomes.flatMap((outcome) => ('ok' in outcome ? [outcome.ok.orderId] : []));
  if (new Set(ids).size < ids.length) throw new Error('a batch has two changes of one document');
}

/** A change with the document that it is for, locked. */
export interface LockedChange<Change, Order> {
  readonly change: Change;
  readonly order: Order;
}

/**
 * Applies changes in rounds, so that the second change of a document sees the result of the first. `lock` finds and locks
 * the documents; `apply` gets the first open change of each. Both return one outcome per change, in their order.
 */
export async function applyChangesInRounds<Change, Order extends OrderKey, Result>(
  tx: Tx,
  changes: readonly Change[],
  lock: (tx: Tx, changes: readonly Change[]) => Promise<Outcome<Order>[]>,
  apply: (entries: readonly LockedChange<Change, Order>[]) => Promise<Outcome<Result>[]>,
): Promise<Outcome<Result>[]> {
  const outcomes = new Map<Change, Outcome<Result>>();
  let open = changes;
  while (open.length > 0) {
    const locked = await lock(tx, open);
    const first = new Map<string, LockedChange<Change, Order>>();
    const later: Change[] = [];
    for (const [index, change] of open.entries()) {
      const outcome = assertPresent(locked[index], 'the outcome of a lock');
      if ('refused' in outcome) outcomes.set(change, outcome);
      else if (first.has(outcome.ok.orderId)) later.push(change);
      else first.set(outcome.ok.orderId, { change, order: outcome.ok });
    }
    const entries = [...first.values()];
    const results = entries.length === 0 ? [] : await apply(entries);
    for (const [index, { change }] of entries.entries()) {
      outcomes.set(change, assertPresent(results[index], 'the outcome of a change'));
    }
    open = later;
  }
  return changes.map((change) => assertPresent(outcomes.get(change), 'the outcome of a change'));
}
