/**
 * Idempotency by the caller's `Idempotency-Key` (decision 6): the first 2xx or 4xx response except 401 and 429 is stored for
 * 24 hours per customer or operator and operation, and returned again.
 *
 * A change claims its key and stores its response in its own transaction (idempotency-key-store.ts); a command claims it before it
 * runs (key-claims.ts). This module reads the header, and stores rejections of changes that reach no transaction.
 */
import { createHmac } from 'node:crypto';
import { hashCanonicalJson } from '../../lib/canonical-json.ts';
import { deriveKey } from '../../lib/derived-key.ts';
import { createEventLoopYielder } from '../../lib/event-loop-yielder.ts';
import { isJsonObject } from '../../lib/json-object.ts';
import type { Db } from '../db/db.ts';
import type { Refusal } from '../errors.ts';
import {
  type IdempotencyKeyId,
  idempotencyKeyLifetimeSql,
  idempotencyKeyReusedRefusal,
  type StoredReply,
} from '../idempotency-key-store.ts';
import { createIdempotencyKeyClaims, type IdempotencyKeyClaims, readIdempotencyKeyRow } from '../key-claims.ts';
import type { Operation } from './operation.ts';
import { UnreadBatchItem } from './schema-reader.ts';

const maxKeyLength = 255;

/** Set on a response that was returned before. */
export const replayHeaders = { 'idempotent-replayed': 'true' } as const;

/** Returns the key, or a refusal when it is too long. An empty header is treated as absent. */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined | { refused: Refusal } {
  if (header === undefined || header === '') return undefined;
  // Node joins repeated headers with a comma. The joined text is one key.
  const key = Array.isArray(header) ? header.join(', ') : header;
  if (key.length <= maxKeyLength) return key;
  const reason = `The Idempotency-Key must have at most ${maxKeyLength} characters.`;
  return { refused: { code: 'InvalidIdempotencyKey', reason } };
}

/**
 * The hash of a request after it was read (decision 4), so spelling and order of keys do not matter. Unread items are read
 * and hashed one by one, and the event loop serves other requests in between.
 */
export async function hashRequest(
  query: Readonly<Record<string, unknown>>,
  request: Readonly<Record<string, unknown>>,
  { batch, contentForRetries }: Pick<Operation, 'batch' | 'contentForRetries'> = {},
  brand = '',
): Promise<Buffer> {
  // A body of an operator that is no object: it is rejected after this.
  if (!isJsonObject(request)) return hashCanonicalJson([query, request ?? null]);
  const pause = createEventLoopYielder();
  const parts: Record<string, unknown> = { ...(contentForRetries?.(request) ?? request) };
  for (const [name, list] of Object.entries(request)) {
    if (!Array.isArray(list) || !(list[0] instanceof UnreadBatchItem)) continue;
    const hashes: string[] = [];
    for (const member of list) {
      await pause();
      hashes.push(hashCanonicalJson(batch?.contentOf(member, brand) ?? member).toString('hex'));
    }
    parts[name] = hashes;
  }
  return hashCanonicalJson([query, parts]);
}

/** The stored response of a key, or the refusal of a key that was used with another body. */
export type IdempotencyLookupResult = { readonly kept: StoredReply } | { readonly refused: Refusal };

export interface IdempotencyKeys extends IdempotencyKeyClaims {
  /**
   * HMAC-SHA-256 of the key. Keys often contain order numbers or email addresses, which could be guessed from a plain hash
   * in a copy of the database.
   */
  hash(key: string): Buffer;
  /** Returns `undefined` when the key is new, has no stored response yet, or is claimed by a transaction that has not committed. */
  find(name: IdempotencyKeyId): Promise<IdempotencyLookupResult | undefined>;
  /**
   * Stores the rejection of a change that was not submitted. When another request stored a response under the key first,
   * returns that response, after waiting for its transaction.
   */
  storeRejection(name: IdempotencyKeyId, refusal: StoredReply): Promise<IdempotencyLookupResult | undefined>;
}

/** The keys of an environment. Methods reject with errors of the database. Keys are found again with the same `secretKey` only. */
export function createIdempotencyKeys(db: Db, secretKey: string): IdempotencyKeys {
  const pepper = deriveKey(secretKey, 'dray idempotency keys 1');
  const find = async (name: IdempotencyKeyId): Promise<IdempotencyLookupResult | undefined> => {
    const row = await readIdempotencyKeyRow(db, name);
    if (row === undefined || row.status === null) return undefined;
    if (!row.body_hash.equals(name.bodyHash)) return { refused: idempotencyKeyReusedRefusal };
    return { kept: { status: row.status, body: row.reply } };
  };
  return {
    ...createIdempotencyKeyClaims(db),
    hash: (key) => createHmac('sha256', pepper).update(key, 'utf8').digest(),
    find,
    storeRejection: async (name, refusal) => {
      const mine = await db.rows(
        `insert into idempotency_keys as k (customer_no, operation, key_hash, body_hash, status, reply)
         values ($1, $2, $3, $4, $5, $6)
             on conflict (customer_no, operation, key_hash) do update
                set body_hash = excluded.body_hash, status = excluded.status, reply = excluded.reply,
                    created_at = excluded.created_at
              where excluded.created_at - k.created_at > ${idempotencyKeyLifetimeSql}
         returning 1`,
        [name.customerNo, name.operation, name.keyHash, name.bodyHash, refusal.status, JSON.stringify(refusal.body)],
      );
      return mine.length > 0 ? undefined : await find(name);
    },
  };
}
