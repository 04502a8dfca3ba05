/** Rules/SetLicense: closes and opens a state, and records the rules before and after. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
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

test('200 closes a state to order types, and opens it again', async () => {
  const winery = await openWinery(server);
  await winery.order();
  const set = (more: object) => admin.call('Rules/SetLicense', { CustomerNo: winery.customerNo, State: 'CO', ...more });
  const closed = await set({ OrderTypes: ['CLUB', 'RETAIL'], Open: false });
  expect([closed.status, closed.body]).toMatchObject([200, { OrdersHeld: 1, OrdersReleased: 0 }]);
  expect((await winery.onHold()).map((row) => row.HoldReason)).toEqual(['License']);
  const opened = await set({ Open: true });
  expect([opened.status, opened.body]).toMatchObject([200, { OrdersHeld: 0, OrdersReleased: 1 }]);
  const rules = (types: string[], open: boolean) => ({
    Rules: types.map((type) => ({ OrderType: type, Open: open })),
  });
  expect(await auditOf(server, 'Rules/SetLicense')).toMatchObject([
    {
      action: 'license.closed',
      subject: 'CO',
      for_customer: winery.customerNo,
      before: rules([], false),
      after: rules(['CLUB', 'RETAIL'], false),
    },
    { action: 'license.opened', before: rules(['CLUB', 'RETAIL'], false), after: rules(['*'], true) },
  ]);
});

test('200 with Preview counts, also of the order types that keep their own rule, and changes nothing', async () => {
  const winery = await openWinery(server);
  const other = await openWinery(server);
  for (const OrderType of ['CLUB', 'RETAIL'] as const) await winery.order({ OrderInfo: { OrderType } });
  await other.order();
  const own = { CustomerNo: winery.customerNo, State: 'CO' };
  await admin.call('Rules/SetLicense', { ...own, OrderTypes: ['CLUB'], Open: true });
  const forAll = { State: 'CO', Open: false };
  const { body: preview } = await admin.call('Rules/SetLicense', { ...forAll, Preview: true });
  expect(await winery.onHold()).toEqual([]);
  const { body } = await admin.call('Rules/SetLicense', forAll);
  expect((await winery.onHold()).map((row) => row.OrderType)).toEqual(['RETAIL']);
  expect({ ...preview, TransactionReferenceNumber: '' }).toEqual({ ...body, TransactionReferenceNumber: '' });
  const open = { ...own, OrderTypes: ['RETAIL'], Open: true };
  expect((await admin.call('Rules/SetLicense', { ...open, Preview: true })).body).toMatchObject({ OrdersReleased: 1 });
  expect(await winery.onHold()).toHaveLength(1);
  expect((await admin.call('Rules/SetLicense', { State: 'CO', Open: true })).body.OrdersReleased).toBeGreaterThan(1);
  expect(await other.onHold()).toEqual([]);
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await admin.call('Rules/SetLicense', { State: 'Utopia', Open: false });
  expect([status, body.Errors[0].Field]).toEqual([400, 'State']);
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', async () => {
  const { customerNo } = await server.customer();
  const set = (more: object) => admin.call('Rules/SetLicense', { CustomerNo: customerNo, State: 'UT', ...more });
  const listed = async () =>
    (await admin.call('Rules/List', { CustomerNo: customerNo })).body.LicenseRules.filter(
      (rule: { readonly CustomerNo: string }) => rule.CustomerNo === customerNo,
    );
  expect((await set({ Open: false, ExpectedVersion: '' })).status).toBe(200);
  const [{ Version: read }] = await listed();
  await set({ Open: true });
  for (const ExpectedVersion of [read, '']) {
    const late = await set({ Open: false, ExpectedVersion });
    expect([late.status, late.body.State]).toEqual([403, 'CHANGED']);
    expect(late.body.Reason).toContain(` by ${admin.operator.email} on `);
  }
  const [now] = await listed();
  expect(now).toMatchObject({ Open: true, OrderType: '*' });
  expect((await set({ Open: false, OrderTypes: ['CLUB'], ExpectedVersion: now.Version })).status).toBe(200);
  const both = await listed();
  expect(both.map(({ OrderType }: { readonly OrderType: string }) => OrderType)).toEqual(['*', 'CLUB']);
  expect(both[0].Version).toBe(both[1].Version);
  expect(both[0].Version).not.toBe(now.Version);
});

test('404 for a customer that does not exist', async () => {
  const { status } = await admin.call('Rules/SetLicense', { CustomerNo: 'UNKNOWN', State: 'CO', Open: false });
  expect(status).toBe(404);
});
