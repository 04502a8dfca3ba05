/**
 * Further sockets on the address of a server. libuv accepts one connection of a socket in a turn of the event loop: with one
 * socket and turns of 20 ms under load, 250 new connections, and a health probe behind them, would wait for 5 s. The system
 * spreads new connections over the sockets (SO_REUSEPORT), and a turn accepts one of each.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const sockets = 16;

/** Connections beyond the backlog are dropped by the system; clients retry after 1 s, then 3 s. */
export const listenBacklog = 4_096;

interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly backlog: number;
}

export interface ExtraListenSockets {
  /** Stops accepting. Accepted connections stay open. */
  close(): void;
  /** Connections that these sockets accepted and that are open. */
  connections(): Promise<number>;
}

export type SharedListenAddress = ListenAddress & { readonly reusePort?: true };

/** How a server must listen on an address, and the right to share its port, which is held until `release`. */
export interface ListenPermit {
  /** The options with which a server must listen. Further sockets can share the address if they have `reusePort`. */
  readonly address: SharedListenAddress;
  /** Lets another process share the port. */
  release(): void;
}

/**
 * Prepares listening on an address that further sockets of this process share, where the system can share it. Then it rejects as
 * `listen` does, also when other sockets that share it have the address; otherwise the later `listen` does.
 *
 * The system lets any process of the same user share an address that is shared. Therefore only the holder of a lock shares
 * its port, and everyone else listens without sharing: then the system refuses the later one, whichever that is.
 */
export async function acquireListenAddress(address: ListenAddress): Promise<ListenPermit> {
  const alone = { address, release: () => undefined };
  // Other systems do not have the option, or do not spread connections.
  if (process.platform !== 'linux') return alone;
  // The system does not share ports that it selects itself.
  const lock = address.port === 0 ? alone : await lockPort(address.port);
  if (lock === undefined) return alone;
  const shared = { ...address, reusePort: true } as const;
  try {
    if (address.port !== 0) await listenAndClose(address);
    if (await canListen(shared)) return { address: shared, release: lock.release };
  } catch (error) {
    lock.release();
    throw error;
  }
  lock.release();
  return alone;
}

/** A process whose supervisor was killed still has the port until it has replied to what it received. */
const previousProcessesMs = 10_000;

/**
 * Prepares an address that several processes share; the system spreads new connections over those that listen. Nothing listens
 * when it returns. With port 0 a free port is chosen. Rejects as `listen` does when others have the address, after some seconds.
 */
export async function acquireSharedPort(address: ListenAddress): Promise<ListenPermit> {
  const { host, backlog } = address;
  const giveUpAt = performance.now() + previousProcessesMs;
  for (;;) {
    const port = address.port === 0 ? await freePort(host) : address.port;
    const shared = { host, port, backlog, reusePort: true } as const;
    const lock = await lockPort(port);
    try {
      await listenAndClose({ host, port, backlog });
      if (lock === undefined) throw addressInUse(port);
      await listenAndClose(shared);
      return { address: shared, release: lock.release };
    } catch (error) {
      lock?.release();
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || performance.now() >= giveUpAt) throw error;
    }
    await sleep(100);
  }
}

const addressInUse = (port: number): Error =>
  Object.assign(new Error(`port ${port} is shared by another server`), { code: 'EADDRINUSE', syscall: 'listen' });

async function freePort(host: string): Promise<number> {
  const server = createServer();
  server.listen({ host, port: 0, exclusive: true });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Locks the sharing of a port until `release`, or the end of the process; undefined when another process has the lock, also
 * for another address, or it cannot be taken. The lock is a datagram socket of the loopback interface, which nothing is sent to.
 */
async function lockPort(port: number): Promise<Pick<ListenPermit, 'release'> | undefined> {
  const socket = createSocket('udp4').unref();
  socket.bind({ address: '127.0.0.1', port, exclusive: true });
  try {
    await once(socket, 'listening');
  } catch {
    socket.close();
    return undefined;
  }
  socket.on('error', () => undefined);
  return { release: () => void socket.close() };
}

const canListen = (address: SharedListenAddress): Promise<boolean> =>
  listenAndClose(address).then(
    () => true,
    () => false,
  );

async function listenAndClose(address: SharedListenAddress): Promise<void> {
  const server = createServer((socket) => socket.destroy());
  server.listen({ ...address, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Opens `sockets - 1` further sockets on each address of a server; none without `reusePort`. */
export async function openExtraListenSockets(
  server: Server,
  addresses: readonly AddressInfo[],
  { backlog, reusePort }: SharedListenAddress,
): Promise<ExtraListenSockets> {
  const listeners: Server[] = [];
  const listen = async ({ address: host, port }: AddressInfo): Promise<void> => {
    // The options of Node's own HTTP server.
    const listener = createServer({ allowHalfOpen: true, noDelay: true });
    listeners.push(listener);
    listener.on('connection', (socket) => server.emit('connection', socket));
    listener.listen({ host, port, backlog, reusePort });
    await once(listener, 'listening');
  };
  const count = reusePort ? sockets - 1 : 0;
  await Promise.all(addresses.flatMap((address) => Array.from({ length: count }, () => listen(address))));
  return {
    close: () => {
      for (const listener of listeners) listener.close();
    },
    connections: async () => {
      const counts = await Promise.all(listeners.map(countAcceptedConnections));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

/** The number of open connections that a server accepted on its own socket; 0 when it cannot be determined. */
export function countAcceptedConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error === null ? count : 0)));
}
