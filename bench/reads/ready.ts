/** What the server under test tells its parent. */
import type { PoolConfig } from 'pg';
import type { BenchCustomer } from '../support/orders.ts';

/** Whose history it is, in a database of its own. */
export interface HistoryReady extends BenchCustomer {
  /** Where its operations are, `/v3` included. */
  readonly base: string;
  readonly database: PoolConfig;
}

export interface ReadsReady {
  readonly address: string;
  readonly timeZone: string;
  readonly long: HistoryReady;
  readonly short: HistoryReady;
}
