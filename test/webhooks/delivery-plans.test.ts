/** The cost of reading deliveries does not grow with the customer's other deliveries. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countDeliveries } from '../../src/webhooks/delivery-counts.ts';
import { listDeliveries, requeueDeliveries } from '../../src/webhooks/delivery-store.ts';
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
  expect(await counting.write((tx) => requeueDeliveries(tx, customerNo, endpointId, { from, before }))).toHaveLength(
    15,
  );
  expect(counted.map(({ buffers }) => buffers < 150)).toEqual([true]);
  counted.length = 0;
  const filter = { customerNo, endpointId };
  expect(await countDeliveries(counting, { ...filter, status: 'DELIVERED' })).toBe(events - 15);
  expect(await countDeliveries(counting, filter)).toBe(events);
  expect(await listDeliveries(counting, filter, { skip: 10, top: 10 })).toHaveLength(10);
  expect(counted.map(({ buffers }) => buffers < 60)).toEqual([true, true, true]);
});
