/** Simulation/ReceivePurchaseOrder: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reserveDemands } from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { toSimulationOperation } from '../../src/platform/http/internal-operation.ts';
import { createPurchaseOrderOperation } from '../../src/purchase-orders/operations/create-purchase-order.ts';
import { receivePurchaseOrderOperation } from '../../src/purchase-orders/operations/receive-purchase-order.ts';
import { balanceOf, givenItems } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const name = 'Simulation/ReceivePurchaseOrder';

type Fields = Readonly<Record<string, unknown>>;

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({
    operations: [createPurchaseOrderOperation, toSimulationOperation(receivePurchaseOrderOperation)],
  });
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

/** A winery with INBOUND-1: 60 PIN and 12 CAB, then 24 PIN more on a line of their own. */
async function winery() {
  const customer = await server.customer();
  const { db } = server.environment;
  await givenItems(db, customer.customerNo, [{ itemNo: 'PIN' }, { itemNo: 'CAB' }, { itemNo: 'ZIN' }]);
  const { body: orderId } = await customer.client.call('InventoryMovement/CreatePurchaseOrder', {
    OrderInfo: {
      CustomerReferenceNo: 'INBOUND-1',
      TransportMethod: 'DROPOFF',
      RequestedDate: '11/16/2026',
      ReceiveToLocation: 'APC01',
      InventoryStatusCode: 'GOOD-NO-TX',
      ReferenceNo: 'DOCK-1',
    },
    ItemsInfo: [
      { ItemNo: 'PIN', ItemQuantity: 60 },
      { ItemNo: 'CAB', ItemQuantity: 12 },
      { ItemNo: 'PIN', ItemQuantity: 24 },
    ],
  });
  const receive = (Lines?: readonly Fields[]) =>
    customer.client.call(name, { CustomerReferenceNo: 'INBOUND-1', ...(Lines ? { Lines } : {}) });
  return { ...customer, orderId: orderId as string, receive };
}

async function movementsOf(customerNo: string) {
  return await server.environment.db.rows<Fields>(
    `select item_no, warehouse, status, quantity, type, reference, po_number, subject, item_description, item_unit
       from movements where customer_no = $1 order by seq`,
    [customerNo],
  );
}

async function logOf(customerNo: string) {
  return await server.environment.db.rows<{ kind: string; subject: string; reference: string; data: Fields }>(
    `select kind, subject, reference, data from log where customer_no = $1 and kind = 'purchase_order.received' order by seq`,
    [customerNo],
  );
}

test('200: receives all ordered units by default', async () => {
  const { receive, customerNo, orderId } = await winery();
  const answer = await receive();
  expect(answer).toMatchObject({
    status: 200,
    body: {
      PurchaseOrderNumber: 'PO000001',
      Status: 'RECEIVED',
      Lines: [
        { ItemNo: 'PIN', ItemQuantity: 60, InventoryStatusCode: 'GOOD-NO-TX' },
        { ItemNo: 'PIN', ItemQuantity: 24, InventoryStatusCode: 'GOOD-NO-TX' },
        { ItemNo: 'CAB', ItemQuantity: 12, InventoryStatusCode: 'GOOD-NO-TX' },
      ],
    },
  });
  const { db } = server.environment;
  expect(await balanceOf(db, customerNo, 'PIN')).toMatchObject({ onHand: 84, expected: 0 });
  expect(await balanceOf(db, customerNo, 'CAB')).toMatchObject({ onHand: 12, expected: 0 });
  expect((await movementsOf(customerNo))[0]).toEqual({
    item_no: 'PIN',
    warehouse: 'APC01',
    status: 'GOOD-NO-TX',
    quantity: 60,
    type: 'Purchase Order',
    reference: 'INBOUND-1',
    po_number: 'PO000001',
    subject: orderId,
    item_description: 'Wine PIN',
    item_unit: '750',
  });
  const reference = answer.body.TransactionReferenceNumber;
  expect(await logOf(customerNo)).toMatchObject([{ subject: orderId, reference, data: { status: 'RECEIVED' } }]);
});

test('200: more units than 32 bits count, over several calls', async () => {
  const { receive, customerNo } = await winery();
  const { db } = server.environment;
  const lines = Array.from({ length: 1_000 }, () => ({ ItemNo: 'PIN', ItemQuantity: 1_000_000 }));
  for (let call = 0; call < 5; call += 1) {
    expect(await receive(lines)).toMatchObject({ status: 200, body: { Status: 'PARTIALLY RECEIVED' } });
  }
  expect(await balanceOf(db, customerNo, 'PIN')).toMatchObject({ onHand: 5_000_000_000, expected: 0 });
  expect(await receive()).toMatchObject({
    status: 200,
    body: { Status: 'RECEIVED', Lines: [{ ItemNo: 'CAB', ItemQuantity: 12 }] },
  });
});

