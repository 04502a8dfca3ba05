/**
 * Leases on Idempotency-Keys for commands, whose work takes more than one transaction (decision 6).
 *
 * The key is claimed before the work by a committed row, which every process sees. The request that holds the claim renews
 * it while it works; a claim that is no longer renewed (its process was killed, or lost the database) expires within
 * `leaseSeconds`, and the next request with the same key and body resumes from the saved progress. Neither a claim nor a
 * waiting request holds a connection.
 *
 * Invariant: every write under a claim (progress, reply) checks in the same transaction that the claim is still held. A
 * request that hung and lost its claim rolls back instead of repeating the work.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { deriveUuidv7, uuidv7 } from '../lib/uuid.ts';
import type { Db, DbReader, Tx } from './db/db.ts';
import { hasClaimExpiredSql, maxClaimInterval } from './db/passed-time-sql.ts';
import { AppError, type Refusal } from './errors.ts';
import {
  formatIdempotencyKeyId,
  type IdempotencyKeyId,
  idempotencyKeyLifetimeSql,
  idempotencyKeyReusedRefusal,
  isStorableReply,
  type StoredReply,
} from './idempotency-key-store.ts';

/** One run of a command. Without an Idempotency-Key nothing is saved or kept. */
export interface CommandRun {
  /** The progress that an earlier run with the same key and body saved before it failed; undefined if there is none. */
  readonly progress: unknown;
  /**
   * Whether an earlier run with the same key and body may have had some of its effects: it was killed, or it ended without a stored
   * reply after it had bound the key or saved progress.
   */
  readonly isRepeated: boolean;
  /** The id of the first run with this key and body, a UUID version 7 of its time; '' without a key. */
  readonly firstRun: string;
  /**
   * The id of the `index`th document that the command creates: a new one, and under an Idempotency-Key the same in every
   * run with this key and body. Binds the key, as `bind` does.
   */
  documentId(index: number): string;
  /** From now on the key stays bound to the body when the run fails, and the next run is a repeated one. */
  bind(): void;
  /**
   * Saves progress in the transaction of the effect. A retry after a failure finds it in `progress`. Throws, which rolls the
   * effect back, when another request has taken over the key.
   */
  saveProgress(tx: Tx, progress: unknown): Promise<void>;
  /** Stores the body of the successful reply in the transaction that completes the work. Throws as `saveProgress`. */
  storeReply(tx: Tx, body: unknown): Promise<void>;
  /**
   * Records in the transaction of the effect that the command is done: a retry finds `doneCommandProgress` in `progress`, unless other
   * progress is saved. Fails the transaction with an error for which `isIdempotencyKeyClaimLost` is true when another request has taken over the key.
   */
  markDone(tx: Pick<Tx, 'send'>): void;
  /** Does not store the reply: it is not complete, and the same key runs the command again. */
  discardReply(): void;
  /** The transaction that stored the reply failed, and the work is done: the reply is stored by itself before it is sent. */
  storeReplyAtEnd(): void;
}

/** The part of a run that lets a command continue after a failure. */
export type ResumableRunSteps = Pick<
  CommandRun,
  'progress' | 'isRepeated' | 'firstRun' | 'bind' | 'saveProgress' | 'storeReply' | 'markDone' | 'discardReply'
>;

/** The progress of a command that made its change and has not stored its reply. */
export const doneCommandProgress = 'done';

export const commandRunWithoutIdempotencyKey: CommandRun = {
  progress: undefined,
  isRepeated: false,
  firstRun: '',
  documentId: uuidv7,
  bind: () => undefined,
  saveProgress: () => Promise.resolve(),
  storeReply: () => Promise.resolve(),
  markDone: () => undefined,
  discardReply: () => undefined,
  storeReplyAtEnd: () => undefined,
};

/** A run that holds the claim on its key. Must be ended by `finish` or `release`. */
export interface ClaimedCommandRun extends CommandRun {
  /**
   * Stores `reply` unless it is already stored. A reply that is discarded or not storable (`isStorableReply`) releases the
   * key instead.
   */
  finish(reply: StoredReply): Promise<void>;
  /** Releases the claim without a reply: the next request with the key resumes from the saved progress. Never rejects. */
  release(): Promise<void>;
}

/** The claim, the stored reply of an earlier request, or the rejection of another body. */
type IdempotencyKeyClaimResult =
  | { readonly run: ClaimedCommandRun }
  | { readonly kept: StoredReply }
  | { readonly refused: Refusal };

export interface IdempotencyKeyClaims {
  /**
   * Claims the key. While another request holds the claim this waits, and then returns its reply, or the claim if it failed.
   * Another body is rejected at once. Throws `Unavailable` when the other request takes too long.
   * @param status of the successful reply
   */
  claim(name: IdempotencyKeyId, status: number): Promise<IdempotencyKeyClaimResult>;
}

