/** The context of a load worker: a caller, the ledger that it writes, and its own random numbers. */
import type { Caller } from '../caller.ts';
import type { CustomerLedger } from '../ledger/ledger.ts';
import type { Random } from '../random.ts';
import type { Report } from '../report.ts';

export interface Worker {
  readonly name: string;
  readonly caller: Caller;
  readonly ledger: CustomerLedger;
  readonly random: Random;
  readonly report: Report;
}

/** Reports a response that a valid request must never get. */
export function unexpected(
  worker: Worker,
  name: string,
  response: { readonly status: number; readonly body: unknown },
): void {
  worker.report.finding(
    'load',
    `${name} of a request in order was answered with ${response.status}`,
    `${worker.ledger.customerNo}: ${JSON.stringify(response.body)?.slice(0, 400)}`,
  );
}
