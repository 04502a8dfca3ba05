/** The integrity check of holds reports each fault that is put into the tables by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyHolds } from '../../src/sales-orders/hold-verify.ts';
import { holdOperations, openWinery } from '../support/held-orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ operations: holdOperations });
});
afterAll(() => server.close());

test('reports a status that does not match the holds, and a hold that never ends', async () => {
  const { db } = server.environment;
  const { order, simulate, customerNo } = await openWinery(server);
  const { orderNo, reference } = await order({ OrderInfo: { HoldOrder: true } });
  const set = (status: string) =>
    db.rows('update sales_orders set status = $3 where customer_no = $1 and order_id = $2', [
      customerNo,
      reference,
      status,
    ]);
  expect(await verifyHolds(db)).toEqual([]);
  for (const status of ['RECEIVED', 'ON WEATHER HOLD', 'SHIPPED']) {
    await set(status);
    expect(await verifyHolds(db)).toEqual([
      `${customerNo} order ${orderNo}: status is ${status}, but its holds require ON WINERY REQUESTED HOLD`,
    ]);
  }
  await set('ON WINERY REQUESTED HOLD');
  await simulate('PlaceHold', { OrderNo: orderNo, HoldReason: 'Customer Service', EndsAt: '2099-01-01T00:00:00Z' });
  expect(await verifyHolds(db)).toEqual([]);
  await db.rows("delete from due_work where customer_no = $1 and step = 'sales_order.end_holds'", [customerNo]);
  expect(await verifyHolds(db)).toEqual([
    `${customerNo} order ${orderNo}: no scheduled work ends its Customer Service hold`,
  ]);
  await db.rows('delete from sales_order_holds where customer_no = $1', [customerNo]);
  expect(await verifyHolds(db)).toEqual([
    `${customerNo} order ${orderNo}: status is ON CUSTOMER SERVICE HOLD, but its holds require RECEIVED`,
  ]);
});
