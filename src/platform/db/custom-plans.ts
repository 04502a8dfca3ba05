/**
 * Reads of lists and search: each statement is planned for its own values. A generic plan of a prepared statement does not know
 * whether a text is common, and reads a million rows in the order of the page where an index finds the one that matches.
 */
import type { Db, DbReader } from './db.ts';

/** Runs `read` on one read-only snapshot whose statements are planned for their values. */
export const readWithCustomPlans = <T>(db: Db, read: (reader: DbReader) => Promise<T>): Promise<T> =>
  db.snapshot(read, { customPlans: true });
