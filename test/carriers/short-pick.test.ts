/** Short picks after labels were bought: outdated labels are voided and bought again. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readEvents } from '../../src/events/index.ts';
import { adjustStock } from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { buyAndVoidDueLabels, voidLabelsAndReopenOrder } from '../../src/shipping-labels/index.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { shipPackages } from '../../src/warehouse/index.ts';
import { givenStock } from '../support/catalog.ts';
import { signedIn } from '../support/operator.ts';
import type { TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';
import { type Json, openWinery, type Winery } from '../support/winery.ts';
import { pushEvent } from './carrier-events.ts';
import { type FakeCarrier, openFakeCarrier, refusal } from './fake-carrier.ts';
import { labelDeps, later, process as processOrders, takeUp } from './production.ts';
import { openProductionServer } from './production-server.ts';

let server: TestServer;
let db: Db;
let carrier: FakeCarrier;
let winery: Winery;
const place = () => labelDeps(db, carrier.url);

beforeAll(async () => {
  server = await openProductionServer();
  db = server.environment.db;
});
afterAll(() => server.close());
beforeEach(async () => {
  carrier = await openFakeCarrier();
  winery = await openWinery(server, 30);
});
afterEach(async () => {
  expect(await verifyWholeDatabase(db)).toEqual([]);
  await carrier.close();
});

/** Thirty bottles: packages of 12, 12 and 6. */
const thirty = {
  ShipmentInfo: { ShippingCarrier: 'BSW', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' },
  ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 30 }],
};
const disappear = (quantity: number, itemNo = 'WINE-1') => adjust('APC01', 'BROKEN', { itemNo, quantity: -quantity });
const adjust = async (warehouse: string, reasonCode: string, item: { itemNo: string; quantity: number }) => {
  const [outcome] = await db.write((tx) =>
    adjustStock(tx, [
      {
        customerNo: winery.customerNo,
        reference: uuidv7(),
        operation: 'test',
        actor: 'test',
        warehouse,
        status: 'GOOD-NO-TX',
        reasonCode,
        items: [item],
      },
    ]),
  );
  expect(outcome).toHaveProperty('ok');
};
const packagesOf = (orderId: string) =>
  db.rows<Json>(
    `select package_no, status, tracking_no, (items -> 0 -> 'units')::int as units from packages
      where order_id = $1 order by package_no`,
    [orderId],
  );
const ounces = () => carrier.kept().map(({ weight }) => weight);

/** The carrier refuses the package that has less now, so that its order is reopened. */
async function reopenByRefusedLabel(): Promise<void> {
  carrier.interrupt = (request, usual) =>
    request.path === '/v2/shipments' ? refusal(422, 'SHIPMENT.INVALID_PARAMS', 'Not so light.') : usual();
  await buyAndVoidDueLabels(place(), winery.customerNo);
}

test('a package with less gets a new label, an empty one none, and the others keep theirs', async () => {
  const orderId = await winery.created(thirty);
  await processOrders(place(), winery.customerNo);
  const [first, second, third] = carrier.paid();
  await disappear(10);
  // The package of the last six is canceled; the one with eight waits for its label.
  expect(await packagesOf(orderId)).toEqual([
    { package_no: 1, status: 'READY TO SHIP', tracking_no: first?.trackingNo, units: 12 },
    { package_no: 2, status: 'READY TO SHIP', tracking_no: '', units: 8 },
    { package_no: 3, status: 'CANCELED', tracking_no: third?.trackingNo, units: null },
  ]);
  const update = { kinds: ['tracking.updated'], top: 100, withTracking: true } as const;
  const { events } = await readEvents(server.environment, winery.customerNo, update);
  const ofSecond = events.filter(({ data }) => (data as Json).PackageNo === 2);
  // Each event has the tag of its time; the canceled package is not counted any more.
  expect(ofSecond.map(({ tracking }) => [tracking?.tag, tracking?.packages])).toEqual([
    ['InfoReceived', 2],
    ['Pending', 2],
  ]);
  expect(ofSecond.at(-1)).toMatchObject({ data: { TrackingNo: '' } });
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(carrier.paid().map(({ refundStatus }) => refundStatus)).toEqual([null, 'submitted', 'submitted', null]);
  const anew = carrier.paid()[3];
  expect(anew?.weight).toBeLessThan(second?.weight ?? 0);
  expect(anew?.rate).toEqual(first?.rate);
  expect(await packagesOf(orderId)).toMatchObject([
    { tracking_no: first?.trackingNo },
    { status: 'READY TO SHIP', tracking_no: anew?.trackingNo, units: 8 },
    { status: 'CANCELED' },
  ]);
  expect((await winery.timeline(orderId)).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['package.repacked', 'package.relabeled']),
  );
  await db.write((tx) =>
    shipPackages(tx, { customerNo: winery.customerNo, at: Temporal.Now.instant(), orderIds: [orderId] }),
  );
  const [left] = await db.rows<{ sum: number }>('select sum(quantity)::int as sum from movements where subject = $1', [
    orderId,
  ]);
  expect(left?.sum).toBe(-20);
});

