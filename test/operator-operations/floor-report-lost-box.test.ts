/** Floor/ReportLostBox: a box that stayed behind ends, with its effects on stock and order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { shipPackages } from '../../src/warehouse/index.ts';
import { lastAudit } from '../support/audit.ts';
import { boxSize, type Floor, mustSucceed, openFloor, scanOf, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import type { OrderOverrides } from '../support/orders.ts';
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

/** An order of two boxes of which the carrier took the first, unless none is to leave. */
async function inTwoBoxes({ leaves = true, ...overrides }: OrderOverrides & { leaves?: boolean } = {}) {
  const { db } = server.environment;
  const winery = await floor.winery();
  const { customerNo } = winery;
  const order = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 3 }], ...overrides });
  await floor.release(winery, order.reference);
  const { Session } = await floor.packInto(order.orderNo, ['WINE-1']);
  for (let bottle = 2; bottle <= 3; bottle += 1) await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  await floor.pack('FinishBox', { Session, Box: 2, WeightLb: 7.4, ...boxSize });
  const { Boxes } = await floor.pack('BuyLabels', { Session });
  const [first, last] = Boxes.map(({ TrackingNumber }: { TrackingNumber: string }) => TrackingNumber);
  if (leaves) {
    const [box] = await db.rows<{ id: string }>(
      'select package_id as id from packages where customer_no = $1 and tracking_no = $2',
      [customerNo, first],
    );
    const [at, leaving] = [Temporal.Now.instant(), new Set([box?.id ?? ''])];
    await db.write((tx) => shipPackages(tx, { customerNo, at, orderIds: [order.reference], leaving }));
  }
  const report = (parts: object = {}, operator = floor.lead) =>
    operator.call('Floor/ReportLostBox', {
      CustomerNo: customerNo,
      TransactionReferenceNumber: order.reference,
      TrackingNumber: last,
      ReasonCode: 'LOST',
      ...parts,
    });
  return { winery, ...order, first, last, report };
}

test('200 the box is canceled, and its bottles leave stock and order; audit says by whom', async () => {
  const { winery, reference, last, report } = await inTwoBoxes();
  const throughput = () => floor.led('Throughput', { Warehouse: worked });
  const packed = await throughput();
  const { status, body } = await report({ Note: ' Not on the dock. ' });
  // The person who packed the box keeps it in the throughput.
  expect(await throughput()).toEqual(packed);
  expect([status, body]).toMatchObject([200, { PackageNo: 2, Lost: [{ ItemNo: 'WINE-1', Quantity: 2 }] }]);
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
  const entry = { action: 'sales_order.floor_box_lost', subject: reference, for_customer: winery.customerNo };
  expect(await lastAudit(server, 'Floor/ReportLostBox')).toMatchObject({
    ...entry,
    after: { package: 2, trackingNo: last, reasonCode: 'LOST', note: 'Not on the dock.' },
  });
  const { rows } = await server.database.pool.query(
    `select type, quantity::int from movements
      where customer_no = $1 and item_no = 'WINE-1' and warehouse = $2 order by seq offset 1`,
    [winery.customerNo, worked],
  );
  expect(rows).toEqual([
    { type: 'Sales order', quantity: -3 },
    { type: 'Sales order', quantity: 2 },
    { type: 'Inventory Adjustment', quantity: -2 },
  ]);
});

test('200 a box that is found after all says at the dock and at the returns station what to do with it', async () => {
  const { winery, orderNo, first, last, report } = await inTwoBoxes();
  const find = (Scan: string | undefined) => floor.packer.call('Returns/Find', { Warehouse: worked, Scan });
  mustSucceed(await report());
  const { status, body } = await floor.packer.call('Floor/Stage', { TrackingNumber: last });
  expect([status, body.Reason]).toEqual([
    403,
    expect.stringMatching(
      `${last} of order ${orderNo} is canceled: it was reported lost.*add bottles that no return has to the stock`,
    ),
  ]);
  const inReturns = await find(last);
  expect(inReturns).toMatchObject({
    status: 403,
    body: {
      State: 'CANCELED',
      Reason: expect.stringContaining(`${last} of order ${orderNo} of winery ${winery.customerNo} is canceled`),
    },
  });
  expect(await find(`${last}0`)).toMatchObject({ status: 200, body: { Matches: [] } });
  await catchUpOrderIndex(server.environment.db);
  expect((await find(first)).body.Matches).toMatchObject([{ Kind: 'order', OrderNo: orderNo }]);
});

test('200 the label of a lost box offers the open return of its order, which is not received, and of a JIT order says nothing of the stock', async () => {
  const { winery, orderNo, reference, last, report } = await inTwoBoxes();
  mustSucceed(await report());
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference, Warehouse: worked };
  const { RMANumber } = mustSucceed(await floor.lead.call('Returns/Announce', order));
  const found = await floor.packer.call('Returns/Find', { Warehouse: worked, Scan: last });
  expect(found).toMatchObject({
    status: 200,
    body: {
      Matches: [{ Kind: 'return', RMANumber, Status: 'EXPECTED' }],
      Message: expect.stringMatching(`${last} of order ${orderNo} .* is canceled.*to the stock`),
    },
  });
  await server.environment.db.rows(
    `update sales_orders set order_type = 'JIT' where customer_no = $1 and order_id = $2`,
    [winery.customerNo, reference],
  );
  try {
    const { body } = await floor.packer.call('Returns/Find', { Warehouse: worked, Scan: last });
    expect(body.Message).toMatch(/is canceled.*never in the stock/);
    const { body: staged } = await floor.packer.call('Floor/Stage', { TrackingNumber: last });
    expect(staged.Reason).toMatch(/is canceled.*never in the stock/);
  } finally {
    await server.environment.db.rows(
      `update sales_orders set order_type = 'CLUB' where customer_no = $1 and order_id = $2`,
      [winery.customerNo, reference],
    );
  }
});

test('400 for a reason that is none for missing stock', async () => {
  const { report } = await inTwoBoxes();
  const { status, body } = await report({ ReasonCode: 'COUNT' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'ReasonCode']);
});

test('403 for a box that is canceled or has left, of an order in work, or whose bottles are in a return', async () => {
  const { winery, reference, first, report } = await inTwoBoxes();
  expect((await report({ TrackingNumber: first })).body).toMatchObject({ Status: 403, State: 'SHIPPED' });
  const Lines = [{ ItemNo: 'WINE-1', ItemQuantity: 2 }];
  const named = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference, Warehouse: worked };
  mustSucceed(await floor.lead.call('Returns/Announce', { ...named, Lines }));
  expect((await report()).body).toMatchObject({ Status: 403, Reason: expect.stringContaining('in a return') });
  const other = await inTwoBoxes();
  mustSucceed(await other.report());
  expect((await other.report()).body).toMatchObject({ Status: 403, State: 'CANCELED' });
  const inWork = await inTwoBoxes({ leaves: false });
  expect((await inWork.report()).body).toMatchObject({ Status: 403, State: 'PROCESSING ORDER' });
});

test('404 for another customer, and for a box that the order does not have', async () => {
  const [order, other] = [await inTwoBoxes(), await inTwoBoxes()];
  expect((await order.report({ CustomerNo: other.winery.customerNo })).status).toBe(404);
  expect((await order.report({ TrackingNumber: other.last })).status).toBe(404);
});
