/**
 * Bounds the replies of a connection that its client does not read. Otherwise one packet of pipelined requests would make the
 * server hold all of their replies at once, and a client that reads none of them would keep its connection forever.
 *
 * Pipelined requests are handled one after the other, in the order of their replies. A client that sends too many ahead loses its
 * connection, and so does one that has taken nothing of a reply for a minute. The time in which the rest of a reply is made does not
 * count.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

interface ConnectionReplyLimits {
  /** Requests of a connection that wait for the reply to the one before them. */
  readonly pipelined: number;
  /** How long a client may take nothing of a reply. */
  readonly stallMs: number;
}

const defaultLimits: ConnectionReplyLimits = { pipelined: 32, stallMs: 60_000 };

/**
 * Ends a connection when more than `pipelined` of its requests wait for the reply before them, or when its client neither takes anything of
 * a reply nor sends anything for `stallMs` (up to twice that); a request whose headers it never completes is ended by `headersTimeout`.
 * Hijacked replies limit themselves. Call it before other hooks are added: they are not called for a request until its turn has come.
 */
export function limitConnectionReplies(
  app: FastifyInstance,
  { pipelined, stallMs }: ConnectionReplyLimits = defaultLimits,
): void {
  const waiting = new WeakMap<Socket, number>();

  app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
    // The reply before this one has the socket.
    if (response.socket !== null) {
      done();
      return;
    }
    const ahead = waiting.get(socket) ?? 0;
    if (ahead >= pipelined) {
      socket.destroy();
      return;
    }
    waiting.set(socket, ahead + 1);
    // Not emitted when the connection ends before: then no reply is needed.
    response.once('socket', () => {
      // Set for the reply before this one.
      socket.setTimeout(0);
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      done();
    });
  });

  app.addHook('onSend', (_request, { raw: response }, _payload, done) => {
    // Not called while the system takes more of what was written.
    response.setTimeout(stallMs, () => {
      const { socket } = response;
      if (socket !== null && socket.writableLength > 0) socket.destroy();
    });
    done();
  });
}
