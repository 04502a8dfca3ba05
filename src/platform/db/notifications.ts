/**
 * Listens to notifications of PostgreSQL (NOTIFY) on a connection that does nothing else, and reconnects until it is closed.
 *
 * Invariants: a notification arrives when the transaction that sent it has committed, in every process. Whenever one may have
 * been missed, the handlers are called without one. `isCurrent` is true only while the connection has replied within the last
 * second, also when the network silently drops packets. It needs a session, so a pooler in transaction mode does not work.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { destroyConnection } from './connections.ts';

/** Within one second a change applies everywhere; the rest of it is for the notification itself. */
const maxStalenessMs = 900;
const responseTimeoutMs = 2_000;
const maxPauseMs = 1_000;

/** The text of a notification; undefined: some may have been missed. */
type PgNotificationHandler = (text: string | undefined) => void;

export interface PgNotificationListener {
  /** Whether all notifications up to a second ago have been received. Cheap. */
  isCurrent(): boolean;
  /** Calls the handler with each notification, and without one whenever some may have been missed. */
  onNotification(handler: PgNotificationHandler): void;
  /** Closes the connection. */
  close(): Promise<void>;
}

export interface PgListenerCallbacks {
  /** The connection was lost. Called once per outage. */
  lost(error: unknown): void;
  restored(): void;
}

interface PgListenerOptions {
  /** Time between the statements that check whether the connection replies. */
  readonly heartbeatMs?: number;
  /** A new connection to the pool's database, not yet connected. */
  readonly newClient?: () => ListeningClient;
}

/** The part of a connection that a listener uses. */
export type ListeningClient = Pick<pg.Client, 'connect' | 'query' | 'end' | 'on'>;

/** Starts to listen to a channel on its own connection to the pool's database. */
export function listenForPgNotifications(
  pool: pg.Pool,
  channel: string,
  reports: PgListenerCallbacks,
  {
    heartbeatMs = 250,
    // The options object itself: its password is not enumerable and would be lost in a copy.
    newClient = () => new pg.Client(pool.options),
  }: PgListenerOptions = {},
): PgNotificationListener {
  const handlers: PgNotificationHandler[] = [];
  const stop = new AbortController();
  let confirmedAtMs = Number.NEGATIVE_INFINITY;
  let outage = false;

  const notify = (text: string | undefined): void => {
    for (const handler of handlers) handler(text);
  };

  /** Opens one connection and listens until it fails. Throws the error. */
  const listen = async (): Promise<void> => {
    const client = newClient();
    const connection = new InterruptibleConnection(client, () => {
      confirmedAtMs = Number.NEGATIVE_INFINITY;
    });
    const onStop = (): void => connection.fail();
    client.on('notification', ({ payload }) => notify(payload ?? ''));
    stop.signal.addEventListener('abort', onStop);
    try {
      await connection.waitFor(client.connect());
      let startedMs = performance.now();
      await connection.waitFor(client.query(`listen ${channel}`));
      notify(undefined);
      confirmedAtMs = startedMs;
      if (outage) reports.restored();
      outage = false;
      for (;;) {
        await connection.waitFor(delay(heartbeatMs, undefined, { ref: false }));
        startedMs = performance.now();
        // Notifications that were committed before this statement arrive before its reply.
        await connection.waitFor(client.query('select 1'));
        confirmedAtMs = startedMs;
      }
    } finally {
      stop.signal.removeEventListener('abort', onStop);
      confirmedAtMs = Number.NEGATIVE_INFINITY;
      notify(undefined);
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
    onNotification: (handler) => {
      handlers.push(handler);
    },
    close: async () => {
      stop.abort();
      await running;
    },
  };
}

/** A connection whose failure ends what is waited for. */
class InterruptibleConnection {
  readonly #onFailure: () => void;
  #failure: Error | undefined;
  #interrupt: ((error: Error) => void) | undefined;

  constructor(client: ListeningClient, onFailure: () => void) {
    this.#onFailure = onFailure;
    client.on('error', (error) => this.fail(error));
    client.on('end', () => this.fail());
  }

  /** The first error is the one that is reported. */
  fail(error = new Error('the connection ended')): void {
    this.#onFailure();
    this.#failure ??= error;
    this.#interrupt?.(this.#failure);
  }

  /**
   * Waits until the work is done. Rejects when the connection fails, or without a reply in time. Each wait has its own promise:
   * a race against one that is pending as long as the connection lives would leave a reaction on it at each heartbeat.
   */
  async waitFor<T>(work: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    work.then(resolve, reject);
    const timeout = new Error(`no reply within ${responseTimeoutMs} ms`);
    const timer = setTimeout(reject, responseTimeoutMs, timeout).unref();
    this.#interrupt = reject;
    if (this.#failure !== undefined) reject(this.#failure);
    try {
      return await promise;
    } finally {
      this.#interrupt = undefined;
      clearTimeout(timer);
    }
  }
}

/** Closes a connection, or destroys it when it does not respond in time. */
async function closeClient(client: ListeningClient): Promise<void> {
  const timer = setTimeout(() => destroyConnection(client), responseTimeoutMs);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
