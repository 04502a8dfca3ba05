/** Rules/SetCredit: places and releases the credit hold of an account. */
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

test('200 places the hold and ends it; ending it again changes nothing', async () => {
  const winery = await openWinery(server);
  await winery.order();
  const set = (more: object) => admin.call('Rules/SetCredit', { CustomerNo: winery.customerNo, ...more });
  const held = await set({ OnHold: true, Description: 'Overdue' });
  expect([held.status, held.body]).toMatchObject([200, { OrdersHeld: 1, OrdersReleased: 0 }]);
  expect((await winery.onHold()).map((row) => row.HoldReason)).toEqual(['Credit']);
  expect((await set({ OnHold: false })).body).toMatchObject({ OrdersHeld: 0, OrdersReleased: 1 });
  expect((await set({ OnHold: false })).body).toMatchObject({ OrdersHeld: 0, OrdersReleased: 0 });
  const [off, on] = [{ OnHold: false }, { OnHold: true, Description: 'Overdue' }];
  const subject = winery.customerNo;
  expect(await auditOf(server, 'Rules/SetCredit')).toMatchObject([
    { action: 'credit.held', subject, for_customer: subject, before: off, after: on },
    { action: 'credit.released', subject, for_customer: subject, before: on, after: off },
  ]);
});

test('200 with Preview counts both ways, and changes nothing', async () => {
  const winery = await openWinery(server);
  await winery.order();
  await winery.order();
  const set = (more: object) => admin.call('Rules/SetCredit', { CustomerNo: winery.customerNo, ...more });
  expect((await set({ OnHold: true, Preview: true })).body).toMatchObject({ OrdersHeld: 2, Customers: 1 });
  expect(await winery.onHold()).toEqual([]);
  await set({ OnHold: true });
  expect((await set({ OnHold: false, Preview: true })).body).toMatchObject({ OrdersReleased: 2, Customers: 1 });
  expect(await winery.onHold()).toHaveLength(2);
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await admin.call('Rules/SetCredit', { CustomerNo: 'W1001' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'OnHold']);
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', async () => {
  const { customerNo } = await openWinery(server);
  const set = (more: object) => admin.call('Rules/SetCredit', { CustomerNo: customerNo, ...more });
  const listed = async () => (await admin.call('Rules/List', { CustomerNo: customerNo })).body.CreditHolds;
  expect((await set({ OnHold: true, Description: 'One', ExpectedVersion: '' })).status).toBe(200);
  const [{ Version: read }] = await listed();
  await set({ OnHold: true, Description: 'Two' });
  for (const late of [
    await set({ OnHold: true, Description: 'Three', ExpectedVersion: '' }),
    await set({ OnHold: false, ExpectedVersion: read }),
  ]) {
    expect([late.status, late.body.State]).toEqual([403, 'CHANGED']);
    expect(late.body.Reason).toContain(` by ${admin.operator.email} on `);
  }
  const [now] = await listed();
  expect(now.Description).toBe('Two');
  expect((await set({ OnHold: false, ExpectedVersion: now.Version })).status).toBe(200);
  expect((await set({ OnHold: false, ExpectedVersion: now.Version })).body.State).toBe('CHANGED');
});

test('404 for a customer that does not exist', async () => {
  expect((await admin.call('Rules/SetCredit', { CustomerNo: 'UNKNOWN', OnHold: true })).status).toBe(404);
});
