/**
 * A TCP proxy between a server and PostgreSQL that misbehaves on demand: it cuts connections, at any time or during
 * COMMIT, delays what it forwards, or stays silent without closing anything, as a network without a route does.
 */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Direction = 'to the database' | 'to the server';

/**
 * The fault of a connection on which a COMMIT was seen. `unsent`: PostgreSQL never receives it. `unanswered`: it has
 * committed, the response is lost. `at once`: the connection breaks while PostgreSQL commits. `stalled`: as before, and
 * the backend does nothing for a while: it outlives its connection.
 */
export type CommitCut = 'unsent' | 'unanswered' | 'at once' | 'stalled';

interface Connection {
  readonly client: net.Socket;
  readonly upstream: net.Socket;
  /** The process of PostgreSQL that serves it. */
  backendPid?: number | undefined;
  isAbandoned: boolean;
}

const commit = /commit\0/i;

/** The time after which PostgreSQL loses an abandoned connection, in place of its own keepalive, which may take longer. */
const noticedAfterMs = 15_000;

export class FaultyNetwork {
  readonly port: number;
  /** Called with each COMMIT; a returned value selects how to cut it. */
  onCommit: ((backendPid: number | undefined) => CommitCut | undefined) | undefined;
  delayMs = 0;
  readonly #silent = new Set<Direction>();
  #refuses = false;
  readonly #connections = new Set<Connection>();
  readonly #server: net.Server;

  private constructor(server: net.Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  /** Forwards to where PostgreSQL listens: a Unix socket, which may change when it is started again, or a port. */
  static async open(target: () => net.NetConnectOpts): Promise<FaultyNetwork> {
    const server = net.createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const network = new FaultyNetwork(server);
    server.on('connection', (client) => network.#accept(client, target));
    return network;
  }

  /** Breaks every connection, and with `refuse` also those that are opened until `heal`. Returns the number of broken connections. */
  cut(refuse = false): number {
    const count = this.#connections.size;
    this.#refuses = refuse;
    for (const { client, upstream } of this.#connections) {
      client.destroy();
      upstream.destroy();
    }
    return count;
  }

  silence(directions: readonly Direction[]): void {
    for (const direction of directions) this.#silent.add(direction);
  }

  /**
   * Existing connections never carry anything again and are not closed, as when a route or a standby is gone; new ones
   * work. PostgreSQL notices after a while; the server has to notice by itself.
   */
  abandon(): number {
    for (const connection of this.#connections) {
      connection.isAbandoned = true;
      setTimeout(() => connection.upstream.destroy(), noticedAfterMs).unref();
    }
    return this.#connections.size;
  }

  heal(): void {
    this.#silent.clear();
    this.#refuses = false;
    this.delayMs = 0;
    this.onCommit = undefined;
  }

  async close(): Promise<void> {
    this.heal();
    for (const connection of this.#connections) connection.isAbandoned = false;
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(client: net.Socket, target: () => net.NetConnectOpts): void {
    client.on('error', () => undefined);
    if (this.#refuses) {
      client.destroy();
      return;
    }
    let upstreamOptions: net.NetConnectOpts;
    try {
      upstreamOptions = target();
    } catch {
      client.destroy();
      return;
    }
    const upstream = net.connect(upstreamOptions);
    upstream.on('error', () => undefined);
    client.setNoDelay(true);
    const connection: Connection = { client, upstream, isAbandoned: false };
    this.#connections.add(connection);
    this.#forward('to the server', connection, (bytes) => {
      connection.backendPid ??= backendPidIn(bytes);
      return true;
    });
    this.#forward('to the database', connection, (bytes) => this.#passes(connection, bytes));
    const removeConnection = () => {
      if (client.destroyed && upstream.destroyed) this.#connections.delete(connection);
    };
    client.on('close', removeConnection);
    upstream.on('close', removeConnection);
  }

  /** Whether the caller forwards the bytes to the database. Those of a COMMIT that is cut are dropped or forwarded here. */
  #passes(connection: Connection, bytes: Buffer): boolean {
    if (this.onCommit === undefined || !commit.test(bytes.toString('latin1'))) return true;
    const cut = this.onCommit(connection.backendPid);
    if (cut === undefined) return true;
    const { client, upstream } = connection;
    if (cut === 'unsent') {
      client.destroy();
      upstream.destroy();
      return false;
    }
    upstream.removeAllListeners('data');
    if (cut === 'unanswered') {
      upstream.once('data', () => client.destroy());
      upstream.write(bytes);
    } else {
      upstream.write(bytes, () => client.destroy());
    }
    upstream.resume();
    return false;
  }

  /** Forwards data and the end of the stream in order: each piece after the delay, and none while the direction is silent. */
  #forward(direction: Direction, connection: Connection, passes: (bytes: Buffer) => boolean): void {
    const { client, upstream } = connection;
    const [from, to] = direction === 'to the database' ? [client, upstream] : [upstream, client];
    let last: Promise<void> = Promise.resolve();
    const later = (deliver: () => void) => {
      const { delayMs } = this;
      last = last.then(async () => {
        if (delayMs > 0) await sleep(delayMs);
        while (this.#silent.has(direction)) await sleep(20);
        if (!connection.isAbandoned) deliver();
      });
    };
    from.on('data', (bytes: Buffer) => {
      later(() => {
        if (!to.destroyed && passes(bytes)) to.write(bytes);
      });
    });
    from.on('close', () => later(() => to.destroy()));
  }
}

/** BackendKeyData: 'K', length 12, process id, secret. */
function backendPidIn(bytes: Buffer): number | undefined {
  const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
  return at < 0 || at + 9 > bytes.length ? undefined : bytes.readInt32BE(at + 5);
}
