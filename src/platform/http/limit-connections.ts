/** Limits the number of connections of a server and of each address. Connections beyond a limit are closed before any byte is read. */
import type { Server } from 'node:net';
import { ipAddressKey } from './remote-address.ts';

export interface ConnectionLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
}

/**
 * Closes connections beyond the limits of the server and of each address, before any byte is read.
 * @param isUnbounded whether an address has no limit of its own; its connections count toward that of the server
 */
export function limitConnections(
  server: Server,
  { connections, connectionsPerAddress }: ConnectionLimits,
  isUnbounded: (address: string) => boolean,
): void {
  // Not `maxConnections`, which counts the connections of one socket only (extra-listen-sockets.ts).
  let total = 0;
  const ofAddress = new Map<string, number>();
  // Prepended, so that closed connections do not reach the HTTP parser.
  server.prependListener('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    const address = isUnbounded(remoteAddress) ? undefined : ipAddressKey(remoteAddress);
    const open = address === undefined ? 0 : (ofAddress.get(address) ?? 0) + 1;
    total += 1;
    if (address !== undefined) ofAddress.set(address, open);
    socket.once('close', () => {
      total -= 1;
      if (address === undefined) return;
      const left = (ofAddress.get(address) ?? 1) - 1;
      if (left === 0) ofAddress.delete(address);
      else ofAddress.set(address, left);
    });
    if (total > connections || open > connectionsPerAddress) socket.destroy();
  });
}
