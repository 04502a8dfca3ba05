/** `GET …/events`: topics after changes, what each role gets, resuming, the end of sessions, bounds. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operatorOperations } from '../../src/api/operator-operations.ts';
import { openEventStreams } from '../../src/operators/index.ts';
import { readOpenSessions, type SessionWithoutCsrfToken } from '../../src/operators/sessions.ts';
import { eventStreamTopicRoles, topicNotifyChannel, topicsOfEventKinds } from '../../src/operators/topics.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import type { OperatorOperation, OperatorRole } from '../../src/platform/http/operator-operation.ts';
import { type OpenStream, openStream } from '../support/event-stream.ts';
import { openWinery, type Winery } from '../support/held-orders.ts';
import { openSession, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let winery: Winery;
beforeAll(async () => {
  server = await openTestServer();
  winery = await openWinery(server);
});
afterAll(() => server.close());

const opened: OpenStream[] = [];
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});

async function open(cookie: string, headers: Readonly<Record<string, string>> = {}) {
  const stream = await openStream(server, { cookie, ...headers });
  opened.push(stream);
  return stream;
}

/** A stream of this role that has got everything that was due at its start. */
async function settledStream(role: OperatorRole) {
  const client = await signedIn(server, role);
  const stream = await open(client.cookie);
  await settle(stream);
  return { client, stream };
}

const patient = { timeout: 30_000, interval: 10 };

/** Publishes a change as the log reader does. */
const publish = (topic: string) => server.environment.db.rows("select pg_notify('dray_topics', $1)", [topic]);

/**
 * Resolves when everything that was published before has arrived: a marker has, alone, which is sent in the same order.
 * All topics at once are what a stream gets at its start, and again when the server has begun to listen.
 */
async function settle(stream: OpenStream): Promise<void> {
  const before = stream.events.length;
  await expect
    .poll(async () => {
      // Repeated, because the first stream of a server begins to listen beside it.
      await publish('views');
      return stream.events.slice(before).some(({ topics }) => topics.join() === 'views');
    }, patient)
    .toBe(true);
}

/** The topics that arrive after this number of events, without the marker. */
function topicsAfter(stream: OpenStream, count: number): Set<string> {
  const topics = stream.events.slice(count).flatMap((event) => event.topics);
  return new Set(topics.filter((topic) => topic !== 'views'));
}

describe('200', () => {
  test('200 streams server-sent events, with a heartbeat', async () => {
    const { stream } = await settledStream('service');
    expect([stream.status, stream.headers.get('content-type'), stream.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ]);
    expect(server.api.app.server.listening).toBe(true);
  });

  test('200 sends a topic once the list shows the change, and never data', async () => {
    const { client, stream } = await settledStream('service');
    const before = stream.events.length;
    const { orderNo } = await winery.order();
    await settle(stream);
    // Nothing reads the log here: the order is committed, and no list shows it.
    expect(topicsAfter(stream, before)).toEqual(new Set());
    await catchUpOrderIndex(server.environment.db);
    await expect.poll(() => topicsAfter(stream, before), patient).toContain('orders');
    expect((await client.call('Orders/List', { Text: orderNo })).body.Count).toBe(1);
    expect(JSON.stringify(stream.events)).not.toContain(orderNo);
  });

  test('200 sends transactions once a request was rejected, and nothing else', async () => {
    const { stream } = await settledStream('service');
    await catchUpOrderIndex(server.environment.db);
    await settle(stream);
    const before = stream.events.length;
    expect((await winery.client.call('SalesOrder/CancelSalesOrder', {})).status).toBe(400);
    await server.environment.journal.flush();
    await catchUpOrderIndex(server.environment.db);
    await expect.poll(() => topicsAfter(stream, before), patient).toEqual(new Set(['transactions']));
  });

  test('200 sends the topics of what operators change, in the transaction of the change', async () => {
    const { client: admin, stream } = await settledStream('admin');
    const before = stream.events.length;
    await admin.call('Calendars/SetHoliday', { Day: '03/03/2092', Name: 'Stocktaking' });
    await expect.poll(() => topicsAfter(stream, before), patient).toEqual(new Set(['settings', 'audit']));
  });

  test('200 sends an operator the topics of what the role may list, and no others', async () => {
    const [floor, admin] = [await settledStream('floor'), await settledStream('admin')];
    expect([...admin.stream.topics()].sort()).toEqual(Object.keys(eventStreamTopicRoles).sort());
    expect([...floor.stream.topics()].sort()).toEqual(['floor', 'inventory', 'orders', 'settings', 'views']);
  });

  test('200 sends many changes as few events', async () => {
    const { stream } = await settledStream('admin');
    const before = stream.events.length;
    // One notification each, in one transaction: they arrive together, however slow the machine is.
    await server.environment.db.rows(
      "select pg_notify('dray_topics', 'orders' || repeat(',', n)) from generate_series(1, 500) n",
    );
    await settle(stream);
    expect(topicsAfter(stream, before)).toEqual(new Set(['orders']));
    expect(stream.events.slice(before).filter(({ topics }) => topics.includes('orders')).length).toBeLessThan(10);
  });
});

