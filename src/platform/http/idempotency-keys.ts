/**
 * Safe retries by the caller's `Idempotency-Key` (decision 6): the first 2xx or 4xx other than 401 and 429 is kept for
 * 24 hours per customer and operation, and returned again.
 *
 * A change claims its key and keeps its response in the transaction of its set (retry-key-store.ts); a command claims it
 * before it works (key-claims.ts). This module reads the header, and keeps the refusals of changes that never reach a
 * transaction.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { contentHash } from '../../lib/canonical-json.ts';
import { eventLoopYielder } from '../../lib/event-loop-yielder.ts';
import type { Db } from '../db/db.ts';
import type { Refusal } from '../errors.ts';
import { type KeyClaims, openKeyClaims, readRetryKeyRow } from '../key-claims.ts';
import { keyReusedRefusal, type RetryKeyId, type StoredReply } from '../retry-key-store.ts';
import { UnreadItem } from './schema-reader.ts';

export const maxKeyLength = 255;

/** The header, or why it cannot be used. An empty one is none. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined | { refused: Refusal } {
  if (header === undefined || header === '') return undefined;
  // Node joins repeated headers with a comma; no list of keys is meant by one key.
  const key = Array.isArray(header) ? header.join(', ') : header;
  if (key.length <= maxKeyLength) return key;
  const reason = `Idempotency-Key must have at most ${maxKeyLength} characters`;
  return { refused: { code: 'InvalidIdempotencyKey', reason } };
}

/**
 * The hash of what is asked: after reading (decision 4), so that spelling and order of keys do not matter. Members that
 * the operation reads by itself count as they were sent; those of a batch are hashed one by one, in short turns.
 */
export async function requestHash(
  query: Readonly<Record<string, unknown>>,
  request: Readonly<Record<string, unknown>>,
): Promise<Buffer> {
  const pause = eventLoopYielder();
  const parts: Record<string, unknown> = { ...request };
  for (const [name, list] of Object.entries(request)) {
    if (!Array.isArray(list) || !(list[0] instanceof UnreadItem)) continue;
    const hashes: string[] = [];
    for (const member of list) {
      await pause();
      hashes.push(contentHash(member).toString('hex'));
    }
    parts[name] = hashes;
  }
  return contentHash([query, parts]);
}

/** What was found under a key: the kept response, or the refusal of a key that was used with another body. */
export type KnownReply = { readonly kept: StoredReply } | { readonly refused: Refusal };

export interface IdempotencyKeys extends KeyClaims {
  /**
   * HMAC-SHA-256 of the key. Callers make keys from order numbers, e-mail addresses or whatever is at hand, which a plain
   * hash in a copy of the database would not protect from guessing.
   */
  hash(key: string): Buffer;
  /** `undefined` when the key is new, or is claimed by a transaction that has not committed. */
  find(name: RetryKeyId): Promise<KnownReply | undefined>;
  /**
   * Keeps the refusal of a change that was not submitted. Returns what another request with the key has kept first,
   * waiting for its transaction; else undefined.
   */
  storeRejection(name: RetryKeyId, refusal: StoredReply): Promise<KnownReply | undefined>;
}

/** The keys of an environment. Its methods reject with what the database throws. The same secret key finds the same keys. */
export function openIdempotencyKeys(db: Db, secretKey: string): IdempotencyKeys {
  const pepper = Buffer.from(hkdfSync('sha256', secretKey, '', 'dray idempotency keys 1', 32));
  const find = async (name: RetryKeyId): Promise<KnownReply | undefined> => {
    const row = await readRetryKeyRow(db, name);
    if (row === undefined || row.status === null) return undefined;
    if (!row.body_hash.equals(name.bodyHash)) return { refused: keyReusedRefusal };
    return { kept: { status: row.status, body: row.reply } };
  };
  return {
    ...openKeyClaims(db),
    hash: (key) => createHmac('sha256', pepper).update(key, 'utf8').digest(),
    find,
    storeRejection: async (name, refusal) => {
      const mine = await db.rows(
        `insert into idempotency_keys as k (customer_no, operation, key_hash, body_hash, status, reply)
         values ($1, $2, $3, $4, $5, $6)
             on conflict (customer_no, operation, key_hash) do update
                set body_hash = excluded.body_hash, status = excluded.status, reply = excluded.reply, created_at = now()
              where k.created_at < now() - interval '24 hours'
         returning 1`,
        [name.customerNo, name.operation, name.keyHash, name.bodyHash, refusal.status, JSON.stringify(refusal.body)],
      );
      return mine.length > 0 ? undefined : await find(name);
    },
  };
}
