/** CarrierRules/Set: adds and replaces a rule, and records both. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
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

test('200 replaces the whole rule of the rank', async () => {
  const set = (rule: object) => admin.call('CarrierRules/Set', { Rank: 4711, ...rule });
  const added = await set({ ShippingCarrier: 'GSO', States: ['CA', 'CA'] });
  const first = { Rank: 4711, ShippingCarrier: 'GSO', ShippingCarrierService: '*', States: ['CA'] };
  expect([added.status, added.body]).toEqual([200, first]);
  const { body: second } = await set({ ShippingCarrier: 'UPS', ShippingCarrierService: 'GRND' });
  expect(second).toEqual({ Rank: 4711, ShippingCarrier: 'UPS', ShippingCarrierService: 'GRND' });
  const action = { action: 'carrier_rule.set', subject: '4711', for_customer: null };
  const entries = await auditOf(server, 'CarrierRules/Set');
  expect(entries.map(({ before, after }) => [before, after])).toEqual([
    [null, first],
    [first, second],
  ]);
  expect(entries[1]).toMatchObject(action);
  await admin.call('CarrierRules/Remove', { Rank: 4711 });
});

test('200 a preview counts the open orders for which it chooses otherwise, and changes nothing', async () => {
  const winery = await openWinery(server);
  const free = { ShippingCarrier: 'BSW', ShippingCarrierService: 'GRND' } as const;
  await winery.order({ OrderInfo: { HoldOrder: true }, ShipmentInfo: free });
  await winery.order({ ShipmentInfo: free });
  await winery.order({ ShipmentInfo: { ShippingCarrier: 'UPS', ShippingCarrierService: 'GRND' } });
  await catchUpOrderIndex(server.environment.db);
  const preview = async (rule: object) =>
    (await admin.call('CarrierRules/Set', { Rank: 1, ...rule, Preview: true })).body;
  const counted = { OrdersCounted: 2, IsPartial: false };
  expect(await preview({ ShippingCarrier: 'UPS' })).toMatchObject({ ...counted, OrdersChanged: 2, Customers: 1 });
  expect(await preview({ ShippingCarrier: 'FEX' })).toMatchObject({ ...counted, OrdersChanged: 0, Customers: 0 });
  expect((await admin.call('CarrierRules/List', {})).body.IsDefault).toBe(true);
  await admin.call('CarrierRules/Set', { Rank: 1, ShippingCarrier: 'UPS' });
  const { body: removal } = await admin.call('CarrierRules/Remove', { Rank: 1, Preview: true });
  expect(removal).toMatchObject({ Rank: 1, ...counted, OrdersChanged: 2, Customers: 1 });
  // Without a rule of the operator, the default rules apply.
  await admin.call('CarrierRules/Set', { Rank: 1, ShippingCarrier: 'FEX' });
  expect((await admin.call('CarrierRules/Remove', { Rank: 1, Preview: true })).body).toMatchObject({
    OrdersChanged: 0,
  });
  expect((await admin.call('CarrierRules/Remove', { Rank: 1 })).body).toEqual({ Rank: 1 });
  const { body: refused } = await admin.call('CarrierRules/Set', { Rank: 1, ShippingCarrier: 'BSW', Preview: true });
  expect(refused.Code).toBe('ValidationFailed');
  expect((await admin.call('CarrierRules/Remove', { Rank: 1, Preview: true })).status).toBe(404);
});

test('400 names what is not possible', async () => {
  const missing = await admin.call('CarrierRules/Set', { Rank: 1 });
  expect([missing.status, missing.body.Errors[0].Field]).toEqual([400, 'ShippingCarrier']);
  for (const rule of [
    { ShippingCarrier: 'BSW' },
    { ShippingCarrier: 'WIL' },
    { ShippingCarrier: 'WILL' },
    { ShippingCarrier: 'UPS', FromMiles: 5, ToMiles: 1 },
    { ShippingCarrier: 'UPS', Season: '02-30..03-01' },
  ]) {
    const { status, body } = await admin.call('CarrierRules/Set', { Rank: 1, ...rule });
    expect([status, body.Code]).toEqual([400, 'ValidationFailed']);
  }
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', () =>
  expectVersionGuard(server, {
    set: 'CarrierRules/Set',
    list: 'CarrierRules/List',
    remove: 'CarrierRules/Remove',
    key: { Rank: 771 },
    contents: [
      { ShippingCarrier: 'UPS', States: ['CA'] },
      { ShippingCarrier: 'UPS', MaxPrice: 19.5 },
      { ShippingCarrier: 'GSO' },
    ],
  }));
