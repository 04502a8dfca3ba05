import { expect, test, vi } from 'vitest';
import { createFairSemaphore } from './fair-semaphore.ts';

/** Work that ends when the test says so, and the order in which it began. */
function heldWork() {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      began.push(name);
      ends.push(() => resolve(name));
    });
  const endNext = async (): Promise<void> => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { began, work, endNext };
}

test('customers are served in turn, whatever one of them has queued', async () => {
  const slots = createFairSemaphore({ slots: 1, maxWaitMs: 10_000 });
  const { began, work, endNext } = heldWork();
  const all = ['A0', 'A1', 'A2', 'A3', 'B1', 'C1', 'B2'].map((name) => slots.run(name.charAt(0), work(name)));
  for (let i = 0; i < all.length; i += 1) await endNext();
  expect(await Promise.all(all)).toHaveLength(7);
  expect(began).toEqual(['A0', 'A1', 'B1', 'C1', 'A2', 'B2', 'A3']);
  expect(slots.load).toEqual({ waiting: 0, shed: 0 });
});

test('never more at once than there are slots, also after work that failed', async () => {
  const slots = createFairSemaphore({ slots: 2, maxWaitMs: 10_000 });
  let atOnce = 0;
  let most = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      slots.run('A', async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await new Promise((resolve) => setImmediate(resolve));
        atOnce -= 1;
        if (i % 3 === 0) throw new Error('no');
      }),
    ),
  );
  expect(most).toBe(2);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(7);
});

test('what has waited too long is rejected, and what comes while all slots stand still is refused at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  try {
    const slots = createFairSemaphore({ slots: 1, maxWaitMs: 1_000 });
    const { began, work, endNext } = heldWork();
    const first = slots.run('A', work('A'));
    const waiting = slots.run('B', work('B'));
    const rejected = expect(waiting).rejects.toMatchObject({ refusal: { code: 'Unavailable' }, retryAfterSeconds: 1 });
    vi.advanceTimersByTime(1_100);
    await rejected;
    await expect(slots.run('C', work('C'))).rejects.toMatchObject({ refusal: { code: 'Unavailable' } });
    await endNext();
    expect(await first).toBe('A');
    const next = slots.run('C', work('C'));
    await endNext();
    expect(await next).toBe('C');
    expect(began).toEqual(['A', 'C']);
  } finally {
    vi.useRealTimers();
  }
});
