/** Replies on connections whose bytes are not a valid HTTP request, which the framework does not handle. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { uuidv7 } from '../../lib/uuid.ts';
import { errorStatusByCode } from '../errors.ts';
import { jsonContentType, toErrorBody } from './reply.ts';

/** The reply to the last request that began on a connection. */
const lastReplies = new WeakMap<Socket, ServerResponse>();
/** Connections whose 400 waits for the replies before it. */
const waiting = new WeakSet<Socket>();

/** Notes the replies of the server's connections, so that `replyToMalformedHttp` keeps their order. */
export function watchReplies(server: Server): void {
  server.on('request', (request, response) => lastReplies.set(request.socket, response));
}

/**
 * Replies with 400 to malformed HTTP, headers beyond the limit and requests that arrive too slowly, then closes the connection. Requests
 * that arrived whole before it get their replies first: a client takes the first reply for that of its first request.
 */
export function replyToMalformedHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  if (waiting.has(socket)) return;
  const reply = (): void => {
    waiting.delete(socket);
    if (socket.writable) sendMalformed(error, socket);
  };
  const last = lastReplies.get(socket);
  const isWhole = last?.req.complete === true;
  if (last === undefined || last.writableFinished || (!isWhole && last.socket !== null)) {
    reply();
    return;
  }
  waiting.add(socket);
  // The bytes belong to the request after a whole one, and otherwise to the last one, which has the socket when its turn has come.
  last.once(isWhole ? 'close' : 'socket', reply);
}

function sendMalformed(error: Error & { code?: string }, socket: Socket): void {
  const reasons: Record<string, string> = {
    HPE_HEADER_OVERFLOW: 'The headers are larger than 16 KiB.',
    ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
  };
  const reason = reasons[error.code ?? ''] ?? 'This is not a valid HTTP request.';
  const body = JSON.stringify(toErrorBody({ code: 'MalformedRequest', reason }, uuidv7()));
  socket.end(
    `HTTP/1.1 ${errorStatusByCode.MalformedRequest} Bad Request\r\ncontent-type: ${jsonContentType}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
