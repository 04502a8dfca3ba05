/** The minimum time between two reads of an expensive operation. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefreshLimiter } from '../../portal/live/minimum-ages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the throughput of a day is read at most every 15 seconds, however often scans change it', () => {
  let readAt = Date.now();
  let reads = 0;
  const read = () => {
    readAt = Date.now();
    reads += 1;
  };
  const pace = createRefreshLimiter(read);
  // A scan each second, for a minute.
  for (let second = 0; second < 60; second += 1) {
    vi.advanceTimersByTime(1_000);
    if (pace.isDue('/api/Floor/Throughput', readAt)) read();
  }
  expect(reads).toBe(4);
  // The last change is shown too.
  expect(pace.isDue('/api/Floor/Throughput', readAt)).toBe(false);
  vi.advanceTimersByTime(15_000);
  expect(reads).toBe(5);
  vi.advanceTimersByTime(60_000);
  expect(reads).toBe(5);
});

test('what is cheap to read is read at each change', () => {
  const pace = createRefreshLimiter(() => expect.unreachable());
  expect(pace.isDue('/api/Floor/CloseOfDay', Date.now())).toBe(true);
  expect(pace.isDue(undefined, Date.now())).toBe(true);
});