test('a short pick after smaller boxes became the rule leaves every bottle in a package', async () => {
  const orderId = await winery.created(thirty);
  await processOrders(place(), winery.customerNo);
  const { call } = await signedIn(server, 'admin');
  const rule = { Warehouse: 'APC01', Format: 'standard' };
  expect((await call('PackingRules/Set', { ...rule, Steps: [{ UpTo: 6, Shipper: 'S6' }] })).status).toBe(200);
  await disappear(1);
  await call('PackingRules/Remove', rule);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  const units = (await packagesOf(orderId)).map((each) => each.units);
  expect(units.reduce((sum, each) => sum + each, 0)).toBe(29);
});

test('short again before the new label is bought: one label is bought for the rest', async () => {
  const orderId = await winery.created(thirty);
  await processOrders(place(), winery.customerNo);
  await disappear(7);
  await disappear(1);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(carrier.paid()).toHaveLength(4);
  expect(carrier.kept()).toHaveLength(2);
  expect(await packagesOf(orderId)).toMatchObject([
    { units: 12 },
    { units: 10, tracking_no: carrier.paid()[3]?.trackingNo },
    { status: 'CANCELED' },
  ]);
});

test('short while the labels are bought: they are bought for the rest', async () => {
  const orderId = await winery.created(thirty);
  await takeUp(place(), winery.customerNo);
  await disappear(20);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(carrier.paid()).toHaveLength(1);
  expect(await packagesOf(orderId)).toMatchObject([{ package_no: 1, status: 'READY TO SHIP', units: 10 }]);
});

test('short between two purchases: the outdated label is voided', async () => {
  const orderId = await winery.created(thirty);
  let bought = 0;
  carrier.interrupt = async (request, usual) => {
    const answer = usual();
    if (!request.path.endsWith('/buy')) return answer;
    bought += 1;
    if (bought === 1) await disappear(20);
    return answer;
  };
  await processOrders(place(), winery.customerNo);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(carrier.kept()).toHaveLength(1);
  expect(await packagesOf(orderId)).toMatchObject([{ status: 'READY TO SHIP', units: 10 }]);
});

test('completely short: every label is voided, and the order needs attention', async () => {
  const orderId = await winery.created(thirty);
  await processOrders(place(), winery.customerNo);
  await disappear(30);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(carrier.kept()).toEqual([]);
  expect(carrier.paid()).toHaveLength(3);
  expect((await winery.order(orderId)).status).toBe('EXCEPTION');
});

