/** Statuses/Remove: removes a status that no stock has, and records what it was. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { invalidateOperatorSettings, readOperatorSettings } from '../../src/operator-settings/index.ts';
import { auditOf } from '../support/audit.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import { openCountingWinery } from '../support/counts.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { sentPurchaseOrder } from '../support/purchase-orders.ts';
import { openDock, receiptCount } from '../support/receiving.ts';
import { bottle, openReturnStation } from '../support/return-station.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { transferRequest } from '../support/transfer-orders.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

async function added() {
  const { customerNo } = await server.customer();
  const key = { CustomerNo: customerNo, InventoryStatus: 'GOOD-EV-TX' };
  await admin.call('Statuses/Set', { ...key, Description: 'For events' });
  return key;
}

/** Records 5 units of PIN in the status in a location, with a rule to fill it. Nothing is in stock. */
async function givenBin({ Location, ...key }: { CustomerNo: string; InventoryStatus: string; Location: string }) {
  const at = { Warehouse: 'APC01', Location };
  const item = { ...at, ...key, ItemNo: 'PIN' };
  for (const [operation, request] of [
    ['Locations/Set', { ...at, WalkOrder: 1, Kind: 'pick' }],
    ['Locations/SetContent', { ...item, Quantity: 5 }],
    ['Bins/SetRule', { ...item, Minimum: 6, Target: 12 }],
  ] as const) {
    expect(await admin.call(operation, request), operation).toMatchObject({ status: 200 });
  }
}

test('200 removes the status', async () => {
  const key = await added();
  const { status, body } = await admin.call('Statuses/Remove', key);
  expect([status, body]).toEqual([200, key]);
  const { body: list } = await admin.call('Statuses/List', { CustomerNo: key.CustomerNo });
  expect(list).toEqual({ Records: [] });
  expect(await auditOf(server, 'Statuses/Remove')).toMatchObject([
    {
      action: 'inventory_status.removed',
      subject: 'GOOD-EV-TX',
      for_customer: key.CustomerNo,
      before: { ...key, Description: 'For events' },
      after: null,
    },
  ]);
});

test('403 while a bottle of a return is counted in it, whose inspection could not end', async () => {
  const at = await openReturnStation(server);
  const status = { CustomerNo: at.winery.customerNo, InventoryStatus: 'RTGD-EV-TX' };
  await admin.call('Statuses/Set', { ...status, Description: 'Returned from events' });
  const key = await at.arrived('STATUS-1', { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1 }] });
  const { RMANumber } = await at.does('Scan', bottle(key, 'WINE-1', status.InventoryStatus));
  const { body } = await admin.call('Statuses/GetUse', status);
  const { CustomerNo, TransactionReferenceNumber } = key;
  expect(body.Open).toMatchObject([{ Kind: 'return', CustomerNo, TransactionReferenceNumber, Name: RMANumber }]);
  const refused = await admin.call('Statuses/Remove', status);
  expect(refused).toMatchObject({ status: 403, body: { State: 'IN USE', Reason: expect.stringContaining(RMANumber) } });
  await at.does('Undo', { ...key, ScanId: uuidv7() });
  expect((await admin.call('Statuses/Remove', status)).status).toBe(200);
});

test('200 leaves no record of it in bins, which could not be counted', async () => {
  const key = await added();
  await givenItems(server.environment.db, key.CustomerNo, [{ itemNo: 'PIN' }]);
  await givenBin({ ...key, Location: 'REMOVED-1' });
  expect((await admin.call('Statuses/Remove', key)).status).toBe(200);
  for (const operation of ['Locations/List', 'Bins/ListReplenishments']) {
    const { body } = await admin.call(operation, { Warehouses: ['APC01'], Warehouse: 'APC01', All: true });
    expect(JSON.stringify(body), operation).not.toContain('GOOD-EV-TX');
  }
});

