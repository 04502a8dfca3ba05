/** A box that was not staged when its carrier scanned another box of its order: it is looked for until it is found or scanned. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { pushEvent } from '../carriers/carrier-events.ts';
import { type FakeCarrier, openFakeCarrier } from '../carriers/fake-carrier.ts';
import { connectCarrier, labelDeps } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import { boxSize, type Floor, mustSucceed, openFloor, scanOf, worked } from '../support/floor.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
let carrier: FakeCarrier;
beforeAll(async () => {
  server = await openProductionServer();
  floor = await openFloor(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  carrier = await openFakeCarrier();
  connectCarrier(server.environment, carrier.url);
});
afterEach(async () => {
  expect(await verifyWholeDatabase(server.environment.db)).toEqual([]);
  await carrier.close();
});

interface LeftBox {
  readonly OrderNo: string;
  readonly TrackingNumber: string;
}

/** The boxes of an order that are missing at the close of day. */
const missingOf = async (orderNo: string): Promise<LeftBox[]> =>
  (await floor.pack('CloseOfDay', { Warehouse: worked })).Carriers.flatMap(
    ({ Missing }: { Missing: LeftBox[] }) => Missing,
  ).filter(({ OrderNo }: LeftBox) => OrderNo === orderNo);

/** An order of two boxes with labels. */
async function inTwoBoxes() {
  const winery = await floor.winery();
  const order = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  await floor.release(winery, order.reference);
  const { Session } = await floor.packInto(order.orderNo, ['WINE-1']);
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  await floor.pack('FinishBox', { Session, Box: 2, WeightLb: 7.4, ...boxSize });
  const { Boxes } = await floor.pack('BuyLabels', { Session });
  return { ...order, winery, boxes: Boxes as readonly LeftBox[] };
}

/** An order of two boxes of which the carrier has scanned one; the other one was not staged, or was reported missing as its manifest departed. */
async function leftBehind({ isReported = false } = {}) {
  const { winery, boxes, ...order } = await inTwoBoxes();
  const scanned = carrier.shipments.at(-1)?.trackingNo as string;
  const left = boxes.find(({ TrackingNumber }) => TrackingNumber !== scanned) as LeftBox;
  await floor.pack('Stage', { TrackingNumber: scanned });
  if (isReported) {
    await floor.pack('Stage', { TrackingNumber: left.TrackingNumber });
    const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
    await floor.led('Depart', { Manifest, Missing: [left.TrackingNumber] });
  }
  const missing = async () => await missingOf(order.orderNo);
  expect(await missing()).toMatchObject([{ TrackingNumber: left.TrackingNumber }]);
  const push = () => {
    const datetime = Temporal.Now.instant().toString();
    return pushEvent(labelDeps(server.environment.db, carrier.url), carrier, [
      { status: 'in_transit', status_detail: 'arrived_at_facility', datetime },
    ]);
  };
  expect(await push()).toBe('applied');
  expect(await winery.statusOf(order.reference)).toBe('SHIPPED');
  const exceptions = async () => {
    const { body } = await floor.lead.call('Exceptions/List', { Customers: [winery.customerNo] });
    return body.Records;
  };
  return { ...order, winery, push, missing, exceptions, left: left.TrackingNumber };
}

test('it stays missing at the close of day and is an exception, until a person scans it', async () => {
  const { orderNo, reference, missing, exceptions, left } = await leftBehind();
  expect(await missing()).toEqual([expect.objectContaining({ TrackingNumber: left })]);
  expect(await exceptions()).toEqual([
    expect.objectContaining({
      ...{ Kind: 'Package', OrderNo: orderNo, TransactionReferenceNumber: reference, TrackingNumber: left },
      Text: expect.stringContaining('was not staged'),
    }),
  ]);
  const staged = await floor.pack('Stage', { TrackingNumber: left });
  expect(staged).toMatchObject({ Order: { State: 'departed' }, Staged: 2, Boxes: 2 });
  expect(staged.Message).toMatch(/is shipped already.*Give this box to the driver/);
  expect(await floor.pack('Stage', { TrackingNumber: left })).toMatchObject({ Staged: 2 });
  expect([await missing(), await exceptions()]).toEqual([[], []]);
});

test('so does one that was reported missing', async () => {
  const { missing, exceptions, left } = await leftBehind({ isReported: true });
  expect([await missing(), await exceptions()]).toMatchObject([[{ TrackingNumber: left }], [{ TrackingNumber: left }]]);
  await floor.pack('Stage', { TrackingNumber: left });
  expect([await missing(), await exceptions()]).toEqual([[], []]);
});

test('it ends when the carrier scans it too', async () => {
  const { push, missing, exceptions, left } = await leftBehind();
  const at = carrier.shipments.findIndex(({ trackingNo }) => trackingNo === left);
  carrier.shipments.push(...carrier.shipments.splice(at, 1));
  expect(await push()).toBe('applied');
  expect([await missing(), await exceptions()]).toEqual([[], []]);
});

test('no box of an order is missing that left with its manifest', async () => {
  const { winery, orderNo, reference, boxes } = await inTwoBoxes();
  for (const { TrackingNumber } of boxes) await floor.pack('Stage', { TrackingNumber });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await floor.led('Depart', { Manifest });
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
  expect(await missingOf(orderNo)).toEqual([]);
  expect(mustSucceed(await floor.lead.call('Exceptions/List', { Customers: [winery.customerNo] })).Records).toEqual([]);
});
