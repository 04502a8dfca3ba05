/** The message of the server under test to its parent, and the path of its additional route. */
import type { PoolConfig } from 'pg';
import type { BenchCustomer } from './orders.ts';

export const noOpPath = '/bench/no-op';

export interface ServerReady {
  readonly address: string;
  /** The address of health probes and metrics: `address`, unless `METRICS` names another. */
  readonly managementAddress: string;
  readonly customers: readonly (BenchCustomer & { readonly accessToken: string })[];
  /** The ids of the processes that serve requests. */
  readonly pids: readonly number[];
  /** The database of the test environment. */
  readonly database: PoolConfig;
}
