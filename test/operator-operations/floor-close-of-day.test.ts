/** Floor/CloseOfDay: the boxes that are ready, and those that are missing. */
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
        Carrier: 'FEX',
        InWork: 0,
        Labeled: 1,
        Staged: 1,
        Manifested: 0,
        Boxes: 1,
        Manifest: '',
        ScanForms: [],
        Missing: [
          {
            CustomerNo: missing.winery.customerNo,
            CustomerName: `Winery ${missing.winery.customerNo}`,
            TransactionReferenceNumber: missing.reference,
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

test('200 counts all orders, however many there are', async () => {
  const { db } = server.environment;
  const before = (await floor.pack('CloseOfDay', { Warehouse: worked })).Carriers;
  await db.rows(
    `insert into floor_work (customer_no, order_id, order_no, shipment_key, warehouse, carrier, state, units, lines, boxes,
                             released_at, changed_at)
     select 'MANY', gen_random_uuid(), 'MANY' || n, '', $1, 'UPS', 'staged', 2, 1, '[{"box": 1}, {"box": 2}]', now(), now()
       from generate_series(1, 5100) as n`,
    [worked],
  );
  const { Carriers, More } = await floor.pack('CloseOfDay', { Warehouse: worked });
  await db.rows("delete from floor_work where customer_no = 'MANY'");
  expect(Carriers).toEqual([...before, expect.objectContaining({ Carrier: 'UPS', Staged: 5100, Boxes: 10200 })]);
  expect(More).toBe(false);
});

test('404 for a warehouse in which the person does not work', async () => {
  expect((await floor.packer.call('Floor/CloseOfDay', { Warehouse: 'APC01' })).status).toBe(404);
});
