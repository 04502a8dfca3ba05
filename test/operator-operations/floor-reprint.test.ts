/** Floor/Reprint: the stored document, and never another purchase. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picturesOfZpl } from '../shipping-labels/zpl-pixels.ts';
import { boxSize, type Floor, openFloor, scanOf } from '../support/floor.ts';
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

test('200 the same document each time', async () => {
  const { winery, reference } = await labeled();
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const first = await floor.pack('Reprint', order);
  expect(Buffer.from(first.File, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  expect(await floor.pack('Reprint', order)).toEqual(first);
  const png = await floor.pack('Reprint', { ...order, Format: 'LabelPNG' });
  expect([png.DataFormat, Buffer.from(png.File, 'base64').subarray(1, 4).toString()]).toEqual([
    'image/png;base64',
    'PNG',
  ]);
  const zpl = await floor.pack('Reprint', { ...order, Format: 'LabelZPL' });
  const [label, ...others] = picturesOfZpl(Buffer.from(zpl.File, 'base64').toString('latin1'));
  expect([zpl.DataFormat, label?.width, label?.height, others]).toEqual(['application/zpl;base64', 812, 1218, []]);
  const slip = await floor.pack('Reprint', { ...order, Format: 'SlipPDF' });
  expect([slip.DataFormat, slip.File.length < first.File.length]).toEqual(['application/pdf;base64', true]);
});

test('200 the label of one box, as it is among those of its order; 404 for a box that the order does not have', async () => {
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  await floor.release(winery, reference);
  const { Session } = await floor.packInto(orderNo, ['WINE-1']);
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  await floor.pack('FinishBox', { Session, Box: 2, WeightLb: 7.4, ...boxSize });
  await floor.pack('BuyLabels', { Session });
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const pictures = async (parts: object) => {
    const { File } = await floor.pack('Reprint', { ...order, Format: 'LabelZPL', ...parts });
    return picturesOfZpl(Buffer.from(File, 'base64').toString('latin1'));
  };
  const [first, second] = await pictures({});
  expect(await pictures({ PackageNo: 1 })).toEqual([first]);
  expect(await pictures({ PackageNo: 2 })).toEqual([second]);
  const { status, body } = await floor.packer.call('Floor/Reprint', { ...order, PackageNo: 3 });
  expect([status, body.Reason]).toEqual([404, 'The order has no label of package 3.']);
});

test('403 before there are labels', async () => {
  const winery = await floor.winery();
  const { reference } = await winery.waiting();
  await floor.release(winery, reference);
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  expect((await floor.packer.call('Floor/Reprint', order)).status).toBe(403);
});

test('400 and 404 name what is not one', async () => {
  const order = { CustomerNo: 'UNKNOWN', TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009' };
  expect((await floor.packer.call('Floor/Reprint', order)).status).toBe(404);
  expect((await floor.packer.call('Floor/Reprint', { ...order, TransactionReferenceNumber: 'x' })).status).toBe(400);
});

test('404 in a warehouse in which the person does not work', async () => {
  const { winery, reference } = await labeled();
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  expect((await elsewhere.call('Floor/Reprint', order)).status).toBe(404);
});

test('404 once the order has moved to another warehouse', async () => {
  const { winery, reference } = await labeled();
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  await floor.led('TakeBack', { Orders: [order], Note: 'Ships from elsewhere.' });
  expect((await floor.packer.call('Floor/Reprint', order)).status).toBe(403);
  const moved = await winery.client.call('SalesOrder/UpdateSalesOrder', {
    TransactionReferenceNumber: reference,
    ShipmentInfo: { ServiceWarehouseLocation: 'APC01' },
  });
  expect(moved.status).toBe(200);
  expect((await floor.packer.call('Floor/Reprint', order)).status).toBe(404);
});
