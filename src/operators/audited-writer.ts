/** Batch writers whose changes are recorded in the audit. */
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { type AuditEntry, recordAudits } from './audit.ts';

/** Returns the writer with an audit: it records each change that took effect and has an entry (`entryOf`), in its transaction. */
export function createAuditedWriter<Item extends { readonly context: OperatorContext }, Done>(
  writer: BatchWriter<Item, Done>,
  entryOf: (item: Item, done: Done) => AuditEntry | undefined,
): BatchWriter<Item, Done> {
  return {
    ...writer,
    write: async (tx, items) => {
      const outcomes = await writer.write(tx, items);
      const changes = outcomes.flatMap((outcome, index) => {
        const item = items[index] as Item;
        const entry = 'ok' in outcome ? entryOf(item, outcome.ok) : undefined;
        return entry === undefined ? [] : [{ context: item.context, entry }];
      });
      recordAudits(tx, changes);
      return outcomes;
    },
  };
}
