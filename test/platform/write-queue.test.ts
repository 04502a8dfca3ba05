/** The commit queues: single requests are grouped into batches, in order, unaffected by rejected or failed writes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { type Outcome, refuse } from '../../src/platform/errors.ts';
import { type BatchWriter, openWriteQueue } from '../../src/platform/write-queue.ts';
import { givenCustomer } from '../support/catalog.ts';
import { customersOfOneShard } from '../support/citus.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase();
  db = openDb({ ...database.options, max: 4 });
  await db.rows('create table written (customer text, value int)');
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

interface Member {
  readonly customer: string;
  readonly value: number;
  readonly identity?: string;
  readonly fate?: 'refused' | 'fails';
}

/** Writes values and records its batches. */
function writer(maxItems = 100) {
  const sets: Member[][] = [];
  const set: BatchWriter<Member, number> = {
    name: 'test',
    maxItems,
    customerNo: (member) => member.customer,
    identities: (member) => (member.identity === undefined ? [] : [member.identity]),
    write: async (tx, members) => {
      sets.push([...members]);
      // Long enough for others to arrive in the meantime.
      await tx.rows('select pg_sleep(0.02)');
      const kept = members.filter((member) => member.fate !== 'refused');
      await tx.rows('insert into written select * from unnest($1::text[], $2::int[])', [
        kept.map((member) => member.customer),
        kept.map((member) => member.value),
      ]);
      if (members.some((member) => member.fate === 'fails')) await tx.rows('select 1 / 0');
      return members.map(
        (member): Outcome<number> => (member.fate === 'refused' ? refuse('NotFound', 'no') : { ok: member.value }),
      );
    },
  };
  return { set, sets };
}

const values = async (customer: string) =>
  (await db.rows<{ value: number }>('select value from written where customer = $1', [customer])).map((r) => r.value);

