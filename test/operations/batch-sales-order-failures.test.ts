/** Orders of a batch that fail, and batches that are completed later (decision 6). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createOperatorSettingsCodeLists } from '../../src/operator-settings/index.ts';
import type { CodeListField } from '../../src/platform/http/code-lists.ts';
import { createSalesOrderOperation } from '../../src/sales-orders/operations/create-sales-order.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { logOf, sendBatch } from '../support/order-batches.ts';
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

/** The code list of `ShipmentInfo.ServiceWarehouseLocation`. */
const warehouseList = (
  createSalesOrderOperation.request as unknown as {
    properties: { ShipmentInfo: { properties: { ServiceWarehouseLocation: { codeList: CodeListField } } } };
  }
).properties.ShipmentInfo.properties.ServiceWarehouseLocation.codeList;

test('200 an order that cannot be written does not affect the others and can be sent again', async () => {
  const winery = await openWinery(server);
  const { db } = server.environment;
  await db.rows(`create function no_poison() returns trigger language plpgsql as $$ begin
    if new.order_no = 'POISON' then raise exception 'poison'; end if; return new; end $$`);
  await db.rows('create trigger no_poison before insert on sales_orders for each row execute function no_poison()');
  try {
    const orders = [...Array.from({ length: 6 }, () => sentOrder()), sentOrder({ OrderInfo: { OrderNo: 'POISON' } })];
    const answer = await sendBatch(winery, orders);
    expect(answer.status).toBe(200);
    const statuses = answer.body.CreateSalesOrderStatuses;
    expect(statuses.map((s: Json) => s.IsCreated)).toEqual([true, true, true, true, true, true, false]);
    expect(statuses[6].Messages).toEqual([
      'Not created; send the batch again. An internal error occurred. It is logged under this transaction reference.',
    ]);
    expect((await sendBatch(winery, orders.slice(6))).status).toBe(500);
  } finally {
    await db.rows('drop trigger no_poison on sales_orders');
    await db.rows('drop function no_poison');
  }
  expect((await sendBatch(winery, [sentOrder({ OrderInfo: { OrderNo: 'POISON' } })])).body).toMatchObject({
    CreateSalesOrderStatuses: [{ IsCreated: true }],
  });
});

test('200 an order that lacks capacity is marked for retry; the batch is completed under the same Idempotency-Key', async () => {
  const winery = await openWinery(server);
  const { db } = server.environment;
  await db.rows(`create function no_space() returns trigger language plpgsql as $$ begin
    if new.order_no = 'NO-SPACE' then raise exception 'no space left' using errcode = '53100'; end if; return new; end $$`);
  await db.rows('create trigger no_space before insert on sales_orders for each row execute function no_space()');
  const lacking = sentOrder({ OrderInfo: { OrderNo: 'NO-SPACE' } });
  const invalid = sentOrder({ OrderInfo: { OrderNo: 'X' } });
  const orders = [sentOrder(), lacking, invalid];
  const send = (key: string, sent = orders) => sendBatch(winery, sent, {}, { 'idempotency-key': key });
  const outcomes = ({ body }: Json) => body.CreateSalesOrderStatuses.map((s: Json) => [s.IsCreated, s.Status, s.Retry]);
  try {
    const answer = await send('fall');
    expect(answer.status).toBe(200);
    expect(outcomes(answer)).toEqual([
      [true, 200, false],
      [false, 503, true],
      [false, 400, false],
    ]);
    expect(answer.body.CreateSalesOrderStatuses[1].Messages).toEqual([
      'Not created; send the batch again. The service is temporarily unavailable. Try again.',
    ]);
    const again = await send('fall');
    expect(outcomes(again)).toEqual(outcomes(answer));
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    // One order was refused, so the batch has an outcome; without it there is none.
    expect(outcomes(await send('refused', [lacking, invalid]))).toEqual([
      [false, 503, true],
      [false, 400, false],
    ]);
    const failed = await send('failed', [lacking]);
    expect(failed).toMatchObject({ status: 503, body: { Code: 'Unavailable' } });
    expect(failed.headers.get('retry-after')).toMatch(/^\d+$/);
  } finally {
    await db.rows('drop trigger no_space on sales_orders');
    await db.rows('drop function no_space');
  }
  // An order that was created returns its reference, also when it was canceled since.
  expect((await winery.cancel({ OrderNumber: orders[0].OrderInfo.OrderNo })).status).toBe(200);
  const completed = await send('fall');
  expect(outcomes(completed)).toEqual([
    [true, 200, false],
    [true, 200, false],
    [false, 400, false],
  ]);
  expect((await send('fall')).headers.get('idempotent-replayed')).toBe('true');
  expect(outcomes(await send('failed', [lacking]))).toEqual([[true, 200, false]]);
  const [{ count }] = (await db.rows<Json>('select count(*) from sales_orders where customer_no = $1', [
    winery.customerNo,
  ])) as [Json];
  expect(count).toBe(2);
});