/** Part of the message of the database error by which `markDone` fails a transaction. */
const lostClaimMessage = 'the claim on the Idempotency-Key was lost';

/** Whether a transaction failed because `markDone` found that another request has taken over the key. */
export function isIdempotencyKeyClaimLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === '22P02' && typeof message === 'string' && message.includes(lostClaimMessage);
}

/** `Unavailable`, for a request whose key another one has taken over. */
export function idempotencyKeyClaimLostError(internal?: unknown): AppError {
  const reason = 'Another request with this Idempotency-Key is being processed. Send this one again.';
  return new AppError({ code: 'Unavailable', reason }, { internal, retryAfterSeconds: 1 });
}

/** How long a claim lasts that is not renewed: how long a crash blocks its keys. */
const leaseSeconds = 15;
const renewIntervalMs = 5_000;
/** About how long a request waits for another one with the same key. */
const maxWaitMs = 30_000;

const leaseEnd = `now() + interval '${leaseSeconds} seconds'`;
const keyCondition = 'customer_no = $1 and operation = $2 and key_hash = $3';
const heldCondition = 'claim = $4 and status is null';

interface KeyRow {
  readonly body_hash: Buffer;
  readonly status: number | null;
  readonly reply: unknown;
  /** There is no reply, and the claim has expired. */
  readonly abandoned: boolean;
}

/** The row of a key; undefined when there is none or it has expired. */
export async function readIdempotencyKeyRow(reader: DbReader, name: IdempotencyKeyId): Promise<KeyRow | undefined> {
  const rows = await reader.rows<KeyRow>(
    `select body_hash, status, reply, status is null and ${hasClaimExpiredSql('claimed_until')} as abandoned
       from idempotency_keys where ${keyCondition} and created_at >= now() - ${idempotencyKeyLifetimeSql}`,
    [name.customerNo, name.operation, name.keyHash],
  );
  return rows[0];
}

/**
 * The claims of an environment, shared with all processes on its database. `claim` and the methods of a run that write reject with what the
 * database throws; those of a run also with `Unavailable` when another request has taken over the key. Exceptions: `markDone` fails the
 * transaction instead, and `release` never rejects.
 */
export function createIdempotencyKeyClaims(db: Db): IdempotencyKeyClaims {
  /** One poll for all requests of this process that wait for the same key. */
  const polls = new Map<string, Promise<void>>();

  /** Resolves when no request works under the key, or after about a second. */
  const poll = async (name: IdempotencyKeyId): Promise<void> => {
    for (let pauseMs = 10; pauseMs < 400; pauseMs *= 1.5) {
      await sleep(pauseMs);
      const row = await readIdempotencyKeyRow(db, name);
      if (row === undefined || row.status !== null || row.abandoned) return;
    }
  };

  const sharedPoll = (name: IdempotencyKeyId): Promise<void> => {
    const text = formatIdempotencyKeyId(name);
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
        const row = await readIdempotencyKeyRow(db, name);
        if (row !== undefined && !row.body_hash.equals(name.bodyHash)) return { refused: idempotencyKeyReusedRefusal };
        if (row !== undefined && row.status !== null) return { kept: { status: row.status, body: row.reply } };
        if (row === undefined || row.abandoned) {
          const run = await tryClaim(db, name, status);
          if (run !== undefined) return { run };
        } else if (performance.now() > until) {
          const reason = 'The first request with this Idempotency-Key has not finished yet. Send this one again.';
          throw new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds: 1 });
        } else {
          await sharedPoll(name);
        }
      }
    },
  };
}

