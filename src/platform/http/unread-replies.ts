/**
 * Bounds the memory of all replies that their clients have not read. `connection-replies.ts` bounds those of one connection; with large
 * replies on many connections, one customer could still use up the memory of the process.
 *
 * Once a second, while there are more bytes than the limit, the customer or operator with the most of them loses the connection of the
 * oldest reply. Others keep theirs. Replies without a caller are small, or documents whose bytes are in memory once.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface UnreadReplyLimits {
  readonly maxBytes: number;
  readonly checkMs: number;
}

const defaultLimits: UnreadReplyLimits = { maxBytes: 128 * 1024 ** 2, checkMs: 1_000 };

/** Shorter replies are not watched, because that costs time for each of them: a connection has one at a time, which takes little memory. */
const smallLength = 64 * 1024;

/** `callerOf` returns the caller of a request; undefined for a request without one. */
export function limitUnreadReplies(
  app: FastifyInstance,
  callerOf: (request: FastifyRequest) => string | undefined,
  { maxBytes, checkMs }: UnreadReplyLimits = defaultLimits,
): void {
  /** The replies that are being sent, the oldest first. */
  const open = new Map<ServerResponse, string>();

  app.addHook('onSend', (request, { raw: response }, payload, done) => {
    const caller = isSmall(payload) ? undefined : callerOf(request);
    if (caller !== undefined) {
      open.set(response, caller);
      response.once('close', () => open.delete(response));
    }
    done();
  });

  const timer = setInterval(() => closeBeyond(open, maxBytes), checkMs);
  timer.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

const isSmall = (payload: unknown): boolean =>
  payload == null || ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length < smallLength);

interface Unread {
  readonly response: ServerResponse;
  readonly bytes: number;
}

function closeBeyond(open: ReadonlyMap<ServerResponse, string>, maxBytes: number): void {
  const unreadOf = new Map<string, { bytes: number; readonly replies: Unread[] }>();
  let total = 0;
  for (const [response, caller] of open) {
    const bytes = response.writableLength;
    if (bytes === 0) continue;
    const unread = unreadOf.get(caller) ?? { bytes: 0, replies: [] };
    unreadOf.set(caller, unread);
    unread.bytes += bytes;
    unread.replies.push({ response, bytes });
    total += bytes;
  }
  while (total > maxBytes) {
    const most = [...unreadOf.values()].reduce((one, other) => (other.bytes > one.bytes ? other : one));
    const oldest = most.replies.shift();
    if (oldest === undefined) return;
    oldest.response.socket?.destroy();
    most.bytes -= oldest.bytes;
    total -= oldest.bytes;
  }
}
