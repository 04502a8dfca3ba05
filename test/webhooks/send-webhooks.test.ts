/** Sending webhooks: in order, at least once, one endpoint not delayed by another, by one process at a time. */
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openEnvironment } from '../../src/compose.ts';
import type { Environment } from '../../src/platform/environment.ts';
import {
  type RunningWebhookSender,
  startWebhookSender,
  verifyWebhooks,
  type WebhookSenderOptions,
} from '../../src/webhooks/index.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { allowLoopback, openReceiver, type Receiver, testFeed } from '../support/webhooks.ts';
import { sentOrder } from '../support/winery.ts';

const patience = { timeout: 30_000, interval: 20 };

let server: TestServer;
const open: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  server = await openTestServer({ settings: allowLoopback });
});
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.stop();
  const { db } = server.environment;
  expect(await verifyWebhooks(db)).toEqual([]);
  // Senders of the next test have nothing to do for this one.
  for (const table of ['endpoints', 'customers', 'deliveries', 'events']) await db.rows(`delete from webhook_${table}`);
});
afterAll(() => server.close());

function started(options: WebhookSenderOptions, environment: Environment = server.environment): RunningWebhookSender {
  const sender = startWebhookSender(environment, options);
  open.push(sender);
  return sender;
}

async function receiving(...reply: Parameters<typeof openReceiver>): Promise<Receiver> {
  const receiver = await openReceiver(...reply);
  open.push({ stop: receiver.close });
  return receiver;
}

/** A customer with endpoints at these URLs. */
async function winery(urls: readonly string[], fields: object = {}) {
  const { customerNo, client } = await server.customer();
  const must = async (name: string, body: object) => {
    const { status, body: reply } = await client.call(`Webhook/${name}`, body);
    if (status !== 200) throw new Error(JSON.stringify(reply));
    return reply;
  };
  const endpoints: { EndpointId: string; Secret: string }[] = [];
  for (const Url of urls) endpoints.push(await must('CreateEndpoint', { Url, ...fields }));
  const [endpoint] = endpoints as [(typeof endpoints)[number]];
  const { db } = server.environment;
  return {
    customerNo,
    client,
    must,
    endpoints,
    endpoint,
    deliveries: async ({ EndpointId } = endpoint) => (await must('GetDeliveries', { EndpointId })).Deliveries,
    /** What waits for its next attempt is due now. */
    advance: async (failedAttempts?: number) => {
      await db.rows(
        `update webhook_deliveries set due_at = now(), failed_attempts = coalesce($2, failed_attempts)
          where customer_no = $1 and due_at is not null`,
        [customerNo, failedAttempts ?? null],
      );
      await db.rows('update webhook_customers set due_at = now() where customer_no = $1', [customerNo]);
    },
  };
}

test('what is delivered is signed, of the kinds and in the format of the endpoint, and recorded', async () => {
  const feed = testFeed();
  const receiver = await receiving(() => ({ status: 202, body: `${'é'.repeat(600)}rest` }));
  const own = await winery([`${receiver.url}/all?token=1`]);
  const tracking = await own.must('CreateEndpoint', { Url: `${receiver.url}/t`, Format: 'tracking_update' });
  await own.must('CreateEndpoint', { Url: `${receiver.url}/none`, Kinds: ['return.received'] });
  started({ source: feed.source });
  const data = { OnHand: 136.0, Name: 'Château 🍷', Long: 'x'.repeat(1024 * 1024) };
  const [packageId, orderId] = await feed.add(server.environment, own.customerNo, ['package:1', 'order:1'], data);
  await expect.poll(() => receiver.received.length, patience).toBe(3);
  // They are of different sequences.
  const [first, second] = receiver.at('/all?token=1').toSorted((a, b) => a.id.localeCompare(b.id));
  expect([first?.id, second?.id]).toEqual([packageId, orderId]);
  for (const { body, headers } of [first, second].filter((one) => one !== undefined)) {
    expect(new Webhook(own.endpoint.Secret).verify(body, headers)).toMatchObject({ data });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  }
  const [update] = receiver.at('/t');
  expect(JSON.parse(update?.body ?? '')).toEqual({ event: 'tracking_update', event_id: packageId });
  expect(() => new Webhook(tracking.Secret).verify(update?.body ?? '', update?.headers ?? {})).not.toThrow();
  await expect
    .poll(async () => (await own.deliveries()).map((each: { Status: string }) => each.Status), patience)
    .toEqual(['DELIVERED', 'DELIVERED']);
  const [delivery] = await own.deliveries();
  expect(delivery).toMatchObject({ EventId: packageId, Kind: 'tracking.updated', NextAttemptAt: '' });
  expect(delivery.Attempts).toMatchObject([{ StatusCode: 202 }]);
  expect(Buffer.byteLength(delivery.Attempts[0].Response)).toBeLessThanOrEqual(1_026);
});

