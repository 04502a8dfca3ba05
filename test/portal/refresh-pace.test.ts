/** The pauses between refreshes of a page after changes by others. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefreshQueue } from '../../portal/live/refresh-pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('changes that arrive during a refresh and the pause after it are read once, nine times later than it took', async () => {
  const read: string[][] = [];
  const changes = createRefreshQueue(async (topics) => {
    read.push([...topics]);
    await vi.advanceTimersByTimeAsync(500);
  });
  changes.add(['orders']);
  await vi.advanceTimersByTimeAsync(0);
  changes.add(['holds', 'floor']);
  changes.add(['floor']);
  await vi.advanceTimersByTimeAsync(4_400);
  expect(read).toEqual([['orders']]);
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toEqual([['orders'], ['holds', 'floor']]);
});

test('a refresh during which the clock jumps by hours is followed by the next one in half a minute', async () => {
  let reads = 0;
  const changes = createRefreshQueue(async () => {
    reads += 1;
    // The computer slept while the reply was on its way.
    if (reads === 1) await vi.advanceTimersByTimeAsync(10 * 3_600_000);
  });
  changes.add(['orders']);
  await vi.advanceTimersByTimeAsync(0);
  changes.add(['orders']);
  expect(reads).toBe(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reads).toBe(2);
});
