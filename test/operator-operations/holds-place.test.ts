/** Holds/Place: a Customer Service hold by a person. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf, lastAudit } from '../support/audit.ts';
import { openWinery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(() => server.close());

test('200 holds an open order, and Holds/ReleaseMany ends it', async () => {
  const winery = await openWinery(server);
  const { reference } = await winery.order();
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const { status, body } = await service.call('Holds/Place', { ...order, Reason: 'Other address wanted' });
  expect([status, typeof body.TransactionReferenceNumber]).toEqual([200, 'string']);
  expect(await winery.statusOf(reference)).toBe('ON CUSTOMER SERVICE HOLD');
  expect(await lastAudit(server, 'Holds/Place')).toMatchObject({
    action: 'hold.placed',
    subject: reference,
    before: { Status: 'RECEIVED' },
    after: {
      Status: 'ON CUSTOMER SERVICE HOLD',
      Reason: expect.stringContaining('Other address wanted'),
      EndsAt: '',
    },
  });
  const released = await service.call('Holds/ReleaseMany', { Orders: [order] });
  expect(released.body.Outcomes[0].Released).toBe(true);
});

test('200 replaces reason and end: the audit has both, the log the change', async () => {
  const winery = await openWinery(server);
  const { reference } = await winery.order();
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const { body } = await service.call('Holds/Place', { ...order, Reason: 'First', EndsAt: '2099-01-31T08:00:00Z' });
  const byOtherName = { ...order, TransactionReferenceNumber: body.TransactionReferenceNumber };
  for (let sent = 0; sent < 2; sent += 1) await service.call('Holds/Place', { ...byOtherName, Reason: 'Second' });
  const audit = (await auditOf(server, 'Holds/Place')).filter(({ subject }) => subject === reference);
  expect(audit).toHaveLength(3);
  const Status = 'ON CUSTOMER SERVICE HOLD';
  expect(audit[1]).toMatchObject({
    before: { Status, Reason: expect.stringContaining('First'), EndsAt: '2099-01-31T08:00:00Z' },
    after: { Status, Reason: expect.stringContaining('Second'), EndsAt: '' },
  });
  // The third one changed nothing.
  expect((await winery.timeline(reference)).filter((kind) => kind === 'sales_order.held')).toHaveLength(2);
});

test('a reason and a note of 1,000 characters, as every operation on holds takes, and 400 for longer ones', async () => {
  const winery = await openWinery(server);
  const { reference } = await winery.order();
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const place = async (length: number) =>
    (await service.call('Holds/Place', { ...order, Reason: 'x'.repeat(length) })).status;
  expect([await place(1001), await place(1000)]).toEqual([400, 200]);
  const release = async (length: number) =>
    (await service.call('Holds/ReleaseMany', { Orders: [order], Note: 'x'.repeat(length) })).status;
  expect([await release(1001), await release(1000)]).toEqual([400, 200]);
});

test('400 for an end in the past, or without a reason', async () => {
  const winery = await openWinery(server);
  const { reference } = await winery.order();
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  expect((await service.call('Holds/Place', { ...order, Reason: 'x', EndsAt: '2020-01-01' })).status).toBe(400);
  expect((await service.call('Holds/Place', order)).status).toBe(400);
});

test('403 for a canceled order', async () => {
  const winery = await openWinery(server);
  const { reference } = await winery.order();
  await winery.client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber: reference });
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const { status, body } = await service.call('Holds/Place', { ...order, Reason: 'x' });
  expect([status, body.State]).toEqual([403, 'CANCELED']);
});

test('404 for an order of another customer', async () => {
  const [winery, other] = [await openWinery(server), await openWinery(server)];
  const { reference } = await winery.order();
  const order = { CustomerNo: other.customerNo, TransactionReferenceNumber: reference };
  expect((await service.call('Holds/Place', { ...order, Reason: 'x' })).status).toBe(404);
});
