/** Simulation/EndHold: the replies that it declares. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdOperations, openWinery } from '../support/held-orders.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ operations: holdOperations });
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const HoldReason = 'Customer Service';

test('200: the order is released and processed', async () => {
  const { order, simulate, statusOf, advance, timeline } = await openWinery(server);
  const { orderNo, reference } = await order();
  await simulate('PlaceHold', { OrderNo: orderNo, HoldReason });
  expect(await simulate('EndHold', { OrderNo: orderNo })).toMatchObject({
    status: 200,
    body: { TransactionReferenceNumber: expect.any(String) },
  });
  expect(await statusOf(reference)).toBe('RECEIVED');
  expect(await timeline(reference)).toEqual(['sales_order.held', 'sales_order.released']);
  await advance(7 * 24 * 60 * 60);
  expect(await statusOf(reference)).toBe('SHIPPED');
});

test('200: other holds of the order stay in force', async () => {
  const { order, simulate, onHold } = await openWinery(server);
  const { orderNo } = await order({ OrderInfo: { HoldOrder: true }, ItemsInfo: [] });
  await simulate('PlaceHold', { OrderNo: orderNo, HoldReason });
  expect((await onHold())[0].HoldReasonDescription).toContain('Held by customer service');
  expect(await simulate('EndHold', { OrderNo: orderNo })).toMatchObject({ status: 200 });
  const [row] = await onHold();
  expect(row).toMatchObject({ HoldReason: 'Customer Service' });
  expect(row.HoldReasonDescription).toMatch(/^Customer Service: The order has no items\. .* Winery: /);
});

test('300: several orders have the number', async () => {
  const { order, simulate } = await openWinery(server);
  const { orderNo } = await order({ OrderInfo: { ShipmentKey: 'A' } });
  await order({ OrderInfo: { OrderNo: orderNo, ShipmentKey: 'B' } });
  expect(await simulate('EndHold', { OrderNo: orderNo })).toMatchObject({
    status: 300,
    body: { Code: 'MultipleOrders', Candidates: [{ ShipmentKey: 'A' }, { ShipmentKey: 'B' }] },
  });
});

test('400: no order named', async () => {
  const { simulate } = await openWinery(server);
  expect(await simulate('EndHold', {})).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'OrderNo', Code: 'Required' }] },
  });
});

test('401: wrong credentials', async () => {
  const { simulate, customerNo } = await openWinery(server);
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect((await simulate('EndHold', { OrderNo: 'X-1', Authentication })).status).toBe(401);
});

test('403: an order without this hold, and a user with read access only', async () => {
  const { order, simulate } = await openWinery(server);
  const { orderNo } = await order({ OrderInfo: { HoldOrder: true } });
  const answer = await simulate('EndHold', { OrderNo: orderNo });
  expect(answer).toMatchObject({ status: 403, body: { Code: 'StateForbids' } });
  expect(answer.body.Reason).toContain('(status ON WINERY REQUESTED HOLD)');
  const reader = await openWinery(server, 'read');
  expect(await reader.simulate('EndHold', { OrderNo: 'X-1' })).toMatchObject({
    status: 403,
    body: { Code: 'RightMissing' },
  });
});

test('404: an unknown order, and an order of another customer', async () => {
  const [mine, other] = await Promise.all([openWinery(server), openWinery(server)]);
  const { orderNo } = await other.order();
  await other.simulate('PlaceHold', { OrderNo: orderNo, HoldReason });
  expect(await mine.simulate('EndHold', { OrderNo: orderNo })).toMatchObject({
    status: 404,
    body: { Code: 'NotFound' },
  });
});
