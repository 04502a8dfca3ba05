/**
 * Who moves a customer's clock: one at a time, in this process and beside others (decision 2).
 *
 * The lock is held over many transactions, so it stands on a connection of its own: waiting for it never takes one from
 * the pool that the work needs. Few are held at once, so that the database's connections are not used up.
 */
import pg from 'pg';
import { longRunningQuery } from '../platform/db/connections.ts';
import type { Db } from '../platform/db/db.ts';

/** Tells these locks from all others; the second key is the customer's. */
const lockClass = 7_310;
const maxHeld = 4;
/** How long another process may move a customer's clock. */
const longestWaitMs = 600_000;

let held = 0;
const waiting: (() => void)[] = [];
/** The end of the queue of each customer of each database. */
const queues = new WeakMap<Db, Map<string, Promise<void>>>();

/** Runs `work` when it is this caller's turn to move the customer's clock. First come, first served. */
export async function withClock<T>(db: Db, customerNo: string, work: () => Promise<T>): Promise<T> {
  const queue = queueOf(db);
  const before = queue.get(customerNo) ?? Promise.resolve();
  let done: () => void = () => undefined;
  const mine = new Promise<void>((resolve) => {
    done = resolve;
  });
  const end = before.then(() => mine);
  queue.set(customerNo, end);
  try {
    await before;
    return await withSlot(() => locked(db, customerNo, 'wait', work));
  } finally {
    done();
    if (queue.get(customerNo) === end) queue.delete(customerNo);
  }
}

/** Runs `work` if nobody moves or waits to move the customer's clock; else answers undefined at once. */
export async function withFreeClock<T>(db: Db, customerNo: string, work: () => Promise<T>): Promise<T | undefined> {
  const queue = queueOf(db);
  if (queue.has(customerNo) || held >= maxHeld) return undefined;
  let done: () => void = () => undefined;
  const mine = new Promise<void>((resolve) => {
    done = resolve;
  });
  queue.set(customerNo, mine);
  try {
    return await withSlot(() => locked(db, customerNo, 'try', work));
  } finally {
    done();
    if (queue.get(customerNo) === mine) queue.delete(customerNo);
  }
}

function queueOf(db: Db): Map<string, Promise<void>> {
  let queue = queues.get(db);
  if (queue === undefined) {
    queue = new Map();
    queues.set(db, queue);
  }
  return queue;
}

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (held >= maxHeld) await new Promise<void>((resolve) => waiting.push(resolve));
  else held += 1;
  try {
    return await work();
  } finally {
    // The slot passes on to whoever waits longest.
    const next = waiting.shift();
    if (next) next();
    else held -= 1;
  }
}

async function locked<T>(db: Db, customerNo: string, how: 'wait' | 'try', work: () => Promise<T>): Promise<T>;
async function locked<T>(
  db: Db,
  customerNo: string,
  how: 'wait' | 'try',
  work: () => Promise<T>,
): Promise<T | undefined> {
  const client = new pg.Client(db.pool.options);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0');
    if (how === 'wait') {
      await client.query(
        longRunningQuery(longestWaitMs, 'select pg_advisory_lock($1, hashtext($2))', [lockClass, customerNo]),
      );
    } else {
      const { rows } = await client.query('select pg_try_advisory_lock($1, hashtext($2)) as mine', [
        lockClass,
        customerNo,
      ]);
      if (rows[0]?.mine !== true) return undefined;
    }
    return await work();
  } finally {
    // The lock ends with the connection.
    await client.end().catch(() => undefined);
  }
}