test('the carrier refuses the new label: the order is reopened and held; after an update it is packed again', async () => {
  const orderId = await winery.created(thirty);
  await processOrders(place(), winery.customerNo);
  const before = ounces();
  await disappear(10);
  await reopenByRefusedLabel();
  expect(carrier.kept()).toEqual([]);
  expect(await winery.order(orderId)).toMatchObject({
    status: 'ON CUSTOMER SERVICE HOLD',
    carrier: 'BSW',
    holds: [{ reason: 'Customer Service', cause: 'carrier' }],
    reserved: { 'WINE-1': 20 },
  });
  expect((await packagesOf(orderId)).map(({ status }) => status)).toEqual(['CANCELED', 'CANCELED', 'CANCELED']);

  // Sent again as it is, it remains short.
  expect((await winery.update({ TransactionReferenceNumber: orderId, ...thirty })).status).toBe(200);
  expect(await winery.order(orderId)).toMatchObject({
    status: 'ON CUSTOMER SERVICE HOLD',
    lines: [{ quantity: 30, shortUnits: 10 }],
    reserved: { 'WINE-1': 20 },
  });

  await winery.arrive('WINE-2', 1);
  const more = [...thirty.ItemsInfo, { ItemNo: 'WINE-2', ItemQuantity: 1 }];
  expect((await winery.update({ TransactionReferenceNumber: orderId, ItemsInfo: more })).status).toBe(200);
  expect((await winery.order(orderId)).reserved).toEqual({ 'WINE-1': 20, 'WINE-2': 1 });

  carrier.interrupt = (_request, usual) => usual();
  const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity: 18 }];
  expect((await winery.update({ TransactionReferenceNumber: orderId, ItemsInfo })).status).toBe(200);
  await processOrders(place(), winery.customerNo);
  expect((await packagesOf(orderId)).slice(3)).toMatchObject([
    { package_no: 4, status: 'READY TO SHIP', units: 12 },
    { package_no: 5, status: 'READY TO SHIP', units: 6 },
  ]);
  expect(carrier.kept()).toHaveLength(2);
  expect(ounces()[0]).toBe(before[0]);
});

test('short, reopened and turned into a JIT order: the winery brings all of its bottles', async () => {
  const orderId = await winery.created(thirty);
  await processOrders(place(), winery.customerNo);
  await disappear(10);
  await reopenByRefusedLabel();
  const jit = { TransactionReferenceNumber: orderId, ...thirty, OrderInfo: { OrderType: 'JIT' } };
  expect((await winery.update(jit)).status).toBe(200);
  expect(await winery.order(orderId)).toMatchObject({
    order_type: 'JIT',
    lines: [expect.not.objectContaining({ shortUnits: expect.anything() })],
    reserved: {},
  });
});

test.each([
  ['with its lines', thirty],
  ['without lines', { ShipmentInfo: thirty.ShipmentInfo }],
])('short, reopened and moved to a warehouse with all bottles, %s: it gets all of them', async (_name, update) => {
  const orderId = await winery.created(thirty);
  await processOrders(place(), winery.customerNo);
  await disappear(10);
  await reopenByRefusedLabel();
  expect((await winery.order(orderId)).reserved).toEqual({ 'WINE-1': 20 });

  await adjust('COB01', 'FOUND', { itemNo: 'WINE-1', quantity: 30 });
  const ShipmentInfo = { ...update.ShipmentInfo, ServiceWarehouseLocation: 'COB01' };
  expect((await winery.update({ TransactionReferenceNumber: orderId, ...update, ShipmentInfo })).status).toBe(200);
  expect(await winery.order(orderId)).toMatchObject({
    status: 'RECEIVED',
    warehouse: 'COB01',
    lines: [expect.not.objectContaining({ shortUnits: expect.anything() })],
    reserved: { 'WINE-1': 30 },
  });
});

/** Thirty bottles from wherever they are, of which ten disappear in work; the carrier refuses the rest. */
async function shortWithoutNamedWarehouse(): Promise<string> {
  const { ServiceWarehouseLocation: _, ...ShipmentInfo } = thirty.ShipmentInfo;
  const orderId = await winery.created({ ...thirty, ShipmentInfo });
  await processOrders(place(), winery.customerNo);
  await disappear(10);
  await reopenByRefusedLabel();
  expect(await winery.order(orderId)).toMatchObject({ warehouse: 'APC01', reserved: { 'WINE-1': 20 } });
  return orderId;
}
const inAlbany = { Address: '100 State St', City: 'Albany', State: 'NY', ZipCode: '12207' };

test('short, reopened and readdressed to near a warehouse with all bottles: it gets all of them there', async () => {
  const orderId = await shortWithoutNamedWarehouse();
  await adjust('COB01', 'FOUND', { itemNo: 'WINE-1', quantity: 30 });
  const RecipientContactInfo = inAlbany;
  expect((await winery.update({ TransactionReferenceNumber: orderId, RecipientContactInfo })).status).toBe(200);
  expect(await winery.order(orderId)).toMatchObject({
    status: 'RECEIVED',
    warehouse: 'COB01',
    lines: [expect.not.objectContaining({ shortUnits: expect.anything() })],
    reserved: { 'WINE-1': 30 },
  });
  // Sent again as it is, as programs do each night, it keeps them.
  expect((await winery.update({ TransactionReferenceNumber: orderId, RecipientContactInfo })).status).toBe(200);
  expect(await winery.order(orderId)).toMatchObject({ warehouse: 'COB01', reserved: { 'WINE-1': 30 } });
});

