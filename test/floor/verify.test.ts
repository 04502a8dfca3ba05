/** What `dray verify` finds: each fault is put into the tables by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyFloor } from '../../src/floor/index.ts';
import { type Floor, openFloor } from '../support/floor.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(() => server.close());

test('reports orders in work without a trace of work, and labels that were not requested', async () => {
  const { db } = server.environment;
  const winery = await floor.winery();
  const { reference, orderNo } = await winery.waiting();
  await floor.release(winery, reference);
  await floor.packInto(orderNo, ['WINE-1']);
  expect(await verifyFloor(db)).toEqual([]);
  const own = [winery.customerNo, reference];
  await db.rows("update floor_work set state = 'labeling' where customer_no = $1 and order_id = $2", own);
  const named = `${winery.customerNo} ${reference}`;
  expect(await verifyFloor(db)).toEqual([`${named}: it waits for labels, but none is wanted or bought`]);
  await db.rows('delete from floor_work where customer_no = $1 and order_id = $2', own);
  expect(await verifyFloor(db)).toEqual([
    `${named}: it is in work at a worked warehouse, but on no floor, and nothing is due for it`,
  ]);
  // Started before its warehouse was worked: its next step is due.
  await db.rows(
    "insert into due_work (customer_no, due_at, step, subject) values ($1, now(), 'sales_order.pack', $2)",
    own,
  );
  expect(await verifyFloor(db)).toEqual([]);
});
