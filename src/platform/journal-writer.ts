/**
 * Writes journal entries after the response, in batches, and retries while the database is unavailable (decision 5): rejected
 * changes, and entries that could not be written in the transaction of their batch.
 *
 * Where tables are distributed, the entries of each shard are written by themselves.
 *
 * The queue is bounded in length and age. An entry that cannot be written is lost: it is counted
 * (`dray_journal_lost_total`), and its reference is logged (of entries that are lost together the first 100).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { readCustomerClockLookup } from './clock.ts';
import type { CommandContext } from './command-context.ts';
import type { Db } from './db/db.ts';
import { AppError } from './errors.ts';
import { isDatabaseUnavailableError } from './http/reply.ts';
import { appendLog, type LogEvent } from './log.ts';

/** A log entry whose time is that of its writing, on the customer's clock. */
export type UntimedLogEntry = CommandContext & Omit<LogEvent, 'occurredAt'>;

/**
 * Writes log entries after the response, in batches, with retries: those of rejected changes, and those that could not
 * be written in their batch's transaction.
 */
export interface JournalWriter {
  add(entry: UntimedLogEntry): void;
  /**
   * Writes the waiting entries. While the database is unavailable they stay queued until they are too old; one that the
   * database rejects is lost.
   */
  flush(): Promise<void>;
  /** On server stop: writes the waiting entries within a bounded time; the rest is lost. */
  close(): Promise<void>;
  /** Waiting entries, and entries lost since the start. */
  readonly waiting: number;
  readonly lost: number;
}

interface JournalWriterLimits {
  readonly maxWaiting?: number;
  /** How long an entry is retried. */
  readonly maxAgeMs?: number;
  readonly flushAfterMs?: number;
  readonly maxBackoffMs?: number;
}

const maxBatch = 500;
const closeTimeoutMs = 5_000;
const firstBackoffMs = 500;
const referencesLogged = 100;

interface Waiting {
  readonly entry: UntimedLogEntry;
  readonly addedAtMs: number;
}

export function openJournalWriter(
  db: Db,
  logger: Logger,
  { maxWaiting = 10_000, maxAgeMs = 600_000, flushAfterMs = 200, maxBackoffMs = 15_000 }: JournalWriterLimits = {},
): JournalWriter {
  let waiting: Waiting[] = [];
  let lost = 0;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let writing: Promise<void> = Promise.resolve();

  const logLost = (entries: readonly UntimedLogEntry[], reason: string, err?: unknown): void => {
    if (entries.length === 0) return;
    lost += entries.length;
    const references = entries.slice(0, referencesLogged).map(({ reference }) => reference);
    logger.error({ err, lost: entries.length, references }, `journal entries are lost: ${reason}`);
  };

  const schedule = (): void => {
    if (isClosed || waiting.length === 0) return;
    const backoffMs = Math.min(maxBackoffMs, firstBackoffMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
    timer ??= setTimeout(() => void flush(), failures === 0 ? flushAfterMs : backoffMs);
  };

  /**
   * Writes entries in order, and returns how many were written or lost: fewer than all when the database is unavailable. A
   * batch that the database rejects is bisected until the rejected entry is isolated; that one is lost.
   */
  const write = async (entries: readonly UntimedLogEntry[]): Promise<number> => {
    try {
      await append(db, entries);
      return entries.length;
    } catch (err) {
      if (err instanceof AppError || isDatabaseUnavailableError(err)) {
        if (failures === 0) logger.warn({ err, waiting: waiting.length }, 'the journal cannot be written; retrying');
        return 0;
      }
      if (entries.length === 1) {
        logLost(entries, 'the database rejected it', err);
        return 1;
      }
      const middle = Math.ceil(entries.length / 2);
      const settled = await write(entries.slice(0, middle));
      return settled < middle ? settled : middle + (await write(entries.slice(middle)));
    }
  };

  /** Writes entries of one shard. False when the database is unavailable. */
  const writeOfShard = async (group: readonly Waiting[]): Promise<boolean> => {
    for (let at = 0; at < group.length; at += maxBatch) {
      const batch = group.slice(at, at + maxBatch);
      const settled = await write(batch.map(({ entry }) => entry));
      const isSettled = new Set(batch.slice(0, settled));
      waiting = waiting.filter((each) => !isSettled.has(each));
      if (settled < batch.length) return false;
      failures = 0;
    }
    return true;
  };

  const writeAll = async (): Promise<void> => {
    let isComplete = true;
    while (isComplete && waiting.length > 0) {
      const groups = await db.shards.group(waiting, ({ entry }) => entry.customerNo).catch(() => undefined);
      isComplete = groups !== undefined;
      // While one node is unavailable, the entries of the others are written.
      for (const group of groups ?? []) isComplete = (await writeOfShard(group)) && isComplete;
    }
    if (!isComplete) failures += 1;
    const oldestAtMs = performance.now() - maxAgeMs;
    const tooOld = waiting.findIndex(({ addedAtMs }) => addedAtMs > oldestAtMs);
    const expired = waiting.splice(0, tooOld === -1 ? waiting.length : tooOld);
    logLost(
      expired.map(({ entry }) => entry),
      'the database was unavailable for too long',
    );
    schedule();
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeAll);
    return writing;
  };

  return {
    add: (entry) => {
      if (isClosed || waiting.length >= maxWaiting) {
        logLost([entry], isClosed ? 'the server has stopped' : 'too many are waiting');
        return;
      }
      waiting.push({ entry, addedAtMs: performance.now() });
      schedule();
    },
    flush,
    close: async () => {
      isClosed = true;
      const timeout = new AbortController();
      const timeoutElapsed = sleep(closeTimeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined);
      await Promise.race([flush(), timeoutElapsed]);
      timeout.abort();
      logLost(
        waiting.splice(0).map(({ entry }) => entry),
        'the server is stopping',
      );
    },
    get waiting() {
      return waiting.length;
    },
    get lost() {
      return lost;
    },
  };
}

async function append(db: Db, entries: readonly UntimedLogEntry[]): Promise<void> {
  await db.write(async (tx) => {
    const timeOf = await readCustomerClockLookup(tx, entries);
    for (const entry of entries) appendLog(tx, entry, { ...entry, occurredAt: timeOf(entry.customerNo) });
  });
}