test('short, reopened and readdressed to near a warehouse with fewer bottles: it ships short from its own', async () => {
  const orderId = await shortWithoutNamedWarehouse();
  await adjust('COB01', 'FOUND', { itemNo: 'WINE-1', quantity: 29 });
  const RecipientContactInfo = inAlbany;
  expect((await winery.update({ TransactionReferenceNumber: orderId, RecipientContactInfo })).status).toBe(200);
  expect(await winery.order(orderId)).toMatchObject({
    status: 'RECEIVED',
    warehouse: 'APC01',
    lines: [{ quantity: 30, shortUnits: 10 }],
    reserved: { 'WINE-1': 20 },
  });
});

test('short, reopened, readdressed and with an item that is nowhere: it waits at another warehouse for all units', async () => {
  const orderId = await shortWithoutNamedWarehouse();
  await adjust('COB01', 'FOUND', { itemNo: 'WINE-1', quantity: 1 });
  const ItemsInfo = [...thirty.ItemsInfo, { ItemNo: 'WINE-2', ItemQuantity: 500 }];
  const change = { TransactionReferenceNumber: orderId, RecipientContactInfo: inAlbany, ItemsInfo };
  expect((await winery.update(change)).status).toBe(200);
  expect(await winery.order(orderId)).toMatchObject({ status: 'ON INV HOLD', warehouse: 'COB01' });
  await adjust('COB01', 'FOUND', { itemNo: 'WINE-1', quantity: 60 });
  await adjust('COB01', 'FOUND', { itemNo: 'WINE-2', quantity: 500 });
  const short = expect.objectContaining({ shortUnits: expect.anything() });
  expect(await winery.order(orderId)).toMatchObject({
    status: 'RECEIVED',
    warehouse: 'COB01',
    lines: expect.not.arrayContaining([short]),
    reserved: { 'WINE-1': 30, 'WINE-2': 500 },
  });
});

test.each(['COB01', 'APC01'])(
  'short, reopened, with an item that is nowhere, then filled at %s: it gets all units there',
  async (at) => {
    const orderId = await shortWithoutNamedWarehouse();
    const ItemsInfo = [...thirty.ItemsInfo, { ItemNo: 'WINE-2', ItemQuantity: 500 }];
    expect((await winery.update({ TransactionReferenceNumber: orderId, ItemsInfo })).status).toBe(200);
    expect(await winery.order(orderId)).toMatchObject({ status: 'ON INV HOLD', warehouse: 'APC01' });
    await adjust(at, 'FOUND', { itemNo: 'WINE-1', quantity: 30 });
    await adjust(at, 'FOUND', { itemNo: 'WINE-2', quantity: 500 });
    const short = expect.objectContaining({ shortUnits: expect.anything() });
    expect(await winery.order(orderId)).toMatchObject({
      status: 'RECEIVED',
      warehouse: at,
      lines: expect.not.arrayContaining([short]),
      reserved: { 'WINE-1': 30, 'WINE-2': 500 },
    });
  },
);

const complete = expect.not.arrayContaining([expect.objectContaining({ shortUnits: expect.anything() })]);
const waitingUnits = async () => {
  const sql = `select sum(back_ordered)::int as sum from balances where customer_no = $1`;
  return (await db.rows<{ sum: number }>(sql, [winery.customerNo]))[0]?.sum;
};

test('short, reopened and then without its stock: another warehouse with all bottles ships all of them', async () => {
  const orderId = await shortWithoutNamedWarehouse();
  await adjust('COB01', 'FOUND', { itemNo: 'WINE-1', quantity: 30 });
  await disappear(1);
  expect(await winery.order(orderId)).toMatchObject({
    warehouse: 'COB01',
    lines: complete,
    reserved: { 'WINE-1': 30 },
  });
  expect(await waitingUnits()).toBe(0);
});

