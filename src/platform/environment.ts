/**
 * An environment: production or test (decision 2). The same code over a database of its own.
 *
 * Holds no domain state: a connection to the database, the settings, the write queue. Other processes do not depend on it.
 */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { FairSlots } from './fair-slots.ts';
import type { JournalWriter } from './journal-writer.ts';
import type { WriteQueue } from './write-queue.ts';

export type EnvironmentName = 'production' | 'test';

export interface Environment {
  readonly name: EnvironmentName;
  readonly db: Db;
  readonly config: Config;
  readonly logger: Logger;
  /** Commits single changes in batches with others that wait. */
  readonly writeQueue: WriteQueue;
  /** Writes log entries that belong to no transaction. */
  readonly journal: JournalWriter;
  /**
   * Queries, and what a person on the floor waits for, run in these: fewer than the pool has connections, so that writes and
   * background work always get one.
   */
  readonly readSlots: FairSlots;
}
