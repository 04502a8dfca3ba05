/** Connections that are kept open, each to whichever process of the server the system gave it. */
import { Client as HttpConnection } from 'undici';
import { type CallerCredentials, withCredentials } from './client.ts';
import type { Json } from './winery.ts';

export interface Connections {
  readonly all: readonly HttpConnection[];
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

export function openConnections(address: string, count: number): Connections {
  const all = Array.from({ length: count }, () => new HttpConnection(address, { pipelining: 1 }));
  return {
    all,
    close: async () => {
      await Promise.all(all.map((connection) => connection.destroy()));
    },
  };
}

/** Calls of the test environment as this customer. */
export function callsOver({ all }: Connections, credentials: CallerCredentials) {
  const call = async (connection: HttpConnection, name: string, body: Json, headers = {}): Promise<Answer> => {
    const response = await connection.request({
      method: 'POST',
      path: `/test/v3/api/${name}`,
      headers: {
        'content-type': 'application/json',
        authorization: `ServiceAuth ${credentials.accessToken}`,
        ...headers,
      },
      body: JSON.stringify(withCredentials(name, credentials, body)),
    });
    return { status: response.statusCode, body: await response.body.json() };
  };
  return {
    one: (name: string, body: Json) => call(all[0] as HttpConnection, name, body),
    /** One call over each connection, at the same time. */
    all: (name: string, bodyOf: () => Json, headers = {}) =>
      Promise.all(all.map((connection) => call(connection, name, bodyOf(), headers))),
  };
}
