/** Webhooks/Delete: deletes a webhook endpoint. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWebhook } from '../support/webhook-operators.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 deletes it', async () => {
  const { on, endpoints, EndpointId } = await openWebhook(server);
  expect((await on('Delete')).body).toEqual({ EndpointId });
  expect(await endpoints()).toEqual([]);
  const entry = (await auditOf(server, 'Webhooks/Delete')).at(-1);
  expect(entry).toMatchObject({ action: 'webhook.deleted', before: { Host: 'winery.example' } });
});

test('400 for an id that is none', async () => {
  const { call } = await openWebhook(server);
  expect((await call('Delete', { EndpointId: 'x' })).body.Errors[0].Field).toBe('EndpointId');
});

test('404 for an endpoint that the customer does not have', async () => {
  const [{ unknown, call }, other] = [await openWebhook(server), await openWebhook(server)];
  for (const { EndpointId } of [unknown, other]) {
    expect((await call('Delete', { EndpointId })).status).toBe(404);
  }
});
