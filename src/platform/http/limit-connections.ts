/** Limits the number of connections of a server and of each address. Connections beyond a limit are closed before any byte is read. */
import type { Server } from 'node:net';
import { addressKey } from './remote-address.ts';

export interface ConnectionLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
}

/** @param isUnbounded whether an address has no limit of its own */
export function limitConnections(
  server: Server,
  { connections, connectionsPerAddress }: ConnectionLimits,
  isUnbounded: (address: string) => boolean,
): void {
  server.maxConnections = connections;
  const ofAddress = new Map<string, number>();
  // Prepended, so that closed connections do not reach the HTTP parser.
  server.prependListener('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    if (isUnbounded(remoteAddress)) return;
    const address = addressKey(remoteAddress);
    const open = (ofAddress.get(address) ?? 0) + 1;
    ofAddress.set(address, open);
    socket.once('close', () => {
      const left = (ofAddress.get(address) ?? 1) - 1;
      if (left === 0) ofAddress.delete(address);
      else ofAddress.set(address, left);
    });
    if (open > connectionsPerAddress) socket.destroy();
  });
}
