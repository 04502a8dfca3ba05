/** Limits on request bodies being received, over real sockets. The header `x-address` simulates the caller's address. */
import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../src/platform/errors.ts';
import {
  createRequestBodyReceiver,
  type ReceivedBody,
  type RequestBodyReceiver,
} from '../../src/platform/http/bodies-in-flight.ts';
import { limitConnections } from '../../src/platform/http/limit-connections.ts';

const maxBytes = 400_000;
const most = 300_000;

let bodies: RequestBodyReceiver;
let server: Server;
let received: ReceivedBody[];
const sockets: Socket[] = [];

/** Starts with nothing in flight. */
function openBodies(slowAfterMs: number): void {
  bodies = createRequestBodyReceiver(maxBytes, slowAfterMs);
}

beforeEach(async () => {
  openBodies(60_000);
  received = [];
  server = createServer((request, response) => {
    bodies.receive(request, most, String(request.headers['x-address']), (error, body) => {
      if (body !== undefined) received.push(body);
      response.statusCode = error instanceof AppError ? error.status : 200;
      response.end(String(body?.bytes.length));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

/** A request that has sent `sent` of its `length` bytes. */
function begin(address: string, length: number, sent: number) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\nx-address: ${address}\r\ncontent-length: ${length}\r\n\r\n`);
  socket.write(Buffer.alloc(sent, 'x'));
  return {
    socket,
    send: (bytes: number) => socket.write(Buffer.alloc(bytes, 'x')),
    status: () => (/^HTTP\/1\.1 (\d+)/.exec(text) ?? [])[1],
  };
}

const slowly = () => new Promise((resolve) => setTimeout(resolve, 50));

it('keeps the bytes of a body until its last holder has released it', async () => {
  const one = begin('192.0.2.1', 1_000, 1_000);
  await expect.poll(one.status).toBe('200');
  const [body] = received;
  expect(bodies.bytes()).toBe(1_000);
  body?.hold();
  body?.release();
  expect(bodies.bytes()).toBe(1_000);
  body?.release();
  expect(bodies.bytes()).toBe(0);
});

it('releases the room once, also when work begins after the connection was closed', async () => {
  const one = begin('192.0.2.1', 1_000, 1_000);
  await expect.poll(one.status).toBe('200');
  const [body] = received;
  body?.release();
  body?.hold();
  body?.release();
  expect(bodies.bytes()).toBe(0);
});

it('frees the memory of a body that breaks off or has been read, without waiting for the garbage collector', () => {
  const receive = (end: 'close' | 'end') => {
    const request = Object.assign(new EventEmitter(), { headers: {}, destroyed: false, resume: () => undefined });
    bodies.receive(request as unknown as IncomingMessage, most, '192.0.2.1', (_error, body) => body?.free());
    const chunk = Buffer.allocUnsafeSlow(64 * 1024);
    request.emit('data', chunk);
    request.emit(end);
    return chunk;
  };
  expect(receive('close')).toHaveLength(0);
  expect(receive('end')).toHaveLength(0);
});

it('rejects a body over its limit, declared or not, and an incomplete one', async () => {
  const declared = begin('192.0.2.1', most + 1, 0);
  await expect.poll(declared.status).toBe('413');
  const chunked = begin('192.0.2.1', 0, 0);
  chunked.socket.destroy();
  const broken = begin('192.0.2.1', 1_000, 10);
  await expect.poll(() => bodies.bytes()).toBe(10);
  broken.socket.destroy();
  await expect.poll(() => bodies.bytes()).toBe(0);
});

it('returns 503 for a body that does not fit, without affecting bodies being received', async () => {
  const first = begin('127.0.0.1', 200_000, 199_000);
  await expect.poll(() => bodies.bytes()).toBe(199_000);
  const second = begin('127.0.0.1', 300_000, 299_000);
  await expect.poll(second.status).toBe('503');
  expect(bodies.bytes()).toBe(199_000);
  first.send(1_000);
  await expect.poll(first.status).toBe('200');
});

it('limits one address to a quarter of the bytes, across all its connections', async () => {
  const slow = Array.from({ length: 5 }, () => begin('192.0.2.1', 50_000, 30_000));
  await expect.poll(() => slow.filter(({ status }) => status() === '503').length).toBe(2);
  expect(bodies.bytes()).toBe(90_000);
  const other = begin('192.0.2.2', 90_000, 90_000);
  await expect.poll(other.status).toBe('200');
});

it('counts no bytes of an address that have been received, while another of its bodies is on its way', async () => {
  begin('192.0.2.1', 50_000, 30_000);
  await expect.poll(() => bodies.bytes()).toBe(30_000);
  for (let sent = 0; sent < 3; sent += 1) {
    const next = begin('192.0.2.1', 30_000, 30_000);
    await expect.poll(next.status).toBe('200');
  }
});

it('drops slow bodies in favor of new ones', async () => {
  openBodies(40);
  const slow = Array.from({ length: 4 }, () => begin('127.0.0.1', 100_000, 99_000));
  await expect.poll(() => bodies.bytes()).toBe(396_000);
  await slowly();
  const fresh = begin('127.0.0.1', 150_000, 150_000);
  await expect.poll(fresh.status).toBe('200');
  // The oldest two, and no more than needed.
  await expect.poll(() => slow.map(({ status }) => status())).toEqual(['503', '503', undefined, undefined]);
});

it('limits unfinished bodies to a hundred per address and a thousand in total, and drops the slowest', async () => {
  openBodies(40);
  const slow = Array.from({ length: 120 }, () => begin('192.0.2.1', 100, 1));
  await expect.poll(() => slow.filter(({ status }) => status() === '503').length).toBe(20);
  const others = Array.from({ length: 900 }, () => begin('127.0.0.1', 100, 1));
  await expect.poll(() => bodies.bytes(), { timeout: 20_000 }).toBe(1_000);
  await slowly();
  const fresh = begin('127.0.0.1', 100, 100);
  await expect.poll(fresh.status).toBe('200');
  expect([...slow, ...others].filter(({ status }) => status() === '503')).toHaveLength(21);
}, 60_000);

it('closes connections over the limit of an address or in total; closed ones free capacity', async () => {
  const limited = createNetServer((socket) => void socket.on('error', () => undefined).write('hello'));
  limitConnections(limited, { connections: 4, connectionsPerAddress: 2 }, (address) => address === '127.0.0.9');
  await new Promise<void>((resolve) => limited.listen(0, '127.0.0.1', resolve));
  const open = async (localAddress: string): Promise<Socket | undefined> => {
    const socket = connect({ port: (limited.address() as AddressInfo).port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    return await new Promise((resolve) => {
      socket.once('data', () => resolve(socket));
      socket.once('error', () => resolve(undefined)).once('close', () => resolve(undefined));
    });
  };
  try {
    const first = await open('127.0.0.1');
    expect([first, await open('127.0.0.1')]).not.toContain(undefined);
    expect(await open('127.0.0.1')).toBeUndefined();
    first?.destroy();
    await expect.poll(() => open('127.0.0.1')).toBeDefined();
    expect([await open('127.0.0.9'), await open('127.0.0.9')]).not.toContain(undefined);
    expect(await open('127.0.0.9')).toBeUndefined();
  } finally {
    limited.close();
  }
});
