/**
 * Distributes revocations to every process within a second (decision 7).
 *
 * A revoking transaction calls `notifyRevocation`. Every process has one connection per database that only listens
 * (`listenForRevocations`). Invariant: cached content is used only while that connection has replied within the last second,
 * so a revocation applies within a second even if the network silently drops packets. Everything cached before the connection
 * was made is discarded.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { destroyConnection } from '../platform/db/connections.ts';
import type { Tx } from '../platform/db/db.ts';

const channel = 'dray_revocations';
const heartbeatMs = 250;
/** One second, less the time of a notification. */
const maxStalenessMs = 900;
const responseTimeoutMs = 2_000;
const maxPauseMs = 1_000;

/** Invalidates cached credentials and customers in every process when the transaction commits. */
export async function notifyRevocation(tx: Tx): Promise<void> {
  await tx.rows(`select pg_notify('${channel}', '')`);
}

export interface RevocationListener {
  /** Whether all revocations up to a second ago have been received. Cheap. */
  isCurrent(): boolean;
  /** Calls `invalidate` on each revocation, and whenever one may have been missed. */
  onRevocation(invalidate: () => void): void;
  /** Closes the connection. Cached content is no longer used. */
  close(): Promise<void>;
}

export interface RevocationListenerEvents {
  /** The connection was lost, and caches are bypassed until it is restored. Called once per outage. */
  lost(error: unknown): void;
  restored(): void;
}

/**
 * Starts to listen on its own connection to the pool's database, and reconnects until it is closed. It needs a session, so a
 * pooler in transaction mode does not work.
 */
export function listenForRevocations(pool: pg.Pool, reports: RevocationListenerEvents): RevocationListener {
  const invalidators: (() => void)[] = [];
  const stop = new AbortController();
  let confirmedAtMs = Number.NEGATIVE_INFINITY;
  let outage = false;

  const invalidateAll = (): void => {
    for (const invalidate of invalidators) invalidate();
  };

  /** Opens one connection and listens until it fails. Throws the error. */
  const listen = async (): Promise<void> => {
    // The options object itself: its password is not enumerable and would be lost in a copy.
    const client = new pg.Client(pool.options);
    const broken = Promise.withResolvers<never>();
    broken.promise.catch(() => undefined);
    const fail = (error?: Error): void => {
      confirmedAtMs = Number.NEGATIVE_INFINITY;
      broken.reject(error ?? new Error('the connection ended'));
    };
    client.on('error', fail);
    client.on('end', () => fail());
    client.on('notification', invalidateAll);
    stop.signal.addEventListener('abort', () => fail(), { once: true });
    const withTimeout = <T>(work: Promise<T>): Promise<T> => {
      work.catch(() => undefined);
      const timeout = delay(responseTimeoutMs, undefined, { ref: false }).then(() => {
        throw new Error(`no reply within ${responseTimeoutMs} ms`);
      });
      timeout.catch(() => undefined);
      return Promise.race([work, timeout, broken.promise]);
    };
    try {
      await withTimeout(client.connect());
      let startedMs = performance.now();
      await withTimeout(client.query(`listen ${channel}`));
      invalidateAll();
      confirmedAtMs = startedMs;
      if (outage) reports.restored();
      outage = false;
      for (;;) {
        await Promise.race([delay(heartbeatMs, undefined, { ref: false }), broken.promise]);
        startedMs = performance.now();
        // Notifications that were committed before this statement arrive before its reply.
        await withTimeout(client.query('select 1'));
        confirmedAtMs = startedMs;
      }
    } finally {
      confirmedAtMs = Number.NEGATIVE_INFINITY;
      invalidateAll();
      await closeClient(client);
    }
  };

  const run = async (): Promise<void> => {
    for (let pauseMs = 50; !stop.signal.aborted; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
      const startedMs = performance.now();
      try {
        await listen();
      } catch (error) {
        if (stop.signal.aborted) return;
        if (!outage) reports.lost(error);
        outage = true;
        if (performance.now() - startedMs > maxPauseMs) pauseMs = 50;
        await delay(pauseMs, undefined, { ref: false, signal: stop.signal }).catch(() => undefined);
      }
    }
  };
  const running = run();

  return {
    isCurrent: () => performance.now() - confirmedAtMs < maxStalenessMs,
    onRevocation: (invalidate) => {
      invalidators.push(invalidate);
    },
    close: async () => {
      stop.abort();
      await running;
    },
  };
}

/** Closes a connection, or destroys it when it does not respond in time. */
async function closeClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => destroyConnection(client), responseTimeoutMs);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
