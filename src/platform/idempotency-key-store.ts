/**
 * Replies stored under a caller's Idempotency-Key (decision 6): the SQL on `idempotency_keys` that runs in the transaction of
 * a batch of changes, and that deletes expired keys. Leases of commands, which take several transactions, are in key-claims.ts.
 */
import { column } from './db/columns.ts';
import type { Db, Tx } from './db/db.ts';
import { createRowSetSql } from './db/row-set-sql.ts';
import { Table } from './db/table.ts';
import type { Outcome, Refusal } from './errors.ts';

/** A reply stored under the caller's Idempotency-Key. */
export interface StoredReply {
  readonly status: number;
  readonly body: unknown;
}

/** An Idempotency-Key of a customer or operator and an operation, and the hash of the body that it was sent with. */
export interface IdempotencyKeyId {
  /** For an operator `operator:<id>`, which is longer than any customer number. */
  readonly customerNo: string;
  readonly operation: string;
  readonly keyHash: Buffer;
  readonly bodyHash: Buffer;
}

/**
 * The caller's Idempotency-Key of one write. `reply` makes the reply that is stored under the key, in the transaction
 * of the outcome.
 */
export interface IdempotencyKey<Done> extends IdempotencyKeyId {
  reply(outcome: Outcome<Done>): StoredReply;
}

/** The result of a submission: the outcome, or the stored reply of the first request. */
export type WriteSubmissionResult<Done> = Outcome<Done> | { readonly kept: StoredReply };

/** The key as one text. */
export function formatIdempotencyKeyId(
  key: Pick<IdempotencyKeyId, 'customerNo' | 'operation'> & { readonly keyHash: Uint8Array },
) {
  return `${key.customerNo}\n${key.operation}\n${Buffer.from(key.keyHash).toString('base64')}`;
}

/** An item of a batch, with its key if it has one. */
interface WithIdempotencyKey {
  readonly idempotencyKey: IdempotencyKey<unknown> | undefined;
}

const entriesWithKey = <E extends WithIdempotencyKey>(entries: Iterable<E>) =>
  [...entries].flatMap((entry) => (entry.idempotencyKey ? [{ entry, idempotencyKey: entry.idempotencyKey }] : []));

const idempotencyKeyHours = 24;
/** How long a reply is stored under its key, on real time (decision 6). */
export const idempotencyKeyLifetimeSql = `interval '${idempotencyKeyHours} hours'`;

const keys = new Table(
  'idempotency_keys',
  {
    customerNo: column.text(),
    operation: column.text(),
    keyHash: column.bytes(),
    bodyHash: column.bytes(),
    status: column.optional(column.int()),
    reply: column.optional(column.json<unknown>()),
  },
  ['customerNo', 'operation', 'keyHash'],
);

const findKeys = keys.find();
const deleteKeys = keys.delete();
const setReplies = keys.update({ set: ['status', 'reply'] });

const { customerNo, operation, keyHash, bodyHash } = keys.columns;
const newKeys = createRowSetSql({ customerNo, operation, keyHash, bodyHash });
const oldKeys = createRowSetSql({ customerNo, operation, keyHash });

const insertKeys = `insert into idempotency_keys as k (customer_no, operation, key_hash, body_hash)
     select n.customer_no, u.operation, u.key_hash, u.body_hash
       from ${newKeys.from('u')} join commit_counters n on ${newKeys.match('n', 'u', ['customerNo'])}
      where true
         on conflict (customer_no, operation, key_hash) do update
            set body_hash = excluded.body_hash, status = null, reply = null, created_at = excluded.created_at
          where excluded.created_at - k.created_at > ${idempotencyKeyLifetimeSql}
     returning ${keys.select('k', ['customerNo', 'operation', 'keyHash'])}`;

/**
 * Inserts the keys of a batch, so that a concurrent request with the same key waits for this transaction. Returns, for each
 * entry whose key was used before, the stored reply, or the rejection of another body.
 */