test('a stream does not extend the session', async () => {
  const client = await signedIn(server, 'service');
  const { pool } = server.database;
  const { sessionId } = client;
  const usedAt = async () =>
    (await pool.query('select last_used_at from operator_sessions where session_id = $1', [sessionId])).rows;
  await pool.query("update operator_sessions set last_used_at = now() - interval '11 hours' where session_id = $1", [
    sessionId,
  ]);
  const before = await usedAt();
  await settle(await open(client.cookie));
  expect(await usedAt()).toEqual(before);
});

describe('resuming', () => {
  test('sends what has changed since the last event, and nothing else', async () => {
    const { client, stream } = await settledStream('service');
    const last = stream.events.at(-1)?.id ?? '';
    stream.close();
    const other = await settledStream('service');
    await publish('returns');
    await settle(other.stream);
    const resumed = await open(client.cookie, { 'last-event-id': last });
    await settle(resumed);
    expect(topicsAfter(resumed, 0)).toEqual(new Set(['returns']));
  });

  test.each([
    '',
    'x',
    '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001.4',
    `0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001.${'9'.repeat(40)}`,
  ])('sends all topics after an event of another server: %s', async (last) => {
    const { cookie } = await signedIn(server, 'service');
    const stream = await open(cookie, { 'last-event-id': last });
    const all = Object.entries(eventStreamTopicRoles).filter(([, roles]) => roles.some((role) => role === 'service'));
    await expect.poll(() => stream.events[0]?.topics, patient).toEqual(all.map(([topic]) => topic));
  });
});

describe('who may open it', () => {
  test('401 without a session, whatever else is wrong', async () => {
    for (const cookie of ['', 'dray_session=', `dray_session=${'A'.repeat(43)}`]) {
      const stream = await open(cookie, { origin: 'https://attacker.example' });
      expect([stream.status, await stream.body()]).toMatchObject([401, { Code: 'SessionRequired' }]);
    }
  });

  test('403 from a page of another origin', async () => {
    const { cookie } = await signedIn(server, 'admin');
    for (const headers of [{ origin: 'https://attacker.example' }, { 'sec-fetch-site': 'same-site' }]) {
      const stream = await open(cookie, headers as never);
      expect([stream.status, await stream.body()]).toMatchObject([403, { Code: 'ForeignOrigin' }]);
    }
  });

  test('405 for another method', async () => {
    const response = await fetch(`${server.url}/test/operator/v1/events`, { method: 'POST', body: '{}' });
    expect([response.status, await response.json()]).toMatchObject([405, { Code: 'MethodNotAllowed' }]);
    expect((await fetch(`${server.url}/test/operator/v1/events`, { method: 'HEAD' })).status).toBe(405);
  });

  test('the topics of a role are those of the operations that it may call', () => {
    const all: readonly OperatorOperation[] = operatorOperations;
    const areas = {
      orders: 'Orders',
      holds: 'Holds',
      inventory: 'Inventory',
      returns: 'Returns',
      skus: 'SKUs',
      transactions: 'Transactions',
      customers: 'Customers',
      rules: 'Rules',
      settings: 'Warehouses',
      operators: 'Operators',
      audit: 'Audit',
    } as const;
    for (const [topic, area] of Object.entries(areas)) {
      const list = all.find(({ path }) => path === `/api/${area}/List`);
      if (list === undefined || list.kind === 'sign-in') continue;
      expect([topic, eventStreamTopicRoles[topic as keyof typeof areas]]).toEqual([topic, list.roles]);
    }
  });
});

