/** UpdatePurchaseOrder: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUuid, uuidv7 } from '../../src/lib/uuid.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openInboundWinery, sentPurchaseOrder } from '../support/purchase-orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const CustomerReferenceNo = 'INBOUND-1';

const contact = {
  FirstName: 'Sample',
  LastName: 'Contact',
  Address: '100 Cellar Road',
  City: 'Napa',
  State: 'CA',
  ZipCode: '94558',
};

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const winery = (rights?: 'read' | 'write') => openInboundWinery(server, rights);

test('200: a part alone changes a part alone, and what is inbound stays', async () => {
  const { created, update, order, expected, timeline } = await winery();
  const reference = await created({ PhoneNumber: '7075550100' });
  const before = await order(reference);
  const answer = await update({
    OrderInfo: { CustomerReferenceNo, ReferenceNo: 'DOCK-1', SpecialInstruction: 'Dock 3', PhoneNumber: null },
  });
  expect(answer.status).toBe(200);
  expect(isUuid(answer.body)).toBe(true);
  expect(answer.body).not.toBe(reference);
  expect(await order(reference)).toEqual({
    ...before,
    document: { ...(before.document as object), specialInstruction: 'Dock 3' },
  });
  expect(await expected('PIN')).toBe(600);
  expect(await timeline(reference)).toMatchObject([
    { kind: 'purchase_order.created' },
    {
      kind: 'purchase_order.updated',
      reference: answer.body,
      operation: 'InventoryMovement/UpdatePurchaseOrder',
      data: { purchaseOrderNumber: 'PO000001', changed: ['OrderInfo.SpecialInstruction'] },
    },
  ]);
  expect(JSON.stringify(await timeline(reference))).not.toContain('Dock 3');
});

test.each([
  ['its number', (): string => 'PO000001'],
  ['the reference of its creation', (reference: string) => reference],
  ['that reference in capitals', (reference: string) => reference.toUpperCase()],
])('200: named by %s', async (_name, name) => {
  const { created, update, order } = await winery();
  const reference = await created();
  await created({ CustomerReferenceNo: 'INBOUND-2', ReferenceNo: 'DOCK-2' });
  const PurchaseOrderNumber = name(reference);
  expect((await update({ PurchaseOrderNumber, OrderInfo: { RequestedDate: '1/5/2027' } })).status).toBe(200);
  expect((await update({ PurchaseOrderNumber, OrderInfo: { CustomerReferenceNo } })).status).toBe(200);
  expect(await order(reference)).toMatchObject({ requested_date: Temporal.PlainDate.from('2027-01-05') });
});

test('200, 403: named by the reference of an update, and of the cancellation', async () => {
  const { created, update, cancel, order } = await winery();
  const reference = await created();
  const { body: later } = await update({ OrderInfo: { CustomerReferenceNo, SpecialInstruction: 'Dock 2' } });
  const again = { PurchaseOrderNumber: later.toUpperCase(), OrderInfo: { SpecialInstruction: 'Dock 3' } };
  expect((await update(again)).status).toBe(200);
  expect(await order(reference)).toMatchObject({ document: { specialInstruction: 'Dock 3' } });
  const { body: last } = await cancel({ CustomerReferenceNo });
  expect(await update({ PurchaseOrderNumber: last })).toMatchObject({ status: 403, body: { Code: 'StateForbids' } });
});

test('200: a ReferenceNo that differs is new data, also when another order has it', async () => {
  const { created, update, order } = await winery();
  const [one, two] = [await created(), await created({ CustomerReferenceNo: 'INBOUND-2', ReferenceNo: 'DOCK-2' })];
  expect((await update({ OrderInfo: { CustomerReferenceNo, ReferenceNo: 'DOCK-2' } })).status).toBe(200);
  expect(await order(one)).toMatchObject({ reference_no: 'DOCK-2', status: 'OPEN' });
  expect(await order(two)).toMatchObject({ reference_no: 'DOCK-2' });
});

test('200: ItemsInfo replaces all lines and what is inbound; a line keeps the description of its item', async () => {
  const { created, update, order, expected } = await winery();
  const reference = await created();
  const ItemsInfo = [
    { ItemNo: 'ZIN', ItemDescription: 'Zinfandel', ItemQuantity: 12 },
    { ItemNo: 'PIN', ItemQuantity: 100 },
    { ItemNo: 'PIN', ItemDescription: 'Magnums', ItemQuantity: 6 },
  ];
  expect((await update({ OrderInfo: { CustomerReferenceNo }, ItemsInfo })).status).toBe(200);
  expect((await order(reference)).lines).toEqual([
    ['ZIN', 'Zinfandel', 12, 0],
    ['PIN', 'Pinot Noir', 100, 0],
    ['PIN', 'Magnums', 6, 0],
  ]);
  expect([await expected('PIN'), await expected('CAB'), await expected('ZIN')]).toEqual([106, 0, 12]);
});

test('200: the same lines are no change', async () => {
  const { created, update, order, timeline } = await winery();
  const reference = await created();
  const lines = (await order(reference)).lines as [string, string, number, number][];
  const ItemsInfo = lines.map(([ItemNo, ItemDescription, ItemQuantity]) => ({ ItemQuantity, ItemDescription, ItemNo }));
  expect((await update({ OrderInfo: { CustomerReferenceNo, ReferenceNo: 'DOCK-4' }, ItemsInfo })).status).toBe(200);
  expect((await timeline(reference)).at(-1)).toMatchObject({ data: { changed: ['OrderInfo.ReferenceNo'] } });
});

test('200: another warehouse and another status: the stock is expected there', async () => {
  const { created, update, receive, expected, order } = await winery();
  const reference = await created();
  const there = { ReceiveToLocation: 'COB01', InventoryStatusCode: 'GOOD-NO-BD' };
  expect((await update({ OrderInfo: { CustomerReferenceNo, ...there } })).status).toBe(200);
  expect([await expected('PIN'), await expected('PIN', 'COB01', 'GOOD-NO-BD')]).toEqual([0, 600]);
  expect((await receive({ CustomerReferenceNo })).status).toBe(200);
  expect(await expected('PIN', 'COB01', 'GOOD-NO-BD')).toBe(0);
  expect(await order(reference)).toMatchObject({ status: 'RECEIVED', warehouse: 'COB01' });
});

test.each([
  ['another warehouse', { ReceiveToLocation: 'COB01' }, 'COB01', 'GOOD-NO-TX'],
  ['another status', { InventoryStatusCode: 'GOOD-NO-BD' }, 'APC01', 'GOOD-NO-BD'],
])('200: %s alone: the stock is expected there alone', async (_name, there, warehouse, status) => {
  const { created, update, expected } = await winery();
  await created();
  expect((await update({ OrderInfo: { CustomerReferenceNo, ...there } })).status).toBe(200);
  expect([await expected('PIN'), await expected('PIN', warehouse, status)]).toEqual([0, 600]);
});

test('200: DROPOFF becomes PICKUP with its address; "" clears a text', async () => {
  const { created, update, order } = await winery();
  const reference = await created({ SpecialInstruction: 'Dock 2' });
  const changes = { TransportMethod: 'PICKUP', ...contact, SpecialInstruction: '' };
  expect((await update({ OrderInfo: { CustomerReferenceNo, ...changes } })).status).toBe(200);
  expect(await order(reference)).toMatchObject({
    transport_method: 'PICKUP',
    document: { firstName: 'Sample', city: 'Napa', company: '', specialInstruction: '' },
  });
});

test('200: a document that was erased does not stand in the way', async () => {
  const { created, update, order, customerNo } = await winery();
  const reference = await created({ SpecialInstruction: 'Dock 2' });
  await server.environment.db.rows('delete from purchase_order_details where customer_no = $1', [customerNo]);
  expect((await update({ OrderInfo: { CustomerReferenceNo, LastName: 'New' } })).status).toBe(200);
  expect(await order(reference)).toMatchObject({ document: { lastName: 'New', specialInstruction: '' } });
});

test('200: nothing to change changes nothing; the creation sent again still answers the first reference', async () => {
  const { created, create, update, order } = await winery();
  const reference = await created();
  const before = await order(reference);
  expect((await update({ OrderInfo: { CustomerReferenceNo } })).status).toBe(200);
  expect(await order(reference)).toEqual(before);
  expect((await update({ OrderInfo: { CustomerReferenceNo, ReferenceNo: 'DOCK-9' } })).status).toBe(200);
  expect(await create(sentPurchaseOrder())).toMatchObject({ status: 201, body: reference });
});

test('200: an item that was retired meanwhile may stay on the order', async () => {
  const { created, update, customerNo, expected } = await winery();
  await created();
  await server.environment.db.rows(`update skus set retired_at = now() where customer_no = $1 and item_no = 'PIN'`, [
    customerNo,
  ]);
  const ItemsInfo = [{ ItemNo: 'PIN', ItemQuantity: 60 }];
  expect((await update({ OrderInfo: { CustomerReferenceNo }, ItemsInfo })).status).toBe(200);
  expect(await expected('PIN')).toBe(60);
});

test('200: many at once, of one order under two names and of others, each for itself', async () => {
  const { created, update, expected } = await winery();
  const names = Array.from({ length: 8 }, (_, i) => `INBOUND-${i}`);
  const references = await Promise.all(names.map((name) => created({ CustomerReferenceNo: name })));
  const items = (quantity: number) => [{ ItemNo: 'PIN', ItemQuantity: quantity }];
  const answers = await Promise.all([
    ...names.map((name) => update({ OrderInfo: { CustomerReferenceNo: name }, ItemsInfo: items(10) })),
    update({ PurchaseOrderNumber: references[0], ItemsInfo: items(10) }),
    update({ PurchaseOrderNumber: 'PO000001', ItemsInfo: items(10) }),
    update({ OrderInfo: { CustomerReferenceNo: 'NONE' } }),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([...Array.from({ length: 10 }, () => 200), 404]);
  expect([await expected('PIN'), await expected('CAB')]).toEqual([80, 0]);
});

test('200: sent again under its Idempotency-Key it answers the same and is done once', async () => {
  const { created, update, timeline } = await winery();
  const reference = await created();
  const again = () => update({ OrderInfo: { CustomerReferenceNo, City: 'Napa' } }, { 'idempotency-key': 'K-1' });
  const [first, second] = [await again(), await again()];
  expect(second).toMatchObject({ status: 200, body: first.body });
  expect(await timeline(reference)).toHaveLength(2);
});

test('400: neither number nor reference', async () => {
  const { update } = await winery();
  for (const body of [{}, { OrderInfo: { ReferenceNo: 'DOCK-1' } }, { PurchaseOrderNumber: null, OrderInfo: null }]) {
    expect(await update(body)).toMatchObject({
      status: 400,
      body: { Errors: [{ Field: 'OrderInfo.CustomerReferenceNo', Code: 'Required' }] },
    });
  }
});

test('400: the order that would come of it breaks a rule; nothing changes', async () => {
  const { created, update, order, expected } = await winery();
  const reference = await created();
  const before = await order(reference);
  const answer = await update({
    OrderInfo: { CustomerReferenceNo, TransportMethod: 'PICKUP', ...contact, City: '', ReceiveToLocation: 'COB01' },
    ItemsInfo: ['PIN', 'NONE', 'OLD', 'FEE'].map((ItemNo) => ({ ItemNo, ItemQuantity: 1 })),
  });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      Code: 'ValidationFailed',
      Errors: [
        { Field: 'OrderInfo.City', Code: 'Required' },
        { Field: 'ItemsInfo[1].ItemNo', Code: 'UnknownItem' },
        { Field: 'ItemsInfo[2].ItemNo', Code: 'RetiredItem' },
        { Field: 'ItemsInfo[3].ItemNo', Code: 'ItemNotStored' },
      ],
    },
  });
  expect(await order(reference)).toEqual(before);
  expect(await expected('PIN')).toBe(600);
});

test('400: named by its number, another CustomerReferenceNo beside it', async () => {
  const { created, update } = await winery();
  await created();
  const answer = await update({ PurchaseOrderNumber: 'PO000001', OrderInfo: { CustomerReferenceNo: 'OTHER' } });
  expect(answer).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'OrderInfo.CustomerReferenceNo', Code: 'Conflict' }] },
  });
});

test('400: every fault of the request at once', async () => {
  const { update } = await winery();
  const answer = await update({
    OrderInfo: {
      CustomerReferenceNo: '',
      TransportMethod: 'pickup',
      RequestedDate: '02/30/2026',
      ReceiveToLocation: 'XXX01',
      InventoryStatusCode: 'LOST',
      ReferenceNo: '',
    },
    ItemsInfo: [{ ItemNo: 'NONE', ItemQuantity: 0 }, { ItemQuantity: 1 }],
  });
  const faults = answer.body.Errors.map((fault: { Field: string; Code: string }) => `${fault.Field} ${fault.Code}`);
  expect(faults.toSorted()).toEqual([
    'ItemsInfo[0].ItemNo UnknownItem',
    'ItemsInfo[0].ItemQuantity Minimum',
    'ItemsInfo[1].ItemNo Required',
    'OrderInfo.CustomerReferenceNo MinLength',
    'OrderInfo.InventoryStatusCode Enum',
    'OrderInfo.ReceiveToLocation Enum',
    'OrderInfo.ReferenceNo MinLength',
    'OrderInfo.RequestedDate Format',
    'OrderInfo.TransportMethod Enum',
  ]);
  expect(await update({ OrderInfo: { CustomerReferenceNo }, ItemsInfo: [] })).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'ItemsInfo', Code: 'MinItems' }] },
  });
});

test('401: without valid credentials', async () => {
  const { created, update, order } = await winery();
  const reference = await created();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: 'W1' };
  expect(await update({ Authentication, OrderInfo: { CustomerReferenceNo, City: 'Napa' } })).toMatchObject({
    status: 401,
    body: { Code: 'InvalidCredentials' },
  });
  expect(await order(reference)).toMatchObject({ document: { city: '' } });
});

test('403: an order that is not open; the state is named', async () => {
  const { created, update, receive, cancel, close } = await winery();
  const change = async (name: string) => await update({ OrderInfo: { CustomerReferenceNo: name, City: 'Napa' } });
  const receivedInPart = { CustomerReferenceNo: 'PART', Lines: [{ ItemNo: 'PIN', ItemQuantity: 1 }] };
  for (const name of ['PART', 'ALL', 'SHORT', 'GONE']) await created({ CustomerReferenceNo: name });
  await receive(receivedInPart);
  await receive({ CustomerReferenceNo: 'ALL' });
  await close({ CustomerReferenceNo: 'SHORT' });
  await cancel({ CustomerReferenceNo: 'GONE' });
  for (const [name, state] of [
    ['PART', 'PARTIALLY RECEIVED'],
    ['ALL', 'RECEIVED'],
    ['SHORT', 'CLOSED'],
    ['GONE', 'CANCELED'],
  ] as const) {
    const answer = await change(name);
    expect(answer).toMatchObject({ status: 403, body: { Code: 'StateForbids' } });
    expect(answer.body.Reason).toContain(state);
  }
});

test('403: a credential that may only read', async () => {
  const { update } = await winery('read');
  expect(await update({ OrderInfo: { CustomerReferenceNo } })).toMatchObject({
    status: 403,
    body: { Code: 'RightMissing' },
  });
});

test("404: an unknown order, a ReferenceNo, another customer's order", async () => {
  const [mine, theirs] = [await winery(), await winery()];
  const reference = await theirs.created();
  await mine.created({ CustomerReferenceNo: 'MINE', ReferenceNo: 'DOCK-1' });
  for (const body of [
    { OrderInfo: { CustomerReferenceNo } },
    { OrderInfo: { CustomerReferenceNo: 'DOCK-1' } },
    { PurchaseOrderNumber: 'PO000002' },
    { PurchaseOrderNumber: 'MINE' },
    { PurchaseOrderNumber: uuidv7() },
    { PurchaseOrderNumber: reference, OrderInfo: { City: 'Napa' } },
  ]) {
    expect(await mine.update(body)).toMatchObject({ status: 404, body: { Code: 'NotFound' } });
  }
  expect(await theirs.order(reference)).toMatchObject({ document: { city: '' } });
});
