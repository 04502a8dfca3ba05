/** Steps of the sender: bounded in bytes, right after a change of an endpoint, and recorded once. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db, Tx } from '../../src/platform/db/db.ts';
import type { WebhookAttemptResult } from '../../src/webhooks/delivery-store.ts';
import type { SealedWebhookEndpoint } from '../../src/webhooks/endpoint.ts';
import { coversWantedWebhookKinds, readNewEvents } from '../../src/webhooks/fan-out.ts';
import { InFlightWebhookDeliveries } from '../../src/webhooks/in-flight.ts';
import {
  leaseWebhookCustomersWithWork,
  readDueWebhookDeliveries,
  releaseWebhookLeases,
} from '../../src/webhooks/lease-store.ts';
import { runWebhookSendTransaction } from '../../src/webhooks/send-step.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { allowLoopback, testFeed } from '../support/webhooks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ settings: allowLoopback });
});
afterAll(() => server.close());

const url = 'http://127.0.0.1:9/';
const all = { kinds: [] as string[], format: 'standard', isEnabled: true } as unknown as SealedWebhookEndpoint;

/** A customer whose deliveries this test sends. */
async function leased() {
  const { customerNo, client } = await server.customer();
  const { EndpointId } = (await client.call('Webhook/CreateEndpoint', { Url: url })).body;
  const { db } = server.environment;
  const lease = uuidv7();
  await db.rows(
    `update webhook_customers set lease = $2, leased_until = now() + interval '9 minutes' where customer_no = $1`,
    [customerNo, lease],
  );
  const feed = testFeed();
  const step = async (options: {
    results?: WebhookAttemptResult[];
    bytes?: number;
    isBehind?: boolean;
    maxEvents?: number;
    perEndpoint?: number;
    through?: Db;
  }) => {
    const { results = [], bytes = 1_000_000, isBehind = false, maxEvents = 1_000 } = options;
    const { perEndpoint = 20, through = db } = options;
    const [row] = await db.rows<{ cursor: string }>('select cursor from webhook_customers where customer_no = $1', [
      customerNo,
    ]);
    const held = { customerNo, cursor: row?.cursor ?? '', readUpTo: isBehind ? 1_000 : undefined, retryReadAtMs: 0 };
    const inFlight = new InFlightWebhookDeliveries({ perEndpoint, total: 500, bytes });
    return await runWebhookSendTransaction({ ...server.environment, db: through }, feed.source, {
      lease,
      customers: [held],
      results,
      inFlight,
      maxEvents,
    });
  };
  return { customerNo, client, db, feed, step, EndpointId };
}

test('a read ends when its bodies are long, and continues behind them', async () => {
  const { feed, customerNo } = await leased();
  const keys = ['package:1', 'package:2', 'package:3'];
  const ids = await feed.add(server.environment, customerNo, keys, 'x'.repeat(2_500_000));
  const read = (cursor: string) => readNewEvents(server.environment, feed.source, { customerNo, cursor }, [all], 200);
  const first = await read('0');
  expect(first.events.map(({ eventId }) => eventId)).toEqual(ids.slice(0, 2));
  expect(first).toMatchObject({ next: '2', hasMore: true });
  const second = await read(first.next);
  expect(second.events.map(({ eventId }) => eventId)).toEqual(ids.slice(2));
  expect(second).toMatchObject({ next: '3', hasMore: false });
});

test('events that were read for fewer kinds or formats are read again', async () => {
  const { feed, customerNo } = await leased();
  await feed.add(server.environment, customerNo, ['package:1']);
  const held = { ...all, kinds: ['order.held'] };
  const read = (endpoints: SealedWebhookEndpoint[]) =>
    readNewEvents(server.environment, feed.source, { customerNo, cursor: '0' }, endpoints, 200);
  const forHeld = await read([held]);
  expect(coversWantedWebhookKinds(forHeld, [held])).toBe(true);
  expect(coversWantedWebhookKinds(forHeld, [held, all])).toBe(false);
  expect(coversWantedWebhookKinds(await read([all]), [held, all])).toBe(true);
  expect(coversWantedWebhookKinds(await read([all]), [{ ...all, format: 'tracking_update' }])).toBe(false);
});

test('what is sent of a backlog is bounded by the bytes of its bodies; the rest comes when they have arrived', async () => {
  const { feed, customerNo, step } = await leased();
  const keys = Array.from({ length: 12 }, (_, n) => `package:${n}`);
  await feed.add(server.environment, customerNo, keys, 'x'.repeat(100_000));
  const first = await step({ isBehind: true });
  // An eighth of a million bytes for one endpoint, and what begins below that.
  expect(first.planned).toHaveLength(2);
  expect(first.planned[0]?.body).toContain('xxx');
  expect([...first.refused]).toEqual([customerNo]);
  expect((await step({ bytes: 100_000_000 })).planned).toHaveLength(12);
});

