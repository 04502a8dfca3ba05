/**
 * Claims on Idempotency-Keys by commands, whose work is more than one transaction (decision 6).
 *
 * The key is claimed before the work, by a row that is committed and therefore visible to every process. Whoever holds the
 * claim renews it while it works; a claim that is no longer renewed (its process was killed, or has lost the database)
 * expires within `leaseSeconds`, and the next request with the same key and body continues from what was saved. No
 * connection is held in the meantime, so long work and many waiting requests cost none.
 *
 * Invariant: every write under a claim (progress, response) checks that the claim is still held, in the transaction that
 * has the effect. A request that was overtaken while it hung rolls back instead of doing its work a second time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { derivedUuidv7, uuidv7 } from '../lib/uuid.ts';
import type { Db, Reader, Tx } from './db/db.ts';
import { AppError, type Refusal } from './errors.ts';
import { isStorable, keyReusedRefusal, type RetryKeyId, retryKeyText, type StoredReply } from './retry-key-store.ts';

/** One run of a command. Without an Idempotency-Key nothing is saved or kept. */
export interface CommandRun {
  /** What an earlier run with the same key and body saved before it failed; undefined where there was none. */
  readonly progress: unknown;
  /** Whether an earlier run with the same key and body has failed or was killed, and may have had some of its effects. */
  readonly isRepeated: boolean;
  /**
   * The id of the `index`th document that the command creates: a new one, and under an Idempotency-Key the same in every
   * run with this key and body. Once it has been called, the key stays bound to the body also when the run fails.
   */
  documentId(index: number): string;
  /**
   * Saves how far the run is, in the transaction that has the effect. A retry after a failure finds it in `progress`.
   * Throws, and so rolls the effect back, when another request has taken the key over.
   */
  saveProgress(tx: Tx, progress: unknown): Promise<void>;
  /** Keeps the body of the successful response, in the transaction that completes the work. Throws as `saveProgress`. */
  storeReply(tx: Tx, body: unknown): Promise<void>;
  /** The response is not complete: it is not kept, and the same key runs the command again. */
  discardReply(): void;
}

export const runWithoutKey: CommandRun = {
  progress: undefined,
  isRepeated: false,
  documentId: uuidv7,
  saveProgress: () => Promise.resolve(),
  storeReply: () => Promise.resolve(),
  discardReply: () => undefined,
};

/** A run that holds the claim on its key. Ends with `finish` or `release`, whatever happens. */
export interface ClaimedRun extends CommandRun {
  /** Keeps `reply` unless it is kept already or is none to be kept; then the key is free again. */
  finish(reply: StoredReply): Promise<void>;
  /** Nothing is kept: the next request with the key runs at once, and continues from the saved progress. Never rejects. */
  release(): Promise<void>;
}

/** What a key gives a command: the claim, the response of an earlier request, or the refusal of another body. */
export type ClaimResult = { readonly run: ClaimedRun } | { readonly kept: StoredReply } | { readonly refused: Refusal };

export interface KeyClaims {
  /**
   * Claims the key. While another request holds the claim this waits, and then returns its response, or the claim where it
   * failed. Another body is refused at once. Throws `Unavailable` when the other request takes too long.
   * @param status of the successful response
   */
  claim(name: RetryKeyId, status: number): Promise<ClaimResult>;
}

/** How long a claim lasts that is not renewed: how long a crash locks its keys. */
const leaseSeconds = 15;
const renewIntervalMs = 5_000;
/** How long a request waits for another one with the same key. */
const maxWaitMs = 30_000;

const leaseEnd = `now() + interval '${leaseSeconds} seconds'`;
const keyCondition = 'customer_no = $1 and operation = $2 and key_hash = $3';

interface KeyRow {
  readonly body_hash: Buffer;
  readonly status: number | null;
  readonly reply: unknown;
  /** No response, and nobody works on one. */
  readonly abandoned: boolean;
}

/** The row of a key in its 24 hours. */
export async function readRetryKeyRow(reader: Reader, name: RetryKeyId): Promise<KeyRow | undefined> {
  const rows = await reader.rows<KeyRow>(
    `select body_hash, status, reply, status is null and claimed_until <= now() as abandoned
       from idempotency_keys where ${keyCondition} and created_at >= now() - interval '24 hours'`,
    [name.customerNo, name.operation, name.keyHash],
  );
  return rows[0];
}

