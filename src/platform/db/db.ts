/**
 * The database as the slices see it: `DbReader` reads, and writes at most by a single statement; `Tx` writes, and only `Db.write`
 * creates a `Tx`. A function that holds locks or whose writes belong together takes `Tx`, so it cannot compile outside a transaction.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { resolvesWithinMs } from '../../lib/settles-within.ts';
import { SlicePortRegistry } from '../ports.ts';
import { type CommitMarkers, type CommitOutcome, ConnectionLostInCommit, openCommitMarkers } from './commit-markers.ts';
import { computeReplyTimeoutMs, openPoolWithTimeouts } from './connections.ts';
import { type CustomerShards, createCustomerShards } from './customer-shards.ts';
import { CommitOutcomeUnknown, isConnectionLost, isReadOnlySession, isRetryableError } from './database-errors.ts';
import { createOutageTolerantReader, type OutageTolerantReader, type OutageTolerantReaderOptions } from './nodes.ts';
import { type Queryable, runStatement } from './statements.ts';
import {
  type DbReader,
  type LongRunningOption,
  longStatementTimeoutMs,
  runTransaction,
  type Tx,
  type WriteOptions,
} from './transaction.ts';
import {
  type CustomPlansOption,
  isLogMinMessagesDenied,
  isOptimisticConflict,
  isSpoiledConnection,
  readInSnapshot,
} from './transaction-control.ts';

export type { CommitNumbered, CommitNumberedWriter, DbReader, Tx, WriteOptions } from './transaction.ts';

/** An open database: its connection pool, queries, read-only snapshots, and write transactions that are retried. */
export interface Db extends DbReader {
  /**
   * Runs `work` in one transaction. Deadlocks, serialization failures, and conflicts of the first (optimistic) run
   * (`isOptimisticConflict`) restart it: `work` runs at most six times. If the connection is lost during COMMIT, the outcome is
   * looked up: the result of `work` is returned if the transaction was committed, otherwise `work` runs again. Throws
   * `CommitOutcomeUnknown` when the lookup times out or the database is closed, and the errors of `assertWritable`.
   */
  write<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Runs `work` on one read-only snapshot: all its statements see the same state. */
  snapshot<T>(work: (reader: DbReader) => Promise<T>, options?: LongRunningOption & CustomPlansOption): Promise<T>;
  /** Throws `Unavailable` while changes are rejected (`Databases.assertWritable`). `write` calls it. */
  assertWritable(): void;
  readonly pool: pg.Pool;
  /** Where customers' rows are. */
  readonly shards: CustomerShards;
  /** Reads what concerns all customers, also while a node is away. */
  readonly nodes: OutageTolerantReader;
  close(): Promise<void>;
}

export interface DbOptions {
  /** By default nothing is provided. */
  readonly ports?: SlicePortRegistry;
  /** How long a statement may take; by default thirty seconds. */
  readonly statementTimeoutMs?: number;
  /** How long `Db.write` waits to find out whether a transaction was committed; by default ten seconds. */
  readonly outcomeTimeoutMs?: number;
  /** Throws while changes must be rejected. */
  readonly assertWritable?: () => void;
  /** Whether the role may set `log_min_messages`; then planned conflicts are not logged by PostgreSQL. Default: no. */
  readonly canSetLogLevel?: boolean;
  /** A node of a cluster is away. */
  readonly onNodeAway?: OutageTolerantReaderOptions['onAway'];
}

/** Of a transaction that met a deadlock, a conflict or a lost connection, the first included. */
const attempts = 6;

/** How long `close` waits until the commit markers are deleted. */
const closeMarkersMs = 1_000;

