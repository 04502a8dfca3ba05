/** What the server under test tells its parent, and the path of the route that it has beside the operations. */
import type { PoolConfig } from 'pg';
import type { BenchCustomer } from './orders.ts';

export const noOpPath = '/bench/no-op';

export interface ServerReady {
  readonly address: string;
  /** Where probes are answered beside it. */
  readonly managementAddress: string;
  readonly customers: readonly (BenchCustomer & { readonly accessToken: string })[];
  /** Of the test environment. */
  readonly database: PoolConfig;
}
