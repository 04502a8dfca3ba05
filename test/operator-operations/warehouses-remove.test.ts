/** Warehouses/Remove: removes an empty warehouse, and records what it was. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invalidateOperatorSettings, readOperatorSettings } from '../../src/operator-settings/index.ts';
import { readPackages, shipPackages } from '../../src/warehouse/index.ts';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { auditOf } from '../support/audit.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import { openCountingWinery } from '../support/counts.ts';
import { mustSucceed, openFloor } from '../support/floor.ts';
import { openWinery } from '../support/held-orders.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { freshOrderNo, orderRequest } from '../support/orders.ts';
import { openInboundWinery } from '../support/purchase-orders.ts';
import { receiptCount } from '../support/receiving.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { transferRequest } from '../support/transfer-orders.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

const added = async (Warehouse: string) => {
  expect((await admin.call('Warehouses/Set', { Warehouse, ZipCode: '95814' })).status).toBe(200);
  return { Warehouse };
};

const insertBalance = `insert into balances (customer_no, item_no, warehouse, status, on_hand) values ($1, 'PIN', $2, 'GOOD-NO-TX', 1)`;

/** Runs `work` in a transaction, which is rolled back unless `work` commits it. */
async function withOpenTransaction(work: (other: pg.PoolClient) => Promise<void>): Promise<void> {
  const other = await server.database.pool.connect();
  try {
    await other.query('begin');
    await work(other);
  } finally {
    await other.query('rollback');
    other.release();
  }
}

test('200 removes the warehouse', async () => {
  const warehouse = await added('REM01');
  const { status, body } = await admin.call('Warehouses/Remove', warehouse);
  expect([status, body]).toEqual([200, warehouse]);
  const { body: list } = await admin.call('Warehouses/List');
  expect(list.Records).not.toContainEqual(expect.objectContaining(warehouse));
  expect(await auditOf(server, 'Warehouses/Remove')).toMatchObject([
    { action: 'warehouse.removed', subject: 'REM01', before: { ...warehouse, City: 'Sacramento' }, after: null },
  ]);
});

