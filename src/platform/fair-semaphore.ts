/**
 * A bounded number of slots, shared fairly by customers or other clients, such as operators: without a free slot, work waits in
 * the queue of its client, and queues are served round robin. The wait is bounded: work that would wait too long is rejected at once, and work that has
 * waited too long nevertheless is rejected then, both as `Unavailable` (503).
 */
import type { Config } from './config.ts';
import { longWaitError } from './overloaded.ts';
import { computeFairWorkAhead, ServiceTimeEstimator } from './queue-wait.ts';

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
  /** Never empty; the first is served next. */
  const queues = new Map<string, Waiting[]>();
  const serviceTime = new ServiceTimeEstimator();
  let taken = 0;
  let waiting = 0;
  let shed = 0;
  let isExpiryTimed = false;

  function* othersWaiting(customerNo: string): Generator<number> {
    for (const [other, queue] of queues) if (other !== customerNo) yield queue.length;
  }

  const checkAdmission = (customerNo: string): Error | undefined => {
    const now = performance.now();
    // The shares of the others need not be summed while all that waits is soon done.
    let waitMs = serviceTime.expectedWaitMs(waiting);
    if (waitMs > maxWaitMs / 2) {
      const ahead = computeFairWorkAhead(queues.get(customerNo)?.length ?? 0, othersWaiting(customerNo));
      waitMs = serviceTime.expectedWaitMs(ahead);
    }
    if (waitMs <= maxWaitMs / 2 && serviceTime.stalledMs(now) <= maxWaitMs) return undefined;
    shed += 1;
    return longWaitError('query', waitMs);
  };

  const expire = (): void => {
    const now = performance.now();
    for (const [customerNo, queue] of queues) {
      while (queue[0] !== undefined && queue[0].expiresAt <= now) {
        queue.shift()?.reject(longWaitError('query', maxWaitMs));
        waiting -= 1;
        shed += 1;
      }
      if (queue.length === 0) queues.delete(customerNo);
    }
  };

  const scheduleExpiry = (): void => {
    if (isExpiryTimed || waiting === 0) return;
    isExpiryTimed = true;
    setTimeout(() => {
      isExpiryTimed = false;
      expire();
      scheduleExpiry();
    }, maxWaitMs / 10);
  };

  /** Takes the first of the queue that is next, and puts that queue last. */
  const dequeue = (): Waiting | undefined => {
    const next = queues.entries().next().value;
    if (next === undefined) return undefined;
    const [customerNo, queue] = next;
    const first = queue.shift();
    waiting -= 1;
    queues.delete(customerNo);
    if (queue.length > 0) queues.set(customerNo, queue);
    return first;
  };

  const runInSlot = async <T>(work: () => Promise<T>): Promise<T> => {
    serviceTime.begin(performance.now());
    const backlogged = waiting > 0;
    try {
      return await work();
    } finally {
      serviceTime.complete(1, performance.now(), backlogged);
      const next = dequeue();
      if (next === undefined) taken -= 1;
      // The slot passes to the next waiter, so that a new request cannot take it first.
      else next.begin();
      if (taken === 0) serviceTime.idle();
    }
  };

  const waitForSlot = (customerNo: string): Promise<void> =>
    new Promise((begin, reject) => {
      const queue = queues.get(customerNo) ?? [];
      queue.push({ begin, reject, expiresAt: performance.now() + maxWaitMs });
      queues.set(customerNo, queue);
      waiting += 1;
      scheduleExpiry();
    });

  return {
    run: async (customerNo, work) => {
      if (taken < slots) {
        taken += 1;
        return await runInSlot(work);
      }
      const refused = checkAdmission(customerNo);
      if (refused !== undefined) throw refused;
      await waitForSlot(customerNo);
      return await runInSlot(work);
    },
    get load() {
      return { waiting, shed };
    },
  };
}
