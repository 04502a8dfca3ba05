/** What was printed is stored: a reprint needs neither the carrier nor the order as it was, and buys nothing. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { carrierConnectionPort, deleteOldPrintedDocuments } from '../../src/shipping-labels/index.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { type FakeCarrier, openFakeCarrier } from '../carriers/fake-carrier.ts';
import { connectCarrier } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import { picturesOfZpl } from '../shipping-labels/zpl-pixels.ts';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import type { TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';

type FloorWinery = Awaited<ReturnType<Floor['winery']>>;

let server: TestServer;
let floor: Floor;
let carrier: FakeCarrier;
let winery: FloorWinery;
beforeAll(async () => {
  server = await openProductionServer();
  floor = await openFloor(server);
});
afterAll(async () => {
  expect(await verifyWholeDatabase(server.environment.db)).toEqual([]);
  await server.close();
});
beforeEach(async () => {
  carrier = await openFakeCarrier();
  connectCarrier(server.environment, carrier.url);
  winery = await floor.winery();
});
afterEach(() => carrier.close());

/** Those that stations print. */
const formats = ['FullPDF', 'LabelPDF', 'LabelZPL', 'SlipPDF'] as const;
const reprint = async (orderId: string, Format: (typeof formats)[number]): Promise<string> => {
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: orderId };
  return (await floor.pack('Reprint', { ...order, Format })).File;
};
const documents = async (orderId: string) =>
  await Promise.all(formats.map(async (format) => [format, await reprint(orderId, format)] as const));
const labelDownloads = () => carrier.asked.filter(({ path }) => path.startsWith('/labels/')).length;

const gift = { GiftCard: 1, GiftCardMessage: 'To many more vintages' } as const;
async function labeled(): Promise<{ readonly orderNo: string; readonly reference: string }> {
  const order = await winery.waiting({ OrderInfo: gift });
  await floor.release(winery, order.reference);
  expect(await floor.label(order.orderNo, ['WINE-1'])).toMatchObject({ State: 'labeled' });
  return order;
}

/** Changes the address and the texts of an order, and the address of its warehouse. */
async function changeWhatIsPrinted(orderId: string): Promise<void> {
  const { db } = server.environment;
  const changed = await db.rows(
    `update sales_order_details
        set document = jsonb_set(document::jsonb || $3, '{recipient,address}', '"1 Elsewhere"')::json
      where customer_no = $1 and order_id = $2 returning 1`,
    [winery.customerNo, orderId, { giftCardMessage: 'Another message', specialInstructions: 'Another instruction' }],
  );
  expect(changed).toHaveLength(1);
  await editSettings(db, "update warehouse_addresses set street = street || ' B' where warehouse = $1", [worked]);
}

async function depart(orderNo: string): Promise<void> {
  const { Boxes } = await floor.pack('OpenPacking', { Scan: orderNo });
  await floor.pack('Stage', { TrackingNumber: Boxes[0].TrackingNumber });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await floor.led('Depart', { Manifest });
}

/** The orders of the documents and label files that are stored. */
async function stored(): Promise<string[]> {
  const rows = await server.environment.db.rows<{ order_id: string }>(
    `select order_id from printed_documents where customer_no = $1
      union all select order_id from carrier_label_files where customer_no = $1`,
    [winery.customerNo],
  );
  return rows.map(({ order_id }) => order_id).toSorted();
}

test('ten reprints, with the carrier away and the order changed: one purchase, and the same bytes in each format', async () => {
  const { reference } = await labeled();
  expect(labelDownloads()).toBe(1);
  const printed = await documents(reference);
  await carrier.close();
  server.environment.db.ports.provide(carrierConnectionPort, undefined);
  await changeWhatIsPrinted(reference);
  for (let n = 0; n < 6; n += 1) expect(await reprint(reference, 'SlipPDF')).toBe(printed.at(-1)?.[1]);
  expect(await documents(reference)).toEqual(printed);
  expect([carrier.paid().length, labelDownloads()]).toEqual([1, 1]);
});

test('a label that cannot be downloaded when it is bought is stored by the first print; of two at once, both print the same', async () => {
  carrier.interrupt = (request, usual) => (request.path.startsWith('/labels/') ? 'hang up' : usual());
  const { reference } = await labeled();
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  expect((await floor.packer.call('Floor/Reprint', order)).status).toBe(503);
  carrier.interrupt = (_request, usual) => usual();
  const [one, other] = await Promise.all([reprint(reference, 'FullPDF'), reprint(reference, 'FullPDF')]);
  await carrier.close();
  expect(one).toBe(other);
  expect(await reprint(reference, 'FullPDF')).toBe(one);
});

