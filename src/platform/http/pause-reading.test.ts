import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { pauseReading } from './pause-reading.ts';

afterEach(() => vi.useRealTimers());

test('what arrives on a paused connection is read after the pause', async () => {
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

  pauseReading(socket);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise<void>((resolve) => client.write('during', () => resolve()));
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(read).toEqual(['before']);

  vi.runAllTimers();
  await once(socket, 'data');
  expect(read).toEqual(['before', 'during']);
  client.destroy();
  server.close();
});
