/**
 * Backpressure on a client whose request was shed: its connection is not read for a moment. A client that sends again at
 * once, without regard to `Retry-After`, would otherwise cost more processor time for its rejections than all others for
 * their work.
 */
import type { Socket } from 'node:net';

/** Shorter than a stopping server waits for requests that are on the wire. */
const pauseMs = 200;

/** Stops reading a connection for 200 ms. */
export function pauseReading(socket: Socket): void {
  // After the server has prepared the connection for its next request.
  setImmediate(() => {
    socket.pause();
    setTimeout(() => socket.resume(), pauseMs).unref();
  });
}
