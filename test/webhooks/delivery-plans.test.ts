/** The cost of reading deliveries does not grow with the customer's other deliveries. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Tx } from '../../src/platform/db/db.ts';
import { countWebhookDeliveries } from '../../src/webhooks/delivery-counts.ts';
import {
  findPendingWebhookSequences,
  forceIndexPlansSql,
  listWebhookDeliveries,
  makeFirstWebhookDeliveriesDue,
  recordWebhookAttempts,
  requeueWebhookDeliveries,
} from '../../src/webhooks/delivery-store.ts';
import { readDueWebhookDeliveries, readNextWebhookDueTimes } from '../../src/webhooks/lease-store.ts';
import { queueWebhookTestEvent } from '../../src/webhooks/manage-endpoints.ts';
import { type CountedStatement, countingDb } from '../support/buffers.ts';
import { openPlainServer } from '../support/plain-server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openPlainServer();
});
afterAll(() => server.close());

const events = 10_000;
const endpointId = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001';

test('the events of an hour of a month, a page of a list and its count cost few reads', async () => {
  const { db } = server.environment;
  const { customerNo } = await server.customer();
  await db.rows(
    `insert into webhook_endpoints (customer_no, endpoint_id, url, kinds, format, description, secret, delivered)
     values ($1, $2, 'https://hooks.example', '{}', 'standard', '', '', $3)`,
    [customerNo, endpointId, events],
  );
  await db.rows(
    `insert into webhook_events (customer_no, event_id, kind, occurred_at, standard_body)
     select $1, 'evt_' || n, 'order.created', '2026-06-01T00:00:00Z'::timestamptz + n * interval '4 minutes', repeat('x', 500)
       from generate_series(1, $2) n`,
    [customerNo, events],
  );
  await db.rows(
    `insert into webhook_deliveries (customer_no, endpoint_id, position, event_id, sequence_key, format, status)
     select $1, $3, n, 'evt_' || n, 'order ' || n, 'standard', 'DELIVERED' from generate_series(1, $2) n`,
    [customerNo, events, endpointId],
  );
  for (const table of ['webhook_events', 'webhook_deliveries']) await db.rows(`vacuum analyze ${table}`);
  const counted: CountedStatement[] = [];
  const counting = countingDb(db, counted);
  const from = Temporal.Instant.from('2026-06-10T00:00:00Z');
  const before = from.add({ minutes: 59 });
  expect(
    await counting.write((tx) => requeueWebhookDeliveries(tx, customerNo, endpointId, { from, before })),
  ).toHaveLength(15);
  expect(counted.map(({ buffers }) => buffers < 150)).toEqual([true]);
  counted.length = 0;
  const filter = { customerNo, endpointId };
  expect(await countWebhookDeliveries(counting, { ...filter, status: 'DELIVERED' })).toBe(events - 15);
  expect(await countWebhookDeliveries(counting, filter)).toBe(events);
  expect(await listWebhookDeliveries(counting, filter, { skip: 10, top: 10 })).toHaveLength(10);
  expect(counted.map(({ buffers }) => buffers < 60)).toEqual([true, true, true]);
});

test('a test is queued with the plans of the queue', async () => {
  const { db } = server.environment;
  const { customerNo, client } = await server.customer();
  const { EndpointId } = (await client.call('Webhook/CreateEndpoint', { Url: 'https://hooks.example' })).body;
  const context = { customerNo, reference: uuidv7(), operation: 'Webhook/SendTest', actor: 'test' };
  const setting = "select current_setting('enable_seqscan') as scans";
  expect(
    await db.write(async (tx) => {
      await queueWebhookTestEvent(tx, context, EndpointId);
      return await tx.rows(setting);
    }),
  ).toEqual([{ scans: 'off' }]);
});

/** A transaction that explains its statements, returns no rows, and adds the buffers that each has read to `buffers`. */
function explaining(tx: Tx, buffers: number[]) {
  const running: Promise<unknown>[] = [];
  const rows = async (text: string, values?: readonly unknown[]) => {
    const [row] = await tx.rows<{ 'QUERY PLAN': readonly { Plan: Record<string, number> }[] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    );
    const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } = row?.['QUERY PLAN'][0]?.Plan ?? {};
    buffers.push(hit + read);
    return [];
  };
  const send = (text: string, values?: readonly unknown[]) => void running.push(rows(text, values));
  return { tx: Object.create(tx, { rows: { value: rows }, send: { value: send } }) as Tx, running };
}

test('the cost of a step does not grow with the deliveries that wait, also when the statistics know of none', async () => {
  const { db } = server.environment;
  const { customerNo } = await server.customer();
  await db.rows(
    `insert into webhook_events (customer_no, event_id, kind, occurred_at, standard_body)
     select $1, 'evt_' || n, 'tracking.updated', now(), 'x' from generate_series(1, $2) n`,
    [customerNo, 2 * events],
  );
  /** Two deliveries of each sequence. */
  const insert = async (status: string, from: number, dueAt: string) => {
    await db.rows(
      `insert into webhook_deliveries (customer_no, endpoint_id, position, event_id, sequence_key, format, status, due_at)
       select $1, $2, n, 'evt_' || n, 'package:' || n / 2, 'standard', $3, ${dueAt} from generate_series($4::int, $5) n`,
      [customerNo, endpointId, status, from + 1, from + events],
    );
  };
  await insert('DELIVERED', 0, 'null::timestamptz');
  for (const table of ['webhook_events', 'webhook_deliveries']) await db.rows(`vacuum analyze ${table}`);
  await insert('PENDING', events, "case when n % 2 = 0 then timestamptz '2026-06-01' end");
  const buffers: number[] = [];
  const chosen = Array.from({ length: 100 }, (_, nth) => events + 50 * (nth + 1));
  const of = chosen.map((position) => ({ customerNo, endpointId, sequenceKey: `package:${position / 2}` }));
  const results = chosen.map((position, nth) => ({
    ...(of[nth] as (typeof of)[number]),
    position,
    eventId: `evt_${position}`,
    url: '',
    failedAttempts: 0,
    status: 'DELIVERED' as const,
    retryMs: undefined,
    attempt: { at: '', ms: 1, status: 200, response: '' },
  }));
  const now = Temporal.Instant.from('2026-06-01T00:00:01Z');
  await db.write(async (plain) => {
    const { tx, running } = explaining(plain, buffers);
    await plain.rows(forceIndexPlansSql);
    await findPendingWebhookSequences(tx, of);
    await recordWebhookAttempts(tx, results, now);
    makeFirstWebhookDeliveriesDue(tx, of);
    await Promise.all(running);
    await readNextWebhookDueTimes(tx, [{ customerNo, endpointId }], now);
    await readDueWebhookDeliveries(tx, [{ customerNo, endpointId, maxRows: 20, sent: [], isLast: false }], now);
  });
  const [pending, recorded, released, nextDue, due] = buffers as [number, number, number, number, number];
  // 100 of 10,000: each has a few pages of each index.
  expect([pending < 1_000, recorded < 4_000, released < 4_000]).toEqual([true, true, true]);
  expect([nextDue < 10, due < 150]).toEqual([true, true]);
});
