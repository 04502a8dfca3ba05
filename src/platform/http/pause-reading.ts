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
  /** The paused ones, with the number of pauses that have not ended: requests that were sent ahead are shed while it is paused. */
  readonly #paused = new Map<Socket, number>();
  /** Their pause has ended; a subset of the paused ones. */
  readonly #due = new Set<Socket>();
  #isEnded = false;

  /** Stops reading a connection for some time. Where it is paused already, it is read when the last of its pauses has ended. */
  pause(socket: Socket, ms: number): void {
    // After the server has prepared the connection for its next request.
    setImmediate(() => {
      if (this.#isEnded) return;
      socket.pause();
      this.#paused.set(socket, (this.#paused.get(socket) ?? 0) + 1);
      this.#due.delete(socket);
      setTimeout(() => this.#endPause(socket), ms).unref();
    });
  }

  /** Reads all connections from now on: a stopping server replies to what was sent to it. */
  end(): void {
    this.#isEnded = true;
    for (const socket of this.#paused.keys()) socket.resume();
    this.#paused.clear();
    this.#due.clear();
  }

  #endPause(socket: Socket): void {
    const pauses = this.#paused.get(socket);
    if (pauses === undefined) return;
    this.#paused.set(socket, pauses - 1);
    if (pauses > 1) return;
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