test.each(['bin_contents', 'bin_rules', 'balances'])(
  '200 waits for a person who has locked the %s of the item and then changes its stock, without a deadlock',
  async (table) => {
    const key = await added();
    const { db } = server.environment;
    await givenItems(db, key.CustomerNo, [{ itemNo: 'PIN' }]);
    await givenStock(db, key.CustomerNo, [
      { itemNo: 'PIN', quantity: 1 },
      { itemNo: 'PIN', quantity: 1, status: 'GOOD-EV-TX' },
    ]);
    await db.rows("update balances set on_hand = 0 where customer_no = $1 and status = 'GOOD-EV-TX'", [key.CustomerNo]);
    await db.rows('delete from movements where customer_no = $1', [key.CustomerNo]);
    await givenBin({ ...key, Location: 'REMOVED-3' });
    const person = await server.database.pool.connect();
    const rows = "where customer_no = $1 and status = 'GOOD-EV-TX'";
    try {
      await person.query('begin');
      // In a deadlock the person fails, not the removal.
      await person.query("set local deadlock_timeout = '1ms'");
      const locked = await person.query(`select 1 from ${table} ${rows} for update`, [key.CustomerNo]);
      expect(locked.rowCount).toBe(1);
      const removing = admin.call('Statuses/Remove', key);
      await untilBlocked(db);
      await person.query(
        "update balances set on_hand = on_hand - 1 where customer_no = $1 and status = 'GOOD-NO-TX' and warehouse = 'APC01'",
        [key.CustomerNo],
      );
      await person.query('commit');
      expect(await removing).toMatchObject({ status: 200 });
    } finally {
      await person.query('rollback');
      person.release();
    }
    const left = await db.rows(`select 1 from ${table} ${rows}`, [key.CustomerNo]);
    expect(left).toEqual([]);
  },
);

test('403 leaves the records in bins when stock arrives while the removal waits', async () => {
  const key = await added();
  const { db } = server.environment;
  await givenItems(db, key.CustomerNo, [{ itemNo: 'PIN' }]);
  await givenBin({ ...key, Location: 'REMOVED-4' });
  const person = await server.database.pool.connect();
  try {
    await person.query('begin');
    await person.query('select 1 from bin_contents where customer_no = $1 for update', [key.CustomerNo]);
    const removing = admin.call('Statuses/Remove', key);
    await untilBlocked(db);
    await person.query(
      `insert into balances (customer_no, item_no, warehouse, status, on_hand) values ($1, 'PIN', 'APC01', $2, 1)`,
      [key.CustomerNo, key.InventoryStatus],
    );
    await person.query('commit');
    expect(await removing).toMatchObject({ status: 403, body: { State: 'IN USE' } });
  } finally {
    await person.query('rollback');
    person.release();
  }
  for (const table of ['bin_contents', 'bin_rules']) {
    expect(await db.rows(`select 1 from ${table} where customer_no = $1`, [key.CustomerNo]), table).toHaveLength(1);
  }
});

test.each(['GOOD-NO-TX', 'RTGD-NO-TX', 'RDMG-NO-TX'])('400 for %s, which the server itself uses', async (code) => {
  const { status, body } = await admin.call('Statuses/Remove', { InventoryStatus: code });
  expect([status, body.Code]).toEqual([400, 'ValidationFailed']);
});

test('403 while there is stock in it', async () => {
  const key = await added();
  const { db } = server.environment;
  await givenItems(db, key.CustomerNo, [{ itemNo: 'PIN' }]);
  await givenStock(db, key.CustomerNo, [{ itemNo: 'PIN', quantity: 1, status: 'GOOD-EV-TX' }]);
  const { status, body } = await admin.call('Statuses/Remove', key);
  expect([status, body.Code, body.State]).toEqual([403, 'StateForbids', 'IN USE']);
});

test("403 while there is stock of any customer in one of the interface's", async () => {
  const { customerNo } = await server.customer();
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'PIN' }]);
  await givenStock(db, customerNo, [{ itemNo: 'PIN', quantity: 1, status: 'DMGD-ST-BD' }]);
  const { status, body } = await admin.call('Statuses/Remove', { InventoryStatus: 'DMGD-ST-BD' });
  expect([status, body.Code, body.State]).toEqual([403, 'StateForbids', 'IN USE']);
});

