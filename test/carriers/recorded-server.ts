/**
 * A server on the loopback interface that replays recordings by method, path and normalized body. Other requests are
 * reported as unknown.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { canonicalJson } from '../../src/lib/canonical-json.ts';

export interface Exchange {
  readonly request: { readonly method: string; readonly path: string; readonly body: unknown };
  readonly response: { readonly status: number; readonly body: unknown };
}

const folder = path.join(import.meta.dirname, 'recordings');

/** One recording's exchanges, in order. */
export function recording(name: string): Exchange[] {
  return JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Exchange[];
}

export function recordingNames(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));
}

/** A JSON object of so many megabytes, which arrives in a few kilobytes: mostly spaces, compressed. */
export const hugeJson = (megabytes: number): { readonly body: Buffer; readonly headers: Record<string, string> } => ({
  body: gzipSync(Buffer.concat([Buffer.from('{"id":1'), Buffer.alloc(megabytes * 1_000_000, ' '), Buffer.from('}')])),
  headers: { 'content-encoding': 'gzip' },
});

export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly authorization: string | undefined;
}

/** A response: a status and a text or file, or none. */
export type Answer =
  | {
      readonly status: number;
      readonly body: string | Buffer;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | 'silence'
  | 'hang up';

export interface CarrierServer {
  /** Ends in `/v2/`. */
  readonly url: string;
  readonly asked: AskedRequest[];
  close(): Promise<void>;
}

export const json = (status: number, body: unknown): Answer => ({ status, body: JSON.stringify(body) });

/** Responds by a function and records every request. */
export async function openCarrierServer(
  answer: (request: AskedRequest) => Answer | Promise<Answer>,
): Promise<CarrierServer> {
  const asked: AskedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const one: AskedRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      body: text === '' ? undefined : JSON.parse(text),
      authorization: request.headers.authorization,
    };
    asked.push(one);
    const reply = await answer(one);
    if (reply === 'silence') return;
    if (reply === 'hang up') {
      request.socket.destroy();
      return;
    }
    response
      .writeHead(reply.status, { 'content-type': reply.type ?? 'application/json; charset=utf-8', ...reply.headers })
      .end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Responds from recordings. */
export function openRecordedServer(exchanges: readonly Exchange[]): Promise<CarrierServer> {
  const known = new Map(exchanges.map(({ request, response }) => [keyOf(request), response]));
  return openCarrierServer((request) => {
    const response = known.get(keyOf(request));
    return response === undefined
      ? json(418, { error: { code: 'NOT_RECORDED', message: keyOf(request) } })
      : json(response.status, response.body);
  });
}

/** Absent and empty bodies are equal; the order of fields does not matter. */
function keyOf({ method, path: where, body }: Exchange['request']): string {
  const isEmpty = body === undefined || body === null || Object.keys(body as object).length === 0;
  return `${method} ${where} ${isEmpty ? '' : canonicalJson(body)}`;
}
