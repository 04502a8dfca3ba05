/** The render pool: concurrent jobs, the bounded queue, and failing threads. */
import type { Worker } from 'node:worker_threads';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { LabelContent } from '../../src/shipping-labels/jit/label-content.ts';
import { renderLabelsAndPackingSlip } from '../../src/shipping-labels/jit/render.ts';
import { DocumentRenderPool } from '../../src/shipping-labels/jit/render-pool.ts';
import { plain } from './documents.ts';

const pools: DocumentRenderPool[] = [];
const openPool = (limits: ConstructorParameters<typeof DocumentRenderPool>[0]) => {
  const pool = new DocumentRenderPool(limits);
  pools.push(pool);
  return pool;
};
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

const limits = { threads: 2, maxQueued: 100, timeoutMs: 30_000 };
const numbered = (n: number): LabelContent => ({ ...plain, orderNo: `ORDER-${n}` });

test('each request gets its own document, and the event loop is not blocked', async () => {
  const pool = openPool(limits);
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 1);
  const files = await Promise.all(
    Array.from({ length: 12 }, (_, n) => pool.render({ content: numbered(n), format: 'LabelPDF' })),
  );
  clearInterval(ticking);
  expect(new Set(files).size).toBe(12);
  expect(files[7]).toBe((await renderLabelsAndPackingSlip(numbered(7), 'LabelPDF')).toString('base64'));
  expect(turns).toBeGreaterThan(10);
});

test('a full queue rejects with 503', async () => {
  const pool = openPool({ ...limits, threads: 1, maxQueued: 2 });
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((n) => pool.render({ content: numbered(n), format: 'LabelPDF' })),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
  expect((outcomes[4] as PromiseRejectedResult).reason).toMatchObject({ status: 503, retryAfterSeconds: 1 });
});

test('a thread that ends while it is idle is replaced', async () => {
  const threads: Worker[] = [];
  const remember = (thread: Worker) => threads.push(thread);
  process.on('worker', remember);
  onTestFinished(() => void process.off('worker', remember));
  const pool = openPool({ ...limits, threads: 1 });
  const first = await pool.render({ content: plain, format: 'LabelPDF' });
  await threads[0]?.terminate();
  expect(await pool.render({ content: plain, format: 'LabelPDF' })).toBe(first);
  expect(threads).toHaveLength(2);
});

test('a job that fails does not affect others, and one that takes too long is rejected with 503', async () => {
  const pool = openPool({ ...limits, threads: 1 });
  const broken = { ...plain, packages: plain.packages.map((packed) => ({ ...packed, trackingNo: '伟' })) };
  await expect(pool.render({ content: broken, format: 'LabelPDF' })).rejects.toThrow('could not be rendered');
  expect(await pool.render({ content: plain, format: 'LabelPDF' })).toMatch(/^JVBERi/);
  const hasty = openPool({ ...limits, threads: 1, timeoutMs: 1 });
  const slow = hasty.render({ content: plain, format: 'FullPNG' });
  await expect(slow).rejects.toMatchObject({ status: 503, refusal: { code: 'Unavailable' }, retryAfterSeconds: 10 });
  await expect(hasty.render({ content: plain, format: 'FullPNG' })).rejects.toMatchObject({ status: 503 });
});
