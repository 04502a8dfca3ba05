/** Replies that their client does not read: their memory is bounded, and their connections end. */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { limitConnectionReplies } from '../../src/platform/http/connection-replies.ts';
import { limitUnreadReplies } from '../../src/platform/http/unread-replies.ts';
import { openTestServer } from '../support/server.ts';

const mib = 1024 ** 2;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** More than the system buffers for a connection of the loopback interface. */
const large = 'x'.repeat(32 * mib);

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  ends.push(() => app.close());
  return (app.server.address() as AddressInfo).port;
}

/** Sends requests and reads nothing. */
function sendUnread(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1');
  ends.push(() => socket.destroy());
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

it('one packet of pipelined requests is answered one by one, and ends its connection when there are too many', async () => {
  const server = await openTestServer();
  ends.push(server.close);
  const port = Number(new URL(server.url).port);
  await (await fetch(`${server.url}/openapi.json`)).text();
  const heapBefore = process.memoryUsage().heapUsed;
  const closed: Promise<unknown>[] = [];
  server.api.app.server.on('connection', (socket: Socket) => closed.push(once(socket, 'close')));
  sendUnread(port, get('/openapi.json').repeat(1_000));
  await expect.poll(() => closed.length).toBe(1);
  await closed[0];
  // A thousand copies of the document took 1,600 MiB.
  expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(100 * mib);

  const within = connect(port, '127.0.0.1');
  ends.push(() => within.destroy());
  let received = '';
  within.on('data', (chunk) => {
    received += chunk;
  });
  within.write(get('/healthz') + get('/nothing') + get('/healthz'));
  await expect.poll(() => received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
});

it('documents that are not read are in memory once', async () => {
  const server = await openTestServer();
  ends.push(server.close);
  const port = Number(new URL(server.url).port);
  const pages = ['/openapi.json', '/operator/openapi.json', '/docs/js/scalar.js'];
  for (const page of pages) await (await fetch(server.url + page)).arrayBuffer();
  const before = process.memoryUsage().rss;
  let connected = 0;
  server.api.app.server.on('connection', () => {
    connected += 1;
  });
  for (let count = 0; count < 100; count += 1) sendUnread(port, pages.map(get).join('').repeat(5));
  await expect.poll(() => connected, { timeout: 20_000 }).toBe(100);
  await fetch(`${server.url}/healthz`);
  await delay(1_000);
  // With a copy for each connection it was 520 MiB.
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * mib);
});

it('a client that takes nothing of a reply loses its connection', async () => {
  const app = Fastify();
  limitConnectionReplies(app, { pipelined: 32, stallMs: 300 });
  app.get('/', () => large);
  const port = await listen(app);
  const began = once(app.server, 'connection');
  sendUnread(port, get('/'));
  const [socket] = (await began) as [Socket];
  await once(socket, 'close');
});

it('a client that reads slowly, or waits for a reply or the rest of one, keeps its connection', async () => {
  const app = Fastify();
  limitConnectionReplies(app, { pipelined: 32, stallMs: 600 });
  app.get('/', () => large);
  app.get('/parts', (_request, reply) => {
    async function* parts() {
      yield 'early ';
      await delay(1_800);
      yield 'late';
    }
    return reply.send(Readable.from(parts()));
  });
  app.get('/soon', () => 'soon');
  app.get('/late', async () => {
    await delay(1_800);
    return 'late';
  });
  const port = await listen(app);
  const ahead = sendUnread(port, get('/soon') + get('/late'));
  let received = '';
  ahead.on('data', (chunk) => {
    received += chunk;
  });
  ahead.resume();
  await expect.poll(() => received).toMatch(/soon.*late/s);
  const slow = sendUnread(port, get('/'));
  let length = 0;
  slow.on('data', (chunk: Buffer) => {
    length += chunk.length;
    slow.pause();
    setTimeout(() => slow.resume(), 5);
  });
  slow.resume();
  expect(await (await fetch(`http://127.0.0.1:${port}/parts`)).text()).toBe('early late');
  await expect.poll(() => length).toBeGreaterThan(large.length);
});

it('of large replies on many connections, the caller with the most loses the oldest', async () => {
  const app = Fastify();
  const callerOf = ({ url }: { readonly url: string }) => (url === '/anonymous' ? undefined : url);
  limitUnreadReplies(app, callerOf, { maxBytes: 100 * mib, checkMs: 100 });
  for (const path of ['/flood', '/other', '/anonymous']) app.get(path, () => large);
  app.get('/parts', (_request, reply) => reply.send(Readable.from([large])));
  const port = await listen(app);
  const closed: string[] = [];
  const send = async (name: string) => {
    const began = once(app.server, 'connection');
    sendUnread(port, get(name.split(' ')[0] as string));
    const [served] = (await began) as [Socket];
    served.once('close', () => closed.push(name));
    // It has begun to be sent.
    await expect.poll(() => served.bytesWritten).toBeGreaterThan(0);
  };
  for (const name of ['/anonymous', '/other', '/flood 1', '/flood 2']) await send(name);
  await delay(500);
  expect(closed).toEqual([]);
  for (const name of ['/flood 3', '/flood 4']) await send(name);
  await expect.poll(() => closed.toSorted()).toEqual(['/flood 1', '/flood 2']);
  await delay(500);
  expect(closed.length).toBe(2);
  await send('/parts 1');
  await expect.poll(() => closed.length).toBe(3);
  expect(closed[2]).toBe('/flood 3');
});
