/**
 * Backpressure on a client whose request was shed: its connection is not read for a moment. A client that sends again at
 * once, without regard to `Retry-After`, would otherwise cost more processor time for its rejections than all others for
 * their work.
 */
import type { Socket } from 'node:net';

export class ReadingPauses {
  readonly #paused = new Set<Socket>();
  #isEnded = false;

  /** Stops reading a connection for some time. */
  pause(socket: Socket, ms: number): void {
    // After the server has prepared the connection for its next request.
    setImmediate(() => {
      if (this.#isEnded) return;
      socket.pause();
      this.#paused.add(socket);
      const resume = (): void => {
        if (this.#paused.delete(socket)) socket.resume();
      };
      setTimeout(resume, ms).unref();
    });
  }

  /** Reads all connections from now on: a stopping server replies to what was sent to it. */
  end(): void {
    this.#isEnded = true;
    for (const socket of this.#paused) socket.resume();
    this.#paused.clear();
  }
}