test('an order that is taken back and packed again is printed as it is then', async () => {
  const { orderNo, reference } = await labeled();
  const before = await reprint(reference, 'SlipPDF');
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  await floor.led('TakeBack', { Orders: [order], Note: 'another message' });
  const update = { OrderInfo: { OrderNo: orderNo, OrderType: 'CLUB', GiftCardMessage: 'Another one' } };
  expect((await winery.client.call('SalesOrder/UpdateSalesOrder', update)).status).toBe(200);
  await floor.release(winery, reference);
  await floor.label(orderNo, ['WINE-1']);
  expect(await reprint(reference, 'SlipPDF')).not.toBe(before);
  expect(carrier.paid()).toHaveLength(2);
});

test('the station prints of a JIT order what its winery printed, with the carrier away', async () => {
  const ShipmentInfo = { ShippingCarrier: 'BSW', ShippingCarrierService: 'GRND' } as const;
  const { orderNo, reference } = await winery.waiting({ OrderInfo: { ...gift, OrderType: 'JIT' }, ShipmentInfo });
  const generate = async () => (await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo })).body;
  const { File, JITLabelID } = await generate();
  await carrier.close();
  expect((await generate()).File).toBe(File);
  expect(await floor.pack('OpenPacking', { Scan: `${JITLabelID}|${orderNo}` })).toMatchObject({ State: 'labeled' });
  await changeWhatIsPrinted(reference);
  expect(await reprint(reference, 'FullPDF')).toBe(File);
  expect([carrier.paid().length, labelDownloads()]).toEqual([1, 1]);
});

test('the label of one box asks the carrier for no other, and of a JIT order has no sheet for the station', async () => {
  const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity: 24 }];
  const { orderNo, reference } = await winery.waiting({ OrderInfo: { OrderType: 'JIT' }, ItemsInfo });
  const { JITLabelID } = (await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo })).body;
  await floor.pack('OpenPacking', { Scan: JITLabelID });
  await server.environment.db.rows('delete from carrier_label_files where customer_no = $1', [winery.customerNo]);
  const before = labelDownloads();
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference, Format: 'LabelZPL' };
  const labels = async (parts: object) => {
    const { File } = await floor.pack('Reprint', { ...order, ...parts });
    return picturesOfZpl(Buffer.from(File, 'base64').toString('latin1'));
  };
  const own = await labels({ PackageNo: 2 });
  expect([own.length, labelDownloads() - before]).toEqual([1, 1]);
  const all = await labels({});
  expect([all.length, all[1]]).toEqual([3, own[0]]);
});

test('what was printed of an order that has left is deleted after 30 days, and is drawn again then', async () => {
  const { db } = server.environment;
  const { reference: waiting } = await labeled();
  const { orderNo, reference: left } = await labeled();
  await depart(orderNo);
  const both = [waiting, waiting, left, left].toSorted();
  for (const table of ['printed_documents', 'carrier_label_files'])
    await db.rows(`update ${table} set stored_at = now() - interval '29 days 23 hours'`);
  await deleteOldPrintedDocuments(db);
  expect(await stored()).toEqual(both);
  for (const table of ['printed_documents', 'carrier_label_files'])
    await db.rows(`update ${table} set stored_at = now() - interval '31 days'`);
  // What was printed of it since is kept.
  await db.rows(
    `insert into printed_documents (customer_no, order_id, packing, content)
     select customer_no, order_id, 'packed again', content from printed_documents where customer_no = $1 and order_id = $2`,
    [winery.customerNo, left],
  );
  await deleteOldPrintedDocuments(db);
  expect(await stored()).toEqual([waiting, waiting, left].toSorted());
  await db.rows('delete from printed_documents where customer_no = $1 and order_id = $2', [winery.customerNo, left]);
  await reprint(left, 'FullPDF');
  expect(await stored()).toEqual(both);
  expect(carrier.paid()).toHaveLength(2);
});

test('of an order whose recipient is erased while it is being printed nothing is stored, and nothing is printed again', async () => {
  carrier.interrupt = (request, usual) => (request.path.startsWith('/labels/') ? 'hang up' : usual());
  const { orderNo, reference } = await labeled();
  await depart(orderNo);
  expect(await stored()).toEqual([reference]);
  carrier.interrupt = async (request, usual) => {
    if (!request.path.startsWith('/labels/')) return usual();
    const erased = await server.environment.db.rows(
      'delete from sales_order_details where customer_no = $1 and order_id = $2 returning 1',
      [winery.customerNo, reference],
    );
    expect(erased).toHaveLength(1);
    return usual();
  };
  await reprint(reference, 'FullPDF');
  expect(await stored()).toEqual([]);
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  expect((await floor.packer.call('Floor/Reprint', { ...order, Format: 'FullPDF' })).status).toBe(404);
  const labels = await server.environment.db.rows<{ kept: string }>(
    'select concat(label_url, last_response) as kept from label_intents where customer_no = $1',
    [winery.customerNo],
  );
  expect(labels).toEqual([{ kept: '' }]);
});
