/**
 * The database as the slices see it: `Reader` reads, `Tx` writes, and only `Db.write` creates a `Tx`.
 *
 * A function that locks or writes takes `Tx`, so it cannot compile outside a transaction. Rows that are numbered in the
 * order of commits (the log, movements, package activity) are passed to `Tx.number` and written at the end of the
 * transaction, after the customer's commit counter has been locked. The counter is the last lock of every transaction
 * (architecture: Locks and order); only this module takes it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { Ports } from '../ports.ts';
import { bigints, booleans, texts } from './arrays.ts';
import {
  type CommitMarker,
  type CommitOutcome,
  ConnectionLostInCommit,
  newCommitMarker,
  openCommitMarkers,
} from './commit-markers.ts';
import { openLimitedPool, replyTimeoutMs } from './connections.ts';
import { type CopyTarget, copyRows } from './copy.ts';
import { CommitOutcomeUnknown, isAbortedTransaction, isConnectionLost, isStatementError } from './database-errors.ts';
import { type Queryable, runStatement } from './statements.ts';
import {
  type CustomPlans,
  firstFailure,
  inSnapshot,
  isMutingRefused,
  isOptimisticConflict,
  isSpoiled,
  rollBack,
  transactionControl,
} from './transaction-control.ts';

/** A row with a commit number, `commit_counters.last_seq` of its customer less `seqOffset`. Numbers have no gaps. */
export type Numbered<Row> = Row & { readonly seqOffset: number };

/** Numbered rows belong to a customer. */
interface CustomerRow {
  readonly customerNo: string;
}

/** Writes rows that carry a commit number: a fixed number of statements for all rows, which are sent at once. */
export interface NumberedWriter<Row extends CustomerRow> {
  write(tx: Pick<Tx, 'send' | 'copy'>, rows: readonly Numbered<Row>[]): void;
}

