/** Webhooks/SendTest: sends a test to a webhook endpoint. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWebhook } from '../support/webhook-operators.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 queues a test', async () => {
  const { on, client, EndpointId } = await openWebhook(server);
  const { EventId } = (await on('SendTest')).body;
  const listed = (await client.call('Webhook/GetDeliveries', { EndpointId })).body.Deliveries;
  expect(listed).toMatchObject([{ EventId, Kind: 'webhook.test', Status: 'PENDING' }]);
  expect((await auditOf(server, 'Webhooks/SendTest')).at(-1)).toMatchObject({ after: { EventId } });
});

test('403 for a disabled endpoint', async () => {
  const { on } = await openWebhook(server);
  await on('Update', { Enabled: false });
  expect((await on('SendTest')).body).toMatchObject({ Status: 403, State: 'DISABLED' });
});

test('400 for an id that is none', async () => {
  const { call } = await openWebhook(server);
  expect((await call('SendTest', { EndpointId: 'x' })).body.Errors[0].Field).toBe('EndpointId');
});

test('404 for an endpoint that the customer does not have', async () => {
  const [{ unknown, call }, other] = [await openWebhook(server), await openWebhook(server)];
  for (const { EndpointId } of [unknown, other]) {
    expect((await call('SendTest', { EndpointId })).status).toBe(404);
  }
});
