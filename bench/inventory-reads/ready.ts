/** What the server under test tells its parent. */
import type { PoolConfig } from 'pg';

/** One history, in a database of its own. */
export interface HistoryReady {
  /** Where its operations are, `/v3` included. */
  readonly base: string;
  readonly customerNo: string;
  readonly userKey: string;
  readonly password: string;
  readonly database: PoolConfig;
}

export interface ReadsReady {
  readonly address: string;
  readonly timeZone: string;
  readonly long: HistoryReady;
  readonly short: HistoryReady;
}
