/** Floor/OpenPacking: exactly one person has an order. */
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer, credentialSecretsOf } from '../../src/auth/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { openClient } from '../support/client.ts';
import { type Floor, mustSucceed, openFloor, scanOf, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
import { openPicking } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  // One change that is written and one that waits are enough to refuse another.
  server = await openTestServer({ settings: { WRITE_SLOTS: '1', WRITE_QUEUE: '1' } });
  floor = await openFloor(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const released = async () => {
  const winery = await floor.winery();
  const order = await winery.waiting();
  await floor.release(winery, order.reference);
  return { winery, ...order };
};

test('200 resumes what the person left, by number or reference', async () => {
  const { orderNo, reference } = await released();
  const opened = await floor.pack('OpenPacking', { Scan: orderNo });
  expect(opened).toMatchObject({
    OrderNo: orderNo,
    TransactionReferenceNumber: reference,
    State: 'released',
    Missing: 1,
    Next: 'scan',
    Packer: floor.packer.operator.email,
    AdultSignature: true,
    Warehouse: worked,
    Recipient: { Name: 'Sample Recipient', City: 'Denver', ZipCode: '80202' },
    Lines: [{ Line: 1, ItemNo: 'WINE-1', Units: 1, Packed: 0 }],
  });
  await floor.pack('ScanBottle', scanOf(opened.Session, 'WINE-1'));
  const resumed = await floor.pack('OpenPacking', { Scan: `${reference}|${orderNo}` });
  expect(resumed).toMatchObject({ Session: opened.Session, Missing: 0, State: 'packing' });
  // A number that a person types.
  expect(await floor.pack('OpenPacking', { Scan: ` ${orderNo.toLowerCase()}` })).toEqual(resumed);
});

test('200 names the codes of its items and of totes that could be read as a weight', async () => {
  const winery = await floor.winery();
  const item = { CustomerNo: winery.customerNo, ItemNo: 'WINE-1' };
  for (const Code of ['12', 'x-1', '10012345678902'])
    mustSucceed(await floor.lead.call('ItemCodes/Set', { ...item, Code }));
  // A code of an item that the order does not have.
  mustSucceed(await floor.lead.call('ItemCodes/Set', { ...item, ItemNo: 'WINE-2', Code: '13' }));
  await server.environment.db.rows('update skus set upc_code = $2 where customer_no = $1 and item_no = $3', [
    ...[winery.customerNo, '7', 'WINE-1'],
  ]);
  // Such totes were accepted before; new ones are refused.
  const locations = [
    ['14', 'tote'],
    ['15', 'pick'],
    ['T16', 'tote'],
    ['1700', 'tote'],
  ];
  for (const [location, kind] of locations)
    await server.environment.db.rows(
      'insert into locations (warehouse, location, kind, walk_order) values ($1, $2, $3, 1)',
      [worked, location, kind],
    );
  const order = await winery.waiting();
  await floor.release(winery, order.reference);
  const { ShortCodes } = await floor.pack('OpenPacking', { Scan: order.orderNo });
  expect(ShortCodes.toSorted()).toEqual(['12', '14', '7', 'WINE-1', 'X-1']);
});

test.each([
  ['FedEx', '794612345678', '9622001900001234567800794612345678'],
  ['UPS', '1Z999AA10123456784', '1Z 999 AA1 01 2345 6784'],
  ['USPS', '9400100000000000000017', '420970629400100000000000000017'],
  ['GSO', 'GSO0012345678', 'gso0012345678'],
])('200 the barcode of a label of %s opens the order of its box', async (_, trackingNo, scan) => {
  const { winery, orderNo, reference } = await released();
  const { Boxes } = await floor.label(orderNo, ['WINE-1']);
  const set = `update floor_work set tracking_nos = array[$2], boxes = jsonb_set(boxes, '{0,trackingNo}', to_jsonb($2::text))
                where order_id = $1 and customer_no = $3`;
  const relabel = async (number: string) =>
    await server.environment.db.rows(set, [reference, number, winery.customerNo]);
  await relabel(trackingNo);
  expect(await floor.pack('OpenPacking', { Scan: scan })).toMatchObject({ OrderNo: orderNo, Next: 'stage' });
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  expect((await elsewhere.call('Floor/OpenPacking', { Scan: scan })).status).toBe(404);
  const other = await floor.packer.call('Floor/OpenPacking', { Scan: scan, CustomerNo: 'OTHER' });
  expect(other.status).toBe(404);
  await relabel(Boxes[0].TrackingNumber);
});

test('200 a tote opens the order to pack next of what was picked into it, and leaves out those of other people', async () => {
  const picking = await openPicking(server);
  const winery = await floor.winery();
  const [tote, place] = [await picking.tote(), await picking.bin({}, [winery, 'WINE-1', 9])];
  const [first, second] = [await winery.waiting(), await winery.waiting()];
  expect((await floor.packer.call('Floor/OpenPacking', { Scan: tote })).status).toBe(404);
  const task = await picking.start(await picking.wave([winery, first.reference], [winery, second.reference]));
  await picking.scan(task.Session, place, 'WINE-1', 'WINE-1', tote);
  expect(await floor.pack('OpenPacking', { Scan: tote.toLowerCase() })).toMatchObject({ OrderNo: first.orderNo });
  // The person's own order comes first, whatever was released before.
  expect(await floor.pack('OpenPacking', { Scan: tote })).toMatchObject({ OrderNo: first.orderNo });
  const other = mustSucceed(await picking.other.call('Floor/OpenPacking', { Scan: tote }));
  expect(other).toMatchObject({ OrderNo: second.orderNo, Packer: picking.other.operator.email });
  await floor.label(first.orderNo, ['WINE-1']);
  expect((await floor.packer.call('Floor/OpenPacking', { Scan: tote })).status).toBe(404);
});

test('200, 400 orders of two wineries with one number: the winery is named, and its name is shown', async () => {
  const wineries = [await floor.winery(), await floor.winery()];
  for (const [at, winery] of wineries.entries()) {
    await server.environment.db.rows('update customers set name = $2 where customer_no = $1', [
      winery.customerNo,
      `Namesake ${at + 1}`,
    ]);
    const { reference } = await winery.waiting({ OrderInfo: { OrderNo: 'SAME-NUMBER' } });
    await floor.release(winery, reference);
  }
  const [first, second] = wineries.map(({ customerNo }) => customerNo).sort() as [string, string];
  const nameOf = (customerNo: string) => `Namesake ${wineries.findIndex((each) => each.customerNo === customerNo) + 1}`;
  const { status, body } = await floor.packer.call('Floor/OpenPacking', { Scan: 'SAME-NUMBER' });
  expect([status, body.Errors]).toMatchObject([
    400,
    [{ Field: 'CustomerNo', Message: `must be one of ${first}, ${second}` }],
  ]);
  expect(body.Reason).toBe(
    `Several orders are named "SAME-NUMBER", of ${nameOf(first)} (${first}), ${nameOf(second)} (${second}). Name the winery, or scan the reference.`,
  );
  const opened = await floor.packer.call('Floor/OpenPacking', { Scan: 'SAME-NUMBER', CustomerNo: second });
  expect(opened.body).toMatchObject({ CustomerNo: second, OrderNo: 'SAME-NUMBER' });
});

test('200, 400 totes of two warehouses with one code: the warehouse is named', async () => {
  const { db } = server.environment;
  const picking = await openPicking(server);
  const winery = await floor.winery();
  const place = await picking.bin({}, [winery, 'WINE-1', 9]);
  const [tote, other] = [await picking.tote(), await picking.tote()];
  const [here, there] = [await winery.waiting(), await winery.waiting()];
  for (const [{ reference }, into] of [
    [here, tote],
    [there, other],
  ] as const) {
    const { Session } = await picking.start(await picking.wave([winery, reference]));
    await picking.scan(Session, place, 'WINE-1', into);
  }
  // As if the second order had been picked in another warehouse, into a tote of the same code.
  const move = async (from: string, to: string, warehouse: string) => {
    await db.rows(
      "update pick_parts set picks = replace(picks::text, $2, $3)::jsonb where customer_no = $1 and picks::text like '%' || $2 || '%' and task_id = (select pick_task_id from floor_work where customer_no = $1 and order_id = $4)",
      [winery.customerNo, from, to, there.reference],
    );
    await db.rows('update floor_work set warehouse = $3 where customer_no = $1 and order_id = $2', [
      winery.customerNo,
      there.reference,
      warehouse,
    ]);
  };
  await move(other, tote, 'APC01');
  const opened = (Warehouse?: string) =>
    floor.lead.call('Floor/OpenPacking', { Scan: tote, ...(Warehouse && { Warehouse }) });
  expect(await opened()).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'Warehouse', Message: `must be one of APC01, ${worked}` }] },
  });
  expect((await opened('APC01')).body).toMatchObject({ OrderNo: there.orderNo });
  expect((await opened(worked)).body).toMatchObject({ OrderNo: here.orderNo });
  expect((await opened('COB01')).status).toBe(404);
  await move(tote, other, worked);
});

