/** PackingRules/Set: orders are packed by the new rule, in all warehouses or in one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { expectVersionGuard } from '../support/expected-version.ts';
import { openWinery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

const napa = {
  Warehouse: 'APC01',
  Format: 'standard',
  Steps: [
    { UpTo: 3, Shipper: 'S3' },
    { UpTo: 6, Shipper: 'S6' },
  ],
};

test('200 an automatic warehouse splits its orders by its own rule', async () => {
  expect(await admin.call('PackingRules/Set', napa)).toMatchObject({ status: 200, body: napa });
  const winery = await openWinery(server);
  const { orderNo } = await winery.order({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 8 }] });
  await winery.advance(4 * 86_400);
  const { body } = await winery.client.call('Tracking/GetPackages', { OrderNo: orderNo });
  const boxes = (body.Packages ?? body).map((each: Record<string, string>) => [each.Length, each.Width, each.Height]);
  expect(boxes.toSorted()).toEqual([
    ['16', '13', '10'],
    ['16', '13', '6'],
  ]);
  expect(await auditOf(server, 'PackingRules/Set')).toMatchObject([
    { action: 'packing_rule.set', subject: 'standard for APC01', before: null, after: napa },
  ]);
  await admin.call('PackingRules/Remove', { Warehouse: 'APC01', Format: 'standard' });
});

test('400 for a rule by which an order could not be packed', async () => {
  const refused = async (change: object) => (await admin.call('PackingRules/Set', { ...napa, ...change })).body;
  expect((await refused({ Steps: [{ UpTo: 6, Shipper: 'S3' }] })).Reason).toContain('holds 3');
  expect((await refused({ Format: 'large', Steps: [{ UpTo: 4, Shipper: 'L4' }] })).Code).toBe('ValidationFailed');
  expect((await refused({ Steps: [] })).Errors[0].Field).toBe('Steps');
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', () =>
  expectVersionGuard(server, {
    set: 'PackingRules/Set',
    list: 'PackingRules/List',
    remove: 'PackingRules/Remove',
    key: { Warehouse: 'TWL01', Format: 'standard' },
    contents: [
      { Steps: napa.Steps },
      { Steps: [{ UpTo: 12, Shipper: 'S12' }] },
      { Steps: [{ UpTo: 6, Shipper: 'S12' }] },
    ],
  }));

test('404 for an unknown warehouse', async () => {
  expect((await admin.call('PackingRules/Set', { ...napa, Warehouse: 'NOPE9' })).status).toBe(404);
});
