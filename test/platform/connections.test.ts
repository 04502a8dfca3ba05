/** Single connections: what is left of one that could not be opened. */
import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { withNewConnection } from '../../src/platform/db/connections.ts';

const authentication = (kind: number, content: string): Buffer =>
  Buffer.concat([Buffer.from('R'), Buffer.from([0, 0, 0, 8 + content.length, 0, 0, 0, kind]), Buffer.from(content)]);

test('a connection that fails because its URL has no password is closed at once', async () => {
  const server = net.createServer((socket) => {
    // As PostgreSQL asks for a password: the mechanism, then its first message.
    socket.once('data', () => {
      socket.write(authentication(10, 'SCRAM-SHA-256\0\0'));
      socket.once('data', () => socket.write(authentication(11, 'r=nonce,s=c2FsdA==,i=4096')));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closed = once(server, 'connection').then(async ([socket]) => await once(socket as net.Socket, 'close'));
  const { port } = server.address() as net.AddressInfo;
  const options = { host: '127.0.0.1', port, user: 'dray', password: '', database: 'dray' };
  await expect(withNewConnection(options, 1_000, async () => 'opened')).rejects.toThrow(/password/i);
  await closed;
  server.close();
});