test('200: short, then the rest', async () => {
  const { receive, customerNo } = await winery();
  const { db } = server.environment;
  expect(await receive([{ ItemNo: 'PIN', ItemQuantity: 70 }])).toMatchObject({
    status: 200,
    body: {
      Status: 'PARTIALLY RECEIVED',
      Lines: [
        { ItemNo: 'PIN', ItemQuantity: 60 },
        { ItemNo: 'PIN', ItemQuantity: 10 },
      ],
    },
  });
  expect(await balanceOf(db, customerNo, 'PIN')).toMatchObject({ onHand: 70, expected: 14 });
  expect(await receive()).toMatchObject({
    status: 200,
    body: {
      Status: 'RECEIVED',
      Lines: [
        { ItemNo: 'PIN', ItemQuantity: 14 },
        { ItemNo: 'CAB', ItemQuantity: 12 },
      ],
    },
  });
  expect(await balanceOf(db, customerNo, 'PIN')).toMatchObject({ onHand: 84, expected: 0 });
});

test('200: too much counts on the last line of the item', async () => {
  const { receive, customerNo } = await winery();
  expect(await receive([{ ItemNo: 'PIN', ItemQuantity: 100 }])).toMatchObject({
    status: 200,
    body: { Status: 'PARTIALLY RECEIVED' },
  });
  expect(await receive([{ ItemNo: 'PIN', ItemQuantity: 1 }])).toMatchObject({ status: 200 });
  expect(await receive([{ ItemNo: 'CAB' }])).toMatchObject({
    status: 200,
    body: { Status: 'RECEIVED', Lines: [{ ItemNo: 'CAB', ItemQuantity: 12 }] },
  });
  const { db } = server.environment;
  expect(await balanceOf(db, customerNo, 'PIN')).toMatchObject({ onHand: 101, expected: 0 });
  const lines = await db.rows<Fields>(
    'select line, received from purchase_order_lines where customer_no = $1 order by line',
    [customerNo],
  );
  expect(lines).toEqual([
    { line: 1, received: 60 },
    { line: 2, received: 12 },
    { line: 3, received: 41 },
  ]);
});

test('200: damaged goods are on hand under their own status and count as arrived', async () => {
  const { receive, customerNo } = await winery();
  const answer = await receive([
    { ItemNo: 'CAB', ItemQuantity: 10 },
    { ItemNo: 'CAB', ItemQuantity: 2, InventoryStatusCode: 'DMGD-NO-TX' },
    { ItemNo: 'PIN' },
  ]);
  expect(answer).toMatchObject({ status: 200, body: { Status: 'RECEIVED' } });
  const { db } = server.environment;
  expect(await balanceOf(db, customerNo, 'CAB')).toMatchObject({ onHand: 10, expected: 0 });
  expect(await balanceOf(db, customerNo, 'CAB', 'APC01', 'DMGD-NO-TX')).toMatchObject({ onHand: 2, expected: 0 });
});

test('200: allocates received stock to backorders', async () => {
  const { receive, customerNo } = await winery();
  const { db } = server.environment;
  await db.write((tx) =>
    reserveDemands(tx, [
      {
        customerNo,
        subject: uuidv7(),
        rank: 2,
        queuedAt: Temporal.Now.instant(),
        warehouse: { named: 'APC01' },
        lines: [{ itemNo: 'PIN', status: 'GOOD-NO-TX', quantity: 6 }],
      },
    ]),
  );
  expect(await receive()).toMatchObject({ status: 200 });
  expect(await balanceOf(db, customerNo, 'PIN')).toMatchObject({ onHand: 84, reserved: 6, backOrdered: 0 });
  await db.rows('delete from demands where customer_no = $1', [customerNo]);
  await db.rows('update balances set reserved = 0 where customer_no = $1', [customerNo]);
});

test('200: concurrent receipts are each counted once', async () => {
  const { receive, customerNo } = await winery();
  const answers = await Promise.all(Array.from({ length: 8 }, () => receive([{ ItemNo: 'PIN', ItemQuantity: 5 }])));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(await balanceOf(server.environment.db, customerNo, 'PIN')).toMatchObject({ onHand: 40, expected: 44 });
});

test('200: of concurrent receipts of everything one is posted, the others are 403; an unknown reference is named', async () => {
  const { client, receive, customerNo } = await winery();
  const answers = await Promise.all(Array.from({ length: 8 }, () => receive()));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(403)]);
  expect(await balanceOf(server.environment.db, customerNo, 'PIN')).toMatchObject({ onHand: 84, expected: 0 });
  expect(await client.call(name, { CustomerReferenceNo: 'NOPE' })).toMatchObject({
    status: 404,
    body: { Reason: 'There is no purchase order NOPE.' },
  });
});

