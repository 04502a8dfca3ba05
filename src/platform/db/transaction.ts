/**
 * One transaction: what its work can do (`Tx`), and how it commits.
 *
 * Rows that are numbered in the order of commits (such as the log, movements and package activity) are passed to `Tx.number` and written
 * at the end of the transaction, after the customer's commit counter has been locked. The counter is the last lock of every
 * transaction (architecture: Lock order); only this module takes it.
 */
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { SlicePortRegistry } from '../ports.ts';
import { encodeBigintArrayParameter, encodeBooleanArrayParameter, encodeTextArrayParameter } from './arrays.ts';
import { type CommitMarker, ConnectionLostInCommit, newCommitMarker } from './commit-markers.ts';
import { computeReplyTimeoutMs } from './connections.ts';
import { type CopyTarget, copyRows } from './copy.ts';
import type { CustomerShards } from './customer-shards.ts';
import { isAbortedTransaction, isStatementError } from './database-errors.ts';
import { runStatement } from './statements.ts';
import { createTransactionControl, rollBack } from './transaction-control.ts';

/** A row with a commit number, `commit_counters.last_seq` of its customer less `seqOffset`. Numbers have no gaps. */
export type CommitNumbered<Row> = Row & { readonly seqOffset: number };

/** Numbered rows belong to a customer. */
interface CustomerRow {
  readonly customerNo: string;
}

/** Writes rows that carry a commit number: a fixed number of statements for all rows, which are sent at once. */
export interface CommitNumberedWriter<Row extends CustomerRow> {
  write(tx: Pick<Tx, 'send' | 'copy' | 'shards'>, rows: readonly CommitNumbered<Row>[]): void;
}

