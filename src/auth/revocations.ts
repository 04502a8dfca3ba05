/**
 * How a revocation reaches every process within a second (decision 7).
 *
 * Whoever takes something away says so in the same transaction (`notifyRevocation`). Every process keeps one
 * connection per database that listens and does nothing else (`listenForRevocations`). Invariant: what was cached is used
 * only while that connection has proven, less than a second ago, that it hears; so a revocation holds within a second
 * also where the network silently swallows packets. Whatever was cached before the connection was made is forgotten.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { destroyConnection } from '../platform/db/connections.ts';
import type { Tx } from '../platform/db/db.ts';

const channel = 'dray_revocations';
const heartbeatMs = 250;
/** A second, less what it takes to be heard. */
const maxStalenessMs = 900;
const responseTimeoutMs = 2_000;
const maxPauseMs = 1_000;

/** Tells every process to forget what it knows of credentials and customers, when the transaction commits. */
export async function notifyRevocation(tx: Tx): Promise<void> {
  await tx.rows(`select pg_notify('${channel}', '')`);
}

export interface RevocationListener {
  /** Whether every revocation up to a second ago is known here. Costs next to nothing. */
  isCurrent(): boolean;
  /** Calls `forget` on each revocation, and whenever one may have been missed. */
  onRevocation(invalidate: () => void): void;
  /** Ends the connection. What was cached is not used any more. */
  close(): Promise<void>;
}

export interface RevocationListenerEvents {
  /** The connection was lost: caches are bypassed until it is back. Once per outage. */
  lost(error: unknown): void;
  restored(): void;
}

/**
 * Starts to listen on a connection of its own to the pool's database, and goes on trying for ever. It needs a session
 * of its own: not through a pooler in transaction mode.
 */
export function listenForRevocations(pool: pg.Pool, reports: RevocationListenerEvents): RevocationListener {
  const invalidators: (() => void)[] = [];
  const stop = new AbortController();
  let confirmedAtMs = Number.NEGATIVE_INFINITY;
  let outage = false;

  const invalidateAll = (): void => {
    for (const invalidate of invalidators) invalidate();
  };

  /** One connection from its start to its end. Throws when it breaks. */
  const listen = async (): Promise<void> => {
    // The pool's own options object: its password is not enumerable and would be lost in a copy.
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
        throw new Error(`no answer within ${responseTimeoutMs} ms`);
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
        // Notifications that were committed before this statement arrive before its answer.
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

/** A connection that no longer answers is destroyed rather than waited for. */
async function closeClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => destroyConnection(client), responseTimeoutMs);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
