/** Webhooks/Create: a webhook endpoint of a customer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWebhook } from '../support/webhook-operators.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 returns the secret; the audit shows the host only', async () => {
  const { created, CustomerNo, EndpointId, endpoints, Url } = await openWebhook(server);
  expect(created.Secret).toMatch(/^whsec_.{44}$/);
  expect(await endpoints()).toMatchObject([{ EndpointId, Url, Kinds: ['order.held'], Enabled: true }]);
  const entries = await auditOf(server, 'Webhooks/Create');
  const after = { Host: 'winery.example', Kinds: ['order.held'], Format: 'standard', Description: '', Enabled: true };
  expect(entries.at(-1)).toMatchObject({
    action: 'webhook.created',
    subject: EndpointId,
    for_customer: CustomerNo,
    after,
  });
  expect(JSON.stringify(entries)).not.toMatch(/whsec_|token=1/);
});

test('400 for an address that is not public', async () => {
  const { call } = await openWebhook(server);
  const { status, body } = await call('Create', { Url: 'https://169.254.169.254/latest' });
  expect([status, body.Errors]).toMatchObject([400, [{ Field: 'Url', Code: 'PrivateAddress' }]]);
});

test('403 for the 101st endpoint', async () => {
  const { call, CustomerNo, Url } = await openWebhook(server);
  await server.environment.db.rows(
    `insert into webhook_endpoints (customer_no, endpoint_id, url, kinds, format, description, secret)
     select customer_no, gen_random_uuid(), url, kinds, format, description, secret
       from webhook_endpoints cross join generate_series(1, 99) where customer_no = $1`,
    [CustomerNo],
  );
  expect((await call('Create', { Url })).body).toMatchObject({ Status: 403, State: 'FULL' });
});

test('404 for a customer that does not exist', async () => {
  const { call, Url } = await openWebhook(server);
  expect((await call('Create', { CustomerNo: 'UNKNOWN', Url })).status).toBe(404);
});
