/** Processes on one database admit one budget together (decision 7). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRateBudgets } from '../../src/auth/rate-budgets.ts';
import { createTokenBuckets } from '../../src/auth/token-buckets.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { openTestbed, type Testbed } from './testbed.ts';

let testbed: Testbed;
/** The database as two processes reach it. */
let dbs: readonly [Db, Db];

beforeAll(async () => {
  testbed = await openTestbed();
  const [one, other] = [await testbed.start(), await testbed.start()];
  dbs = [one.environment.db, other.environment.db];
});
afterAll(() => testbed.end());

/** A statement may take long on a busy machine. */
const patient = { replyMs: 60_000 };

/** Refills nothing while a test runs. */
const sizeOf = (burst: number) => ({ perSecond: 0.000_001, burst });
const keyOf = (customerNo: string) => ({ customerNo, bucket: 'requests\nU1' });

test('two processes admit one budget together, and one that starts later none of it', async () => {
  const [one, other, late] = [dbs[0], dbs[1], dbs[1]].map((db) =>
    createRateBudgets(db, createTokenBuckets(10), 10, patient),
  );
  if (one === undefined || other === undefined || late === undefined) throw new Error('three processes were opened');
  const take = async (budgets: typeof one, cost = 1) => await budgets.take(keyOf('W300'), cost, sizeOf(160));
  // Each holds a portion before the other can take everything.
  const first = await Promise.all([take(one), take(other)]);
  expect(first).toMatchObject([{ allowed: true }, { allowed: true }]);
  const admitted = await Promise.all(
    [one, other].map(async (budgets) => {
      let count = 0;
      for (let round = 0; round < 20; round += 1) {
        // Some at once, as a server has them.
        const decisions = await Promise.all(Array.from({ length: 10 }, () => take(budgets)));
        count += decisions.filter(({ allowed }) => allowed).length;
      }
      return count;
    }),
  );
  expect(admitted.reduce((sum, count) => sum + count, 2)).toBe(160);
  for (const budgets of [one, other, late]) expect(await take(budgets)).toMatchObject({ allowed: false, remaining: 0 });
  await Promise.all([one.close(), other.close(), late.close()]);
});

test('a portion that is not used is given back', async () => {
  const clock = { ms: 0 };
  const [one, other] = [dbs[0], dbs[1]].map((db) =>
    createRateBudgets(db as Db, createTokenBuckets(10), 10, { ...patient, nowMs: () => clock.ms }),
  );
  if (one === undefined || other === undefined) throw new Error('two processes were opened');
  const take = async (budgets: typeof one, cost: number) => await budgets.take(keyOf('W301'), cost, sizeOf(32));
  expect(await take(one, 1)).toMatchObject({ allowed: true, remaining: 31 });
  expect(await take(other, 31)).toMatchObject({ allowed: false });
  // What is too much for the budget does not keep others from it.
  expect(await take(other, 2)).toMatchObject({ allowed: true });
  clock.ms += 10_000;
  await one.giveBack();
  // The other one knows that there is not enough, and asks again when there should be.
  clock.ms += 2_000_000_000;
  expect(await take(other, 29)).toMatchObject({ allowed: true });
  await Promise.all([one.close(), other.close()]);
});

test('while the database does not reply, each process limits by itself', async () => {
  const failing = { ...dbs[0], rows: () => Promise.reject(new Error('connection lost')) } as unknown as Db;
  const budgets = createRateBudgets(failing, createTokenBuckets(10), 10);
  const take = async () => await budgets.take(keyOf('W302'), 1, sizeOf(2));
  expect(await take()).toMatchObject({ allowed: true, remaining: 1 });
  expect(await take()).toMatchObject({ allowed: true, remaining: 0 });
  expect(await take()).toMatchObject({ allowed: false });
  await budgets.close();
});

test('a server with a database of others shares its budgets; one with its own does not', async () => {
  const rowsOf = async () =>
    await dbs[0].rows("select bucket from rate_budgets where customer_no = 'W303' order by bucket");
  const caller = { customerNo: 'W303', customerName: '', userKey: 'U1' };
  const alone = await testbed.start();
  const take = (at: typeof alone) => at.authenticator.takeRequests(at.environment, caller, 'SKU/CreateSKU', 1);
  expect(take(alone)).toMatchObject({ allowed: true, limit: 1000, remaining: 999 });
  expect(await rowsOf()).toEqual([]);
  const shared = await testbed.start({ DATABASE_URL: 'postgres://127.0.0.1/dray' });
  expect(await take(shared)).toMatchObject({ allowed: true, limit: 1000 });
  expect(await rowsOf()).toEqual([{ bucket: 'requests\nU1' }]);
});
