/** Claims on Idempotency-Keys as two processes see them: waiting, failing, dying, hanging. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { createIdempotencyKeys } from '../../src/platform/http/idempotency-keys.ts';
import type { IdempotencyKeyId } from '../../src/platform/idempotency-key-store.ts';
import {
  type ClaimedCommandRun,
  createIdempotencyKeyClaims,
  type IdempotencyKeyClaims,
  isIdempotencyKeyClaimLost,
} from '../../src/platform/key-claims.ts';
import { openTwoProcesses, type TwoProcesses } from '../support/two-processes.ts';

let processes: TwoProcesses;
let here: IdempotencyKeyClaims;
let there: IdempotencyKeyClaims;

beforeAll(async () => {
  processes = await openTwoProcesses();
  here = createIdempotencyKeyClaims(processes.db);
  there = createIdempotencyKeyClaims(processes.other);
});
afterAll(() => processes.close());

let keys = 0;
const newKey = (): IdempotencyKeyId => {
  keys += 1;
  return { customerNo: 'W1', operation: 'Op', keyHash: Buffer.from(`key ${keys}`), bodyHash: Buffer.from('body') };
};
const withBody = (name: IdempotencyKeyId, body: string): IdempotencyKeyId => ({ ...name, bodyHash: Buffer.from(body) });

async function claimed(claims: IdempotencyKeyClaims, name: IdempotencyKeyId): Promise<ClaimedCommandRun> {
  const claim = await claims.claim(name, 200);
  if (!('run' in claim)) throw new Error(JSON.stringify(claim));
  return claim.run;
}

/** As after the lease, when the claim was not renewed. */
const expire = ({ keyHash }: IdempotencyKeyId) =>
  processes.db.rows("update idempotency_keys set claimed_until = now() - interval '1 second' where key_hash = $1", [
    keyHash,
  ]);

test('requests with one key in two processes run once; the others get the response', async () => {
  const name = newKey();
  const run = await claimed(here, name);
  const twins = [here, there, there].map((claims) => claims.claim(name, 200));
  await run.finish({ status: 200, body: { done: true } });
  const kept = { kept: { status: 200, body: { done: true } } };
  expect(await Promise.all(twins)).toEqual([kept, kept, kept]);
});

test('of many requests that arrive together one gets the claim', async () => {
  const name = newKey();
  let runs = 0;
  const all = Array.from({ length: 20 }, async (_, index) => {
    const claim = await (index % 2 ? here : there).claim(name, 200);
    if (!('run' in claim)) return claim;
    runs += 1;
    await claim.run.finish({ status: 200, body: index });
    return { kept: { status: 200, body: index } };
  });
  expect(new Set((await Promise.all(all)).map((reply) => JSON.stringify(reply))).size).toBe(1);
  expect(runs).toBe(1);
});

test('another body is rejected at once, during the first request and after its response was saved', async () => {
  const name = newKey();
  const run = await claimed(here, name);
  const refused = { refused: { code: 'IdempotencyKeyReused' } };
  expect(await there.claim(withBody(name, 'other'), 200)).toMatchObject(refused);
  await run.finish({ status: 200, body: 1 });
  expect(await there.claim(withBody(name, 'other'), 200)).toMatchObject(refused);
});

test('a failed run releases the key at once, also for another body; a waiting request runs', async () => {
  const name = newKey();
  const run = await claimed(here, name);
  const twin = claimed(there, name);
  await run.release();
  await (await twin).finish({ status: 503, body: {} });
  expect((await claimed(here, withBody(name, 'other'))).progress).toBeUndefined();
});

test('a failed run that has saved progress is continued only by the same body', async () => {
  const name = newKey();
  const run = await claimed(here, name);
  await processes.db.write((tx) => run.saveProgress(tx, { step: 1 }));
  await run.release();
  expect(await there.claim(withBody(name, 'other'), 200)).toMatchObject({ refused: { code: 'IdempotencyKeyReused' } });
  const next = await claimed(there, name);
  expect(next.progress).toEqual({ step: 1 });
  await next.finish({ status: 200, body: 2 });
  expect(await here.claim(name, 200)).toEqual({ kept: { status: 200, body: 2 } });
});

test('progress that another body saves while a request is about to claim is not continued by it', async () => {
  const name = newKey();
  const other = withBody(name, 'other');
  const rows: Db['rows'] = async (text, values) => {
    if (/^insert/.test(text)) {
      const first = await claimed(there, name);
      await processes.db.write((tx) => first.saveProgress(tx, { step: 1 }));
      await first.release();
    }
    return await processes.db.rows<never>(text, values);
  };
  const late = createIdempotencyKeyClaims(Object.create(processes.db, { rows: { value: rows } }));
  expect(await late.claim(other, 200)).toMatchObject({ refused: { code: 'IdempotencyKeyReused' } });
  expect((await claimed(here, name)).progress).toEqual({ step: 1 });
});

test('the claim of a process that crashed while the clock of the database was ahead ends when it has gone back', async () => {
  const name = newKey();
  const run = await claimed(here, name);
  await processes.db.write((tx) => run.saveProgress(tx, { step: 1 }));
  await processes.db.rows(
    "update idempotency_keys set created_at = now() + interval '1 year', claimed_until = now() + interval '1 year' where key_hash = $1",
    [name.keyHash],
  );
  const next = await claimed(there, name);
  expect(next.progress).toEqual({ step: 1 });
  await next.finish({ status: 200, body: 3 });
});