test('403 while a transfer order that has not left is to arrive in it', async () => {
  const { customerNo, client } = await server.customer();
  const key = { CustomerNo: customerNo, InventoryStatus: 'GOOD-EV-TX' };
  await admin.call('Statuses/Set', { ...key, Description: 'For events' });
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'PIN' }]);
  await givenStock(db, customerNo, [{ itemNo: 'PIN', quantity: 1 }]);
  invalidateOperatorSettings(db);
  const transfer = transferRequest({ CustomerReferenceNo: 'TO-EVENT', TransferToInventoryStatusCode: 'GOOD-EV-TX' });
  const created = await client.call('InventoryMovement/CreateTransferOrder', transfer);
  expect(created).toMatchObject({ status: 201 });
  const { status, body } = await admin.call('Statuses/Remove', key);
  expect([status, body.State]).toEqual([403, 'IN USE']);
  expect((await admin.call('Statuses/GetUse', key)).body.Open).toMatchObject([
    {
      Kind: 'transfer order',
      CustomerNo: customerNo,
      CustomerName: `Winery ${customerNo}`,
      TransactionReferenceNumber: created.body,
      Name: 'TO-EVENT',
    },
  ]);
  expect(body.Reason).toContain(`Transfer order TO-EVENT of winery ${customerNo} is to arrive in status GOOD-EV-TX`);
  const cancellation = { CustomerReferenceNo: 'TO-EVENT' };
  expect((await client.call('InventoryMovement/CancelTransferOrder', cancellation)).status).toBe(200);
  expect((await admin.call('Statuses/Remove', key)).status).toBe(200);
});

test('403 while people receive a purchase order into it of which nothing is expected any more', async () => {
  const dock = await openDock(server);
  const { customerNo, create } = dock.winery;
  const { db } = server.environment;
  const key = { CustomerNo: customerNo, InventoryStatus: 'GOOD-EV-TX' };
  await admin.call('Statuses/Set', { ...key, Description: 'For events' });
  invalidateOperatorSettings(db);
  const order = sentPurchaseOrder({ CustomerReferenceNo: 'PO-EVENT', InventoryStatusCode: 'GOOD-EV-TX' }, [
    { ItemNo: 'PIN', ItemQuantity: 2 },
  ]);
  const created = await create(order);
  expect(created.status).toBe(201);
  const [first, second] = [await dock.open('PO-EVENT'), await dock.open('PO-EVENT', dock.other)];
  await dock.receive('Count', receiptCount(first.Session, 'PIN', 2));
  expect(await dock.receive('Finish', { Session: first.Session })).toMatchObject({
    Result: { OrderStatus: 'RECEIVING' },
  });
  await db.rows("update balances set on_hand = 0 where customer_no = $1 and status = 'GOOD-EV-TX'", [customerNo]);
  const { status, body } = await admin.call('Statuses/Remove', key);
  expect([status, body.State]).toEqual([403, 'IN USE']);
  expect(body.Reason).toContain(`Purchase order PO-EVENT of winery ${customerNo} is being received`);
  expect((await admin.call('Statuses/GetUse', key)).body.Open).toMatchObject([
    { Kind: 'purchase order', CustomerNo: customerNo, TransactionReferenceNumber: created.body, Name: 'PO-EVENT' },
  ]);
  await dock.scan(second.Session, ['PIN'], dock.other);
  const { Session } = second;
  const surplus = { Session, Confirm: true, Reasons: [{ ItemNo: 'PIN', ReasonCode: 'FOUND', Note: 'A loose bottle' }] };
  expect((await dock.other.call('Receiving/Finish', { Session })).status).toBe(200);
  const { body: finished } = await dock.other.call('Receiving/Finish', surplus);
  expect(finished).toMatchObject({
    State: 'finished',
    Result: { Posted: [{ InventoryStatus: 'GOOD-EV-TX', Units: 1 }] },
  });
});