test('200 its settings leave with it: a warehouse that is added with its code later has none of them', async () => {
  const warehouse = await added('REM02');
  const set = async (operation: string, body: object) =>
    mustSucceed(await admin.call(operation, { ...warehouse, ...body }));
  await set('PackingRules/Set', { Format: 'magnum', Steps: [{ UpTo: 2, Shipper: 'M2' }] });
  await set('Calendars/SetCutoff', { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', Cutoff: '10:00' });
  await set('Warehouses/Remove', {});
  await added('REM02');
  for (const operation of ['PackingRules/List', 'Calendars/ListCutoffs', 'Warehouses/ListAddresses']) {
    const { Records } = mustSucceed(await admin.call(operation));
    expect(Records).not.toContainEqual(expect.objectContaining(warehouse));
  }
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await admin.call('Warehouses/Remove', { Warehouse: 'nowhere' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Warehouse']);
});

test('400 for the last warehouse, until another one is added', async () => {
  const own = await openTestServer();
  try {
    const { call } = await signedIn(own, 'admin');
    const listed = mustSucceed(await call('Warehouses/List')).Records as { Warehouse: string }[];
    const [last, ...others] = listed.map(({ Warehouse }) => ({ Warehouse }));
    for (const other of others) mustSucceed(await call('Warehouses/Remove', other));
    expect(await call('Warehouses/Remove', last)).toMatchObject({
      status: 400,
      body: { Reason: 'The last warehouse cannot be removed. Add another one first.' },
    });
    const added = { Warehouse: 'NEW01' };
    mustSucceed(await call('Warehouses/Set', { ...added, ZipCode: '95814' }));
    mustSucceed(await call('Warehouses/Remove', last));
    expect(mustSucceed(await call('Warehouses/List')).Records).toMatchObject([added]);
  } finally {
    await own.close();
  }
});

test('403 while it has stock, or is the default of a customer', async () => {
  const [stocked, chosen] = [await added('REM02'), await added('REM03')];
  const { customerNo } = await server.customer();
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'PIN' }]);
  await givenStock(db, customerNo, [{ itemNo: 'PIN', quantity: 1, warehouse: 'REM02' }]);
  const preferences = { Warehouse: 'REM03' };
  const update = { CustomerNo: customerNo, Preferences: preferences };
  expect((await admin.call('Customers/Update', update)).status).toBe(200);
  for (const warehouse of [stocked, chosen]) {
    const { status, body } = await admin.call('Warehouses/Remove', warehouse);
    expect([status, body.Code, body.State]).toEqual([403, 'StateForbids', 'IN USE']);
  }
});

test('403 while it has an open count', async () => {
  const warehouse = await added('REM08');
  const { open, cancelCount, customerNo } = await openCountingWinery(server);
  invalidateOperatorSettings(server.environment.db);
  const { status: opened, body: count } = await open({ Warehouse: 'REM08', Items: ['WINE-1'] });
  expect(opened).toBe(200);
  const { status, body } = await admin.call('Warehouses/Remove', warehouse);
  expect([status, body.State]).toEqual([403, 'IN USE']);
  expect(body.Reason).toBe(`Warehouse REM08 has an open count of winery ${customerNo}: approve or cancel it first.`);
  await cancelCount(count.TransactionReferenceNumber);
  expect((await admin.call('Warehouses/Remove', warehouse)).status).toBe(200);
});

test('403 while a delivery without an order or a package without an owner stands there', async () => {
  const warehouse = await added('REM11');
  const { customerNo } = await server.customer();
  const removed = () => admin.call('Warehouses/Remove', warehouse);
  const inUse = { status: 403, body: { State: 'IN USE' } };
  const delivery = { ...warehouse, CustomerNo: customerNo, Place: 'Dock 2' };
  const { status, body: parked } = await admin.call('Receiving/Park', delivery);
  expect(status, JSON.stringify(parked)).toBe(200);
  expect(await removed()).toMatchObject({ ...inUse, body: { Reason: expect.stringContaining('at Dock 2') } });
  const open = async () => (await admin.call('Warehouses/GetUse', warehouse)).body.Open;
  expect(await open()).toMatchObject([{ Kind: 'delivery without an order', CustomerNo: customerNo, Name: 'Dock 2' }]);
  const [receipt] = await server.environment.db.rows<{ receipt_id: string }>(
    `update receipts set state = 'parked', ended_at = now()
      where customer_no = $1 and warehouse = 'REM11' returning receipt_id`,
    [customerNo],
  );
  const key = { CustomerNo: customerNo, Receipt: receipt?.receipt_id };
  expect(await removed()).toMatchObject(inUse);
  const discarded = await admin.call('Receiving/Discard', { ...key, Reason: 'Sent back' });
  expect(discarded.status, JSON.stringify(discarded.body)).toBe(200);
  const stray = await admin.call('Returns/Park', { ...warehouse, Label: 'X-1', Place: 'Shelf R2' });
  expect(stray.status, JSON.stringify(stray.body)).toBe(200);
  expect(await removed()).toMatchObject({ ...inUse, body: { Reason: expect.stringContaining('at Shelf R2') } });
  expect(await open()).toEqual([
    {
      Kind: 'parked package',
      CustomerNo: '',
      CustomerName: '',
      TransactionReferenceNumber: stray.body.Stray,
      Name: 'Shelf R2',
    },
  ]);
  const settled = await admin.call('Returns/Settle', { Stray: stray.body.Stray, Settlement: 'Sent back' });
  expect(settled.status, JSON.stringify(settled.body)).toBe(200);
  expect((await removed()).status).toBe(200);
});

test('403 while a return is expected there', async () => {
  const warehouse = await added('REM09');
  const { delivered, sendBack, giveUp } = await openReturnsWinery(server);
  invalidateOperatorSettings(server.environment.db);
  await delivered({ OrderInfo: { OrderNo: 'REM-1' } });
  const { status: announced, body: sent } = await sendBack({ OrderNo: 'REM-1', Warehouse: 'REM09' });
  expect(announced, JSON.stringify(sent)).toBe(200);
  const { status, body } = await admin.call('Warehouses/Remove', warehouse);
  expect([status, body.State]).toEqual([403, 'IN USE']);
  expect(body.Reason).toContain(`the return ${sent.RMANumber} of winery`);
  expect((await giveUp({ RMANumber: sent.RMANumber })).status).toBe(200);
  expect((await admin.call('Warehouses/Remove', warehouse)).status).toBe(200);
});

test('403 while a transfer order that has not left is to arrive at it', async () => {
  const warehouse = await added('REM11');
  const { customerNo, client } = await server.customer();
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'PIN' }]);
  await givenStock(db, customerNo, [{ itemNo: 'PIN', quantity: 1 }]);
  invalidateOperatorSettings(db);
  const transfer = transferRequest({ CustomerReferenceNo: 'TO-REM', TransferToWarehouse: 'REM11' });
  const created = await client.call('InventoryMovement/CreateTransferOrder', transfer);
  expect(created).toMatchObject({ status: 201 });
  const { status, body } = await admin.call('Warehouses/Remove', warehouse);
  expect([status, body.State]).toEqual([403, 'IN USE']);
  expect(body.Reason).toContain(`Transfer order TO-REM of winery ${customerNo} is to arrive at warehouse REM11`);
  const { body: use } = await admin.call('Warehouses/GetUse', warehouse);
  expect(use.Open).toMatchObject([
    { Kind: 'transfer order', CustomerNo: customerNo, TransactionReferenceNumber: created.body, Name: 'TO-REM' },
  ]);
  const cancellation = { CustomerReferenceNo: 'TO-REM' };
  expect((await client.call('InventoryMovement/CancelTransferOrder', cancellation)).status).toBe(200);
  expect((await admin.call('Warehouses/Remove', warehouse)).status).toBe(200);
});

