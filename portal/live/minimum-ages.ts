/** Operations that read a whole day, with the minimum time between two reads, however often their topic changes. */
const minAgesMs: Readonly<Record<string, number>> = { '/api/Floor/Throughput': 15_000 };

interface MinimumAges {
  /** Whether a query may be read again now. If not, its operation is read again as soon as it may. */
  isDue(path: unknown, readAt: number): boolean;
}

/** @param readAgain reads the queries of an operation again */
export function createRefreshLimiter(readAgain: (path: string) => void): MinimumAges {
  const planned = new Set<string>();
  return {
    isDue: (path, readAt) => {
      const minAgeMs = typeof path === 'string' ? minAgesMs[path] : undefined;
      if (typeof path !== 'string' || minAgeMs === undefined) return true;
      const waitMs = readAt + minAgeMs - Date.now();
      if (waitMs <= 0) return true;
      if (planned.has(path)) return false;
      planned.add(path);
      setTimeout(() => {
        planned.delete(path);
        readAgain(path);
      }, waitMs);
      return false;
    },
  };
}
