/**
 * Limits how many requests of one client are in progress while other clients are active. Another client's request waits for
 * what is in progress, on the event loop, in a batch of writes and in the database; the limit bounds this wait, whichever of
 * them is the bottleneck. A client that is alone has no limit.
 *
 * The limit grows while the event loop is often idle, because the database is distant or slow to commit: more requests in
 * progress are more throughput then. It shrinks when the event loop is busy.
 */

/** The limit while the event loop is busy. With 32 the 99th percentile of the others was up to five times the quiet one (decision 36). */
export const minConcurrentRequestsPerClient = 12;
const maxConcurrentRequestsPerClient = 1_024;
/** The shares of the time that the event loop is busy, below which the limit grows and above which it shrinks. */
const idleShare = 0.7;
const busyShare = 0.9;
const measureMs = 100;
/** How long a client counts as active after a request. */
const activeMs = 1_000;

/**
 * The limit of requests in progress per client after an interval in which the event loop was busy for the share `utilization` of the
 * time: raised by half when the loop was often idle, lowered by a quarter when it was busy, otherwise `limit`; between its bounds.
 */
export function computeNextClientConcurrencyLimit(limit: number, utilization: number): number {
  if (utilization < idleShare) return Math.min(maxConcurrentRequestsPerClient, Math.ceil(limit * 1.5));
  if (utilization > busyShare) return Math.max(minConcurrentRequestsPerClient, Math.floor(limit * 0.75));
  return limit;
}

/** Returns a function that measures how busy the event loop was since its last call. */
function eventLoopMeter(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const before = last;
    last = performance.eventLoopUtilization();
    return performance.eventLoopUtilization(last, before).utilization;
  };
}

/**
 * Adaptive limit of the requests that one client has in progress while other clients are active. Times are of a monotonic clock, in
 * milliseconds.
 */
export class ClientConcurrencyLimit {
  readonly #inProgress = new Map<string, number>();
  readonly #utilization: () => number;
  #limit = minConcurrentRequestsPerClient;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #lastClient: string | undefined;
  #lastAt = Number.NEGATIVE_INFINITY;
  /** When a client other than the last one was active. */
  #otherAt = Number.NEGATIVE_INFINITY;

  constructor(utilization = eventLoopMeter()) {
    this.#utilization = utilization;
  }

  /** A request of the client arrives, which may have to wait. */
  arrived(client: string, now: number): void {
    if (client !== this.#lastClient) {
      this.#otherAt = this.#lastAt;
      this.#lastClient = client;
    }
    this.#lastAt = now;
  }

  begin(client: string): void {
    this.#inProgress.set(client, (this.#inProgress.get(client) ?? 0) + 1);
  }

  end(client: string): void {
    const left = (this.#inProgress.get(client) ?? 1) - 1;
    if (left === 0) this.#inProgress.delete(client);
    else this.#inProgress.set(client, left);
  }

  /** Whether the client's next request must wait for the end of another. */
  isReached(client: string, now: number): boolean {
    const own = this.#inProgress.get(client) ?? 0;
    if (own < minConcurrentRequestsPerClient) return false;
    const othersAt = client === this.#lastClient ? this.#otherAt : this.#lastAt;
    if (now - othersAt >= activeMs) return false;
    if (now - this.#measuredAt >= measureMs) this.#adapt(now);
    return own >= this.#limit;
  }

  #adapt(now: number): void {
    const utilization = this.#utilization();
    // Measured while requests were limited: before that, the event loop may have been idle for want of requests.
    const isRecent = now - this.#measuredAt < 3 * measureMs;
    this.#limit = isRecent
      ? computeNextClientConcurrencyLimit(this.#limit, utilization)
      : minConcurrentRequestsPerClient;
    this.#measuredAt = now;
  }
}