test('the next of a package waits until the one before was delivered; others do not', async () => {
  const feed = testFeed();
  let isBroken = true;
  const receiver = await receiving(({ body }) => ({ status: isBroken && body.includes('slow') ? 500 : 200 }));
  const own = await winery([receiver.url]);
  started({ source: feed.source });
  const [first, second, third] = await feed.add(
    server.environment,
    own.customerNo,
    ['package:1', 'package:1', 'package:1'],
    'slow',
  );
  const [other] = await feed.add(server.environment, own.customerNo, ['package:2']);
  await expect.poll(() => receiver.received.map(({ id }) => id).toSorted(), patience).toEqual([first, other]);
  await expect.poll(async () => (await own.deliveries())[0].Attempts.length, patience).toBe(1);
  const [failed, waiting] = await own.deliveries();
  const delayMs = Date.parse(failed.NextAttemptAt) - Date.parse(failed.Attempts[0].At);
  expect(delayMs).toBeGreaterThan(28_000);
  expect([failed.Status, waiting.Status, waiting.NextAttemptAt]).toEqual(['PENDING', 'PENDING', '']);
  // Also one that happens meanwhile.
  const [fourth, another] = await feed.add(server.environment, own.customerNo, ['package:1', 'package:2']);
  await expect.poll(() => receiver.received.map(({ id }) => id), patience).toContain(another);
  isBroken = false;
  await own.advance();
  const afterwards = () => receiver.received.slice(3).map(({ id }) => id);
  await expect.poll(afterwards, patience).toEqual([first, second, third, fourth]);
  expect(new Set(receiver.received.filter(({ id }) => id === first).map(({ body }) => body)).size).toBe(1);
});

test('after 14 attempts a delivery has failed, the next one is sent, and both can be sent again', async () => {
  const feed = testFeed();
  let status = 503;
  const receiver = await receiving(() => ({ status, body: 'busy' }));
  const own = await winery([receiver.url]);
  started({ source: feed.source });
  const ids = await feed.add(server.environment, own.customerNo, ['package:1', 'package:1']);
  await expect.poll(() => receiver.received.length, patience).toBe(1);
  await expect.poll(async () => (await own.deliveries())[0].Attempts.length, patience).toBe(1);
  await own.advance(13);
  await expect.poll(async () => (await own.deliveries())[1].Attempts.length, patience).toBe(1);
  const [failed] = await own.deliveries();
  expect(failed).toMatchObject({ Status: 'FAILED', NextAttemptAt: '', Attempts: [{ Response: 'busy' }, {}] });
  status = 200;
  await own.must('Redeliver', { EndpointId: own.endpoint.EndpointId, EventId: ids[0] });
  await own.advance();
  const statuses = async () => (await own.deliveries()).map((each: { Status: string }) => each.Status);
  await expect.poll(statuses, patience).toEqual(['DELIVERED', 'DELIVERED']);
  const range = { From: '2020-01-01', To: '2100-01-01' };
  const again = await own.must('Redeliver', { EndpointId: own.endpoint.EndpointId, ...range });
  expect(again.Deliveries).toBe(2);
  await expect.poll(() => receiver.received.slice(-2).map(({ id }) => id), patience).toEqual(ids);
  expect(new Set(receiver.received.map(({ id, body }) => `${id}${body}`)).size).toBe(2);
});

