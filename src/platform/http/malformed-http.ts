/** Replies on connections whose bytes are not a valid HTTP request, which the framework does not handle. */
import type { Socket } from 'node:net';
import { uuidv7 } from '../../lib/uuid.ts';
import { errorStatusByCode } from '../errors.ts';
import { jsonContentType, toErrorBody } from './reply.ts';

/** Replies with 400 to malformed HTTP, headers beyond the limit and requests that arrive too slowly, then closes the connection. */
export function replyToMalformedHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
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
