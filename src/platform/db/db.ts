/**
 * The database as the slices see it: `Reader` reads, `Tx` writes, and only `Db.write` makes a `Tx`.
 *
 * A function that locks or writes takes `Tx`, so it cannot compile outside a transaction. What must be numbered in the
 * order of commits (the log, movements, package activity) is handed to `Tx.number` and written at the very end of the
 * transaction, after the customer's commit counter has been locked: the counter is the last lock of every transaction
 * (architecture: Locks and order), and nobody can take it early by mistake.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { bigints, booleans, texts } from './arrays.ts';
import { type CopyInto, copyRows } from './copy.ts';

/**
 * A row that takes a number: numbers grow by one per customer in the order of commits, without gaps. A row's number is
 * `commit_counters.last_seq` of its customer less `behind`, so a statement computes it and nobody waits to be told.
 */
export type Numbered<Row> = Row & { readonly behind: number };

/** What is numbered is a customer's. */
interface OfCustomer {
  readonly customerNo: string;
}

/** Writes rows that carry a commit number: a fixed number of statements for all rows, which are sent at once. */
export interface NumberedWriter<Row extends OfCustomer> {
  readonly name: string;
  write(tx: Pick<Tx, 'send'>, rows: readonly Numbered<Row>[]): void;
}

export interface Reader {
  /**
   * The database outside any transaction, the same object for all its readers: what a process remembers of a database is
   * kept under it and read again through it.
   */
  readonly database: Reader;
  /**
   * True of a transaction and of a snapshot. Who waits for another connection while it holds one may wait for ever: the
   * others may be waiting for its own.
   */
  readonly holdsConnection: boolean;
  /** Runs one statement, prepared once per connection. `Temporal.Instant` values may be given as they are. */
  rows<R>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

declare const txBrand: unique symbol;

export interface Tx extends Reader {
  readonly [txBrand]: true;
  /**
   * Sends a statement whose rows nobody needs and goes on: it runs in its turn, before whatever is sent later, and the
   * transaction commits only when it has succeeded. Nobody waits for the network between such statements.
   */
  send(text: string, values?: readonly unknown[]): void;
  /** Sends rows that are new: one that is there already fails the transaction. */
  copy<Row>(into: CopyInto<Row>, rows: readonly Row[]): void;
  /**
   * True on the first run of a transaction: it may decide on rows that it has read without a lock, or take a name to be
   * free, where a check or the key of a table refuses what is wrong by the time it is written. Then the transaction runs
   * again and this is false.
   */
  readonly mayGuess: boolean;
  /** Queues a row that is numbered and written when the transaction is about to commit. */
  number<Row extends OfCustomer>(writer: NumberedWriter<Row>, row: Row): void;
  /**
   * The transaction stands only if this is the version of the customer's facts when it is about to commit. On a first run
   * only (`mayGuess`): where it is not, the transaction runs again.
   */
  relyOn(customerNo: string, version: number): void;
  /** Says that something which processes remember of the customer changes with this transaction. */
  changeFacts(customerNo: string): void;
}

export interface WriteOptions {
  /** Shortens the wait for a lock; when it runs out the transaction fails as `isLockTimeout` tells. */
  readonly lockTimeoutMs?: number;
  /**
   * Called when the transaction has sent its last statement and COMMIT: it holds all its locks but the commit counters,
   * and only PostgreSQL is still at work. Called again when a deadlock makes it run again.
   */
  readonly onSent?: () => void;
}

export interface Db extends Reader {
  /**
   * Runs `work` in one transaction. Deadlocks and serialisation failures run it again from the start, at most
   * `attempts` times; so does a check or a key that refuses what the first run may have guessed. Throws `CommitUnknown`
   * when the connection was lost while COMMIT was under way, and what `assertWritable` throws.
   */
  write<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Runs `work` on one read-only snapshot: all its statements see the same moment. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /** Throws `Unavailable` while no change may be started (the disk is nearly full). `write` asks it itself. */
  assertWritable(): void;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** The connection was lost during COMMIT: whether it took effect must be looked up before anything is tried again. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection was lost during COMMIT', { cause });
    this.name = 'CommitUnknown';
  }
}

const attempts = 6;
/** deadlock_detected, serialization_failure */
const retryable = new Set(['40P01', '40001']);
/** check_violation, unique_violation */
const guessRefused = new Set(['23514', '23505']);

