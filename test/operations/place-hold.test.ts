/** Simulation/PlaceHold: the replies that it declares. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '../support/catalog.ts';
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
const hour = 60 * 60;

test('200: by number or reference; the order keeps its stock and is not processed', async () => {
  const { order, simulate, onHold, statusOf, customerNo, advance, timeline } = await openWinery(server);
  const [byNumber, byReference] = [await order(), await order()];
  const HoldReasonDescription = 'The recipient is traveling';
  const answer = await simulate('PlaceHold', { OrderNo: byNumber.orderNo, HoldReason, HoldReasonDescription });
  expect(answer).toMatchObject({ status: 200, body: { TransactionReferenceNumber: expect.any(String) } });
  await simulate('PlaceHold', { TransactionReferenceNumber: byReference.reference, OrderNo: 'OTHER', HoldReason });
  expect(await onHold()).toMatchObject([
    {
      OrderNo: byNumber.orderNo,
      HoldReason,
      HoldReasonDescription:
        'Held by customer service: The recipient is traveling. Action may be needed: contact customer service to release it.',
      OrderOnHoldItems: [{ Quantity: '1', QuantityReserved: '1', IncomingPreReserved: '0', Oversold: '0' }],
    },
    { OrderNo: byReference.orderNo, HoldReasonDescription: expect.stringMatching(/^Held by customer service\. /) },
  ]);
  await advance(14 * 24 * hour);
  expect(await statusOf(byNumber.reference)).toBe('ON CUSTOMER SERVICE HOLD');
  expect(await balanceOf(server.environment.db, customerNo, 'WINE-1')).toMatchObject({ onHand: 100, reserved: 2 });
  expect(await timeline(byNumber.reference)).toEqual(['sales_order.held']);
});

test('200: by reference, with an ignored number', async () => {
  const { order, simulate, statusOf } = await openWinery(server);
  const { reference } = await order();
  const named = { TransactionReferenceNumber: reference, OrderNo: 7, ShipmentKey: {} };
  expect(await simulate('PlaceHold', { ...named, HoldReason })).toMatchObject({ status: 200 });
  expect(await statusOf(reference)).toBe('ON CUSTOMER SERVICE HOLD');
  expect(await simulate('EndHold', named)).toMatchObject({ status: 200 });
  expect(await statusOf(reference)).toBe('RECEIVED');
});

test('200: a hold with an end expires; placing it again replaces end and description', async () => {
  const { order, simulate, onHold, advance, timeline } = await openWinery(server);
  const { reference } = await order();
  const inHours = (hours: number) => Temporal.Now.instant().add({ hours }).toString();
  await simulate('PlaceHold', { TransactionReferenceNumber: reference, HoldReason, EndsAt: inHours(24) });
  await simulate('PlaceHold', {
    TransactionReferenceNumber: reference,
    HoldReason,
    HoldReasonDescription: 'Longer.',
    EndsAt: inHours(48),
  });
  await advance(30 * hour);
  expect(await onHold()).toMatchObject([
    {
      HoldReasonDescription: expect.stringMatching(/^Held by customer service: Longer\. No action needed: .* ends on /),
    },
  ]);
  await advance(20 * hour);
  expect(await onHold()).toEqual([]);
  const kinds = ['sales_order.held', 'sales_order.held', 'sales_order.released'];
  expect((await timeline(reference)).slice(0, 3)).toEqual(kinds);
});

test('200: the same request with the same Idempotency-Key gets the same reply', async () => {
  const { order, client } = await openWinery(server);
  const { orderNo } = await order();
  const place = () => client.call('Simulation/PlaceHold', { OrderNo: orderNo, HoldReason }, { 'idempotency-key': 'a' });
  const [first, second] = [await place(), await place()];
  expect(first.status).toBe(200);
  expect(second.body).toEqual(first.body);
});

test('300: several orders have the number', async () => {
  const { order, simulate } = await openWinery(server);
  const { orderNo } = await order({ OrderInfo: { ShipmentKey: 'A' } });
  await order({ OrderInfo: { OrderNo: orderNo, ShipmentKey: 'B' } });
  const answer = await simulate('PlaceHold', { OrderNo: orderNo, HoldReason });
  expect(answer).toMatchObject({ status: 300, body: { Candidates: [{ ShipmentKey: 'A' }, { ShipmentKey: 'B' }] } });
  expect(await simulate('PlaceHold', { OrderNo: orderNo, ShipmentKey: 'B', HoldReason })).toMatchObject({
    status: 200,
  });
});

test('400: no order, an unknown reason, an end in the past', async () => {
  const { order, simulate } = await openWinery(server);
  const { orderNo } = await order();
  expect(await simulate('PlaceHold', { HoldReason: 'Weather', EndsAt: 'soon' })).toMatchObject({
    status: 400,
    body: {
      Errors: [
        { Field: 'HoldReason', Code: 'Enum' },
        { Field: 'EndsAt', Code: 'Format' },
        { Field: 'OrderNo', Code: 'Required' },
      ],
    },
  });
  expect(await simulate('PlaceHold', { OrderNo: orderNo, HoldReason, EndsAt: '2020-01-01T00:00:00Z' })).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'EndsAt', Code: 'Past' }] },
  });
});

test('401: wrong credentials', async () => {
  const { simulate, customerNo } = await openWinery(server);
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect((await simulate('PlaceHold', { OrderNo: 'X-1', HoldReason, Authentication })).status).toBe(401);
});

test('403: a shipped order, a canceled order, a user with read access only', async () => {
  const { order, simulate, client, advance } = await openWinery(server);
  const [inWork, canceled] = [await order(), await order()];
  await client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber: canceled.reference });
  await advance(7 * 24 * hour);
  for (const { reference } of [inWork, canceled]) {
    const answer = await simulate('PlaceHold', { TransactionReferenceNumber: reference, HoldReason });
    expect(answer).toMatchObject({ status: 403, body: { Code: 'StateForbids' } });
    expect(answer.body.Reason).toMatch(/^Order \S+ cannot be held: it (has shipped|is canceled)\.$/);
  }
  const reader = await openWinery(server, 'read');
  expect(await reader.simulate('PlaceHold', { OrderNo: 'X-1', HoldReason })).toMatchObject({
    status: 403,
    body: { Code: 'RightMissing' },
  });
});

test('404: an unknown order, and an order of another customer', async () => {
  const [mine, other] = await Promise.all([openWinery(server), openWinery(server)]);
  const { orderNo, reference } = await other.order();
  for (const name of [{ OrderNo: orderNo }, { TransactionReferenceNumber: reference }]) {
    expect(await mine.simulate('PlaceHold', { ...name, HoldReason })).toMatchObject({
      status: 404,
      body: { Code: 'NotFound' },
    });
  }
});
