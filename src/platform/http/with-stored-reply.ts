/** Stores the reply of an operator's command in the transaction of its change. */
import type { Db, Tx, WriteOptions } from '../db/db.ts';
import type { ResumableRunSteps } from '../key-claims.ts';

/**
 * The database, whose transactions also store the reply that `replyOf` makes of their result: a retry with the same
 * Idempotency-Key returns it also when the process is killed after the commit. `replyOf` returns undefined where no
 * reply is to be stored.
 */
export function createReplyStoringDb<Result>(
  db: Db,
  run: ResumableRunSteps,
  replyOf: (result: Result) => object | undefined,
): Db {
  const write = async <T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T> =>
    await db.write(async (tx) => {
      const result = await work(tx);
      const reply = replyOf(result as unknown as Result);
      if (reply !== undefined) await run.storeReply(tx, reply);
      return result;
    }, options);
  return { ...db, write };
}
