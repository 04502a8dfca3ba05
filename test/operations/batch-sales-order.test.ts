/** BatchSalesOrder over HTTP: the replies that it declares. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUuid } from '../../src/lib/uuid.ts';
import { balanceOf } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { sendBatch } from '../support/order-batches.ts';
import { freshOrderNo } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery, sentOrder } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

test('200 returns a status per order in the sequence sent, and the same statuses when sent again', async () => {
  const winery = await openWinery(server);
  const same = sentOrder();
  const orders = [
    sentOrder({ OrderInfo: { TransmissionId: 'T-1', BatchId: 'OWN' } }),
    sentOrder({ OrderInfo: { OrderNo: 'X', GiftCard: 1 }, ItemsInfo: [{ ItemNo: 'NO-SUCH', ItemQuantity: 1 }] }),
    same,
    same,
    { ...same, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 9 }] },
    sentOrder({ ItemsInfo: [{ ItemNo: 'OLD', ItemQuantity: 1 }] }),
    sentOrder({ ItemsInfo: undefined }),
  ];
  const answer = await sendBatch(winery, orders);
  expect(answer.status).toBe(200);
  expect(isUuid(answer.body.TransactionReferenceNumber)).toBe(true);
  const statuses = answer.body.CreateSalesOrderStatuses;
  expect(statuses.map((s: Json) => s.IsCreated)).toEqual([true, false, true, true, false, false, true]);
  expect(statuses.map((s: Json) => s.RefOrderNo)).toEqual(orders.map((o) => o.OrderInfo.OrderNo));
  expect(statuses[0]).toMatchObject({ RefTransmissionId: 'T-1', Messages: [] });
  expect(statuses[1].TransactionReferenceNumber).toBe('');
  expect(statuses[1].Messages).toEqual([
    'OrderInfo.OrderNo must have at least 3 characters',
    'OrderInfo.GiftCardMessage is required when GiftCard is 1',
    'ItemsInfo[0].ItemNo "NO-SUCH" is not an item of this customer',
  ]);
  expect(statuses[3].TransactionReferenceNumber).toBe(statuses[2].TransactionReferenceNumber);
  expect(statuses[4].Messages[0]).toContain(statuses[2].TransactionReferenceNumber);
  expect(statuses[5].Messages).toEqual(['ItemsInfo[0].ItemNo "OLD" is retired']);
  expect((await winery.order(statuses[0].TransactionReferenceNumber)).batch_id).toBe('OWN');
  expect((await winery.order(statuses[2].TransactionReferenceNumber)).batch_id).toBe('B-1');
  expect(await balanceOf(server.environment.db, winery.customerNo, 'WINE-1')).toMatchObject({ reserved: 2 });

  expect((await sendBatch(winery, orders)).body.CreateSalesOrderStatuses).toEqual(statuses);
  const alone = await winery.create(same);
  expect(alone.body).toBe(statuses[2].TransactionReferenceNumber);
});

test('200 an item that is not an object has its own status', async () => {
  const winery = await openWinery(server);
  const answer = await sendBatch(winery, [null, sentOrder(), 'order', 7, [sentOrder()], {}, sentOrder()]);
  expect(answer.status).toBe(200);
  const statuses = answer.body.CreateSalesOrderStatuses;
  expect(statuses.map((s: Json) => s.IsCreated)).toEqual([false, true, false, false, false, false, true]);
  for (const index of [0, 2, 3, 4]) {
    expect(statuses[index]).toEqual({
      RefTransmissionId: '',
      RefOrderNo: '',
      IsCreated: false,
      TransactionReferenceNumber: '',
      Messages: ['The order must be an object'],
      Status: 400,
      Retry: false,
    });
  }
  expect(statuses[5].Messages).toEqual(['OrderInfo is required']);
});

test('200 reports what cannot be read of an order as its own faults, at the field sent', async () => {
  const winery = await openWinery(server);
  const nested = (levels: number): Json => (levels === 1 ? {} : { a: nested(levels - 1) });
  const line = { ItemNo: 'WINE-1', ItemQuantity: 1 };
  const orders = [
    sentOrder({ AdditionalFields: nested(32), ItemsInfo: [{ ...line, AdditionalFields: nested(32) }] }),
    sentOrder({ AdditionalFields: nested(33) }),
    sentOrder({ AdditionalFields: nested(40) }),
    sentOrder({ ItemsInfo: [{ ...line, AdditionalFields: nested(33) }] }),
    sentOrder({ OrderInfo: { PONo: 'a\u0000b' } }),
    sentOrder({ ItemsInfo: [null, line, null, { ...line, ItemQuantity: 0 }] }),
    sentOrder({ ItemsInfo: [null, line] }),
  ];
  const answer = await sendBatch(winery, orders, {}, { 'idempotency-key': 'faulty' });
  expect(answer.status).toBe(200);
  const statuses = answer.body.CreateSalesOrderStatuses;
  expect(statuses.map((s: Json) => s.Messages)).toEqual([
    [],
    ['AdditionalFields must not be nested deeper than 32 levels'],
    [expect.stringContaining('must not be nested deeper than 32 levels')],
    ['ItemsInfo[0].AdditionalFields must not be nested deeper than 32 levels'],
    [expect.stringContaining('must not contain the character NUL')],
    ['ItemsInfo[3].ItemQuantity must be at least 1'],
    [],
  ]);
  expect(statuses.map((s: Json) => s.RefOrderNo)).toEqual(orders.map((o) => o.OrderInfo.OrderNo));
});

test('200 reports why an accepted order is on hold, also when it is sent again', async () => {
  const winery = await openWinery(server);
  const orders = [
    sentOrder({ ItemsInfo: undefined }),
    sentOrder({ OrderInfo: { HoldOrder: true }, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 9000 }] }),
    sentOrder(),
  ];
  const answer = await sendBatch(winery, orders);
  const statuses = answer.body.CreateSalesOrderStatuses;
  expect(statuses.map((s: Json) => s.IsCreated)).toEqual([true, true, true]);
  expect(statuses.map((s: Json) => s.Messages)).toEqual([
    [expect.stringMatching(/^On hold \(Customer Service\): The order has no items\./)],
    [
      expect.stringMatching(/^On hold \(Winery\): /),
      expect.stringMatching(/^On hold \(Inventory\): Not enough stock when the order was held: WINE-1/),
    ],
    [],
  ]);
  expect((await sendBatch(winery, orders)).body.CreateSalesOrderStatuses).toEqual(statuses);
});

test('200 reads OrderHeaderInfo as OrderInfo', async () => {
  const winery = await openWinery(server);
  const { OrderInfo, ...others } = sentOrder({ OrderInfo: { TransmissionId: 'T-HEADER' } });
  const orders = [
    { OrderHeaderInfo: OrderInfo, ...others },
    { OrderHeaderInfo: OrderInfo, OrderInfo, ...others },
    { OrderHeaderInfo: OrderInfo, OrderInfo: { ...OrderInfo, OrderType: 'RETAIL' }, ...others },
    { OrderHeaderInfo: { ...OrderInfo, OrderNo: 'X' }, ...others },
  ];
  const { body } = await sendBatch(winery, orders);
  const [first, second, differing, refused] = body.CreateSalesOrderStatuses;
  expect(first).toMatchObject({ IsCreated: true, RefOrderNo: OrderInfo.OrderNo, RefTransmissionId: 'T-HEADER' });
  expect(second).toEqual(first);
  expect(differing).toMatchObject({
    IsCreated: false,
    RefOrderNo: OrderInfo.OrderNo,
    RefTransmissionId: 'T-HEADER',
    Status: 400,
    Messages: ['OrderHeaderInfo differs from OrderInfo'],
  });
  expect(refused).toMatchObject({ IsCreated: false, RefOrderNo: 'X', RefTransmissionId: 'T-HEADER', Status: 400 });
  expect((await winery.create({ OrderInfo, ...others })).body).toBe(first.TransactionReferenceNumber);
});

test('200 echoes the names that a refused order sent, also as numbers', async () => {
  const winery = await openWinery(server);
  const { body } = await sendBatch(winery, [
    { OrderInfo: { OrderNo: 12, TransmissionId: 77 } },
    { OrderHeaderInfo: { OrderNo: 13, OrderType: 'NONE' } },
  ]);
  expect(body.CreateSalesOrderStatuses).toMatchObject([
    { IsCreated: false, RefOrderNo: '12', RefTransmissionId: '77' },
    { IsCreated: false, RefOrderNo: '13', RefTransmissionId: '' },
  ]);
});

test('200 ignores the same properties as a single request, however its strings must be read', async () => {
  const winery = await openWinery(server);
  const { userKey, password, customerNo } = winery;
  const unknown = {
    Huge: 1e300,
    Text: 'a\u0000b',
    Secret: password,
    Deep: JSON.parse('['.repeat(60) + ']'.repeat(60)),
  };
  const own = { UserKey: userKey, Password: password, CustomerNo: customerNo };
  const orders = [
    { ...sentOrder({ AdditionalFields: { Text: '\u00e9' } }), ...unknown },
    { ...sentOrder(), Authentication: own, ...unknown },
    { ...sentOrder(), Authentication: { ...own, Password: '[secret]' } },
  ];
  const body = { Authentication: own, BatchId: 'B-1', SalesOrdersInfo: orders };
  const sent = JSON.stringify(body).replaceAll('1e+300', '1e400').replaceAll('\u00e9', '\\u00e9');
  expect(sent).toContain('\\u00e9');
  for (const headers of [{ 'idempotency-key': 'ignored' }, undefined]) {
    const { status, body } = await winery.client.send('SalesOrder/BatchSalesOrder', sent, headers);
    expect(status).toBe(200);
    expect(body.CreateSalesOrderStatuses.map((s: Json) => s.Messages)).toEqual([
      [],
      [],
      ['Authentication of the order differs from that of the batch'],
    ]);
    expect(body.CreateSalesOrderStatuses.map((s: Json) => s.RefOrderNo)).toEqual(
      orders.map((o) => o.OrderInfo.OrderNo),
    );
  }
});

test('200 reports the first 100 faults of an order and that there are more', async () => {
  const winery = await openWinery(server);
  const ItemsInfo = Array.from({ length: 1000 }, () => ({ ItemQuantity: 0 }));
  const { body } = await sendBatch(winery, [sentOrder({ ItemsInfo }), sentOrder()]);
  const [first, second] = body.CreateSalesOrderStatuses;
  expect(first.Messages).toHaveLength(101);
  expect(first.Messages[0]).toBe('ItemsInfo[0].ItemNo is required');
  expect(first.Messages.at(-1)).toBe('The order has more problems; only the first 100 are listed');
  expect(second.IsCreated).toBe(true);
});

test('200 returns the same reply, with the same reference, under the same Idempotency-Key', async () => {
  const winery = await openWinery(server);
  const orders = [sentOrder(), sentOrder({ OrderInfo: { OrderNo: 'X' } })];
  const send = () => sendBatch(winery, orders, {}, { 'idempotency-key': 'fall' });
  const first = await send();
  const again = await send();
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('200 keeps the reply under the Idempotency-Key when its transaction fails after the orders were written', async () => {
  const winery = await openWinery(server);
  const { pool } = server.database;
  await pool.query(`create function refuse_batch_entry() returns trigger language plpgsql as $$
    begin raise 'the log entry of a batch is refused'; end $$`);
  await pool.query(`create trigger refuse_batch_entry before insert on log for each row
    when (new.kind = 'order_batch.processed' and new.customer_no = '${winery.customerNo}') execute function refuse_batch_entry()`);
  const orders = [sentOrder()];
  const send = () => sendBatch(winery, orders, {}, { 'idempotency-key': 'fall' });
  const first = await send();
  await pool.query('drop trigger refuse_batch_entry on log');
  const again = await send();
  expect(first.status).toBe(200);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('503 when the reply cannot be kept under the Idempotency-Key; sent again, the batch returns the same orders', async () => {
  const winery = await openWinery(server);
  const { pool } = server.database;
  await pool.query(`create function refuse_reply() returns trigger language plpgsql as $$
    begin raise sqlstate '55P03' using message = 'the reply is refused'; end $$`);
  await pool.query(`create trigger refuse_reply before update of status on idempotency_keys for each row
    when (new.status is not null and new.customer_no = '${winery.customerNo}') execute function refuse_reply()`);
  const order = sentOrder();
  const send = () => sendBatch(winery, [order], {}, { 'idempotency-key': 'fall' });
  const first = await send();
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  await pool.query('drop trigger refuse_reply on idempotency_keys');
  const again = await send();
  expect(again.body.CreateSalesOrderStatuses).toMatchObject([{ IsCreated: true, Status: 200 }]);
  expect((await winery.create(order)).body).toBe(again.body.CreateSalesOrderStatuses[0].TransactionReferenceNumber);
});

test('200 an order may repeat the credentials of the batch, but no others', async () => {
  const winery = await openWinery(server);
  const own = { UserKey: winery.userKey, Password: winery.password, CustomerNo: winery.customerNo };
  const answer = await sendBatch(winery, [
    { ...sentOrder(), Authentication: own },
    { ...sentOrder(), Authentication: { ...own, Password: 'another' } },
    { ...sentOrder(), Authentication: { ...own, CustomerNo: 'W9' } },
  ]);
  expect(answer.body.CreateSalesOrderStatuses.map((s: Json) => s.IsCreated)).toEqual([true, false, false]);
  const written = await server.environment.db.rows<Json>('select data from log where customer_no = $1', [
    winery.customerNo,
  ]);
  expect(JSON.stringify(written) + server.logged.join('')).not.toContain(winery.password);
});

test('200 an order may have an Authentication without credentials, as programs write one that they leave unset', async () => {
  const winery = await openWinery(server);
  const unset = [{ UserKey: null, Password: null, CustomerNo: null }, {}, []];
  const answer = await sendBatch(
    winery,
    unset.map((Authentication) => ({ ...sentOrder(), Authentication })),
  );
  expect(answer.body.CreateSalesOrderStatuses.map((s: Json) => s.IsCreated)).toEqual([true, true, true]);

  const partial = { UserKey: winery.userKey, Password: null, CustomerNo: null };
  const rejected = await sendBatch(winery, [{ ...sentOrder(), Authentication: partial }]);
  expect(rejected.body.CreateSalesOrderStatuses).toMatchObject([{ IsCreated: false, Status: 400 }]);
});

test('200 has the headers of a deprecated operation', async () => {
  const winery = await openWinery(server);
  const answer = await sendBatch(winery, []);
  expect(answer).toMatchObject({ status: 200, body: { CreateSalesOrderStatuses: [] } });
  expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/);
  expect(answer.headers.get('link')).toContain('CreateSalesOrder');
});

test('400 faults of the batch itself', async () => {
  const winery = await openWinery(server);
  expect(await sendBatch(winery, undefined)).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'SalesOrdersInfo', Code: 'Required' }] },
  });
  expect(await sendBatch(winery, 'no array')).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'SalesOrdersInfo', Code: 'Type' }] },
  });
});

test.each([
  ['BatchId', 1000],
  ['BatchDescription', 1000],
])('200 and 400 at the limit of %s', async (field, limit) => {
  const winery = await openWinery(server);
  expect((await sendBatch(winery, [], { [field]: 'x'.repeat(limit) })).status).toBe(200);
  expect(await sendBatch(winery, [], { [field]: 'x'.repeat(limit + 1) })).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: field, Code: 'MaxLength' }] },
  });
});

test('200 a BatchId longer than that of an order', async () => {
  const winery = await openWinery(server);
  const BatchId = 'EVENING-2026-11-30';
  const { body } = await sendBatch(winery, [sentOrder()], { BatchId });
  const [{ TransactionReferenceNumber: reference }] = body.CreateSalesOrderStatuses;
  expect((await winery.order(reference)).batch_id).toBe(BatchId);
});

test('401 without valid credentials', async () => {
  const winery = await openWinery(server);
  expect((await sendBatch(winery, [sentOrder()], { Authentication: {} })).status).toBe(401);
});

test('403 a user with read access only', async () => {
  const reader = await server.customer('read');
  expect((await reader.client.call('SalesOrder/BatchSalesOrder', { SalesOrdersInfo: [sentOrder()] })).status).toBe(403);
});

test('413 more than 500 orders, or more than 5 MiB', async () => {
  const winery = await openWinery(server);
  const many = Array.from({ length: 501 }, () => ({ OrderInfo: { OrderNo: freshOrderNo() } }));
  expect(await sendBatch(winery, many)).toMatchObject({ status: 413, body: { Code: 'PayloadTooLarge' } });
  expect((await sendBatch(winery, many.slice(0, 500))).status).toBe(200);
  expect((await sendBatch(winery, [{ Padding: 'x'.repeat(5 * 1024 * 1024) }])).status).toBe(413);
});
