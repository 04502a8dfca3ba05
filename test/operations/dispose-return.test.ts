/** Simulation/DisposeReturn: every documented response. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { givenStock } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { withoutForeignKeys } from '../support/removed-warehouse.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const operation = 'Simulation/DisposeReturn';
let server: TestServer;
let admin: OperatorClient;

beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

/** A return of 6 WINE-1 and 3 WINE-2 that awaits its disposition. */
async function awaiting(OrderNo: string) {
  const winery = await openReturnsWinery(server);
  await winery.delivered({ OrderInfo: { OrderNo } });
  const { body } = await winery.sendBack({ OrderNo });
  await winery.advance(10);
  return { winery, RMANumber: body.RMANumber as string, returnId: body.TransactionReferenceNumber as string };
}

test('200: Return to Inventory, in the inventory status that was given', async () => {
  const { winery, RMANumber } = await awaiting('DISPOSE-1');
  const answer = await winery.dispose({
    RMANumber,
    DispositionCode: 'Return to Inventory',
    InventoryStatusCode: 'GOOD-NO-TX',
  });
  expect(answer).toMatchObject({
    status: 200,
    body: { RMANumber, ReturnStatus: 'CLOSED', ReshipTransactionReferenceNumber: '', ReshipShipmentKey: '' },
  });
  expect(await winery.balance('WINE-1', 'GOOD-NO-TX')).toBe(100);
  const transactions = await winery.client.call('Inventory/GetTransactions', {
    TransactionStartDateTime: '2020-01-01T00:00:00Z',
    TransactionType: 'Return Order',
  });
  expect(transactions.body.InventoryTransactions).toMatchObject([
    {
      ItemNo: 'WINE-1',
      InventoryStatus: 'GOOD-NO-TX',
      TransactionType: 'Return Order',
      Reference: 'DISPOSE-1',
      PONumber: RMANumber,
      ShipToName: 'Sample Recipient',
      OrderType: 'CLUB',
      Quantity: 6,
    },
    { ItemNo: 'WINE-2', Quantity: 3 },
  ]);
});

test('200: Reship makes an order that arrives', async () => {
  const { winery, RMANumber } = await awaiting('DISPOSE-2');
  const { status, body } = await winery.dispose({ RMANumber, DispositionCode: 'Reship' });
  expect([status, body.ReshipShipmentKey]).toEqual([200, RMANumber]);
  expect(await winery.order(body.ReshipTransactionReferenceNumber)).toMatchObject({
    order_no: 'DISPOSE-2',
    shipment_key: RMANumber,
    status: 'RECEIVED',
  });
  await winery.advance(12);
  expect((await winery.track('DISPOSE-2')).map(({ Status }) => Status)).toEqual(['DELIVERED TO SHIPPER', 'DELIVERED']);
});

test('200: Reship although an order of the winery has the RMA number as ShipmentKey', async () => {
  const { winery, RMANumber } = await awaiting('DISPOSE-K');
  await winery.created({ OrderInfo: { OrderNo: 'DISPOSE-K', ShipmentKey: RMANumber } });
  await winery.created({ OrderInfo: { OrderNo: 'DISPOSE-K', ShipmentKey: `${RMANumber}-3` } });
  const reship = async (ItemNo: string, Quantity: number) => {
    const { status, body } = await winery.dispose({
      RMANumber,
      DispositionCode: 'Reship',
      Lines: [{ ItemNo, Quantity }],
    });
    return [status, body.ReshipShipmentKey];
  };
  expect(await reship('WINE-1', 2)).toEqual([200, `${RMANumber}-2`]);
  expect(await reship('WINE-1', 4)).toEqual([200, `${RMANumber}-4`]);
  expect(await reship('WINE-2', 3)).toEqual([200, `${RMANumber}-5`]);
});

test('200: Reship of a JIT order sends the bottles of the return, whatever tax status it named', async () => {
  const winery = await openReturnsWinery(server);
  const TransactionReferenceNumber = await winery.created({
    OrderInfo: { OrderType: 'JIT' },
    ItemsInfo: [{ ItemNo: 'LOOSE', ItemQuantity: 2, InventoryTaxStatus: 'GOOD-LB-TX' }],
  });
  const { db } = server.environment;
  await db.rows("update sales_orders set status = 'SHIPPED' where customer_no = $1", [winery.customerNo]);
  const { body: announced } = await winery.sendBack({ TransactionReferenceNumber });
  await winery.advance(10);
  const { body } = await winery.dispose({ RMANumber: announced.RMANumber, DispositionCode: 'Reship' });
  expect(await winery.order(body.ReshipTransactionReferenceNumber)).toMatchObject({
    order_type: 'RETAIL',
    status: 'RECEIVED',
    reserved: { LOOSE: 2 },
  });
});