test('403 while people receive an order there of which nothing is expected any more', async () => {
  const warehouse = await added('REM13');
  const winery = await openInboundWinery(server);
  const { customerNo } = winery;
  const { db } = server.environment;
  invalidateOperatorSettings(db);
  const people = await Promise.all([signedIn(server, 'lead'), signedIn(server, 'lead')]);
  const called = async (nth: number, operation: string, body: object) => {
    const reply = await people[nth]?.call(`Receiving/${operation}`, body);
    expect(reply?.status, JSON.stringify(reply?.body)).toBe(200);
    return reply?.body;
  };
  const received = async (Scan: string) => {
    const [first, second] = await Promise.all([0, 1].map((nth) => called(nth, 'Open', { ...warehouse, Scan })));
    await called(0, 'Count', receiptCount(first.Receipt.Session, 'PIN', 2));
    const finished = await called(0, 'Finish', { Session: first.Receipt.Session });
    expect(finished).toMatchObject({ Result: { OrderStatus: 'RECEIVING' } });
    await db.rows("update balances set on_hand = 0 where customer_no = $1 and warehouse = 'REM13'", [customerNo]);
    return second.Receipt;
  };
  const expectInUse = async (kind: string, reference: string, name: string) => {
    const { status, body } = await admin.call('Warehouses/Remove', warehouse);
    expect([status, body.State]).toEqual([403, 'IN USE']);
    expect(body.Reason).toContain(`order ${name} of winery ${customerNo} is `);
    const { body: use } = await admin.call('Warehouses/GetUse', warehouse);
    expect(use.Open).toMatchObject([
      { Kind: kind, CustomerNo: customerNo, TransactionReferenceNumber: reference, Name: name },
    ]);
  };
  const bought = await winery.created({ CustomerReferenceNo: 'PO-REM', ReceiveToLocation: 'REM13' }, [
    { ItemNo: 'PIN', ItemQuantity: 2 },
  ]);
  const pallet = await received('PO-REM');
  await expectInUse('purchase order', bought, 'PO-REM');
  const discarded = { CustomerNo: customerNo, Receipt: pallet.Receipt, Reason: 'Nothing on it' };
  await called(1, 'Discard', discarded);

  await givenStock(db, customerNo, [{ itemNo: 'PIN', quantity: 2 }]);
  const info = { CustomerReferenceNo: 'TO-IN', TransferToWarehouse: 'REM13' };
  const sent = { ...transferRequest(info), ItemsInfo: [{ ItemNo: 'PIN', ItemQuantity: 2 }] };
  const { status, body: reference } = await winery.client.call('InventoryMovement/CreateTransferOrder', sent);
  expect(status, JSON.stringify(reference)).toBe(201);
  const { Session } = (await called(0, 'Open', { Warehouse: 'APC01', Scan: 'TO-IN' })).Receipt;
  await called(0, 'Count', receiptCount(Session, 'PIN', 2));
  await called(0, 'Finish', { Session });
  const last = await received('TO-IN');
  await expectInUse('transfer order', reference, 'TO-IN');
  await called(1, 'Discard', { CustomerNo: customerNo, Receipt: last.Receipt, Reason: 'Nothing on it' });
  expect((await admin.call('Warehouses/Remove', warehouse)).status).toBe(200);
});

