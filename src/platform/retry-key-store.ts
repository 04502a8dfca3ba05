/**
 * Responses kept under a caller's Idempotency-Key (decision 6): the SQL on `idempotency_keys` that runs in the transaction
 * of a set of changes. Claims of commands, which run transactions of their own, are in key-claims.ts.
 */
import type { Db, Tx } from './db/db.ts';
import type { Outcome, Refusal } from './errors.ts';

/** A response kept under the caller's Idempotency-Key (decision 6). */
export interface StoredReply {
  readonly status: number;
  readonly body: unknown;
}

/** An Idempotency-Key of one customer and operation, and the body that it was sent with. */
export interface RetryKeyId {
  readonly customerNo: string;
  readonly operation: string;
  readonly keyHash: Buffer;
  readonly bodyHash: Buffer;
}

/** The caller's Idempotency-Key, and the response to keep for an outcome in the same transaction. */
export interface RetryKey<Done> extends RetryKeyId {
  reply(outcome: Outcome<Done>): StoredReply;
}

/** What a submission returns: the outcome, or the response kept from the first request. */
export type SubmitResult<Done> = Outcome<Done> | { readonly kept: StoredReply };

/** One text for each key. */
export function retryKeyText({
  customerNo,
  operation,
  keyHash,
}: Pick<RetryKeyId, 'customerNo' | 'operation' | 'keyHash'>) {
  return `${customerNo}\n${operation}\n${keyHash.toString('base64')}`;
}

/** A member of a set, as far as its key is concerned. */
interface WithRetryKey {
  readonly retryKey: RetryKey<unknown> | undefined;
}

const entriesWithKey = <E extends WithRetryKey>(entries: Iterable<E>) =>
  [...entries].flatMap((entry) => (entry.retryKey ? [{ entry, retryKey: entry.retryKey }] : []));

/** The columns of the primary key, as arrays. */
const keyColumns = (keyed: readonly { readonly retryKey: RetryKeyId }[]) => [
  keyed.map(({ retryKey }) => retryKey.customerNo),
  keyed.map(({ retryKey }) => retryKey.operation),
  keyed.map(({ retryKey }) => retryKey.keyHash),
];

interface KeyRow {
  readonly customer_no: string;
  readonly operation: string;
  readonly key_hash: Buffer;
}

const rowKeyText = (row: KeyRow) =>
  retryKeyText({ customerNo: row.customer_no, operation: row.operation, keyHash: row.key_hash });

/**
 * Inserts the keys of this set, so that a concurrent request with the same key waits for this transaction. Returns, for each
 * entry whose key was used before, the kept response or the refusal of another body.
 */
export async function claimRetryKeys<E extends WithRetryKey>(
  tx: Tx,
  entries: readonly E[],
): Promise<Map<E, SubmitResult<unknown>>> {
  const kept = new Map<E, SubmitResult<unknown>>();
  const keyed = entriesWithKey(entries)
    .map((each) => ({ ...each, text: retryKeyText(each.retryKey) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
  if (keyed.length === 0) return kept;
  const columns = keyColumns(keyed);
  const mine = await tx.rows<KeyRow>(
    `insert into idempotency_keys as k (customer_no, operation, key_hash, body_hash)
     select * from unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[])
         on conflict (customer_no, operation, key_hash) do update
            set body_hash = excluded.body_hash, status = null, reply = null, created_at = now()
          where k.created_at < now() - interval '24 hours'
     returning customer_no, operation, key_hash`,
    [...columns, keyed.map(({ retryKey }) => retryKey.bodyHash)],
  );
  const claimed = new Set(mine.map(rowKeyText));
  if (claimed.size === keyed.length) return kept;
  const earlier = await tx.rows<KeyRow & { body_hash: Buffer; status: number; reply: unknown }>(
    `select k.* from unnest($1::text[], $2::text[], $3::bytea[]) as w (customer_no, operation, key_hash)
       join idempotency_keys k using (customer_no, operation, key_hash)`,
    columns,
  );
  const found = new Map(earlier.map((row) => [rowKeyText(row), row]));
  for (const { entry, retryKey, text } of keyed) {
    const row = claimed.has(text) ? undefined : found.get(text);
    if (row === undefined) continue;
    if (row.body_hash.equals(retryKey.bodyHash)) kept.set(entry, { kept: { status: row.status, body: row.reply } });
    else kept.set(entry, { refused: keyReusedRefusal });
  }
  return kept;
}

/** The refusal of a key that was used with another body. It does not repeat the key, which is stored nowhere in clear. */
export const keyReusedRefusal: Refusal = {
  code: 'IdempotencyKeyReused',
  reason:
    'this Idempotency-Key was used for this operation with another body within 24 hours: send a new request under a new key',
};

/** The first 2xx or 4xx other than 401 and 429 is kept; after anything else the same key runs the request again. */
export function isStorable({ status }: Pick<StoredReply, 'status'>): boolean {
  if (status === 401 || status === 429) return false;
  return (status >= 200 && status < 300) || (status >= 400 && status < 500);
}

/** Keeps the responses of these outcomes under their keys, in the transaction that made them. */
export async function storeReplies<E extends WithRetryKey>(
  tx: Tx,
  outcomes: ReadonlyMap<E, Outcome<unknown>>,
): Promise<void> {
  const keyed = entriesWithKey(outcomes.keys()).map(({ entry, retryKey }) => ({
    retryKey,
    reply: retryKey.reply(outcomes.get(entry) as Outcome<unknown>),
  }));
  const kept = keyed.filter(({ reply }) => isStorable(reply));
  const open = keyed.filter(({ reply }) => !isStorable(reply));
  if (open.length > 0) {
    await tx.rows(
      `delete from idempotency_keys k
        using unnest($1::text[], $2::text[], $3::bytea[]) as w (customer_no, operation, key_hash)
        where (k.customer_no, k.operation, k.key_hash) = (w.customer_no, w.operation, w.key_hash)`,
      keyColumns(open),
    );
  }
  if (kept.length === 0) return;
  await tx.rows(
    `update idempotency_keys k set status = w.status, reply = w.reply
       from unnest($1::text[], $2::text[], $3::bytea[], $4::int[], $5::json[])
              as w (customer_no, operation, key_hash, status, reply)
      where (k.customer_no, k.operation, k.key_hash) = (w.customer_no, w.operation, w.key_hash)`,
    [...keyColumns(kept), kept.map(({ reply }) => reply.status), kept.map(({ reply }) => JSON.stringify(reply.body))],
  );
}

const maxKeysPerDelete = 5_000;

/** Deletes responses that were kept for 24 hours (decision 6), in bounded portions. */
export async function deleteExpiredRetryKeys(db: Db, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const deleted = await db.rows(
      `delete from idempotency_keys k
        using (select customer_no, operation, key_hash from idempotency_keys
                where created_at < now() - interval '24 hours' order by created_at limit ${maxKeysPerDelete} for update skip locked) old
        where (k.customer_no, k.operation, k.key_hash) = (old.customer_no, old.operation, old.key_hash)
       returning 1`,
    );
    if (deleted.length < maxKeysPerDelete) return;
  }
}
