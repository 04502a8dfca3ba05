/** Limits on the time in the write queue, and fairness between customers. A lock held by the test blocks the database. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { type BatchWriter, openWriteQueue } from '../../src/platform/write-queue.ts';
import { customersOfOneShard } from '../support/citus.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Db;
let nextLock = 1_000;

beforeAll(async () => {
  database = await openTestDatabase();
  db = openDb({ ...database.options, max: 4 });
  // On a cluster: reading where a customer is counts as waiting, and takes longer than the shortest limit on a busy machine.
  await db.shards.load(['A', 'B']);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

interface Write {
  readonly customer: string;
  readonly value: number;
}

/** A writer whose batches wait for the test. */
async function heldWriter(maxItems: number) {
  nextLock += 1;
  const lock = nextLock;
  const holder = await db.pool.connect();
  await holder.query('select pg_advisory_lock($1)', [lock]);
  const sets: Write[][] = [];
  const writer: BatchWriter<Write, number> = {
    name: 'held',
    maxItems,
    customerNo: ({ customer }) => customer,
    identities: () => [],
    write: async (tx, members) => {
      sets.push([...members]);
      await tx.rows('select pg_advisory_xact_lock_shared($1)', [lock]);
      return members.map(({ value }) => ({ ok: value }));
    },
  };
  let isHeld = true;
  const release = async (): Promise<void> => {
    if (!isHeld) return;
    isHeld = false;
    await holder.query('select pg_advisory_unlock($1)', [lock]);
    holder.release();
  };
  onTestFinished(release);
  return { writer, sets, release };
}

/** Every batch takes at least this long. */
const setMs = 20;

const slowWriter: BatchWriter<Write, number> = {
  name: 'slow',
  maxItems: 1,
  customerNo: ({ customer }) => customer,
  identities: () => [],
  write: async (tx, members) => {
    await tx.rows('select pg_sleep($1::float8 / 1000)', [setMs]);
    return members.map(({ value }) => ({ ok: value }));
  },
};

const unavailable = expect.objectContaining({
  refusal: expect.objectContaining({ code: 'Unavailable' }),
  retryAfterSeconds: expect.any(Number),
});

test('while the database is blocked, queued writes are rejected after the limit and later ones at once', async () => {
  const { writer, sets, release } = await heldWriter(10);
  const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 100, maxWaitMs: 100 });
  const written = writeQueue.submit(writer, { customer: 'A', value: 1 });
  await expect.poll(() => sets.length).toBe(1);
  const waiting = [2, 3].map((value) => writeQueue.submit(writer, { customer: 'A', value }));
  expect(await Promise.allSettled(waiting)).toEqual(waiting.map(() => ({ status: 'rejected', reason: unavailable })));
  expect(writeQueue.load).toEqual({ waiting: 0, inFlight: 1, shed: 2 });
  expect(writeQueue.checkAdmission('B', 1)).toEqual(unavailable);
  await expect(writeQueue.submit(writer, { customer: 'B', value: 4 })).rejects.toEqual(unavailable);
  expect(writeQueue.load.waiting).toBe(0);
  await release();
  expect(await written).toEqual({ ok: 1 });
  expect(await writeQueue.submit(writer, { customer: 'B', value: 5 })).toEqual({ ok: 5 });
  expect(sets.flat().map(({ value }) => value)).toEqual([1, 5]);
});

test('a write that would wait too long is rejected at once, before earlier ones have been written', async () => {
  const maxWaitMs = 1_000;
  const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 10_000, maxWaitMs });
  const submit = (customer: string, value: number) => writeQueue.submit(slowWriter, { customer, value });
  await Promise.all(Array.from({ length: 5 }, (_, value) => submit('A', value)));
  const before = writeQueue.load.shed;
  const outcomes = Promise.allSettled(Array.from({ length: 500 }, (_, value) => submit('A', value)));
  // Nothing has been written since: all of them were checked in this turn of the event loop.
  expect(writeQueue.load.waiting).toBeGreaterThan(0);
  expect(writeQueue.load.waiting).toBeLessThanOrEqual(maxWaitMs / 2 / setMs + 1);
  expect(writeQueue.load.waiting + writeQueue.load.shed - before).toBe(500);
  // The load of one customer rejects no other customer's write, nor a batch.
  expect(writeQueue.checkAdmission('B', 1)).toBeUndefined();
  expect(writeQueue.checkAdmission('B', 500)).toBeUndefined();
  const quiet = submit('B', 1);
  const drained = writeQueue.drain();
  expect(await quiet).toEqual({ ok: 1 });
  for (const outcome of await outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toEqual(unavailable);
  }
  await drained;
});

test('the load of one customer leaves room for another in the next batch', async () => {
  const { writer, sets, release } = await heldWriter(10);
  // A batch has customers of one shard.
  const [flooding = '', ...quiet] = await customersOfOneShard(db, 3, (n) => `F${n}`);
  const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 10_000 });
  const first = writeQueue.submit(writer, { customer: flooding, value: -1 });
  await expect.poll(() => sets.length).toBe(1);
  const flood = writeQueue.submitAll(
    writer,
    Array.from({ length: 300 }, (_, value) => ({ customer: flooding, value })),
  );
  const others = quiet.map((customer) => writeQueue.submit(writer, { customer, value: 0 }));
  await release();
  await Promise.all([first, ...others]);
  const [, next] = sets;
  expect(next).toHaveLength(10);
  expect(next?.map(({ customer }) => customer).sort()).toEqual([...Array(8).fill(flooding), ...quiet].sort());
  expect(await flood).toHaveLength(300);
  const ofFlood = sets.flat().filter(({ customer, value }) => customer === flooding && value >= 0);
  expect(ofFlood.map(({ value }) => value)).toEqual(Array.from({ length: 300 }, (_, value) => value));
});

test('an idle server accepts a batch of 500 and counts it by its size', async () => {
  const { writer, sets, release } = await heldWriter(125);
  const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 600, maxWaitMs: 30_000 });
  const first = writeQueue.submit(writer, { customer: 'A', value: -1 });
  await expect.poll(() => sets.length).toBe(1);
  const batch = (from: number) => Array.from({ length: 500 }, (_, i) => ({ customer: 'A', value: from + i }));
  expect(writeQueue.checkAdmission('A', 500)).toBeUndefined();
  const taken = writeQueue.submitAll(writer, batch(0));
  expect(writeQueue.checkAdmission('A', 500)).toEqual(unavailable);
  expect(await writeQueue.submitAll(writer, batch(500))).toEqual(batch(500).map(() => ({ failed: unavailable })));
  await release();
  await first;
  expect(await taken).toEqual(batch(0).map(({ value }) => ({ ok: value })));
});

test('a draining queue writes everything that it has accepted', async () => {
  const { writer, sets, release } = await heldWriter(2);
  const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 100, maxWaitMs: 30_000 });
  const accepted = Array.from({ length: 9 }, (_, value) => writeQueue.submit(writer, { customer: 'A', value }));
  await expect.poll(() => sets.length).toBe(1);
  const drained = writeQueue.drain();
  await expect(writeQueue.submit(writer, { customer: 'A', value: 9 })).rejects.toEqual(unavailable);
  await release();
  await drained;
  expect(await Promise.all(accepted)).toEqual(Array.from({ length: 9 }, (_, ok) => ({ ok })));
});
