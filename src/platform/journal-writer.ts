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
import { computeBackoffMs } from '../lib/backoff.ts';
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

export function openJournalWriter(db: Db, logger: Logger, limits: JournalWriterLimits = {}): JournalWriter {
  return new RetryingJournalWriter(db, logger, limits);
}

class RetryingJournalWriter implements JournalWriter {
  readonly #db: Db;
  readonly #logger: Logger;
  readonly #limits: Required<JournalWriterLimits>;
  #waiting: Waiting[] = [];
  #lost = 0;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Db, logger: Logger, limits: JournalWriterLimits) {
    this.#db = db;
    this.#logger = logger;
    const defaults = { maxWaiting: 10_000, maxAgeMs: 600_000, flushAfterMs: 200, maxBackoffMs: 15_000 };
    this.#limits = { ...defaults, ...limits };
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get lost(): number {
    return this.#lost;
  }

  add(entry: UntimedLogEntry): void {
    if (this.#isClosed || this.#waiting.length >= this.#limits.maxWaiting) {
      this.#lose([entry], this.#isClosed ? 'the server has stopped' : 'too many are waiting');
      return;
    }
    this.#waiting.push({ entry, addedAtMs: performance.now() });
    this.#schedule();
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const timeout = new AbortController();
    const timeoutElapsed = sleep(closeTimeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined);
    await Promise.race([this.flush(), timeoutElapsed]);
    timeout.abort();
    this.#lose(entriesOf(this.#waiting.splice(0)), 'the server is stopping');
  }

  #schedule(): void {
    if (this.#isClosed || this.#waiting.length === 0) return;
    const { flushAfterMs, maxBackoffMs } = this.#limits;
    const waitMs = this.#failures === 0 ? flushAfterMs : computeBackoffMs(this.#failures, firstBackoffMs, maxBackoffMs);
    this.#timer ??= setTimeout(() => void this.flush(), waitMs);
  }

  async #writeAll(): Promise<void> {
    let isComplete = true;
    while (isComplete && this.#waiting.length > 0) {
      const { shards } = this.#db;
      const groups = await shards.group(this.#waiting, ({ entry }) => entry.customerNo).catch(() => undefined);
      isComplete = groups !== undefined;
      // While one node is unavailable, the entries of the others are written.
      for (const group of groups ?? []) isComplete = (await this.#writeOfShard(group)) && isComplete;
    }
    if (!isComplete) this.#failures += 1;
    this.#loseExpired();
    this.#schedule();
  }

  /** Writes entries of one shard. False when the database is unavailable. */
  async #writeOfShard(group: readonly Waiting[]): Promise<boolean> {
    for (let at = 0; at < group.length; at += maxBatch) {
      const batch = group.slice(at, at + maxBatch);
      const settled = await this.#write(entriesOf(batch));
      const isSettled = new Set(batch.slice(0, settled));
      this.#waiting = this.#waiting.filter((each) => !isSettled.has(each));
      if (settled < batch.length) return false;
      this.#failures = 0;
    }
    return true;
  }

  /**
   * Writes entries in order, and returns how many were written or lost: fewer than all when the database is unavailable. A
   * batch that the database rejects is bisected until the rejected entry is isolated; that one is lost.
   */
  async #write(entries: readonly UntimedLogEntry[]): Promise<number> {
    try {
      await append(this.#db, entries);
      return entries.length;
    } catch (err) {
      if (err instanceof AppError || isDatabaseUnavailableError(err)) {
        const waiting = this.#waiting.length;
        if (this.#failures === 0) this.#logger.warn({ err, waiting }, 'the journal cannot be written; retrying');
        return 0;
      }
      if (entries.length === 1) {
        this.#lose(entries, 'the database rejected it', err);
        return 1;
      }
      const middle = Math.ceil(entries.length / 2);
      const settled = await this.#write(entries.slice(0, middle));
      return settled < middle ? settled : middle + (await this.#write(entries.slice(middle)));
    }
  }

  #loseExpired(): void {
    const oldestAtMs = performance.now() - this.#limits.maxAgeMs;
    const firstKept = this.#waiting.findIndex(({ addedAtMs }) => addedAtMs > oldestAtMs);
    const expired = this.#waiting.splice(0, firstKept === -1 ? this.#waiting.length : firstKept);
    this.#lose(entriesOf(expired), 'the database was unavailable for too long');
  }

  #lose(entries: readonly UntimedLogEntry[], reason: string, err?: unknown): void {
    if (entries.length === 0) return;
    this.#lost += entries.length;
    const references = entries.slice(0, referencesLogged).map(({ reference }) => reference);
    this.#logger.error({ err, lost: entries.length, references }, `journal entries are lost: ${reason}`);
  }
}

const entriesOf = (waiting: readonly Waiting[]): UntimedLogEntry[] => waiting.map(({ entry }) => entry);

async function append(db: Db, entries: readonly UntimedLogEntry[]): Promise<void> {
  await db.write(async (tx) => {
    const timeOf = await readCustomerClockLookup(tx, entries);
    for (const entry of entries) appendLog(tx, entry, { ...entry, occurredAt: timeOf(entry.customerNo) });
  });
}
