/** The task of the load generator, and its result. */
import type { BenchCustomer } from '../support/orders.ts';

export interface Task {
  readonly address: string;
  readonly seconds: number;
  /** Each group sends requests at a steady rate, for its customers in turn. */
  readonly groups: readonly {
    readonly customers: readonly BenchCustomer[];
    readonly perSecond: number;
  }[];
  /** Keeps this many connections busy instead, with requests of the first group. */
  readonly closedLoop?: number;
}

export interface GroupResult {
  /** Latencies of the requests with status 200, in milliseconds from when each was sent; zeros in a closed loop. */
  readonly served: readonly number[];
  /** The same for the requests with status 503. */
  readonly shed: readonly number[];
  /** The number of requests that were not sent because all connections were busy. */
  readonly unsent: number;
  /** The number of requests with any other status, or whose connection broke. */
  readonly failed: number;
  /** The status and body, or the error, of the first of these failures; '' without any. */
  readonly failure: string;
}

export interface TaskResult {
  readonly groups: readonly GroupResult[];
  /** The generator's own delay for each request: milliseconds from when it was due to when it was sent. */
  readonly lateness: readonly number[];
}