describe('batches', () => {
  test('writes that arrive during a commit form the next batch, in order', async () => {
    const writeQueue = openWriteQueue(db, { slots: 2, maxWaiting: 1_000 });
    const { set, sets } = writer();
    const first = writeQueue.submit(set, { customer: 'A', value: 0 });
    while (sets.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const rest = Array.from({ length: 50 }, (_, i) => writeQueue.submit(set, { customer: 'A', value: i + 1 }));
    await Promise.all([first, ...rest]);
    expect(sets.map((members) => members.length)).toEqual([1, 50]);
    expect(sets.flat().map((member) => member.value)).toEqual(Array.from({ length: 51 }, (_, i) => i));
  });

  test('the next batch is written while PostgreSQL still commits the previous one', async () => {
    // The first COMMIT waits for a lock that the test releases when the next batch has been written.
    await db.rows('create table committed_slowly (value int)');
    await db.rows(
      `create function wait_for_the_test() returns trigger language plpgsql as $$
       begin perform pg_advisory_xact_lock(72); return null; end $$`,
    );
    await db.rows(
      `create constraint trigger slow after insert on committed_slowly deferrable initially deferred
         for each row execute function wait_for_the_test()`,
    );
    const holder = await db.pool.connect();
    await holder.query('select pg_advisory_lock(72)');
    const { set } = writer();
    const events: string[] = [];
    const firstBegun = Promise.withResolvers<void>();
    const nextWritten = Promise.withResolvers<void>();
    const slow: BatchWriter<Member, number> = {
      ...set,
      write: async (tx, members) => {
        const value = members[0]?.value;
        if (value === 0) firstBegun.resolve();
        tx.send('insert into committed_slowly values (1)');
        const outcomes = await set.write(tx, members);
        events.push(`written ${value}`);
        if (value === 1) nextWritten.resolve();
        return outcomes;
      },
    };
    const writeQueue = openWriteQueue(db, { slots: 2, maxWaiting: 100 });
    const submit = async (value: number): Promise<void> => {
      await writeQueue.submit(slow, { customer: 'N', value });
      events.push(`answered ${value}`);
    };
    const first = submit(0);
    await firstBegun.promise;
    const others = [submit(1), submit(2)];
    await nextWritten.promise;
    expect(events).toEqual(['written 0', 'written 1']);
    await holder.query('select pg_advisory_unlock(72)');
    holder.release();
    await Promise.all([first, ...others]);
    await writeQueue.drain();
    // The replies of the two connections may be read in any order.
    expect(events.slice(0, 2)).toEqual(['written 0', 'written 1']);
    expect(events.slice(2).sort()).toEqual(['answered 0', 'answered 1', 'answered 2']);
    expect(await values('N')).toEqual([0, 1, 2]);
  });

  test('while the outcome of a batch is not known, the batch that began before starts no other', async () => {
    const { set, sets } = writer(1);
    const outcomeKnown = Promise.withResolvers<void>();
    const write: Db['write'] = async (work, options) => {
      if (sets.length > 0) return await db.write(work, options);
      const done = await db.write(work);
      // The next batch begins, and the connection of this one is lost.
      options?.onCommitSent?.();
      options?.onConnectionLost?.();
      await outcomeKnown.promise;
      return done;
    };
    const writeQueue = openWriteQueue(Object.create(db, { write: { value: write } }), { slots: 2, maxWaiting: 100 });
    const [first, next, last] = [0, 1, 2].map((value) => writeQueue.submit(set, { customer: 'O', value }));
    expect(await next).toEqual({ ok: 1 });
    expect(writeQueue.load.waiting).toBe(1);
    outcomeKnown.resolve();
    expect(await Promise.all([first, last])).toEqual([{ ok: 0 }, { ok: 2 }]);
    expect(sets.flat().map(({ value }) => value)).toEqual([0, 1, 2]);
  });

  test("several customers share a batch, and each customer's writes stay in order", async () => {
    const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 1_000 });
    const { set, sets } = writer();
    const all = Array.from({ length: 60 }, (_, i) => writeQueue.submit(set, { customer: `C${i % 20}`, value: i }));
    await Promise.all(all);
    // One shard on plain PostgreSQL: all customers.
    const shards = new Set(Array.from({ length: 20 }, (_, c) => db.shards.of(`C${c}`)));
    expect(sets.length).toBeLessThanOrEqual(2 * shards.size);
    for (let c = 0; c < 20; c += 1) {
      const own = sets.flat().filter((member) => member.customer === `C${c}`);
      expect(own.map((member) => member.value)).toEqual([c, c + 20, c + 40]);
    }
  });

  test('two writes with the same identity are never in one batch', async () => {
    const writeQueue = openWriteQueue(db, { slots: 3, maxWaiting: 1_000 });
    const { set, sets } = writer();
    await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        writeQueue.submit(set, { customer: 'D', value: i, identity: `same-${i % 3}` }),
      ),
    );
    expect(sets.map((members) => members.map((member) => member.value))).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
  });

  test('the same identity of two customers does not conflict', async () => {
    const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 1_000 });
    const { set, sets } = writer();
    const [one = '', other = ''] = await customersOfOneShard(db, 2, (n) => `O${n}`);
    await Promise.all(
      [one, other, one].map((customer, value) => writeQueue.submit(set, { customer, value, identity: 'same' })),
    );
    expect(sets.map((members) => members.map((member) => member.value))).toEqual([[0, 1], [2]]);
  });

  test('no batch exceeds the limit of its writer', async () => {
    const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 1_000 });
    const { set, sets } = writer(7);
    await Promise.all(Array.from({ length: 30 }, (_, value) => writeQueue.submit(set, { customer: 'E', value })));
    expect(Math.max(...sets.map((members) => members.length))).toBe(7);
    expect(await values('E')).toHaveLength(30);
  });
});

