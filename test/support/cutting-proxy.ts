/**
 * A proxy before PostgreSQL that breaks connections as networks do: it cuts one at the moment of COMMIT, with or without the
 * server noticing, and it can go silent: it accepts connections and bytes and forwards nothing.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import path from 'node:path';
import type pg from 'pg';

/** When the client loses its connection: each says which part of the transaction the server has received, and whether it notices. */
export type Cut =
  /** All but COMMIT; the server's side is closed too. */
  | 'before the commit'
  /** COMMIT, and it has replied; the server's side is closed too. */
  | 'after the commit'
  /** All but COMMIT, which `deliver` forwards; the server's side stays open. */
  | 'with the commit on its way'
  /** COMMIT; the server's side stays open. */
  | 'while the server commits'
  /** COMMIT; from then on the proxy forwards nothing on any connection, and cuts none. */
  | 'by silence'
  /** Nothing of the transaction, which `deliver` forwards; the server's side stays open. */
  | 'with the transaction on its way';

export interface CuttingProxy {
  /** Options of a pool that goes through the proxy. */
  readonly options: pg.PoolConfig;
  /** Cuts the next COMMIT, once. */
  cutNext(when: Cut): void;
  /** The number of transactions that were cut. */
  cuts(): number;
  /** Forwards the bytes that were held back, then the end of the connection. Resolves when the server has executed them and closed it. */
  deliver(): Promise<void>;
  /** Forwards nothing any more in either direction; connections are accepted all the same. */
  goSilent(): void;
  /** Forwards again. Bytes that were sent meanwhile arrive late, on connections that are still open. */
  resume(): void;
  close(): Promise<void>;
}

/** COMMIT, with the statement that a transaction without log messages sends before it in the same query. */
const commit = /(?:reset log_min_messages; )?commit\0/;
const begin = Buffer.from('begin');
/** The kind and the length before the text of a query. */
const headerBytes = 5;

export async function openCuttingProxy(to: pg.PoolConfig): Promise<CuttingProxy> {
  let armed: Cut | undefined;
  let cuts = 0;
  let silent = false;
  let held: { readonly upstream: net.Socket; readonly bytes: Buffer } | undefined;
  const sockets = new Set<net.Socket>();
  const pipes = new Set<() => void>();

  const silence = (on: boolean): void => {
    silent = on;
    for (const flow of pipes) flow();
  };

  const server = net.createServer((client) => {
    const upstream = net.connect(
      to.host?.startsWith('/')
        ? { path: path.join(to.host, `.s.PGSQL.${to.port ?? 5432}`) }
        : { host: to.host ?? '127.0.0.1', port: to.port ?? 5432 },
    );
    let keepServerOpen = false;
    /** The bytes so far of a transaction that is held back whole. */
    let onItsWay: Buffer | undefined;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        if (!keepServerOpen) upstream.destroy();
        if (!sockets.has(client) && !sockets.has(upstream)) pipes.delete(flow);
      });
    }
    const flow = (): void => {
      for (const socket of [client, upstream]) {
        if (silent) socket.pause();
        else socket.resume();
      }
    };
    pipes.add(flow);
    flow();

    const leaveServer = (bytes?: Buffer): void => {
      keepServerOpen = true;
      if (bytes !== undefined) held = { upstream, bytes };
      client.destroy();
    };
    const cutAt = (cut: Cut, bytes: Buffer, at: number): void => {
      armed = undefined;
      cuts += 1;
      const [before, rest] = [bytes.subarray(0, at - headerBytes), bytes.subarray(at - headerBytes)];
      switch (cut) {
        case 'before the commit':
          client.destroy();
          return;
        case 'after the commit':
          upstream.removeAllListeners('data');
          upstream.once('data', () => client.destroy());
          upstream.write(bytes);
          return;
        case 'with the commit on its way':
          upstream.write(before);
          leaveServer(rest);
          return;
        case 'by silence':
          upstream.write(bytes);
          silence(true);
          return;
        case 'while the server commits':
          upstream.write(bytes);
          leaveServer();
          return;
        case 'with the transaction on its way':
          leaveServer(bytes);
      }
    };
    client.on('data', (chunk: Buffer) => {
      let bytes = chunk;
      if (armed === 'with the transaction on its way' && (onItsWay !== undefined || bytes.includes(begin))) {
        bytes = Buffer.concat([onItsWay ?? Buffer.alloc(0), bytes]);
        onItsWay = bytes;
      }
      const at = armed === undefined ? -1 : bytes.toString('latin1').search(commit);
      if (at >= 0 && armed !== undefined) cutAt(armed, bytes, at);
      else if (onItsWay === undefined) upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (client.writable) client.write(bytes);
    });
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
    deliver: async () => {
      if (held === undefined) throw new Error('nothing is on its way');
      const { upstream, bytes } = held;
      held = undefined;
      if (upstream.destroyed) return;
      const closed = once(upstream, 'close');
      upstream.end(bytes);
      await closed;
    },
    goSilent: () => silence(true),
    resume: () => silence(false),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