test('an order without items that names a removed warehouse asks for another one once it has items', async () => {
  const warehouse = await added('REM12');
  const { customerNo, client } = await server.customer();
  await givenItems(server.environment.db, customerNo, [{ itemNo: 'PIN' }]);
  invalidateOperatorSettings(server.environment.db);
  const OrderInfo = { OrderNo: freshOrderNo() };
  const order = orderRequest({ OrderInfo, ItemsInfo: [], ShipmentInfo: { ServiceWarehouseLocation: 'REM12' } });
  expect((await client.call('SalesOrder/CreateSalesOrder', order)).status).toBe(200);
  expect((await admin.call('Warehouses/Remove', warehouse)).status).toBe(200);
  invalidateOperatorSettings(server.environment.db);
  const update = { OrderInfo, ItemsInfo: [{ ItemNo: 'PIN', ItemQuantity: 1 }] };
  const { status, body } = await client.call('SalesOrder/UpdateSalesOrder', update);
  expect([status, body.Errors]).toEqual([
    400,
    [
      {
        Field: 'ShipmentInfo.ServiceWarehouseLocation',
        Code: 'UnknownWarehouse',
        Message: 'is required: the order was to ship from REM12, which is not a warehouse any more',
      },
    ],
  ]);
  const moved = { ...update, ShipmentInfo: { ServiceWarehouseLocation: 'APC01' } };
  expect((await client.call('SalesOrder/UpdateSalesOrder', moved)).status).toBe(200);
});

test('403 while an order is on its floor, also one whose wine is not stocked; its schedules and locations leave with it', async () => {
  const warehouse = await added('REM10');
  const floor = await openFloor(server, 'REM10');
  invalidateOperatorSettings(server.environment.db);
  const winery = await openWinery(server);
  const service = { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' } as const;
  const ShipmentInfo = { ...service, ServiceWarehouseLocation: 'REM10' };
  const { orderNo } = await winery.order({ ShipmentInfo, OrderInfo: { OrderType: 'JIT' } });
  const { body: label } = await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo });
  const open = await admin.call('Warehouses/Remove', warehouse);
  expect([open.status, open.body.State]).toEqual([403, 'IN USE']);
  expect(open.body.Reason).toContain(`JIT order ${orderNo} of winery ${winery.customerNo} is to ship from`);
  const { State, Boxes } = await floor.pack('OpenPacking', { Scan: label.JITLabelID });
  expect([State, Boxes.length]).toEqual(['labeled', 1]);
  const schedule = { ...warehouse, Name: 'Morning', Time: '09:00', Days: [1, 2, 3, 4, 5] };
  expect(await admin.call('Floor/SetSchedule', schedule)).toMatchObject({ status: 200 });
  const location = { ...warehouse, Location: 'A-01', WalkOrder: 1, Kind: 'pick' };
  expect(await admin.call('Locations/Set', location)).toMatchObject({ status: 200 });

  const { status, body } = await admin.call('Warehouses/Remove', warehouse);
  expect([status, body.State]).toEqual([403, 'IN USE']);
  expect(body.Reason).toContain(`Order ${orderNo} of winery ${winery.customerNo} is on the floor`);

  await floor.pack('Stage', { TrackingNumber: Boxes[0].TrackingNumber });
  const { Manifest } = await floor.led('Manifest', { ...warehouse, Carrier: 'FEX' });
  await floor.led('Depart', { Manifest });
  expect(await admin.call('Warehouses/Remove', warehouse)).toMatchObject({ status: 200 });
  await added('REM10');
  for (const operation of ['Floor/ListSchedules', 'Locations/List']) {
    const { body: listed } = await admin.call(operation, { Warehouses: ['REM10'] });
    expect(listed.Records).toEqual([]);
  }
});

