/** The time limit of reads. */
import { ApiError } from './api-error.ts';

/**
 * Runs a read that its caller may end by a signal. It rejects as one that did not reach the server when the limit has passed: where a
 * connection was cut silently, the list would otherwise stay as it was, without a word and without another read.
 */
export async function readWithinLimit<Reply>(
  limitMs: number,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<Reply>,
): Promise<Reply> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  try {
    return await read(AbortSignal.any([signal, limit.signal]));
  } catch (error) {
    if (limit.signal.aborted && !signal.aborted) throw new ApiError(0, {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
