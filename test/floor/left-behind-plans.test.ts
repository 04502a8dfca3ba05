/** Lists of boxes that stayed behind cost no more with thousands of orders of which others left late. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBoxesLeftBehind } from '../../src/floor/boxes-left-behind.ts';
import { countExceptions } from '../../src/order-index/exceptions.ts';
import { type CountedStatement, countingDb } from '../support/buffers.ts';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import { openPlainServer } from '../support/plain-server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openPlainServer();
  floor = await openFloor(server);
});
afterAll(() => server.close());

const orders = 3_000;

test('boxes that stayed behind are found among those that have not left', async () => {
  const { db } = server.environment;
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.waiting();
  await floor.release(winery, reference);
  await floor.label(orderNo, ['WINE-1']);
  await db.write(async (tx) => {
    // Copies without their orders.
    await tx.rows('set local session_replication_role = replica');
    await tx.rows(
      `insert into floor_work
       select f.* from generate_series(1, $2) n cross join lateral (
         select (jsonb_populate_record(w, jsonb_build_object('order_id', gen_random_uuid(), 'state', 'departed',
                                                             'left_behind_at', now() - n * interval '10 minutes'))).*
           from floor_work w where w.customer_no = $1 and w.order_id = $3) f`,
      [winery.customerNo, orders, reference],
    );
    await tx.rows(
      `insert into packages
       select p.* from floor_work f cross join lateral (
         select (jsonb_populate_record(k, jsonb_build_object('order_id', f.order_id, 'package_id', gen_random_uuid(), 'status', 'DELIVERED',
                                                             'stayed_at', f.left_behind_at))).*
           from packages k where k.customer_no = $1 and k.order_id = $2) p
        where f.customer_no = $1 and f.left_behind_at is not null`,
      [winery.customerNo, reference],
    );
  });
  for (const table of ['floor_work', 'packages']) await db.rows(`analyze ${table}`);
  const counted: CountedStatement[] = [];
  const counting = countingDb(db, counted);
  expect(await listBoxesLeftBehind(counting, worked)).toEqual([]);
  const packagesSince = Temporal.Now.instant().subtract({ hours: 720 });
  const filter = { kinds: ['Package' as const], customers: [], warehouses: [], packagesSince };
  expect(await countExceptions(counting, filter, 10_000)).toBe(0);
  const reading = counted.filter(({ text }) => text.includes('left_behind_at'));
  expect(reading.map(({ buffers }) => buffers < 50)).toEqual([true, true, true]);
});
