/**
 * Exclusive access to a customer's clock: callers in this process queue, other processes are excluded by a PostgreSQL
 * advisory lock (decision 2).
 *
 * The lock is held across many transactions, so it has a connection of its own: waiting for it never takes a connection of
 * the pool that the work needs. Few locks are held at once in a process, which bounds these connections.
 */
import pg from 'pg';
import { queryConfigWithTimeout } from '../platform/db/connections.ts';
import type { Db } from '../platform/db/db.ts';

/** First key of these advisory locks; the second is the customer's. */
const lockClass = 7_310;
const maxHeldLocks = 4;
/** How long a caller waits for another process that holds the customer's clock. */
const maxLockWaitMs = 600_000;

let heldLocks = 0;
const waiting: (() => void)[] = [];
/** The last queued caller of each customer, by database. */
const queues = new WeakMap<Db, Map<string, Promise<void>>>();

/** Runs `work` when it is the caller's turn to move the customer's clock. First come, first served within this process. */
export function withClockLock<T>(db: Db, customerNo: string, work: () => Promise<T>): Promise<T> {
  return enqueue(db, customerNo, async (client) => {
    await client.query(
      queryConfigWithTimeout(maxLockWaitMs, 'select pg_advisory_lock($1, hashtext($2))', [lockClass, customerNo]),
    );
    return await work();
  });
}

/**
 * Runs `work` if the clock is neither in use nor waited for and another lock may be held; otherwise returns undefined
 * at once.
 */
export async function withClockLockIfFree<T>(
  db: Db,
  customerNo: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (queueOf(db).has(customerNo) || heldLocks >= maxHeldLocks) return undefined;
  return await enqueue(db, customerNo, async (client) => {
    const sql = 'select pg_try_advisory_lock($1, hashtext($2)) as acquired';
    const { rows } = await client.query(sql, [lockClass, customerNo]);
    return rows[0]?.acquired === true ? await work() : undefined;
  });
}

function queueOf(db: Db): Map<string, Promise<void>> {
  const queue = queues.get(db) ?? new Map<string, Promise<void>>();
  queues.set(db, queue);
  return queue;
}

/** Runs `work` after the earlier callers of the same customer, with a connection that takes the lock. */
async function enqueue<T>(db: Db, customerNo: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const queue = queueOf(db);
  const previous = queue.get(customerNo);
  const { promise, resolve } = Promise.withResolvers<void>();
  const last = previous === undefined ? promise : previous.then(() => promise);
  queue.set(customerNo, last);
  try {
    if (previous !== undefined) await previous;
    return await withSlot(() => withConnection(db, work));
  } finally {
    resolve();
    if (queue.get(customerNo) === last) queue.delete(customerNo);
  }
}

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (heldLocks >= maxHeldLocks) await new Promise<void>((resolve) => waiting.push(resolve));
  else heldLocks += 1;
  try {
    return await work();
  } finally {
    // The slot passes to the caller that has waited longest.
    const next = waiting.shift();
    if (next) next();
    else heldLocks -= 1;
  }
}

async function withConnection<T>(db: Db, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(db.pool.options);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0');
    return await work(client);
  } finally {
    // The lock ends with the connection.
    await client.end().catch(() => undefined);
  }
}
