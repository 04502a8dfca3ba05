/** `dray label`: voiding labels before they ship, the JIT packing station, and labels still to be bought. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { type FakeCarrier, openFakeCarrier, refusal } from '../carriers/fake-carrier.ts';
import { connectCarrier, labelDeps, process as processOrders } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import { openJitWinery } from '../shipping-labels/jit-winery.ts';
import { auditedCommands } from '../support/audit.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import type { TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';
import { dray, drayJson, useDatabases } from './dray.ts';

let server: TestServer;
let other: TestDatabase;
let db: Db;
let carrier: FakeCarrier;
let winery: Awaited<ReturnType<typeof openJitWinery>>;

beforeAll(async () => {
  server = await openProductionServer();
  db = server.environment.db;
  other = await openTestDatabase();
  useDatabases(server.database, other);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await other.drop();
});
beforeEach(async () => {
  carrier = await openFakeCarrier();
  connectCarrier(server.environment, carrier.url);
  vi.stubEnv('EASYPOST_API_KEY', 'EZTK-never-to-be-logged');
  vi.stubEnv('EASYPOST_BASE_URL', carrier.url);
  winery = await openJitWinery(server);
  await winery.arrive('WINE-1', 60);
});
afterEach(async () => {
  expect(await verifyWholeDatabase(db)).toEqual([]);
  await carrier.close();
});

const ShipmentInfo = { ShippingCarrier: 'BSW', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' };
const inProduction = ['--environment', 'production'];
const own = () => [...inProduction, '--customer', winery.customerNo];
const process = () => processOrders(labelDeps(db, carrier.url), winery.customerNo);
const packagesOf = (orderId: string) =>
  db.rows<Json>('select package_no, status, tracking_no from packages where order_id = $1 order by package_no', [
    orderId,
  ]);

describe('void', () => {
  test('reopens an order in work and puts it on hold, voids its labels, and buys new ones when the hold ends', async () => {
    const orderId = await winery.created({ ShipmentInfo, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 18 }] });
    await process();
    const { order_no: OrderNo } = await winery.order(orderId);
    const done = await drayJson('label', 'void', ...own(), '--order', OrderNo, '--reason', 'The address is wrong');
    expect(done).toMatchObject({ Labels: 2, Packages: 2, OnHold: true });
    expect(carrier.kept()).toEqual([]);
    expect((await packagesOf(orderId)).map(({ status }) => status)).toEqual(['CANCELED', 'CANCELED']);
    const order = await winery.order(orderId);
    expect(order).toMatchObject({
      status: 'ON CUSTOMER SERVICE HOLD',
      carrier: 'BSW',
      holds: [{ reason: 'Customer Service', cause: 'operator' }],
      reserved: { 'WINE-1': 18 },
    });
    expect(await winery.track(OrderNo)).toMatchObject([
      {
        Status: 'ON CUSTOMER SERVICE HOLD',
        StatusDescription: expect.stringContaining('The address is wrong'),
        TrackingNo: '',
      },
    ]);
    expect((await winery.timeline(orderId)).map(({ kind }) => kind)).toContain('sales_order.labels_voided');
    const LastAnswer = 'The carrier has accepted the void, and has not decided about the refund yet.';
    expect(await drayJson('label', 'list', ...own(), '--order', OrderNo)).toMatchObject([
      { State: 'void_wanted', LastAnswer },
      { State: 'void_wanted', LastAnswer },
    ]);
    // The order does not proceed by itself, and it can be updated.
    await process();
    expect(carrier.kept()).toEqual([]);
    const RecipientContactInfo = { Address: '200 Main St' };
    expect((await winery.update({ TransactionReferenceNumber: orderId, RecipientContactInfo })).status).toBe(200);
    await dray('hold', 'end', ...own(), '--order', OrderNo);
    await process();
    expect(carrier.kept().map(({ to }) => to.street1)).toEqual(['200 Main St', '200 Main St']);
    expect((await packagesOf(orderId)).slice(2)).toMatchObject([
      { package_no: 3, status: 'READY TO SHIP' },
      { package_no: 4, status: 'READY TO SHIP' },
    ]);
  });

  test('keeps an open JIT order as it is, and its next label is a new one', async () => {
    const orderId = await winery.jitOrder('JIT-1', { ShipmentInfo });
    const { JITLabelID } = (await winery.generate({ OrderNo: 'JIT-1', AlternateLabelFormat: 'LabelPDF' })).body;
    expect(await dray('label', 'void', ...own(), '--order', 'JIT-1', '--reason', 'x')).toMatchObject({
      out: expect.stringMatching(/^1 label of order JIT-1 is voided \(/),
    });
    expect(carrier.kept()).toEqual([]);
    expect((await winery.order(orderId)).status).toBe('RECEIVED');
    expect(await dray('label', 'scan', ...inProduction, '--label', JITLabelID)).toMatchObject({ code: 1 });
    const again = await winery.generate({ OrderNo: 'JIT-1', AlternateLabelFormat: 'LabelPDF' });
    expect(again.body.JITLabelID).toBe(JITLabelID);
    expect(carrier.kept()).toHaveLength(1);
  });

  test('a packed JIT order must be scanned again', async () => {
    const orderId = await winery.jitOrder('JIT-2', { ShipmentInfo });
    const { JITLabelID } = (await winery.generate({ OrderNo: 'JIT-2' })).body;
    await drayJson('label', 'scan', ...inProduction, '--label', JITLabelID);
    await drayJson('label', 'void', ...own(), '--order', 'JIT-2', '--reason', 'x');
    await dray('hold', 'end', ...own(), '--order', 'JIT-2');
    expect((await winery.generate({ OrderNo: 'JIT-2' })).body.JITLabelID).toBe(JITLabelID);
    await drayJson('label', 'scan', ...inProduction, '--label', JITLabelID);
    expect(await packagesOf(orderId)).toMatchObject([
      { package_no: 1, status: 'CANCELED' },
      { package_no: 2, status: 'READY TO SHIP', tracking_no: carrier.kept()[0]?.trackingNo },
    ]);
  });

  test('retries the void later when the carrier does not respond', async () => {
    const orderId = await winery.created({ ShipmentInfo });
    await process();
    carrier.interrupt = (request, usual) => (request.path.endsWith('/refund') ? 'hang up' : usual());
    expect(await dray('label', 'void', ...own(), '--order', orderId, '--reason', 'x')).toMatchObject({ code: 0 });
    expect(await drayJson('label', 'list', ...own())).toMatchObject([{ State: 'void_wanted', PackageNo: 1 }]);
    carrier.interrupt = (_request, usual) => usual();
    await db.rows('update label_intents set due_at = now()');
    await process();
    expect(carrier.kept()).toEqual([]);
  });

  test('prints one line when no label can be voided', async () => {
    const open = await winery.created({ ShipmentInfo });
    const gone = await winery.created({ ShipmentInfo });
    await winery.cancel({ TransactionReferenceNumber: gone });
    const refused = async (order: string) => await dray('label', 'void', ...own(), '--order', order, '--reason', 'x');
    expect(await refused(open)).toMatchObject({
      code: 1,
      refused: expect.stringContaining('it has no label (status RECEIVED)'),
    });
    expect(await refused(gone)).toMatchObject({ code: 1, refused: expect.stringContaining('it is canceled') });
    expect(await refused('NO-SUCH')).toEqual({ code: 1, refused: 'There is no order with OrderNo NO-SUCH.' });
    expect(await dray('label', 'void', ...own(), '--order', open)).toMatchObject({
      code: 2,
      refused: expect.stringContaining("required option '--reason <text>' not specified; see dray label void --help"),
    });
  });
});

describe('scan', () => {
  test('starts the order and packs it; idempotent', async () => {
    const orderId = await winery.jitOrder('JIT-3', { ShipmentInfo });
    const { JITLabelID } = (await winery.generate({ OrderNo: 'JIT-3' })).body;
    const scanned = `${JITLabelID}|JIT-3`;
    expect(await drayJson('label', 'scan', ...inProduction, '--label', scanned)).toMatchObject({
      CustomerNo: winery.customerNo,
      OrderNo: 'JIT-3',
      JITLabelID,
    });
    expect(await packagesOf(orderId)).toMatchObject([
      { status: 'READY TO SHIP', tracking_no: carrier.kept()[0]?.trackingNo },
    ]);
    expect(await dray('label', 'scan', ...inProduction, '--label', scanned)).toMatchObject({
      out: expect.stringContaining('was scanned before: nothing has changed'),
    });
    const audited = "select 1 from operator_audit where action = 'jit_label.scanned' and subject = $1";
    expect(await db.rows(audited, [orderId])).toHaveLength(1);
  });

  test.each([
    ['anything', 'production', '"anything" is not the id of a JIT label', 2],
    ['JIT-W1-0000000000', 'production', 'There is no JIT label JIT-W1-0000000000.', 1],
    ['JIT-W1-0000000000', 'test', 'the simulated packing station scans by itself, or with Simulation/ScanJitLabel', 2],
  ])('%s in %s: prints one line', async (label, environment, refused, code) => {
    expect(await dray('label', 'scan', '--environment', environment, '--label', label)).toEqual({ refused, code });
  });
});

test("list: prints labels still to be bought with the carrier's message, and all labels of an order", async () => {
  const orderId = await winery.created({ ShipmentInfo, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 18 }] });
  const { order_no: OrderNo } = await winery.order(orderId);
  expect(await dray('label', 'list', ...own())).toEqual({ out: 'no label is to be bought or voided\n', code: 0 });
  expect(await dray('label', 'list', ...own(), '--order', orderId)).toEqual({
    out: 'the order has no labels: none was asked for yet, or the simulation shipped it without any\n',
    code: 0,
  });
  carrier.interrupt = () => refusal(500, 'INTERNAL', 'Not now.');
  await process();
  const waiting = { OrderNo, State: 'wanted', ShippingCarrier: 'BSW', TrackingNo: '', Price: '' };
  expect(await drayJson('label', 'list', ...own())).toMatchObject([
    { ...waiting, PackageNo: 1, LastAnswer: expect.stringContaining('HTTP 500') },
    { ...waiting, PackageNo: 2 },
  ]);
  carrier.interrupt = (_request, usual) => usual();
  await db.rows('update label_intents set due_at = now()');
  await process();
  const [first, second] = carrier.kept();
  expect(await drayJson('label', 'list', ...own(), '--order', OrderNo)).toMatchObject([
    { State: 'bought', ShippingCarrier: 'FEX', TrackingNo: first?.trackingNo, Price: '11.40' },
    { State: 'bought', TrackingNo: second?.trackingNo },
  ]);
  expect(await dray('label', 'list', ...own(), '--order', OrderNo)).toMatchObject({
    out: expect.stringMatching(new RegExp(`^${OrderNo} +1  bought {7}FEX GRND  ${first?.trackingNo}`)),
  });
});

test('scans and voids are in the audit', async () => {
  expect(await auditedCommands(server, 'label')).toEqual([
    'dray label scan: jit_label.scanned',
    'dray label void: order.labels_voided',
  ]);
});
