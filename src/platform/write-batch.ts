/**
 * Writes a batch of the write queue in one transaction and resolves or rejects its entries.
 *
 * A batch in which a statement or the writer fails is bisected until the failing item is isolated, so one bad item never fails the others.
 * A lost connection rejects all entries; after a lock timeout of a batch of several customers each is written separately. `Db.write` looks
 * up the outcome of a COMMIT whose connection was lost; the results computed before it are returned.
 */

import { CommitOutcomeUnknown, isConnectionLost, isLockTimeout } from './db/database-errors.ts';
import type { Db, Tx } from './db/db.ts';
import { AppError, type Outcome } from './errors.ts';
import {
  claimIdempotencyKeys,
  type IdempotencyKey,
  storeReplies,
  type WriteSubmissionResult,
} from './idempotency-key-store.ts';

/** Writes one kind of change, for many items at once, in a fixed number of statements. */
export interface BatchWriter<Item, Done> {
  readonly name: string;
  /** Maximum items of one batch. */
  readonly maxItems: number;
  customerNo(item: Item): string;
  /** Names that two items of one customer must not share in a batch (an order number, an item number). */
  identities(item: Item): readonly string[];
  /** Returns one outcome per item, in their order. Refusals are outcomes; an exception fails the whole batch. */
  write(tx: Tx, items: readonly Item[]): Promise<Outcome<Done>[]>;
}

/** An item that waits in its customer's queue, and how its caller gets the outcome. */
export interface PendingWrite {
  readonly writer: BatchWriter<unknown, unknown>;
  readonly item: unknown;
  readonly customerNo: string;
  readonly identities: readonly string[];
  readonly idempotencyKey: IdempotencyKey<unknown> | undefined;
  readonly resolve: (value: WriteSubmissionResult<unknown>) => void;
  readonly reject: (error: unknown) => void;
}

/** How long a batch of several customers waits for a lock before each customer is written separately. */
const sharedLockTimeoutMs = 100;

interface WriteBatchOptions {
  /** Called when the whole batch has sent its last statement and COMMIT, also if it fails then; not for parts of a divided batch. */
  readonly onCommitSent?: () => void;
  /** Called when the connection was lost during COMMIT: the customers' next batches must wait for the outcome of this one. */
  readonly onConnectionLost?: () => void;
}

/**
 * Writes a batch, resolves or rejects every entry, and never rejects itself. Returns `contended` when a batch of several
 * customers waited too long for a lock: then nothing is written and no entry is resolved.
 *
 * When the outcome of the COMMIT cannot be determined in time, the entries are rejected with `Unavailable` (503), and this
 * returns only when the outcome is known.
 */
export async function writeBatch(
  db: Db,
  entries: readonly PendingWrite[],
  options: WriteBatchOptions = {},
): Promise<'settled' | 'contended'> {
  const shared = entries.some((entry) => entry.customerNo !== entries[0]?.customerNo);
  try {
    const outcomes = await db.write((tx) => writeItems(tx, entries), {
      ...options,
      customerNo: entries[0]?.customerNo,
      ...(shared ? { lockTimeoutMs: sharedLockTimeoutMs } : {}),
    });
    for (const [i, entry] of entries.entries()) entry.resolve(outcomes[i] as WriteSubmissionResult<unknown>);
  } catch (error) {
    if (shared && isLockTimeout(error)) return 'contended';
    if (error instanceof CommitOutcomeUnknown) {
      for (const entry of entries) entry.reject(outcomeUnknown(error));
      await error.settled;
    } else if (entries.length === 1 || isConnectionLost(error)) {
      for (const entry of entries) entry.reject(error);
    } else {
      await bisectBatch(db, entries, options);
    }
  }
  return 'settled';
}

async function bisectBatch(
  db: Db,
  entries: readonly PendingWrite[],
  { onConnectionLost }: WriteBatchOptions,
): Promise<void> {
  const options = onConnectionLost === undefined ? {} : { onConnectionLost: onConnectionLost };
  const middle = Math.ceil(entries.length / 2);
  for (const half of [entries.slice(0, middle), entries.slice(middle)]) {
    if ((await writeBatch(db, half, options)) === 'settled') continue;
    for (const own of Map.groupBy(half, (entry) => entry.customerNo).values()) await writeBatch(db, own, options);
  }
}

function outcomeUnknown(error: CommitOutcomeUnknown): AppError {
  const reason =
    'The database did not confirm this change in time, so it may have been made. Look it up by its number, or send it again with the same Idempotency-Key.';
  return new AppError({ code: 'Unavailable', reason }, { internal: error, retryAfterSeconds: 5 });
}

async function writeItems(tx: Tx, entries: readonly PendingWrite[]): Promise<WriteSubmissionResult<unknown>[]> {
  const kept = await claimIdempotencyKeys(tx, entries);
  const open = entries.filter((entry) => !kept.has(entry));
  const writer = open[0]?.writer;
  const outcomes = writer
    ? await writer.write(
        tx,
        open.map((entry) => entry.item),
      )
    : [];
  if (outcomes.length !== open.length)
    throw new Error(`${writer?.name} returned ${outcomes.length} outcomes for ${open.length} items`);
  const byEntry = new Map(open.map((entry, i) => [entry, outcomes[i] as Outcome<unknown>]));
  storeReplies(tx, byEntry);
  return entries.map((entry) => kept.get(entry) ?? (byEntry.get(entry) as Outcome<unknown>));
}