/** Undefined when another request has taken the key since it was read. */
async function tryClaim(db: Db, name: IdempotencyKeyId, status: number): Promise<ClaimedCommandRun | undefined> {
  const claim = uuidv7();
  // The claim has expired as in `hasClaimExpiredSql`, but by immutable functions alone: Citus requires them in ON CONFLICT.
  const rows = await db.rows<ClaimRow>(
    `insert into idempotency_keys as k (customer_no, operation, key_hash, body_hash, claim, first_claim, claimed_until)
     values ($1, $2, $3, $4, $5, $5, ${leaseEnd})
         on conflict (customer_no, operation, key_hash) do update
            set body_hash = excluded.body_hash, claim = excluded.claim, claimed_until = excluded.claimed_until,
                progress = case when excluded.created_at - k.created_at <= ${idempotencyKeyLifetimeSql} then k.progress end,
                first_claim = case when excluded.created_at - k.created_at <= ${idempotencyKeyLifetimeSql} then k.first_claim else excluded.claim end,
                status = null, reply = null, created_at = excluded.created_at
          where excluded.created_at - k.created_at > ${idempotencyKeyLifetimeSql}
             or (k.status is null and k.body_hash = excluded.body_hash and
                 (k.claimed_until <= excluded.created_at or k.claimed_until - excluded.created_at > interval '${maxClaimInterval}'))
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

/** The row of a key while a run holds its claim, which is renewed until `stopRenewal` or `release`. */
class HeldKey {
  readonly #db: Db;
  readonly #parameters: readonly unknown[];
  readonly #renewal: NodeJS.Timeout;

  constructor(db: Db, name: IdempotencyKeyId, claim: string) {
    this.#db = db;
    this.#parameters = [name.customerNo, name.operation, name.keyHash, claim];
    // The next renewal makes up for a failed one; a claim that could not be renewed in time expires.
    const renew = () => this.#update(db, `claimed_until = ${leaseEnd}`).catch(() => undefined);
    this.#renewal = setInterval(renew, renewIntervalMs).unref();
  }

  stopRenewal(): void {
    clearInterval(this.#renewal);
  }

  /** Throws `Unavailable` when the claim is lost. */
  async saveProgress(writer: DbReader, progress: unknown): Promise<void> {
    await this.#updateOrThrow(writer, 'progress = $5', [JSON.stringify(progress)]);
  }

  /** Throws `Unavailable` when the claim is lost. */
  async storeReply(writer: DbReader, reply: StoredReply): Promise<void> {
    await this.#updateOrThrow(writer, 'status = $5, reply = $6', [reply.status, JSON.stringify(reply.body)]);
  }

  markDone(tx: Pick<Tx, 'send'>): void {
    // The cast fails the transaction when the claim is lost.
    tx.send(
      `with held as (
         update idempotency_keys set progress = coalesce(progress, $5)
          where ${keyCondition} and ${heldCondition} returning 1)
       select ('${lostClaimMessage}: ' || count(*))::int from held having count(*) = 0`,
      [...this.#parameters, JSON.stringify(doneCommandProgress)],
    );
  }

  /** Deletes the row unless it is needed or has progress. Never rejects. */
  async release({ isRowNeeded }: { readonly isRowNeeded: boolean }): Promise<void> {
    this.stopRenewal();
    try {
      if (!isRowNeeded) {
        const statement = `delete from idempotency_keys where ${keyCondition} and ${heldCondition} and progress is null`;
        await this.#db.rows(statement, this.#parameters);
      }
      // Without the claim, a renewal that is still under way changes nothing.
      await this.#update(this.#db, 'claim = null, claimed_until = now()');
    } catch {
      // The database is unavailable: the claim expires.
    }
  }

  /** Returns whether the claim is still held; otherwise nothing is changed. */
  async #update(writer: DbReader, assignments: string, values: readonly unknown[] = []): Promise<boolean> {
    const statement = `update idempotency_keys set ${assignments} where ${keyCondition} and ${heldCondition} returning 1`;
    const rows = await writer.rows(statement, [...this.#parameters, ...values]);
    return rows.length > 0;
  }

  async #updateOrThrow(writer: DbReader, assignments: string, values: readonly unknown[]): Promise<void> {
    if (!(await this.#update(writer, assignments, values))) throw idempotencyKeyClaimLostError();
  }
}

function newClaimedRun(
  db: Db,
  name: IdempotencyKeyId,
  { claim, status, row }: { readonly claim: string; readonly status: number; readonly row: ClaimRow },
): ClaimedCommandRun {
  const held = new HeldKey(db, name, claim);
  const isRepeated = row.first_claim !== claim;
  let isBound = false;
  let kept = false;
  let isReplyDiscarded = false;
  const release = () => held.release({ isRowNeeded: isBound || isRepeated });
  return {
    progress: row.progress ?? undefined,
    isRepeated,
    firstRun: row.first_claim,
    documentId: (index) => {
      isBound = true;
      return deriveUuidv7(row.first_claim, index);
    },
    bind: () => {
      isBound = true;
    },
    saveProgress: (tx, saved) => held.saveProgress(tx, saved),
    storeReply: async (tx, body) => {
      await held.storeReply(tx, { status, body });
      kept = true;
    },
    markDone: (tx) => held.markDone(tx),
    discardReply: () => {
      isReplyDiscarded = true;
    },
    storeReplyAtEnd: () => {
      kept = false;
    },
    finish: async (reply) => {
      if (isReplyDiscarded || !isStorableReply(reply)) return await release();
      held.stopRenewal();
      // `kept` may be of a transaction that was rolled back; the reply to its failure has another status.
      if (!kept || reply.status !== status) await held.storeReply(db, reply);
    },
    release,
  };
}