test('deliveries that were sent and have no result yet are not read again', async () => {
  const { feed, customerNo, step, db, EndpointId } = await leased();
  await feed.add(server.environment, customerNo, ['package:1', 'package:2', 'package:3'], 'x');
  const { planned } = await step({ isBehind: true });
  const [first, second, third] = planned.map(({ position }) => position) as [number, number, number];
  const slot = { customerNo, endpointId: EndpointId as string, isLast: false };
  const now = Temporal.Now.instant().add({ seconds: 1 });
  const read = (maxRows: number, sent: readonly number[]) =>
    db.write(async (tx) =>
      (await readDueWebhookDeliveries(tx, [{ ...slot, maxRows, sent }], now)).map(({ position }) => position),
    );
  expect(await read(2, [])).toEqual([first, second]);
  expect(await read(2, [first])).toEqual([second, third]);
  expect(await read(2, [first, second, third])).toEqual([]);
});

test('a step of a customer with a hundred endpoints reads fewer events, so that it makes no more deliveries than others', async () => {
  const { feed, customerNo, step, db } = await leased();
  await db.rows(
    `insert into webhook_endpoints (customer_no, endpoint_id, url, kinds, format, description, secret)
     select customer_no, gen_random_uuid(), url, kinds, format, description, secret
       from webhook_endpoints cross join generate_series(1, 99) where customer_no = $1`,
    [customerNo],
  );
  const keys = Array.from({ length: 12 }, (_, n) => `package:${n}`);
  await feed.add(server.environment, customerNo, keys);
  const made = async () =>
    (await db.rows('select 1 from webhook_deliveries where customer_no = $1', [customerNo])).length;
  const [first] = (await step({ isBehind: true, maxEvents: 50 })).customers;
  expect([first?.hasMore, await made()]).toEqual([true, 500]);
  await step({ isBehind: true });
  expect(await made()).toBe(1_200);
});

test('a final failure whose commit was lost counts once', async () => {
  const { client, db, step, customerNo, EndpointId } = await leased();
  await client.call('Webhook/SendTest', { EndpointId });
  const { planned } = await step({});
  const [delivery] = planned;
  if (delivery === undefined) throw new Error('the test is due');
  const attempt = { at: new Date().toISOString(), ms: 1, status: 500, response: '' };
  const failed = { ...delivery, url, failedAttempts: 14, status: 'FAILED' as const, retryMs: undefined, attempt };
  // It was committed, but the sender did not hear of it.
  for (let time = 0; time < 2; time += 1) await step({ results: [failed] });
  expect(
    await db.rows('select failed_in_a_row as failed from webhook_endpoints where customer_no = $1', [customerNo]),
  ).toEqual([{ failed: 1 }]);
  const { Deliveries } = (await client.call('Webhook/GetDeliveries', { EndpointId })).body;
  expect(Deliveries).toMatchObject([{ Status: 'FAILED', Attempts: [{ StatusCode: 500 }] }]);
});

test('an attempt that is tried again and whose commit was lost is recorded once', async () => {
  const { client, step, EndpointId } = await leased();
  await client.call('Webhook/SendTest', { EndpointId });
  const [delivery] = (await step({})).planned;
  if (delivery === undefined) throw new Error('the test is due');
  const attempt = { at: new Date().toISOString(), ms: 1, status: 503, response: '' };
  for (let time = 0; time < 2; time += 1)
    await step({ results: [{ ...delivery, url, failedAttempts: 1, status: 'PENDING', retryMs: 30_000, attempt }] });
  const { Deliveries } = (await client.call('Webhook/GetDeliveries', { EndpointId })).body;
  expect(Deliveries).toMatchObject([{ Status: 'PENDING', Attempts: [{ StatusCode: 503 }] }]);
  expect(Deliveries[0].Attempts).toHaveLength(1);
});

test('of several processes that find a customer free at once, one takes it', async () => {
  const { customerNo, db } = await leased();
  await db.rows(
    'update webhook_customers set lease = null, leased_until = null, due_at = now() where customer_no = $1',
    [customerNo],
  );
  const leases = Array.from({ length: 6 }, () => uuidv7());
  const taken = await Promise.all(leases.map((lease) => leaseWebhookCustomersWithWork(db, lease, false)));
  expect(taken.flat().filter((each) => each.customerNo === customerNo)).toHaveLength(1);
  for (const lease of leases) await releaseWebhookLeases(db, lease);
});

test('a step whose lease was lost records and sends nothing', async () => {
  const { client, db, step, customerNo, EndpointId } = await leased();
  await client.call('Webhook/SendTest', { EndpointId });
  const [delivery] = (await step({})).planned;
  if (delivery === undefined) throw new Error('the test is due');
  await db.rows('update webhook_customers set lease = $2 where customer_no = $1', [customerNo, uuidv7()]);
  const attempt = { at: new Date().toISOString(), ms: 1, status: 200, response: '' };
  const delivered = { ...delivery, url, status: 'DELIVERED' as const, retryMs: undefined, attempt };
  expect(await step({ results: [delivered] })).toMatchObject({ customers: [], planned: [] });
  const { Deliveries } = (await client.call('Webhook/GetDeliveries', { EndpointId })).body;
  expect(Deliveries).toMatchObject([{ Status: 'PENDING', Attempts: [] }]);
});

