/** CarrierRules/Remove: removes a rule, and records what it was. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastAudit } from '../support/audit.ts';
import { expectStaleRemovalRefused } from '../support/expected-version.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 removes the rule', async () => {
  const { body: rule } = await admin.call('CarrierRules/Set', { Rank: 4712, ShippingCarrier: 'UPS' });
  const { status, body } = await admin.call('CarrierRules/Remove', { Rank: 4712 });
  expect([status, body]).toEqual([200, { Rank: 4712 }]);
  expect(await lastAudit(server, 'CarrierRules/Remove')).toMatchObject({
    action: 'carrier_rule.removed',
    subject: '4712',
    before: rule,
    after: null,
  });
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await admin.call('CarrierRules/Remove', { Rank: 0 });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Rank']);
});

test('403 for a version that is no longer the stored one', async () => {
  await admin.call('CarrierRules/Set', { Rank: 4713, ShippingCarrier: 'UPS' });
  await expectStaleRemovalRefused(admin, 'CarrierRules/Remove', { Rank: 4713 });
});

test('404 for a rank without a rule', async () => {
  expect((await admin.call('CarrierRules/Remove', { Rank: 999_999 })).status).toBe(404);
});
