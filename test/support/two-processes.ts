import type { Db } from '../../src/platform/db/db.ts';
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
