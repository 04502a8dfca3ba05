/** Floor/ListWillCall: the orders that wait at the counter. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type Floor, mustSucceed, openFloor, worked } from '../support/floor.ts';
import { recipient } from '../support/orders.ts';
import { bottle } from '../support/return-station.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(() => server.close());

test('200 packed orders until they are handed over, and not those that a carrier takes', async () => {
  const winery = await floor.winery();
  const ShipmentInfo = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL' } as const;
  const [call, shipped] = [await winery.waiting({ ShipmentInfo }), await winery.waiting()];
  await floor.release(winery, call.reference, shipped.reference);
  expect((await floor.pack('ListWillCall', { Warehouse: worked })).Records).toEqual([]);
  for (const { orderNo } of [call, shipped]) await floor.label(orderNo, ['WINE-1']);
  expect(await floor.pack('ListWillCall', { Warehouse: worked })).toMatchObject({
    Records: [{ Order: { OrderNo: call.orderNo, State: 'labeled' }, Recipient: 'Sample Recipient', Boxes: 1 }],
  });
  const [record] = (await floor.pack('ListWillCall', { Warehouse: worked })).Records;
  expect(record).toMatchObject({ IsForAdult: true, Items: [{ ItemNo: 'WINE-1', Units: 1 }] });
  const name = { CustomerNo: winery.customerNo, TransactionReferenceNumber: call.reference };
  await floor.pack('HandOver', { ...name, IsOfAge: true });
  expect((await floor.pack('ListWillCall', { Warehouse: worked })).Records).toEqual([]);
});

test('200 an order that is opened again at a station keeps the time at which it was packed, and its place', async () => {
  const winery = await floor.winery();
  const ShipmentInfo = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL' } as const;
  const [first, last] = [await winery.waiting({ ShipmentInfo }), await winery.waiting({ ShipmentInfo })];
  await floor.release(winery, first.reference, last.reference);
  for (const { orderNo } of [first, last]) await floor.label(orderNo, ['WINE-1']);
  const listed = async () =>
    (await floor.pack('ListWillCall', { Warehouse: worked })).Records.map(
      ({ Order, PackedAt }: { Order: { OrderNo: string }; PackedAt: string }) => [Order.OrderNo, PackedAt],
    );
  const before = await listed();
  expect(before.map(([orderNo]: string[]) => orderNo)).toEqual([first.orderNo, last.orderNo]);
  await floor.pack('OpenPacking', { Scan: first.orderNo });
  expect(await listed()).toEqual(before);
  for (const { reference } of [first, last]) {
    const name = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
    await floor.pack('HandOver', { ...name, IsOfAge: true });
  }
});

test('200 the reshipment that waits, by the RMA number of its return, when an earlier one was handed over', async () => {
  const winery = await floor.winery();
  const CustomerNo = winery.customerNo;
  const ShipmentInfo = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL' } as const;
  const { orderNo, reference } = await winery.waiting({
    ShipmentInfo,
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }],
  });
  await floor.release(winery, reference);
  await floor.label(orderNo, ['WINE-1', 'WINE-1']);
  const handOver = (TransactionReferenceNumber: string) =>
    floor.pack('HandOver', { CustomerNo, TransactionReferenceNumber, IsOfAge: true });
  await handOver(reference);
  const returned = async (operation: string, body: object) =>
    mustSucceed(await floor.packer.call(`Returns/${operation}`, body));
  const order = { CustomerNo, TransactionReferenceNumber: reference, Warehouse: worked };
  const { TransactionReferenceNumber, RMANumber } = await returned('Announce', order);
  const key = { CustomerNo, TransactionReferenceNumber };
  await returned('Receive', { ...key, Warehouse: worked });
  for (const status of ['RTGD-NO-TX', 'RDMG-NO-TX']) await returned('Scan', bottle(key, 'WINE-1', status));
  await returned('Inspected', { ...key, Confirm: true });
  for (const Finding of [1, 2])
    await returned('Dispose', { ...key, Line: 1, Finding, ScanId: uuidv7(), DispositionCode: 'Reship' });
  const references: string[] = [];
  for (const scan of [RMANumber, `${RMANumber}-2`]) {
    const opened = await floor.label(scan, ['WINE-1'], 4);
    references.push(opened.TransactionReferenceNumber);
  }
  const listed = async () =>
    (await floor.pack('ListWillCall', { Warehouse: worked, Scan: ` ${RMANumber} ` })).Records.map(
      ({ Order }: { Order: { TransactionReferenceNumber: string } }) => Order.TransactionReferenceNumber,
    );
  expect(await listed()).toEqual([references[0]]);
  await handOver(references[0] as string);
  expect(await listed()).toEqual([references[1]]);
  await handOver(references[1] as string);
});

test('200 the order of a scan, however many wait', async () => {
  const winery = await floor.winery();
  const ShipmentInfo = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL' } as const;
  const [call, other, shipped] = [
    await winery.waiting({ ShipmentInfo }),
    await winery.waiting({ ShipmentInfo }),
    await winery.waiting(),
  ];
  await floor.release(winery, call.reference, other.reference, shipped.reference);
  const found = async (Scan: string) =>
    (await floor.pack('ListWillCall', { Warehouse: worked, Scan })).Records.map(
      ({ Order }: { Order: { OrderNo: string } }) => Order.OrderNo,
    );
  expect(await found(call.orderNo)).toEqual([]);
  for (const { orderNo } of [call, other, shipped]) await floor.label(orderNo, ['WINE-1']);
  for (const name of [call.orderNo, call.orderNo.toLowerCase(), call.reference, `${call.reference}|${call.orderNo}`]) {
    expect(await found(name)).toEqual([call.orderNo]);
  }
  expect(await found(shipped.orderNo)).toEqual([]);
  expect(await found('NOT-THERE')).toEqual([]);
  for (const { reference } of [call, other]) {
    const name = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
    await floor.pack('HandOver', { ...name, IsOfAge: true });
  }
  expect(await found(call.orderNo)).toEqual([]);
});

test('200 finds the orders of a recipient by a part of the name, also beyond the first page', async () => {
  const winery = await floor.winery();
  const ShipmentInfo = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL' } as const;
  const orders = [];
  for (const LastName of ['Earlier', 'Later_One', 'Later_Two']) {
    const RecipientContactInfo = { ...recipient, LastName };
    const order = await winery.waiting({ ShipmentInfo, RecipientContactInfo });
    await floor.release(winery, order.reference);
    await floor.label(order.orderNo, ['WINE-1']);
    orders.push(order);
  }
  const laterNumbers = orders.slice(1).map(({ orderNo }) => orderNo);
  const find = (request: object) => floor.pack('ListWillCall', { Warehouse: worked, ...request });
  const numbers = ({ Records }: { Records: readonly { Order: { OrderNo: string } }[] }) =>
    Records.map(({ Order }) => Order.OrderNo);
  await expect.poll(async () => numbers(await find({ Scan: 'LATER_' }))).toEqual(laterNumbers);
  const first = await find({ Scan: 'later_', Top: 1 });
  expect(numbers(first)).toEqual(laterNumbers.slice(0, 1));
  expect(numbers(await find({ Scan: 'later_', Top: 1, After: first.Next }))).toEqual(laterNumbers.slice(1));
  expect(numbers(await find({ Scan: 'later%' }))).toEqual([]);
  for (const { reference } of orders) {
    const name = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
    await floor.pack('HandOver', { ...name, IsOfAge: true });
  }
});

test('200 a JIT order is named by its label', async () => {
  const winery = await floor.winery();
  const ShipmentInfo = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL' } as const;
  const { orderNo } = await winery.waiting({ ShipmentInfo, OrderInfo: { OrderType: 'JIT' } });
  const { body: label } = await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo });
  await floor.pack('OpenPacking', { Scan: label.JITLabelID });
  for (const Scan of [label.JITLabelID, label.JITLabelID.toLowerCase()])
    expect((await floor.pack('ListWillCall', { Warehouse: worked, Scan })).Records).toMatchObject([
      { Order: { OrderNo: orderNo } },
    ]);
  expect((await floor.pack('ListWillCall', { Warehouse: worked })).Records).toMatchObject([
    { Order: { OrderNo: orderNo }, JITLabelID: label.JITLabelID },
  ]);
});

test('404 for a warehouse in which the person does not work', async () => {
  expect((await floor.packer.call('Floor/ListWillCall', { Warehouse: 'APC01' })).status).toBe(404);
});

test('400 for an After that no page returned', async () => {
  expect((await floor.packer.call('Floor/ListWillCall', { Warehouse: worked, After: 'x' })).status).toBe(400);
});