test.each([
  ['GONE', 410],
  ['FAILING', 500],
])(
  'an endpoint is disabled as %s after %i, with an entry in the audit, until it is enabled by hand',
  async (reason, code) => {
    const feed = testFeed();
    let status = code;
    const receiver = await receiving(() => ({ status }));
    const own = await winery([receiver.url]);
    const { db } = server.environment;
    await db.rows('update webhook_endpoints set failed_in_a_row = 99 where customer_no = $1', [own.customerNo]);
    const sender = started({ source: feed.source, perEndpoint: 1 });
    await feed.add(server.environment, own.customerNo, ['package:1', 'package:1', 'package:2']);
    await expect.poll(() => receiver.received.length, patience).toBeGreaterThan(0);
    if (reason === 'FAILING') {
      await expect.poll(() => sender.attempts.failed, patience).toBe(2);
      await expect
        .poll(
          async () =>
            (await own.deliveries()).filter((each: { Attempts: unknown[] }) => each.Attempts.length > 0).length,
          patience,
        )
        .toBe(2);
      await own.advance(13);
    }
    const endpoint = async () => (await own.must('GetEndpoints', {})).Endpoints[0];
    await expect.poll(async () => (await endpoint()).DisabledReason, patience).toBe(reason);
    const [audited] = await db.rows(
      `select action, actor, after from operator_audit where action = 'webhook.disabled' and for_customer = $1`,
      [own.customerNo],
    );
    expect(audited).toMatchObject({ actor: 'system', after: { Enabled: false, DisabledReason: reason } });
    const logged = await db.rows(
      "select data ->> 'reason' as reason from log where customer_no = $1 and subject = $2 and kind = 'webhook.disabled'",
      [own.customerNo, own.endpoint.EndpointId],
    );
    expect(logged).toEqual([{ reason }]);
    const sent = receiver.received.length;
    await feed.add(server.environment, own.customerNo, ['package:3']);
    const last = async () => (await own.deliveries())[3]?.Status;
    await expect.poll(last, patience).toBe('SKIPPED');
    status = 200;
    await own.must('UpdateEndpoint', { EndpointId: own.endpoint.EndpointId, Enabled: true });
    const [next] = await feed.add(server.environment, own.customerNo, ['package:4']);
    await expect.poll(() => receiver.received.slice(sent).map(({ id }) => id), patience).toEqual([next]);
    expect(await endpoint()).toMatchObject({ Enabled: true, DisabledReason: '', FailedInARow: 0 });
  },
);

test('what waits for its next attempt is sent at once to an endpoint that has moved', async () => {
  const feed = testFeed();
  const receiver = await receiving(({ path }) => ({ status: path === '/old' ? 500 : 204 }));
  const own = await winery([`${receiver.url}/old`]);
  started({ source: feed.source });
  const ids = await feed.add(server.environment, own.customerNo, ['package:1', 'package:1']);
  await expect.poll(async () => (await own.deliveries())[0].Attempts.length, patience).toBe(1);
  await server.environment.db.rows(
    "update webhook_deliveries set failed_attempts = 12, due_at = now() + interval '34 hours' where due_at is not null",
  );
  await own.must('UpdateEndpoint', { EndpointId: own.endpoint.EndpointId, Url: `${receiver.url}/new` });
  await expect.poll(() => receiver.at('/new').map(({ id }) => id), patience).toEqual(ids);
});

test.each([410, 500])(
  'a late %i of the address before an endpoint has moved does not count against it',
  async (status) => {
    const late = Promise.withResolvers<{ status: number }>();
    const receiver = await receiving(({ path }) => (path === '/old' ? late.promise : { status: 204 }));
    const own = await winery([`${receiver.url}/old`]);
    started({ source: testFeed().source });
    const { EndpointId } = own.endpoint;
    await own.must('SendTest', { EndpointId });
    await expect.poll(() => receiver.at('/old').length, patience).toBe(1);
    await own.must('UpdateEndpoint', { EndpointId, Url: `${receiver.url}/new` });
    late.resolve({ status });
    // At once; after a failure at its present address it would wait for 30 seconds.
    await expect.poll(() => receiver.at('/new').length, { ...patience, timeout: 20_000 }).toBe(1);
    expect((await own.deliveries())[0].Attempts[0]).toMatchObject({ StatusCode: status });
    expect((await own.must('GetEndpoints', {})).Endpoints).toMatchObject([{ Enabled: true, FailedInARow: 0 }]);
  },
);

test('what was under way when its endpoint was disabled is delivered when it succeeds', async () => {
  const late = Promise.withResolvers<{ status: number }>();
  const receiver = await receiving(() => late.promise);
  const own = await winery([receiver.url]);
  started({ source: testFeed().source });
  const { EndpointId } = own.endpoint;
  await own.must('SendTest', { EndpointId });
  await expect.poll(() => receiver.received.length, patience).toBe(1);
  await own.must('UpdateEndpoint', { EndpointId, Enabled: false });
  expect(await own.deliveries()).toMatchObject([{ Status: 'SKIPPED' }]);
  late.resolve({ status: 204 });
  await expect.poll(async () => (await own.deliveries())[0].Status, patience).toBe('DELIVERED');
});

