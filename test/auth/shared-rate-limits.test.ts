/** Processes share one rate limit, through their database or Redis (decision 7). */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRateLimitBudgets } from '../../src/auth/rate-budgets.ts';
import { createDatabaseBudgetStore, type RateLimitBudgetStore } from '../../src/auth/rate-limit-budget-store.ts';
import { openRedisRateLimitBudgets, type RedisRateLimitBudgets } from '../../src/auth/redis-budgets.ts';
import { createTokenBuckets } from '../../src/auth/token-buckets.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { openRedis, type RedisUnderTest } from '../support/redis.ts';
import { openTestbed, type Testbed, until } from './testbed.ts';

let testbed: Testbed;
let redis: RedisUnderTest;
const connections: RedisRateLimitBudgets[] = [];
/** The database as two processes reach it. */
let dbs: readonly [Db, Db];

beforeAll(async () => {
  testbed = await openTestbed();
  redis = await openRedis();
  const [one, other] = [await testbed.start(), await testbed.start()];
  dbs = [one.environment.db, other.environment.db];
});
afterAll(async () => {
  for (const connection of connections) await connection.close();
  await redis.stop();
  await testbed.end();
});

function redisBudgets(): RateLimitBudgetStore {
  const connection = openRedisRateLimitBudgets(redis.url, pino({ level: 'silent' }));
  connections.push(connection);
  return connection.budgets('test');
}

/** The store as two processes reach it. */
const stores: Readonly<Record<string, () => readonly [RateLimitBudgetStore, RateLimitBudgetStore]>> = {
  PostgreSQL: () => [createDatabaseBudgetStore(dbs[0]), createDatabaseBudgetStore(dbs[1])],
  Redis: () => [redisBudgets(), redisBudgets()],
};
const names = Object.keys(stores);
const storesOf = (name: string) => (stores[name] as (typeof stores)[string])();

/** A statement may take long on a busy machine. */
const patient = { replyMs: 60_000 };

/** Refills nothing while a test runs. */
const sizeOf = (burst: number) => ({ perSecond: 0.000_001, burst });
const keyOf = (customerNo: string) => ({ customerNo, bucket: 'requests\nU1' });

