/** Background work for webhooks: old deliveries are deleted, cursors stay valid, metrics count. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveMonths } from '../../src/archive.ts';
import { formatEventCursor, formatIssuedEventCursor } from '../../src/events/cursor.ts';
import { readCurrentEventCursor } from '../../src/events/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import {
  advanceIdleWebhookCursors,
  deleteOldWebhookDeliveries,
  findCustomerWithWebhookCursorBefore,
  registerWebhookMetrics,
  startWebhookSender,
  verifyWebhooks,
} from '../../src/webhooks/index.ts';
import { privateFolder } from '../support/process.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { allowLoopback, openReceiver, type Receiver } from '../support/webhooks.ts';

const patience = { timeout: 30_000, interval: 20 };
const signal = new AbortController().signal;

let server: TestServer;
let receiver: Receiver;
beforeAll(async () => {
  server = await openTestServer({ settings: allowLoopback });
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await server.close();
});

/** A customer with an endpoint, to which tests were sent; nothing is delivered yet. */
async function winery(tests: number) {
  const { customerNo, client } = await server.customer();
  const call = async (name: string, body: object) => (await client.call(`Webhook/${name}`, body)).body;
  const { EndpointId } = await call('CreateEndpoint', { Url: receiver.url });
  const ids: string[] = [];
  for (let sent = 0; sent < tests; sent += 1) ids.push((await call('SendTest', { EndpointId })).EventId);
  const { db } = server.environment;
  const cursor = async () =>
    (await db.rows<{ cursor: string }>('select cursor from webhook_customers where customer_no = $1', [customerNo]))[0]
      ?.cursor;
  return { customerNo, client, call, EndpointId, ids, db, cursor };
}

test('after 30 days deliveries that are not pending are deleted, and events without deliveries', async () => {
  const { customerNo, call, EndpointId, ids, db } = await winery(4);
  const other = await winery(2);
  const [delivered, pending, young, failed] = ids;
  await db.rows(
    `update webhook_deliveries d
        set status = case when event_id = $2 then 'FAILED' else 'DELIVERED' end, due_at = null
      where customer_no = $1 and event_id = any ($3)`,
    [customerNo, failed, [delivered, young, failed]],
  );
  await db.rows('update webhook_endpoints set pending = 1, delivered = 2, failed = 1 where customer_no = $1', [
    customerNo,
  ]);
  const age = async (days: number) =>
    await db.rows(
      `update webhook_events set occurred_at = now() - make_interval(days => $2) where customer_no = $1 and event_id <> $3`,
      [customerNo, days, young],
    );
  await age(29);
  const left = async (table: string, of = customerNo) =>
    (await db.rows<{ event_id: string }>(`select event_id from ${table} where customer_no = $1`, [of]))
      .map((row) => row.event_id)
      .toSorted();
  await deleteOldWebhookDeliveries(db, signal);
  expect(await left('webhook_events')).toEqual(ids.toSorted());
  await age(31);
  await deleteOldWebhookDeliveries(db, signal);
  for (const table of ['webhook_deliveries', 'webhook_events']) {
    expect(await left(table), table).toEqual([pending, young].toSorted());
    expect(await left(table, other.customerNo)).toHaveLength(2);
  }
  const listed = await call('GetDeliveries', { EndpointId });
  expect(listed).toMatchObject({ TotalRecordCount: 2, Deliveries: [{ Status: 'PENDING' }, { Status: 'DELIVERED' }] });
  expect(await verifyWebhooks(db)).toEqual([]);
  // Those of a deleted endpoint, however young, and then their events.
  await call('DeleteEndpoint', { EndpointId });
  await deleteOldWebhookDeliveries(db, signal);
  expect(await left('webhook_deliveries')).toEqual([]);
  expect(await left('webhook_events')).toEqual([young]);
  expect(await verifyWebhooks(db)).toEqual([]);
});

test('the integrity check names an endpoint by its id: its URL may contain a secret', async () => {
  const { customerNo, EndpointId, db } = await winery(1);
  await db.rows('update webhook_endpoints set delivered = 9 where customer_no = $1', [customerNo]);
  expect(await verifyWebhooks(db)).toEqual([
    `webhook endpoint ${EndpointId} of customer ${customerNo}: has other deliveries than are counted`,
  ]);
});

test('a winery that was quiet until its months of the log were detached gets its next event', async () => {
  const { customerNo, client, db, cursor } = await winery(0);
  const issued = (own: string) => formatIssuedEventCursor(own, { environment: 'test', customerNo });
  const created = await cursor();
  // Since then it has read everything, and nothing has happened.
  const old = (await readCurrentEventCursor(db, customerNo)).replace(/-[^-]+$/, '-a');
  expect(old).toBe(
    formatEventCursor(
      { seq: Number.parseInt(old.split('-')[1] ?? '', 36), read: 0 },
      Temporal.Instant.fromEpochMilliseconds(10 * 86_400_000),
    ),
  );
  await db.rows(
    `update webhook_customers q set cursor = $2, read_up_to = c.last_seq
       from commit_counters c where c.customer_no = $1 and q.customer_no = $1`,
    [customerNo, old],
  );
  expect(await client.call('Event/GetEvents', { After: issued(old) })).toMatchObject({
    status: 400,
    body: { Errors: [{ Code: 'CursorTooOld' }] },
  });
  const behind = await winery(0);
  await db.rows('update webhook_customers set cursor = $2, read_up_to = 0 where customer_no = $1', [
    behind.customerNo,
    created,
  ]);
  await advanceIdleWebhookCursors(db, signal);
  expect(await cursor()).toBe(await readCurrentEventCursor(db, customerNo));
  expect(await client.call('Event/GetEvents', { After: issued((await cursor()) ?? '') })).toMatchObject({
    status: 200,
  });
  // What another one has not read stays unread.
  expect(await behind.cursor()).toBe(created);
});

