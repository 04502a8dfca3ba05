/** The task of the load generator, and its result. */
import type { BenchCustomer } from '../support/orders.ts';

export interface Task {
  readonly address: string;
  readonly seconds: number;
  /** Each sends requests at a steady rate, for its customers in turn. */
  readonly groups: readonly {
    readonly customers: readonly BenchCustomer[];
    readonly perSecond: number;
  }[];
  /** Keeps this many connections busy instead, with requests of the first group. */
  readonly closedLoop?: number;
}

export interface GroupResult {
  /** Milliseconds of each request with status 200, from when it was sent. */
  readonly served: readonly number[];
  /** The same of those with status 503. */
  readonly shed: readonly number[];
  /** Not sent: all connections were busy. */
  readonly unsent: number;
  /** Any other status, or a connection that broke. */
  readonly failed: number;
  readonly failure: string;
}

export interface TaskResult {
  readonly groups: readonly GroupResult[];
  /** How late the generator itself was: milliseconds between when requests were due and when they were sent. */
  readonly lateness: readonly number[];
}