test('of 1,000 endpoints a black hole, a slow one and one that fails delay no other', async () => {
  const feed = testFeed();
  const receiver = await receiving(async ({ path }) => {
    if (path === '/0/0') return await new Promise(() => undefined);
    if (path === '/1/1') await new Promise((resolve) => setTimeout(resolve, 200));
    return { status: path === '/2/2' ? 500 : 204 };
  });
  const urls = (number: number) => Array.from({ length: 100 }, (_, n) => `${receiver.url}/${number}/${n}`);
  const wineries = await Promise.all(Array.from({ length: 10 }, (_, number) => winery(urls(number))));
  // Nothing is given up, and so sent again, however long it takes.
  started({ source: feed.source, timeoutMs: 600_000 });
  const keys = ['package:1', 'package:1', 'order:1'];
  for (const own of wineries) await feed.add(server.environment, own.customerNo, keys);
  const healthy = () => receiver.received.filter(({ path }) => path !== '/0/0' && path !== '/2/2').length;
  await expect.poll(healthy, { timeout: 60_000, interval: 50 }).toBe(998 * keys.length);
  // It has not replied to anything yet, so nothing waited for it.
  expect(receiver.at('/0/0').length).toBeLessThanOrEqual(keys.length);
  expect(await wineries[0]?.deliveries()).toMatchObject(keys.map(() => ({ Status: 'PENDING' })));
  expect(new Set(receiver.received.map(({ path, id }) => `${path} ${id}`)).size).toBe(receiver.received.length);
}, 120_000);

test('endpoints of one host do not wait for each other', async () => {
  const receiver = await receiving(async ({ path }) =>
    path === '/hole' ? await new Promise(() => undefined) : { status: 204 },
  );
  const [hole, other] = [await winery([`${receiver.url}/hole`]), await winery([`${receiver.url}/other`])];
  started({ source: testFeed().source, perEndpoint: 1, timeoutMs: 600_000 });
  await hole.must('SendTest', { EndpointId: hole.endpoint.EndpointId });
  await expect.poll(() => receiver.at('/hole').length, patience).toBe(1);
  await other.must('SendTest', { EndpointId: other.endpoint.EndpointId });
  await expect.poll(() => receiver.at('/other').length, patience).toBe(1);
});

test('more endpoints that failed than have slots are all sent to again', async () => {
  const feed = testFeed();
  let status = 500;
  const receiver = await receiving(() => ({ status }));
  const wineries = await Promise.all(Array.from({ length: 6 }, () => winery([receiver.url])));
  const sender = started({ source: feed.source, total: 4 });
  for (const own of wineries) await feed.add(server.environment, own.customerNo, ['package:1']);
  const { db } = server.environment;
  const waiting = async () =>
    (await db.rows('select 1 from webhook_deliveries where failed_attempts = 1 and due_at > clock_timestamp()')).length;
  await expect.poll(waiting, patience).toBe(6);
  status = 204;
  // In one step all are due, and two have a slot.
  await db.write(async (tx) => {
    await tx.rows('update webhook_customers set due_at = now()');
    await tx.rows('update webhook_deliveries set due_at = now()');
  });
  await expect.poll(() => sender.attempts.delivered, patience).toBe(6);
});

test('several processes share the customers, and deliver nothing twice', async () => {
  const feed = testFeed();
  const receiver = await receiving();
  const { config, logger } = server.environment;
  const other = openEnvironment('test', config, logger, server.database.options);
  open.push({ stop: () => other.db.close() });
  const wineries = [];
  for (let number = 0; number < 4; number += 1) wineries.push(await winery([`${receiver.url}/${number}`]));
  const senders = [started({ source: feed.source }), started({ source: feed.source }, other)];
  const expected: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    for (const own of wineries)
      expected.push(...(await feed.add(server.environment, own.customerNo, ['package:1', 'package:2'])));
    if (round === 5) await senders[0]?.stop();
  }
  await expect.poll(() => receiver.received.length, patience).toBe(expected.length);
  expect(receiver.received.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  expect(senders[1]?.attempts.delivered).toBeGreaterThan(0);
});

test('a lease that has expired is taken over, and a body that may have been sent is sent again as it was', async () => {
  const feed = testFeed();
  const receiver = await receiving();
  const own = await winery([receiver.url]);
  const { db } = server.environment;
  const { EventId } = await own.must('SendTest', { EndpointId: own.endpoint.EndpointId });
  // Another process was killed while it sent: its lease stands for seconds.
  const lease = async (until: string) =>
    await db.rows(
      `update webhook_customers set lease = '00000000-0000-4000-8000-000000000001', leased_until = now() + $2::interval, due_at = null
        where customer_no = $1`,
      [own.customerNo, until],
    );
  await lease('5 minutes');
  const sender = started({ source: feed.source });
  const second = await winery([receiver.url]);
  await second.must('SendTest', { EndpointId: second.endpoint.EndpointId });
  await expect.poll(() => sender.attempts.delivered, patience).toBe(1);
  await lease('-1 second');
  await expect.poll(() => receiver.received.map(({ id }) => id), patience).toContain(EventId);
  await expect.poll(async () => (await own.deliveries())[0].Status, patience).toBe('DELIVERED');
  // Taken while the clock of the database was ahead, by a process that was killed then.
  await lease('1 year');
  const last = await own.must('SendTest', { EndpointId: own.endpoint.EndpointId });
  await expect.poll(() => receiver.received.map(({ id }) => id), patience).toContain(last.EventId);
});