/** The claims of an environment, shared with all processes on its database. Rejects with what the database throws. */
export function openKeyClaims(db: Db): KeyClaims {
  /** One poll for all requests of this process that wait for the same key. */
  const polls = new Map<string, Promise<void>>();

  /** Resolves when the key is no longer in work, or after about a second. */
  const poll = async (name: RetryKeyId): Promise<void> => {
    for (let pauseMs = 10; pauseMs < 400; pauseMs *= 1.5) {
      await sleep(pauseMs);
      const row = await readRetryKeyRow(db, name);
      if (row === undefined || row.status !== null || row.abandoned) return;
    }
  };

  const sharedPoll = (name: RetryKeyId): Promise<void> => {
    const text = retryKeyText(name);
    let shared = polls.get(text);
    if (shared === undefined) {
      shared = poll(name).finally(() => polls.delete(text));
      polls.set(text, shared);
    }
    return shared;
  };

  return {
    claim: async (name, status) => {
      const until = performance.now() + maxWaitMs;
      for (;;) {
        const row = await readRetryKeyRow(db, name);
        if (row !== undefined && !row.body_hash.equals(name.bodyHash)) return { refused: keyReusedRefusal };
        if (row !== undefined && row.status !== null) return { kept: { status: row.status, body: row.reply } };
        if (row === undefined || row.abandoned) {
          const run = await tryClaim(db, name, status);
          if (run !== undefined) return { run };
        } else if (performance.now() > until) {
          const reason = 'the first request with this Idempotency-Key has not completed yet: send it again';
          throw new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds: 1 });
        } else {
          await sharedPoll(name);
        }
      }
    },
  };
}

/** Undefined when another request was faster. */
async function tryClaim(db: Db, name: RetryKeyId, status: number): Promise<ClaimedRun | undefined> {
  const claim = uuidv7();
  const rows = await db.rows<ClaimRow>(
    `insert into idempotency_keys as k (customer_no, operation, key_hash, body_hash, claim, first_claim, claimed_until)
     values ($1, $2, $3, $4, $5, $5, ${leaseEnd})
         on conflict (customer_no, operation, key_hash) do update
            set body_hash = excluded.body_hash, claim = excluded.claim, claimed_until = excluded.claimed_until,
                progress = case when k.created_at >= now() - interval '24 hours' then k.progress end,
                first_claim = case when k.created_at >= now() - interval '24 hours' then k.first_claim else excluded.claim end,
                status = null, reply = null, created_at = now()
          where k.created_at < now() - interval '24 hours'
             or (k.status is null and k.claimed_until <= now() and k.body_hash = excluded.body_hash)
     returning progress, first_claim`,
    [name.customerNo, name.operation, name.keyHash, name.bodyHash, claim],
  );
  const claimedRow = rows[0];
  return claimedRow && newClaimedRun(db, name, { claim, status, row: claimedRow });
}

interface ClaimRow {
  readonly progress: unknown;
  /** The claim of the first run with this key and body: the documents of every run have their ids from it. */
  readonly first_claim: string;
}

function newClaimedRun(
  db: Db,
  name: RetryKeyId,
  { claim, status, row }: { readonly claim: string; readonly status: number; readonly row: ClaimRow },
): ClaimedRun {
  const isRepeated = row.first_claim !== claim;
  let hasDocuments = false;
  let kept = false;
  let isReplyDiscarded = false;
  /** Writes the row of the key while the claim is held. Returns whether it is. */
  const write = async (writer: Reader, assignments: string, values: readonly unknown[] = []): Promise<boolean> => {
    const rows = await writer.rows(
      `update idempotency_keys set ${assignments}
        where ${keyCondition} and claim = $4 and status is null returning 1`,
      [name.customerNo, name.operation, name.keyHash, claim, ...values],
    );
    return rows.length > 0;
  };
  const writeOrThrow = async (writer: Reader, assignments: string, values: readonly unknown[]): Promise<void> => {
    if (await write(writer, assignments, values)) return;
    const reason = 'another request with this Idempotency-Key has taken over: send it again';
    throw new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds: 1 });
  };
  const storeReplyRow = (writer: Reader, reply: StoredReply) =>
    writeOrThrow(writer, 'status = $5, reply = $6', [reply.status, JSON.stringify(reply.body)]);

  // A renewal that fails is made up for by the next one; a claim that could not be renewed in time expires.
  const renewal = setInterval(() => {
    write(db, `claimed_until = ${leaseEnd}`).catch(() => undefined);
  }, renewIntervalMs);
  renewal.unref();

  const release = async (): Promise<void> => {
    clearInterval(renewal);
    try {
      if (!hasDocuments && !isRepeated) {
        await db.rows(
          `delete from idempotency_keys where ${keyCondition} and claim = $4 and status is null and progress is null`,
          [name.customerNo, name.operation, name.keyHash, claim],
        );
      }
      await write(db, 'claimed_until = now()');
    } catch {
      // The database is away: the claim expires.
    }
  };

  return {
    progress: row.progress ?? undefined,
    isRepeated,
    documentId: (index) => {
      hasDocuments = true;
      return derivedUuidv7(row.first_claim, index);
    },
    saveProgress: (tx, saved) => writeOrThrow(tx, 'progress = $5', [JSON.stringify(saved)]),
    storeReply: async (tx, body) => {
      await storeReplyRow(tx, { status, body });
      kept = true;
    },
    discardReply: () => {
      isReplyDiscarded = true;
    },
    finish: async (reply) => {
      if (isReplyDiscarded || !isStorable(reply)) return await release();
      clearInterval(renewal);
      if (!kept) await storeReplyRow(db, reply);
    },
    release,
  };
}