test('403 while a box stands there that stayed behind, until it leaves or is reported lost', async () => {
  const { db } = server.environment;
  const warehouse = await added('REM11');
  const floor = await openFloor(server, 'REM11');
  invalidateOperatorSettings(db);
  const winery = await openWinery(server);
  const { customerNo } = winery;
  const service = { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' } as const;
  const { orderNo, reference } = await winery.order({
    ShipmentInfo: { ...service, ServiceWarehouseLocation: 'REM11' },
    OrderInfo: { OrderType: 'JIT' },
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 24 }],
  });
  const { body: label } = await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo });
  const { Boxes } = await floor.pack('OpenPacking', { Scan: label.JITLabelID });
  const [taken] = await readPackages(db, [{ customerNo, orderId: reference }]);
  const departure = { customerNo, at: Temporal.Now.instant(), orderIds: [reference] };
  await db.write((tx) => shipPackages(tx, { ...departure, leaving: new Set([taken?.packageId ?? '']) }));
  const { status, body } = await admin.call('Warehouses/Remove', warehouse);
  expect([status, body.State]).toEqual([403, 'IN USE']);
  const { TrackingNumber } = Boxes[1];
  expect(body.Reason).toContain(`Box ${TrackingNumber} of order ${orderNo} of winery ${customerNo} stayed behind`);
  const { Open } = mustSucceed(await admin.call('Warehouses/GetUse', warehouse));
  expect(Open).toMatchObject([{ Kind: 'box that stayed behind', Name: orderNo, CustomerNo: customerNo }]);
  const box = { CustomerNo: customerNo, TransactionReferenceNumber: reference, TrackingNumber };
  mustSucceed(await admin.call('Floor/ReportLostBox', { ...box, ReasonCode: 'LOST' }));
  expect(await admin.call('Warehouses/Remove', warehouse)).toMatchObject({ status: 200 });
});

test.each([
  ['stock arrives', insertBalance],
  [
    'a count is opened',
    `insert into counts (customer_no, count_id, warehouse, status, opened_at) values ($1, gen_random_uuid(), $2, 'OPEN', now())`,
  ],
  [
    'a customer chooses it',
    `update customers set preferences = jsonb_build_object('defaultWarehouse', $2::text) where customer_no = $1`,
  ],
])('403 while %s in a transaction that is not committed', async (_, change) => {
  const warehouse = await added('REM04');
  const { customerNo } = await server.customer();
  await withOpenTransaction(async (other) => {
    await other.query(change, [customerNo, 'REM04']);
    const removing = admin.call('Warehouses/Remove', warehouse);
    await Promise.race([removing, untilBlocked(server.environment.db)]);
    await other.query('commit');
    const { status, body } = await removing;
    expect([status, body.State]).toEqual([403, 'IN USE']);
  });
  expect((await admin.call('Warehouses/List')).body.Records).toContainEqual(expect.objectContaining(warehouse));
  for (const table of ['balances', 'counts']) {
    await server.database.pool.query(`delete from ${table} where customer_no = $1`, [customerNo]);
  }
  await server.database.pool.query(`update customers set preferences = '{}' where customer_no = $1`, [customerNo]);
});

test.each(['locations', 'bin_contents', 'bin_rules', 'balances'])(
  '200 waits for a person who has locked the %s there and then changes other stock, without a deadlock',
  async (table) => {
    const warehouse = await added('REM12');
    const { customerNo } = await server.customer();
    const { db } = server.environment;
    await givenItems(db, customerNo, [{ itemNo: 'PIN' }]);
    await givenStock(db, customerNo, [{ itemNo: 'PIN', quantity: 1 }]);
    await server.database.pool.query(
      "insert into balances (customer_no, item_no, warehouse, status, on_hand) values ($1, 'PIN', 'REM12', 'GOOD-NO-TX', 0)",
      [customerNo],
    );
    const at = { ...warehouse, Location: 'A-1' };
    const item = { ...at, CustomerNo: customerNo, ItemNo: 'PIN' };
    mustSucceed(await admin.call('Locations/Set', { ...at, WalkOrder: 1, Kind: 'pick' }));
    mustSucceed(await admin.call('Locations/SetContent', { ...item, Quantity: 5 }));
    mustSucceed(await admin.call('Bins/SetRule', { ...item, Minimum: 6, Target: 12 }));
    await withOpenTransaction(async (person) => {
      // In a deadlock the person fails, not the removal.
      await person.query("set local deadlock_timeout = '1ms'");
      const [own, values] = table === 'locations' ? ['', []] : ['and customer_no = $1', [customerNo]];
      const locked = await person.query(`select 1 from ${table} where warehouse = 'REM12' ${own} for update`, values);
      expect(locked.rowCount).toBe(1);
      const removing = admin.call('Warehouses/Remove', warehouse);
      await untilBlocked(db);
      const change = "update balances set on_hand = on_hand + 1 where customer_no = $1 and warehouse = 'APC01'";
      await person.query(change, [customerNo]);
      await person.query('commit');
      expect(await removing).toMatchObject({ status: 200 });
    });
    expect(await db.rows(`select 1 from ${table} where warehouse = 'REM12'`)).toEqual([]);
  },
);