/** What queries run on: the database itself, a snapshot or a write transaction. */
export interface DbReader {
  /** The database outside of transactions: one object for all its readers, which caches use as their key. */
  readonly database: DbReader;
  /** True of a transaction and a snapshot. Taking a second connection while holding one can deadlock the pool. */
  readonly holdsConnection: boolean;
  /** The ports that the slices of this database use. */
  readonly ports: SlicePortRegistry;
  /** Runs one statement, prepared once per connection. `Temporal.Instant` values may be given as they are. */
  rows<R>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

declare const txBrand: unique symbol;

/** An open write transaction. Its statements and its numbered rows, such as log entries, are committed together. */
export interface Tx extends DbReader {
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
  /** Where customers' rows are. */
  readonly shards: CustomerShards;
  /** Queues a row that is numbered and written just before the transaction commits. */
  number<Row extends CustomerRow>(writer: CommitNumberedWriter<Row>, row: Row): void;
  /**
   * Asserts that the customer's cache version at commit is still `version`. For the first run only (`optimistic`): on a
   * mismatch the transaction runs again, and may not assert a version then.
   */
  assertVersion(customerNo: string, version: number): void;
  /** Increments the cache version of the customer: this transaction changes something that processes cache. */
  bumpVersion(customerNo: string): void;
}

/** The timeout of statements whose time grows with the amount of data. */
export const longStatementTimeoutMs = 3_600_000;

/**
 * An option of snapshots and writes. `longRunning`: each statement may take an hour, instead of the pool's timeout. For
 * work on whole tables and imports of files.
 */
export interface LongRunningOption {
  readonly longRunning?: boolean;
}

export interface WriteOptions extends LongRunningOption {
  /** Shortens the wait for a lock. When it elapses the transaction fails with an error for which `isLockTimeout` is true. */
  readonly lockTimeoutMs?: number;
  /**
   * A customer of a transaction that numbers nothing: where tables are distributed, the marker of the transaction is on
   * the node of this customer.
   */
  readonly customerNo?: string | undefined;
  /**
   * Called when the transaction has sent its last statement and COMMIT: from then on only PostgreSQL has work to do.
   * Called again when the transaction runs again.
   */
  readonly onCommitSent?: () => void;
  /** Called when the connection was lost during COMMIT, before the outcome is looked up. */
  readonly onConnectionLost?: () => void;
}

interface Pending {
  readonly writer: CommitNumberedWriter<CustomerRow>;
  readonly row: CustomerRow;
}

/** The work of a transaction on commit counters, just before it commits. */
interface CommitWork {
  readonly pending: Pending[];
  /** By customer, the version of its cached data that was relied on. */
  readonly assertedVersions: Map<string, number>;
  readonly bumpedVersions: Set<string>;
}

/** Rows of one statement: encoding more would keep the event loop, and with it all callers, waiting. A batch of orders has fewer. */
const maxNumberedAtOnce = 2_000;

const insertMarker = 'insert into commit_markers (customer_no, id) values ($1, $2)';

/** Groups customers by shard; the shards are locked in their own order, so that no two transactions wait for each other. */
async function inShardOrder(shards: CustomerShards, customers: readonly string[]): Promise<string[][]> {
  const groups = await shards.group(customers, (customerNo) => customerNo);
  const shardOf = ([customerNo = '']: readonly string[]) => shards.of(customerNo) ?? 0;
  return groups.toSorted((a, b) => shardOf(a) - shardOf(b));
}

/**
 * Locks the commit counters (sorted, the last of all locks), inserts the marker of the transaction, and writes the queued
 * rows. A row that was queued later has the higher number. A stale cache version is written as -1, which violates a CHECK
 * constraint and rolls the transaction back. Where tables are distributed, the customers of each shard are locked by a statement.
 */
async function sendCommitStatements(
  tx: Pick<Tx, 'send' | 'copy' | 'shards'>,
  { pending, assertedVersions, bumpedVersions }: CommitWork,
  customerNo: string | undefined,
): Promise<CommitMarker> {
  const remaining = new Map<string, number>();
  for (const { row } of pending) remaining.set(row.customerNo, (remaining.get(row.customerNo) ?? 0) + 1);
  const customers = [...new Set([...remaining.keys(), ...assertedVersions.keys(), ...bumpedVersions])].sort();
  const [first = [], ...others] = tx.shards.areDistributed ? await inShardOrder(tx.shards, customers) : [customers];
  const marker = newCommitMarker(first.length === 0 && customerNo !== undefined ? [customerNo] : first);
  if (first.length === 0) {
    tx.send(insertMarker, [marker.customerNo, marker.id]);
    return marker;
  }
  const take = (customers: readonly string[], rest: string, values: readonly unknown[]): void =>
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
             where c.customer_no = w.customer_no and c.customer_no = any ($1::text[])
         returning c.customer_no)${rest}
     -- The cast fails the transaction when a customer has no counter.
     select ('customer without a commit counter: ' || customer_no)::int
       from wanted where customer_no not in (select customer_no from taken)`,
      [
        encodeTextArrayParameter(customers, (customerNo) => customerNo),
        encodeBigintArrayParameter(customers, (customerNo) => remaining.get(customerNo) ?? 0),
        encodeBigintArrayParameter(customers, (customerNo) => assertedVersions.get(customerNo)),
        encodeBooleanArrayParameter(customers, (customerNo) => bumpedVersions.has(customerNo)),
        ...values,
      ],
    );
  const markerValues = [marker.customerNo, marker.id];
  if (tx.shards.areDistributed) {
    // Citus would run it and the marker as several statements.
    for (const customers of [first, ...others]) take(customers, '', []);
    tx.send(insertMarker, markerValues);
  } else {
    take(first, ', marked as (insert into commit_markers (customer_no, id) values ($5, $6))', markerValues);
  }
  const byWriter = new Map<CommitNumberedWriter<CustomerRow>, CommitNumbered<CustomerRow>[]>();
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
  for (const [writer, rows] of byWriter) {
    for (let first = 0; first < rows.length; first += maxNumberedAtOnce) {
      if (first > 0) await setImmediate();
      writer.write(tx, rows.slice(first, first + maxNumberedAtOnce));
    }
  }
  return marker;
}

/** The statements of a transaction. Statements that run side by side fail in turn, and another's error may be thrown first. */
class TransactionStatements {
  readonly #sent: Promise<unknown>[] = [];
  #count = 0;
  /** Why the transaction failed. */
  #failure: { readonly at: number; readonly error: unknown } | undefined;

  watch<T>(statement: Promise<T>): Promise<T> {
    this.#count += 1;
    const at = this.#count;
    statement.then(
      () => {
        // That error was rolled back to a savepoint.
        if (this.#failure !== undefined && at > this.#failure.at) this.#failure = undefined;
      },
      (error: unknown) => {
        const isFirst = at < (this.#failure?.at ?? Number.POSITIVE_INFINITY);
        if (!isAbortedTransaction(error) && isFirst) this.#failure = { at, error };
      },
    );
    return statement;
  }

  /** Adds a statement for which nothing waits before the COMMIT. */
  send(statement: Promise<unknown>): void {
    this.#sent.push(this.watch(statement));
  }

  async waitForSent(): Promise<void> {
    await Promise.all(this.#sent);
  }

  /** The error that failed the transaction in which `thrown` was thrown. */
  causeOf(thrown: unknown): unknown {
    return isAbortedTransaction(thrown) ? (this.#failure?.error ?? thrown) : thrown;
  }
}

/** Creates the `Tx` that `work` gets. */
function newTx(
  database: DbReader,
  client: pg.PoolClient,
  statements: TransactionStatements,
  { pending, assertedVersions, bumpedVersions }: CommitWork,
  { optimistic, shards, replyMs }: { optimistic: boolean; shards: CustomerShards; replyMs: number | undefined },
): Tx {
  const run = <R>(text: string, values?: readonly unknown[]) =>
    runStatement<R>(client, shards.textOf(text), values, replyMs);
  const rows = <R>(text: string, values?: readonly unknown[]) => statements.watch(run<R>(text, values));
  return {
    database,
    holdsConnection: true,
    ports: database.ports,
    optimistic,
    shards: shards.areDistributed ? shards.within(rows) : shards,
    rows,
    send: (text: string, values?: readonly unknown[]) => statements.send(run(text, values)),
    copy: <Row>(into: CopyTarget<Row>, rows: readonly Row[]) => {
      if (rows.length > 0) statements.send(copyRows(client, into, rows));
    },
    number: (writer: CommitNumberedWriter<CustomerRow>, row: CustomerRow) => {
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
}

/** Runs `work` in one transaction on a client. Throws `ConnectionLostInCommit` when its outcome is not known. */
export async function runTransaction<T>(
  database: DbReader,
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<T>,
  options: WriteOptions & { optimistic: boolean; muted: boolean; shards: CustomerShards },
): Promise<{ readonly result: T; readonly marker: CommitMarker }> {
  const { lockTimeoutMs, customerNo, onCommitSent, muted, shards } = options;
  const commitWork: CommitWork = { pending: [], assertedVersions: new Map(), bumpedVersions: new Set() };
  const statements = new TransactionStatements();
  const statementTimeoutMs = options.longRunning ? longStatementTimeoutMs : undefined;
  const distributed = shards.areDistributed;
  const control = createTransactionControl({ lockTimeoutMs, statementTimeoutMs, muted, distributed });
  for (const statement of control.begin) statements.send(client.query(statement));
  const replyMs = statementTimeoutMs && computeReplyTimeoutMs(statementTimeoutMs);
  let committing: { readonly marker: CommitMarker; readonly result: T } | undefined;
  try {
    const tx = newTx(database, client, statements, commitWork, { ...options, replyMs });
    const result = await work(tx);
    const marker = await sendCommitStatements(tx, commitWork, customerNo);
    // COMMIT is sent behind statements that are still running: when one of them fails, it commits nothing.
    committing = { marker, result };
    const commit: Promise<pg.QueryResult | pg.QueryResult[]> = client.query(control.commit);
    commit.catch(() => undefined);
    onCommitSent?.();
    await statements.waitForSent();
    if ([await commit].flat().at(-1)?.command !== 'COMMIT') {
      committing = undefined;
      throw new Error('a statement of the transaction failed: nothing was committed');
    }
    return committing;
  } catch (thrown) {
    const error = statements.causeOf(thrown);
    if (committing !== undefined && !isStatementError(error)) {
      const { processID } = client as { processID?: number };
      throw new ConnectionLostInCommit(error, committing.marker, processID, committing.result);
    }
    await rollBack(client, control, error);
    throw error;
  }
}
