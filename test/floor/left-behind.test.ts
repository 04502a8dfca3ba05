/** A box that was not staged when its carrier scanned another box of its order: it is looked for until it is found or scanned. */
import { expect, test } from 'vitest';
import { useFloorWithCarrier } from '../carriers/floor-with-carrier.ts';
import { boxSize, mustSucceed, scanOf, worked } from '../support/floor.ts';

const production = useFloorWithCarrier();

interface LeftBox {
  readonly OrderNo: string;
  readonly TrackingNumber: string;
}

/** The boxes of an order that are missing at the close of day. */
const missingOf = async (orderNo: string): Promise<LeftBox[]> =>
  (await production.floor.pack('CloseOfDay', { Warehouse: worked })).Carriers.flatMap(
    ({ Missing }: { Missing: LeftBox[] }) => Missing,
  ).filter(({ OrderNo }: LeftBox) => OrderNo === orderNo);

/** An order of two boxes with labels. */
async function inTwoBoxes() {
  const winery = await production.floor.winery();
  const order = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  await production.floor.release(winery, order.reference);
  const { Session } = await production.floor.packInto(order.orderNo, ['WINE-1']);
  await production.floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  await production.floor.pack('FinishBox', { Session, Box: 2, WeightLb: 7.4, ...boxSize });
  const { Boxes } = await production.floor.pack('BuyLabels', { Session });
  return { ...order, winery, boxes: Boxes as readonly LeftBox[] };
}

/** An order of two boxes of which the carrier has scanned one; the other one was not staged, or was reported missing as its manifest departed. */
async function leftBehind({ isReported = false } = {}) {
  const { winery, boxes, ...order } = await inTwoBoxes();
  const scanned = production.carrier.shipments.at(-1)?.trackingNo as string;
  const left = boxes.find(({ TrackingNumber }) => TrackingNumber !== scanned) as LeftBox;
  await production.floor.pack('Stage', { TrackingNumber: scanned });
  if (isReported) {
    await production.floor.pack('Stage', { TrackingNumber: left.TrackingNumber });
    const { Manifest } = await production.floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
    await production.floor.led('Depart', { Manifest, Missing: [left.TrackingNumber] });
  }
  const missing = async () => await missingOf(order.orderNo);
  expect(await missing()).toMatchObject([{ TrackingNumber: left.TrackingNumber }]);
  await production.scan(scanned);
  expect(await winery.statusOf(order.reference)).toBe('SHIPPED');
  const exceptions = async () => {
    const { body } = await production.floor.lead.call('Exceptions/List', { Customers: [winery.customerNo] });
    return body.Records;
  };
  return { ...order, winery, missing, exceptions, left: left.TrackingNumber };
}

test('it stays missing at the close of day and is an exception, until a person scans it', async () => {
  const { orderNo, reference, missing, exceptions, left } = await leftBehind();
  expect(await missing()).toEqual([expect.objectContaining({ TrackingNumber: left })]);
  expect(await exceptions()).toEqual([
    expect.objectContaining({
      Kind: 'Package',
      OrderNo: orderNo,
      TransactionReferenceNumber: reference,
      TrackingNumber: left,
      Text: expect.stringContaining('was not staged'),
    }),
  ]);
  const staged = await production.floor.pack('Stage', { TrackingNumber: left });
  expect(staged).toMatchObject({ Order: { State: 'departed' }, Staged: 2, Boxes: 2, Verdict: 'right' });
  expect(staged.Message).toMatch(/is shipped already.*Give this box to the driver/);
  expect(await production.floor.pack('Stage', { TrackingNumber: left })).toEqual(staged);
  expect([await missing(), await exceptions()]).toEqual([[], []]);
});

test('so does one that was reported missing', async () => {
  const { missing, exceptions, left } = await leftBehind({ isReported: true });
  expect([await missing(), await exceptions()]).toMatchObject([[{ TrackingNumber: left }], [{ TrackingNumber: left }]]);
  await production.floor.pack('Stage', { TrackingNumber: left });
  expect([await missing(), await exceptions()]).toEqual([[], []]);
});

test('it ends when the carrier scans it too', async () => {
  const { missing, exceptions, left } = await leftBehind();
  await production.scan(left);
  expect([await missing(), await exceptions()]).toEqual([[], []]);
});

test('no box of an order is missing that left with its manifest', async () => {
  const { winery, orderNo, reference, boxes } = await inTwoBoxes();
  for (const { TrackingNumber } of boxes) await production.floor.pack('Stage', { TrackingNumber });
  const { Manifest } = await production.floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await production.floor.led('Depart', { Manifest });
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
  expect(await missingOf(orderNo)).toEqual([]);
  expect(
    mustSucceed(await production.floor.lead.call('Exceptions/List', { Customers: [winery.customerNo] })).Records,
  ).toEqual([]);
});
