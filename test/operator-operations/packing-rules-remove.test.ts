/** PackingRules/Remove: the rule for all warehouses applies again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastAudit } from '../support/audit.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

const name = { Warehouse: 'TWL01', Format: 'magnum' };
const rule = { ...name, Steps: [{ UpTo: 2, Shipper: 'M2' }] };

test('200 removes the rule of a warehouse', async () => {
  await admin.call('PackingRules/Set', rule);
  expect(await admin.call('PackingRules/Remove', name)).toMatchObject({ status: 200, body: name });
  expect((await admin.call('PackingRules/List')).body.Records).toHaveLength(3);
  expect(await lastAudit(server, 'PackingRules/Remove')).toMatchObject({
    action: 'packing_rule.removed',
    subject: 'magnum for TWL01',
    before: rule,
    after: null,
  });
});

test('400 for the rule for all warehouses', async () => {
  expect((await admin.call('PackingRules/Remove', { ...name, Warehouse: '' })).body.Code).toBe('ValidationFailed');
});

test('403 for a version that is no longer the stored one', async () => {
  await admin.call('PackingRules/Set', rule);
  expect((await admin.call('PackingRules/Remove', { ...name, ExpectedVersion: '0' })).status).toBe(403);
  expect((await admin.call('PackingRules/Remove', name)).status).toBe(200);
});

test('404 for a rule that there is not', async () => {
  expect((await admin.call('PackingRules/Remove', name)).status).toBe(404);
});
