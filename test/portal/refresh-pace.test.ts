/** The pauses between refreshes of a page after changes by others. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../portal/api/api-error.ts';
import { readBodyWithinLimit, readWithinLimit } from '../../portal/api/read-limit.ts';
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

/** A read whose connection was cut silently: it ends only by its signal, as `fetch` does. */
const unanswered = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

test('a read without a reply does not stop the reads of later changes, and ends as one that did not reach the server', async () => {
  const refreshed: string[][] = [];
  const failures: unknown[] = [];
  const changes = createRefreshQueue(async (topics) => {
    refreshed.push([...topics]);
    if (refreshed.length > 1) return;
    await readWithinLimit(65_000, new AbortController().signal, unanswered).catch((error) => failures.push(error));
  });
  changes.add(['settings']);
  changes.add(['customers']);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(refreshed).toEqual([['settings']]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refreshed).toEqual([['settings'], ['customers']]);
  expect(failures).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(failures).toEqual([new ApiError(0, {})]);
});

test('a read that its page has ended rejects as that', async () => {
  const page = new AbortController();
  const read = readWithinLimit(65_000, page.signal, unanswered);
  const reason = new Error('the page shows another list');
  page.abort(reason);
  await expect(read).rejects.toBe(reason);
});

test('a file whose connection is cut silently is given up, and one that comes slowly is not', async () => {
  const parts = (count: number) =>
    new ReadableStream<Uint8Array>({
      start: async (stream) => {
        for (let part = 0; part < count; part += 1) {
          await new Promise((resolve) => setTimeout(resolve, 100_000));
          stream.enqueue(new TextEncoder().encode(`row ${part}\n`));
        }
        if (count === 3) stream.close();
      },
    });
  /** Ends the stream with the request, as `fetch` does. */
  const requested = (count: number) => async (signal: AbortSignal) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    void parts(count)
      .pipeTo(writable, { signal })
      .catch(() => undefined);
    return new Response(readable);
  };
  const slow = readBodyWithinLimit(130_000, requested(3));
  const cut = readBodyWithinLimit(130_000, requested(2)).catch((error) => error.name);
  const unreached = readBodyWithinLimit(130_000, unanswered).catch((error) => error.name);
  await vi.advanceTimersByTimeAsync(330_000);
  expect(await (await slow).text()).toBe('row 0\nrow 1\nrow 2\n');
  expect(await Promise.all([cut, unreached])).toEqual(['AbortError', 'AbortError']);
});