test('200 a JIT label takes its order up, with the boxes of the winery', async () => {
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.waiting({ OrderInfo: { OrderType: 'JIT' } });
  const { body: label } = await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo });
  await winery.advance(3 * 24 * 3_600);
  expect(await winery.statusOf(reference)).toBe('RECEIVED');
  const opened = await floor.pack('OpenPacking', { Scan: label.JITLabelID.toLowerCase() });
  expect(opened).toMatchObject({ State: 'labeled', Next: 'stage', Boxes: [{ Box: 1 }] });
  const [{ TrackingNumber }] = opened.Boxes;
  await floor.pack('Stage', { TrackingNumber });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await floor.led('Depart', { Manifest });
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
});

/** A return of two bottles that are disposed of as two reshipments, which wait for their release. */
async function reshipped(on = floor) {
  const winery = await on.winery();
  const CustomerNo = winery.customerNo;
  const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  await on.release(winery, reference);
  const { Boxes } = await on.label(orderNo, ['WINE-1', 'WINE-1']);
  await on.pack('Stage', { TrackingNumber: Boxes[0].TrackingNumber });
  const { Manifest } = await on.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await on.led('Depart', { Manifest });
  const returned = async (operation: string, body: object) =>
    mustSucceed(await on.packer.call(`Returns/${operation}`, body));
  const order = { CustomerNo, TransactionReferenceNumber: reference, Warehouse: worked };
  const { TransactionReferenceNumber, RMANumber } = await returned('Announce', order);
  const key = { CustomerNo, TransactionReferenceNumber };
  await returned('Receive', { ...key, Warehouse: worked });
  for (const InventoryStatusCode of ['RTGD-NO-TX', 'RDMG-NO-TX'])
    await returned('Scan', { ...key, Code: 'WINE-1', InventoryStatusCode, ScanId: uuidv7() });
  await returned('Inspected', { ...key, Confirm: true });
  for (const { Line, Finding } of [
    { Line: 1, Finding: 1 },
    { Line: 1, Finding: 2 },
  ])
    await returned('Dispose', { ...key, Line, Finding, ScanId: uuidv7(), DispositionCode: 'Reship' });
  return { winery, CustomerNo, RMANumber };
}

