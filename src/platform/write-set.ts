/**
 * Writes a batch of the commit queue in one transaction and resolves each of its entries.
 *
 * A transaction that fails is split in halves until the failing member stands alone, so one bad member never fails the
 * others. When the connection is lost during COMMIT, the outcome is looked up before anything is written again.
 */
import { CommitUnknown, type Db, isLockTimeout, type Tx } from './db/db.ts';
import { AppError, type Outcome } from './errors.ts';
import { claimRetryKeys, keepReplies, type RetryKey, type Submitted } from './retry-key-store.ts';

/** Writes one kind of change, for many members at once, in a fixed number of statements. */
export interface SetWriter<Member, Done> {
  readonly name: string;
  /** The most members of one set. */
  readonly maxMembers: number;
  customerNo(member: Member): string;
  /** The reference generated for this member: the log shows it once the member's set is committed. */
  reference(member: Member): string;
  /** Names that two members of one set must not share (an order number, an item number). */
  identities(member: Member): readonly string[];
  /** One outcome per member, in their order. Refusals are outcomes; an exception fails the whole set. */
  write(tx: Tx, members: readonly Member[]): Promise<Outcome<Done>[]>;
  /** The outcome of a member whose commit was found in the log after the connection was lost. */
  committed(member: Member): Done;
}

/** A member that waits in its customer's queue, and how its caller gets the outcome. */
export interface Entry {
  readonly writer: SetWriter<unknown, unknown>;
  readonly member: unknown;
  readonly customerNo: string;
  readonly identities: readonly string[];
  readonly retryKey: RetryKey<unknown> | undefined;
  readonly resolve: (value: Submitted<unknown>) => void;
  readonly reject: (error: unknown) => void;
}

/** How long a set of several customers waits for a lock that one of them meets, before each is written apart. */
const sharedLockTimeoutMs = 100;

/**
 * Writes a set, settles every entry and never rejects. `contended` when the set holds several customers and one of them
 * met a lock that somebody holds for long: then nothing is written and nothing settled.
 */
export async function writeSet(
  db: Db,
  entries: readonly Entry[],
  onSent: () => void = () => undefined,
): Promise<'settled' | 'contended'> {
  const shared = entries.some((entry) => entry.customerNo !== entries[0]?.customerNo);
  try {
    const outcomes = await db.write(
      (tx) => writeMembers(tx, entries),
      shared ? { lockTimeoutMs: sharedLockTimeoutMs, onSent } : { onSent },
    );
    for (const [i, entry] of entries.entries()) entry.resolve(outcomes[i] as Submitted<unknown>);
  } catch (error) {
    if (shared && isLockTimeout(error)) return 'contended';
    if (error instanceof CommitUnknown) await lookUp(db, entries, error);
    else if (entries.length === 1) entries[0]?.reject(error);
    else await splitSet(db, entries);
  }
  return 'settled';
}

async function splitSet(db: Db, entries: readonly Entry[]): Promise<void> {
  const middle = Math.ceil(entries.length / 2);
  for (const half of [entries.slice(0, middle), entries.slice(middle)]) {
    if ((await writeSet(db, half)) === 'settled') continue;
    for (const own of Map.groupBy(half, (entry) => entry.customerNo).values()) await writeSet(db, own);
  }
}

async function writeMembers(tx: Tx, entries: readonly Entry[]): Promise<Submitted<unknown>[]> {
  const kept = await claimRetryKeys(tx, entries);
  const open = entries.filter((entry) => !kept.has(entry));
  const writer = open[0]?.writer;
  const outcomes = writer
    ? await writer.write(
        tx,
        open.map((entry) => entry.member),
      )
    : [];
  if (outcomes.length !== open.length) throw new Error(`${writer?.name} answered ${outcomes.length} of ${open.length}`);
  const byEntry = new Map(open.map((entry, i) => [entry, outcomes[i] as Outcome<unknown>]));
  await keepReplies(tx, byEntry);
  return entries.map((entry) => kept.get(entry) ?? (byEntry.get(entry) as Outcome<unknown>));
}

/**
 * After a lost COMMIT: a set is committed whole or not at all, so one reference in the log proves it for all that
 * wrote; the others were refused or repeats and are asked again.
 */
async function lookUp(db: Db, entries: readonly Entry[], lost: CommitUnknown): Promise<void> {
  try {
    const references = entries.map((entry) => entry.writer.reference(entry.member));
    const rows = await untilReachable(() =>
      db.rows<{ reference: string }>(
        `select reference from log
          where customer_no = any ($1::text[])
            and (subject = any ($2::uuid[]) or (reference = any ($2::uuid[]) and reference <> subject))`,
        [[...new Set(entries.map((entry) => entry.customerNo))], references],
      ),
    );
    const found = new Set(rows.map((row) => row.reference));
    const again: Entry[] = [];
    for (const [i, entry] of entries.entries()) {
      if (found.has(references[i] as string)) entry.resolve({ done: entry.writer.committed(entry.member) });
      else again.push(entry);
    }
    for (const own of Map.groupBy(again, (entry) => entry.customerNo).values()) await writeSet(db, own);
  } catch {
    for (const entry of entries) {
      entry.reject(
        new AppError(
          { code: 'Unavailable', reason: 'the database did not answer' },
          { internal: lost, retryAfterSeconds: 1 },
        ),
      );
    }
  }
}

/** The database may be restarting: asks again for up to ten seconds. */
async function untilReachable<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt >= 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
