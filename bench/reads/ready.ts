/** The message of the server under test to its parent when it is ready. */
import type { PoolConfig } from 'pg';
import type { BenchCustomer } from '../support/orders.ts';

/** A customer with a history, in its own database. */
export interface HistoryReady extends BenchCustomer {
  /** The base path of its operations, up to `/v3`. */
  readonly base: string;
  readonly database: PoolConfig;
}

export interface ReadsReady {
  readonly address: string;
  readonly timeZone: string;
  readonly long: HistoryReady;
  readonly short: HistoryReady;
}