test('403 while people receive a transfer order into it of which nothing is expected any more', async () => {
  const dock = await openDock(server);
  const { customerNo, client } = dock.winery;
  const { db } = server.environment;
  const key = { CustomerNo: customerNo, InventoryStatus: 'GOOD-EV-TX' };
  await admin.call('Statuses/Set', { ...key, Description: 'For events' });
  await givenStock(db, customerNo, [{ itemNo: 'PIN', quantity: 1, status: 'GOOD-EV-TX' }]);
  invalidateOperatorSettings(db);
  // It keeps the status of its stock.
  const transfer = transferRequest({ CustomerReferenceNo: 'TO-KEPT', InventoryStatusCode: 'GOOD-EV-TX' });
  const created = await client.call('InventoryMovement/CreateTransferOrder', transfer);
  expect(created).toMatchObject({ status: 201 });
  const out = await dock.open('TO-KEPT');
  await dock.receive('Count', receiptCount(out.Session, 'PIN', 1));
  await dock.receive('Finish', { Session: out.Session });
  const opened = async (person: OperatorClient) => {
    const { body } = await person.call('Receiving/Open', { Warehouse: 'COB01', Scan: 'TO-KEPT' });
    return body.Receipt;
  };
  const [first, second] = [await opened(dock.lead), await opened(admin)];
  await dock.lead.call('Receiving/Count', receiptCount(first.Session, 'PIN', 1));
  expect((await dock.lead.call('Receiving/Finish', { Session: first.Session })).body).toMatchObject({
    Result: { OrderStatus: 'RECEIVING' },
  });
  await db.rows("update balances set on_hand = 0 where customer_no = $1 and status = 'GOOD-EV-TX'", [customerNo]);
  const { status, body } = await admin.call('Statuses/Remove', key);
  expect([status, body.State]).toEqual([403, 'IN USE']);
  expect((await admin.call('Statuses/GetUse', key)).body.Open).toMatchObject([
    { Kind: 'transfer order', CustomerNo: customerNo, TransactionReferenceNumber: created.body, Name: 'TO-KEPT' },
  ]);
  const discarded = { CustomerNo: customerNo, Receipt: second.Receipt, Reason: 'Nothing on it' };
  expect((await admin.call('Receiving/Discard', discarded)).status).toBe(200);
  expect((await admin.call('Statuses/Remove', key)).status).toBe(200);
});

/** A winery of its own whose status has no stock. */
async function countingWinery() {
  const winery = await openCountingWinery(server);
  const key = { CustomerNo: winery.customerNo, InventoryStatus: 'GOOD-EV-TX' };
  await admin.call('Statuses/Set', { ...key, Description: 'For events' });
  invalidateOperatorSettings(server.environment.db);
  return { ...winery, key };
}

test('403 while a count in it is open', async () => {
  const { customerNo, key, open, record, line, cancelCount } = await countingWinery();
  const { body: count } = await open({ Items: ['WINE-1'], InventoryStatuses: ['GOOD-NO-TX', 'GOOD-EV-TX'] });
  const { status, body } = await admin.call('Statuses/Remove', key);
  expect([status, body.State]).toEqual([403, 'IN USE']);
  expect(body.Reason).toBe(
    `Status GOOD-EV-TX is in an open count of winery ${customerNo} at warehouse APC01: approve or cancel the count first.`,
  );
  const reference = count.TransactionReferenceNumber;
  expect((await admin.call('Statuses/GetUse', key)).body.Open).toMatchObject([
    { Kind: 'count', CustomerNo: customerNo, TransactionReferenceNumber: reference, Name: '' },
  ]);
  expect(await record(reference, line(0, 'WINE-1', 'GOOD-EV-TX'))).toMatchObject({ status: 200 });
  expect((await cancelCount(reference)).status).toBe(200);
  expect((await admin.call('Statuses/GetUse', key)).body.Open).toEqual([]);
  expect((await admin.call('Statuses/Remove', key)).status).toBe(200);
});

