/** Endpoints of wineries, receivers of webhooks on loopback, and events that a test makes. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Environment } from '../../src/platform/environment.ts';
import type { EventRecord, WebhookEventSource } from '../../src/webhooks/index.ts';
import type { TestServer } from './server.ts';

export const endpointUrl = 'https://winery.example/hooks/dray?token=1';
export const unknownEndpoint = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001';
export const wrongAuthentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: 'W1' };

/** A winery with an endpoint for orders on hold. */
export async function openEndpoint(server: TestServer) {
  const { customerNo, client } = await server.customer();
  const call = (name: string, body: object = {}, headers = {}) => client.call(`Webhook/${name}`, body, headers);
  const { EndpointId, Secret } = (await call('CreateEndpoint', { Url: endpointUrl, Kinds: ['order.held'] })).body;
  const endpoint = async () => (await call('GetEndpoints')).body.Endpoints[0];
  return { customerNo, call, EndpointId, Secret, endpoint };
}

export const allowLoopback = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };

export interface Received {
  readonly path: string;
  readonly id: string;
  readonly body: string;
  /** The body as it arrived. */
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** The requests that arrived at a path. */
  at(path: string): Received[];
  close(): Promise<void>;
}

/** Opens a receiver that replies with the result of `reply` (204 by default), and not at all when it is undefined. */
export async function openReceiver(
  reply: (
    received: Received,
  ) => { status: number; body?: string } | undefined | Promise<{ status: number; body?: string }> = () => ({
    status: 204,
  }),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = request.headers as Record<string, string>;
    const bytes = Buffer.concat(chunks);
    const one = {
      path: request.url ?? '',
      id: headers['webhook-id'] ?? '',
      body: bytes.toString(),
      bytes,
      headers,
    };
    received.push(one);
    const replied = await reply(one);
    if (replied !== undefined) response.writeHead(replied.status).end(replied.body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    at: (path) => received.filter((one) => one.path === path),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const kindOf = (sequenceKey: string) =>
  sequenceKey.startsWith('order')
    ? ('order.shipped' as const)
    : sequenceKey.startsWith('stock')
      ? ('inventory.changed' as const)
      : ('tracking.updated' as const);

/** An event feed whose events a test adds. The cursor of an event is its number, from 1. */
export function testFeed() {
  const events = new Map<string, EventRecord[]>();
  const source: WebhookEventSource = {
    readEvents: async (_environment, customerNo, { after, top, kinds }) => {
      const all = events.get(customerNo) ?? [];
      // A new endpoint begins with a cursor of the real feed.
      const from = Number(after) || 0;
      const next = Math.min(all.length, from + top);
      const found = all.slice(from, next).filter(({ kind }) => kinds.includes(kind));
      return { events: found, next: String(next), hasMore: next < all.length };
    },
    currentCursor: async (_reader, customerNo) => String(events.get(customerNo)?.length ?? 0),
    eventBody: ({ eventId, kind, data }, format) =>
      JSON.stringify(format === 'standard' ? { type: kind, data } : { event: 'tracking_update', event_id: eventId }),
  };
  return {
    source,
    /** Adds events, each given as its sequence key, and makes senders read them. */
    add: async ({ db }: Pick<Environment, 'db'>, customerNo: string, keys: readonly string[], data: unknown = {}) => {
      const before = events.get(customerNo) ?? [];
      const added = keys.map((sequenceKey, index): EventRecord => {
        const kind = kindOf(sequenceKey);
        const cursor = String(before.length + index + 1);
        return { eventId: uuidv7(), kind, customerNo, at: Temporal.Now.instant(), sequenceKey, data, cursor };
      });
      events.set(customerNo, [...before, ...added]);
      await db.rows('update commit_counters set last_seq = last_seq + 1 where customer_no = $1', [customerNo]);
      return added.map(({ eventId }) => eventId);
    },
  };
}