describe('ends', () => {
  test('when the operator is disabled', async () => {
    const { client, stream } = await settledStream('service');
    const others = await settledStream('service');
    const admin = await signedIn(server, 'admin');
    expect((await admin.call('Operators/Disable', { Email: client.operator.email })).status).toBe(200);
    await expect.poll(() => stream.hasEnded(), patient).toBe(true);
    await settle(others.stream);
    expect(others.stream.hasEnded()).toBe(false);
  });

  test('when the session signs out, and other sessions of the operator go on', async () => {
    const { client, stream } = await settledStream('lead');
    const other = await open((await openSession(server, client.operator)).cookie);
    await client.call('Session/SignOut');
    await expect.poll(() => stream.hasEnded(), patient).toBe(true);
    expect(other.hasEnded()).toBe(false);
  });

  test('the oldest one of a session that opens too many', async () => {
    const { cookie } = await signedIn(server, 'lead');
    const streams: OpenStream[] = [];
    for (let n = 0; n < 8; n += 1) streams.push(await open(cookie));
    await expect.poll(() => streams.filter((stream) => stream.hasEnded()).length, patient).toBe(2);
    expect(streams.slice(2).some((stream) => stream.hasEnded())).toBe(false);
  });

  test('at once when the server stops', async () => {
    const other = await openTestServer({ database: server.database });
    const { cookie } = await signedIn(other, 'lead');
    const stream = await openStream(other, { cookie });
    expect(stream.status).toBe(200);
    const startedAt = performance.now();
    await other.api.stop(60_000);
    // Far below the time that it would wait for a request.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    await expect.poll(() => stream.hasEnded(), patient).toBe(true);
    await other.environment.db.close();
  });
});

