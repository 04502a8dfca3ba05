/** ReasonCodes/Remove: removes a reason of stock changes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

const gift = { ReasonCode: 'GIFT', UsedFor: 'adjustment', Direction: 'out', Description: 'Given away' };

test('200 removes the reason, and the audit keeps what it was', async () => {
  await admin.call('ReasonCodes/Set', gift);
  const { status, body } = await admin.call('ReasonCodes/Remove', { ReasonCode: 'GIFT' });
  expect([status, body]).toEqual([200, { ReasonCode: 'GIFT' }]);
  expect(await auditOf(server, 'ReasonCodes/Remove')).toMatchObject([
    { action: 'reason_code.removed', subject: 'GIFT', before: gift, after: null },
  ]);
});

test('400 for a reason that the server posts itself', async () => {
  expect((await admin.call('ReasonCodes/Remove', { ReasonCode: 'COUNT' })).status).toBe(400);
});

test('403 for a reason that a colleague has changed meanwhile: it stays', async () => {
  await admin.call('ReasonCodes/Set', gift);
  const late = await admin.call('ReasonCodes/Remove', { ReasonCode: 'GIFT', ExpectedVersion: '0123456789abcdef' });
  expect([late.status, late.body.State]).toEqual([403, 'CHANGED']);
  expect((await admin.call('ReasonCodes/Remove', { ReasonCode: 'GIFT' })).status).toBe(200);
});

test('404 for one that is gone', async () => {
  expect((await admin.call('ReasonCodes/Remove', { ReasonCode: 'NONE-SUCH' })).status).toBe(404);
});
