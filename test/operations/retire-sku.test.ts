/** RetireSku: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUuid } from '../../src/lib/uuid.ts';
import { balanceOf, givenItems, givenStock } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { sentPurchaseOrder } from '../support/purchase-orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { sentOrder } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

async function winery(rights: 'read' | 'write' = 'write') {
  const customer = await server.customer(rights);
  const { customerNo, client } = customer;
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'PIN' }, { itemNo: 'CAB' }, { itemNo: 'OLD', retired: true }]);
  return {
    ...customer,
    retire: (ItemNo: unknown, more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
      client.call('SKU/RetireSku', { ItemNo, ...more }, headers),
    retiredAt: async (itemNo: string) => {
      const rows = await db.rows<{ retired_at: Temporal.Instant | null }>(
        'select retired_at from skus where customer_no = $1 and item_no = $2',
        [customerNo, itemNo],
      );
      return rows[0]?.retired_at;
    },
    log: async () =>
      // biome-ignore lint/suspicious/noExplicitAny: the test looks into log data of every shape
      await db.rows<any>(`select * from log where customer_no = $1 and kind = 'sku.retired' order by seq`, [
        customerNo,
      ]),
  };
}

test('200: retires an unused item and returns its reference', async () => {
  const { retire, retiredAt, log } = await winery();
  const answer = await retire('PIN');
  expect(answer.status).toBe(200);
  expect(isUuid(answer.body)).toBe(true);
  expect(await retiredAt('PIN')).toBeInstanceOf(Temporal.Instant);
  expect(await retiredAt('CAB')).toBeNull();
  expect(await log()).toMatchObject([{ reference: answer.body, operation: 'SKU/RetireSku', data: { itemNo: 'PIN' } }]);
  expect((await log())[0].data).not.toHaveProperty('stillInUse');
});

test('200: stock and open orders do not prevent it; the log names them; its history stays', async () => {
  const { retire, log, client, customerNo } = await winery();
  await givenStock(server.environment.db, customerNo, [
    { itemNo: 'PIN', quantity: 5 },
    { itemNo: 'PIN', quantity: 2, status: 'DMGD-NO-TX' },
  ]);
  const order = (OrderNo: string, ItemQuantity: number) =>
    client.call(
      'SalesOrder/CreateSalesOrder',
      sentOrder({ OrderInfo: { OrderNo }, ItemsInfo: [{ ItemNo: 'PIN', ItemQuantity }] }),
    );
  const [reserved, waiting] = [await order('ORD-1', 5), await order('ORD-2', 100)];
  const inbound = await client.call(
    'InventoryMovement/CreatePurchaseOrder',
    sentPurchaseOrder({}, [{ ItemNo: 'PIN', ItemQuantity: 12 }]),
  );
  expect((await retire('PIN')).status).toBe(200);
  const { stillInUse } = (await log())[0].data;
  expect(stillInUse.stock).toEqual([
    { warehouse: 'APC01', status: 'DMGD-NO-TX', onHand: 2 },
    { warehouse: 'APC01', status: 'GOOD-NO-TX', onHand: 5 },
  ]);
  expect(stillInUse.wanted).toEqual({
    count: 2,
    documents: [
      { kind: 'sales order', name: 'ORD-1', status: 'RECEIVED', reference: reserved.body },
      { kind: 'sales order', name: 'ORD-2', status: 'ON INV HOLD', reference: waiting.body },
    ],
  });
  expect(stillInUse.announced).toEqual({
    count: 1,
    documents: [{ kind: 'purchase order', name: 'INBOUND-1', status: 'OPEN', reference: inbound.body }],
  });
  expect(await client.call('Simulation/ReceivePurchaseOrder', { CustomerReferenceNo: 'INBOUND-1' })).toMatchObject({
    status: 200,
  });
  const status = await client.call('Inventory/GetStatus', { ItemNumbers: ['PIN'], IncludeUnavailableItems: true });
  expect(status.body.WarehouseInventoryStatuses).toMatchObject([
    { ItemNo: 'PIN', InventoryStatus: 'DMGD-NO-TX', OnHandQuantity: 2 },
    { ItemNo: 'PIN', ItemDescription: 'Wine PIN', OnHandQuantity: 17, ReservedQuantity: 5 },
  ]);
});

test('200: new orders reject the item; its number cannot be used by another one', async () => {
  const { retire, client } = await winery();
  await retire('PIN');
  const line = { ItemNo: 'PIN', ItemQuantity: 1 };
  for (const [operation, body] of [
    ['SalesOrder/CreateSalesOrder', sentOrder({ ItemsInfo: [line] })],
    ['InventoryMovement/CreatePurchaseOrder', sentPurchaseOrder({}, [line])],
  ] as const) {
    expect(await client.call(operation, body)).toMatchObject({
      status: 400,
      body: { Errors: [{ Field: 'ItemsInfo[0].ItemNo', Code: 'RetiredItem' }] },
    });
  }
  const RequestorInfo = { FirstName: 'Sample', LastName: 'Requestor', EmailAddress: 'requestor@example.com' };
  const SKUInfo = { ItemCategory: 'Merchandise', ItemNo: 'PIN', ItemDescription: 'New', Value: '1', UOM: '750' };
  expect(await client.call('SKU/CreateSKU', { RequestorInfo, SKUInfo })).toMatchObject({
    status: 400,
    body: { Code: 'DuplicateItem', Reason: expect.stringMatching(/retired item .*to reinstate that item, send/) },
  });
});

test('200: its stock may leave: by transfer, by delivery to the winery, by disposal; it is not sellable', async () => {
  const { retire, client, customerNo } = await winery();
  const { db } = server.environment;
  await givenStock(db, customerNo, [
    { itemNo: 'PIN', quantity: 10 },
    { itemNo: 'CAB', quantity: 3 },
  ]);
  await retire('PIN');
  const sellable = async (body: object) => (await client.call('Inventory/GetSellable', body)).body.Items;
  expect(await sellable({})).toMatchObject([
    { ItemNo: 'CAB', SellableQuantity: 3 },
    { ItemNo: 'PIN', SellableQuantity: 0 },
  ]);
  expect(await sellable({ ItemNumbers: ['PIN'] })).toMatchObject([{ ItemNo: 'PIN', SellableQuantity: 0 }]);

  const line = (ItemQuantity: number) => ({ ItemNo: 'PIN', ItemQuantity });
  const transfer = {
    TransferInfo: {
      CustomerReferenceNo: 'MOVE-1',
      RequestedDate: '11/18/2026',
      TransferFromWarehouse: 'APC01',
      TransferToWarehouse: 'COB01',
      InventoryStatusCode: 'GOOD-NO-TX',
      FirstName: 'Sample',
      LastName: 'Contact',
      PhoneNumber: '7075550100',
      EmailAddress: 'cellar@example.com',
    },
    ItemsInfo: [line(4)],
  };
  expect((await client.call('InventoryMovement/CreateTransferOrder', transfer)).status).toBe(201);
  const toWinery = sentOrder({ OrderInfo: { OrderType: 'DELIVERY_TO_WINERY' }, ItemsInfo: [line(3)] });
  const order = await client.call('SalesOrder/CreateSalesOrder', toWinery);
  expect(order.status).toBe(200);
  expect(await balanceOf(db, customerNo, 'PIN')).toMatchObject({ onHand: 10, reserved: 7 });
  const update = (body: object) =>
    client.call('SalesOrder/UpdateSalesOrder', { TransactionReferenceNumber: order.body, ...body });
  expect((await update({ ItemsInfo: [line(1), line(1)] })).status).toBe(200);
  expect(await update({ OrderInfo: { OrderType: 'CLUB' } })).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'ItemsInfo[0].ItemNo', Code: 'RetiredItem' }, { Field: 'ItemsInfo[1].ItemNo' }] },
  });
  const disposal = {
    Warehouse: 'APC01',
    InventoryStatus: 'GOOD-NO-TX',
    ReasonCode: 'BROKEN',
    Items: [{ ItemNo: 'PIN', Quantity: -4 }],
  };
  expect(await client.call('Simulation/AdjustInventory', disposal)).toMatchObject({ status: 200 });
  expect(await balanceOf(db, customerNo, 'PIN')).toMatchObject({ onHand: 6, reserved: 6 });
});

test('200: of concurrent requests one retires the item, the others find it retired', async () => {
  const { retire, log } = await winery();
  const answers = await Promise.all(Array.from({ length: 6 }, () => retire('PIN')));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 403, 403, 403, 403, 403]);
  expect(await log()).toHaveLength(1);
});

test('400: ItemNo is required', async () => {
  const { retire } = await winery();
  expect(await retire(undefined)).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'ItemNo', Code: 'Required' }] },
  });
  expect(await retire('')).toMatchObject({ status: 400, body: { Errors: [{ Field: 'ItemNo', Code: 'MinLength' }] } });
  expect(await retire(7.5)).toMatchObject({ status: 400, body: { Errors: [{ Field: 'ItemNo', Code: 'Type' }] } });
});

test('401: without credentials, and without the token', async () => {
  const { retire, retiredAt } = await winery();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: 'W1' };
  expect((await retire('PIN', { Authentication })).status).toBe(401);
  expect((await retire('PIN', {}, { authorization: '' })).status).toBe(401);
  expect(await retiredAt('PIN')).toBeNull();
});

test('403: retired already; a credential that may only read', async () => {
  const { retire, retiredAt } = await winery();
  const before = await retiredAt('OLD');
  const answer = await retire('OLD');
  expect(answer).toMatchObject({ status: 403, body: { Code: 'StateForbids', State: 'RETIRED' } });
  expect(answer.body.Reason).toContain('it is retired');
  expect(await retiredAt('OLD')).toEqual(before);
  const reader = await winery('read');
  expect((await reader.retire('PIN')).body.Code).toBe('RightMissing');
});

test("404: an unknown item, and another customer's", async () => {
  const [mine, theirs] = [await winery(), await winery()];
  await givenItems(server.environment.db, theirs.customerNo, [{ itemNo: 'THEIRS' }]);
  for (const itemNo of ['NONE', 'THEIRS']) {
    expect(await mine.retire(itemNo)).toMatchObject({ status: 404, body: { Code: 'NotFound' } });
  }
  expect(await theirs.retiredAt('THEIRS')).toBeNull();
});
