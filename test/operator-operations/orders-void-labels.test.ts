/** Orders/VoidLabels: an order that has not left is open again, on hold. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastAudit } from '../support/audit.ts';
import { openFloor } from '../support/floor.ts';
import { openWinery } from '../support/held-orders.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

const voidLabels = (CustomerNo: string, TransactionReferenceNumber: string, Reason = 'The box was damaged') =>
  admin.call('Orders/VoidLabels', { CustomerNo, TransactionReferenceNumber, Reason });

async function packagesOf(customerNo: string): Promise<number> {
  const { rows } = await server.database.pool.query('select 1 from packages where customer_no = $1', [customerNo]);
  return rows.length;
}

test('200 the packages are canceled, the order is open and on hold; audit and timeline say by whom', async () => {
  const winery = await openWinery(server);
  const { customerNo } = winery;
  const { reference } = await winery.order();
  // Its work begins at the cutoff, and the simulated station packs it after that.
  for (let hours = 0; hours < 200 && (await packagesOf(customerNo)) === 0; hours += 1) await winery.advance(3_600);
  const { status, body } = await voidLabels(customerNo, reference);
  expect([status, body]).toMatchObject([200, { Packages: 1, OnHold: true }]);
  expect(await winery.statusOf(reference)).toBe('ON CUSTOMER SERVICE HOLD');
  expect(await lastAudit(server, 'Orders/VoidLabels')).toMatchObject({
    action: 'order.labels_voided',
    subject: reference,
    for_customer: customerNo,
    after: { Packages: 1, OnHold: true, Reason: 'The box was damaged' },
  });
  expect(await winery.timeline(reference)).toContain('sales_order.labels_voided');
  const found = await winery.client.call('Event/GetEvents', { From: '2020-01-01', Kinds: ['tracking.updated'] });
  expect(found.body.Events.map(({ data }: { data: { Status: string } }) => data.Status)).toEqual([
    'CANCELED',
    'CANCELED',
  ]);
  await expectLedgerConsistent(server.environment.db);
});

test('400 without a reason', async () => {
  const winery = await openWinery(server);
  expect((await voidLabels(winery.customerNo, (await winery.order()).reference, '')).status).toBe(400);
});

test('403 for an order without a label, and for one on the floor of a worked warehouse', async () => {
  const winery = await openWinery(server);
  const { status, body } = await voidLabels(winery.customerNo, (await winery.order()).reference);
  expect([status, body.State]).toEqual([403, 'RECEIVED']);
  // A carrier may have what has shipped.
  const shipped = await winery.order();
  await winery.advance(14 * 24 * 3_600);
  const late = await voidLabels(winery.customerNo, shipped.reference);
  expect([late.status, late.body.State]).toEqual([403, 'SHIPPED']);
  expect(await winery.statusOf(shipped.reference)).toBe('SHIPPED');
  const floor = await openFloor(server);
  const worked = await floor.winery();
  const { reference, orderNo } = await worked.waiting();
  await floor.release(worked, reference);
  await floor.label(orderNo, ['WINE-1'], 3);
  const labeled = await voidLabels(worked.customerNo, reference);
  expect([labeled.status, labeled.body.State]).toEqual([403, 'ON THE FLOOR']);
  expect(await worked.statusOf(reference)).toBe('PROCESSING ORDER');
});

test('200 for an order that was taken back from the floor and then packed by an automatic warehouse', async () => {
  const floor = await openFloor(server);
  const worked = await floor.winery();
  const { customerNo } = worked;
  const { reference } = await worked.waiting();
  await floor.release(worked, reference);
  const order = { CustomerNo: customerNo, TransactionReferenceNumber: reference };
  await floor.led('TakeBack', { Orders: [order], Note: 'The warehouse closes' });
  await editSettings(server.environment.db, 'update warehouses set is_worked = false');
  for (let hours = 0; hours < 200 && (await packagesOf(customerNo)) === 0; hours += 1) await worked.advance(3_600);
  const { status, body } = await voidLabels(customerNo, reference);
  expect([status, body]).toMatchObject([200, { Packages: 1, OnHold: true }]);
});

test('404 for an order of another customer', async () => {
  const [winery, other] = [await openWinery(server), await openWinery(server)];
  expect((await voidLabels(other.customerNo, (await winery.order()).reference)).status).toBe(404);
});
