/** A session that the server ends at the moment when it has begun, as a server that shuts down does: its last words arrive with its first. */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isConnectionLost } from '../../src/platform/db/database-errors.ts';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let proxy: EndingProxy;
let db: Db;
beforeAll(async () => {
  database = await openTestDatabase();
  proxy = await openEndingProxy(database.options);
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

it.each<[string, () => Promise<unknown>]>([
  ['a statement', () => db.rows('select 1')],
  ['a transaction', () => db.write((tx) => tx.rows('select 1'))],
])(
  '%s on a session that ends as it begins fails as one whose connection was lost, and the next one runs',
  async (_, run) => {
    db = openDb(proxy.options);
    try {
      // While a transaction keeps the first connection, the next one is new.
      const error = await db.write(async () => {
        proxy.endNext();
        return await run().catch((cause: unknown) => cause);
      });
      expect(isConnectionLost(error), String(error)).toBe(true);
      await run();
    } finally {
      await db.close();
    }
  },
);

interface EndingProxy {
  /** Options of a pool that goes through the proxy. */
  readonly options: pg.PoolConfig;
  /** The next session is ended in the packet that tells the client that it may begin. */
  endNext(): void;
  close(): Promise<void>;
}

/** ReadyForQuery of an idle session, the end of what the server sends first. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

function lastWords(): Buffer {
  const fields = Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0', 'latin1');
  const header = Buffer.alloc(5);
  header.write('E');
  header.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([header, fields]);
}

async function openEndingProxy(to: pg.PoolConfig): Promise<EndingProxy> {
  const port = to.port ?? 5432;
  const { host = '127.0.0.1' } = to;
  const sockets = new Set<net.Socket>();
  let isArmed = false;
  const server = net.createServer((client) => {
    const upstream = net.connect(host.startsWith('/') ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    const isEnding = isArmed;
    isArmed = false;
    let greeting = Buffer.alloc(0);
    upstream.on('data', (bytes: Buffer) => {
      if (!isEnding) client.write(bytes);
      else greeting = Buffer.concat([greeting, bytes]);
      if (isEnding && greeting.subarray(-ready.length).equals(ready)) {
        client.end(Buffer.concat([greeting, lastWords()]));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    options: { ...to, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    endNext: () => {
      isArmed = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
