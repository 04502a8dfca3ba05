/**
 * How long new work will wait in a queue: Little's law, wait = work ahead x time per unit of work. The time per unit is
 * smoothed as TCP smooths its round-trip time (Jacobson's estimator), so that one pause of the machine has a short effect.
 *
 * The unit is what is completed at once: a request, or a batch of writes, whose time depends little on its size. Only
 * completions behind which more was waiting count: the times of an idle queue do not predict those of a busy one.
 */

const smoothing = 1 / 8;

/** Estimates the time per unit of work by exponential smoothing, and from it how long new work will wait. */
export class ServiceTimeEstimator {
  #unitMs: number | undefined;
  /** When work was last completed, or begun on an idle server; undefined while idle. */
  #progressAt: number | undefined;

  /** @param initialMs a first guess; without it, the first unit that is measured counts as the usual one */
  constructor(initialMs?: number) {
    this.#unitMs = initialMs;
  }

  /** Work begins. Times are of a monotonic clock, in milliseconds. */
  begin(now: number): void {
    this.#progressAt ??= now;
  }

  /** `count` units are completed. They are averaged in when more was waiting as they were begun (`backlogged`). */
  complete(count: number, now: number, backlogged: boolean): void {
    const elapsed = now - (this.#progressAt ?? now);
    this.#progressAt = now;
    if (!backlogged || count === 0) return;
    const measured = elapsed / count;
    this.#unitMs = this.#unitMs === undefined ? measured : this.#unitMs + (measured - this.#unitMs) * smoothing;
  }

  /** Nothing is at work. */
  idle(): void {
    this.#progressAt = undefined;
  }

  /** How long nothing has been completed although work is under way. */
  stalledMs(now: number): number {
    return this.#progressAt === undefined ? 0 : now - this.#progressAt;
  }

  /** The expected wait behind `ahead` units of work, in ms; 0 without a first guess until a backlog has been measured. */
  expectedWaitMs(ahead: number): number {
    return ahead * (this.#unitMs ?? 0);
  }

  /**
   * The same for a client of a queue that is served round robin. `countAhead` sums the shares of the others, which is not
   * necessary while all that waits, `total`, is expected to be done within `enoughMs`.
   */
  expectedFairWaitMs(total: number, enoughMs: number, countAhead: () => number): number {
    const waitMs = this.expectedWaitMs(total);
    return waitMs <= enoughMs ? waitMs : this.expectedWaitMs(countAhead());
  }
}

/** Returns a function that starts a timer, unless it runs: it calls `check` every `intervalMs` for as long as that returns true. */
export function createRecheckTimer(intervalMs: number, check: () => boolean): () => void {
  let isTimed = false;
  const start = (): void => {
    if (isTimed) return;
    isTimed = true;
    setTimeout(() => {
      isTimed = false;
      if (check()) start();
    }, intervalMs);
  };
  return start;
}

/**
 * How much queued work is done before the next `unit` of a customer, when customers are served round robin: all of the customer's `own`
 * work, and of each other customer at most `own + unit`. Pure.
 */
export function computeFairWorkAhead(own: number, others: Iterable<number>, unit = 1): number {
  let ahead = own;
  for (const queued of others) ahead += Math.min(queued, own + unit);
  return ahead;
}

/**
 * How many times as long as a single write an item of a batch request may wait, at least: rejecting it would leave the request
 * half written.
 */
export const batchItemMaxWaitFactor = 5;

/** When a wait is estimated, the customer's next write is assumed to fill this share of a batch. */
export const assumedBatchShareOfNextWrite = 0.01;

/** How many batches the entries would fill, as a fraction: each entry counts as 1/`maxItems` of its writer. */
export const estimateBatchCount = (entries: readonly { readonly writer: { readonly maxItems: number } }[]): number =>
  entries.reduce((batches, { writer }) => batches + 1 / writer.maxItems, 0);
