import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

const size = { perSecond: 100, burst: 1000 };

function bucketsAt(maxBuckets = 100) {
  const clock = { ms: 0 };
  return { clock, buckets: createTokenBuckets(maxBuckets, () => clock.ms) };
}

describe('a token bucket', () => {
  it('starts full, gives its burst and then refills', () => {
    const { clock, buckets } = bucketsAt();
    for (let i = 0; i < 999; i += 1) expect(buckets.take('a', 1, size).allowed).toBe(true);
    expect(buckets.take('a', 1, size)).toEqual({ allowed: true, remaining: 0, resetSeconds: 1 });
    expect(buckets.take('a', 1, size)).toEqual({ allowed: false, remaining: 0, resetSeconds: 1 });
    clock.ms += 9;
    expect(buckets.take('a', 1, size).allowed).toBe(false);
    clock.ms += 1;
    expect(buckets.take('a', 1, size).allowed).toBe(true);
    clock.ms += 60_000;
    expect(buckets.take('a', 1, size)).toEqual({ allowed: true, remaining: 999, resetSeconds: 1 });
  });

  it('takes nothing when it refuses, and returns when the same cost fits', () => {
    const { clock, buckets } = bucketsAt();
    buckets.take('a', 1000, size);
    expect(buckets.take('a', 250, size)).toEqual({ allowed: false, remaining: 0, resetSeconds: 3 });
    clock.ms += 3000;
    expect(buckets.take('a', 250, size)).toEqual({ allowed: true, remaining: 50, resetSeconds: 1 });
  });

  it('returns when more than what is left is there', () => {
    const { clock, buckets } = bucketsAt();
    const slow = { perSecond: 0.1, burst: 5 };
    expect(buckets.take('a', 1, slow)).toEqual({ allowed: true, remaining: 4, resetSeconds: 10 });
    clock.ms += 4_000;
    expect(buckets.take('a', 1, slow)).toEqual({ allowed: true, remaining: 3, resetSeconds: 6 });
    expect(buckets.peek('b', 0, slow)).toEqual({ allowed: true, remaining: 5, resetSeconds: 0 });
  });

  it('takes a cost above the burst as the whole bucket', () => {
    const { buckets } = bucketsAt();
    expect(buckets.take('a', 5000, size)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('keeps keys apart, and peeks without taking', () => {
    const { buckets } = bucketsAt();
    buckets.take('a', 1000, size);
    expect(buckets.peek('a', 1, size).allowed).toBe(false);
    expect(buckets.peek('b', 1000, size).allowed).toBe(true);
    expect(buckets.take('b', 1000, size).allowed).toBe(true);
  });

  it('obeys a changed size at once, and a clock that is set back', () => {
    const { clock, buckets } = bucketsAt();
    buckets.take('a', 1, size);
    expect(buckets.take('a', 1, { perSecond: 1, burst: 5 }).remaining).toBe(4);
    clock.ms -= 1_000;
    expect(buckets.take('a', 1, { perSecond: 1, burst: 5 }).remaining).toBe(3);
  });

  it('forgets the least recently used when there are too many', () => {
    const { buckets } = bucketsAt(2);
    buckets.take('a', 1000, size);
    buckets.take('b', 1000, size);
    buckets.take('a', 1, size);
    buckets.take('c', 1, size);
    expect(buckets.peek('a', 1, size).allowed).toBe(false);
    expect(buckets.peek('b', 1000, size).allowed).toBe(true);
  });

  it('never gives more than burst and refill, and never refuses what fits', () => {
    const step = fc.record({ waitMs: fc.integer({ min: 0, max: 3000 }), cost: fc.integer({ min: 1, max: 12 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { clock, buckets } = bucketsAt();
        const small = { perSecond: 3, burst: 10 };
        let level = 10;
        for (const { waitMs, cost } of steps) {
          clock.ms += waitMs;
          level = Math.min(10, level + (waitMs / 1000) * 3);
          const { allowed } = buckets.take('a', cost, small);
          expect(allowed).toBe(level + 1e-6 >= Math.min(cost, 10));
          if (allowed) level -= Math.min(cost, 10);
        }
      }),
    );
  });
});
