/** Malformed HTTP that no client library sends. */
import { once } from 'node:events';
import net from 'node:net';

/** Writes bytes to a new connection, and resolves with what was received until the connection closed or the timeout. */
export async function exchange(port: number, bytes: string | Buffer, withinMs: number): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  const closed = once(socket, 'close').catch(() => undefined);
  socket.on('error', () => undefined);
  socket.write(bytes);
  const timer = setTimeout(() => socket.destroy(), withinMs);
  await closed;
  clearTimeout(timer);
  return Buffer.concat(received).toString('latin1');
}

/** The status and the body of the first response in a text; `undefined` if there is none. */
export function firstAnswer(text: string): { readonly status: number; readonly body: string } | undefined {
  const match = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(text);
  if (match === null) return undefined;
  const length = /content-length: *(\d+)/i.exec(match[2] ?? '')?.[1];
  const rest = text.slice(match[0].length);
  return { status: Number(match[1]), body: length === undefined ? rest : rest.slice(0, Number(length)) };
}

const path = '/test/v3/api/SalesOrder/CreateSalesOrder';
const json = 'content-type: application/json\r\n';
const close = 'connection: close\r\n';

/** Broken requests: the name and the bytes of each. */
export const brokenRequests: readonly (readonly [string, string | Buffer])[] = [
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['bytes', Buffer.from([0, 255, 1, 254, 13, 10, 13, 10])],
  ['a TLS greeting', Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0])],
  ['an unknown version', `POST ${path} HTTP/9.9\r\nhost: a\r\n\r\n`],
  ['no host', `POST ${path} HTTP/1.1\r\n${json}${close}content-length: 2\r\n\r\n{}`],
  ['a negative length', `POST ${path} HTTP/1.1\r\nhost: a\r\n${json}${close}content-length: -1\r\n\r\n{}`],
  ['two lengths', `POST ${path} HTTP/1.1\r\nhost: a\r\n${json}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
  [
    'a length and chunks',
    `POST ${path} HTTP/1.1\r\nhost: a\r\n${json}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
  ],
  ['a bad chunk', `POST ${path} HTTP/1.1\r\nhost: a\r\n${json}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  [
    'chunks',
    `POST ${path} HTTP/1.1\r\nhost: a\r\n${json}${close}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ],
  ['an unknown transfer encoding', `POST ${path} HTTP/1.1\r\nhost: a\r\n${json}transfer-encoding: gzip\r\n\r\n{}`],
  ['a header with NUL', `POST ${path} HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n${close}\r\n`],
  ['a header without a colon', `POST ${path} HTTP/1.1\r\nhost: a\r\nnonsense\r\n${close}\r\n`],
  ['headers of 100 kB', `POST ${path} HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(100_000)}\r\n${close}\r\n`],
  ['a path of 100 kB', `POST /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: a\r\n${close}\r\n`],
  ['a path with a broken escape', `POST /test/v3/api/%zz/%ff HTTP/1.1\r\nhost: a\r\n${close}\r\n`],
  ['a path out of the root', `POST /test/v3/api/../../../../etc/passwd HTTP/1.1\r\nhost: a\r\n${close}\r\n`],
  ['an unknown method', `BREW ${path} HTTP/1.1\r\nhost: a\r\n${close}\r\n`],
  [
    'an upgrade',
    `POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\ncontent-length: 0\r\n\r\n`,
  ],
  [
    'an unknown expectation',
    `POST ${path} HTTP/1.1\r\nhost: a\r\nexpect: miracles\r\n${close}content-length: 0\r\n\r\n`,
  ],
  [
    'a body that is not UTF-8',
    Buffer.concat([
      Buffer.from(`POST ${path} HTTP/1.1\r\nhost: a\r\n${json}${close}content-length: 8\r\n\r\n`),
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    ]),
  ],
  [
    'a compressed body',
    `POST ${path} HTTP/1.1\r\nhost: a\r\n${json}content-encoding: gzip\r\n${close}content-length: 2\r\n\r\n{}`,
  ],
  [
    'a query of nonsense',
    `POST ${path}?a=%zz&&=&b[]=1 HTTP/1.1\r\nhost: a\r\n${json}${close}content-length: 2\r\n\r\n{}`,
  ],
];
