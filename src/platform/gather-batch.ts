/**
 * Selects the queued writes that form the next batch. Each customer gets an equal share (max-min fairness): what one does
 * not need is shared by the others, so a customer with thousands of queued writes never excludes another from a batch. Where tables
 * are distributed, the customers of a batch are on one shard: it runs on one node.
 */
import type { PendingWrite } from './write-batch.ts';

/** One customer's queued writes, as `gatherBatch` sees them. */
interface WaitingWrites {
  /** The shard of the customer; the same for all customers where tables are not distributed. */
  readonly shard: number | undefined;
  readonly waiting: readonly PendingWrite[];
}

/** The first `count` entries of a queue belong to the batch. */
interface BatchShare<Queue> {
  readonly queue: Queue;
  readonly count: number;
}

class OpenBatchShare<Queue extends WaitingWrites> implements BatchShare<Queue> {
  readonly queue: Queue;
  count = 0;
  // Identities are unique per customer.
  readonly #identities = new Set<string>();

  constructor(queue: Queue) {
    this.queue = queue;
  }

  /** Takes up to `max` further entries, in their order; returns how many. */
  take(max: number): number {
    const { waiting } = this.queue;
    const first = waiting[0];
    let taken = 0;
    for (; taken < max; taken += 1) {
      const entry = waiting[this.count];
      if (entry === undefined || entry.writer !== first?.writer) break;
      if (entry.identities.some((identity) => this.#identities.has(identity))) break;
      for (const identity of entry.identities) this.#identities.add(identity);
      this.count += 1;
    }
    return taken;
  }
}

/**
 * Shares one batch among the queues that have the shard of the first queue, and whose first entry has the same writer
 * as its first entry: at most as many queues as the batch has items. The queues must not be empty. Two entries of one customer that share an identity are never in one
 * batch.
 */
export function gatherBatch<Queue extends WaitingWrites>(queues: Iterable<Queue>): BatchShare<Queue>[] {
  const shares: OpenBatchShare<Queue>[] = [];
  let first: Queue | undefined;
  for (const queue of queues) {
    first ??= queue;
    if (queue.waiting[0]?.writer !== first.waiting[0]?.writer || queue.shard !== first.shard) continue;
    shares.push(new OpenBatchShare(queue));
  }
  let room = first?.waiting[0]?.writer.maxItems ?? 0;
  let open: readonly OpenBatchShare<Queue>[] = shares.slice(0, room);
  while (room > 0 && open.length > 0) {
    const each = Math.max(1, Math.floor(room / open.length));
    open = open.filter((share) => {
      const taken = share.take(Math.min(each, room));
      room -= taken;
      return taken === each;
    });
  }
  return shares.filter(({ count }) => count > 0);
}
