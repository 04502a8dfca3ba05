/** Orders/Export: CSV that spreadsheets read, page by page. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCsv } from '../../src/lib/csv.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { openWinery } from '../support/held-orders.ts';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 returns the rows of the filters, and no text that a spreadsheet would run', async () => {
  const winery = await openWinery(server);
  const { call } = await signedIn(server, 'service');
  const { orderNo } = await winery.order();
  const second = await winery.order();
  await catchUpOrderIndex(server.environment.db);
  await server.environment.db.rows(`update order_index set recipient_name = '=1+1, "x"' where order_no = $1`, [
    orderNo,
  ]);
  const { status, body } = await call('Orders/Export', { Customers: [winery.customerNo] });
  expect([status, body.Rows, body.Next]).toEqual([200, 2, undefined]);
  const [header, ...rows] = [...readCsv(body.Csv)].map(({ fields }) => fields);
  const column = (name: string) => rows.map((row) => row[header?.indexOf(name) ?? -1]);
  expect(column('OrderNo')).toEqual([second.orderNo, orderNo]);
  expect(column('RecipientName')[1]).toBe(`'=1+1, "x"`);
});

test('200 continues after a position without a header', async () => {
  const winery = await openWinery(server);
  const { call } = await signedIn(server, 'service');
  const older = await winery.order();
  await winery.order();
  await catchUpOrderIndex(server.environment.db);
  const { body: page } = await call('Orders/List', { Customers: [winery.customerNo], Top: 1 });
  const { body } = await call('Orders/Export', { Customers: [winery.customerNo], After: page.Next });
  expect([...readCsv(body.Csv)]).toHaveLength(1);
  expect(body.Csv).toContain(older.orderNo);
});

test('400 for a position that no list returned', async () => {
  const { call } = await signedIn(server, 'service');
  const { status, body } = await call('Orders/Export', { After: 'x' });
  expect([status, body.Errors[0]?.Field]).toEqual([400, 'After']);
});
