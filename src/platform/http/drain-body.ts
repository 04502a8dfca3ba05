/**
 * Reads the rest of a body whose request was rejected. Many clients send the whole request before they read the response,
 * and closing a connection with unread bytes resets it, which discards the response.
 */
import type { IncomingMessage } from 'node:http';
import { paceBody } from './body-pace.ts';
import { freeBuffer } from './free-buffer.ts';

/** Beyond these limits the connection is closed. */
const maxBytes = 64 * 1024 * 1024;
const maxMs = 10_000;

/** Resolves to true when the whole body was read, and to false when it is too long, too slow or incomplete. Never rejects. */
export function drainBody(request: IncomingMessage): Promise<boolean> {
  if (request.readableEnded) return Promise.resolve(true);
  if (request.destroyed || Number(request.headers['content-length']) > maxBytes) return Promise.resolve(false);
  return new Promise((resolve) => {
    let bytes = 0;
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      paceBody(request, chunk.length);
      freeBuffer(chunk);
      if (bytes > maxBytes) finish(false);
    };
    const onEnd = (): void => finish(true);
    const onClose = (): void => finish(false);
    const timer = setTimeout(onClose, maxMs);
    const finish = (whole: boolean): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      resolve(whole);
    };
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
    request.resume();
  });
}
