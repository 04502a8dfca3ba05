/**
 * The write queue: group commit of single requests (architecture: Write queue).
 *
 * Each customer has a first-in-first-out queue. While one batch is being committed, arriving requests form the next; on an
 * idle server a request starts at once. A batch is shared fairly among the customers that wait for the same kind of write
 * (gather-batch.ts): twenty customers with three requests each commit together like one customer with sixty. A customer's
 * next batch starts when the previous one has sent its COMMIT and holds all its locks (decision 16). After a COMMIT whose
 * connection was lost, nothing is written for its customers until the outcome is known.
 *
 * Waiting is bounded (decision 36): a write that is expected to wait too long is rejected before it is queued, and one that
 * has waited too long is rejected then. Both are `Unavailable` (503), and nothing of them is written.
 */
import type { Db } from './db/db.ts';
import { AppError, type Outcome } from './errors.ts';
import { gatherBatch } from './gather-batch.ts';
import { formatIdempotencyKeyId, type IdempotencyKey, type WriteSubmissionResult } from './idempotency-key-store.ts';
import { customerQueueFullError, longWaitError } from './overloaded.ts';
import {
  assumedBatchShareOfNextWrite,
  batchItemMaxWaitFactor,
  computeFairWorkAhead,
  estimateBatchCount,
  ServiceTimeEstimator,
} from './queue-wait.ts';
import { type BatchWriter, type PendingWrite, writeBatch } from './write-batch.ts';

export type { BatchWriter } from './write-batch.ts';

/** The result of one of many items: its outcome, or the error that `submit` would have rejected with. */
export type BatchItemWriteResult<Done> = Outcome<Done> | { readonly failed: unknown };

/** An entry that still waits at the first check after `expiresAt` is rejected. */
interface QueuedWrite extends PendingWrite {
  readonly expiresAt: number;
}

interface CustomerQueue {
  readonly customerNo: string;
  /** Undefined until it is known (`findShard`). */
  shard: number | undefined;
  waiting: QueuedWrite[];
  /** How many batches the waiting entries would fill. */
  batches: number;
  busy: boolean;
}

/** Group commit: gathers writes of customers into batches, each of which is one transaction. */
export interface WriteQueue {
  /**
   * Writes `item` in one of the next batches. Rejects with `Unavailable` (503) when it would wait or has waited too long, the
   * customer's queue is full, the server is stopping, changes are rejected, or the outcome is unknown; else as the write fails.
   */
  submit<Item, Done>(writer: BatchWriter<Item, Done>, item: Item): Promise<Outcome<Done>>;
  /** The same under the caller's Idempotency-Key, if there is one: a used key returns its stored reply, or is refused. */
  submit<Item, Done>(
    writer: BatchWriter<Item, Done>,
    item: Item,
    idempotencyKey: IdempotencyKey<Done> | undefined,
  ): Promise<WriteSubmissionResult<Done>>;
  /**
   * The same for many items of one customer, in their order: all are queued, or none, and then all have the error. Resolves
   * with one result per item when all have one; never rejects. `admitted`: `checkAdmission` has admitted them as part of a
   * larger request, so their expected wait is not checked again, only the room in the queue.
   */
  submitAll<Item, Done>(
    writer: BatchWriter<Item, Done>,
    items: readonly Item[],
    options?: { readonly admitted: boolean },
  ): Promise<BatchItemWriteResult<Done>[]>;
  /**
   * The error with which `count` more writes of a customer would be rejected for overload now; undefined when they would be
   * queued. Items of one request are admitted by the expected wait of the first; all of them count for later requests. An error counts
   * as a request that was shed (`load`).
   */
  checkAdmission(customerNo: string, count: number): AppError | undefined;
  /** Waiting writes; batches being written and shards being read; since the start, requests refused for overload plus writes that waited too long. */
  readonly load: { readonly waiting: number; readonly inFlight: number; readonly shed: number };
  /** Rejects new work and resolves when all accepted work is done. */
  drain(): Promise<void>;
}

