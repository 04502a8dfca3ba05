/**
 * Returns true when `work` resolves within `ms`, and rejects when it rejects within `ms`. Otherwise returns false;
 * `work` continues, and its result or error is ignored.
 */
export async function resolvesWithinMs(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
