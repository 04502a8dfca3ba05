/** Webhooks/List: endpoints of all customers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWebhook } from '../support/webhook-operators.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 returns pages by customer, filtered', async () => {
  const [a, b] = [await openWebhook(server), await openWebhook(server)];
  await b.on('Update', { Enabled: false });
  const Customers = [a.CustomerNo, b.CustomerNo];
  const list = async (body: object) => (await a.call('List', { Customers, ...body })).body;
  const first = await list({ Top: 1 });
  expect(first).toMatchObject({
    Records: [{ CustomerNo: a.CustomerNo, EndpointId: a.EndpointId, Enabled: true }],
    Count: 2,
  });
  expect((await list({ Top: 1, After: first.Next })).Records).toMatchObject([{ EndpointId: b.EndpointId }]);
  expect(await list({ Enabled: false })).toMatchObject({
    Records: [{ CustomerNo: b.CustomerNo, DisabledReason: 'BY HAND' }],
    Count: 1,
  });
  expect(await list({ DisabledReasons: ['BY HAND'] })).toMatchObject({
    Records: [{ CustomerNo: b.CustomerNo }],
    Count: 1,
  });
  expect(await list({ DisabledReasons: ['GONE', 'FAILING'] })).toMatchObject({ Records: [], Count: 0 });
  expect(await auditOf(server, 'Webhooks/List')).toEqual([]);
});

test('400 for a position that is none', async () => {
  const { call } = await openWebhook(server);
  expect((await call('List', { After: 'x y' })).body.Errors[0].Field).toBe('After');
});
