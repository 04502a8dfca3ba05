import { once } from 'node:events';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { SocketReadPauses } from './pause-reading.ts';

afterEach(() => vi.useRealTimers());

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A connection that is paused for 200 ms, and a turn later for 1,000. */
async function pausedTwice(): Promise<Socket> {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const pauses = new SocketReadPauses();
  const socket = new Socket();
  pauses.pause(socket, 200);
  await nextTurn();
  pauses.pause(socket, 1_000);
  return socket;
}

/** A connection that is paused after it has sent `before`, and `during` since. */
async function pausedConnection() {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  const read: string[] = [];
  socket.setEncoding('latin1').on('data', (text: string) => read.push(text));
  client.write('before');
  await expect.poll(() => read.join('')).toBe('before');

  const pauses = new SocketReadPauses();
  pauses.pause(socket, 200);
  await nextTurn();
  await new Promise<void>((resolve) => client.write('during', () => resolve()));
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  expect(read).toEqual(['before']);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return { pauses, socket, read };
}

test('what arrives on a paused connection is read after the pause', async () => {
  const { socket, read } = await pausedConnection();
  vi.advanceTimersByTime(199);
  expect(socket.isPaused()).toBe(true);
  vi.advanceTimersByTime(1);
  await once(socket, 'data');
  expect(read).toEqual(['before', 'during']);
});

test('a stopping server reads paused connections at once, and pauses no more', async () => {
  const { pauses, socket, read } = await pausedConnection();
  pauses.end();
  await once(socket, 'data');
  expect(read).toEqual(['before', 'during']);
  pauses.pause(socket, 200);
  await nextTurn();
  expect(socket.isPaused()).toBe(false);
});

test('pauses that end at once are over a few in each turn, the first paused first', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const pauses = new SocketReadPauses();
  const sockets = Array.from({ length: 20 }, () => new Socket());
  for (const socket of sockets) pauses.pause(socket, 1_000);
  await nextTurn();
  vi.advanceTimersByTime(1_000);
  const paused = () => sockets.filter((socket) => socket.isPaused()).length;
  const counts: number[] = [paused()];
  while (paused() > 0) {
    await nextTurn();
    counts.push(paused());
  }
  expect(counts).toEqual([20, 12, 4, 0]);
});

test('a connection that is paused again is read when the last pause ends', async () => {
  const socket = await pausedTwice();
  await nextTurn();
  const states: boolean[] = [];
  for (const ms of [200, 799, 1]) {
    vi.advanceTimersByTime(ms);
    await nextTurn();
    states.push(socket.isPaused());
  }
  expect(states).toEqual([true, true, false]);
});

test('a connection whose pause has ended and that is paused before its turn stays paused', async () => {
  const socket = await pausedTwice();
  vi.advanceTimersByTime(200);
  await nextTurn();
  expect(socket.isPaused()).toBe(true);
  vi.advanceTimersByTime(1_000);
  await nextTurn();
  expect(socket.isPaused()).toBe(false);
});