test('200 the RMA number releases the reshipment of a return, in a wave of its own, and it is packed as any order', async () => {
  const { CustomerNo, RMANumber } = await reshipped();
  const opened = await floor.pack('OpenPacking', { Scan: RMANumber.toLowerCase() });
  expect(opened).toMatchObject({ CustomerNo, ShipmentKey: RMANumber, State: 'released', Missing: 1, Next: 'scan' });
  const { Records: waves } = await floor.led('Waves', { Warehouses: [worked] });
  expect(waves.map(({ Name }: { Name: string }) => Name)).toContain(`Reshipment ${RMANumber}`);
  // It stays as it is when it is scanned again; the second one is another order.
  expect(await floor.pack('OpenPacking', { Scan: RMANumber })).toEqual(opened);
  const second = await floor.pack('OpenPacking', { Scan: `${RMANumber}-2` });
  expect(second).toMatchObject({ ShipmentKey: `${RMANumber}-2`, State: 'released' });
  expect(second.TransactionReferenceNumber).not.toBe(opened.TransactionReferenceNumber);
  await floor.pack('ScanBottle', scanOf(opened.Session, 'WINE-1'));
  await floor.pack('FinishBox', { Session: opened.Session, Box: 1, WeightLb: 4, Shipper: 'S1' });
  const labeled = await floor.pack('BuyLabels', { Session: opened.Session });
  expect(labeled).toMatchObject({ State: 'labeled', Next: 'stage' });
  expect((await floor.packer.call('Floor/OpenPacking', { Scan: `${RMANumber}-3` })).status).toBe(404);
});