test('endpoints have their turns one after the other, those that fail or are slow after the others', async () => {
  const { client, db, customerNo, EndpointId } = await leased();
  const another = async () => (await client.call('Webhook/CreateEndpoint', { Url: url })).body.EndpointId;
  const [slow, other] = [await another(), await another()];
  for (const each of [slow, EndpointId, EndpointId, other]) await client.call('Webhook/SendTest', { EndpointId: each });
  const read = await db.write((tx) =>
    readDueWebhookDeliveries(
      tx,
      [slow, EndpointId, other].map((endpointId) => {
        return { customerNo, endpointId, maxRows: 9, sent: [], isLast: endpointId === slow };
      }),
      Temporal.Now.instant().add({ seconds: 9 }),
    ),
  );
  expect(read.map(({ endpointId }) => endpointId)).toEqual([EndpointId, other, EndpointId, slow]);
});

test('a step knows for how long a delivery has been due', async () => {
  const { client, db, step, customerNo, EndpointId } = await leased();
  await client.call('Webhook/SendTest', { EndpointId });
  await db.rows(`update webhook_deliveries set due_at = now() - interval '90 seconds' where customer_no = $1`, [
    customerNo,
  ]);
  const overdueMs = (await step({})).planned[0]?.overdueMs ?? 0;
  expect(overdueMs).toBeGreaterThanOrEqual(90_000);
  expect(overdueMs).toBeLessThan(150_000);
});

/** A database whose transactions take some time between two statements. */
const slow = (db: Db): Db => ({
  ...db,
  write: (work, options) =>
    db.write((tx) => {
      const rows = async <R>(text: string, values?: readonly unknown[]) => {
        const read = tx.rows<R>(text, values);
        tx.send('select pg_sleep(0.05)');
        return await read;
      };
      return work(Object.create(tx, { rows: { value: rows } }) as Tx);
    }, options),
});

test('a delivery that falls due while a step reads is sent by it or known to be due next', async () => {
  const { client, db, step, customerNo, EndpointId } = await leased();
  const due = 60;
  for (let sent = 0; sent < due; sent += 1) await client.call('Webhook/SendTest', { EndpointId });
  const stored = await db.rows<{ position: number; now: Temporal.Instant }>(
    'select position, clock_timestamp() as now from webhook_deliveries where customer_no = $1 order by position',
    [customerNo],
  );
  const dueAt = stored.map(({ now }, nth) => now.add({ milliseconds: 20 * (nth + 1) }).toString());
  await db.rows(
    `update webhook_deliveries d set due_at = n.due_at
       from unnest($2::bigint[], $3::timestamptz[]) as n (position, due_at)
      where d.customer_no = $1 and d.position = n.position`,
    [customerNo, stored.map(({ position }) => position), dueAt],
  );
  const { planned, customers } = await step({ perEndpoint: due, through: slow(db) });
  const positions = planned.map(({ position }) => position);
  expect(positions.length).toBeLessThan(due);
  const [missed] = await db.rows<{ count: number }>(
    `select count(*)::int as count from webhook_deliveries
      where customer_no = $1 and position <> all ($2::bigint[]) and ($3::timestamptz is null or due_at < $3)`,
    [customerNo, positions, customers[0]?.dueAt ?? null],
  );
  expect(missed?.count).toBe(0);
});

test('what is due is measured by the clock of the database alone', async () => {
  const { feed, client, db, step, customerNo, EndpointId } = await leased();
  await feed.add(server.environment, customerNo, ['package:1']);
  const ahead = Temporal.Now.instant().add({ hours: 1 });
  const now = vi.spyOn(Temporal.Now, 'instant').mockReturnValue(ahead);
  try {
    await client.call('Webhook/SendTest', { EndpointId });
    const { planned } = await step({ isBehind: true });
    expect(planned).toHaveLength(2);
    const [delivery] = planned;
    if (delivery === undefined) throw new Error('two are planned');
    const attempt = { at: new Date().toISOString(), ms: 1, status: 503, response: '' };
    const { dueAt } =
      (await step({ results: [{ ...delivery, url, failedAttempts: 1, status: 'PENDING', retryMs: 30_000, attempt }] }))
        .customers[0] ?? {};
    expect(dueAt && Temporal.Instant.compare(dueAt, ahead)).toBe(-1);
  } finally {
    now.mockRestore();
  }
  expect(
    await db.rows('select 1 from webhook_deliveries where customer_no = $1 and due_at is null', [customerNo]),
  ).toEqual([]);
});
