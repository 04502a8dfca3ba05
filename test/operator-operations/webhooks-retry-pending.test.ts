/** Webhooks/RetryPending: sends what waits for its next attempt now. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWebhook } from '../support/webhook-operators.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 makes deliveries due that wait for their next attempt, with all attempts; others stay as they are', async () => {
  const { on, EndpointId } = await openWebhook(server);
  const [waiting, due] = [(await on('SendTest')).body.EventId, (await on('SendTest')).body.EventId];
  const { db } = server.environment;
  const stored = async () =>
    await db.rows(
      `select event_id as id, failed_attempts as failed, due_at <= now() as "isDue" from webhook_deliveries
        where endpoint_id = $1 order by position`,
      [EndpointId],
    );
  await db.rows('update webhook_deliveries set failed_attempts = 3 where endpoint_id = $1', [EndpointId]);
  await db.rows(
    `update webhook_deliveries set failed_attempts = 9, due_at = now() + interval '2 hours'
      where endpoint_id = $1 and event_id = $2`,
    [EndpointId, waiting],
  );
  expect(await stored()).toMatchObject([
    { failed: 9, isDue: false },
    { failed: 3, isDue: true },
  ]);
  expect((await on('RetryPending')).body).toEqual({ Deliveries: 1 });
  expect(await stored()).toEqual([
    { id: waiting, failed: 0, isDue: true },
    { id: due, failed: 3, isDue: true },
  ]);
  expect((await on('RetryPending')).body).toEqual({ Deliveries: 0 });
  expect((await auditOf(server, 'Webhooks/RetryPending')).map(({ after }) => after)).toContainEqual({ Deliveries: 1 });
});

test('403 for a disabled endpoint', async () => {
  const { on } = await openWebhook(server);
  await on('Update', { Enabled: false });
  expect((await on('RetryPending')).body).toMatchObject({ Status: 403, State: 'DISABLED' });
});

test('400 for an id that is none', async () => {
  const { call } = await openWebhook(server);
  expect((await call('RetryPending', { EndpointId: 'x' })).body.Errors[0].Field).toBe('EndpointId');
});

test('404 for an endpoint that the customer does not have', async () => {
  const [{ unknown, call }, other] = [await openWebhook(server), await openWebhook(server)];
  for (const { EndpointId } of [unknown, other]) {
    expect((await call('RetryPending', { EndpointId })).status).toBe(404);
  }
});