/** Opens a pool on a database. Times are read and written in UTC, and no wait is without a limit. */
export function openDb(
  options: pg.PoolConfig,
  {
    statementTimeoutMs = 30_000,
    outcomeTimeoutMs = 10_000,
    assertWritable = () => undefined,
    canSetLogLevel = false,
    onNodeAway,
    ports = new SlicePortRegistry(),
  }: DbOptions = {},
): Db {
  const { pool, close: closePool } = openPoolWithTimeouts(options, statementTimeoutMs);

  const database: DbReader = {
    holdsConnection: false,
    ports,
    rows: (text, values) => runStatement(pool as unknown as Queryable, shards.textOf(text), values),
    get database() {
      return database;
    },
  };

  const shards = createCustomerShards(database.rows);
  const nodes = createOutageTolerantReader(database.rows, shards, onNodeAway && { onAway: onNodeAway });
  const markers = openCommitMarkers(pool, shards);

  return {
    pool,
    shards,
    nodes,
    database,
    holdsConnection: false,
    ports,
    rows: database.rows,
    assertWritable,
    write: createTransactionRunner(database, {
      pool,
      shards,
      markers,
      assertWritable,
      outcomeTimeoutMs,
      canSetLogLevel,
    }),
    snapshot: (work, { longRunning, customPlans } = {}) =>
      withClient(pool, (client) => {
        const [timeoutMs, replyMs] = longRunning
          ? [longStatementTimeoutMs, computeReplyTimeoutMs(longStatementTimeoutMs)]
          : [];
        return readInSnapshot(client, { timeoutMs, replyMs, customPlans }, (rows) =>
          work({ database, holdsConnection: true, ports, rows: (text, values) => rows(shards.textOf(text), values) }),
        );
      }),
    close: async () => {
      // When the database does not reply, closing the pool fails the statement.
      await Promise.race([markers.close(), delay(closeMarkersMs, undefined, { ref: false })]);
      await closePool();
    },
  };
}

interface TransactionRunnerParts
  extends Required<Pick<DbOptions, 'assertWritable' | 'outcomeTimeoutMs' | 'canSetLogLevel'>> {
  readonly pool: pg.Pool;
  readonly shards: CustomerShards;
  readonly markers: CommitMarkers;
}

/** Creates the function that runs a transaction until it is committed, as `Db.write` describes. */
function createTransactionRunner(
  database: DbReader,
  { pool, shards, markers, assertWritable, outcomeTimeoutMs, canSetLogLevel }: TransactionRunnerParts,
): Db['write'] {
  let canMute = canSetLogLevel;
  return async <T>(work: (tx: Tx) => Promise<T>, options: WriteOptions = {}) => {
    for (let attempt = 1; ; attempt += 1) {
      assertWritable();
      try {
        await shards.load([]);
        const optimistic = attempt === 1;
        const committed = await withClient(pool, (client) =>
          runTransaction(database, client, work, {
            ...options,
            optimistic,
            muted: optimistic && canMute && !shards.areDistributed,
            shards,
          }),
        );
        markers.release(committed.marker);
        return committed.result;
      } catch (error) {
        if (error instanceof ConnectionLostInCommit) {
          options.onConnectionLost?.();
          if ((await lookUpOutcome(markers, error, outcomeTimeoutMs)) === 'committed') {
            markers.release(error.marker);
            return error.result as T;
          }
          if (attempt < attempts) continue;
          throw error.cause;
        }
        const isRefused = isLogMinMessagesDenied(error);
        if (isRefused) canMute = false;
        if (attempt === 1 && (isRefused || isOptimisticConflict(error))) continue;
        if (attempt >= attempts || !isRetryableError(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
      }
    }
  };
}

/** Runs `use` on a connection, which is closed when it was lost or is not as it was. */
async function withClient<T>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    return await use(client);
  } catch (error) {
    const isLost = error instanceof ConnectionLostInCommit || isConnectionLost(error);
    if (isLost || isReadOnlySession(error)) broken = error as Error;
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken ?? isSpoiledConnection(client));
  }
}

/** Looks up the outcome of a transaction whose connection was lost; throws `CommitOutcomeUnknown` on timeout and on `close`. */
async function lookUpOutcome(
  markers: CommitMarkers,
  { marker, backendPid, cause }: ConnectionLostInCommit,
  timeoutMs: number,
): Promise<CommitOutcome> {
  const found = markers.findOutcome(marker, backendPid);
  if (await resolvesWithinMs(timeoutMs, found).catch(() => false)) return await found;
  const settled = found.then(
    () => undefined,
    () => undefined,
  );
  throw new CommitOutcomeUnknown(cause, settled);
}
