/** The waiting work of clients, such as customers or addresses: a first-in-first-out queue for each, served round robin. */
import { computeFairWorkAhead } from './queue-wait.ts';

/** Times are of a monotonic clock, in milliseconds. */
interface Expiring {
  readonly expiresAt: number;
}

export class RoundRobinQueues<Entry extends Expiring> {
  /** Contains no empty queues. The first is served next. */
  readonly #queues = new Map<string, Entry[]>();
  #size = 0;

  /** The number of entries of all clients. */
  get size(): number {
    return this.#size;
  }

  has(client: string): boolean {
    return this.#queues.has(client);
  }

  push(client: string, entry: Entry): void {
    const queue = this.#queues.get(client);
    if (queue === undefined) this.#queues.set(client, [entry]);
    else queue.push(entry);
    this.#size += 1;
  }

  /** The client that is served next: the first whose first entry may begin. */
  nextClient(mayBegin: (client: string, first: Entry) => boolean = () => true): string | undefined {
    for (const [client, [first]] of this.#queues) if (first !== undefined && mayBegin(client, first)) return client;
    return undefined;
  }

  /** Removes the client's first entry; the client is served last then. */
  shift(client: string | undefined): Entry | undefined {
    const queue = client === undefined ? undefined : this.#queues.get(client);
    if (client === undefined || queue === undefined) return undefined;
    this.#size -= 1;
    const first = queue.shift();
    this.#queues.delete(client);
    if (queue.length > 0) this.#queues.set(client, queue);
    return first;
  }

  /** Removes the entries that have expired by `now`. The order in which clients are served remains. */
  removeExpired(now: number): Entry[] {
    const expired: Entry[] = [];
    for (const [client, queue] of this.#queues) {
      const count = queue.findIndex(({ expiresAt }) => expiresAt > now);
      for (const entry of queue.splice(0, count < 0 ? queue.length : count)) expired.push(entry);
      if (queue.length === 0) this.#queues.delete(client);
    }
    this.#size -= expired.length;
    return expired;
  }

  /** The number of entries that are served before the next one of the client. */
  countAhead(client: string): number {
    return computeFairWorkAhead(this.#queues.get(client)?.length ?? 0, this.#others(client));
  }

  *#others(client: string): Generator<number> {
    for (const [other, queue] of this.#queues) if (other !== client) yield queue.length;
  }
}