test('short, reopened and then without its stock: it waits for all bottles where another warehouse has fewer', async () => {
  const orderId = await shortWithoutNamedWarehouse();
  await adjust('COB01', 'FOUND', { itemNo: 'WINE-1', quantity: 29 });
  await disappear(1);
  expect(await winery.order(orderId)).toMatchObject({
    lines: complete,
    holds: expect.arrayContaining([{ reason: 'Inventory', cause: 'stock' }]),
    reserved: {},
  });
  expect(await waitingUnits()).toBe(30);
  await adjust('COB01', 'FOUND', { itemNo: 'WINE-1', quantity: 1 });
  expect(await winery.order(orderId)).toMatchObject({ warehouse: 'COB01', reserved: { 'WINE-1': 30 } });
  expect(await waitingUnits()).toBe(0);
});

test('without all of an item, reopened and then without its stock: another warehouse ships every item, or it waits', async () => {
  await winery.arrive('WINE-2', 12);
  const { ServiceWarehouseLocation: _, ...ShipmentInfo } = thirty.ShipmentInfo;
  const ItemsInfo = ['WINE-1', 'WINE-2'].map((ItemNo) => ({ ItemNo, ItemQuantity: 12 }));
  const orderId = await winery.created({ ShipmentInfo, ItemsInfo });
  await processOrders(place(), winery.customerNo);
  await disappear(19);
  await disappear(12, 'WINE-2');
  await reopenByRefusedLabel();
  expect(await winery.order(orderId)).toMatchObject({ warehouse: 'APC01', reserved: { 'WINE-1': 11 } });
  await adjust('COB01', 'FOUND', { itemNo: 'WINE-1', quantity: 12 });
  await disappear(1);
  expect(await winery.order(orderId)).toMatchObject({ lines: complete, reserved: {} });
  expect(await waitingUnits()).toBe(24);
  await adjust('COB01', 'FOUND', { itemNo: 'WINE-2', quantity: 12 });
  expect(await winery.order(orderId)).toMatchObject({
    warehouse: 'COB01',
    reserved: { 'WINE-1': 12, 'WINE-2': 12 },
  });
  expect(await waitingUnits()).toBe(0);
});

test('short, reopened and then without its stock, which another status has at its warehouse: it remains short', async () => {
  const { customerNo } = winery;
  await editSettings(
    db,
    `insert into customer_inventory_statuses (customer_no, code, description, drawn_by_consumer_orders, bonded, tax_paid,
                                              returned, damaged)
     values ($1, 'OWN-A', 'Of its own', true, false, true, false, false)`,
    [customerNo],
  );
  const orderId = await shortWithoutNamedWarehouse();
  await givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity: 20, status: 'OWN-A' }]);
  await disappear(20);
  expect(await winery.order(orderId)).toMatchObject({
    warehouse: 'APC01',
    lines: [{ quantity: 30, shortUnits: 10 }],
    reserved: { 'WINE-1': 20 },
  });
  expect(await waitingUnits()).toBe(0);
});

test('short at the warehouse that it names, reopened and then without its stock: it waits for what is left', async () => {
  const orderId = await winery.created(thirty);
  await processOrders(place(), winery.customerNo);
  await disappear(10);
  await reopenByRefusedLabel();
  await adjust('COB01', 'FOUND', { itemNo: 'WINE-1', quantity: 30 });
  await disappear(1);
  expect(await winery.order(orderId)).toMatchObject({ warehouse: 'APC01', lines: [{ shortUnits: 10 }], reserved: {} });
  expect(await waitingUnits()).toBe(20);
});

test('short at the warehouse that it names, reopened, with an item that is not there: it waits for what is left', async () => {
  const orderId = await winery.created(thirty);
  await processOrders(place(), winery.customerNo);
  await disappear(10);
  await reopenByRefusedLabel();
  const ItemsInfo = [...thirty.ItemsInfo, { ItemNo: 'WINE-2', ItemQuantity: 500 }];
  expect((await winery.update({ TransactionReferenceNumber: orderId, ItemsInfo })).status).toBe(200);
  await adjust('APC01', 'FOUND', { itemNo: 'WINE-2', quantity: 500 });
  expect(await winery.order(orderId)).toMatchObject({
    status: 'RECEIVED',
    lines: [{ quantity: 30, shortUnits: 10 }, { quantity: 500 }],
    reserved: { 'WINE-1': 20, 'WINE-2': 500 },
  });
});

