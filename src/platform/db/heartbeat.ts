/**
 * Proves once a second that a database reads and writes, for the readiness probe.
 *
 * One statement reads a table, looks for the attached partitions of the current month, and writes a message to the write-ahead log,
 * whose commit is flushed like any other. It changes no row, so it locks none and processes that share a database do not
 * conflict. The write detects a full disk, a read-only file system, a standby that does not acknowledge, and a failover.
 *
 * It uses a connection of its own, so a busy pool does not affect it. Every wait has a timeout; a silent network counts as
 * a failure.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { HealthCheck } from '../health.ts';
import { withPoolConnection } from './connections.ts';

interface DatabaseHeartbeatOptions {
  readonly name: string;
  readonly pool: pg.Pool;
  readonly logger: Logger;
}

export interface DatabaseHeartbeat extends HealthCheck {
  /** Resolves after the first check, whether it succeeded or failed. */
  readonly checked: Promise<void>;
  stop(): Promise<void>;
}

/** The `application_name` of its session. `distributeDatabaseTables` finds running servers by it. */
export const heartbeatApplicationName = 'dray-heartbeat';

const everyMs = 1_000;
const timeoutMs = 2_000;
/** An older success counts as a failure: the check or this process hangs. */
const staleAfterMs = 5_000;

const statement = `
  select current_setting('transaction_read_only')::boolean as read_only,
         exists (select from customers) as is_used,
         exists (
           select from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
            where c.relnamespace = current_schema()::regnamespace and not c.relispartition
              and not exists (
                select from pg_inherits i
                 where i.inhparent = p.partrelid
                   and i.inhrelid = to_regclass(c.relname || to_char(now() at time zone 'UTC', '_YYYYMM')))) as lacks_month,
         pg_logical_emit_message(true, 'dray', 'heartbeat') is not null as is_written`;

/**
 * Checks once a second, on a connection of its own, that the database reads and writes and has the current month. It is
 * reported as not ready while the last check failed, and when no check has succeeded for five seconds.
 */
export function startDatabaseHeartbeat({ name, pool, logger }: DatabaseHeartbeatOptions): DatabaseHeartbeat {
  const stop = new AbortController();
  const connection = new pg.Pool({
    ...pool.options,
    // The password is not enumerable in the options of a pool, so the spread omits it.
    password: pool.options.password,
    max: 1,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    idleTimeoutMillis: 0,
    application_name: heartbeatApplicationName,
  });
  connection.on('error', () => undefined);
  let succeededAtMs: number | undefined;
  let failure: string | undefined = 'it has not been checked yet';

  const check = async (): Promise<void> => {
    const startedAtMs = performance.now();
    try {
      // Outside of the connection, which can be used again.
      if ((await withPoolConnection(connection, readAndWrite)).lacksMonth) throw new Error(missingMonth);
      if (failure !== undefined && succeededAtMs !== undefined) logger.info('the database reads and writes again');
      succeededAtMs = startedAtMs;
      failure = undefined;
    } catch (err) {
      if (stop.signal.aborted) return;
      if (failure === undefined) logger.warn({ err }, 'the database does not read and write');
      failure = failureReason(err);
    }
  };

  const run = async (): Promise<void> => {
    await checked;
    while (!stop.signal.aborted) {
      await sleep(everyMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
      if (!stop.signal.aborted) await check();
    }
  };
  const checked = check();
  const running = run();

  return {
    name,
    checked,
    notReadyReason: () => {
      if (failure !== undefined || succeededAtMs === undefined) return failure;
      const ageMs = performance.now() - succeededAtMs;
      return ageMs < staleAfterMs ? undefined : `it was last seen to work ${Math.round(ageMs / 1000)} s ago`;
    },
    stop: async () => {
      stop.abort();
      await running;
      if (!connection.ending) await connection.end();
    },
  };
}

/** No change can be written until the partitions exist. They are made every minute, months ahead. */
const missingMonth = 'its tables of history lack the current month: the clock may have jumped';

/**
 * Returns whether the database lacks the month. Rejects when it cannot be read and written: the next check then uses a new session,
 * because this one may stay read-only for good.
 */
async function readAndWrite(client: pg.PoolClient): Promise<{ readonly lacksMonth: boolean }> {
  const { rows } = await client.query<{ read_only: boolean; lacks_month: boolean }>(statement);
  if (rows[0]?.read_only !== false) throw new Error('the database is read-only');
  return { lacksMonth: rows[0].lacks_month };
}

/** The reason for the operator, without addresses and names; the log has the error itself. */
function failureReason(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code === '25006' || code === '55000' || message?.includes('read-only')) return 'it is read-only';
  if (message === missingMonth) return message;
  if (code === '53100') return 'its disk is full';
  if (code === '53300') return 'it has no connection left';
  if (code === '57P03' && message?.includes('shutting down') !== true)
    return 'it is starting, or recovering from a crash';
  if (message !== undefined && /timeout|timed out/i.test(message))
    return `it did not reply within ${timeoutMs / 1000} s`;
  if (code === undefined || /^(08|57P0|E[A-Z]+)/.test(code)) return 'it cannot be reached';
  return 'it cannot be read or written';
}
