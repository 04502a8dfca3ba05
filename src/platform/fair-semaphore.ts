/**
 * A bounded number of slots, shared fairly by customers or other clients, such as operators: without a free slot, work waits in
 * the queue of its client, and queues are served round robin. The wait is bounded: work that would wait too long is rejected at once, and work that has
 * waited too long nevertheless is rejected then, both as `Unavailable` (503).
 */
import type { Config } from './config.ts';
import { longWaitError } from './overloaded.ts';
import { createRecheckTimer, ServiceTimeEstimator } from './queue-wait.ts';
import { RoundRobinQueues } from './round-robin-queues.ts';

/** A semaphore that grants its slots to waiting clients round robin. */
export interface FairSemaphore {
  /**
   * Runs `work` in a slot, which is free again when it settles. Rejects with `Unavailable` (503) when the wait would be or becomes
   * too long. `customerNo` may be the key of any client, such as an operator.
   */
  run<T>(customerNo: string, work: () => Promise<T>): Promise<T>;
  readonly load: { readonly waiting: number; readonly shed: number };
}

interface FairSemaphoreLimits {
  readonly slots: number;
  /**
   * About the longest wait: expiry is checked every tenth of it. Work is rejected at once when more than half of this is
   * expected, or when nothing has completed for longer than this.
   */
  readonly maxWaitMs: number;
}

/** Slots for queries: as many as the pool has connections beyond those of writes and one for background work, at least one. */
export function createReadSemaphore(config: Pick<Config, 'poolSize' | 'writeSlots' | 'maxQueueMs'>): FairSemaphore {
  const slots = Math.max(1, config.poolSize - config.writeSlots - 1);
  return createFairSemaphore({ slots, maxWaitMs: config.maxQueueMs });
}

interface Waiting {
  readonly begin: () => void;
  readonly reject: (error: unknown) => void;
  readonly expiresAt: number;
}

/** Creates a semaphore for one resource. Its slots are those of this process only. */
export function createFairSemaphore({ slots, maxWaitMs }: FairSemaphoreLimits): FairSemaphore {
  const waiting = new RoundRobinQueues<Waiting>();
  const serviceTime = new ServiceTimeEstimator();
  let taken = 0;
  let shed = 0;

  const checkAdmission = (customerNo: string): Error | undefined => {
    const stalledMs = serviceTime.stalledMs(performance.now());
    const waitMs = serviceTime.expectedFairWaitMs(waiting.size, maxWaitMs / 2, () => waiting.countAhead(customerNo));
    if (waitMs <= maxWaitMs / 2 && stalledMs <= maxWaitMs) return undefined;
    shed += 1;
    return longWaitError('query', waitMs);
  };

  const startExpiryTimer = createRecheckTimer(maxWaitMs / 10, () => {
    for (const { reject } of waiting.removeExpired(performance.now())) {
      shed += 1;
      reject(longWaitError('query', maxWaitMs));
    }
    return waiting.size > 0;
  });

  const runInSlot = async <T>(work: () => Promise<T>): Promise<T> => {
    serviceTime.begin(performance.now());
    const backlogged = waiting.size > 0;
    try {
      return await work();
    } finally {
      serviceTime.complete(1, performance.now(), backlogged);
      const next = waiting.shift(waiting.nextClient());
      if (next === undefined) taken -= 1;
      // The slot passes to the next waiter, so that a new request cannot take it first.
      else next.begin();
      if (taken === 0) serviceTime.idle();
    }
  };

  return {
    run: async (customerNo, work) => {
      if (taken < slots) {
        taken += 1;
        return await runInSlot(work);
      }
      const refused = checkAdmission(customerNo);
      if (refused !== undefined) throw refused;
      await new Promise<void>((begin, reject) => {
        waiting.push(customerNo, { begin, reject, expiresAt: performance.now() + maxWaitMs });
        startExpiryTimer();
      });
      return await runInSlot(work);
    },
    get load() {
      return { waiting: waiting.size, shed };
    },
  };
}