test.each([
  ['a location', 'Counts/Open', { Location: 'REMOVED-2' }],
  ['the whole warehouse', 'Counts/OpenWarehouse', {}],
])('403 while the count of %s has a line in it', async (_, operation, place) => {
  const { customerNo, key } = await countingWinery();
  const at = { Warehouse: 'COB01', Location: 'REMOVED-2' };
  const item = { ...at, ...key, ItemNo: 'WINE-1' };
  for (const [path, request] of [
    ['Locations/Set', { ...at, WalkOrder: 1, Kind: 'pick' }],
    ['Locations/SetContent', { ...item, Quantity: 5 }],
    [operation, { Warehouse: 'COB01', ...place }],
  ] as const) {
    expect(await admin.call(path, request), path).toMatchObject({ status: 200 });
  }
  expect(await admin.call('Statuses/Remove', key)).toMatchObject({ status: 403, body: { State: 'IN USE' } });
  const [used, ...others] = (await admin.call('Statuses/GetUse', key)).body.Open;
  expect([used, others]).toMatchObject([{ Kind: 'count', CustomerNo: customerNo }, []]);
  const canceled = { CustomerNo: customerNo, Count: used.TransactionReferenceNumber };
  expect(await admin.call('Counts/Cancel', canceled)).toMatchObject({ status: 200 });
  expect((await admin.call('Statuses/Remove', key)).status).toBe(200);
});

test('403 while a count in it is being opened and is not committed', async () => {
  const { CustomerNo, InventoryStatus } = await added();
  const other = await server.database.pool.connect();
  try {
    await other.query('begin');
    const countId = uuidv7();
    await other.query(
      `insert into counts (customer_no, count_id, warehouse, status, opened_at) values ($1, $2, 'APC01', 'OPEN', now())`,
      [CustomerNo, countId],
    );
    await other.query(
      `insert into count_lines (customer_no, count_id, warehouse, item_no, inventory_status) values ($1, $2, 'APC01', 'PIN', $3)`,
      [CustomerNo, countId, InventoryStatus],
    );
    const removing = admin.call('Statuses/Remove', { CustomerNo, InventoryStatus });
    await Promise.race([removing, untilBlocked(server.environment.db)]);
    await other.query('commit');
    expect(await removing).toMatchObject({ status: 403, body: { State: 'IN USE' } });
  } finally {
    other.release();
  }
});

test.each(['GOOD-EV-TX', 'DMGD-NO-TX'])(
  '403 while stock arrives in %s and is not committed',
  async (InventoryStatus) => {
    const { CustomerNo } = await added();
    const other = await server.database.pool.connect();
    try {
      await other.query('begin');
      await other.query(
        `insert into balances (customer_no, item_no, warehouse, status, on_hand) values ($1, 'PIN', 'APC01', $2, 1)`,
        [CustomerNo, InventoryStatus],
      );
      const key = InventoryStatus === 'GOOD-EV-TX' ? { CustomerNo, InventoryStatus } : { InventoryStatus };
      const removing = admin.call('Statuses/Remove', key);
      await Promise.race([removing, untilBlocked(server.environment.db)]);
      await other.query('commit');
      const { status, body } = await removing;
      expect([status, body.State]).toEqual([403, 'IN USE']);
    } finally {
      other.release();
    }
  },
);

test.each([
  ['bin_contents', 'quantity', '5'],
  ['bin_rules', 'minimum, target, person', "6, 12, ''"],
])('200 leaves no row of %s that is being written and is not committed', async (table, columns, values) => {
  const { CustomerNo, InventoryStatus } = await added();
  const { db } = server.environment;
  await givenItems(db, CustomerNo, [{ itemNo: 'PIN' }]);
  const place = { Warehouse: 'APC01', Location: 'REMOVED-5', WalkOrder: 1, Kind: 'pick' };
  expect((await admin.call('Locations/Set', place)).status).toBe(200);
  const other = await server.database.pool.connect();
  try {
    await other.query('begin');
    await other.query(
      `insert into ${table} (customer_no, warehouse, location, item_no, status, ${columns})
       values ($1, 'APC01', 'REMOVED-5', 'PIN', $2, ${values})`,
      [CustomerNo, InventoryStatus],
    );
    const removing = admin.call('Statuses/Remove', { CustomerNo, InventoryStatus });
    await Promise.race([removing, untilBlocked(db)]);
    await other.query('commit');
    expect(await removing).toMatchObject({ status: 200 });
  } finally {
    other.release();
  }
  expect(await db.rows(`select 1 from ${table} where customer_no = $1`, [CustomerNo])).toEqual([]);
});

