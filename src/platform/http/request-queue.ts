/**
 * Admission control of the event loop. One turn of the loop starts requests for a bounded time and the others wait, so turns
 * stay short and health probes, which are not queued, get a reply in time. A request for an operation passes two such queues:
 * before its body is read, round robin by address, and when its caller is known, round robin by customer or operator.
 *
 * A client that floods is held back while others are active (flood-limit.ts): its turn comes when one of its requests ends.
 *
 * The wait is bounded: a request with a long expected wait is rejected at once, and a request that waited too long is
 * rejected when its turn comes.
 */
import { longWaitError, type OverloadedError } from '../overloaded.ts';
import { createRecheckTimer, ServiceTimeEstimator } from '../queue-wait.ts';
import { RoundRobinQueues } from '../round-robin-queues.ts';
import { ClientConcurrencyLimit } from './flood-limit.ts';

/** How long one turn starts requests. */
const turnMs = 10;
/**
 * How long work is put off while connections are accepted. The event loop accepts one of each socket in a turn
 * (extra-listen-sockets.ts): with turns of 10 ms, a health probe behind 1,500 new connections would wait for 1 s.
 */
const acceptingMs = 20;

export interface WaitingRequest {
  start(): void;
  refuse(error: OverloadedError): void;
  /** Whether the caller has closed the connection. */
  isAborted(): boolean;
}

export interface RequestQueue {
  /** Starts the request now or in a later turn, or rejects it. */
  enter(client: string, request: WaitingRequest): void;
  /**
   * Undefined when the client's turn is now. Otherwise resolves with undefined when its turn has come, or with the
   * error of its rejection.
   */
  waitForTurn(client: string): Promise<OverloadedError | undefined> | undefined;
  /**
   * Runs a request whose turn has come, and counts it as in progress: `enter` and `waitForTurn` hold back a client with many
   * while others are active.
   */
  runInProgress<Done>(client: string, work: () => Promise<Done>): Promise<Done>;
  /** Reports an accepted connection. */
  connectionAccepted(): void;
  readonly load: { readonly waiting: number; readonly shed: number };
}

interface Queued {
  readonly request: WaitingRequest;
  readonly expiresAt: number;
}

/** Creates a queue. A request waits for about `maxWaitMs` at most. */
export function createRequestQueue({ maxWaitMs }: { readonly maxWaitMs: number }): RequestQueue {
  return new TurnQueue(maxWaitMs);
}

class TurnQueue implements RequestQueue {
  readonly #maxWaitMs: number;
  readonly #waiting = new RoundRobinQueues<Queued>();
  // The first turns after the start compile code and connect: they are not the usual ones.
  readonly #serviceTime = new ServiceTimeEstimator(0);
  readonly #floodLimit = new ClientConcurrencyLimit();
  #shed = 0;
  /** The end of the turn in which requests begin without waiting. */
  #turnEndsAt: number | undefined;
  #isAccepting = false;
  #workedAt = 0;
  /** Whether turns are under way that start waiting requests. */
  #isServing = false;
  /** Requests that are held back begin when others end; but also when their client is alone by then, or expire. */
  readonly #startWakeTimer: () => void;

  constructor(maxWaitMs: number) {
    this.#maxWaitMs = maxWaitMs;
    this.#startWakeTimer = createRecheckTimer(maxWaitMs / 10, () => {
      this.#serveWaiting();
      return !this.#isServing && this.#waiting.size > 0;
    });
  }

  get load(): RequestQueue['load'] {
    return { waiting: this.#waiting.size, shed: this.#shed };
  }

  enter(client: string, request: WaitingRequest): void {
    const now = performance.now();
    if (this.#beginsNow(client, now)) request.start();
    else this.#enqueue(client, request, now);
  }

  waitForTurn(client: string): Promise<OverloadedError | undefined> | undefined {
    const now = performance.now();
    if (this.#beginsNow(client, now)) return undefined;
    return new Promise((resolve) => {
      this.#enqueue(client, { start: () => resolve(undefined), refuse: resolve, isAborted: () => false }, now);
    });
  }

  async runInProgress<Done>(client: string, work: () => Promise<Done>): Promise<Done> {
    this.#floodLimit.begin(client);
    try {
      return await work();
    } finally {
      this.#floodLimit.end(client);
      if (this.#waiting.size > 0) this.#serveWaiting();
    }
  }

  connectionAccepted(): void {
    if (this.#isAccepting) return;
    this.#isAccepting = true;
    setImmediate(() => {
      this.#isAccepting = false;
    });
  }

  /** Whether a request can begin in this turn: the turn's time is not used up, and no other waits but those held back. */
  #beginsNow(client: string, now: number): boolean {
    this.#floodLimit.arrived(client, now);
    if (this.#turnEndsAt === undefined) {
      this.#turnEndsAt = now + turnMs;
      setImmediate(this.#endTurn);
    }
    if (this.#isServing || this.#isAccepting || now >= this.#turnEndsAt) return false;
    return !this.#waiting.has(client) && !this.#floodLimit.isReached(client, now);
  }

  readonly #endTurn = (): void => {
    this.#turnEndsAt = undefined;
  };

  #enqueue(client: string, request: WaitingRequest, now: number): void {
    const maxExpectedMs = this.#maxWaitMs / 2;
    const waitMs = this.#serviceTime.expectedFairWaitMs(this.#waiting.size, maxExpectedMs, () =>
      this.#waiting.countAhead(client),
    );
    if (waitMs > maxExpectedMs) {
      this.#refuse(request, waitMs, this.#floodLimit.isReached(client, now));
      return;
    }
    this.#waiting.push(client, { request, expiresAt: now + this.#maxWaitMs });
    this.#serveWaiting();
    if (!this.#isServing) this.#startWakeTimer();
  }

  #refuse(request: WaitingRequest, waitMs: number, floods = false): void {
    this.#shed += 1;
    request.refuse(longWaitError('request', waitMs, floods));
  }

  /**
   * The client that is served next. Clients that are held back are passed over, unless their first request has waited
   * too long.
   */
  #nextClient(now: number): string | undefined {
    return this.#waiting.nextClient(
      (client, { expiresAt }) => !this.#floodLimit.isReached(client, now) || expiresAt <= now,
    );
  }

  #serveWaiting(): void {
    if (!this.#isServing && this.#nextClient(performance.now()) !== undefined) void this.#serve();
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    this.#serviceTime.begin(performance.now());
    while (this.#nextClient(performance.now()) !== undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#isAccepting && performance.now() - this.#workedAt < acceptingMs) continue;
      const started = await this.#serveTurn();
      this.#serviceTime.complete(started, performance.now(), true);
    }
    this.#isServing = false;
    if (this.#waiting.size === 0) this.#serviceTime.idle();
    else this.#startWakeTimer();
  }

  /** Starts requests for the time of one turn, or rejects them, and returns their number. */
  async #serveTurn(): Promise<number> {
    let started = 0;
    const until = performance.now() + turnMs;
    for (let now = performance.now(); now < until; now = performance.now()) {
      const next = this.#waiting.shift(this.#nextClient(now));
      if (next === undefined) break;
      if (next.request.isAborted()) continue;
      if (next.expiresAt <= now) this.#refuse(next.request, this.#maxWaitMs);
      else next.request.start();
      started += 1;
      // Let the request run before the time is checked.
      await new Promise((resolve) => process.nextTick(resolve));
    }
    this.#workedAt = performance.now();
    return started;
  }
}