export interface Reader {
  /** The database outside of transactions: one object for all its readers, which caches use as their key. */
  readonly database: Reader;
  /** True of a transaction and a snapshot. Taking a second connection while holding one can deadlock the pool. */
  readonly holdsConnection: boolean;
  /** The ports that the slices of this database use. */
  readonly ports: Ports;
  /** Runs one statement, prepared once per connection. `Temporal.Instant` values may be given as they are. */
  rows<R>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

declare const txBrand: unique symbol;

export interface Tx extends Reader {
  readonly [txBrand]: true;
  /** Sends a statement without waiting for it. The transaction commits only when it succeeded. */
  send(text: string, values?: readonly unknown[]): void;
  /** Sends new rows by COPY. A row that exists fails the transaction. */
  copy<Row>(into: CopyTarget<Row>, rows: readonly Row[]): void;
  /**
   * True on the first run of a transaction, which may decide on rows that it read without locks: constraints reject stale
   * decisions, and the transaction runs again with false.
   */
  readonly optimistic: boolean;
  /** Queues a row that is numbered and written just before the transaction commits. */
  number<Row extends CustomerRow>(writer: NumberedWriter<Row>, row: Row): void;
  /**
   * Asserts that the customer's cache version at commit is still `version`. Checked on the first run only
   * (`optimistic`); on a mismatch the transaction runs again.
   */
  assertVersion(customerNo: string, version: number): void;
  /** Increments the cache version of the customer: this transaction changes something that processes cache. */
  bumpVersion(customerNo: string): void;
}

/** The timeout of statements whose time grows with the amount of data. */
const longStatementMs = 3_600_000;

/** `longRunning`: statements may take an hour. For work on whole tables, not for requests. */
interface StatementLimit {
  readonly longRunning?: boolean;
}

export interface WriteOptions extends StatementLimit {
  /** Shortens the wait for a lock. When it elapses the transaction fails with an error for which `isLockTimeout` is true. */
  readonly lockTimeoutMs?: number;
  /**
   * Called when the transaction has sent its last statement and COMMIT: it holds all its locks except the commit counters,
   * and only PostgreSQL still has work to do. Called again when a deadlock makes the transaction run again.
   */
  readonly onCommitSent?: () => void;
  /** Called when the connection was lost during COMMIT, before the outcome is looked up. */
  readonly onConnectionLost?: () => void;
}

export interface Db extends Reader {
  /**
   * Runs `work` in one transaction. Deadlocks, serialization failures, and constraint violations of an optimistic run
   * restart it, up to `attempts` times. If the connection is lost during COMMIT, the outcome is looked up: the result
   * of `work` is returned if the transaction was committed, otherwise `work` runs again. Throws `CommitOutcomeUnknown`
   * when the lookup times out, and the errors of `assertWritable`.
   */
  write<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Runs `work` on one read-only snapshot: all its statements see the same state. */
  snapshot<T>(work: (reader: Reader) => Promise<T>, options?: StatementLimit & CustomPlans): Promise<T>;
  /** Throws `Unavailable` while changes are rejected (the disk is nearly full). `write` calls it. */
  assertWritable(): void;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface DbOptions {
  /** By default nothing is provided. */
  readonly ports?: Ports;
  /** How long a statement may take; by default thirty seconds. */
  readonly statementTimeoutMs?: number;
  /** How long `Db.write` waits to find out whether a transaction was committed; by default ten seconds. */
  readonly outcomeTimeoutMs?: number;
  /** Throws while changes must be rejected. */
  readonly assertWritable?: () => void;
  /** Whether the role may set `log_min_messages`; then planned conflicts are not logged by PostgreSQL. Default: no. */
  readonly canSetLogLevel?: boolean;
}
const attempts = 6;
/** deadlock_detected, serialization_failure */
const retryable = new Set(['40P01', '40001']);

interface Pending {
  readonly writer: NumberedWriter<CustomerRow>;
  readonly row: CustomerRow;
}

/** What a transaction does to commit counters just before it commits. */
interface CommitWork {
  readonly pending: Pending[];
  /** By customer, the version of its cached data that was relied on. */
  readonly assertedVersions: Map<string, number>;
  readonly bumpedVersions: Set<string>;
}

/**
 * Locks the commit counters (sorted, the last of all locks), inserts the marker of the transaction, and writes the queued
 * rows. A row that was queued later has the higher number. A stale cache version is written as -1, which violates a CHECK
 * constraint and rolls the transaction back.
 */
function sendCommitStatements(
  tx: Pick<Tx, 'send' | 'copy'>,
  { pending, assertedVersions, bumpedVersions }: CommitWork,
): CommitMarker {
  const remaining = new Map<string, number>();
  for (const { row } of pending) remaining.set(row.customerNo, (remaining.get(row.customerNo) ?? 0) + 1);
  const customers = [...new Set([...remaining.keys(), ...assertedVersions.keys(), ...bumpedVersions])].sort();
  const marker = newCommitMarker(customers);
  if (customers.length === 0) {
    tx.send('insert into commit_markers (customer_no, id) values ($1, $2)', [marker.customerNo, marker.id]);
    return marker;
  }
  tx.send(
    `with wanted as (
            select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::boolean[])
              as w (customer_no, count, relied_on, changes)),
          locked as materialized (
            select c.customer_no from commit_counters c where c.customer_no = any ($1::text[])
             order by c.customer_no for no key update),
          taken as (
            update commit_counters c
               set last_seq = c.last_seq + w.count,
                   cache_version = case when w.relied_on <> c.cache_version then -1
                                        when w.changes then c.cache_version + 1 else c.cache_version end
              from wanted w join locked l using (customer_no)
             where c.customer_no = w.customer_no
         returning c.customer_no),
          marked as (insert into commit_markers (customer_no, id) values ($5, $6))
     -- The cast fails the transaction when a customer has no counter.
     select ('customer without a commit counter: ' || customer_no)::int
       from wanted where customer_no not in (select customer_no from taken)`,
    [
      texts(customers, (customerNo) => customerNo),
      bigints(customers, (customerNo) => remaining.get(customerNo) ?? 0),
      bigints(customers, (customerNo) => assertedVersions.get(customerNo)),
      booleans(customers, (customerNo) => bumpedVersions.has(customerNo)),
      marker.customerNo,
      marker.id,
    ],
  );
  const byWriter = new Map<NumberedWriter<CustomerRow>, Numbered<CustomerRow>[]>();
  for (const { writer, row } of pending) {
    const seqOffset = (remaining.get(row.customerNo) as number) - 1;
    remaining.set(row.customerNo, seqOffset);
    let rows = byWriter.get(writer);
    if (rows === undefined) {
      rows = [];
      byWriter.set(writer, rows);
    }
    rows.push({ ...row, seqOffset });
  }
  for (const [writer, rows] of byWriter) writer.write(tx, rows);
  return marker;
}

async function transaction<T>(
  database: Reader,
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<T>,
  {
    lockTimeoutMs,
    onCommitSent,
    optimistic,
    muted,
    longRunning,
  }: WriteOptions & { optimistic: boolean; muted: boolean },
): Promise<{ readonly result: T; readonly marker: CommitMarker }> {
  const commitWork: CommitWork = { pending: [], assertedVersions: new Map(), bumpedVersions: new Set() };
  const { pending, assertedVersions, bumpedVersions } = commitWork;
  const sent: Promise<unknown>[] = [];
  const send = (statement: Promise<unknown>): void => {
    // Handled at commit; this suppresses the warning about an unhandled rejection until then.
    statement.catch(() => undefined);
    sent.push(statement);
  };
  const statementTimeoutMs = longRunning ? longStatementMs : undefined;
  const control = transactionControl({ lockTimeoutMs, statementTimeoutMs, muted });
  send(client.query(control.begin));
  const replyMs = statementTimeoutMs && replyTimeoutMs(statementTimeoutMs);
  let committing: { readonly marker: CommitMarker; readonly result: T } | undefined;
  try {
    const tx = {
      database,
      holdsConnection: true,
      ports: database.ports,
      optimistic: optimistic,
      rows: <R>(text: string, values?: readonly unknown[]) => runStatement<R>(client, text, values, replyMs),
      send: (text: string, values?: readonly unknown[]) => send(runStatement(client, text, values, replyMs)),
      copy: <Row>(into: CopyTarget<Row>, rows: readonly Row[]) => {
        if (rows.length > 0) send(copyRows(client, into, rows));
      },
      number: (writer: NumberedWriter<CustomerRow>, row: CustomerRow) => {
        pending.push({ writer, row });
      },
      assertVersion: (customerNo: string, version: number) => {
        // Of two versions the older one is stale.
        assertedVersions.set(customerNo, Math.min(version, assertedVersions.get(customerNo) ?? version));
      },
      bumpVersion: (customerNo: string) => {
        bumpedVersions.add(customerNo);
      },
    } as Tx;
    const result = await work(tx);
    const marker = sendCommitStatements(tx, commitWork);
    // COMMIT is sent behind statements that are still running: when one of them fails, it commits nothing.
    committing = { marker, result };
    const commit: Promise<pg.QueryResult | pg.QueryResult[]> = client.query(control.commit);
    commit.catch(() => undefined);
    onCommitSent?.();
    await Promise.all(sent);
    if ([await commit].flat().at(-1)?.command !== 'COMMIT') {
      committing = undefined;
      throw new Error('a statement of the transaction failed: nothing was committed');
    }
    return committing;
  } catch (thrown) {
    const error = isAbortedTransaction(thrown) ? await firstFailure(sent, thrown) : thrown;
    if (committing !== undefined && !isStatementError(error)) {
      const { processID } = client as { processID?: number };
      throw new ConnectionLostInCommit(error, committing.marker, processID, committing.result);
    }
    await rollBack(client, control, error);
    throw error;
  }
}

/** Bounds `close`. */
const closeMarkersMs = 1_000;

/** Opens a pool on a database. Times are read and written in UTC, and no wait is without a limit. */
export function openDb(
  options: pg.PoolConfig,
  {
    statementTimeoutMs = 30_000,
    outcomeTimeoutMs = 10_000,
    assertWritable = () => undefined,
    canSetLogLevel = false,
    ports = new Ports(),
  }: DbOptions = {},
): Db {
  let canMute = canSetLogLevel;
  const { pool, close: closePool } = openLimitedPool(options, statementTimeoutMs);

  const withClient = async <T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      return await use(client);
    } catch (error) {
      if (error instanceof ConnectionLostInCommit || isConnectionLost(error)) broken = error as Error;
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken ?? isSpoiled(client));
    }
  };

  const markers = openCommitMarkers(pool);

  /** Looks up the outcome of a transaction whose connection was lost; throws `CommitOutcomeUnknown` on timeout. */
  const lookUpOutcome = async ({ marker, backendPid, cause }: ConnectionLostInCommit): Promise<CommitOutcome> => {
    const found = markers.findOutcome(marker, backendPid);
    const timedOut = Symbol('late');
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<typeof timedOut>((resolve) => {
      timer = setTimeout(resolve, outcomeTimeoutMs, timedOut);
    });
    const settled = found.then(
      () => undefined,
      () => undefined,
    );
    try {
      const outcome = await Promise.race([found, timeout]);
      if (outcome === timedOut) throw new CommitOutcomeUnknown(cause, settled);
      return outcome;
    } catch (error) {
      throw error instanceof CommitOutcomeUnknown ? error : new CommitOutcomeUnknown(cause, settled);
    } finally {
      clearTimeout(timer);
    }
  };

  const database: Reader = {
    holdsConnection: false,
    ports,
    rows: (text, values) => runStatement(pool as unknown as Queryable, text, values),
    get database() {
      return database;
    },
  };

  return {
    pool,
    database,
    holdsConnection: false,
    ports,
    rows: database.rows,
    assertWritable,
    write: async <T>(work: (tx: Tx) => Promise<T>, options: WriteOptions = {}) => {
      for (let attempt = 1; ; attempt += 1) {
        assertWritable();
        try {
          const optimistic = attempt === 1;
          const committed = await withClient((client) =>
            transaction(database, client, work, { ...options, optimistic, muted: optimistic && canMute }),
          );
          markers.release(committed.marker);
          return committed.result;
        } catch (error) {
          if (error instanceof ConnectionLostInCommit) {
            options.onConnectionLost?.();
            if ((await lookUpOutcome(error)) === 'committed') {
              markers.release(error.marker);
              return error.result as T;
            }
            if (attempt < attempts) continue;
            throw error.cause;
          }
          const code = (error as { code?: string }).code ?? '';
          const isRefused = isMutingRefused(error);
          if (isRefused) canMute = false;
          if (attempt === 1 && (isRefused || isOptimisticConflict(error))) continue;
          if (attempt >= attempts || !retryable.has(code)) throw error;
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
        }
      }
    },
    snapshot: (work, { longRunning, customPlans } = {}) =>
      withClient((client) => {
        const [timeoutMs, replyMs] = longRunning ? [longStatementMs, replyTimeoutMs(longStatementMs)] : [];
        const rows: Reader['rows'] = (text, values) => runStatement(client, text, values, replyMs);
        return inSnapshot(client, { timeoutMs, customPlans }, () =>
          work({ database, holdsConnection: true, ports, rows }),
        );
      }),
    close: async () => {
      // When the database does not reply, closing the pool fails the statement.
      await Promise.race([markers.close(), delay(closeMarkersMs, undefined, { ref: false })]);
      await closePool();
    },
  };
}
