import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  acquireListenAddress,
  countAcceptedConnections,
  type ExtraListenSockets,
  openExtraListenSockets,
} from './extra-listen-sockets.ts';

let server: Server;
let more: ExtraListenSockets;
let port: number;
const accepted: Socket[] = [];
const clients: Socket[] = [];

beforeEach(async () => {
  server = createServer((socket) => accepted.push(socket));
  const { address: options } = await acquireListenAddress({ host: '127.0.0.1', port: 0, backlog: 512 });
  server.listen(options);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  port = address.port;
  more = await openExtraListenSockets(server, [address], options);
});
afterEach(() => {
  for (const socket of [...clients.splice(0), ...accepted.splice(0)]) socket.destroy();
  server.close();
  more.close();
});

const open = (count: number) => {
  for (let opened = 0; opened < count; opened += 1)
    clients.push(connect(port, '127.0.0.1').on('error', () => undefined));
};
const openConnections = async () => (await countAcceptedConnections(server)) + (await more.connections());

test.runIf(process.platform === 'linux')('a turn of the event loop accepts several connections', async () => {
  open(160);
  let turns = 0;
  for (; accepted.length < 160; turns += 1) await nextTurn();
  // With one socket it takes 160. The system spreads them at random, about ten to a socket.
  expect(turns).toBeLessThan(80);
});

test('counts the connections of all sockets', async () => {
  open(40);
  await expect.poll(openConnections).toBe(40);
  for (const client of clients.splice(0, 15)) client.destroy();
  for (const socket of accepted) socket.resume().on('end', () => socket.end());
  await expect.poll(openConnections).toBe(25);
});

test('keeps accepted connections open when it stops listening', async () => {
  open(20);
  await expect.poll(() => accepted.length).toBe(20);
  server.close();
  more.close();
  const echoed = clients.map((client) => once(client, 'data'));
  for (const socket of accepted) socket.write('still here');
  for (const [data] of await Promise.all(echoed)) expect(String(data)).toBe('still here');
  const refused = connect(port, '127.0.0.1');
  const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
});

test('an address in use is refused, also by a server of the same kind', async () => {
  await expect(acquireListenAddress({ host: '127.0.0.1', port, backlog: 1 })).rejects.toMatchObject({
    code: 'EADDRINUSE',
    syscall: 'listen',
  });
});

/** An address of the loopback network that nothing else uses. */
async function freeAddress() {
  const host = '127.9.8.7';
  const free = createServer().listen(0, host);
  await once(free, 'listening');
  const { port: freePort } = free.address() as AddressInfo;
  free.close();
  await once(free, 'close');
  return { host, port: freePort, backlog: 1 };
}

test.runIf(process.platform === 'linux')(
  'of two servers that start on one address at once, one is refused',
  async () => {
    const address = await freeAddress();
    // Both find the address free before one of them listens.
    const permits = [await acquireListenAddress(address), await acquireListenAddress(address)];
    const servers = permits.map((permit) => createServer().listen(permit.address));
    onTestFinished(() => {
      for (const permit of permits) permit.release();
      for (const each of servers) each.close();
    });
    const listened = await Promise.allSettled(servers.map((each) => once(each, 'listening')));
    expect(listened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  },
);

test.runIf(process.platform === 'linux')('one process at a time can share a port', async () => {
  const address = await freeAddress();
  const first = await acquireListenAddress(address);
  expect(first.address).toEqual({ ...address, reusePort: true });
  expect((await acquireListenAddress(address)).address).toEqual(address);
  first.release();
  const next = await acquireListenAddress(address);
  expect(next.address).toEqual({ ...address, reusePort: true });
  next.release();
});
