/**
 * Answers kept under a caller's Idempotency-Key (decision 6): all SQL of `idempotency_keys` that is done in the business
 * transaction.
 */
import type { Tx } from './db/db.ts';
import type { Outcome } from './errors.ts';

/** An answer kept under the caller's Idempotency-Key (decision 6). */
export interface KeptReply {
  readonly status: number;
  readonly body: unknown;
}

/** The caller's Idempotency-Key and how to keep the answer in the same transaction. */
export interface RetryKey<Done> {
  readonly operation: string;
  readonly key: string;
  readonly bodyHash: Buffer;
  reply(outcome: Outcome<Done>): KeptReply;
}

/** What a submission answers: the outcome, or the reply kept from the first time. */
export type Submitted<Done> = Outcome<Done> | { readonly kept: KeptReply };

/** A member of a set, as far as its key is concerned. */
interface Keyed {
  readonly customerNo: string;
  readonly retryKey: RetryKey<unknown> | undefined;
}

const withKey = <E extends Keyed>(entries: Iterable<E>) =>
  [...entries].flatMap((entry) => (entry.retryKey ? [{ entry, retryKey: entry.retryKey }] : []));

/**
 * Inserts the keys of this set, so that a concurrent twin waits for this transaction; answers what an earlier request
 * with the same key was told.
 */
export async function claimRetryKeys<E extends Keyed>(
  tx: Tx,
  entries: readonly E[],
): Promise<Map<E, Submitted<unknown>>> {
  const kept = new Map<E, Submitted<unknown>>();
  const keyed = withKey(entries).sort((a, b) => {
    const [x, y] = [a, b].map(({ entry, retryKey }) => `${entry.customerNo}\n${retryKey.operation}\n${retryKey.key}`);
    return (x as string) < (y as string) ? -1 : 1;
  });
  if (keyed.length === 0) return kept;
  const values = [
    keyed.map(({ entry }) => entry.customerNo),
    keyed.map(({ retryKey }) => retryKey.operation),
    keyed.map(({ retryKey }) => retryKey.key),
  ];
  const mine = await tx.rows<{ customer_no: string; operation: string; key: string }>(
    `insert into idempotency_keys as k (customer_no, operation, key, body_hash)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::bytea[])
         on conflict (customer_no, operation, key) do update
            set body_hash = excluded.body_hash, status = null, reply = null, at = now()
          where k.at < now() - interval '24 hours'
     returning customer_no, operation, key`,
    [...values, keyed.map(({ retryKey }) => retryKey.bodyHash)],
  );
  const name = (r: { customer_no: string; operation: string; key: string }) =>
    `${r.customer_no}\n${r.operation}\n${r.key}`;
  const claimed = new Set(mine.map(name));
  const earlier = await tx.rows<{
    customer_no: string;
    operation: string;
    key: string;
    body_hash: Buffer;
    status: number;
    reply: unknown;
  }>(
    `select k.* from unnest($1::text[], $2::text[], $3::text[]) as w (customer_no, operation, key)
       join idempotency_keys k using (customer_no, operation, key)`,
    values,
  );
  const found = new Map(earlier.map((r) => [name(r), r]));
  for (const { entry, retryKey } of keyed) {
    const id = name({ customer_no: entry.customerNo, operation: retryKey.operation, key: retryKey.key });
    const row = claimed.has(id) ? undefined : found.get(id);
    if (row === undefined) continue;
    if (row.body_hash.equals(retryKey.bodyHash)) kept.set(entry, { kept: { status: row.status, body: row.reply } });
    else kept.set(entry, { refused: keyReused(retryKey.key) });
  }
  return kept;
}

/** The refusal of a key that was used with another body. */
export function keyReused(key: string) {
  return {
    code: 'IdempotencyKeyReused' as const,
    reason: `Idempotency-Key ${JSON.stringify(key)} was used for this operation with another body within 24 hours`,
  };
}

/** The first 2xx or 4xx other than 401 and 429 is kept; anything else may be tried again under the same key. */
export function isKept({ status }: Pick<KeptReply, 'status'>): boolean {
  if (status === 401 || status === 429) return false;
  return (status >= 200 && status < 300) || (status >= 400 && status < 500);
}

/** Keeps what these outcomes answer under their keys, in the transaction that brought them about. */
export async function keepReplies<E extends Keyed>(tx: Tx, outcomes: ReadonlyMap<E, Outcome<unknown>>): Promise<void> {
  const keyed = withKey(outcomes.keys()).map(({ entry, retryKey }) => ({
    entry,
    retryKey,
    reply: retryKey.reply(outcomes.get(entry) as Outcome<unknown>),
  }));
  if (keyed.length === 0) return;
  const [kept, forgotten] = [keyed.filter(({ reply }) => isKept(reply)), keyed.filter(({ reply }) => !isKept(reply))];
  if (forgotten.length > 0) {
    await tx.rows(
      `delete from idempotency_keys k using unnest($1::text[], $2::text[], $3::text[]) as w (customer_no, operation, key)
        where (k.customer_no, k.operation, k.key) = (w.customer_no, w.operation, w.key)`,
      [
        forgotten.map(({ entry }) => entry.customerNo),
        forgotten.map(({ retryKey }) => retryKey.operation),
        forgotten.map(({ retryKey }) => retryKey.key),
      ],
    );
  }
  await tx.rows(
    `update idempotency_keys k set status = w.status, reply = w.reply
       from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::json[]) as w (customer_no, operation, key, status, reply)
      where (k.customer_no, k.operation, k.key) = (w.customer_no, w.operation, w.key)`,
    [
      kept.map(({ entry }) => entry.customerNo),
      kept.map(({ retryKey }) => retryKey.operation),
      kept.map(({ retryKey }) => retryKey.key),
      kept.map(({ reply }) => reply.status),
      kept.map(({ reply }) => JSON.stringify(reply.body)),
    ],
  );
}