describe('bounds', () => {
  /** A stream whose client reads nothing, or everything. */
  function sink(bufferedBytes: number) {
    const written: string[] = [];
    const ends: string[] = [];
    return {
      written,
      ends,
      bufferedBytes,
      write: (text: string) => void written.push(text),
      end: () => void ends.push('end'),
      destroy: () => void ends.push('destroy'),
    };
  }
  const sessionOf = async (sessionId: string) => {
    const session = (await readOpenSessions(server.environment.db, [sessionId])).get(sessionId);
    if (session === undefined) throw new Error('there is no session');
    return session;
  };

  test('a client that does not read is cut', async () => {
    const streams = openEventStreams(server.environment, { heartbeatMs: 5 });
    const { sessionId } = await signedIn(server, 'service');
    const [slow, fast] = [sink(0), sink(0)];
    streams.open(await sessionOf(sessionId), undefined, slow);
    streams.open(await sessionOf(sessionId), undefined, fast);
    slow.bufferedBytes = 1_000_000;
    await expect.poll(() => slow.ends, patient).toEqual(['destroy']);
    const written = slow.written.length;
    await expect.poll(() => fast.written.length, patient).toBeGreaterThan(5);
    expect([slow.written.length, fast.ends, streams.count]).toEqual([written, [], 1]);
    await streams.close();
    expect(fast.ends).toEqual(['end']);
  });

  test('503 when there are too many, and when the server is stopping', async () => {
    const streams = openEventStreams(server.environment, { maxStreams: 1 });
    const { sessionId } = await signedIn(server, 'service');
    const session = await sessionOf(sessionId);
    const close = streams.open(session, undefined, sink(0));
    expect(() => streams.open(session, undefined, sink(0))).toThrow('too many event streams');
    close();
    streams.open(session, undefined, sink(0));
    await streams.close();
    expect(() => streams.open(session, undefined, sink(0))).toThrow('is stopping');
  });

  test('503 when the sessions of one account have too many; others and its own replacements are served', async () => {
    const streams = openEventStreams(server.environment, { maxStreamsPerAccount: 7 });
    const station = (sessionId: string, person: string): SessionWithoutCsrfToken => {
      const caller = { email: 'x@example.com', role: 'floor' as const, warehouses: [] };
      return { sessionId, operator: { ...caller, operatorId: person }, station: { ...caller, operatorId: 'station' } };
    };
    for (let n = 0; n < 6; n += 1) streams.open(station('first', 'ann'), undefined, sink(0));
    const close = streams.open(station('second', 'bob'), undefined, sink(0));
    expect(() => streams.open(station('second', 'bob'), undefined, sink(0))).toThrow(
      'This account has 7 event streams, in all its sessions. Sign out where it is not in use, and try again.',
    );
    streams.open(station('first', 'ann'), undefined, sink(0));
    const { sessionId } = await signedIn(server, 'service');
    streams.open(await sessionOf(sessionId), undefined, sink(0));
    expect(streams.count).toBe(8);
    close();
    streams.open(station('second', 'bob'), undefined, sink(0));
    expect(streams.count).toBe(8);
    await streams.close();
  });

  test('a stream gets no event before its session has been read again', async () => {
    const streams = openEventStreams(server.environment, { heartbeatMs: 300, maxSessionAgeMs: -1 });
    const { sessionId } = await signedIn(server, 'service');
    const reader = sink(0);
    streams.open(await sessionOf(sessionId), undefined, reader);
    // The second time when the connection to the database listens.
    await expect
      .poll(() => reader.written.filter((text) => text.includes('topics')).length, patient)
      .toBeGreaterThan(1);
    expect(reader.written[2]).toBe(':\n\n');
    await streams.close();
  });

  test('a stream has the rights that its session has now, as of another person at a station', async () => {
    const { db } = server.environment;
    const streams = openEventStreams(server.environment, { heartbeatMs: 5 });
    const session = await sessionOf((await signedIn(server, 'service')).sessionId);
    const reader = sink(0);
    streams.open({ ...session, operator: { ...session.operator, role: 'floor' } }, undefined, reader);
    const hasTopic = async () => {
      await db.rows(`select pg_notify('${topicNotifyChannel}', 'webhooks')`);
      return reader.written.some((text) => text.includes('webhooks'));
    };
    expect(reader.written.join()).not.toContain('webhooks');
    await expect.poll(hasTopic, patient).toBe(true);
    await streams.close();
  });

  test('streams whose sessions cannot be read end', async () => {
    const { db, logger } = server.environment;
    const { sessionId } = await signedIn(server, 'service');
    const session = await sessionOf(sessionId);
    const broken = { pool: db.pool, rows: () => Promise.reject(new Error('the database is away')) };
    const streams = openEventStreams({ db: broken as never, logger }, { heartbeatMs: 5 });
    const stream = sink(0);
    streams.open(session, undefined, stream);
    await expect.poll(() => stream.ends, patient).toEqual(['end']);
    await streams.close();
  });
});

test('kinds of events that no page shows have no topic', () => {
  expect(topicsOfEventKinds(['request.rejected', 'session.started', 'nonsense'])).toEqual([]);
  expect(topicsOfEventKinds(['return.created', 'sku.updated'])).toEqual(['returns', 'inventory', 'skus']);
});