describe('faults', () => {
  test('a rejected write does not affect others of the batch', async () => {
    const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 100 });
    const { set } = writer();
    const outcomes = await Promise.all(
      [1, 2, 3].map((value) =>
        writeQueue.submit(set, { customer: 'F', value, ...(value === 2 ? { fate: 'refused' } : {}) }),
      ),
    );
    expect(outcomes).toEqual([{ ok: 1 }, { refused: { code: 'NotFound', reason: 'no' } }, { ok: 3 }]);
    expect(await values('F')).toEqual([1, 3]);
  });

  test('a key whose reply is not stored is free for the next write', async () => {
    const customer = await givenCustomer(db);
    const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 10 });
    const { set } = writer();
    const [keyHash, bodyHash] = [Buffer.from('key'), Buffer.from('body')];
    const key = { customerNo: customer, operation: 'Op', keyHash, bodyHash, reply: () => ({ status: 503, body: {} }) };
    const submit = () => writeQueue.submit(set, { customer, value: 1, fate: 'refused' }, key);
    const refused = { refused: { code: 'NotFound', reason: 'no' } };
    expect([await submit(), await submit()]).toEqual([refused, refused]);
  });

  test('a failed batch is bisected until the failing write is isolated', async () => {
    const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 100 });
    const { set } = writer();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, (_, value) =>
        writeQueue.submit(set, { customer: 'G', value, ...(value === 4 ? { fate: 'fails' } : {}) }),
      ),
    );
    expect(outcomes.map((outcome) => outcome.status === 'fulfilled')).toEqual([1, 1, 1, 1, 0, 1, 1, 1, 1].map(Boolean));
    expect((await values('G')).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
  });

  test('a customer with locked rows delays no other customer', async () => {
    const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 100 });
    await db.rows('create table if not exists counters (customer text primary key)');
    // Those of one shard share a batch.
    const [locking = '', waiting = '', late = ''] = await customersOfOneShard(db, 3, (n) => `K${n}`);
    await db.rows('insert into counters values ($1), ($2) on conflict do nothing', [locking, waiting]);
    const { set } = writer();
    const counting: typeof set = {
      ...set,
      write: async (tx, members) => {
        await tx.rows('select from counters where customer = any ($1::text[]) order by customer for update', [
          members.map((member) => member.customer),
        ]);
        return set.write(tx, members);
      },
    };
    const holding = Promise.withResolvers<void>();
    const unlocked = Promise.withResolvers<void>();
    const locked = db.write(async (tx) => {
      await tx.rows('select from counters where customer = $1 for update', [locking]);
      holding.resolve();
      await unlocked.promise;
    });
    await holding.promise;
    let settled = false;
    const slow = writeQueue.submit(counting, { customer: locking, value: 1 }).then((outcome) => {
      settled = true;
      return outcome;
    });
    const quick = [2, 3].map((value) => writeQueue.submit(counting, { customer: waiting, value }));
    expect(await Promise.all(quick)).toEqual([{ ok: 2 }, { ok: 3 }]);
    expect(await writeQueue.submit(counting, { customer: late, value: 4 })).toEqual({ ok: 4 });
    expect(settled).toBe(false);
    unlocked.resolve();
    await locked;
    expect(await slow).toEqual({ ok: 1 });
  });

  test('a full queue rejects writes at once with a retry delay; other queues proceed', async () => {
    const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 3 });
    const { set } = writer();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, (_, value) => writeQueue.submit(set, { customer: 'H', value })),
    );
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(outcomes[4]).toMatchObject({ reason: { refusal: { code: 'Unavailable' }, retryAfterSeconds: 1 } });
    expect(await writeQueue.submit(set, { customer: 'I', value: 1 })).toEqual({ ok: 1 });
  });

  test('writes submitted together settle in their order, including a failed one', async () => {
    const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 2 });
    const { set } = writer();
    const fates = [undefined, 'refused', 'fails', undefined] as const;
    const members = fates.map((fate, value) => ({ customer: 'Q', value, ...(fate === undefined ? {} : { fate }) }));
    expect(await writeQueue.submitAll(set, members)).toEqual([
      { ok: 0 },
      { refused: { code: 'NotFound', reason: 'no' } },
      { failed: expect.objectContaining({ code: '22012' }) },
      { ok: 3 },
    ]);
    expect(await values('Q')).toEqual([0, 3]);
    expect(await writeQueue.submitAll(set, [])).toEqual([]);
  });

  test('writes submitted together are all accepted, or all rejected when others are waiting', async () => {
    const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 3 });
    const { set } = writer();
    const waiting = writeQueue.submit(set, { customer: 'R', value: 0 });
    const full = { failed: expect.objectContaining({ refusal: expect.objectContaining({ code: 'Unavailable' }) }) };
    const three = [1, 2, 3].map((value) => ({ customer: 'R', value }));
    expect(await writeQueue.submitAll(set, three)).toEqual([full, full, full]);
    expect(await writeQueue.submitAll(set, three.slice(0, 2))).toEqual([{ ok: 1 }, { ok: 2 }]);
    expect(await waiting).toEqual({ ok: 0 });
    expect(await values('R')).toEqual([0, 1, 2]);
  });

  test('writes submitted together are all rejected when one identity is invalid', async () => {
    const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 100 });
    const { set, sets } = writer();
    const stumbling: typeof set = {
      ...set,
      identities: (member) => {
        if (member.value === 1) throw new Error('no name');
        return [];
      },
    };
    const failed = { failed: expect.objectContaining({ message: 'no name' }) };
    expect(
      await writeQueue.submitAll(
        stumbling,
        [0, 1, 2].map((value) => ({ customer: 'S', value })),
      ),
    ).toEqual([failed, failed, failed]);
    await writeQueue.drain();
    expect(sets).toEqual([]);
  });

  test('drain completes accepted writes and rejects later ones', async () => {
    const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 100 });
    const { set } = writer(2);
    const accepted = Array.from({ length: 6 }, (_, value) => writeQueue.submit(set, { customer: 'J', value }));
    const drained = writeQueue.drain();
    await expect(writeQueue.submit(set, { customer: 'J', value: 99 })).rejects.toMatchObject({
      refusal: { code: 'Unavailable' },
    });
    await drained;
    expect(await values('J')).toHaveLength(6);
    expect(await Promise.all(accepted)).toHaveLength(6);
  });
});
