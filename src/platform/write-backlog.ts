/**
 * The waiting writes of the write queue, by customer, and which customers' next batch may start: not while the previous one
 * holds locks or the outcome of one is unknown (decision 16). Work is measured in batches, whose time depends little on their size.
 */
import { gatherBatch } from './gather-batch.ts';
import { assumedBatchShareOfNextWrite, computeFairWorkAhead, estimateBatchCount } from './queue-wait.ts';
import type { PendingWrite } from './write-batch.ts';

/** An entry that still waits at the first check after `expiresAt` is rejected. */
export interface QueuedWrite extends PendingWrite {
  readonly expiresAt: number;
}

/** The queue of a customer. */
export interface CustomerQueue {
  readonly customerNo: string;
  /** Undefined until it is known. */
  shard: number | undefined;
  waiting: QueuedWrite[];
  /** How many batches the waiting entries would fill. */
  batches: number;
  /** From the start of a batch, or the read of the shard, until `free`. */
  busy: boolean;
}

export class WriteBacklog {
  readonly #shardOf: (customerNo: string) => number | undefined;
  readonly #queues = new Map<string, CustomerQueue>();
  /** Queues whose next batch may start, in the order in which they became ready: entries wait, and the last batch has sent its COMMIT. */
  readonly #ready = new Set<CustomerQueue>();
  /** By customer, the batches whose COMMIT outcome is unknown: until it is known nothing is written for the customer. */
  readonly #heldBy = new Map<string, number>();
  #size = 0;
  /** The sum of all customers' `batches`. */
  #batches = 0;

  constructor(shardOf: (customerNo: string) => number | undefined) {
    this.#shardOf = shardOf;
  }

  /** The number of waiting writes. */
  get size(): number {
    return this.#size;
  }

  get batches(): number {
    return this.#batches;
  }

  /** The number of customers whose next batch may start. */
  get readyCount(): number {
    return this.#ready.size;
  }

  countOf(customerNo: string): number {
    return this.#queues.get(customerNo)?.waiting.length ?? 0;
  }

  /** The work ahead of a customer's next write, in full batches. */
  batchesAhead(customerNo: string): number {
    if (this.#size === 0) return 0;
    const own = this.#queues.get(customerNo)?.batches ?? 0;
    return computeFairWorkAhead(own, this.#batchesOfOthers(customerNo), assumedBatchShareOfNextWrite);
  }

  *#batchesOfOthers(customerNo: string): Generator<number> {
    for (const other of this.#queues.values()) if (other.customerNo !== customerNo) yield other.batches;
  }

  /** Adds a write to the queue of its customer, and returns the queue when its next batch might start now (`offer`). */
  push(entry: QueuedWrite): CustomerQueue | undefined {
    const { customerNo } = entry;
    let queue = this.#queues.get(customerNo);
    if (queue === undefined) {
      queue = { customerNo, shard: this.#shardOf(customerNo), waiting: [], batches: 0, busy: false };
      this.#queues.set(customerNo, queue);
    }
    queue.waiting.push(entry);
    this.#size += 1;
    this.#setBatches(queue, queue.batches + 1 / entry.writer.maxItems);
    return queue.busy || this.#ready.has(queue) || this.#heldBy.has(customerNo) ? undefined : queue;
  }

  /** Lets the next batch of a queue that is not busy start, unless the outcome of another is unknown. Forgets an empty queue. */
  offer(queue: CustomerQueue): void {
    if (queue.waiting.length === 0) this.#queues.delete(queue.customerNo);
    else if (!this.#heldBy.has(queue.customerNo)) this.#ready.add(queue);
  }

  free(queues: readonly CustomerQueue[]): void {
    for (const queue of queues) {
      queue.busy = false;
      this.offer(queue);
    }
  }

  /** Starts no batch of the customers until `release` was called as often. */
  hold(customers: Iterable<string>): void {
    for (const customerNo of customers) {
      this.#heldBy.set(customerNo, (this.#heldBy.get(customerNo) ?? 0) + 1);
      const queue = this.#queues.get(customerNo);
      if (queue !== undefined) this.#ready.delete(queue);
    }
  }

  release(customers: Iterable<string>): void {
    for (const customerNo of customers) {
      const remaining = (this.#heldBy.get(customerNo) ?? 1) - 1;
      if (remaining > 0) {
        this.#heldBy.set(customerNo, remaining);
        continue;
      }
      this.#heldBy.delete(customerNo);
      const queue = this.#queues.get(customerNo);
      if (queue !== undefined && !queue.busy) this.offer(queue);
    }
  }

  /** Removes the entries of the next batch. Their queues are busy until they are freed. There must be a ready one. */
  takeBatch(): { readonly entries: readonly QueuedWrite[]; readonly queues: readonly CustomerQueue[] } {
    const entries: QueuedWrite[] = [];
    const queues: CustomerQueue[] = [];
    for (const { queue, count } of gatherBatch(this.#ready)) {
      for (const entry of this.take(queue, count)) entries.push(entry);
      queue.busy = true;
      this.#ready.delete(queue);
      queues.push(queue);
    }
    return { entries, queues };
  }

  /** Removes the first entries of a queue, all without `count`. */
  take(queue: CustomerQueue, count = queue.waiting.length): QueuedWrite[] {
    const taken = queue.waiting.splice(0, count);
    this.#countRemoved(queue, taken);
    return taken;
  }

  /** Removes the entries that have expired by `now`. */
  removeExpired(now: number): QueuedWrite[] {
    const removed: QueuedWrite[] = [];
    for (const queue of this.#queues.values()) {
      if (!queue.waiting.some(({ expiresAt }) => expiresAt <= now)) continue;
      const expired = queue.waiting.filter(({ expiresAt }) => expiresAt <= now);
      queue.waiting = queue.waiting.filter(({ expiresAt }) => expiresAt > now);
      this.#countRemoved(queue, expired);
      for (const entry of expired) removed.push(entry);
      if (queue.waiting.length > 0) continue;
      this.#ready.delete(queue);
      if (!queue.busy) this.#queues.delete(queue.customerNo);
    }
    return removed;
  }

  #countRemoved(queue: CustomerQueue, removed: readonly QueuedWrite[]): void {
    this.#size -= removed.length;
    this.#setBatches(queue, queue.waiting.length === 0 ? 0 : queue.batches - estimateBatchCount(removed));
  }

  #setBatches(queue: CustomerQueue, batches: number): void {
    this.#batches = this.#size === 0 ? 0 : this.#batches + batches - queue.batches;
    queue.batches = batches;
  }
}