test('a secret that was rotated under an id in capitals signs beside the one before, until that is revoked', async () => {
  const receiver = await receiving();
  const own = await winery([receiver.url]);
  const { Secret: before } = own.endpoint;
  const EndpointId = own.endpoint.EndpointId.toUpperCase();
  const sent = async () => {
    const count = receiver.received.length;
    await own.must('SendTest', { EndpointId });
    await expect.poll(() => receiver.received.length, patience).toBe(count + 1);
    const { body, headers } = receiver.received.at(-1) as Receiver['received'][number];
    return { headers, verify: (secret: string) => new Webhook(secret).verify(body, headers) };
  };
  const { Secret: second } = await own.must('RotateSecret', { EndpointId });
  started({ source: testFeed().source });
  const both = await sent();
  expect(both.headers['webhook-signature']).toMatch(/^v1,[^ ]+ v1,[^ ]+$/);
  for (const secret of [before, second]) expect(() => both.verify(secret)).not.toThrow();
  const { Secret: third } = await own.must('RotateSecret', { EndpointId, RevokePrevious: true });
  const one = await sent();
  expect(() => one.verify(third)).not.toThrow();
  expect(() => one.verify(second)).toThrow();
  expect((await own.must('GetDeliveries', { EndpointId })).Deliveries).toHaveLength(2);
});

test('what is not permitted is refused when it is sent, without a connection', async () => {
  const receiver = await receiving();
  const own = await winery([receiver.url]);
  await own.must('SendTest', { EndpointId: own.endpoint.EndpointId });
  const strict = { ...server.environment, config: { ...server.environment.config, webhookAllowedNetworks: [] } };
  started({ source: testFeed().source }, strict);
  await expect.poll(async () => (await own.deliveries())[0].Attempts.length, patience).toBe(1);
  const [{ Attempts: attempts }] = await own.deliveries();
  expect(attempts).toMatchObject([{ StatusCode: 0, Response: 'Refused: the address is not public.' }]);
  expect(receiver.received).toEqual([]);
});

test('events of the feed arrive with their ids, in both formats', async () => {
  const receiver = await receiving();
  const own = await winery([`${receiver.url}/all`]);
  await own.must('CreateEndpoint', { Url: `${receiver.url}/tracking`, Format: 'tracking_update' });
  const { db } = server.environment;
  started({});
  await givenItems(db, own.customerNo, [{ itemNo: 'WINE-1' }]);
  await givenStock(db, own.customerNo, [{ itemNo: 'WINE-1', quantity: 12 }]);
  const ordered = await own.client.call(
    'SalesOrder/CreateSalesOrder',
    sentOrder({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] }),
  );
  expect(ordered.status).toBe(200);
  const advanced = await own.client.call('Simulation/AdvanceClock', { Seconds: 12 * 86_400 });
  expect(advanced.status).toBe(200);
  const feed = (await own.client.call('Event/GetEvents', { From: '2020-01-01', Top: 500 })).body.Events;
  const idsOf = (events: readonly { readonly EventId: string }[]) => events.map(({ EventId }) => EventId).toSorted();
  const packages = feed.filter(({ type }: { type: string }) => type === 'tracking.updated');
  expect(packages.length).toBeGreaterThan(3);
  const arrived = (at: string) =>
    receiver
      .at(at)
      .map(({ id }) => id)
      .toSorted();
  await expect.poll(() => arrived('/tracking'), patience).toEqual(idsOf(packages));
  await expect.poll(() => arrived('/all'), patience).toEqual(idsOf(feed));
  const updates = receiver.at('/tracking').map(({ body }) => JSON.parse(body));
  expect(updates.map(({ event_id }) => event_id).toSorted()).toEqual(idsOf(packages));
  expect(updates.at(-1)).toMatchObject({ event: 'tracking_update', msg: { tag: 'Delivered', active: false } });
  expect(JSON.parse(receiver.at('/all')[0]?.body ?? '')).toMatchObject({
    type: expect.any(String),
    data: expect.anything(),
  });
});
