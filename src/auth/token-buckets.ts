/**
 * Token buckets, in the memory of this process (decision 7).
 *
 * A bucket starts full and is refilled steadily. When there are too many, those not taken from for the longest are dropped;
 * an unused bucket is full again soon anyway.
 */

export interface TokenBucketSize {
  /** Units that are refilled in a second. */
  readonly perSecond: number;
  /** Units that the full bucket holds, at least 1. */
  readonly burst: number;
}

export interface TokenBucketResult {
  readonly allowed: boolean;
  /** Whole requests left. */
  readonly remaining: number;
  /** Whole seconds until the same cost is allowed (rejected), or more than `remaining` is left (allowed; 0: the bucket is full). */
  readonly resetSeconds: number;
}

interface Bucket {
  level: number;
  atMs: number;
}

export interface TokenBuckets {
  /**
   * Takes `cost` from the bucket of `key`, or nothing when it holds less. A cost above the burst is taken as the
   * burst. The size is an argument of each call, so that changed settings apply at once.
   */
  take(key: string, cost: number, size: TokenBucketSize): TokenBucketResult;
  /** Gives back what `take` took from the bucket. */
  giveBack(key: string, cost: number, size: TokenBucketSize): void;
  /** Returns what `take` would return, without taking anything. */
  peek(key: string, cost: number, size: TokenBucketSize): TokenBucketResult;
}

/** Whole seconds until a bucket that holds `level` holds `wanted`. */
export function secondsUntilBucketHolds(wanted: number, level: number, { perSecond }: TokenBucketSize): number {
  return Math.max(0, Math.ceil((wanted - level) / perSecond - 1e-9));
}

/** Buckets by key, at most `maxBuckets`; each is full when it is first taken from. */
export function createTokenBuckets(maxBuckets: number, nowMs: () => number = () => performance.now()): TokenBuckets {
  const buckets = new Map<string, Bucket>();

  const levelOf = (bucket: Bucket | undefined, now: number, size: TokenBucketSize): number =>
    bucket === undefined
      ? size.burst
      : Math.min(size.burst, bucket.level + (Math.max(0, now - bucket.atMs) / 1000) * size.perSecond);

  const decide = (
    level: number,
    requestedCost: number,
    size: TokenBucketSize,
  ): { taken: TokenBucketResult; level: number } => {
    const cost = Math.min(requestedCost, size.burst);
    // Tolerates rounding errors of fractional refills.
    const allowed = level + 1e-9 >= cost;
    const levelAfter = allowed ? Math.max(0, level - cost) : level;
    const remaining = Math.floor(levelAfter + 1e-9);
    const resetSeconds = allowed
      ? secondsUntilBucketHolds(Math.min(remaining + 1, size.burst), levelAfter, size)
      : Math.max(1, secondsUntilBucketHolds(cost, levelAfter, size));
    return { taken: { allowed, remaining, resetSeconds }, level: levelAfter };
  };

  return {
    take: (key, cost, size) => {
      const now = nowMs();
      const bucket = buckets.get(key);
      const { taken, level } = decide(levelOf(bucket, now, size), cost, size);
      buckets.delete(key);
      if (bucket === undefined && buckets.size >= maxBuckets) {
        const oldest = buckets.keys().next().value;
        if (oldest !== undefined) buckets.delete(oldest);
      }
      buckets.set(key, { level, atMs: now });
      return taken;
    },
    giveBack: (key, cost, size) => {
      const now = nowMs();
      const bucket = buckets.get(key);
      if (bucket !== undefined)
        buckets.set(key, { level: Math.min(size.burst, levelOf(bucket, now, size) + cost), atMs: now });
    },
    peek: (key, cost, size) => decide(levelOf(buckets.get(key), nowMs(), size), cost, size).taken,
  };
}