// Whole numbers that PostgreSQL types as bigint stay far below 2^53 here (counts, sequence numbers, milliseconds).
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => Temporal.Instant.from(text));
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => Temporal.PlainDate.from(text));

const statementNames = new Map<string, string>();

/** A prepared statement is known by its text: the same text is planned once per connection. */
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
    statementNames.set(text, name);
  }
  return name;
}

function parameter(value: unknown): unknown {
  if (value instanceof Temporal.Instant || value instanceof Temporal.PlainDate) return value.toString();
  if (Array.isArray(value) && value.length > 0) {
    const temporal = value.some((v) => v instanceof Temporal.Instant || v instanceof Temporal.PlainDate);
    if (temporal) return value.map(parameter);
  }
  return value;
}

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

interface Queryable {
  query(statement: Statement, told: (error: Error | null, result: { readonly rows: unknown[] }) => void): void;
}

/**
 * By callback: what the driver's own promises answer lives on until the next full collection, and every small one copies it
 * (measured with 500 rows a query: 16 ms a collection in place of half a millisecond).
 */
function ask(client: Queryable, statement: Statement): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    client.query(statement, (error, result) => (error ? reject(error) : resolve(result.rows)));
  });
}

async function run<R>(client: Queryable, text: string, values: readonly unknown[] = []): Promise<R[]> {
  try {
    return (await ask(client, { name: statementName(text), text, values: values.map(parameter) })) as R[];
  } catch (error) {
    // Who asked, in place of the socket that answered.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

interface Pending {
  readonly writer: NumberedWriter<OfCustomer>;
  readonly row: OfCustomer;
}

/** What a transaction does to commit counters when it is about to commit. */
interface AtTheEnd {
  readonly pending: Pending[];
  /** By customer, the version of its facts that was relied on. */
  readonly reliedOn: Map<string, number>;
  readonly changed: Set<string>;
}

/**
 * Sends what takes the commit counters (sorted, last of all locks) and what writes the queued rows. A row queued later
 * has the higher number. A version of facts that is over is written as -1, which the table refuses.
 */
function flush(tx: Pick<Tx, 'send'>, { pending, reliedOn, changed }: AtTheEnd): void {
  const left = new Map<string, number>();
  for (const { row } of pending) left.set(row.customerNo, (left.get(row.customerNo) ?? 0) + 1);
  const customers = [...new Set([...left.keys(), ...reliedOn.keys(), ...changed])].sort();
  if (customers.length === 0) return;
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
                   facts = case when w.relied_on <> c.facts then -1 when w.changes then c.facts + 1 else c.facts end
              from wanted w join locked l using (customer_no)
             where c.customer_no = w.customer_no
         returning c.customer_no)
     -- A customer without a counter fails the transaction: a text is no number.
     select ('customer without a commit counter: ' || customer_no)::int
       from wanted where customer_no not in (select customer_no from taken)`,
    [
      texts(customers, (customerNo) => customerNo),
      bigints(customers, (customerNo) => left.get(customerNo) ?? 0),
      bigints(customers, (customerNo) => reliedOn.get(customerNo)),
      booleans(customers, (customerNo) => changed.has(customerNo)),
    ],
  );
  const byWriter = new Map<NumberedWriter<OfCustomer>, Numbered<OfCustomer>[]>();
  for (const { writer, row } of pending) {
    const behind = (left.get(row.customerNo) as number) - 1;
    left.set(row.customerNo, behind);
    let rows = byWriter.get(writer);
    if (rows === undefined) {
      rows = [];
      byWriter.set(writer, rows);
    }
    rows.push({ ...row, behind });
  }
  for (const [writer, rows] of byWriter) writer.write(tx, rows);
}

async function transaction<T>(
  database: Reader,
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<T>,
  { lockTimeoutMs, onSent, mayGuess }: WriteOptions & Pick<Tx, 'mayGuess'>,
): Promise<T> {
  const atTheEnd: AtTheEnd = { pending: [], reliedOn: new Map(), changed: new Set() };
  const { pending, reliedOn, changed } = atTheEnd;
  const sent: Promise<unknown>[] = [];
  const send = (statement: Promise<unknown>): void => {
    // Told when the transaction ends; until then a rejection is nobody's but ours.
    statement.catch(() => undefined);
    sent.push(statement);
  };
  send(
    client.query(
      lockTimeoutMs === undefined ? 'begin' : `begin; set local lock_timeout = ${Math.trunc(lockTimeoutMs)}`,
    ),
  );
  let committing = false;
  try {
    const tx = {
      database,
      holdsConnection: true,
      mayGuess,
      rows: <R>(text: string, values?: readonly unknown[]) => run<R>(client, text, values),
      send: (text: string, values?: readonly unknown[]) => send(run(client, text, values)),
      copy: <Row>(into: CopyInto<Row>, rows: readonly Row[]) => {
        if (rows.length > 0) send(copyRows(client, into, rows));
      },
      number: (writer: NumberedWriter<OfCustomer>, row: OfCustomer) => {
        pending.push({ writer, row });
      },
      relyOn: (customerNo: string, version: number) => {
        // Two versions cannot both be right; the older one is not.
        reliedOn.set(customerNo, Math.min(version, reliedOn.get(customerNo) ?? version));
      },
      changeFacts: (customerNo: string) => {
        changed.add(customerNo);
      },
    } as Tx;
    const result = await work(tx);
    flush(tx, atTheEnd);
    // COMMIT goes out behind the statements that are still under way: where one of them fails it commits nothing.
    committing = true;
    const commit = client.query('commit');
    commit.catch(() => undefined);
    onSent?.();
    await Promise.all(sent);
    const { command } = await commit;
    if (command !== 'COMMIT') throw new Error('a statement failed and nobody was told: nothing was committed');
    return result;
  } catch (thrown) {
    const error = isAbortedTransaction(thrown) ? await firstFailure(sent, thrown) : thrown;
    const lost = (error as { code?: string }).code === undefined || connectionLost(error);
    if (committing && lost) throw new CommitUnknown(error);
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** in_failed_sql_transaction: an earlier statement of the transaction has failed. */
function isAbortedTransaction(error: unknown): boolean {
  return (error as { code?: string }).code === '25P02';
}

/** What made the transaction fail when a statement that nobody waited for did. */
async function firstFailure(sent: readonly Promise<unknown>[], otherwise: unknown): Promise<unknown> {
  const failed = (await Promise.allSettled(sent)).find((outcome) => outcome.status === 'rejected');
  return failed?.reason ?? otherwise;
}

/** lock_not_available: somebody else held a lock for longer than was waited. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string }).code === '55P03';
}

/** Class 08 (connection exception) and 57P01..03 (the server is going away). */
export function connectionLost(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return code.startsWith('08') || /^57P0[123]$/.test(code) || /^(ECONN|EPIPE|ENOENT)/.test(code);
}

/** Opens a pool on a database. Times are read and written in UTC; no statement waits for ever. */
export function openDb(options: pg.PoolConfig, assertWritable: () => void = () => undefined): Db {
  const pool = new pg.Pool({
    ...options,
    // A statement goes out while the one before it is still at work.
    pipeline: true,
    // Every session reads and writes times in UTC, waits a bounded time for a lock and never keeps a transaction open
    // behind a process that has stopped answering.
    options: `-c timezone=UTC -c lock_timeout=15s -c idle_in_transaction_session_timeout=60s ${options.options ?? ''}`,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);

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
      if (error instanceof CommitUnknown || connectionLost(error)) broken = error as Error;
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  };

  const database: Reader = {
    holdsConnection: false,
    rows: (text, values) => run(pool as unknown as Queryable, text, values),
    get database() {
      return database;
    },
  };

  return {
    pool,
    database,
    holdsConnection: false,
    rows: database.rows,
    assertWritable,
    write: async (work, options) => {
      for (let attempt = 1; ; attempt += 1) {
        assertWritable();
        try {
          const mayGuess = attempt === 1;
          return await withClient((client) => transaction(database, client, work, { ...options, mayGuess }));
        } catch (error) {
          const code = (error as { code?: string }).code ?? '';
          if (attempt === 1 && guessRefused.has(code)) continue;
          if (attempt >= attempts || !retryable.has(code)) throw error;
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
        }
      }
    },
    snapshot: (work) =>
      withClient(async (client) => {
        await client.query('begin isolation level repeatable read, read only');
        try {
          return await work({ database, holdsConnection: true, rows: (text, values) => run(client, text, values) });
        } finally {
          await client.query('commit').catch(() => undefined);
        }
      }),
    close: () => pool.end(),
  };
}
