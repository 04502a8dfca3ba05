/** Floor/TakeBack: released orders are open again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type Floor, openFloor, scanOf, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
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

const labeled = async () => {
  const winery = await floor.winery();
  const order = await winery.waiting();
  await floor.release(winery, order.reference);
  const { Boxes } = await floor.label(order.orderNo, ['WINE-1']);
  return { winery, ...order, trackingNo: Boxes[0].TrackingNumber as string };
};

test('200 the order can be canceled, or released and packed again', async () => {
  const { winery, reference, orderNo } = await labeled();
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const { Outcomes } = await floor.led('TakeBack', { Orders: [order], Note: 'The winery asked for it.' });
  expect(Outcomes).toEqual([{ ...order, TakenBack: true, Message: `Order ${orderNo} is open again.`, Retry: false }]);
  expect(await winery.statusOf(reference)).toBe('RECEIVED');
  expect((await floor.packer.call('Floor/OpenPacking', { Scan: orderNo })).body.Reason).toContain(
    'The winery asked for it.',
  );
  await floor.release(winery, reference);
  const { Boxes } = await floor.label(orderNo, ['WINE-1'], 5);
  expect(Boxes).toMatchObject([{ WeightLb: 5 }]);
  await floor.led('TakeBack', { Orders: [order], Note: 'again' });
  const cancellation = { TransactionReferenceNumber: reference };
  expect((await winery.client.call('SalesOrder/CancelSalesOrder', cancellation)).status).toBe(200);
  const again = await floor.led('TakeBack', { Orders: [order], Note: 'again' });
  expect(again.Outcomes).toMatchObject([{ TakenBack: false }]);
});

test('200 what was scanned before it was taken back is forgotten, and its session ends', async () => {
  const winery = await floor.winery();
  const { reference, orderNo } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  await floor.release(winery, reference);
  const before = await floor.pack('OpenPacking', { Scan: orderNo });
  await floor.pack('ScanBottle', scanOf(before.Session, 'WINE-1'));
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  await floor.led('TakeBack', { Orders: [order], Note: 'The winery asked for it.' });
  const { Wave } = await floor.release(winery, reference);
  const late = async () => (await floor.packer.call('Floor/ScanBottle', scanOf(before.Session, 'WINE-1'))).status;
  expect(await late()).toBe(403);
  // The person who packed it picks it now.
  expect((await floor.packer.call('Picking/Start', { Wave })).status).toBe(200);
  expect(await late()).toBe(403);
  const { Session } = await floor.pack('OpenPacking', { Scan: orderNo, TakeOver: true });
  expect(await floor.pack('Undo', { Session, ScanId: uuidv7() })).toMatchObject({ Verdict: 'wrong', Missing: 2 });
  for (const Missing of [1, 0])
    expect(await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'))).toMatchObject({ Missing });
});

test('200 orders leave a manifest together, each with its own carrier and stock', async () => {
  const { winery, reference, trackingNo } = await labeled();
  const other = await winery.waiting();
  await floor.release(winery, other.reference);
  await floor.pack('Stage', { TrackingNumber: trackingNo });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  const references = [other.reference, reference];
  const Orders = references.map((each) => ({ CustomerNo: winery.customerNo, TransactionReferenceNumber: each }));
  const { Outcomes } = await floor.led('TakeBack', { Orders, Note: 'Damaged at the dock.' });
  expect(Outcomes).toMatchObject([{ TakenBack: true }, { TakenBack: true }]);
  const next = await labeled();
  await floor.pack('Stage', { TrackingNumber: next.trackingNo });
  expect(await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' })).toMatchObject({ Manifest, Orders: 1 });
  expect(await floor.led('Depart', { Manifest })).toMatchObject({ Manifest: { Orders: 1 }, StayedBehind: [] });
  expect(await Promise.all(references.map((each) => winery.statusOf(each)))).toEqual(['RECEIVED', 'RECEIVED']);
});

test('400 without a note', async () => {
  expect((await floor.lead.call('Floor/TakeBack', { Orders: [] })).status).toBe(400);
});
