/** CancelSalesOrder over HTTP: the replies that it declares. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUuid, uuidv7 } from '../../src/lib/uuid.ts';
import { balanceOf } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { freshOrderNo } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWinery, sentOrder } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

test('200 by the reference of the creation: releases stock, holds and number', async () => {
  const winery = await openWinery(server);
  const OrderInfo = { OrderNo: freshOrderNo() };
  const first = await winery.created({ OrderInfo, HoldOrder: true });
  const answer = await winery.cancel({ TransactionReferenceNumber: first, OrderNumber: 'ignored' });
  expect(answer.status).toBe(200);
  expect(isUuid(answer.body)).toBe(true);
  expect(await winery.order(first)).toMatchObject({ status: 'CANCELED', holds: [], reserved: {} });
  expect(await balanceOf(server.environment.db, winery.customerNo, 'WINE-1')).toMatchObject({
    onHand: 100,
    reserved: 0,
  });
  expect(await winery.timeline(first)).toMatchObject([
    { kind: 'sales_order.accepted' },
    { kind: 'sales_order.canceled', reference: answer.body, data: { was: 'ON WINERY REQUESTED HOLD' } },
  ]);
  expect(await winery.created({ OrderInfo })).not.toBe(first);
});

test('200 by number, by number and shipment key, by the reference of an update', async () => {
  const winery = await openWinery(server);
  const OrderNo = freshOrderNo();
  const plain = await winery.created({ OrderInfo: { OrderNo } });
  expect((await winery.cancel({ OrderNumber: OrderNo })).status).toBe(200);
  expect((await winery.order(plain)).status).toBe('CANCELED');

  const [a, b] = [
    await winery.created({ OrderInfo: { OrderNo, ShipmentKey: 'A' } }),
    await winery.created({ OrderInfo: { OrderNo, ShipmentKey: 'B' } }),
  ];
  expect((await winery.cancel({ OrderNumber: OrderNo, ShipmentKey: 'B' })).status).toBe(200);
  expect([(await winery.order(a)).status, (await winery.order(b)).status]).toEqual(['RECEIVED', 'CANCELED']);

  const updated = await winery.update({ TransactionReferenceNumber: a, OrderInfo: { PONo: 'P1' } });
  expect((await winery.cancel({ TransactionReferenceNumber: updated.body })).status).toBe(200);
  expect((await winery.order(a)).status).toBe('CANCELED');
});

test.each([[{ OrderNumber: 7 }], [{ OrderNumber: { a: 1 }, ShipmentKey: [] }], [{ OrderNumber: 'NO-SUCH' }]])(
  '200 by reference, with an ignored number: %j',
  async (sent) => {
    const winery = await openWinery(server);
    const reference = await winery.created();
    const answer = await winery.cancel({ TransactionReferenceNumber: reference, ...sent });
    expect(answer).toMatchObject({ status: 200 });
    expect((await winery.order(reference)).status).toBe('CANCELED');
  },
);

test('200 its stock fills the next waiting order', async () => {
  const winery = await openWinery(server, 5);
  const first = await winery.created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 5 }] });
  const second = await winery.created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 4 }] });
  expect((await winery.order(second)).status).toBe('ON INV HOLD');
  await winery.cancel({ TransactionReferenceNumber: first });
  expect(await winery.order(second)).toMatchObject({ status: 'RECEIVED', holds: [], reserved: { 'WINE-1': 4 } });
});

test('200 the order sent again under its TransmissionId returns the canceled one and creates nothing', async () => {
  const winery = await openWinery(server);
  const body = sentOrder({ OrderInfo: { TransmissionId: 'T-1' } });
  const first = await winery.create(body);
  await winery.cancel({ TransactionReferenceNumber: first.body });
  expect(await winery.create(body)).toMatchObject({ status: 200, body: first.body });
});

// Clients send the reference in OrderInfo: it must not be ignored in favor of another order's number.
test('200 by OrderInfo.TransactionReferenceNumber, and never the order with the number', async () => {
  const winery = await openWinery(server);
  const OrderNo = freshOrderNo();
  const [meant, other] = [await winery.created(), await winery.created({ OrderInfo: { OrderNo } })];
  const answer = await winery.cancel({ OrderNumber: OrderNo, OrderInfo: { TransactionReferenceNumber: meant } });
  expect(answer.status).toBe(200);
  expect([(await winery.order(meant)).status, (await winery.order(other)).status]).toEqual(['CANCELED', 'RECEIVED']);
  const both = { TransactionReferenceNumber: other, OrderInfo: { TransactionReferenceNumber: other.toUpperCase() } };
  expect((await winery.cancel(both)).status).toBe(200);
  expect((await winery.order(other)).status).toBe('CANCELED');
});

test('400 two references that differ cancel nothing', async () => {
  const winery = await openWinery(server);
  const [one, other] = [await winery.created(), await winery.created()];
  const answer = await winery.cancel({
    TransactionReferenceNumber: one,
    OrderInfo: { TransactionReferenceNumber: other },
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'TransactionReferenceNumber', Code: 'Contradiction' }] },
  });
  expect([(await winery.order(one)).status, (await winery.order(other)).status]).toEqual(['RECEIVED', 'RECEIVED']);
});

test('300 several live orders have the number, and are listed as candidates', async () => {
  const winery = await openWinery(server);
  const OrderNo = freshOrderNo();
  const references = [
    await winery.created({ OrderInfo: { OrderNo } }),
    await winery.created({ OrderInfo: { OrderNo, ShipmentKey: 'A' } }),
  ];
  const answer = await winery.cancel({ OrderNumber: OrderNo });
  expect(answer).toMatchObject({
    status: 300,
    body: {
      Code: 'MultipleOrders',
      Candidates: references.map((TransactionReferenceNumber, i) => ({
        TransactionReferenceNumber,
        OrderNo,
        ShipmentKey: ['', 'A'][i],
        OrderType: 'CLUB',
        Status: 'RECEIVED',
      })),
    },
  });
  expect((await winery.cancel({ OrderNumber: OrderNo, ShipmentKey: '' })).status).toBe(200);
});

test('400 a reference of the wrong type is one fault, not also a missing name', async () => {
  const winery = await openWinery(server);
  const answer = await winery.cancel({ TransactionReferenceNumber: 5 });
  expect(answer).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'TransactionReferenceNumber', Code: 'Type' }] },
  });
  expect(answer.body.Errors).toHaveLength(1);
});

test('400 neither number nor reference', async () => {
  const winery = await openWinery(server);
  for (const body of [{}, { OrderNumber: '', TransactionReferenceNumber: null }]) {
    expect(await winery.cancel(body)).toMatchObject({
      status: 400,
      body: { Errors: [{ Field: 'OrderNumber', Code: 'Required' }] },
    });
  }
});

test('401 without valid credentials', async () => {
  const winery = await openWinery(server);
  expect((await winery.cancel({ Authentication: {}, OrderNumber: 'X' })).status).toBe(401);
});

test('403 an order that is not open, and the reason says why', async () => {
  const winery = await openWinery(server);
  const inWork = await winery.created();
  await winery.startWork(inWork);
  const started = await winery.cancel({ TransactionReferenceNumber: inWork });
  expect(started).toMatchObject({ status: 403, body: { Code: 'StateForbids', State: 'PROCESSING ORDER' } });
  expect(started.body.Reason).toContain('PROCESSING ORDER');

  const canceled = await winery.created();
  await winery.cancel({ TransactionReferenceNumber: canceled });
  const again = await winery.cancel({ TransactionReferenceNumber: canceled });
  expect(again).toMatchObject({ status: 403, body: { Code: 'StateForbids', State: 'CANCELED' } });
  expect(again.body.Reason).toMatch(/^Order \S+ is already canceled\.$/);
});

test('403 of two requests in one batch that cancel the same order, the second gets the state of the first', async () => {
  const winery = await openWinery(server);
  const OrderNo = freshOrderNo();
  const reference = await winery.created({ OrderInfo: { OrderNo } });
  const replies = await Promise.all([
    winery.cancel({ TransactionReferenceNumber: reference }),
    winery.cancel({ OrderNumber: OrderNo }),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  expect(replies.find(({ status }) => status === 403)?.body.State).toBe('CANCELED');
});

test('200 a cancellation repeated with its Idempotency-Key returns the first response', async () => {
  const winery = await openWinery(server);
  const body = { TransactionReferenceNumber: await winery.created() };
  const headers = { 'idempotency-key': 'cancel-1' };
  const first = await winery.client.call('SalesOrder/CancelSalesOrder', body, headers);
  expect(await winery.client.call('SalesOrder/CancelSalesOrder', body, headers)).toMatchObject({
    status: 200,
    body: first.body,
  });
});

test('403 a user with read access only', async () => {
  const reader = await server.customer('read');
  expect((await reader.client.call('SalesOrder/CancelSalesOrder', { OrderNumber: 'X-1' })).status).toBe(403);
});

test('404 an unknown order, an invalid reference, and an order of another customer', async () => {
  const [mine, theirs] = [await openWinery(server), await openWinery(server)];
  const reference = await theirs.created();
  for (const body of [
    { OrderNumber: 'NO-SUCH' },
    { TransactionReferenceNumber: uuidv7() },
    { TransactionReferenceNumber: 'not a reference' },
    { TransactionReferenceNumber: reference },
  ]) {
    expect(await mine.cancel(body)).toMatchObject({ status: 404, body: { Code: 'NotFound' } });
  }
  expect((await theirs.order(reference)).status).toBe('RECEIVED');
});