test('403 at once while it has stock and other stock is being changed', async () => {
  const warehouse = await added('REM05');
  const { customerNo } = await server.customer();
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'PIN' }]);
  await givenStock(db, customerNo, [{ itemNo: 'PIN', quantity: 1, warehouse: 'REM05' }]);
  await withOpenTransaction(async (other) => {
    await other.query(insertBalance, [customerNo, 'APC01']);
    expect((await admin.call('Warehouses/Remove', warehouse)).body).toMatchObject({ State: 'IN USE' });
  });
});

test('other customers write stock while a removal waits for a change that is not committed', async () => {
  const warehouse = await added('REM06');
  const [slow, quick] = [await server.customer(), await server.customer()];
  await withOpenTransaction(async (other) => {
    await other.query(insertBalance, [slow.customerNo, 'REM06']);
    const removing = admin.call('Warehouses/Remove', warehouse);
    await Promise.race([removing, untilBlocked(server.environment.db)]);
    await server.database.pool.query(insertBalance, [quick.customerNo, 'APC01']);
    await other.query('commit');
    // Not 503: the removal still waited, so the other customer did not wait for it to give up.
    expect((await removing).body).toMatchObject({ State: 'IN USE' });
  });
});

test('another process that still has the warehouse in its cache books nothing there', async () => {
  const warehouse = await added('REM07');
  const other = await openTestServer({ database: { ...server.database, drop: async () => undefined } });
  try {
    const { customerNo, client } = await other.customer();
    const { db } = other.environment;
    await givenItems(db, customerNo, [{ itemNo: 'PIN' }, { itemNo: 'NEW' }]);
    // An empty balance stays behind.
    await givenStock(db, customerNo, [{ itemNo: 'PIN', quantity: 1, warehouse: 'REM07' }]);
    await db.rows("update balances set on_hand = 0 where customer_no = $1 and warehouse = 'REM07'", [customerNo]);
    await db.rows('delete from movements where customer_no = $1', [customerNo]);
    invalidateOperatorSettings(db);
    await readOperatorSettings(db);
    expect((await admin.call('Warehouses/Remove', warehouse)).status).toBe(200);
    for (const [ItemNo, OrderType] of [
      ['PIN', 'CLUB'],
      ['NEW', 'CLUB'],
      ['PIN', 'JIT'],
    ] as const) {
      const ordered = await client.call(
        'SalesOrder/CreateSalesOrder',
        orderRequest({
          OrderInfo: { OrderNo: freshOrderNo(), OrderType },
          ItemsInfo: [{ ItemNo, ItemQuantity: 1 }],
          ShipmentInfo: { ServiceWarehouseLocation: 'REM07' },
        }),
      );
      // 400 when the cache was read again in time.
      expect([400, 503], JSON.stringify(ordered.body)).toContain(ordered.status);
    }
    const transfer = transferRequest({ CustomerReferenceNo: 'TO-1', TransferToWarehouse: 'REM07' });
    const transferred = await client.call('InventoryMovement/CreateTransferOrder', transfer);
    expect([400, 503], JSON.stringify(transferred.body)).toContain(transferred.status);
    const otherAdmin = await signedIn(other, 'admin');
    const update = { CustomerNo: customerNo, Preferences: { Warehouse: 'REM07' } };
    expect([400, 503]).toContain((await otherAdmin.call('Customers/Update', update)).status);
    const { rows } = await server.database.pool.query(
      `select 1 from balances where warehouse = 'REM07' union all select 1 from sales_orders where warehouse = 'REM07'
        union all select 1 from customers where preferences ->> 'defaultWarehouse' = 'REM07'`,
    );
    expect(rows).toEqual([]);
  } finally {
    await other.close();
  }
});

test('404 for an unknown warehouse', async () => {
  expect((await admin.call('Warehouses/Remove', { Warehouse: 'NONE9' })).status).toBe(404);
});
