/** Floor/Stage: labeled boxes stand where their carrier fetches them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(() => server.close());

const labeled = async () => {
  const winery = await floor.winery();
  const order = await winery.waiting();
  await floor.release(winery, order.reference);
  const { Boxes } = await floor.label(order.orderNo, ['WINE-1']);
  return { winery, ...order, trackingNo: Boxes[0].TrackingNumber as string };
};

test('200 stages a box once', async () => {
  const { trackingNo, orderNo } = await labeled();
  const staged = await floor.pack('Stage', { TrackingNumber: trackingNo });
  expect(staged).toMatchObject({
    Order: { OrderNo: orderNo, State: 'staged' },
    Box: 1,
    Staged: 1,
    Boxes: 1,
    Verdict: 'done',
  });
  expect(await floor.pack('Stage', { TrackingNumber: trackingNo })).toEqual(staged);
});

test('200 reads the number from the whole barcode of a label', async () => {
  const { winery, reference, orderNo, trackingNo } = await labeled();
  const { db } = server.environment;
  const relabel = (number: string) =>
    db.rows(
      `update floor_work set tracking_nos = array[$3], boxes = jsonb_set(boxes, '{0,trackingNo}', to_jsonb($3::text))
        where customer_no = $1 and order_id = $2`,
      [winery.customerNo, reference, number],
    );
  await relabel('9400111899223856789012');
  const usps = await floor.pack('Stage', { TrackingNumber: '420802029400111899223856789012' });
  expect(usps).toMatchObject({ Order: { OrderNo: orderNo, State: 'staged' }, Box: 1, Staged: 1 });
  await relabel('794612345678');
  const fedex = await floor.pack('Stage', { TrackingNumber: ' 9622001900000000000000794612345678' });
  expect(fedex).toMatchObject({ Order: { OrderNo: orderNo }, Box: 1, Staged: 1 });
  await relabel(trackingNo);
});

test('200 a number that a departed order had is of the box that is here', async () => {
  const [gone, here] = [await labeled(), await labeled()];
  await server.environment.db.rows(
    "update floor_work set state = 'departed', tracking_nos = array[$3] where customer_no = $1 and order_id = $2",
    [gone.winery.customerNo, gone.reference, here.trackingNo],
  );
  const { Order } = await floor.pack('Stage', { TrackingNumber: here.trackingNo });
  expect(Order.OrderNo).toBe(here.orderNo);
});

test('a box that has left: one that its driver forgot goes with the next, 403 for one that came back', async () => {
  const { winery, reference, orderNo, trackingNo } = await labeled();
  await floor.pack('Stage', { TrackingNumber: trackingNo });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await floor.led('Depart', { Manifest });
  const forgotten = await floor.pack('Stage', { TrackingNumber: trackingNo });
  expect(forgotten).toMatchObject({ Order: { State: 'departed' }, Staged: 1, Verdict: 'wrong' });
  expect(forgotten.Message).toBe(
    `Box 1 of order ${orderNo} has left already (SHIPPED). If its driver forgot it, give it to the next one; if it came back, take it to the returns station.`,
  );
  await server.environment.db.rows("update packages set status = 'RETURNED' where customer_no = $1 and order_id = $2", [
    winery.customerNo,
    reference,
  ]);
  const { status, body } = await floor.packer.call('Floor/Stage', { TrackingNumber: trackingNo });
  expect([status, body.State, body.Reason]).toEqual([
    403,
    'RETURNED',
    `Box 1 of order ${orderNo} has left already (RETURNED). Take it to the returns station.`,
  ]);
});

test('403 for an order that was taken back after its labels were bought', async () => {
  const { winery, reference, trackingNo } = await labeled();
  const { db } = server.environment;
  // As after a box was relabeled by a person who has not finished.
  await db.rows("update floor_work set state = 'packing' where customer_no = $1 and order_id = $2", [
    winery.customerNo,
    reference,
  ]);
  expect((await floor.packer.call('Floor/Stage', { TrackingNumber: trackingNo })).status).toBe(403);
});

test('404 for an unknown tracking number, and in another warehouse', async () => {
  const unknown = await floor.packer.call('Floor/Stage', { TrackingNumber: '1' });
  expect([unknown.status, unknown.body.Reason]).toEqual([
    404,
    'No box on the floor has the tracking number 1. Scan the barcode of the carrier on its label, or open its order at the packing station.',
  ]);
  const { trackingNo } = await labeled();
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  expect((await elsewhere.call('Floor/Stage', { TrackingNumber: trackingNo })).status).toBe(404);
});
