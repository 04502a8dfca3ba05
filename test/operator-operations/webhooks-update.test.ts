/** Webhooks/Update: changes, disables or enables a webhook endpoint. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWebhook } from '../support/webhook-operators.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 disables and enables it', async () => {
  const { on, CustomerNo, EndpointId, endpoints } = await openWebhook(server);
  expect((await on('Update', { Enabled: false })).body).toMatchObject({
    CustomerNo,
    EndpointId,
    DisabledReason: 'BY HAND',
  });
  expect((await endpoints())[0]).toMatchObject({ Enabled: false });
  expect((await on('Update', { Enabled: true, Kinds: [], Description: 'New' })).body.Enabled).toBe(true);
  expect((await endpoints())[0]).toMatchObject({ Enabled: true, Kinds: [], Description: 'New' });
  const entry = (await auditOf(server, 'Webhooks/Update')).at(-1);
  expect(entry).toMatchObject({
    before: { Enabled: false, Kinds: ['order.held'] },
    after: { Enabled: true, Kinds: [] },
  });
});

test('400 for an id that is none', async () => {
  const { call } = await openWebhook(server);
  expect((await call('Update', { EndpointId: 'x' })).body.Errors[0].Field).toBe('EndpointId');
});

test('403 for an endpoint that a colleague has changed meanwhile', async () => {
  const { on, endpoints } = await openWebhook(server);
  const changed = await on('Update', { Description: 'Club' });
  expect(changed.status).toBe(200);
  const late = await on('Update', { Description: 'Wholesale', ExpectedVersion: '0123456789abcdef' });
  expect([late.status, late.body.State]).toEqual([403, 'CHANGED']);
  expect((await endpoints())[0]).toMatchObject({ Description: 'Club' });
});

test('403 names who changed what the version covers, not who disabled it since', async () => {
  const { CustomerNo, EndpointId, on } = await openWebhook(server);
  const [changing, disabling] = [await signedIn(server, 'service'), await signedIn(server, 'service')];
  const { call } = changing;
  expect((await call('Webhooks/Update', { CustomerNo, EndpointId, Description: 'Club' })).status).toBe(200);
  const again = { Description: 'Club', Enabled: false };
  expect((await disabling.call('Webhooks/Update', { CustomerNo, EndpointId, ...again })).status).toBe(200);
  const late = await on('Update', { Description: 'Wholesale', ExpectedVersion: '0123456789abcdef' });
  expect(late.body.Reason).toContain(`was changed by ${changing.operator.email} on `);
});

test('404 for an endpoint that the customer does not have', async () => {
  const [{ unknown, call }, other] = [await openWebhook(server), await openWebhook(server)];
  for (const { EndpointId } of [unknown, other]) {
    expect((await call('Update', { EndpointId })).status).toBe(404);
  }
});