test('a cursor is not renewed over an event that happens meanwhile', async () => {
  const { customerNo, call, EndpointId, db, cursor } = await winery(0);
  await db.rows(
    `update webhook_customers q set read_up_to = c.last_seq
       from commit_counters c where c.customer_no = $1 and q.customer_no = $1`,
    [customerNo],
  );
  const before = await cursor();
  const write: Db['write'] = async (work, options) => {
    if (options?.customerNo === customerNo) await call('UpdateEndpoint', { EndpointId, Description: 'Club orders' });
    return await db.write(work, options);
  };
  await advanceIdleWebhookCursors(Object.create(db, { write: { value: write } }), signal);
  expect(await cursor()).toBe(before);
});

test('months are archived only after the cursors of quiet wineries are renewed', async () => {
  const { customerNo, db, cursor } = await winery(0);
  const old = (await readCurrentEventCursor(db, customerNo)).replace(/-[^-]+$/, '-a');
  await db.rows(
    `update webhook_customers q set cursor = $2, read_up_to = c.last_seq
       from commit_counters c where c.customer_no = $1 and q.customer_no = $1`,
    [customerNo, old],
  );
  // Such a cursor holds back no month: nothing after it is unread.
  expect(await findCustomerWithWebhookCursorBefore(db, Temporal.PlainDate.from('2020-01-01'))).toBeUndefined();
  const folder = privateFolder();
  await archiveMonths(server.environment, folder.path, Temporal.PlainDate.from('2020-01-01'));
  folder.remove();
  expect(await cursor()).toBe(await readCurrentEventCursor(db, customerNo));
});

test('no month is archived while events of it, or after it, are still to be sent of a cursor that would be too old then', async () => {
  const { customerNo, db, cursor } = await winery(0);
  const old = (await readCurrentEventCursor(db, customerNo)).replace(/-[^-]+$/, '-a');
  await db.rows('update webhook_customers set cursor = $2, read_up_to = 0 where customer_no = $1', [customerNo, old]);
  await db.rows("select ensure_month('log', '2020-01-01')");
  const folder = privateFolder();
  const archived: string[] = [];
  const archive = () =>
    archiveMonths(server.environment, folder.path, Temporal.PlainDate.from('2020-02-01'), ({ table, month }) =>
      archived.push(`${table} ${month}`),
    );
  await expect(archive()).rejects.toThrow(
    `Months before 2020-02 cannot be archived: events of ${customerNo} have not been read for its webhooks yet. Try again in a few minutes, while the server runs.`,
  );
  expect(archived).toEqual([]);
  expect(await cursor()).toBe(old);
  await db.rows(
    `update webhook_customers q set read_up_to = c.last_seq
       from commit_counters c where c.customer_no = $1 and q.customer_no = $1`,
    [customerNo],
  );
  await archive();
  folder.remove();
  expect(archived).toEqual(['log 2020-01-01']);
});

test('metrics count attempts, what waits, and endpoints that were disabled', async () => {
  const { environment } = server;
  const { customerNo, EndpointId, db } = await winery(2);
  await db.rows('delete from webhook_deliveries where customer_no <> $1', [customerNo]);
  const deleted = await winery(2);
  await db.rows(`update webhook_deliveries set due_at = now() - interval '90 seconds' where due_at is not null`);
  await deleted.call('DeleteEndpoint', { EndpointId: deleted.EndpointId });
  const disabled = await winery(0);
  await disabled.call('UpdateEndpoint', { EndpointId: disabled.EndpointId, Enabled: false });
  const byFailures = await winery(0);
  await db.rows(
    `update webhook_endpoints set is_enabled = false, disabled_reason = 'GONE', disabled_at = now() where customer_no = $1`,
    [byFailures.customerNo],
  );
  const metrics = createMetrics();
  const sender = { attempts: { delivered: 3, failed: 1 }, stop: async () => undefined };
  registerWebhookMetrics(metrics, [{ environment, sender }]);
  const value = async (name: string) => {
    const [, number] =
      new RegExp(`^dray_webhook_${name}\\{environment="test"\\} (.*)$`, 'm').exec(await metrics.text()) ?? [];
    return Number(number);
  };
  expect(await value('attempts_delivered_total')).toBe(3);
  expect(await value('attempts_failed_total')).toBe(1);
  expect(await value('endpoints_disabled')).toBe(1);
  expect(await value('lag_seconds')).toBeGreaterThanOrEqual(90);
  // What waits behind a failure of its receiver is not late because of this server.
  const fail = (attempts: number) =>
    db.rows(
      'update webhook_deliveries set failed_attempts = $2 where customer_no = $1 and position = (select min(position) from webhook_deliveries where customer_no = $1)',
      [customerNo, attempts],
    );
  await fail(1);
  expect(await value('lag_seconds')).toBe(0);
  await fail(0);
  const started = startWebhookSender(environment);
  try {
    await expect.poll(() => value('lag_seconds'), patience).toBe(0);
    await expect.poll(() => started.attempts, patience).toEqual({ delivered: 2, failed: 0 });
    expect(receiver.received).toHaveLength(2);
    expect(EndpointId).not.toBe('');
  } finally {
    await started.stop();
  }
});
