/**
 * A proxy before PostgreSQL that cuts a connection in the moment of COMMIT: before the server has seen it, or after the
 * server has done it and before the client is told.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import path from 'node:path';
import type pg from 'pg';

export type Cut = 'before the commit' | 'after the commit';

export interface CuttingProxy {
  /** Options of a pool that goes through the proxy. */
  readonly options: pg.PoolConfig;
  /** Cuts the next COMMIT, once. */
  cutNext(when: Cut): void;
  /** How many were cut. */
  cuts(): number;
  close(): Promise<void>;
}

const commit = 'commit\0';

export async function openCuttingProxy(to: pg.PoolConfig): Promise<CuttingProxy> {
  let armed: Cut | undefined;
  let cuts = 0;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(
      to.host?.startsWith('/')
        ? { path: path.join(to.host, `.s.PGSQL.${to.port ?? 5432}`) }
        : { host: to.host ?? '127.0.0.1', port: to.port ?? 5432 },
    );
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (bytes: Buffer) => {
      const cut = armed !== undefined && bytes.includes(commit) ? armed : undefined;
      if (cut === undefined) {
        upstream.write(bytes);
        return;
      }
      armed = undefined;
      cuts += 1;
      if (cut === 'before the commit') {
        client.destroy();
        return;
      }
      upstream.removeAllListeners('data');
      upstream.once('data', () => client.destroy());
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => client.write(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    options: { ...to, host: '127.0.0.1', port },
    cutNext: (when) => {
      armed = when;
    },
    cuts: () => cuts,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
