/**
 * Backpressure on a client whose request was shed: its connection is not read for a moment. A client that sends again at
 * once, without regard to `Retry-After`, would otherwise cost more processor time for its rejections than all others for
 * their work. The server never pauses a trusted proxy, whose connections carry the requests of many clients.
 *
 * Requests are shed in bursts, so many pauses end at once. One turn of the event loop resumes few connections: what
 * they have sent meanwhile is often shed again, and the replies to all of it in one turn would delay health probes.
 */
import type { Socket } from 'node:net';

/** How many connections are read again in one turn of the event loop, in the order in which their pauses ended. */
const resumedPerTurn = 8;

/** The connections that are not read for a moment because a request of theirs was shed. */
export class SocketReadPauses {
  readonly #paused = new Set<Socket>();
  /** Their pause has ended; a subset of the paused ones. */
  readonly #due = new Set<Socket>();
  #isEnded = false;

  /** Stops reading a connection for some time. */
  pause(socket: Socket, ms: number): void {
    // After the server has prepared the connection for its next request.
    setImmediate(() => {
      if (this.#isEnded) return;
      socket.pause();
      this.#paused.add(socket);
      setTimeout(() => this.#endPause(socket), ms).unref();
    });
  }

  /** Reads all connections from now on: a stopping server replies to what was sent to it. */
  end(): void {
    this.#isEnded = true;
    for (const socket of this.#paused) socket.resume();
    this.#paused.clear();
    this.#due.clear();
  }

  #endPause(socket: Socket): void {
    if (!this.#paused.has(socket)) return;
    this.#due.add(socket);
    if (this.#due.size === 1) setImmediate(() => this.#resumeSome());
  }

  #resumeSome(): void {
    let resumed = 0;
    for (const socket of this.#due) {
      if (resumed === resumedPerTurn) break;
      resumed += 1;
      this.#due.delete(socket);
      this.#paused.delete(socket);
      socket.resume();
    }
    if (this.#due.size > 0) setImmediate(() => this.#resumeSome());
  }
}
