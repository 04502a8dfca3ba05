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
import { formatIdempotencyKeyId, type IdempotencyKey, type WriteSubmissionResult } from './idempotency-key-store.ts';
import { customerQueueFullError, longWaitError } from './overloaded.ts';
import { batchItemMaxWaitFactor, createRecheckTimer, ServiceTimeEstimator } from './queue-wait.ts';
import { type CustomerQueue, type QueuedWrite, WriteBacklog } from './write-backlog.ts';
import { type BatchWriter, writeBatch } from './write-batch.ts';

export type { BatchWriter } from './write-batch.ts';

/** The result of one of many items: its outcome, or the error that `submit` would have rejected with. */
export type BatchItemWriteResult<Done> = Outcome<Done> | { readonly failed: unknown };

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
  return new GroupCommitQueue(db, limits);
}

/** A batch that is being written. */
interface BatchInFlight {
  readonly entries: readonly QueuedWrite[];
  /** The queues that are busy until the batch has sent its COMMIT. */
  readonly queues: readonly CustomerQueue[];
  readonly slot: 0 | 1;
  /** Whether more was waiting as it started. */
  readonly isBacklogged: boolean;
  isCommitSent: boolean;
  /** From the loss of the connection during COMMIT on: it takes no slot from then on. */
  isOutcomeUnknown: boolean;
}

const customersOf = (entries: readonly QueuedWrite[]) => new Set(entries.map((entry) => entry.customerNo));

class GroupCommitQueue implements WriteQueue {
  readonly #db: Db;
  readonly #slots: number;
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  readonly #backlog: WriteBacklog;
  readonly #serviceTime = new ServiceTimeEstimator();
  readonly #startExpiryTimer: () => void;
  #inFlight = 0;
  #slotsTaken = 0;
  #shed = 0;
  #isStopping = false;
  #drained: (() => void) | undefined;

  constructor(db: Db, { slots, maxWaiting, maxWaitMs = 60_000 }: WriteQueueLimits) {
    this.#db = db;
    this.#slots = slots;
    this.#maxWaiting = maxWaiting;
    this.#maxWaitMs = maxWaitMs;
    this.#backlog = new WriteBacklog((customerNo) => db.shards.of(customerNo));
    this.#startExpiryTimer = createRecheckTimer(maxWaitMs / 10, () => this.#expire());
  }