test.each(names)('%s: two processes admit one budget together, and one that starts later none of it', async (name) => {
  const [first, second] = storesOf(name);
  const [one, other, late] = [first, second, second].map((store) =>
    createRateLimitBudgets(store, createTokenBuckets(10), 10, patient),
  );
  if (one === undefined || other === undefined || late === undefined) throw new Error('three processes were opened');
  const take = async (budgets: typeof one, cost = 1) => await budgets.take(keyOf('W300'), cost, sizeOf(160));
  // Each holds a portion before the other can take everything.
  const firstTaken = await Promise.all([take(one), take(other)]);
  expect(firstTaken).toMatchObject([{ allowed: true }, { allowed: true }]);
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

test('PostgreSQL: a clock that goes back takes nothing from a budget', async () => {
  const [store] = storesOf('PostgreSQL');
  const claim = { ...keyOf('W306'), perSecond: 100, burst: 160, wanted: 10, needed: 1 };
  await store.claim([claim]);
  await dbs[0].rows("update rate_budgets set at = clock_timestamp() + interval '1 hour' where customer_no = 'W306'");
  expect(await store.claim([claim])).toMatchObject([{ granted: 10, level: 140 }]);
});

test.each(names)('%s: a portion that is not used is given back', async (name) => {
  const clock = { ms: 0 };
  const [one, other] = storesOf(name).map((store) =>
    createRateLimitBudgets(store, createTokenBuckets(10), 10, { ...patient, nowMs: () => clock.ms }),
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

test.each(names)('%s: a process that has given its portion back has what it takes next, and no less', async (name) => {
  const clock = { ms: 0 };
  const [store] = storesOf(name);
  const budgets = createRateLimitBudgets(store, createTokenBuckets(10), 10, { ...patient, nowMs: () => clock.ms });
  const take = async () => await budgets.take(keyOf('W307'), 1, sizeOf(32));
  expect(await take()).toMatchObject({ allowed: true, remaining: 31 });
  clock.ms += 10_000;
  await budgets.giveBack();
  expect(await take()).toMatchObject({ allowed: true, remaining: 30 });
  await budgets.close();
});

test('while the database does not reply, each process limits by itself', async () => {
  const failing = { ...dbs[0], rows: () => Promise.reject(new Error('connection lost')) } as unknown as Db;
  const budgets = createRateLimitBudgets(createDatabaseBudgetStore(failing), createTokenBuckets(10), 10);
  const take = async () => await budgets.take(keyOf('W302'), 1, sizeOf(2));
  expect(await take()).toMatchObject({ allowed: true, remaining: 1 });
  expect(await take()).toMatchObject({ allowed: true, remaining: 0 });
  expect(await take()).toMatchObject({ allowed: false });
  expect(budgets.isAlone).toBe(true);
  await budgets.close();
});

test.each(names)('%s: a reply that this process was too busy to read is not late', async (name) => {
  const [store] = storesOf(name);
  const busyMs = 400;
  const claim: RateLimitBudgetStore['claim'] = async (claims) => {
    const claimed = store.claim(claims);
    // The claim has left by then.
    await nextTurn();
    const since = performance.now();
    while (performance.now() - since < 1.1 * busyMs);
    return await claimed;
  };
  const budgets = createRateLimitBudgets({ ...store, claim }, createTokenBuckets(10), 10, { replyMs: busyMs });
  await budgets.take(keyOf('W306'), 1, sizeOf(2));
  expect(budgets.isAlone).toBe(false);
  await budgets.close();
});

test('Redis: a server that says nothing as a process starts keeps neither its requests nor its end waiting', async () => {
  redis.freeze();
  const connection = openRedisRateLimitBudgets(redis.url, pino({ level: 'silent' }));
  try {
    const budgets = createRateLimitBudgets(connection.budgets('test'), createTokenBuckets(10), 10, { replyMs: 100 });
    expect(await budgets.take(keyOf('W307'), 1, sizeOf(2))).toMatchObject({ allowed: true });
    expect(budgets.isAlone).toBe(true);
    const closing = connection.close().then(() => 'closed');
    expect(await Promise.race([closing, sleep(1_000, 'still open')])).toBe('closed');
  } finally {
    redis.thaw();
  }
});

test('Redis: a budget is refilled by its clock, and forgotten when it is full', async () => {
  const [store] = storesOf('Redis');
  const claim = async (wanted: number) =>
    (await store.claim([{ ...keyOf('W304'), perSecond: 20, burst: 2, wanted, needed: wanted }]))[0];
  expect(await claim(2)).toMatchObject({ granted: 2, level: 0 });
  expect(await claim(2)).toMatchObject({ granted: 0 });
  await until(async () => (await claim(2))?.granted === 2);
  // What is given back is never more than the full budget.
  expect(await claim(-5)).toMatchObject({ granted: -5, level: 2 });
});

test('a server shares its budgets through Redis; while that is away or hangs it limits by itself', async () => {
  const caller = { customerNo: 'W305', customerName: '', userKey: 'U1' };
  const settings = {
    REDIS_URL: redis.url,
    RATE_LIMIT_REQUESTS_BURST: '16',
    RATE_LIMIT_REQUESTS_PER_SECOND: '1',
  };
  const [one, other] = [await testbed.start(settings), await testbed.start(settings)];
  const take = async ({ authenticator, environment }: typeof one, cost: number, userKey: string) =>
    await authenticator.takeRequests(environment, { ...caller, userKey }, 'SKU/CreateSKU', cost);
  const isAlone = ({ authenticator }: typeof one) => authenticator.sharedLimits.get('test')?.isAlone;
  // They connect in the background, and on a busy machine a reply may be late.
  for (let attempt = 1; ; attempt += 1) {
    const taken = [await take(one, 12, `U${attempt}`), await take(other, 12, `U${attempt}`)];
    if (isAlone(one) === false && isAlone(other) === false) {
      expect(taken).toMatchObject([{ allowed: true }, { allowed: false }]);
      break;
    }
    expect(attempt).toBeLessThan(200);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(await dbs[0].rows("select 1 from rate_budgets where customer_no = 'W305'")).toEqual([]);
  const rejections = () => other.logged.filter((line) => line.includes('Redis rejects commands'));
  await redis.command('CONFIG SET maxmemory 1');
  expect(await take(other, 8, 'V0')).toMatchObject({ allowed: true });
  await until(() => rejections().length > 0);
  expect(isAlone(other)).toBe(true);
  await redis.command('CONFIG SET maxmemory 0');
  await until(async () => {
    await take(other, 1, 'V0');
    return isAlone(other) === false;
  });
  expect(rejections()).toHaveLength(1);
  redis.freeze();
  const startedMs = performance.now();
  expect(await take(other, 8, 'U0')).toMatchObject({ allowed: true });
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  expect(isAlone(other)).toBe(true);
  redis.thaw();
  await redis.stop();
  expect(await take(one, 10, 'U0')).toMatchObject({ allowed: true });
  await until(() => one.logged.some((line) => line.includes('Redis is not reachable')));
  expect(one.logged.filter((line) => line.includes('Redis is not reachable'))).toHaveLength(1);
  await redis.start();
  await until(() => one.logged.some((line) => line.includes('Redis is reachable again')));
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
