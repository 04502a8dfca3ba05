import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { resolvesWithinMs } from './settles-within.ts';

test('says whether work has ended in time', async () => {
  expect(await resolvesWithinMs(10_000, Promise.resolve())).toBe(true);
  expect(await resolvesWithinMs(1, delay(60_000, undefined, { ref: false }))).toBe(false);
});

test('passes on a failure in time, and ignores one that comes later', async () => {
  await expect(resolvesWithinMs(10_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  const failing = delay(20).then(() => {
    throw new Error('late');
  });
  expect(await resolvesWithinMs(1, failing)).toBe(false);
  await delay(40);
});