test('another process that still has the status in its cache books nothing in it', async () => {
  const other = await openTestServer({ database: { ...server.database, drop: async () => undefined } });
  try {
    const { customerNo, client } = await other.customer();
    const key = { CustomerNo: customerNo, InventoryStatus: 'GOOD-EV-TX' };
    await admin.call('Statuses/Set', { ...key, Description: 'For events' });
    const { db } = other.environment;
    await givenItems(db, customerNo, [{ itemNo: 'PIN' }, { itemNo: 'NEW' }]);
    // An empty balance stays behind.
    await givenStock(db, customerNo, [{ itemNo: 'PIN', quantity: 1, status: 'GOOD-EV-TX' }]);
    await db.rows("update balances set on_hand = 0 where customer_no = $1 and status = 'GOOD-EV-TX'", [customerNo]);
    await db.rows('delete from movements where customer_no = $1', [customerNo]);
    const person = await signedIn(other, 'admin');
    const at = { Warehouse: 'APC01', Location: 'REMOVED-6' };
    expect((await person.call('Locations/Set', { ...at, WalkOrder: 1, Kind: 'pick' })).status).toBe(200);
    invalidateOperatorSettings(db);
    await readOperatorSettings(db);
    expect((await admin.call('Statuses/Remove', key)).status).toBe(200);
    for (const [operation, change] of [
      ['Locations/SetContent', { Quantity: 5 }],
      ['Bins/SetRule', { Minimum: 6, Target: 12 }],
    ] as const) {
      const recorded = await person.call(operation, { ...at, ...key, ItemNo: 'PIN', ...change });
      expect([400, 503], JSON.stringify(recorded.body)).toContain(recorded.status);
    }
    for (const ItemNo of ['PIN', 'NEW']) {
      const found = await client.call('Simulation/AdjustInventory', {
        Warehouse: 'APC01',
        InventoryStatus: 'GOOD-EV-TX',
        ReasonCode: 'FOUND',
        Items: [{ ItemNo, Quantity: 1 }],
      });
      // 400 when the cache was read again in time.
      expect([400, 503], JSON.stringify(found.body)).toContain(found.status);
      if (found.status === 503) expect(found.body.Reason).toContain('The inventory status was removed a moment ago.');
    }
    await givenStock(db, customerNo, [{ itemNo: 'PIN', quantity: 1 }]);
    const arriving = transferRequest({ CustomerReferenceNo: 'TO-1', TransferToInventoryStatusCode: 'GOOD-EV-TX' });
    const created = await client.call('InventoryMovement/CreateTransferOrder', arriving);
    expect([400, 503], JSON.stringify(created.body)).toContain(created.status);
    const keeping = transferRequest({ CustomerReferenceNo: 'TO-2' });
    expect((await client.call('InventoryMovement/CreateTransferOrder', keeping)).status).toBe(201);
    const counting = { Warehouse: 'APC01', Items: ['PIN'], InventoryStatuses: ['GOOD-EV-TX'] };
    const opened = await client.call('Simulation/OpenCount', counting);
    expect([400, 503], JSON.stringify(opened.body)).toContain(opened.status);
    const update = { TransferInfo: { CustomerReferenceNo: 'TO-2', TransferToInventoryStatusCode: 'GOOD-EV-TX' } };
    const updated = await client.call('InventoryMovement/UpdateTransferOrder', update);
    expect([400, 503], JSON.stringify(updated.body)).toContain(updated.status);
    const { rows } = await server.database.pool.query(
      "select 1 from balances where customer_no = $1 and status = 'GOOD-EV-TX'",
      [customerNo],
    );
    expect(rows).toEqual([]);
  } finally {
    await other.close();
  }
});

test('404 for an unknown status', async () => {
  expect((await admin.call('Statuses/Remove', { InventoryStatus: 'NONE' })).status).toBe(404);
});
