/** Webhooks/ListDeliveries: deliveries to a webhook endpoint. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWebhook } from '../support/webhook-operators.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 returns pages, the newest first', async () => {
  const { on } = await openWebhook(server);
  const ids: string[] = [];
  for (let number = 0; number < 3; number += 1) ids.unshift((await on('SendTest')).body.EventId);
  const page = async (body: object) => {
    const { Records, Next, Count } = (await on('ListDeliveries', body)).body;
    return { ids: Records.map((each: { EventId: string }) => each.EventId), Next, Count };
  };
  const first = await page({ Top: 2 });
  expect(first).toMatchObject({ ids: ids.slice(0, 2), Count: 3 });
  expect(await page({ Top: 2, After: first.Next })).toEqual({ ids: ids.slice(2), Next: undefined, Count: 3 });
  expect(await page({ Status: 'FAILED' })).toEqual({ ids: [], Next: undefined, Count: 0 });
  expect(await auditOf(server, 'Webhooks/ListDeliveries')).toEqual([]);
});

test('400 for a position that is none', async () => {
  const { on } = await openWebhook(server);
  expect((await on('ListDeliveries', { After: 'x' })).body.Errors[0].Field).toBe('After');
});
