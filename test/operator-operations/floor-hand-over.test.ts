/** Floor/HandOver: will-call orders go through the floor to their recipients. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatEventBody, readCurrentEventCursor, readEvents } from '../../src/events/index.ts';
import { auditOf } from '../support/audit.ts';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const ShipmentInfo = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL' } as const;
const packed = async () => {
  const winery = await floor.winery();
  const order = await winery.waiting({ ShipmentInfo });
  await floor.release(winery, order.reference);
  expect(await floor.label(order.orderNo, ['WINE-1'])).toMatchObject({ State: 'labeled', Next: 'none' });
  const name = { CustomerNo: winery.customerNo, TransactionReferenceNumber: order.reference };
  return { winery, ...order, name };
};

test('200 a packed order is handed over to an adult, once', async () => {
  const { winery, name, orderNo, reference } = await packed();
  const { environment } = server;
  const after = await readCurrentEventCursor(environment.db, winery.customerNo);
  const handOver = { ...name, IsOfAge: true };
  expect(await floor.pack('HandOver', handOver)).toEqual({ OrderNo: orderNo, Packages: 1 });
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
  const { body } = await winery.client.call('Tracking/GetPackages', { OrderNo: orderNo });
  expect(body.Packages ?? body).toMatchObject([{ Status: 'DELIVERED', GrossWeight: '7.4' }]);
  expect((await winery.timeline(reference)).slice(-2)).toEqual(['package.shipped', 'sales_order.handed_over']);
  const query = { after, kinds: ['tracking.updated'] as const, top: 10, withTracking: true };
  const { events } = await readEvents(environment, winery.customerNo, query);
  const delivered = events.map((event) => JSON.parse(formatEventBody(event, 'tracking_update')));
  expect(delivered).toMatchObject([{ is_tracking_first_tag: true, msg: { tag: 'Delivered', active: false } }]);
  const [{ msg }] = delivered;
  expect(msg.checkpoints.at(-1)).toMatchObject({ tag: 'Delivered', message: 'Picked up at the warehouse' });
  expect(msg.shipment_delivery_date).toBe(msg.checkpoints.at(-1).checkpoint_time);
  expect(msg.shipment_pickup_date).toBe(msg.shipment_delivery_date);
  expect(await auditOf(server, 'Floor/HandOver')).toMatchObject([
    {
      action: 'order.handed_over',
      subject: reference,
      after: { Status: 'SHIPPED', Packages: 1, IsOfAge: true, TakenBy: 'recipient' },
    },
  ]);
  expect((await floor.packer.call('Floor/HandOver', handOver)).status).toBe(403);
});

test('200 a JIT order that the winery packed is handed over after the scan of its label', async () => {
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.waiting({ ShipmentInfo, OrderInfo: { OrderType: 'JIT' } });
  const { body: label } = await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo });
  expect(await floor.pack('OpenPacking', { Scan: label.JITLabelID })).toMatchObject({ State: 'labeled' });
  const name = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  expect(await floor.pack('HandOver', { ...name, IsOfAge: true, TakenBy: 'other' })).toMatchObject({
    OrderNo: orderNo,
  });
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
  const { body: order } = await floor.lead.call('Orders/Get', name);
  expect(order.Timeline).toContainEqual(
    expect.objectContaining({ Text: expect.stringContaining('another person for the recipient; the ID was checked') }),
  );
});

test('400 for a reference that is not one', async () => {
  const request = { CustomerNo: 'W1', TransactionReferenceNumber: 'x' };
  expect((await floor.packer.call('Floor/HandOver', request)).status).toBe(400);
});

test('403 without a checked ID, and before it is packed', async () => {
  const { winery, name, orderNo, reference } = await packed();
  const refused = await floor.packer.call('Floor/HandOver', name);
  expect([refused.status, refused.body.Reason]).toEqual([403, expect.stringContaining('check the ID')]);
  expect(await winery.statusOf(reference)).toBe('PROCESSING ORDER');
  await floor.led('TakeBack', { Orders: [name], Note: 'for the test' });
  const early = await floor.packer.call('Floor/HandOver', { ...name, IsOfAge: true });
  expect([early.status, early.body.Reason]).toEqual([403, expect.stringContaining(`Order ${orderNo} is not ready`)]);
});

test('404 for an order of another warehouse', async () => {
  const { name } = await packed();
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  expect((await elsewhere.call('Floor/HandOver', { ...name, IsOfAge: true })).status).toBe(404);
  expect((await floor.pack('ListWillCall', { Warehouse: worked })).Records).toHaveLength(1);
});
