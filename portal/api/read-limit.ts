/** The time limits of calls and reads. */
import { ApiError } from './api-error.ts';

/**
 * How long a submission or a read may wait for its reply: longer than the server, with its default settings, works on one. Without an
 * end, a connection that was cut silently would keep a dialog closed to all keys. The key of a submission is kept, so that the next
 * attempt counts once.
 */
export const callLimitMs = (path: string): number =>
  // A clock that is advanced by months delivers all orders of its winery.
  path === '/api/Simulation/AdvanceClock' ? 610_000 : worksLong.test(path) ? 130_000 : 65_000;
/** Calls that may work for longer: rules and statuses, which change all open orders, imports, and manifests of thousands of orders. */
const worksLong = /^\/api\/(?:Rules\/|Statuses\/|Floor\/(?:Manifest|Depart)$)|Import/;

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

/**
 * Reads the body of a reply of any length. It rejects when nothing of it has come for the limit, also before the reply: where a connection
 * was cut silently, it would wait for ever.
 * @param send sends the request, which the signal ends
 */
export async function readBodyWithinLimit(
  limitMs: number,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Blob> {
  const limit = new AbortController();
  const begin = () => setTimeout(() => limit.abort(), limitMs);
  let timer = begin();
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform: (part, stream) => {
      clearTimeout(timer);
      timer = begin();
      stream.enqueue(part);
    },
  });
  try {
    const response = await send(limit.signal);
    const body = response.body?.pipeThrough(watch) ?? null;
    return await new Response(body, response).blob();
  } finally {
    clearTimeout(timer);
  }
}
