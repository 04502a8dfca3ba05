/** Floor/CloseOfDay: what is ready, and what is missing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Floor, openFloor, worked } from '../support/floor.ts';
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

test('200 counts by carrier, and lists missing boxes and problems', async () => {
  const [staged, missing] = [await labeled(), await labeled()];
  await floor.pack('Stage', { TrackingNumber: staged.trackingNo });
  const problem = await labeled();
  await server.environment.db.rows("update floor_work set state = 'problem', note = 'glass' where order_id = $1", [
    problem.reference,
  ]);
  expect(await floor.pack('CloseOfDay', { Warehouse: worked })).toEqual({
    Carriers: [
      {
        ...{ Carrier: 'FEX', InWork: 0, Labeled: 1, Staged: 1, Manifested: 0, Boxes: 1, Manifest: '', ScanForms: [] },
        Missing: [
          {
            CustomerNo: missing.winery.customerNo,
            OrderNo: missing.orderNo,
            Box: 1,
            TrackingNumber: missing.trackingNo,
          },
        ],
      },
    ],
    More: false,
    Problems: [expect.objectContaining({ OrderNo: problem.orderNo, Note: 'glass' })],
  });
});

test('404 for a warehouse in which the person does not work', async () => {
  expect((await floor.packer.call('Floor/CloseOfDay', { Warehouse: 'APC01' })).status).toBe(404);
});
