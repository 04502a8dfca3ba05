/**
 * A minimal HTTP client, because it shares the machine with the server that it measures: one request at a time per
 * connection, and responses are parsed only as far as needed.
 */
import { connect, type Socket } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly body: string;
}

/** Called with the response; may send the next request. */
type OnResponse = (response: RawResponse) => void;

const headEnd = '\r\n\r\n';

export class RawConnection {
  readonly #socket: Socket;
  readonly #host: string;
  #received = '';
  #onResponse: OnResponse | undefined;
  #failed: ((error: Error) => void) | undefined;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#take(text));
    socket.on('error', (error) => this.#failed?.(error));
    socket.on('close', () => this.#failed?.(new Error('the server closed a connection')));
  }

  /** `localAddress`: the local address of the connection; any of 127.0.0.0/8 where the server is on the loopback interface. */
  static async open(url: string, localAddress?: string): Promise<RawConnection> {
    const { hostname, port, host } = new URL(url);
    const socket = connect({ port: Number(port), host: hostname, ...(localAddress && { localAddress }) });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new RawConnection(socket, host);
  }

  /** The body must be ASCII. At most one request at a time. */
  post(path: string, body: string, onResponse: OnResponse): void {
    this.#onResponse = onResponse;
    this.#socket.write(
      `POST ${path} HTTP/1.1\r\nhost: ${this.#host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}${headEnd}${body}`,
      'latin1',
    );
  }

  /** At most one request at a time. */
  get(path: string, onResponse: OnResponse): void {
    this.#onResponse = onResponse;
    this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: ${this.#host}${headEnd}`, 'latin1');
  }

  /** Sets the function that is called with the error when the connection breaks or the server closes it. */
  onFailure(failed: (error: Error) => void): void {
    this.#failed = failed;
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#received = this.#received === '' ? text : this.#received + text;
    const end = this.#received.indexOf(headEnd);
    if (end < 0) return;
    const body = bodyOf(this.#received, end + headEnd.length);
    if (body === undefined) return;
    const response = { status: Number(this.#received.slice(9, 12)), body };
    this.#received = '';
    const onResponse = this.#onResponse as OnResponse;
    this.#onResponse = undefined;
    onResponse(response);
  }
}

/** The body of a response whose head ends at `from`; undefined until it is complete. */
function bodyOf(received: string, from: number): string | undefined {
  const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1];
  if (length !== undefined) return received.length < from + Number(length) ? undefined : received.slice(from);
  if (!/\r\ntransfer-encoding: chunked/i.test(received)) throw new Error(`a reply without a length: ${received}`);
  if (!received.endsWith('\r\n0\r\n\r\n')) return undefined;
  const parts: string[] = [];
  for (let at = from; ; ) {
    const data = received.indexOf('\r\n', at) + 2;
    const size = Number.parseInt(received.slice(at, data), 16);
    if (size === 0) return parts.join('');
    parts.push(received.slice(data, data + size));
    at = data + size + 2;
  }
}
