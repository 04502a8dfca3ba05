/**
 * Admission control of the event loop. One turn of the loop starts requests for a bounded time and the others wait, so turns
 * stay short and health probes, which are not queued, are answered in time. A request for an operation passes two such queues:
 * before its body is read, round robin by address, and when its caller is known, round robin by customer or operator.
 *
 * A client that floods is held back while others are active (flood-limit.ts): its turn comes when one of its requests ends.
 *
 * The wait is bounded: a request with a long expected wait is rejected at once, and a request that waited too long is
 * rejected when its turn comes.
 */
import { longWaitError, type OverloadedError } from '../overloaded.ts';
import { computeFairWorkAhead, ServiceTimeEstimator } from '../queue-wait.ts';
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
  /** Contains no empty queues. The first is served next. */
  const queues = new Map<string, Queued[]>();
  // The first turns after the start compile code and connect: they are not the usual ones.
  const serviceTime = new ServiceTimeEstimator(0);
  const floodLimit = new ClientConcurrencyLimit();
  let waiting = 0;
  let shed = 0;
  let turnEndsAt: number | undefined;
  let accepting = false;
  let workedAt = 0;
  let serving = false;
  let isWakeTimed = false;

  function* othersWaiting(client: string): Generator<number> {
    for (const [other, queue] of queues) if (other !== client) yield queue.length;
  }

  const endTurn = (): void => {
    turnEndsAt = undefined;
  };

  const refuse = (request: WaitingRequest, waitMs: number, floods = false): void => {
    shed += 1;
    request.refuse(longWaitError('request', waitMs, floods));
  };

  /**
   * The client that is served next. Clients that are held back are passed over, unless their first request has waited
   * too long.
   */
  const nextClient = (now: number): string | undefined => {
    for (const [client, [first]] of queues) {
      if (!floodLimit.isReached(client, now) || (first !== undefined && first.expiresAt <= now)) return client;
    }
    return undefined;
  };

  const dequeue = (now: number): Queued | undefined => {
    const client = nextClient(now);
    if (client === undefined) return undefined;
    const queue = queues.get(client) ?? [];
    const first = queue.shift();
    waiting -= 1;
    queues.delete(client);
    if (queue.length > 0) queues.set(client, queue);
    return first;
  };

  /** Starts requests for the time of one turn, or rejects them, and returns their number. */
  const serveTurn = async (): Promise<number> => {
    let started = 0;
    const until = performance.now() + turnMs;
    for (let now = performance.now(); now < until; now = performance.now()) {
      const next = dequeue(now);
      if (next === undefined) break;
      if (next.request.isAborted()) continue;
      if (next.expiresAt <= now) refuse(next.request, maxWaitMs);
      else next.request.start();
      started += 1;
      // Let the request run before the time is checked.
      await new Promise((resolve) => process.nextTick(resolve));
    }
    workedAt = performance.now();
    return started;
  };

  const isPostponed = (): boolean => accepting && performance.now() - workedAt < acceptingMs;

  const serve = async (): Promise<void> => {
    serving = true;
    serviceTime.begin(performance.now());
    while (nextClient(performance.now()) !== undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isPostponed()) continue;
      const started = await serveTurn();
      serviceTime.complete(started, performance.now(), true);
    }
    if (waiting === 0) serviceTime.idle();
    serving = false;
    wakeHeld();
  };

  const serveWaiting = (): void => {
    if (!serving && nextClient(performance.now()) !== undefined) void serve();
  };

  /** Requests that are held back begin when others end; but also when their client is alone by then, or expire. */
  const wakeHeld = (): void => {
    if (isWakeTimed || waiting === 0) return;
    isWakeTimed = true;
    setTimeout(() => {
      isWakeTimed = false;
      serveWaiting();
      if (!serving) wakeHeld();
    }, maxWaitMs / 10);
  };

  /** Whether a request can begin in this turn: the turn's time is not used up, and no other waits but those held back. */
  const beginsNow = (client: string, now: number): boolean => {
    floodLimit.arrived(client, now);
    if (turnEndsAt === undefined) {
      turnEndsAt = now + turnMs;
      setImmediate(endTurn);
    }
    if (serving || accepting || now >= turnEndsAt) return false;
    return !queues.has(client) && !floodLimit.isReached(client, now);
  };

  const wait = (client: string, request: WaitingRequest, now: number): void => {
    const own = queues.get(client);
    // The shares of the others need not be summed while all that waits is soon done.
    let waitMs = serviceTime.expectedWaitMs(waiting);
    if (waitMs > maxWaitMs / 2) {
      waitMs = serviceTime.expectedWaitMs(computeFairWorkAhead(own?.length ?? 0, othersWaiting(client)));
    }
    if (waitMs > maxWaitMs / 2) {
      refuse(request, waitMs, floodLimit.isReached(client, now));
      return;
    }
    const queued = { request, expiresAt: now + maxWaitMs };
    if (own === undefined) queues.set(client, [queued]);
    else own.push(queued);
    waiting += 1;
    serveWaiting();
    if (!serving) wakeHeld();
  };

  return {
    enter: (client, request) => {
      const now = performance.now();
      if (beginsNow(client, now)) request.start();
      else wait(client, request, now);
    },
    waitForTurn: (client) => {
      const now = performance.now();
      if (beginsNow(client, now)) return undefined;
      return new Promise((resolve) => {
        wait(client, { start: () => resolve(undefined), refuse: resolve, isAborted: () => false }, now);
      });
    },
    runInProgress: async (client, work) => {
      floodLimit.begin(client);
      try {
        return await work();
      } finally {
        floodLimit.end(client);
        if (waiting > 0) serveWaiting();
      }
    },
    connectionAccepted: () => {
      if (accepting) return;
      accepting = true;
      setImmediate(() => {
        accepting = false;
      });
    },
    get load() {
      return { waiting, shed };
    },
  };
}
