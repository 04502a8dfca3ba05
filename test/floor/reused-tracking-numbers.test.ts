/** Carriers use tracking numbers again: a scan finds its box however many other orders have had the number of another scan. */
import { expect, test } from 'vitest';
import { findBoxesByScan } from '../../src/floor/floor-lists.ts';
import { openFloor } from '../support/floor.ts';
import { openTestServer } from '../support/server.ts';

test('a box is found beside a number that thousands of departed orders have had', async () => {
  const server = await openTestServer();
  try {
    const { db } = server.environment;
    const floor = await openFloor(server);
    const winery = await floor.winery();
    const order = await winery.waiting();
    await floor.release(winery, order.reference);
    const { Boxes } = await floor.label(order.orderNo, ['WINE-1']);
    const trackingNo = Boxes[0].TrackingNumber as string;
    const own = [winery.customerNo, order.reference];
    await db.rows("update floor_work set state = 'departed' where customer_no = $1 and order_id = $2", own);
    await db.rows(
      `insert into floor_work
       select (jsonb_populate_record(f, jsonb_build_object('order_id', gen_random_uuid(), 'tracking_nos', array['USED'],
                                                           'released_at', f.released_at + nth * interval '1 second'))).*
         from floor_work f, generate_series(1, 5001) as nth where f.customer_no = $1 and f.order_id = $2`,
      own,
    );
    const found = await findBoxesByScan(db, ['USED', trackingNo], undefined);
    expect(found.map((box) => box?.trackingNo)).toEqual(['USED', trackingNo]);
    expect(found[1]?.work.orderId).toBe(order.reference);
    expect((await findBoxesByScan(db, ['USED'], undefined))[0]?.work.orderId).toBe(found[0]?.work.orderId);
  } finally {
    await server.close();
  }
});
