import { type Db, openDb } from '../../src/platform/db/db.ts';
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
  return {
    db,
    other,
    close: async () => {
      await Promise.all([db.close(), other.close()]);
      await database.drop();
    },
  };
}
