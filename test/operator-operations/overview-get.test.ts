/** Overview/Get: figures, cutoffs, days, and what needs a person. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { openWinery } from '../support/held-orders.ts';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 counts the views, and names what needs a person, oldest first', async () => {
  const winery = await openWinery(server);
  const { call } = await signedIn(server, 'service');
  const missing = await winery.order({ ItemsInfo: [] });
  await winery.order({ OrderInfo: { HoldOrder: true } });
  await winery.order({ ItemsInfo: [{ ItemNo: 'WINE-3', ItemQuantity: 2 }] });
  await winery.order();
  await catchUpOrderIndex(server.environment.db);
  const { status, body } = await call('Overview/Get');
  expect(status).toBe(200);
  expect(body).toMatchObject({ Late: 0, Held: 3, Short: 1, ToRelease: 1, ShippedToday: 0 });
  expect(body.NeedsPerson).toEqual([
    {
      Kind: 'Customer Service',
      CustomerNo: winery.customerNo,
      TransactionReferenceNumber: missing.reference,
      OrderNo: missing.orderNo,
      Since: expect.any(String),
      Text: expect.stringContaining('no items'),
    },
  ]);
  expect(body.Days).toHaveLength(14);
  expect(body.Days.at(-1)).toMatchObject({ Accepted: 4, Shipped: 0 });
  for (const { At: at, SecondsLeft: left } of body.Cutoffs) {
    expect(Math.abs((Date.parse(at) - Date.now()) / 1000 - left)).toBeLessThan(60);
  }
  const floor = await signedIn(server, 'floor', { warehouses: ['COB01'] });
  const { body: own } = await floor.call('Overview/Get');
  expect(own).toMatchObject({ Held: 0, ToRelease: 0, NeedsPerson: [] });
  expect(own.Cutoffs.every(({ Warehouse }: { Warehouse: string }) => Warehouse === 'COB01')).toBe(true);
});

test('400 when a warehouse is not a text', async () => {
  const { call } = await signedIn(server, 'service');
  expect((await call('Overview/Get', { Warehouses: [{}] })).status).toBe(400);
});
