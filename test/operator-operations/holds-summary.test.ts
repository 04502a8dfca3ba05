/** Holds/Summary: groups by reason and cause. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWinery } from '../support/held-orders.ts';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 counts holds of several customers, most frequent first', async () => {
  const wineries = [await openWinery(server), await openWinery(server)];
  for (const winery of wineries) await winery.order({ OrderInfo: { HoldOrder: true } });
  await wineries[0]?.order({ OrderInfo: { HoldOrder: true } });
  await wineries[0]?.order({ ItemsInfo: [] });
  const { call } = await signedIn(server, 'service');
  const { status, body } = await call('Holds/Summary');
  expect(status).toBe(200);
  expect(body.Groups).toMatchObject([
    { Reason: 'Winery', Cause: 'requested', Orders: 3, Customers: 2, ReleasedBy: 'person' },
    { Reason: 'Customer Service', Cause: 'no-items', Orders: 1, Customers: 1, ReleasedBy: 'cause' },
  ]);
  const { body: one } = await call('Holds/Summary', { Customers: [wineries[1]?.customerNo], Reasons: ['Winery'] });
  expect(one.Groups).toMatchObject([{ Reason: 'Winery', Orders: 1 }]);
});

test('400 for an unknown reason', async () => {
  const { call } = await signedIn(server, 'service');
  expect((await call('Holds/Summary', { Reasons: ['Mood'] })).status).toBe(400);
});