test('200 the RMA number opens the next reshipment of its return when the first is labeled, has left or is canceled', async () => {
  const { CustomerNo, RMANumber } = await reshipped();
  const first = await floor.pack('OpenPacking', { Scan: RMANumber });
  await floor.pack('ScanBottle', scanOf(first.Session, 'WINE-1'));
  await floor.pack('FinishBox', { Session: first.Session, Box: 1, WeightLb: 4, Shipper: 'S1' });
  const { Boxes } = await floor.pack('BuyLabels', { Session: first.Session });
  const second = await floor.pack('OpenPacking', { Scan: RMANumber });
  expect(second).toMatchObject({ ShipmentKey: `${RMANumber}-2`, State: 'released', Missing: 1 });
  await floor.pack('Stage', { TrackingNumber: Boxes[0].TrackingNumber });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await floor.led('Depart', { Manifest });
  const next = await floor.pack('OpenPacking', { Scan: RMANumber });
  expect(next).toMatchObject({ CustomerNo, ShipmentKey: `${RMANumber}-2`, State: 'released' });
  expect(await floor.pack('OpenPacking', { Scan: RMANumber })).toEqual(next);
  await floor.pack('ScanBottle', scanOf(next.Session, 'WINE-1'));
  await floor.pack('FinishBox', { Session: next.Session, Box: 1, WeightLb: 4, Shipper: 'S1' });
  const labeled = await floor.pack('BuyLabels', { Session: next.Session });
  expect(await floor.pack('OpenPacking', { Scan: RMANumber })).toMatchObject({
    ShipmentKey: `${RMANumber}-2`,
    State: labeled.State,
  });
  const other = await reshipped();
  const [canceled] = await server.environment.db.rows<{ id: string }>(
    'select order_id as id from sales_orders where customer_no = $1 and shipment_key = $2',
    [other.CustomerNo, other.RMANumber],
  );
  const TransactionReferenceNumber = canceled?.id;
  mustSucceed(await other.winery.client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber }));
  expect(await floor.pack('OpenPacking', { Scan: other.RMANumber })).toMatchObject({
    ShipmentKey: `${other.RMANumber}-2`,
  });
});

test('403 for the RMA number of a reshipment that was taken back and not canceled, though the next one waits', async () => {
  const { winery, CustomerNo, RMANumber } = await reshipped();
  const { TransactionReferenceNumber } = await floor.pack('OpenPacking', { Scan: RMANumber });
  const Orders = [{ CustomerNo, TransactionReferenceNumber }];
  await floor.led('TakeBack', { Orders, Note: 'The bottle is dirty.' });
  const { status, body } = await floor.packer.call('Floor/OpenPacking', { Scan: RMANumber });
  expect([status, body]).toMatchObject([
    403,
    { State: 'STOPPED', Reason: expect.stringContaining('The bottle is dirty.') },
  ]);
  mustSucceed(await winery.client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber }));
  expect(await floor.pack('OpenPacking', { Scan: RMANumber })).toMatchObject({ ShipmentKey: `${RMANumber}-2` });
});

