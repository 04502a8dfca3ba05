/**
 * Connections to PostgreSQL with a limit on every wait, so that a network that goes silent costs seconds, not for ever.
 *
 * - Connecting, and waiting for a connection of the pool: `connectMs`.
 * - A statement: PostgreSQL cancels it after `statementTimeoutMs`. Where no reply has come some seconds later the connection
 *   is destroyed, because then it is the network or the server that is silent; the pool opens another one.
 * - Nothing sent for a while: TCP keepalive in both directions closes what the other side has forgotten.
 * - A lock, and an open transaction whose client is gone: limits of the session.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** How long it may take to connect, and to get a connection of the pool. */
const connectTimeoutMs = 10_000;
/** What the network and the queue of statements of a connection may take beyond the limit of a statement. */
const replyGraceMs = 3_000;
const keepAliveAfterMs = 10_000;
/** Bounds `close`: how long connections may take to say goodbye. */
const closeTimeoutMs = 1_000;

/** What every session is opened with, also beside the pool. */
const sessionSettings = [
  // Times are read and written in UTC.
  'timezone=UTC',
  'lock_timeout=15s',
  'idle_in_transaction_session_timeout=60s',
  // The other direction of keepalive: PostgreSQL ends the sessions of clients that vanished, and releases their locks.
  // Ignored on a Unix socket.
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=30000',
];

/** The time after which a client gives up a statement that PostgreSQL itself cancels after `statementTimeoutMs`. */
export const replyTimeoutMs = (statementTimeoutMs: number): number => statementTimeoutMs + replyGraceMs;

/** The options of a connection with all limits. Options that are given already stay. */
export function limitedOptions(options: pg.PoolConfig, statementTimeoutMs: number): pg.PoolConfig {
  const settings = [...sessionSettings, `statement_timeout=${statementTimeoutMs}`]
    .map((setting) => `-c ${setting}`)
    .join(' ');
  return {
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    query_timeout: replyTimeoutMs(statementTimeoutMs),
    ...options,
    options: `${settings} ${options.options ?? ''}`.trim(),
  };
}

/** A statement for which the client waits `timeoutMs` instead of the limit of its connection. */
export function longRunningQuery(timeoutMs: number, text: string, values: unknown[] = []): pg.QueryConfig {
  const query = { text, values, query_timeout: timeoutMs };
  return query;
}

export interface LimitedPool {
  readonly pool: pg.Pool;
  /** Closes all connections; those that do not end within a second are destroyed. Statements under way there fail. */
  close(): Promise<void>;
}

/** A pool with all limits, whose statements go out while the one before is still at work. */
export function openLimitedPool(options: pg.PoolConfig, statementTimeoutMs: number): LimitedPool {
  const clients = new Set<pg.Client>();
  class TrackedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      clients.add(this);
      this.once('end', () => clients.delete(this));
    }
  }
  const pool = new pg.Pool({ ...limitedOptions(options, statementTimeoutMs), pipeline: true, Client: TrackedClient });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return {
    pool,
    close: async () => {
      const ended = pool.end();
      const timer = setTimeout(() => {
        for (const client of clients) destroyConnection(client);
      }, closeTimeoutMs);
      // A connection that somebody holds and does not use is not waited for either.
      await Promise.race([ended, delay(2 * closeTimeoutMs, undefined, { ref: false })]);
      clearTimeout(timer);
    },
  };
}

/** Destroys a connection that does not answer: its statements fail at once, and nobody waits for the other side. */
export function destroyConnection(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
