/** A database of the test's own as two processes see it: each has a pool, and remembers what it has read. */
import { seedOperatorData } from '../../src/inventory/index.ts';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { ensurePartitions } from '../../src/platform/partitions.ts';
import { openTestDatabase } from './database.ts';

export interface TwoProcesses {
  readonly db: Db;
  readonly other: Db;
  close(): Promise<void>;
}

export async function openTwoProcesses(connections = 5): Promise<TwoProcesses> {
  const database = await openTestDatabase();
  const db = openDb({ ...database.options, max: connections });
  const other = openDb({ ...database.options, max: connections });
  await ensurePartitions(db);
  await seedOperatorData(db);
  return {
    db,
    other,
    close: async () => {
      await Promise.all([db.close(), other.close()]);
      await database.drop();
    },
  };
}
