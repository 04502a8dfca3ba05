/** Simulation/AdjustInventory: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { callAsOtherCustomer, callAsReader } from '../support/other-callers.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const name = 'Simulation/AdjustInventory';
const example = {
  Warehouse: 'APC01',
  InventoryStatus: 'GOOD-NO-TX',
  ReasonCode: 'BROKEN',
  Items: [{ ItemNo: 'WINE-1', Quantity: -2 }],
};

async function winery(stock?: number) {
  const opened = await openWinery(server, stock);
  const { db } = server.environment;
  return {
    ...opened,
    adjust: (parts: Json = {}, headers = {}) => opened.client.call(name, { ...example, ...parts }, headers),
    balance: (itemNo = 'WINE-1', status?: string) => balanceOf(db, opened.customerNo, itemNo, 'APC01', status),
  };
}

test('200: reduces stock and logs the user, reason and reference', async () => {
  const { adjust, balance, customerNo, userKey, timeline, client } = await winery();
  const answer = await adjust();
  expect(answer.status).toBe(200);
  const reference = answer.body.TransactionReferenceNumber;
  expect(await balance()).toMatchObject({ onHand: 98 });
  const moved = await server.environment.db.rows(
    "select quantity, type, reference, subject, item_description from movements where customer_no = $1 and type = 'Inventory Adjustment' and reference <> 'FOUND'",
    [customerNo],
  );
  expect(moved).toEqual([
    {
      quantity: -2,
      type: 'Inventory Adjustment',
      reference: 'BROKEN',
      subject: reference,
      item_description: 'Wine WINE-1',
    },
  ]);
  expect(await timeline(reference)).toMatchObject([
    { kind: 'inventory.adjusted', reference, operation: name, data: { reasonCode: 'BROKEN', warehouse: 'APC01' } },
  ]);
  const [logged] = await server.environment.db.rows('select actor from log where customer_no = $1 and reference = $2', [
    customerNo,
    reference,
  ]);
  expect(logged).toEqual({ actor: userKey });
  const shown = await client.call('Inventory/GetTransactions', {
    TransactionStartDateTime: '2026-01-01T00:00:00Z',
    TransactionTypes: ['Inventory Adjustment'],
    ItemNumbers: ['WINE-1'],
  });
  expect(shown.body.InventoryTransactions.at(-1)).toMatchObject({ Quantity: -2, Reference: 'BROKEN' });
});

test('200: added stock is allocated to backorders, in any status', async () => {
  const { adjust, balance, created, order } = await winery(0);
  const waiting = await created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 3 }] });
  expect((await order(waiting)).status).toBe('ON INV HOLD');
  expect((await adjust({ ReasonCode: 'FOUND', Items: [{ ItemNo: 'WINE-1', Quantity: 3 }] })).status).toBe(200);
  expect((await order(waiting)).status).toBe('RECEIVED');
  await adjust({ InventoryStatus: 'GOOD-ST-TX', ReasonCode: 'FOUND', Items: [{ ItemNo: 'WINE-1', Quantity: 1 }] });
  expect(await balance('WINE-1', 'GOOD-ST-TX')).toMatchObject({ onHand: 1 });
});

test('200: the newest order goes back on an Inventory hold when reserved stock disappears', async () => {
  const { adjust, created, order, client } = await winery(4);
  const [first, second] = [
    await created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] }),
    await created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] }),
  ];
  expect((await adjust({ Items: [{ ItemNo: 'WINE-1', Quantity: -1 }] })).status).toBe(200);
  expect((await order(first)).status).toBe('RECEIVED');
  expect((await order(second)).status).toBe('ON INV HOLD');
  const held = await client.call('SalesOrder/GetOrdersOnHold');
  expect(held.body).toMatchObject([
    { HoldReason: 'Inventory', OrderOnHoldItems: [{ Quantity: '2', QuantityReserved: '0' }] },
  ]);
});

test('200: the same Idempotency-Key posts once', async () => {
  const { adjust, balance } = await winery();
  const headers = { 'idempotency-key': 'once' };
  const answers = await Promise.all([adjust({}, headers), adjust({}, headers)]);
  expect(new Set(answers.map(({ body }) => body.TransactionReferenceNumber)).size).toBe(1);
  expect(await balance()).toMatchObject({ onHand: 98 });
});

test('200: an order in work ships short, and its packages, its timeline and the ledger agree', async () => {
  const { adjust, created, order, timeline, client } = await winery(5);
  const reference = await created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 5 }] });
  const advance = (Seconds: number) => client.call('Simulation/AdvanceClock', { Seconds });
  while (!(await timeline(reference)).some(({ kind }) => kind === 'package.packed')) await advance(3_600);
  expect((await adjust({ Items: [{ ItemNo: 'WINE-1', Quantity: -2 }] })).status).toBe(200);
  await advance(5 * 86_400);
  expect((await order(reference)).status).toBe('SHIPPED');
  const { order_no: OrderNo } = await order(reference);
  const { body } = await client.call('Tracking/GetDetails', { OrderNo });
  expect(JSON.stringify(body)).toMatch(/"ItemNo":"WINE-1"[^}]*"Quantity":"3"/);
  const packed = await server.environment.db.rows<Json>('select items from packages where order_id = $1', [reference]);
  expect(packed).toMatchObject([{ items: [{ units: 3 }] }]);
  expect((await timeline(reference)).map(({ kind }) => kind)).toContain('sales_order.short_picked');
});

test('400: rejects more than is on hand; posts nothing', async () => {
  const { adjust, balance } = await winery();
  const answer = await adjust({
    Items: [
      { ItemNo: 'WINE-1', Quantity: -1 },
      { ItemNo: 'WINE-2', Quantity: -1 },
    ],
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { Code: 'ValidationFailed', Errors: [{ Field: 'Items[1].Quantity', Code: 'InsufficientStock' }] },
  });
  expect(await balance()).toMatchObject({ onHand: 100 });
});

test('400: of an item on several lines, the fault names the last one that removes stock', async () => {
  const { adjust, balance } = await winery();
  const answer = await adjust({
    ReasonCode: 'CORRECTION',
    Items: [
      { ItemNo: 'WINE-1', Quantity: -100 },
      { ItemNo: 'WINE-1', Quantity: -50 },
      { ItemNo: 'WINE-1', Quantity: 10 },
    ],
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'Items[1].Quantity', Code: 'InsufficientStock' }] },
  });
  expect(await balance()).toMatchObject({ onHand: 100 });
});

test('400: returns every fault of the request at once', async () => {
  const { adjust } = await winery();
  const answer = await adjust({
    ReasonCode: 'BECAUSE',
    Items: [
      { ItemNo: 'NO-SUCH', Quantity: 1 },
      { ItemNo: 'FEE', Quantity: 1 },
      { ItemNo: 'OURS', Quantity: 1 },
    ],
  });
  expect(answer.status).toBe(400);
  expect(answer.body.Errors).toMatchObject([
    { Field: 'ReasonCode', Code: 'UnknownReason' },
    { Field: 'Items[0].ItemNo', Code: 'UnknownItem' },
    { Field: 'Items[1].ItemNo', Code: 'ItemNotStored' },
    { Field: 'Items[2].ItemNo', Code: 'ItemNotStored' },
  ]);
});

test.each([
  [
    'a reason that only takes',
    { ReasonCode: 'LOST', Items: [{ ItemNo: 'WINE-1', Quantity: 1 }] },
    'Items[0].Quantity',
    'WrongDirection',
  ],
  ['a reason that only adds', { ReasonCode: 'FOUND' }, 'Items[0].Quantity', 'WrongDirection'],
  ['a reason of another posting', { ReasonCode: 'DAMAGED' }, 'ReasonCode', 'UnknownReason'],
  ['nothing', { Items: [{ ItemNo: 'WINE-1', Quantity: 0 }] }, 'Items[0].Quantity', 'NotZero'],
  ['no items', { Items: [] }, 'Items', 'MinItems'],
  ['an unknown warehouse', { Warehouse: 'XYZ99' }, 'Warehouse', 'Enum'],
  ['an unknown status', { InventoryStatus: 'GOOD' }, 'InventoryStatus', 'Enum'],
])('400: %s', async (_, parts, Field, Code) => {
  const { adjust } = await winery();
  expect(await adjust(parts)).toMatchObject({ status: 400, body: { Errors: [{ Field, Code }] } });
});

test('200: a retired item may still be adjusted', async () => {
  const { adjust, balance } = await winery();
  expect((await adjust({ ReasonCode: 'FOUND', Items: [{ ItemNo: 'OLD', Quantity: 1 }] })).status).toBe(200);
  expect(await balance('OLD')).toMatchObject({ onHand: 1 });
});

test('401: wrong credentials', async () => {
  expect((await callAsOtherCustomer(server, name, example)).status).toBe(401);
});

test('403: a credential that may only read', async () => {
  expect(await callAsReader(server, name, example)).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});
