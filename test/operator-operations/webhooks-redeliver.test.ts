/** Webhooks/Redeliver: sends events again to a webhook endpoint. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWebhook } from '../support/webhook-operators.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 queues what was skipped', async () => {
  const { on } = await openWebhook(server);
  const { EventId } = (await on('SendTest')).body;
  await on('Update', { Enabled: false });
  await on('Update', { Enabled: true });
  expect((await on('Redeliver', { EventId })).body).toEqual({ Deliveries: 1 });
  expect((await on('Redeliver', { From: '2020-01-01', To: '2100-01-01' })).body).toEqual({ Deliveries: 0 });
  expect((await on('ListDeliveries')).body.Records).toMatchObject([{ EventId, Status: 'PENDING' }]);
  expect((await auditOf(server, 'Webhooks/Redeliver')).map(({ after }) => after)).toContainEqual({
    EventId,
    Deliveries: 1,
  });
});

test('400 for more than 10,000, of which none is queued; 10,000 are', async () => {
  const { on, CustomerNo, EndpointId } = await openWebhook(server);
  const { db } = server.environment;
  await db.write(async (tx) => {
    await tx.rows(
      `insert into webhook_events (customer_no, event_id, kind, occurred_at, standard_body)
       select $1, 'e' || n, 'order.held', timestamptz '2026-01-01 00:00Z' + n * interval '1 second', '{}'
         from generate_series(0, 10000) n`,
      [CustomerNo],
    );
    await tx.rows(
      `insert into webhook_deliveries (customer_no, endpoint_id, position, event_id, sequence_key, format, status)
       select $1, $2::uuid, n + 1, 'e' || n, 'order:' || n, 'standard', 'DELIVERED' from generate_series(0, 10000) n`,
      [CustomerNo, EndpointId],
    );
    // As autovacuum has done by then: its statistics know of no pending deliveries.
    await tx.rows('analyze webhook_events, webhook_deliveries');
  });
  const range = (From: string) => on('Redeliver', { From, To: '2026-01-02T00:00:00Z' });
  expect((await range('2026-01-01T00:00:00Z')).body.Errors).toMatchObject([{ Field: 'To', Code: 'TooMany' }]);
  expect((await on('ListDeliveries', { Status: 'PENDING' })).body.Count).toBe(0);
  expect((await range('2026-01-01T00:00:01Z')).body).toEqual({ Deliveries: 10_000 });
});

test('403 for a disabled endpoint', async () => {
  const { on } = await openWebhook(server);
  await on('Update', { Enabled: false });
  expect((await on('Redeliver', { EventId: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001' })).body).toMatchObject({
    Status: 403,
    State: 'DISABLED',
  });
});

test('400 for an id that is none', async () => {
  const { call } = await openWebhook(server);
  expect(
    (await call('Redeliver', { EndpointId: 'x', EventId: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001' })).body.Errors[0]
      .Field,
  ).toBe('EndpointId');
});

test('404 for an endpoint that the customer does not have', async () => {
  const [{ unknown, call }, other] = [await openWebhook(server), await openWebhook(server)];
  for (const { EndpointId } of [unknown, other]) {
    expect((await call('Redeliver', { EndpointId, EventId: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001' })).status).toBe(404);
  }
});
