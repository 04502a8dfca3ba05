/**
 * A box of two items that did not leave with the other box of its order, and that was opened for a return, which has one of them: what is
 * missing is an exception until another return has it, or a lead reports it lost (decision 42).
 */
import { describe, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { useFloorWithCarrier } from '../carriers/floor-with-carrier.ts';
import { boxSize, mustSucceed, scanOf, worked } from '../support/floor.ts';
import { bottle } from '../support/return-station.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into what comes back
type Json = any;

const production = useFloorWithCarrier();

/** A return of the order, in which these bottles are found. */
async function inspectReturn(
  order: { readonly CustomerNo: string; readonly TransactionReferenceNumber: string },
  bottles: readonly string[],
): Promise<void> {
  const does = async (operation: string, body: object) =>
    mustSucceed(await production.floor.lead.call(`Returns/${operation}`, body));
  const { TransactionReferenceNumber } = await does('Announce', { ...order, Warehouse: worked });
  const key = { CustomerNo: order.CustomerNo, TransactionReferenceNumber };
  await does('Receive', { ...key, Warehouse: worked });
  for (const code of bottles) await does('Scan', bottle(key, code));
  await does('Inspected', { ...key, Confirm: true });
  await does('Dispose', { ...key, ScanId: uuidv7(), DispositionCode: 'Return to Inventory' });
}

describe('a box of two items that stayed, and of which a return has one', () => {
  /** The first box, with WINE-1, has left; the second has WINE-1 and WINE-2, and was opened at the returns station. */
  const returned = async (...found: string[]) => {
    const winery = await production.floor.winery();
    const ItemsInfo = ['WINE-1', 'WINE-2'].map((ItemNo, nth) => ({ ItemNo, ItemQuantity: 2 - nth }));
    const { orderNo, reference } = await winery.waiting({ ItemsInfo });
    await production.floor.release(winery, reference);
    const { Session } = await production.floor.packInto(orderNo, ['WINE-1']);
    for (const code of ['WINE-1', 'WINE-2']) await production.floor.pack('ScanBottle', scanOf(Session, code));
    await production.floor.pack('FinishBox', { Session, Box: 2, WeightLb: 7.4, ...boxSize });
    const { Boxes } = await production.floor.pack('BuyLabels', { Session });
    const [first, second] = Boxes.map(({ TrackingNumber }: Json) => TrackingNumber);
    await production.scan(first);
    const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
    const inspect = (...bottles: string[]) => inspectReturn(order, bottles);
    await inspect(...found);
    const exceptions = async () =>
      (await production.floor.lead.call('Exceptions/List', { Customers: [winery.customerNo] })).body.Records.map(
        ({ TrackingNumber, Text }: Json) => [TrackingNumber === second ? 2 : 1, Text],
      );
    const page = async () => {
      const { Packages, Items, Timeline } = (await production.floor.lead.call('Orders/Get', order)).body;
      const box = Packages.find(({ TrackingNumber }: Json) => TrackingNumber === second);
      const lines = Items.map(({ ItemNo, Shipped, Short }: Json) => [ItemNo, Shipped, Short]);
      return { box: [box.Status, box.IsMissingBottles], lines, said: Timeline.at(-1).Text };
    };
    const posted = async () =>
      (
        await production.server.database.pool.query(
          `select item_no, type, quantity::int from movements where customer_no = $1 and quantity <> 100
            order by item_no, seq`,
          [winery.customerNo],
        )
      ).rows.map(({ item_no, type, quantity }) => `${item_no} ${type} ${quantity}`);
    const report = (parts: object = {}) =>
      production.floor.lead.call('Floor/ReportLostBox', {
        ...order,
        TrackingNumber: second,
        ReasonCode: 'LOST',
        ...parts,
      });
    const listed = async () => {
      const { body } = await winery.client.call('Tracking/GetPackages', { OrderNumbers: [orderNo] });
      return body.Packages.find(({ TrackingNo }: Json) => TrackingNo === second)?.Status;
    };
    return { winery, second, inspect, exceptions, page, posted, report, listed };
  };

  test('is canceled, and an exception until the other bottle is reported lost, which alone is short', async () => {
    const { second, exceptions, page, posted, report, listed } = await returned('WINE-2');
    expect(await page()).toMatchObject({
      box: ['CANCELED', true],
      lines: [
        ['WINE-1', 1, 0],
        ['WINE-2', 0, 0],
      ],
    });
    expect(await exceptions()).toEqual([[2, expect.stringContaining('opened for a return')]]);
    expect((await report()).body).toMatchObject({ PackageNo: 2, Lost: [{ ItemNo: 'WINE-1', Quantity: 1 }] });
    expect(await exceptions()).toEqual([]);
    expect(await page()).toEqual({
      box: ['CANCELED', false],
      lines: [
        ['WINE-1', 1, 1],
        ['WINE-2', 0, 0],
      ],
      said: `Package 2 (${second}) was reported lost with 1 unit: LOST.`,
    });
    expect(await listed()).toBe('CANCELED');
    expect(await posted()).toEqual([
      ...['WINE-1 Sales order -2', 'WINE-1 Sales order 1', 'WINE-1 Inventory Adjustment -1'],
      ...['WINE-2 Sales order -1', 'WINE-2 Return Order 1'],
    ]);
    expect((await report()).body).toMatchObject({ Status: 403, State: 'CANCELED' });
  });

  test('is no exception any more when a later return has the other bottle', async () => {
    const { inspect, exceptions, page, report } = await returned('WINE-2');
    await inspect('WINE-1', 'WINE-1');
    expect(await exceptions()).toEqual([]);
    expect((await page()).box).toEqual(['CANCELED', false]);
    expect((await report()).body).toMatchObject({ Status: 403, State: 'CANCELED' });
  });

  test('stays on the lists when that one may be of the other box, and a lead says whether it is', async () => {
    const { exceptions, page, posted, report } = await returned('WINE-1');
    expect((await page()).box).toEqual(['READY TO SHIP', false]);
    expect(await exceptions()).toEqual([[2, expect.stringContaining('not staged')]]);
    const lost = await report({ WasUnpacked: true });
    expect(lost.body).toMatchObject({ Lost: [{ ItemNo: 'WINE-2', Quantity: 1 }] });
    expect(await exceptions()).toEqual([]);
    expect(await page()).toMatchObject({
      box: ['CANCELED', false],
      lines: [
        ['WINE-1', 1, 0],
        ['WINE-2', 0, 1],
      ],
    });
    expect(await posted()).toEqual([
      ...['WINE-1 Sales order -2', 'WINE-1 Return Order 1'],
      ...['WINE-2 Sales order -1', 'WINE-2 Sales order 1', 'WINE-2 Inventory Adjustment -1'],
    ]);
  });
});

test('of two boxes of an item with a bottle missing, both are exceptions until it is reported lost with one of them', async () => {
  const winery = await production.floor.winery();
  const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 5 }] });
  await production.floor.release(winery, reference);
  const { Session } = await production.floor.packInto(orderNo, ['WINE-1']);
  for (const Box of [2, 3]) {
    for (let nth = 0; nth < 2; nth += 1) await production.floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
    await production.floor.pack('FinishBox', { Session, Box, WeightLb: 7.4, ...boxSize });
  }
  const { Boxes } = await production.floor.pack('BuyLabels', { Session });
  const labels = Boxes.map(({ TrackingNumber }: Json) => TrackingNumber);
  await production.scan(labels[0]);
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  await inspectReturn(order, ['WINE-1', 'WINE-1', 'WINE-1', 'WINE-1']);
  const missing = async () =>
    (await production.floor.lead.call('Orders/Get', order)).body.Packages.map(
      ({ IsMissingBottles }: Json) => IsMissingBottles,
    );
  expect(await missing()).toEqual([false, true, true]);
  const report = { ...order, TrackingNumber: labels[1], ReasonCode: 'LOST' };
  expect(await production.floor.led('ReportLostBox', report)).toMatchObject({
    Lost: [{ ItemNo: 'WINE-1', Quantity: 1 }],
  });
  expect(await missing()).toEqual([false, false, false]);
});

test('a box that departed, was never scanned and is in a return is canceled without a loss, and the timeline says why', async () => {
  const winery = await production.floor.winery();
  const { orderNo, reference } = await winery.waiting();
  await production.floor.release(winery, reference);
  const { Session } = await production.floor.packInto(orderNo, ['WINE-1']);
  const { Boxes } = await production.floor.pack('BuyLabels', { Session });
  const [{ TrackingNumber }] = Boxes;
  await production.floor.pack('Stage', { TrackingNumber });
  const { Manifest } = await production.floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await production.floor.led('Depart', { Manifest });
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  await inspectReturn(order, ['WINE-1']);
  await production.server.database.pool.query(
    'update packages set last_activity_at = $2, activity_at = array[$2::timestamptz] where customer_no = $1',
    [winery.customerNo, Temporal.Now.instant().subtract({ hours: 97 }).toString()],
  );
  expect(await production.floor.led('ReportLostBox', { ...order, TrackingNumber, ReasonCode: 'LOST' })).toMatchObject({
    Lost: [],
  });
  const { Timeline } = mustSucceed(await production.floor.lead.call('Orders/Get', order));
  expect(Timeline.at(-1).Text).toMatch(/its carrier never scanned it, and its bottles are in R/);
});
