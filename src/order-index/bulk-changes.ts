/**
 * Changes of many orders of many customers by an operator: each customer's go through its write queue in batches, nothing is
 * all-or-nothing across orders, and every order gets one outcome, in the sequence of the request.
 */

import { type AuditEntry, recordAudit } from '../operators/index.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError, type Outcome } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { showChanges } from './maintain.ts';

/** An order as a request names it. */
export interface NamedOrder {
  readonly CustomerNo: string;
  readonly TransactionReferenceNumber: string;
}

export const maxBulkOrders = 500;

/** What a change of one order did, or why it did nothing. */
export type BulkOutcome<Done> = { readonly ok: Done } | { readonly message: string };

/** The writer, and each change that took effect is recorded in the audit, in its transaction. */
export function audited<Item extends { readonly context: OperatorContext }, Done>(
  writer: BatchWriter<Item, Done>,
  entryOf: (item: Item, done: Done) => AuditEntry | undefined,
): BatchWriter<Item, Done> {
  return {
    ...writer,
    write: async (tx, items) => {
      const outcomes = await writer.write(tx, items);
      for (const [index, outcome] of outcomes.entries()) {
        const item = items[index] as Item;
        const entry = 'ok' in outcome ? entryOf(item, outcome.ok) : undefined;
        if (entry !== undefined) recordAudit(tx, item.context, entry);
      }
      return outcomes;
    },
  };
}

/** Writes one item per order; resolves when all have an outcome and the lists show them. */
export async function changeOrders<Item, Done>(
  { db, writeQueue }: Pick<Environment, 'db' | 'writeQueue'>,
  writer: BatchWriter<Item, Done>,
  items: readonly Item[],
): Promise<BulkOutcome<Done>[]> {
  const outcomes: BulkOutcome<Done>[] = new Array(items.length);
  const byCustomer = Map.groupBy(items.keys(), (index) => writer.customerNo(items[index] as Item));
  await Promise.all(
    [...byCustomer.values()].map(async (indexes) => {
      const results = await writeQueue.submitAll(
        writer,
        indexes.map((index) => items[index] as Item),
      );
      for (const [nth, index] of indexes.entries()) outcomes[index] = bulkOutcome(results[nth]);
    }),
  );
  await showChanges(db, [...byCustomer.keys()]);
  return outcomes;
}

function bulkOutcome<Done>(result: Outcome<Done> | { readonly failed: unknown } | undefined): BulkOutcome<Done> {
  if (result === undefined) throw new Error('a change has no outcome');
  if ('failed' in result) {
    if (result.failed instanceof AppError) return { message: result.failed.refusal.reason };
    throw result.failed;
  }
  return 'ok' in result ? { ok: result.ok } : { message: result.refused.reason };
}
