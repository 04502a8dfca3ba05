/** A proxy of the database that can silently stop forwarding, as networks do. */
import net from 'node:net';
import pg from 'pg';

export interface FreezingNetwork {
  readonly pool: pg.Pool;
  /** From now on nothing gets through, without an error. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function openFreezingNetwork(options: pg.PoolConfig): Promise<FreezingNetwork> {
  const { host = 'localhost', port = 5432 } = options;
  const sockets = new Set<net.Socket>();
  let frozen = false;
  const server = net.createServer((near) => {
    const far = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => {
        to.write(data);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (frozen) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pool = new pg.Pool({ ...options, host: '127.0.0.1', port: (server.address() as net.AddressInfo).port, max: 2 });
  return {
    pool,
    freeze: () => {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      await pool.end();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