test('completely short between two purchases: the bought label is voided and no other is bought', async () => {
  const orderId = await winery.created(thirty);
  let bought = 0;
  carrier.interrupt = async (request, usual) => {
    const answer = usual();
    if (!request.path.endsWith('/buy')) return answer;
    bought += 1;
    if (bought === 2) await disappear(30);
    return answer;
  };
  await processOrders(place(), winery.customerNo);
  await later(db);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(carrier.paid()).toHaveLength(2);
  expect(carrier.kept()).toEqual([]);
  expect(await packagesOf(orderId)).toEqual([]);
});

test('an order that was repacked and reopened requests its original service', async () => {
  const orderId = await winery.created(thirty);
  await processOrders(place(), winery.customerNo);
  await disappear(29);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(await winery.order(orderId)).toMatchObject({ status: 'PROCESSING ORDER', carrier: 'FEX' });
  const { customerNo } = winery;
  const context = { customerNo, reference: uuidv7(), operation: 'test', actor: 'test' };
  const asked = { ...context, order: { customerNo, reference: orderId }, reason: 'wrong box', timeZone: 'UTC' };
  expect(await db.write((tx) => voidLabelsAndReopenOrder(tx, asked))).toMatchObject({
    ok: { wasInWork: true, labels: 1 },
  });
  expect(await winery.order(orderId)).toMatchObject({ carrier: 'BSW', service: 'GRND' });
});

test('no package ships while one of the order waits for a new label', async () => {
  const orderId = await winery.created(thirty);
  await processOrders(place(), winery.customerNo);
  await disappear(10);
  const [first] = carrier.shipments;
  const named = { tracking_code: first?.trackingNo, shipment_id: first?.id, reference: first?.reference };
  const push = () =>
    pushEvent(place(), carrier, [{ status: 'in_transit', datetime: Temporal.Now.instant().toString() }], named);
  expect(await push()).toBe('retry');
  expect((await winery.order(orderId)).status).toBe('PROCESSING ORDER');
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(await push()).toBe('applied');
  expect((await winery.order(orderId)).status).toBe('SHIPPED');
});

test('an order of one package that was repacked and refused requests its original service', async () => {
  const orderId = await winery.created({ ...thirty, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 12 }] });
  await processOrders(place(), winery.customerNo);
  expect(await winery.order(orderId)).toMatchObject({ carrier: 'FEX' });
  await disappear(19);
  await reopenByRefusedLabel();
  expect(await winery.order(orderId)).toMatchObject({
    status: 'ON CUSTOMER SERVICE HOLD',
    carrier: 'BSW',
    service: 'GRND',
  });
});

test('a box whose new label was bought gets it when the box that still waited for one is emptied', async () => {
  await winery.arrive('WINE-2', 12);
  const ItemsInfo = [
    { ItemNo: 'WINE-1', ItemQuantity: 12 },
    { ItemNo: 'WINE-2', ItemQuantity: 12 },
  ];
  const orderId = await winery.created({ ...thirty, ItemsInfo });
  await processOrders(place(), winery.customerNo);
  expect(carrier.paid()).toHaveLength(2);
  // Both boxes change: nine and three bottles, and nine.
  await disappear(21);
  carrier.interrupt = (request, usual) =>
    request.path === '/v2/shipments' && carrier.shipments.length === 3
      ? refusal(503, 'UNAVAILABLE', 'Later.')
      : usual();
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(carrier.kept()).toHaveLength(1);
  expect((await packagesOf(orderId)).map(({ tracking_no }) => tracking_no)).toEqual(['', '']);
  await disappear(9, 'WINE-2');
  carrier.interrupt = (_request, usual) => usual();
  await later(db);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(carrier.kept()).toHaveLength(1);
  expect(await packagesOf(orderId)).toMatchObject([
    { status: 'READY TO SHIP', tracking_no: carrier.kept()[0]?.trackingNo },
    { status: 'CANCELED' },
  ]);
});
