/**
 * Further sockets on the address of a server. libuv accepts one connection of a socket in a turn of the event loop: with one
 * socket and turns of 20 ms under load, 250 new connections, and a health probe behind them, would wait for 5 s. The system
 * spreads new connections over the sockets (SO_REUSEPORT), and a turn accepts one of each.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

const sockets = 16;

/** Other systems have no SO_REUSEPORT, or do not spread connections. Their servers have one socket. */
const isSupported = process.platform === 'linux';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly backlog: number;
}

export interface MoreListeners {
  /** Stops accepting. Accepted connections stay open. */
  close(): void;
  /** Connections that these sockets accepted and that are open. */
  connections(): Promise<number>;
}

/** The options with which a server must listen so that further sockets can share its address. */
export async function sharedAddress(address: ListenAddress): Promise<ListenAddress & { readonly reusePort?: true }> {
  if (!isSupported) return address;
  // Sockets that share their address with each other could share it with another server too: rejects as `listen` does.
  if (address.port !== 0) await listenAndClose(address);
  return { ...address, reusePort: true };
}

async function listenAndClose({ host, port }: ListenAddress): Promise<void> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Opens further sockets on each address of a server that listens with the options of `sharedAddress`. */
export async function openMoreListeners(
  server: Server,
  addresses: readonly AddressInfo[],
  backlog: number,
): Promise<MoreListeners> {
  const listeners: Server[] = [];
  const listen = async ({ address: host, port }: AddressInfo): Promise<void> => {
    // The options of Node's own HTTP server.
    const listener = createServer({ allowHalfOpen: true, noDelay: true });
    listeners.push(listener);
    listener.on('connection', (socket) => server.emit('connection', socket));
    listener.listen({ host, port, backlog, reusePort: true });
    await once(listener, 'listening');
  };
  const count = isSupported ? sockets - 1 : 0;
  await Promise.all(addresses.flatMap((address) => Array.from({ length: count }, () => listen(address))));
  return {
    close: () => {
      for (const listener of listeners) listener.close();
    },
    connections: async () => {
      const counts = await Promise.all(listeners.map(countConnections));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

/** The open connections that a server accepted on its own socket. */
export function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error === null ? count : 0)));
}