test('200 the RMA number of a winery whose number has small letters releases its reshipment too', async () => {
  const { environment, base } = server;
  const customer = async () => {
    const secrets = credentialSecretsOf(
      await loadConfig({ SECRET_KEY: 'a test key of at least 32 characters' }, tmpdir()),
    );
    const created = { environment: environment.name, customerNo: 'Winery-b', name: 'Winery b', actor: 'system' };
    const credentials = await createCustomer(environment.db, secrets, created);
    return { ...credentials, client: openClient(base, credentials) };
  };
  const { CustomerNo, RMANumber } = await reshipped(await openFloor({ ...server, customer }));
  expect(RMANumber).toBe('RMA-Winery-b-000001');
  const opened = await floor.pack('OpenPacking', { Scan: RMANumber });
  expect(opened).toMatchObject({ CustomerNo, ShipmentKey: RMANumber, State: 'released' });
});

test('503 while too many changes of the winery wait, and the same scan releases the reshipment afterwards', async () => {
  const { winery, CustomerNo, RMANumber } = await reshipped();
  const client = await server.environment.db.pool.connect();
  await client.query('begin');
  await client.query('select from commit_counters where customer_no = $1 for update', [CustomerNo]);
  const changes = [winery.waiting()];
  const load = () => server.environment.writeQueue.load;
  await expect.poll(() => load().inFlight).toBe(1);
  changes.push(winery.waiting());
  await expect.poll(() => load().waiting).toBe(1);
  const scan = () => floor.packer.call('Floor/OpenPacking', { Scan: RMANumber }, { 'idempotency-key': 'reshipment' });
  const busy = await scan();
  expect(busy).toMatchObject({
    status: 503,
    body: { Code: 'Unavailable', Reason: expect.stringContaining('Try again.') },
  });
  expect(Number(busy.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  await client.query('rollback');
  client.release();
  await Promise.all(changes);
  expect(await scan()).toMatchObject({ status: 200, body: { ShipmentKey: RMANumber, State: 'released' } });
});

test('200 a JIT order that is on the floor stays there when its warehouse becomes automatic', async () => {
  const winery = await floor.winery();
  const { orderNo } = await winery.waiting({ OrderInfo: { OrderType: 'JIT' } });
  const { body: label } = await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo });
  const opened = await floor.pack('OpenPacking', { Scan: label.JITLabelID });
  const admin = await signedIn(server, 'admin');
  const set = async (Floor: string) => mustSucceed(await admin.call('Warehouses/Set', { Warehouse: worked, Floor }));
  await set('automatic');
  expect(await floor.pack('OpenPacking', { Scan: label.JITLabelID })).toEqual(opened);
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  expect((await elsewhere.call('Floor/OpenPacking', { Scan: label.JITLabelID })).status).toBe(403);
  await set('worked');
});

test('400 several wineries have the number', async () => {
  const OrderInfo = { OrderNo: 'SAME-1' };
  for (const winery of [await floor.winery(), await floor.winery()]) {
    await floor.release(winery, (await winery.waiting({ OrderInfo })).reference);
  }
  const { status, body } = await floor.packer.call('Floor/OpenPacking', { Scan: 'SAME-1' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'CustomerNo']);
  const CustomerNo = body.Errors[0].Message.split(' ').at(-1);
  expect((await floor.pack('OpenPacking', { Scan: 'SAME-1', CustomerNo })).CustomerNo).toBe(CustomerNo);
});

