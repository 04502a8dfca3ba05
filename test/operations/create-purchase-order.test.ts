/** CreatePurchaseOrder: every documented response. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUuid } from '../../src/lib/uuid.ts';
import { cancelPurchaseOrderOperation } from '../../src/purchase-orders/operations/cancel-purchase-order.ts';
import { createPurchaseOrderOperation } from '../../src/purchase-orders/operations/create-purchase-order.ts';
import { balanceOf, givenItems } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';

const name = 'InventoryMovement/CreatePurchaseOrder';

const dropOff = {
  CustomerReferenceNo: 'INBOUND-1',
  TransportMethod: 'DROPOFF',
  RequestedDate: '11/16/2026',
  ReceiveToLocation: 'APC01',
  InventoryStatusCode: 'GOOD-NO-TX',
  ReferenceNo: 'DOCK-1',
};

const contact = {
  FirstName: 'Sample',
  LastName: 'Contact',
  Company: 'Sample Winery',
  Address: '100 Cellar Road',
  Address2: 'Barn 2',
  City: 'Napa',
  State: 'CA',
  ZipCode: '94558',
};

const items = [
  { ItemNo: 'PIN', ItemDescription: 'Pinot Noir', ItemQuantity: 600 },
  { ItemNo: 'CAB', ItemQuantity: 120 },
];

type Fields = Readonly<Record<string, unknown>>;
const body = (order: Fields = {}, ItemsInfo: readonly Fields[] = items) => ({
  OrderInfo: { ...dropOff, ...order },
  ItemsInfo,
});

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ operations: [createPurchaseOrderOperation, cancelPurchaseOrderOperation] });
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

async function winery(rights: 'read' | 'write' = 'write') {
  const customer = await server.customer(rights);
  await givenItems(server.environment.db, customer.customerNo, [
    { itemNo: 'PIN' },
    { itemNo: 'CAB' },
    { itemNo: 'OLD', retired: true },
    { itemNo: 'FEE', storage: 'virtual' },
    { itemNo: 'OURS', storage: 'client' },
  ]);
  return customer;
}

async function ordersOf(customerNo: string) {
  return await server.environment.db.rows<Fields>(
    `select o.*, d.document from purchase_orders o join purchase_order_details d using (customer_no, order_id)
      where customer_no = $1 order by purchase_order_number`,
    [customerNo],
  );
}

async function logOf(customerNo: string) {
  return await server.environment.db.rows<{ kind: string; subject: string; data: Fields }>(
    `select kind, subject, data from log where customer_no = $1 and kind like 'purchase_order.%' order by seq`,
    [customerNo],
  );
}

test('201: returns the reference; the lines count as inbound', async () => {
  const { client, customerNo } = await winery();
  const answer = await client.call(name, body());
  expect(answer.status).toBe(201);
  expect(isUuid(answer.body)).toBe(true);
  expect(await ordersOf(customerNo)).toMatchObject([
    {
      order_id: answer.body,
      customer_reference_no: 'INBOUND-1',
      purchase_order_number: 'PO000001',
      status: 'OPEN',
      transport_method: 'DROPOFF',
      requested_date: Temporal.PlainDate.from('2026-11-16'),
      warehouse: 'APC01',
      inventory_status: 'GOOD-NO-TX',
      reference_no: 'DOCK-1',
    },
  ]);
  const { db } = server.environment;
  expect(await balanceOf(db, customerNo, 'PIN')).toMatchObject({ onHand: 0, expected: 600 });
  expect(await balanceOf(db, customerNo, 'CAB')).toMatchObject({ onHand: 0, expected: 120 });
  expect(await logOf(customerNo)).toMatchObject([
    {
      kind: 'purchase_order.created',
      subject: answer.body,
      data: { customerReferenceNo: 'INBOUND-1', purchaseOrderNumber: 'PO000001', warehouse: 'APC01' },
    },
  ]);
});

test('201: PICKUP with its contact, whose Company and Address2 may be empty; the log holds no person', async () => {
  const { client, customerNo } = await winery();
  const pickup = {
    TransportMethod: 'PICKUP',
    ...contact,
    Company: '',
    Address2: '',
    EmailAddress: 'cellar@example.com',
    SpecialInstruction: 'Dock 2',
  };
  expect((await client.call(name, body(pickup))).status).toBe(201);
  expect(await ordersOf(customerNo)).toMatchObject([
    { transport_method: 'PICKUP', document: { firstName: 'Sample', company: '', specialInstruction: 'Dock 2' } },
  ]);
  expect(JSON.stringify(await logOf(customerNo))).not.toMatch(/Sample|cellar|Dock/);
});

test('201: instructions of several pages, for which the interface has no limit; 400 beyond 10,000 characters', async () => {
  const customer = await winery();
  const long = { SpecialInstruction: 'é'.repeat(10_000) };
  expect((await customer.client.call(name, body(long))).status).toBe(201);
  const tooLong = { CustomerReferenceNo: 'INBOUND-2', SpecialInstruction: 'é'.repeat(10_001) };
  const { status, body: refused } = await customer.client.call(name, body(tooLong));
  expect([status, refused.Errors]).toEqual([
    400,
    [{ Field: 'OrderInfo.SpecialInstruction', Code: 'MaxLength', Message: 'must have at most 10000 characters' }],
  ]);
});

test('201: a day that is past, in short form; one item on two lines', async () => {
  const { client, customerNo } = await winery();
  const twice = [
    { ItemNo: 'PIN', ItemQuantity: 10 },
    { ItemNo: 'PIN', ItemQuantity: 5 },
  ];
  expect((await client.call(name, body({ RequestedDate: '1/5/2020' }, twice))).status).toBe(201);
  expect(await balanceOf(server.environment.db, customerNo, 'PIN')).toMatchObject({ expected: 15 });
});

test("201: a warehouse that the operator added; an inventory status of the customer's own, for no other customer", async () => {
  const [{ client, customerNo }, other] = [await winery(), await winery()];
  const { db } = server.environment;
  await editSettings(
    db,
    `insert into warehouses select 'NEW01', city, state, zip_code, time_zone, working_days, accepts_returns
       from warehouses where code = 'APC01'`,
  );
  await editSettings(
    db,
    `insert into customer_inventory_statuses values ($1, 'GOOD-OWN', 'Own', true, false, true, false, false)`,
    [customerNo],
  );
  const own = body({ ReceiveToLocation: 'NEW01', InventoryStatusCode: 'GOOD-OWN' });
  await expect.poll(async () => (await client.call(name, own)).status, { timeout: 10_000, interval: 250 }).toBe(201);
  expect(await balanceOf(db, customerNo, 'PIN', 'NEW01', 'GOOD-OWN')).toMatchObject({ expected: 600 });
  expect(await other.client.call(name, own)).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'OrderInfo.InventoryStatusCode', Code: 'Enum' }] },
  });
});

test('201: every purchase order of a customer gets the next number; customers count for themselves', async () => {
  const [one, two] = [await winery(), await winery()];
  const references = Array.from({ length: 12 }, (_, i) => `INBOUND-${i}`);
  const calls = references.map((CustomerReferenceNo) => one.client.call(name, body({ CustomerReferenceNo })));
  const answers = await Promise.all([...calls, two.client.call(name, body())]);
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  expect((await ordersOf(one.customerNo)).map((order) => order.purchase_order_number)).toEqual(
    references.map((_, i) => `PO${String(i + 1).padStart(6, '0')}`),
  );
  expect(await ordersOf(two.customerNo)).toMatchObject([{ purchase_order_number: 'PO000001' }]);
});

test('201: the same creation again returns the first reference, even if an item was retired since', async () => {
  const { client, customerNo } = await winery();
  const first = await client.call(name, body());
  await server.environment.db.rows(`update skus set retired_at = now() where customer_no = $1`, [customerNo]);
  const again = await client.call(name, body({ SpecialInstruction: '', PhoneNumber: null }));
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(await ordersOf(customerNo)).toHaveLength(1);
  expect(await logOf(customerNo)).toHaveLength(1);
  expect(await balanceOf(server.environment.db, customerNo, 'PIN')).toMatchObject({ expected: 600 });
});

test('201: of concurrent creations one succeeds, and all return the same reference', async () => {
  const { client, customerNo } = await winery();
  const answers = await Promise.all(Array.from({ length: 16 }, () => client.call(name, body())));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect(await ordersOf(customerNo)).toHaveLength(1);
});

test('201: after cancellation the reference can be reused', async () => {
  const { client } = await winery();
  const first = await client.call(name, body());
  const cancellation = { CustomerReferenceNo: 'INBOUND-1' };
  expect((await client.call('InventoryMovement/CancelPurchaseOrder', cancellation)).status).toBe(200);
  const second = await client.call(name, body());
  expect(second.status).toBe(201);
  expect(second.body).not.toBe(first.body);
});

test('400 DuplicatePurchaseOrder: other content under the reference, naming the first', async () => {
  const { client, customerNo } = await winery();
  const { body: reference } = await client.call(name, body());
  const others = [
    body({ ReferenceNo: 'DOCK-2' }),
    body({ RequestedDate: '11/17/2026' }),
    body({ PhoneNumber: '7075550100' }),
    body({}, items.toReversed()),
    body({}, [{ ItemNo: 'UNKNOWN', ItemQuantity: 1 }]),
  ];
  for (const other of others) {
    const answer = await client.call(name, other);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        Code: 'DuplicatePurchaseOrder',
        Errors: [{ Field: 'OrderInfo.CustomerReferenceNo', Code: 'DuplicatePurchaseOrder' }],
      },
    });
    expect(answer.body.Reason).toContain(reference);
  }
  expect(await ordersOf(customerNo)).toHaveLength(1);
});

test('400: items that are unknown, retired, virtual or kept by the client; nothing is left behind', async () => {
  const { client, customerNo } = await winery();
  const wrong = ['PIN', 'NONE', 'OLD', 'FEE', 'OURS'].map((ItemNo) => ({ ItemNo, ItemQuantity: 1 }));
  expect(await client.call(name, body({}, wrong))).toMatchObject({
    status: 400,
    body: {
      Code: 'ValidationFailed',
      Errors: [
        { Field: 'ItemsInfo[1].ItemNo', Code: 'UnknownItem' },
        { Field: 'ItemsInfo[2].ItemNo', Code: 'RetiredItem' },
        { Field: 'ItemsInfo[3].ItemNo', Code: 'ItemNotStored' },
        { Field: 'ItemsInfo[4].ItemNo', Code: 'ItemNotStored' },
      ],
    },
  });
  expect(await ordersOf(customerNo)).toEqual([]);
  expect(await client.call(name, body())).toMatchObject({ status: 201 });
});

test("400: another customer's item is unknown", async () => {
  const [{ client }, other] = [await winery(), await winery()];
  await givenItems(server.environment.db, other.customerNo, [{ itemNo: 'THEIRS' }]);
  expect(await client.call(name, body({}, [{ ItemNo: 'THEIRS', ItemQuantity: 1 }]))).toMatchObject({
    status: 400,
    body: { Errors: [{ Code: 'UnknownItem' }] },
  });
});

test('400: PICKUP asks for every field of the contact', async () => {
  const { client } = await winery();
  const answer = await client.call(name, body({ TransportMethod: 'PICKUP', FirstName: '', Company: '' }));
  expect(answer.status).toBe(400);
  const fields = ['FirstName', 'LastName', 'Address', 'Address2', 'City', 'State', 'ZipCode'];
  expect(answer.body.Errors).toMatchObject(fields.map((field) => ({ Field: `OrderInfo.${field}`, Code: 'Required' })));
});

test('400: returns all faults at once, by field', async () => {
  const { client } = await winery();
  const answer = await client.call(name, {
    OrderInfo: {
      CustomerReferenceNo: '',
      TransportMethod: 'pickup',
      RequestedDate: '02/30/2026',
      ReceiveToLocation: 'XXX01',
      InventoryStatusCode: 'GOOD-ST-TX',
    },
    ItemsInfo: [
      { ItemNo: 'PIN', ItemQuantity: 0 },
      { ItemNo: '', ItemQuantity: 'twelve' },
      { ItemQuantity: 1.5 },
      { ItemNo: 'PIN' },
      { ItemNo: 'PIN', ItemQuantity: 2_147_483_648 },
    ],
  });
  expect(answer).toMatchObject({ status: 400, body: { Code: 'ValidationFailed' } });
  const faults = answer.body.Errors.map((fault: { Field: string; Code: string }) => `${fault.Field} ${fault.Code}`);
  expect(faults.toSorted()).toEqual([
    'ItemsInfo[0].ItemQuantity Minimum',
    'ItemsInfo[1].ItemNo MinLength',
    'ItemsInfo[1].ItemQuantity Type',
    'ItemsInfo[2].ItemNo Required',
    'ItemsInfo[2].ItemQuantity Type',
    'ItemsInfo[3].ItemQuantity Required',
    'ItemsInfo[4].ItemQuantity Maximum',
    'OrderInfo.CustomerReferenceNo MinLength',
    'OrderInfo.InventoryStatusCode Enum',
    'OrderInfo.ReceiveToLocation Enum',
    'OrderInfo.ReferenceNo Required',
    'OrderInfo.RequestedDate Format',
    'OrderInfo.TransportMethod Enum',
  ]);
});

test('400: OrderInfo and ItemsInfo are required, and there must be an item', async () => {
  const { client } = await winery();
  const missing = await client.call(name, {});
  expect(missing.body.Errors.map((fault: { Field: string }) => fault.Field)).toEqual(['OrderInfo', 'ItemsInfo']);
  expect(await client.call(name, body({}, []))).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'ItemsInfo', Code: 'MinItems' }] },
  });
});

test('401: wrong credentials return no further faults; nothing is created', async () => {
  const { client, customerNo } = await winery();
  const answer = await client.call(name, {
    ...body({ TransportMethod: 'nonsense' }),
    Authentication: { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo },
  });
  expect(answer).toMatchObject({ status: 401, body: { Code: 'InvalidCredentials' } });
  expect(answer.body.Errors ?? []).toEqual([]);
  expect(await ordersOf(customerNo)).toEqual([]);
});

test('403: a credential that may only read', async () => {
  const { client } = await winery('read');
  expect(await client.call(name, body())).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});