test('200: Reship sends bottles of a status that consumer orders no longer draw', async () => {
  const winery = await openReturnsWinery(server);
  const { customerNo } = winery;
  const { db } = server.environment;
  const mark = (DrawnByConsumerOrders: boolean) =>
    admin.call('Statuses/Set', {
      CustomerNo: customerNo,
      InventoryStatus: 'GOOD-EV-TX',
      Description: 'For events',
      DrawnByConsumerOrders,
    });
  expect((await mark(true)).status).toBe(200);
  await givenStock(db, customerNo, [{ itemNo: 'LOOSE', quantity: 2, status: 'GOOD-EV-TX' }]);
  const TransactionReferenceNumber = await winery.delivered({ ItemsInfo: [{ ItemNo: 'LOOSE', ItemQuantity: 2 }] });
  expect((await mark(false)).status).toBe(200);
  const { body: announced } = await winery.sendBack({ TransactionReferenceNumber });
  await winery.advance(10);
  const { body } = await winery.dispose({ RMANumber: announced.RMANumber, DispositionCode: 'Reship' });
  const again = await winery.order(body.ReshipTransactionReferenceNumber);
  expect(again).toMatchObject({ status: 'RECEIVED', reserved: { LOOSE: 2 } });
});

test('200: Return to Winery leaves nothing in stock', async () => {
  const { winery, RMANumber, returnId } = await awaiting('DISPOSE-3');
  expect((await winery.dispose({ RMANumber, DispositionCode: 'Return to Winery' })).status).toBe(200);
  expect(await winery.balance('WINE-1', 'RTGD-NO-TX')).toBe(0);
  expect((await winery.movements(returnId)).map(({ quantity }) => quantity)).toEqual([6, -6, 3, -3]);
});

test('200: some units of an item, then others, then the rest', async () => {
  const { winery, RMANumber, returnId } = await awaiting('DISPOSE-Q');
  const dispose = (DispositionCode: string, Quantity?: number) =>
    winery.dispose({ RMANumber, DispositionCode, Lines: [{ ItemNo: 'WINE-1', Quantity }, { ItemNo: 'WINE-2' }] });
  const some = { RMANumber, DispositionCode: 'Return to Inventory', Lines: [{ ItemNo: 'WINE-1', Quantity: 2 }] };
  const left = { status: 200, body: { ReturnStatus: 'AWAITING DISPOSITION' } };
  expect(await winery.dispose(some)).toMatchObject(left);
  expect(await winery.balance('WINE-1', 'RTGD-NO-TX')).toBe(2);
  expect(await winery.dispose({ ...some, Lines: [{ ItemNo: 'WINE-1', Quantity: 5 }] })).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'Lines[0].Quantity', Code: 'TooMany' }] },
  });
  expect(await winery.dispose({ ...some, DispositionCode: 'Return to Winery' })).toMatchObject(left);
  expect((await winery.movements(returnId)).map(({ quantity }) => quantity)).toEqual([2, 2, -2]);
  expect(await dispose('Return to Inventory')).toMatchObject({ status: 200, body: { ReturnStatus: 'CLOSED' } });
  expect(await winery.balance('WINE-1', 'RTGD-NO-TX')).toBe(4);
  expect(await winery.balance('WINE-2', 'RTGD-NO-TX')).toBe(3);
});

test('200: some items, then the rest', async () => {
  const { winery, RMANumber } = await awaiting('DISPOSE-7');
  const first = { RMANumber, DispositionCode: 'Return to Winery', Lines: [{ ItemNo: 'WINE-2' }] };
  expect(await winery.dispose(first)).toMatchObject({ status: 200, body: { ReturnStatus: 'AWAITING DISPOSITION' } });
  expect((await winery.dispose(first)).status).toBe(403);
  const rest = await winery.dispose({ RMANumber, DispositionCode: 'Return to Inventory' });
  expect(rest).toMatchObject({ status: 200, body: { ReturnStatus: 'CLOSED' } });
  expect(await winery.balance('WINE-1', 'RTGD-NO-TX')).toBe(6);
  expect(await winery.balance('WINE-2', 'RTGD-NO-TX')).toBe(0);
  const [header] = (await winery.returns()).body.ReturnSalesOrderHeaders;
  expect(header).toMatchObject({
    DispositionCode: '',
    ReturnSalesOrderLines: [
      { ItemNo: 'WINE-1', DispositionCode: 'Return to Inventory' },
      { ItemNo: 'WINE-2', DispositionCode: 'Return to Winery' },
    ],
  });
});

