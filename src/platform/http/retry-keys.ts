/**
 * Safe retries by the caller's `Idempotency-Key` (decision 6): the first 2xx or 4xx other than 401 and 429 is kept for
 * 24 hours per customer and operation, and answered again.
 *
 * The answers of changes are kept by the lanes, in the business transaction. This module looks a key up before
 * anything is judged, and keeps the answers that never reach a lane: refusals, which change nothing.
 */
import { contentHash } from '../../lib/canonical-json.ts';
import type { Db } from '../db/db.ts';
import type { Refusal } from '../errors.ts';
import { type KeptReply, keyReused } from '../retry-key-store.ts';

export const maxKeyLength = 255;

/** Names an answer: whose, of what operation, under which key, to which body. */
export interface RetryKeyName {
  readonly customerNo: string;
  readonly operation: string;
  readonly key: string;
  readonly bodyHash: Buffer;
}

/** The header, or why it cannot be used. An empty one is none. */
export function readRetryKey(header: string | string[] | undefined): string | undefined | { refused: Refusal } {
  if (header === undefined || header === '') return undefined;
  // Node joins repeated headers with a comma; no list of keys is meant by one key.
  const key = Array.isArray(header) ? header.join(', ') : header;
  if (key.length <= maxKeyLength) return key;
  const reason = `Idempotency-Key must have at most ${maxKeyLength} characters`;
  return { refused: { code: 'InvalidIdempotencyKey', reason } };
}

/** The hash of what is asked: after reading (decision 4), so that spelling and order of keys do not matter. */
export function requestHash(query: Readonly<Record<string, unknown>>, request: unknown): Buffer {
  return contentHash([query, request]);
}

/** The kept answer; a refusal when the key was used with another body; `undefined` when it is new or still in work. */
export async function keptReply(
  db: Db,
  name: RetryKeyName,
): Promise<{ kept: KeptReply } | { refused: Refusal } | undefined> {
  const rows = await db.rows<{ body_hash: Buffer; status: number | null; reply: unknown }>(
    `select body_hash, status, reply from idempotency_keys
      where customer_no = $1 and operation = $2 and key = $3 and at >= now() - interval '24 hours'`,
    [name.customerNo, name.operation, name.key],
  );
  const row = rows[0];
  if (row === undefined || row.status === null) return undefined;
  if (!row.body_hash.equals(name.bodyHash)) return { refused: keyReused(name.key) };
  return { kept: { status: row.status, body: row.reply } };
}

/** Keeps an answer that no transaction made. Where a twin was faster, its answer stays, and is the one to give. */
export async function keepReply(db: Db, name: RetryKeyName, reply: KeptReply): Promise<KeptReply> {
  const body = JSON.stringify(reply.body);
  const mine = await db.rows<{ status: number }>(
    `insert into idempotency_keys as k (customer_no, operation, key, body_hash, status, reply)
     values ($1, $2, $3, $4, $5, $6)
         on conflict (customer_no, operation, key) do update
            set body_hash = excluded.body_hash, status = excluded.status, reply = excluded.reply, at = now()
          where k.at < now() - interval '24 hours'
     returning status`,
    [name.customerNo, name.operation, name.key, name.bodyHash, reply.status, body],
  );
  if (mine.length > 0) return reply;
  const first = await keptReply(db, name);
  return first !== undefined && 'kept' in first ? first.kept : reply;
}
