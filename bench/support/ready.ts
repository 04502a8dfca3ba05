/** The message of the server under test to its parent, and the path of its additional route. */
import type { PoolConfig } from 'pg';
import type { BenchCustomer } from './orders.ts';

export const noOpPath = '/bench/no-op';

export interface ServerReady {
  readonly address: string;
  /** The management address. */
  readonly managementAddress: string;
  readonly customers: readonly (BenchCustomer & { readonly accessToken: string })[];
  /** Of the processes that serve requests. */
  readonly pids: readonly number[];
  /** Of the test environment. */
  readonly database: PoolConfig;
}