test.each([
  ['that departed', { state: 'departed' }, { isNamed: false }],
  ['of another warehouse', { warehouse: 'APC01' }, { isNamed: false }],
  ['of other wineries here, with its own named', {}, { isNamed: true }],
])('200 an order that was released before 60 of its number %s', async (_, changes, { isNamed }) => {
  const { winery, orderNo, reference } = await released();
  await server.environment.db.rows(
    `insert into floor_work select (jsonb_populate_record(f, $3 || jsonb_build_object(
            'customer_no', '!' || n, 'order_id', gen_random_uuid(), 'released_at', f.released_at + interval '1 minute'))).*
       from floor_work f, generate_series(1, 60) n where f.customer_no = $1 and f.order_id = $2`,
    [winery.customerNo, reference, changes],
  );
  const named = isNamed ? { CustomerNo: winery.customerNo } : {};
  try {
    const opened = await floor.pack('OpenPacking', { Scan: orderNo, ...named });
    expect(opened.TransactionReferenceNumber).toBe(reference);
  } finally {
    await server.environment.db.rows("delete from floor_work where customer_no like '!%'");
  }
});

test('403 of 20 people exactly one gets it; the others learn who, and may take it over', async () => {
  const { orderNo } = await released();
  const people = await Promise.all(
    Array.from({ length: 20 }, () => signedIn(server, 'floor', { warehouses: [worked] })),
  );
  const replies = await Promise.all(people.map(({ call }) => call('Floor/OpenPacking', { Scan: orderNo })));
  const winners = replies.flatMap(({ status }, index) => (status === 200 ? [people[index]?.operator.email] : []));
  expect(winners).toHaveLength(1);
  const [loser = floor.packer, other = floor.packer] = people.filter(({ operator }) => operator.email !== winners[0]);
  expect(replies.filter(({ status, body }) => status === 403 && body.Reason.includes(winners[0]))).toHaveLength(19);
  const taken = await loser.call('Floor/OpenPacking', { Scan: orderNo, TakeOver: true });
  expect([taken.status, taken.body.Packer]).toEqual([200, loser.operator.email]);
  expect((await other.call('Floor/OpenPacking', { Scan: orderNo })).body.Reason).toContain(loser.operator.email);
});

test('403 in an automatic warehouse a JIT label is left to its own station', async () => {
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.order({ OrderInfo: { OrderType: 'JIT' } });
  const { body: label } = await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo });
  expect((await floor.packer.call('Floor/OpenPacking', { Scan: label.JITLabelID })).status).toBe(403);
  expect(await winery.statusOf(reference)).toBe('RECEIVED');
});

test('404 for an order that is not released, which says so', async () => {
  const winery = await floor.winery();
  const { orderNo } = await winery.waiting();
  const { status, body } = await floor.packer.call('Floor/OpenPacking', { Scan: orderNo });
  expect([status, body.Reason]).toEqual([404, expect.stringContaining('is not on the floor. Release it first')]);
});

test('404 for an order of another warehouse, which names the warehouse, by each name of the order', async () => {
  const { winery, orderNo, reference } = await released();
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  const refused = async (request: object) => {
    const { status, body } = await elsewhere.call('Floor/OpenPacking', request);
    return [status, body.Reason];
  };
  const isThere = [
    404,
    `Order ${orderNo} is for warehouse ${worked}, where you do not work. Give it to a lead, or have an admin add the warehouse to your account.`,
  ];
  for (const Scan of [orderNo, reference, `${reference}|${orderNo}`, ` ${orderNo.toLowerCase()}`])
    expect(await refused({ Scan })).toEqual(isThere);
  expect(await refused({ Scan: orderNo, CustomerNo: winery.customerNo })).toEqual(isThere);
  expect(await refused({ Scan: orderNo, CustomerNo: 'OTHER' })).toEqual([
    404,
    expect.stringContaining('is not on the floor. Release it first'),
  ]);
  const { Boxes } = await floor.label(orderNo, ['WINE-1']);
  expect(await refused({ Scan: Boxes[0].TrackingNumber })).toEqual(isThere);
  // Before its release.
  const waiting = await winery.waiting();
  const waitsThere = [404, String(isThere[1]).replace(orderNo, waiting.orderNo)];
  expect(await refused({ Scan: waiting.reference })).toEqual(waitsThere);
  await catchUpOrderIndex(server.environment.db);
  expect(await refused({ Scan: waiting.orderNo })).toEqual(waitsThere);
});
