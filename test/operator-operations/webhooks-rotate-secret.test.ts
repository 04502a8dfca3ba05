/** Webhooks/RotateSecret: a new secret of a webhook endpoint. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWebhook } from '../support/webhook-operators.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 returns another secret; the one before is valid for a day', async () => {
  const { on, created, endpoints } = await openWebhook(server);
  const { Secret, PreviousSecretValidUntil } = (await on('RotateSecret')).body;
  expect(Secret).not.toBe(created.Secret);
  expect((await endpoints())[0].PreviousSecretValidUntil).toBe(PreviousSecretValidUntil);
  expect((await on('RotateSecret', { RevokePrevious: true })).body.PreviousSecretValidUntil).toBe('');
  expect((await auditOf(server, 'Webhooks/RotateSecret')).at(-1)).toMatchObject({ after: { RevokePrevious: true } });
});

test('400 for an id that is none', async () => {
  const { call } = await openWebhook(server);
  expect((await call('RotateSecret', { EndpointId: 'x' })).body.Errors[0].Field).toBe('EndpointId');
});

test('404 for an endpoint that the customer does not have', async () => {
  const [{ unknown, call }, other] = [await openWebhook(server), await openWebhook(server)];
  for (const { EndpointId } of [unknown, other]) {
    expect((await call('RotateSecret', { EndpointId })).status).toBe(404);
  }
});
