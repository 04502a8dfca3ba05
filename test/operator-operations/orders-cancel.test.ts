/** Orders/Cancel: one outcome per order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexOrdersAndVerifyDatabase } from '../../src/verify.ts';
import { lastAudit } from '../support/audit.ts';
import { openWinery } from '../support/held-orders.ts';
import { signedIn } from '../support/operator.ts';
import { freshOrderNo } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWinery as openStockedWinery } from '../support/winery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 cancels open orders of several customers, and reports the others', async () => {
  const wineries = [await openWinery(server), await openWinery(server)];
  const { call, operator } = await signedIn(server, 'service');
  const orders = [];
  for (const winery of wineries) {
    for (let n = 0; n < 2; n += 1) {
      const { reference } = await winery.order();
      orders.push({ CustomerNo: winery.customerNo, TransactionReferenceNumber: reference });
    }
  }
  const { status, body } = await call('Orders/Cancel', { Orders: orders });
  expect(status).toBe(200);
  expect(body.Outcomes).toEqual(
    orders.map((order) => ({ ...order, Canceled: true, Message: 'Canceled.', Retry: false })),
  );
  const again = await call('Orders/Cancel', { Orders: orders });
  expect(again.body.Outcomes).toMatchObject(
    orders.map((order) => ({
      ...order,
      Canceled: false,
      Message: expect.stringContaining('already canceled'),
      Retry: false,
    })),
  );
  const { rows } = await server.database.pool.query(
    "select actor from log where kind = 'sales_order.canceled' and subject = $1",
    [orders[0]?.TransactionReferenceNumber],
  );
  expect(rows).toEqual([{ actor: `operator:${operator.email}` }]);
  const { body: listed } = await call('Orders/List', {
    View: 'canceled',
    Customers: wineries.map(({ customerNo }) => customerNo),
  });
  expect(listed.Records).toHaveLength(4);
});

test('200 records the order and its former status, by whichever reference it was named', async () => {
  const winery = await openWinery(server);
  const { call } = await signedIn(server, 'service');
  const { reference } = await winery.order();
  const { body } = await call('Holds/Place', {
    CustomerNo: winery.customerNo,
    TransactionReferenceNumber: reference,
    Reason: 'Call back first',
  });
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: body.TransactionReferenceNumber };
  expect((await call('Orders/Cancel', { Orders: [order] })).body.Outcomes[0].Canceled).toBe(true);
  expect(await lastAudit(server, 'Orders/Cancel')).toMatchObject({
    action: 'order.canceled',
    subject: reference,
    before: { Status: 'ON CUSTOMER SERVICE HOLD' },
    after: { Status: 'CANCELED', Reference: expect.any(String) },
  });
});

test('400 without orders', async () => {
  const { call } = await signedIn(server, 'service');
  expect((await call('Orders/Cancel', { Orders: [] })).status).toBe(400);
});

test('200 cancels an order of which nothing is left to ship, which its winery cannot', async () => {
  const winery = await openStockedWinery(server, 2);
  const { call } = await signedIn(server, 'service');
  const OrderInfo = { OrderNo: freshOrderNo() };
  const reference = await winery.created({ OrderInfo, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  await winery.startWork(reference);
  const lost = { Warehouse: 'APC01', InventoryStatus: 'GOOD-NO-TX', ReasonCode: 'BROKEN' };
  const Items = [{ ItemNo: 'WINE-1', Quantity: -2 }];
  expect((await winery.client.call('Simulation/AdjustInventory', { ...lost, Items })).status).toBe(200);
  expect((await winery.order(reference)).status).toBe('EXCEPTION');
  expect(await winery.cancel({ TransactionReferenceNumber: reference })).toMatchObject({
    status: 403,
    body: {
      State: 'EXCEPTION',
      Reason: `Order ${OrderInfo.OrderNo} cannot be canceled: nothing of it is left to ship. The operator can cancel it.`,
    },
  });
  const { body } = await call('Orders/Cancel', {
    Orders: [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: reference }],
  });
  expect(body.Outcomes).toMatchObject([{ Canceled: true }]);
  expect(await lastAudit(server, 'Orders/Cancel')).toMatchObject({ before: { Status: 'EXCEPTION' } });
  expect((await call('Exceptions/List', { Customers: [winery.customerNo] })).body.Records).toEqual([]);
  expect(await winery.created({ OrderInfo })).not.toBe(reference);
  expect(await indexOrdersAndVerifyDatabase(server.environment.db)).toEqual([]);
});
