/** Transactions that hold all connections of a pool at the same time. */
import type { Db, Tx } from '../../src/platform/db/db.ts';

/** Opens this many transactions at the same time and returns the result of `read` in each. Rejects when a `read` takes over 5 s. */
export async function readInAll<Answer>(
  db: Db,
  transactions: number,
  read: (tx: Tx) => Promise<Answer>,
): Promise<Answer[]> {
  const allBegun = Promise.withResolvers<void>();
  let begun = 0;
  const readInside = () =>
    db.write(async (tx) => {
      await tx.rows('select 1');
      begun += 1;
      if (begun === transactions) allBegun.resolve();
      await allBegun.promise;
      const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('hangs')), 5_000).unref());
      return await Promise.race([read(tx), timeout]);
    });
  return await Promise.all(Array.from({ length: transactions }, readInside));
}