test('200: the same Idempotency-Key answers the same and posts nothing again', async () => {
  const { winery, RMANumber } = await awaiting('DISPOSE-4');
  const dispose = () =>
    winery.client.call(operation, { RMANumber, DispositionCode: 'Reship' }, { 'idempotency-key': 'again' });
  const first = await dispose();
  expect(first.status).toBe(200);
  expect((await dispose()).body).toEqual(first.body);
});

test('400: the rules of the fields', async () => {
  const { client } = await server.customer();
  const body = { RMANumber: '', DispositionCode: 'Drink', InventoryStatusCode: 'LOST' };
  expect(await client.call(operation, body)).toMatchObject({
    status: 400,
    body: {
      Errors: [
        { Field: 'RMANumber', Code: 'MinLength' },
        { Field: 'DispositionCode', Code: 'Enum' },
        { Field: 'InventoryStatusCode', Code: 'Enum' },
      ],
    },
  });
});

test('400: an item that is not in the return', async () => {
  const { winery, RMANumber } = await awaiting('DISPOSE-8');
  const Lines = [{ ItemNo: 'WINE-1' }, { ItemNo: 'LOOSE' }];
  expect(await winery.dispose({ RMANumber, DispositionCode: 'Return to Winery', Lines })).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'Lines[1].ItemNo', Code: 'UnknownLine' }] },
  });
  expect(await winery.dispose({ RMANumber, DispositionCode: 'Return to Winery', Lines: [] })).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'Lines', Code: 'MinItems' }] },
  });
});

test('401: wrong credentials', async () => {
  const { client, customerNo } = await server.customer();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  const body = { RMANumber: 'RMA-1', DispositionCode: 'Reship', Authentication };
  expect((await client.call(operation, body)).status).toBe(401);
});

test('403: a return that is not inspected or has its disposition, with its state; a credential that may only read', async () => {
  const winery = await openReturnsWinery(server);
  await winery.delivered({ OrderInfo: { OrderNo: 'DISPOSE-5' } });
  const { RMANumber } = (await winery.sendBack({ OrderNo: 'DISPOSE-5' })).body;
  const body = { RMANumber, DispositionCode: 'Return to Inventory' };
  expect(await winery.dispose(body)).toMatchObject({
    status: 403,
    body: { Code: 'StateForbids', Reason: expect.stringContaining('EXPECTED') },
  });
  await winery.advance(10);
  const answers = await Promise.all([1, 2, 3, 4].map(() => winery.dispose(body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  expect(await winery.balance('WINE-1', 'RTGD-NO-TX')).toBe(6);
  expect(await winery.dispose(body)).toMatchObject({
    status: 403,
    body: { Reason: expect.stringContaining('CLOSED') },
  });
  const { client } = await server.customer('read');
  expect(await client.call(operation, body)).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});

test("404: an unknown return, and another customer's", async () => {
  const { winery, RMANumber } = await awaiting('DISPOSE-6');
  const { client } = await server.customer();
  for (const [caller, rma] of [
    [client, RMANumber],
    [winery.client, 'RMA-UNKNOWN-000001'],
  ] as const) {
    expect(await caller.call(operation, { RMANumber: rma, DispositionCode: 'Reship' })).toMatchObject({
      status: 404,
      body: { Code: 'NotFound' },
    });
  }
});

test('403: its warehouse does not exist', async () => {
  const { winery, RMANumber, returnId } = await awaiting('DISPOSE-GONE');
  const move = 'update returns set warehouse = $2 where return_id = $1';
  await withoutForeignKeys(server.database.pool, move, [returnId, 'GONE1']);
  const { status, body } = await winery.dispose({ RMANumber, DispositionCode: 'Return to Inventory' });
  expect([status, body.State]).toEqual([403, 'AWAITING DISPOSITION']);
  expect(body.Reason).toContain('warehouse GONE1 does not exist');
  await withoutForeignKeys(server.database.pool, move, [returnId, 'APC01']);
  expect((await winery.dispose({ RMANumber, DispositionCode: 'Return to Inventory' })).status).toBe(200);
});

test('403: the inventory status of what was found does not exist; another one can be named', async () => {
  const { winery, RMANumber, returnId } = await awaiting('DISPOSE-GONE-2');
  const rename = "update return_findings set status = 'GONE-1' where return_id = $1";
  await server.database.pool.query(rename, [returnId]);
  const request = { RMANumber, DispositionCode: 'Return to Inventory' };
  const { status, body } = await winery.dispose(request);
  expect([status, body.State]).toEqual([403, 'AWAITING DISPOSITION']);
  expect(body.Reason).toContain('inventory status GONE-1 does not exist');
  expect((await winery.dispose({ ...request, InventoryStatusCode: 'RTGD-NO-TX' })).status).toBe(200);
});