  get load(): WriteQueue['load'] {
    return { waiting: this.#backlog.size, inFlight: this.#inFlight, shed: this.#shed };
  }

  drain(): Promise<void> {
    this.#isStopping = true;
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drained = resolve;
    });
  }

  #isIdle(): boolean {
    return this.#inFlight === 0 && this.#backlog.readyCount === 0;
  }

  async submit<Item, Done>(writer: BatchWriter<Item, Done>, item: Item): Promise<Outcome<Done>>;
  async submit<Item, Done>(
    writer: BatchWriter<Item, Done>,
    item: Item,
    idempotencyKey: IdempotencyKey<Done> | undefined,
  ): Promise<WriteSubmissionResult<Done>>;
  async submit<Item, Done>(
    writer: BatchWriter<Item, Done>,
    item: Item,
    idempotencyKey?: IdempotencyKey<Done>,
  ): Promise<WriteSubmissionResult<Done>> {
    this.#assertOpen();
    const own = writer.identities(item);
    const customerNo = writer.customerNo(item);
    const refused = this.checkAdmission(customerNo, 1);
    if (refused !== undefined) throw refused;
    const identities = idempotencyKey ? [...own, formatIdempotencyKeyId(idempotencyKey)] : own;
    const expiresAt = this.#expiryOf(customerNo, writer, 1);
    return new Promise<WriteSubmissionResult<Done>>((resolve, reject) => {
      const entry = { writer, item, customerNo, identities, idempotencyKey, expiresAt, resolve, reject };
      this.#enqueue(entry as unknown as QueuedWrite);
    });
  }

  submitAll<Item, Done>(
    writer: BatchWriter<Item, Done>,
    items: readonly Item[],
    options?: { readonly admitted: boolean },
  ): Promise<BatchItemWriteResult<Done>[]> {
    const [first] = items;
    if (first === undefined) return Promise.resolve([]);
    let identities: (readonly string[])[];
    const customerNo = writer.customerNo(first);
    try {
      this.#assertOpen();
      identities = items.map((item) => writer.identities(item));
      const refused = options?.admitted
        ? this.#checkRoom(customerNo, items.length)
        : this.checkAdmission(customerNo, items.length);
      if (refused !== undefined) throw refused;
    } catch (failed) {
      return Promise.resolve(items.map(() => ({ failed })));
    }
    const expiresAt = this.#expiryOf(customerNo, writer, items.length);
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
        this.#enqueue({
          writer: writer as BatchWriter<unknown, unknown>,
          item,
          customerNo,
          identities: identities[index] as readonly string[],
          idempotencyKey: undefined,
          expiresAt,
          resolve: (outcome) => settle(index, outcome as Outcome<Done>),
          reject: (failed) => settle(index, { failed }),
        });
      }
    });
  }

  #assertOpen(): void {
    this.#db.assertWritable();
    if (!this.#isStopping) return;
    throw new AppError({ code: 'Unavailable', reason: 'The server is stopping. Try again.' }, { retryAfterSeconds: 1 });
  }

  checkAdmission(customerNo: string, count: number): AppError | undefined {
    const noRoom = this.#checkRoom(customerNo, count);
    if (noRoom !== undefined) return noRoom;
    // Without a free slot no batch can start, however little is waiting.
    const stalledMs = this.#slotsTaken < this.#slots ? 0 : this.#serviceTime.stalledMs(performance.now());
    const maxExpectedMs = this.#maxWaitMs / 2;
    const waitMs = this.#serviceTime.expectedFairWaitMs(this.#backlog.batches, maxExpectedMs, () =>
      this.#backlog.batchesAhead(customerNo),
    );
    if (waitMs <= maxExpectedMs && stalledMs <= this.#maxWaitMs) return undefined;
    this.#shed += 1;
    return longWaitError('change', waitMs);
  }

  #checkRoom(customerNo: string, count: number): AppError | undefined {
    const waiting = this.#backlog.countOf(customerNo);
    if (waiting === 0 || waiting + count <= this.#maxWaiting) return undefined;
    this.#shed += 1;
    return customerQueueFullError();
  }

  /** The time at which entries that are queued now expire. Items of a batch request, which was admitted as a whole, may wait longer. */
  #expiryOf(customerNo: string, writer: { readonly maxItems: number }, count: number): number {
    const now = performance.now();
    if (count === 1) return now + this.#maxWaitMs;
    const ahead = this.#backlog.batchesAhead(customerNo) + count / writer.maxItems;
    return now + Math.max(batchItemMaxWaitFactor * this.#maxWaitMs, 2 * this.#serviceTime.expectedWaitMs(ahead));
  }

  /** Rejects entries that have waited too long: the estimate was wrong, or the database has become slower since. */
  #expire(): boolean {
    for (const { reject } of this.#backlog.removeExpired(performance.now())) {
      this.#shed += 1;
      reject(longWaitError('change', this.#maxWaitMs));
    }
    return this.#backlog.size > 0;
  }

  #enqueue(entry: QueuedWrite): void {
    const queue = this.#backlog.push(entry);
    this.#startExpiryTimer();
    if (queue === undefined) return;
    if (queue.shard === undefined) return void this.#findShard(queue);
    this.#backlog.offer(queue);
    // Waiting for one turn of the event loop gathers the requests that arrived in the same poll of the sockets.
    if (this.#backlog.readyCount === 1) setImmediate(() => this.#startBatches());
  }

  /** Reads the customer's shard before its first batch since the start. Its writes wait meanwhile, and fail when the read fails. */
  async #findShard(queue: CustomerQueue): Promise<void> {
    queue.busy = true;
    this.#inFlight += 1;
    try {
      await this.#db.shards.load([queue.customerNo]);
      queue.shard = this.#db.shards.of(queue.customerNo);
    } catch (error) {
      for (const { reject } of this.#backlog.take(queue)) reject(error);
    }
    this.#inFlight -= 1;
    this.#backlog.free([queue]);
    this.#startBatches();
  }

  #startBatches(): void {
    while (this.#slotsTaken < this.#slots && this.#backlog.readyCount > 0) {
      const { entries, queues } = this.#backlog.takeBatch();
      this.#startBatch(entries, queues, 1);
    }
    if (this.#isIdle()) this.#drained?.();
  }

  #startBatch(entries: readonly QueuedWrite[], queues: readonly CustomerQueue[], slot: 0 | 1): void {
    this.#inFlight += 1;
    this.#slotsTaken += slot;
    if (slot === 1) this.#serviceTime.begin(performance.now());
    const isBacklogged = this.#backlog.size > 0;
    const batch = { entries, queues, slot, isBacklogged, isCommitSent: false, isOutcomeUnknown: false };
    const onCommitSent = () => this.#whenCommitSent(batch);
    const onConnectionLost = () => this.#whenConnectionLost(batch);
    void writeBatch(this.#db, entries, { onCommitSent, onConnectionLost }).then((result) =>
      this.#whenWritten(batch, result),
    );
  }

  #whenCommitSent(batch: BatchInFlight): void {
    if (batch.isCommitSent) return;
    batch.isCommitSent = true;
    this.#backlog.free(batch.queues);
    this.#startBatches();
  }

  /** Batches of other customers can be written while the outcome is unknown. */
  #whenConnectionLost(batch: BatchInFlight): void {
    if (batch.isOutcomeUnknown) return;
    batch.isOutcomeUnknown = true;
    this.#backlog.hold(customersOf(batch.entries));
    this.#freeSlot(batch);
    this.#startBatches();
  }

  #whenWritten(batch: BatchInFlight, result: 'settled' | 'contended'): void {
    this.#inFlight -= 1;
    if (batch.isOutcomeUnknown) this.#backlog.release(customersOf(batch.entries));
    else {
      if (batch.slot === 1) this.#serviceTime.complete(1, performance.now(), batch.isBacklogged);
      this.#freeSlot(batch);
    }
    if (result === 'contended') this.#startSeparately(batch);
    else if (!batch.isCommitSent) this.#backlog.free(batch.queues);
    this.#startBatches();
  }

  #freeSlot({ slot }: BatchInFlight): void {
    this.#slotsTaken -= slot;
    if (this.#slotsTaken === 0) this.#serviceTime.idle();
  }

  /** After a lock timeout, the customers of a batch are written separately. A batch that waits for a lock must not take a slot from others. */
  #startSeparately({ entries, queues, isCommitSent }: BatchInFlight): void {
    for (const queue of queues) {
      const own = entries.filter((entry) => entry.customerNo === queue.customerNo);
      this.#startBatch(own, isCommitSent ? [] : [queue], 0);
    }
  }
}