test('the claim of a crashed process expires, and its saved progress is continued', async () => {
  const name = newKey();
  const dead = await claimed(here, name);
  await processes.db.write((tx) => dead.saveProgress(tx, 'half'));
  const waiting = claimed(there, name);
  await expire(name);
  expect((await waiting).progress).toBe('half');
});

test('a long run renews its claim', async () => {
  const name = newKey();
  const left = async () => {
    const [row] = await processes.db.rows<{ seconds: number }>(
      'select extract(epoch from claimed_until - now())::int as seconds from idempotency_keys where key_hash = $1',
      [name.keyHash],
    );
    return row?.seconds;
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const run = await claimed(here, name);
    await processes.db.rows("update idempotency_keys set claimed_until = now() + interval '2 seconds'");
    vi.advanceTimersByTime(6_000);
    await vi.waitFor(async () => expect(await left()).toBeGreaterThan(10));
    await run.finish({ status: 200, body: 1 });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a renewal that arrives after the release does not claim the key again', async () => {
  const name = newKey();
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  let renewed: Promise<unknown> | undefined;
  const rows: Db['rows'] = async (text, values) => {
    const work = () => processes.db.rows<never>(text, values);
    if (!/set claimed_until = now[(][)] [+]/.test(text)) return await work();
    const renewal = sent.then(work);
    renewed = renewal;
    return await renewal;
  };
  const slow: Db = Object.create(processes.db, { rows: { value: rows } });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const run = await claimed(createIdempotencyKeyClaims(slow), name);
    run.bind();
    vi.advanceTimersByTime(6_000);
    await run.release();
    send();
    await renewed;
  } finally {
    vi.useRealTimers();
  }
  expect(renewed).toBeDefined();
  const held = await processes.db.rows('select 1 from idempotency_keys where key_hash = $1 and claimed_until > now()', [
    name.keyHash,
  ]);
  expect(held).toEqual([]);
});

test('a run that exceeded its lease and was overtaken is rolled back', async () => {
  const name = newKey();
  const { db } = processes;
  await db.rows('create table effects (of text)');
  const hung = await claimed(here, name);
  await expire(name);
  const next = await claimed(there, name);
  const effect = (run: ClaimedCommandRun, of: string) =>
    db.write(async (tx) => {
      await tx.rows('insert into effects values ($1)', [of]);
      await run.storeReply(tx, { of });
    });
  await expect(effect(hung, 'hung')).rejects.toMatchObject({ refusal: { code: 'Unavailable' } });
  await expect(db.write((tx) => hung.saveProgress(tx, 1))).rejects.toMatchObject({ refusal: { code: 'Unavailable' } });
  const marked = db.write(async (tx) => {
    await tx.rows("insert into effects values ('marked')");
    hung.markDone(tx);
  });
  await expect(marked).rejects.toSatisfy(isIdempotencyKeyClaimLost);
  await expect(hung.finish({ status: 200, body: 'hung' })).rejects.toMatchObject({ refusal: { code: 'Unavailable' } });
  await hung.release();
  await effect(next, 'next');
  await next.finish({ status: 200, body: 'not kept twice' });
  expect(await db.rows('select of from effects')).toEqual([{ of: 'next' }]);
  expect(await here.claim(name, 200)).toEqual({ kept: { status: 200, body: { of: 'next' } } });
});

test('a response saved in a failed transaction is not kept', async () => {
  const name = newKey();
  const run = await claimed(here, name);
  const failing = processes.db.write(async (tx) => {
    await run.storeReply(tx, 1);
    throw new Error('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  await run.release();
  expect(await there.claim(name, 200)).toHaveProperty('run');
});

test('when the transaction that saved the response has failed, the rejection is kept', async () => {
  const name = newKey();
  const run = await claimed(here, name);
  const failing = processes.db.write(async (tx) => {
    await run.storeReply(tx, 1);
    throw new Error('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  await run.finish({ status: 403, body: 'no' });
  expect(await there.claim(name, 200)).toEqual({ kept: { status: 403, body: 'no' } });
});

test('of two rejections under one key the first one is kept', async () => {
  const name = newKey();
  const one = createIdempotencyKeys(processes.db, 'secret');
  const two = createIdempotencyKeys(processes.other, 'secret');
  const first = { status: 404, body: 1 };
  const second = { status: 404, body: 2 };
  expect(await one.storeRejection(name, first)).toBeUndefined();
  expect(await two.storeRejection(name, second)).toEqual({ kept: first });
  expect(await two.storeRejection(withBody(name, 'other'), second)).toMatchObject({
    refused: { code: 'IdempotencyKeyReused' },
  });
});

test('an incomplete response, 401, 429 and 5xx are not kept', async () => {
  for (const status of [200, 401, 429, 500, 503]) {
    const name = newKey();
    const run = await claimed(here, name);
    if (status === 200) run.discardReply();
    await run.finish({ status, body: {} });
    expect(await there.claim(name, 200), String(status)).toHaveProperty('run');
  }
});

test('progress and responses are deleted after 24 hours', async () => {
  const [progressed, kept] = [newKey(), newKey()];
  const run = await claimed(here, progressed);
  await processes.db.write((tx) => run.saveProgress(tx, 1));
  await run.release();
  await (await claimed(here, kept)).finish({ status: 200, body: 1 });
  await processes.db.rows("update idempotency_keys set created_at = now() - interval '24 hours'");
  expect((await claimed(there, withBody(progressed, 'other'))).progress).toBeUndefined();
  expect(await there.claim(withBody(kept, 'other'), 200)).toHaveProperty('run');
});