export async function claimIdempotencyKeys<E extends WithIdempotencyKey>(
  tx: Tx,
  entries: readonly E[],
): Promise<Map<E, WriteSubmissionResult<unknown>>> {
  const kept = new Map<E, WriteSubmissionResult<unknown>>();
  const keyed = entriesWithKey(entries)
    .map((each) => ({ ...each, text: formatIdempotencyKeyId(each.idempotencyKey) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
  if (keyed.length === 0) return kept;
  const sent = keyed.map(({ idempotencyKey }) => idempotencyKey);
  const claimed = new Set((await keys.rows(tx, insertKeys, newKeys.values(sent))).map(formatIdempotencyKeyId));
  if (claimed.size === keyed.length) return kept;
  const found = new Map((await findKeys(tx, sent)).map((row) => [formatIdempotencyKeyId(row), row]));
  for (const { entry, idempotencyKey, text } of keyed) {
    const row = claimed.has(text) ? undefined : found.get(text);
    if (row === undefined) continue;
    if (idempotencyKey.bodyHash.equals(row.bodyHash)) {
      kept.set(entry, { kept: { status: row.status as number, body: row.reply ?? null } });
    } else kept.set(entry, { refused: idempotencyKeyReusedRefusal });
  }
  return kept;
}

/** The rejection of a key that was used with another body. It does not repeat the key, which is never stored in plain text. */
export const idempotencyKeyReusedRefusal: Refusal = {
  code: 'IdempotencyKeyReused',
  reason: `This Idempotency-Key was used with a different body in the last ${idempotencyKeyHours} hours. Send a new request with a new key.`,
};

/** The first 2xx or 4xx other than 401 and 429 is stored; after any other status the same key runs the request again. */
export function isStorableReply({ status }: Pick<StoredReply, 'status'>): boolean {
  if (status === 401 || status === 429) return false;
  return (status >= 200 && status < 300) || (status >= 400 && status < 500);
}

/** Stores the replies of these outcomes under their keys, in the transaction that made them; frees keys whose reply is not stored. */
export function storeReplies<E extends WithIdempotencyKey>(tx: Tx, outcomes: ReadonlyMap<E, Outcome<unknown>>): void {
  const keyed = entriesWithKey(outcomes.keys()).map(({ entry, idempotencyKey }) => ({
    idempotencyKey,
    reply: idempotencyKey.reply(outcomes.get(entry) as Outcome<unknown>),
  }));
  const { stored = [], open = [] } = Object.groupBy(keyed, ({ reply }) => (isStorableReply(reply) ? 'stored' : 'open'));
  deleteKeys(
    tx,
    open.map(({ idempotencyKey }) => idempotencyKey),
  );
  setReplies(
    tx,
    stored.map(({ idempotencyKey, reply }) => ({ ...idempotencyKey, status: reply.status, reply: reply.body })),
  );
}

const maxKeysPerDelete = 5_000;

/** Deletes expired keys (decision 6), in bounded portions. */
export async function deleteExpiredIdempotencyKeys(db: Db, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const old = await db.rows<{ customer_no: string; operation: string; key_hash: Buffer }>(
      `select customer_no, operation, key_hash from idempotency_keys
        where created_at < now() - ${idempotencyKeyLifetimeSql} order by created_at limit ${maxKeysPerDelete}`,
    );
    let deleted = 0;
    for (const keys of await db.shards.group(old, ({ customer_no }) => customer_no)) {
      const rows = await db.rows(
        `delete from idempotency_keys k
          using (select t.customer_no, t.operation, t.key_hash
                   from ${oldKeys.from('u')}
                   join idempotency_keys t on ${oldKeys.match('t', 'u')}
                  where t.created_at < now() - ${idempotencyKeyLifetimeSql} for update of t skip locked) old
          where k.customer_no = old.customer_no and k.operation = old.operation and k.key_hash = old.key_hash
            and k.customer_no = any ($4::text[])
          returning 1`,
        oldKeys.values(
          keys.map(({ customer_no, operation, key_hash }) => ({
            customerNo: customer_no,
            operation,
            keyHash: key_hash,
          })),
        ),
      );
      deleted += rows.length;
    }
    if (deleted < maxKeysPerDelete) return;
  }
}