interface WriteQueueLimits {
  /** Concurrent batches of all customers; without those written again after a lock timeout, and those whose outcome is unknown. */
  readonly slots: number;
  /** Maximum waiting writes of one customer; while none waits, a request with more is accepted. */
  readonly maxWaiting: number;
  /** About the longest wait, 60 s by default, longer for items of a batch request. A write that expects over half is rejected at once. */
  readonly maxWaitMs?: number;
}

/** Opens the write queue of an environment over its database. */
export function openWriteQueue(db: Db, limits: WriteQueueLimits): WriteQueue {
  const { maxWaitMs = 60_000 } = limits;
  const queues = new Map<string, CustomerQueue>();
  /** Queues whose next batch may start, in the order in which they became ready: entries wait, and the last batch has sent its COMMIT. */
  const ready = new Set<CustomerQueue>();
  /** By customer, the batches whose COMMIT outcome is unknown: until it is known nothing is written for the customer. */
  const outcomePending = new Map<string, number>();
  const serviceTime = new ServiceTimeEstimator();
  let batchesInFlight = 0;
  let slotsTaken = 0;
  let waiting = 0;
  /** The sum of all customers' `batches`. */
  let batchesWaiting = 0;
  let shed = 0;
  let stopping = false;
  let drained: (() => void) | undefined;
  let isExpiryTimed = false;

  const setBatches = (queue: CustomerQueue, batches: number): void => {
    batchesWaiting = waiting === 0 ? 0 : batchesWaiting + batches - queue.batches;
    queue.batches = batches;
  };

  function* othersWaiting(queue: CustomerQueue | undefined): Generator<number> {
    for (const other of queues.values()) if (other !== queue) yield other.batches;
  }

  /** The work ahead of a customer's next write, in full batches. */
  const batchesAhead = (queue: CustomerQueue | undefined): number =>
    waiting === 0 ? 0 : computeFairWorkAhead(queue?.batches ?? 0, othersWaiting(queue), assumedBatchShareOfNextWrite);

  const assertOpen = (): void => {
    db.assertWritable();
    if (!stopping) return;
    throw new AppError({ code: 'Unavailable', reason: 'The server is stopping. Try again.' }, { retryAfterSeconds: 1 });
  };

  const checkRoom = (queue: CustomerQueue | undefined, count: number): AppError | undefined => {
    if (queue === undefined || queue.waiting.length === 0) return undefined;
    if (queue.waiting.length + count <= limits.maxWaiting) return undefined;
    shed += 1;
    return customerQueueFullError();
  };

  const checkAdmission = (customerNo: string, count: number): AppError | undefined => {
    const queue = queues.get(customerNo);
    const noRoom = checkRoom(queue, count);
    if (noRoom !== undefined) return noRoom;
    const now = performance.now();
    // Without a free slot no batch can start, however little is waiting.
    const stalledMs = slotsTaken < limits.slots ? 0 : serviceTime.stalledMs(now);
    // The shares of the others need not be summed while all that waits is soon written.
    let waitMs = serviceTime.expectedWaitMs(batchesWaiting);
    if (waitMs > maxWaitMs / 2) waitMs = serviceTime.expectedWaitMs(batchesAhead(queue));
    if (waitMs <= maxWaitMs / 2 && stalledMs <= maxWaitMs) return undefined;
    shed += 1;
    return longWaitError('change', waitMs);
  };

  /** Rejects entries that have waited too long: the estimate was wrong, or the database has become slower since. */
  const expire = (): void => {
    const now = performance.now();
    for (const queue of queues.values()) {
      if (!queue.waiting.some(({ expiresAt }) => expiresAt <= now)) continue;
      const { expired = [], kept = [] } = Object.groupBy(queue.waiting, ({ expiresAt }) =>
        expiresAt <= now ? 'expired' : 'kept',
      );
      queue.waiting = kept;
      waiting -= expired.length;
      setBatches(queue, estimateBatchCount(kept));
      shed += expired.length;
      if (kept.length === 0) {
        ready.delete(queue);
        if (!queue.busy) queues.delete(queue.customerNo);
      }
      for (const entry of expired) entry.reject(longWaitError('change', maxWaitMs));
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

  /** Writes a batch and frees its queues. After a lock timeout, the customers of the batch are written separately. */
  const startBatch = (entries: readonly PendingWrite[], taken: readonly CustomerQueue[], slot: 0 | 1): void => {
    batchesInFlight += 1;
    slotsTaken += slot;
    if (slot === 1) serviceTime.begin(performance.now());
    const backlogged = waiting > 0;
    let freed = false;
    const freeQueues = (): void => {
      if (freed) return;
      freed = true;
      for (const queue of taken) {
        queue.busy = false;
        if (queue.waiting.length === 0) queues.delete(queue.customerNo);
        else if (!outcomePending.has(queue.customerNo)) ready.add(queue);
      }
      startBatches();
    };
    let lostCustomers: readonly string[] = [];
    const onConnectionLost = (): void => {
      if (lostCustomers.length > 0) return;
      lostCustomers = [...new Set(entries.map((entry) => entry.customerNo))];
      for (const customerNo of lostCustomers) {
        outcomePending.set(customerNo, (outcomePending.get(customerNo) ?? 0) + 1);
        const queue = queues.get(customerNo);
        if (queue !== undefined) ready.delete(queue);
      }
      // Batches of other customers can be written meanwhile.
      slotsTaken -= slot;
      if (slotsTaken === 0) serviceTime.idle();
      startBatches();
    };
    const settled = (): void => {
      for (const customerNo of lostCustomers) {
        const remaining = (outcomePending.get(customerNo) ?? 1) - 1;
        if (remaining > 0) outcomePending.set(customerNo, remaining);
        else outcomePending.delete(customerNo);
        const queue = queues.get(customerNo);
        if (remaining === 0 && queue !== undefined && !queue.busy && queue.waiting.length > 0) ready.add(queue);
      }
    };
    void writeBatch(db, entries, { onCommitSent: freeQueues, onConnectionLost }).then((written) => {
      batchesInFlight -= 1;
      if (lostCustomers.length === 0) {
        slotsTaken -= slot;
        if (slot === 1) serviceTime.complete(1, performance.now(), backlogged);
        if (slotsTaken === 0) serviceTime.idle();
      }
      settled();
      if (written === 'contended') {
        for (const queue of taken) {
          startBatch(
            entries.filter((entry) => entry.customerNo === queue.customerNo),
            freed ? [] : [queue],
            // A batch that waits for a lock must not take a slot from others.
            0,
          );
        }
        startBatches();
        return;
      }
      if (freed) startBatches();
      else freeQueues();
      if (batchesInFlight === 0 && ready.size === 0) drained?.();
    });
  };

  const startBatches = (): void => {
    while (slotsTaken < limits.slots && ready.size > 0) {
      const entries: PendingWrite[] = [];
      const taken: CustomerQueue[] = [];
      for (const { queue, count } of gatherBatch(ready)) {
        const gathered = queue.waiting.splice(0, count);
        for (const entry of gathered) entries.push(entry);
        waiting -= count;
        setBatches(queue, queue.waiting.length === 0 ? 0 : queue.batches - estimateBatchCount(gathered));
        queue.busy = true;
        ready.delete(queue);
        taken.push(queue);
      }
      startBatch(entries, taken, 1);
    }
  };

  /** Reads the customer's shard before its first batch since the start. Its writes wait meanwhile, and fail when the read fails. */
  const findShard = async (queue: CustomerQueue): Promise<void> => {
    queue.busy = true;
    batchesInFlight += 1;
    try {
      await db.shards.load([queue.customerNo]);
      queue.shard = db.shards.of(queue.customerNo);
    } catch (error) {
      const failed = queue.waiting.splice(0);
      waiting -= failed.length;
      setBatches(queue, 0);
      for (const entry of failed) entry.reject(error);
    }
    batchesInFlight -= 1;
    queue.busy = false;
    if (queue.waiting.length === 0) queues.delete(queue.customerNo);
    else if (!outcomePending.has(queue.customerNo)) ready.add(queue);
    startBatches();
    if (batchesInFlight === 0 && ready.size === 0) drained?.();
  };

  const queueOf = (customerNo: string): CustomerQueue => {
    let queue = queues.get(customerNo);
    if (queue === undefined) {
      queue = { customerNo, shard: db.shards.of(customerNo), waiting: [], batches: 0, busy: false };
      queues.set(customerNo, queue);
    }
    return queue;
  };

  /** The time at which entries that are queued now expire. Items of a batch request, which was admitted as a whole, may wait longer. */
  const expiryOf = (queue: CustomerQueue, writer: { readonly maxItems: number }, count: number): number => {
    const now = performance.now();
    if (count === 1) return now + maxWaitMs;
    const expectedMs = serviceTime.expectedWaitMs(batchesAhead(queue) + count / writer.maxItems);
    return now + Math.max(batchItemMaxWaitFactor * maxWaitMs, 2 * expectedMs);
  };

  const enqueue = <Item, Done>(
    queue: CustomerQueue,
    writer: BatchWriter<Item, Done>,
    item: Item,
    identities: readonly string[],
    settle: Pick<QueuedWrite, 'resolve' | 'reject' | 'expiresAt'>,
    idempotencyKey?: IdempotencyKey<Done>,
  ): void => {
    waiting += 1;
    setBatches(queue, queue.batches + 1 / writer.maxItems);
    scheduleExpiry();
    queue.waiting.push({
      writer: writer as BatchWriter<unknown, unknown>,
      item,
      customerNo: queue.customerNo,
      identities: idempotencyKey ? [...identities, formatIdempotencyKeyId(idempotencyKey)] : identities,
      idempotencyKey: idempotencyKey as IdempotencyKey<unknown> | undefined,
      ...settle,
    });
    if (queue.busy || ready.has(queue) || outcomePending.has(queue.customerNo)) return;
    if (queue.shard === undefined) return void findShard(queue);
    ready.add(queue);
    // Waiting for one turn of the event loop gathers the requests that arrived in the same poll of the sockets.
    if (ready.size === 1) setImmediate(startBatches);
  };

  return {
    submit: (async <Item, Done>(writer: BatchWriter<Item, Done>, item: Item, idempotencyKey?: IdempotencyKey<Done>) => {
      assertOpen();
      const identities = writer.identities(item);
      const customerNo = writer.customerNo(item);
      const refused = checkAdmission(customerNo, 1);
      if (refused !== undefined) throw refused;
      const queue = queueOf(customerNo);
      const expiresAt = expiryOf(queue, writer, 1);
      return new Promise<WriteSubmissionResult<Done>>((resolve, reject) => {
        enqueue(
          queue,
          writer,
          item,
          identities,
          { resolve: resolve as PendingWrite['resolve'], reject, expiresAt },
          idempotencyKey,
        );
      });
    }) as WriteQueue['submit'],
    submitAll: <Item, Done>(
      writer: BatchWriter<Item, Done>,
      items: readonly Item[],
      options?: { readonly admitted: boolean },
    ) => {
      const [first] = items;
      if (first === undefined) return Promise.resolve([]);
      let identities: (readonly string[])[];
      const customerNo = writer.customerNo(first);
      try {
        assertOpen();
        identities = items.map((item) => writer.identities(item));
        const refused =
          options?.admitted === true
            ? checkRoom(queues.get(customerNo), items.length)
            : checkAdmission(customerNo, items.length);
        if (refused !== undefined) throw refused;
      } catch (failed) {
        return Promise.resolve(items.map(() => ({ failed })));
      }
      const queue = queueOf(customerNo);
      const expiresAt = expiryOf(queue, writer, items.length);
      // One promise for all of them: a batch request has hundreds of items.
      return new Promise<BatchItemWriteResult<Done>[]>((resolve) => {
        const settled: BatchItemWriteResult<Done>[] = new Array(items.length);
        let remaining = items.length;
        const settle = (index: number, result: BatchItemWriteResult<Done>): void => {
          settled[index] = result;
          remaining -= 1;
          if (remaining === 0) resolve(settled);
        };
        for (const [index, item] of items.entries()) {
          enqueue(queue, writer, item, identities[index] as readonly string[], {
            resolve: (outcome) => settle(index, outcome as Outcome<Done>),
            reject: (failed) => settle(index, { failed }),
            expiresAt,
          });
        }
      });
    },
    checkAdmission,
    get load() {
      return { waiting, inFlight: batchesInFlight, shed };
    },
    drain: () => {
      stopping = true;
      if (batchesInFlight === 0 && ready.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        drained = resolve;
      });
    },
  };
}
