/** Reshipments of returns on real stock: which order they create, and whose bottles it gets. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { applyReturnDispositions, type ReturnDispositionRequest } from '../../src/returns/index.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { allGood, asStored, broken, changeContext, done, good, openAwaitingReturn, openSteps } from './return-steps.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

test('Reship posts units in and creates a linked order with the same lines and recipient', async () => {
  const { winery, dispose, returnId, orderId, inspected } = await openAwaitingReturn(server);
  const { after, reship } = done(await dispose(returnId, { disposition: 'Reship' }));
  expect(after.status).toBe('CLOSED');
  const before = await winery.order(orderId);
  const again = await winery.order(reship?.orderId ?? '');
  expect(again).toMatchObject({
    order_no: before.order_no,
    shipment_key: inspected.rmaNumber,
    order_type: 'CLUB',
    status: 'RECEIVED',
    warehouse: 'APC01',
    carrier: 'FEX',
    lines: [
      { itemNo: 'WINE-1', units: 6, unitPrice: 40, group: 'reds' },
      { itemNo: 'WINE-2', units: 3 },
    ],
    reserved: { 'WINE-1': 6, 'WINE-2': 3 },
  });
  expect(again.document.recipient).toEqual(before.document.recipient);
  expect((await winery.timeline(again.order_id)).slice(0, 2)).toMatchObject([
    { kind: 'sales_order.accepted' },
    { kind: 'sales_order.reships', data: { orderId, returnId, rmaNumber: inspected.rmaNumber } },
  ]);
  expect((await winery.timeline(orderId)).find(({ kind }) => kind === 'sales_order.return_disposed')).toMatchObject({
    data: { disposition: 'Reship', reshipOrderId: again.order_id },
  });
  await winery.advance(12);
  expect((await winery.track(before.order_no)).map(({ Status }) => Status)).toEqual(['DELIVERED', 'DELIVERED']);
  // A reshipped order can be returned again.
  expect((await winery.sendBack({ TransactionReferenceNumber: again.order_id })).status).toBe(200);
});

test('Reship of a case leaves out its price, because the bottles are ordered one by one', async () => {
  const { winery, announce, receive, inspect, dispose } = await openSteps(server);
  const orderId = await winery.delivered({
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1, QuantityUnit: 'WHOLESALE', UnitPrice: 240 }],
  });
  const announced = done(await announce(orderId));
  await receive(announced.returnId);
  await inspect(announced.returnId, allGood(announced));
  const { reship } = done(await dispose(announced.returnId, { disposition: 'Reship' }));
  const { lines } = await winery.order(reship?.orderId ?? '');
  expect(lines).toMatchObject([{ itemNo: 'WINE-1', quantity: 12, quantityUnit: 'RETAIL', units: 12 }]);
  expect(lines[0]).not.toHaveProperty('unitPrice');
});

test('Reship to another recipient, line by line, creates one order each time', async () => {
  const { winery, dispose, returnId, orderId, inspected } = await openAwaitingReturn(server);
  const { recipient } = (await winery.order(orderId)).document;
  const moved = { ...recipient, address: '200 Second St' };
  const first = done(
    await dispose(returnId, { disposition: 'Reship', lines: [{ itemNo: 'WINE-1' }], recipient: moved }),
  ).reship;
  const second = done(await dispose(returnId, { disposition: 'Reship' })).reship;
  expect([first?.shipmentKey, second?.shipmentKey]).toEqual([inspected.rmaNumber, `${inspected.rmaNumber}-2`]);
  const orders = [await winery.order(first?.orderId ?? ''), await winery.order(second?.orderId ?? '')];
  expect(orders.map(({ document, lines }) => [document.recipient.address, lines.length])).toEqual([
    ['200 Second St', 1],
    ['100 Main St', 1],
  ]);
});

test('Reship keeps the carrier location of the order only for its own recipient', async () => {
  const { winery, announce, receive, inspect, dispose } = await openSteps(server);
  const orderId = await winery.delivered({ DeliveryContactInfo: { HoldAtLocation: 1, LocationCode: 'LOC1' } });
  const announced = done(await announce(orderId));
  await receive(announced.returnId);
  await inspect(announced.returnId, allGood(announced));
  const { recipient, holdLocation } = (await winery.order(orderId)).document;
  expect(holdLocation).toMatchObject({ locationCode: 'LOC1' });
  const moved = { ...recipient, address: '200 Second St' };
  const locationOf = async (given: Partial<ReturnDispositionRequest>) => {
    const { reship } = done(await dispose(announced.returnId, { disposition: 'Reship', ...given }));
    return (await winery.order(reship?.orderId ?? '')).document.holdLocation;
  };
  expect(await locationOf({ lines: [{ itemNo: 'WINE-1' }], recipient: moved })).toBeUndefined();
  expect(await locationOf({})).toEqual(holdLocation);
});

test('Reship asks for the ice pack of the order, and for no day', async () => {
  const { winery, announce, receive, inspect, dispose } = await openSteps(server);
  const ShipmentInfo = {
    ShippingCarrier: 'FEX',
    ShippingCarrierService: 'GRND',
    ServiceWarehouseLocation: 'APC01',
    IcePack: 1,
    RequestedShipmentDate: '03/14/2031',
  };
  const orderId = await winery.delivered({ ShipmentInfo });
  const announced = done(await announce(orderId));
  await receive(announced.returnId);
  await inspect(announced.returnId, allGood(announced));
  const { reship } = done(await dispose(announced.returnId, { disposition: 'Reship' }));
  const [before, again] = [await winery.order(orderId), await winery.order(reship?.orderId ?? '')];
  expect([before.ice_pack, before.requested_ship_date === null]).toEqual([1, false]);
  expect([again.ice_pack, again.requested_ship_date]).toEqual([1, null]);
});

test('Reship sends the bottles of the return, although other orders and transfers wait for them', async () => {
  const { winery, dispose, returnId } = await openAwaitingReturn(server);
  const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity: 97 }];
  const waiting = await winery.created({ ItemsInfo });
  expect((await winery.order(waiting)).status).toBe('ON INV HOLD');
  const { reship } = done(await dispose(returnId, { disposition: 'Reship' }));
  const again = await winery.order(reship?.orderId ?? '');
  expect(again).toMatchObject({ status: 'RECEIVED', reserved: { 'WINE-1': 6, 'WINE-2': 3 } });
  // It was never held, so nothing reports a hold.
  const kinds = (await winery.timeline(again.order_id)).map(({ kind, data }) => [kind, data.holds]);
  expect(kinds).toEqual([
    ['sales_order.accepted', undefined],
    ['sales_order.reships', undefined],
  ]);
  expect((await winery.order(waiting)).status).toBe('ON INV HOLD');
  await winery.arrive('WINE-1', 3);
  expect((await winery.order(waiting)).status).toBe('RECEIVED');
});

test('a reshipment whose bottles are damaged waits before other orders, also after an update', async () => {
  const { winery, announce, receive, inspect, dispose } = await openSteps(server);
  const { returnId } = done(await announce(await winery.delivered(), { lines: [{ itemNo: 'WINE-1', quantity: 2 }] }));
  await receive(returnId);
  await inspect(returnId, [{ line: 1, found: [{ quantity: 2, status: broken }] }]);
  await winery.created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 94 }] });
  const earlier = await winery.created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  const { reship } = done(await dispose(returnId, { disposition: 'Reship' }));
  const again = reship?.orderId ?? '';
  const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity: 3 }];
  const updated = { OrderInfo: { TransactionReferenceNumber: again }, ItemsInfo };
  expect((await winery.update(updated)).status).toBe(200);
  const statuses = async () => [(await winery.order(again)).status, (await winery.order(earlier)).status];
  expect(await statuses()).toEqual(['ON INV HOLD', 'ON INV HOLD']);
  await winery.arrive('WINE-1', 3);
  expect(await statuses()).toEqual(['RECEIVED', 'ON INV HOLD']);
});

test('damaged units are not reshipped: the new order reserves stock or is backordered', async () => {
  const { winery, announce, receive, inspect, dispose } = await openSteps(server);
  const { returnId } = done(await announce(await winery.delivered(), { lines: [{ itemNo: 'WINE-1', quantity: 2 }] }));
  await receive(returnId);
  await inspect(returnId, [
    {
      line: 1,
      found: [
        { quantity: 1, status: good },
        { quantity: 1, status: broken },
      ],
    },
  ]);
  await winery.created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 94 }] });
  const { reship } = done(await dispose(returnId, { disposition: 'Reship' }));
  expect(await winery.balance('WINE-1', broken)).toBe(1);
  const again = await winery.order(reship?.orderId ?? '');
  expect(again).toMatchObject({ status: 'ON INV HOLD', lines: [{ units: 2 }] });
  await winery.arrive('WINE-1', 1);
  expect((await winery.order(again.order_id)).status).toBe('RECEIVED');
});

test('rejects lines that cannot be reshipped and posts nothing', async () => {
  const { winery, dispose, returnId, orderId, inspected } = await openAwaitingReturn(server);
  const { db } = server.environment;
  await db.rows("update skus set retired_at = now() where customer_no = $1 and item_no = 'WINE-2'", [
    winery.customerNo,
  ]);
  expect(await dispose(returnId, { disposition: 'Reship' })).toMatchObject({
    refused: { code: 'StateForbids', reason: expect.stringContaining('WINE-2 is retired') },
  });
  await db.rows('update skus set retired_at = null where customer_no = $1', [winery.customerNo]);
  const keep = (storage: string) =>
    db.rows("update skus set storage = $2 where customer_no = $1 and item_no = 'WINE-2'", [winery.customerNo, storage]);
  await keep('client');
  expect(await dispose(returnId, { disposition: 'Reship' })).toMatchObject({
    refused: { code: 'StateForbids', reason: expect.stringContaining('does not stock item WINE-2') },
  });
  await keep('service');
  await db.rows('delete from sales_order_details where customer_no = $1 and order_id = $2', [
    winery.customerNo,
    orderId,
  ]);
  expect(await dispose(returnId, { disposition: 'Reship' })).toMatchObject({
    refused: { code: 'StateForbids', reason: expect.stringContaining('erased') },
  });
  expect(await winery.movements(returnId)).toEqual([]);
  expect(await winery.find(inspected.rmaNumber)).toEqual(asStored(inspected));
  done(await dispose(returnId, { disposition: 'Return to Inventory' }));
});

test('gets another shipment key when an order of the winery has the RMA number as its own', async () => {
  const { winery, dispose, returnId, orderId, inspected } = await openAwaitingReturn(server);
  const { order_no: OrderNo } = await winery.order(orderId);
  const { rmaNumber } = inspected;
  const own = await winery.created({ OrderInfo: { OrderNo, ShipmentKey: rmaNumber } });
  const { reship } = done(await dispose(returnId, { disposition: 'Reship' }));
  expect(reship?.shipmentKey).toBe(`${rmaNumber}-2`);
  expect(reship?.orderId).not.toBe(own);
  expect((await winery.order(reship?.orderId as string)).status).toBe('RECEIVED');
});

test('gets one of its own also beside another of the same return in a batch', async () => {
  const { winery, returnId, orderId, inspected } = await openAwaitingReturn(server);
  const { customerNo } = winery;
  const { order_no: OrderNo } = await winery.order(orderId);
  const { rmaNumber } = inspected;
  await winery.created({ OrderInfo: { OrderNo, ShipmentKey: rmaNumber } });
  const reship = {
    customerNo,
    returnId,
    disposition: 'Reship',
    inventoryStatus: undefined,
    recipient: undefined,
  } as const;
  const outcomes = await winery.write((tx) =>
    applyReturnDispositions(tx, [
      { ...reship, lines: [{ itemNo: 'WINE-1' }], ...changeContext() },
      { ...reship, lines: undefined, ...changeContext() },
    ]),
  );
  expect(outcomes.map((outcome) => done(outcome).reship?.shipmentKey)).toEqual([`${rmaNumber}-2`, `${rmaNumber}-3`]);
});