test('200 an order that cannot be read does not affect orders that are already being written', async () => {
  const winery = await openWinery(server);
  const { db } = server.environment;
  const rows = db.rows.bind(db);
  // Outside a transaction the catalog is read only for an order with faults.
  vi.spyOn(db, 'rows').mockImplementation((text, values) =>
    /\bskus\b/.test(text) ? Promise.reject(new Error('away')) : rows(text, values),
  );
  const orders = [...Array.from({ length: 129 }, () => sentOrder()), sentOrder({ OrderInfo: { OrderNo: 'X' } })];
  try {
    const { status, body } = await sendBatch(winery, orders);
    expect(status).toBe(200);
    const statuses = body.CreateSalesOrderStatuses;
    expect(statuses.filter((s: Json) => s.IsCreated)).toHaveLength(129);
    expect(statuses[129]).toMatchObject({
      IsCreated: false,
      Messages: [
        'Not created; send the batch again. An internal error occurred. It is logged under this transaction reference.',
      ],
    });
    expect(await logOf(server, winery, body.TransactionReferenceNumber)).toMatchObject([
      { data: { created: 129, refused: 1, refusals: [{ member: 129, orderNo: 'X', code: 'Failed', faults: [] }] } },
    ]);
    expect(
      server.logged.filter((line) => line.includes(body.TransactionReferenceNumber) && line.includes('away')),
    ).toHaveLength(1);
    expect((await sendBatch(winery, orders.slice(129))).status).toBe(500);
  } finally {
    vi.restoreAllMocks();
  }
  expect((await sendBatch(winery, orders.slice(129))).body.CreateSalesOrderStatuses[0].Messages).toEqual([
    'OrderInfo.OrderNo must have at least 3 characters',
  ]);
});

test('200 an order whose validation throws does not affect the others and can be sent again', async () => {
  const winery = await openWinery(server);
  const { customerNo } = winery;
  const warehouses = createOperatorSettingsCodeLists(server.environment.db).allowedCodes(warehouseList, customerNo);
  const has = warehouses.has.bind(warehouses);
  vi.spyOn(warehouses, 'has').mockImplementation((code) => {
    if (code === 'COB01') throw new Error('stumbled');
    return has(code);
  });
  const elsewhere = sentOrder({
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'COB01' },
  });
  const orders = [sentOrder(), elsewhere, sentOrder()];
  try {
    const { status, body } = await sendBatch(winery, orders);
    expect(status).toBe(200);
    expect(body.CreateSalesOrderStatuses.map((s: Json) => s.IsCreated)).toEqual([true, false, true]);
    expect(body.CreateSalesOrderStatuses[1].Messages).toEqual([
      'Not created; send the batch again. An internal error occurred. It is logged under this transaction reference.',
    ]);
  } finally {
    vi.restoreAllMocks();
  }
  const again = await sendBatch(winery, orders);
  expect(again.body.CreateSalesOrderStatuses.map((s: Json) => s.IsCreated)).toEqual([true, true, true]);
});

test('503 while the server stops, unless an order was rejected; no reply is stored', async () => {
  const stopping = await openTestServer();
  try {
    const winery = await openWinery(stopping);
    await stopping.environment.writeQueue.drain();
    const orders = [sentOrder(), sentOrder()];
    const key = { 'idempotency-key': 'fall' };
    expect(await sendBatch(winery, orders, {}, key)).toMatchObject({ status: 503, body: { Code: 'Unavailable' } });
    expect(await winery.create(orders[0], key)).toMatchObject({ status: 503 });
    const { status, body } = await sendBatch(winery, [...orders, null], {}, { 'idempotency-key': 'other' });
    expect(status).toBe(200);
    expect(body.CreateSalesOrderStatuses.map((s: Json) => [s.Status, s.Retry])).toEqual([
      [503, true],
      [503, true],
      [400, false],
    ]);
    expect(await stopping.environment.db.rows('select 1 from idempotency_keys where status is not null')).toEqual([]);
  } finally {
    await stopping.close();
  }
});
