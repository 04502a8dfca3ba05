import type { Db, Tx } from '../../src/platform/db/db.ts';
import { openTestDatabase } from './database.ts';
import { openWiredDb } from './wired-db.ts';

export interface TwoProcesses {
  readonly db: Db;
  readonly other: Db;
  close(): Promise<void>;
}

export async function openTwoProcesses(connections = 5): Promise<TwoProcesses> {
  const database = await openTestDatabase();
  const db = openWiredDb({ ...database.options, max: connections });
  const other = openWiredDb({ ...database.options, max: connections });
  return {
    db,
    other,
    close: async () => {
      await Promise.all([db.close(), other.close()]);
      await database.drop();
    },
  };
}

/** Starts a transaction and leaves it open: `commit` ends it. */
export async function openTransaction<T>(side: Db, work: (tx: Tx) => Promise<T>) {
  const { promise: written, resolve: reportWritten } = Promise.withResolvers<void>();
  const { promise: gate, resolve: commit } = Promise.withResolvers<void>();
  const done = side.write(async (tx) => {
    const result = await work(tx);
    reportWritten();
    await gate;
    return result;
  });
  await Promise.race([written, done]);
  return {
    commit: () => {
      commit();
      return done;
    },
  };
}
