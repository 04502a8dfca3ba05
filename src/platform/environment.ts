/**
 * An environment: production or test (decision 2). The same code over a database of its own.
 *
 * It holds no domain state, only a connection pool, the settings and queues, so several processes can serve one
 * environment.
 */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { FairSemaphore } from './fair-semaphore.ts';
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
   * Queries that do not wait for a carrier, pages of exports, steps of the floor, photos and look-ups of operators' sessions run in
   * these slots. They are fewer than the connections of the pool, to leave connections to writes and background work.
   */
  readonly readSlots: FairSemaphore;
}