test('400: rejects items that were not ordered, and closed lines without a quantity', async () => {
  const { receive, customerNo } = await winery();
  await receive([{ ItemNo: 'CAB' }]);
  expect(await receive([{ ItemNo: 'PIN' }, { ItemNo: 'ZIN', ItemQuantity: 1 }, { ItemNo: 'CAB' }])).toMatchObject({
    status: 400,
    body: {
      Errors: [
        { Field: 'Lines[1].ItemNo', Code: 'NotOnOrder' },
        { Field: 'Lines[2].ItemQuantity', Code: 'NothingOpen' },
      ],
    },
  });
  expect(await balanceOf(server.environment.db, customerNo, 'PIN')).toMatchObject({ onHand: 0, expected: 84 });
});

test('400: the rules of the fields', async () => {
  const { client, receive } = await winery();
  expect(await client.call(name, {})).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'CustomerReferenceNo', Code: 'Required' }] },
  });
  expect(await receive([])).toMatchObject({ status: 400, body: { Errors: [{ Field: 'Lines', Code: 'MinItems' }] } });
  expect(await receive([{ ItemNo: 'PIN', ItemQuantity: 0, InventoryStatusCode: 'LOST' }])).toMatchObject({
    status: 400,
    body: {
      Errors: [
        { Field: 'Lines[0].ItemQuantity', Code: 'Minimum' },
        { Field: 'Lines[0].InventoryStatusCode', Code: 'Enum' },
      ],
    },
  });
});

test('401: wrong credentials', async () => {
  const { client, customerNo } = await winery();
  const answer = await client.call(name, {
    CustomerReferenceNo: 'INBOUND-1',
    Authentication: { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo },
  });
  expect(answer.status).toBe(401);
});

test('403: rejects a receipt of a RECEIVED order', async () => {
  const { receive, customerNo } = await winery();
  await receive();
  for (const lines of [undefined, [{ ItemNo: 'PIN', ItemQuantity: 1 }]]) {
    const answer = await receive(lines);
    expect(answer).toMatchObject({ status: 403, body: { Code: 'StateForbids' } });
    expect(answer.body.Reason).toContain('RECEIVED');
  }
  expect(await balanceOf(server.environment.db, customerNo, 'PIN')).toMatchObject({ onHand: 84 });
});

test.each(['CANCELED', 'CLOSED'])('403: rejects a receipt of a %s order', async (status) => {
  const { receive, customerNo } = await winery();
  const { db } = server.environment;
  await db.rows('update purchase_orders set status = $2 where customer_no = $1', [customerNo, status]);
  const answer = await receive();
  expect(answer).toMatchObject({ status: 403, body: { Code: 'StateForbids' } });
  expect(answer.body.Reason).toContain(status);
});

test('200: selects the order that is not canceled among several of one reference, whatever its age', async () => {
  const { receive, customerNo, orderId } = await winery();
  const { db } = server.environment;
  await db.rows(
    `insert into purchase_orders
     select customer_no, $2, customer_reference_no, 'PO000002', 'CANCELED', content_hash, transport_method,
            requested_date, warehouse, inventory_status, reference_no, created_at
       from purchase_orders where customer_no = $1`,
    [customerNo, uuidv7()],
  );
  expect(await receive()).toMatchObject({ status: 200, body: { PurchaseOrderNumber: 'PO000001' } });
  expect((await logOf(customerNo)).map((entry) => entry.subject)).toEqual([orderId]);
});

test('403: a credential that may only read', async () => {
  const { client } = await server.customer('read');
  expect(await client.call(name, { CustomerReferenceNo: 'INBOUND-1' })).toMatchObject({
    status: 403,
    body: { Code: 'RightMissing' },
  });
});

test("404: an unknown purchase order, and another customer's", async () => {
  const { client } = await server.customer();
  await winery();
  expect(await client.call(name, { CustomerReferenceNo: 'INBOUND-1' })).toMatchObject({
    status: 404,
    body: { Code: 'NotFound' },
  });
});

test('404 in production: the operation does not exist there', async () => {
  const production = await openTestServer({
    operations: [toSimulationOperation(receivePurchaseOrderOperation)],
    environment: 'production',
  });
  try {
    const { client } = await production.customer();
    expect(await client.call(name, { CustomerReferenceNo: 'INBOUND-1' })).toMatchObject({
      status: 404,
      body: { Code: 'UnknownPath' },
    });
  } finally {
    await production.close();
  }
});
