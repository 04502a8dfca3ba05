/** BatchSalesOrder over HTTP: every answer that it promises. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isUuid } from '../../src/lib/uuid.ts';
import { operatorCodeLists } from '../../src/operator-settings/index.ts';
import { setCustomerClock } from '../../src/platform/clock.ts';
import type { CodeListField } from '../../src/platform/http/code-lists.ts';
import { createSalesOrder } from '../../src/sales-orders/operations/create-sales-order.ts';
import { balanceOf } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { freshOrderNo } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery, sentOrder, type Winery } from '../support/winery.ts';

const operation = 'SalesOrder/BatchSalesOrder';
let server: TestServer;

/** The codes of the field in which an order names its warehouse. */
const warehouseList = (
  createSalesOrder.request as unknown as {
    properties: { ShipmentInfo: { properties: { ServiceWarehouseLocation: { codeList: CodeListField } } } };
  }
).properties.ShipmentInfo.properties.ServiceWarehouseLocation.codeList;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const batch = (winery: Winery, SalesOrdersInfo: Json, more: Json = {}, headers?: Record<string, string>) =>
  winery.client.call(operation, { BatchId: 'B-1', SalesOrdersInfo, ...more }, headers);

/** What the journal tells under a reference. */
const journal = (winery: Winery, reference: string) =>
  server.environment.db.rows<Json>('select kind, data from log where customer_no = $1 and reference = $2', [
    winery.customerNo,
    reference,
  ]);

describe('200', () => {
  test('200 each order has its own outcome, in the order sent; sent again the batch answers the same', async () => {
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
    const answer = await batch(winery, orders);
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

    expect((await batch(winery, orders)).body.CreateSalesOrderStatuses).toEqual(statuses);
    const alone = await winery.create(same);
    expect(alone.body).toBe(statuses[2].TransactionReferenceNumber);
  });

  test('200 what is no order has its outcome in its place, too', async () => {
    const winery = await openWinery(server);
    const answer = await batch(winery, [null, sentOrder(), 'order', 7, [sentOrder()], {}, sentOrder()]);
    expect(answer.status).toBe(200);
    const statuses = answer.body.CreateSalesOrderStatuses;
    expect(statuses.map((s: Json) => s.IsCreated)).toEqual([false, true, false, false, false, false, true]);
    for (const index of [0, 2, 3, 4]) {
      expect(statuses[index]).toEqual({
        RefTransmissionId: '',
        RefOrderNo: '',
        IsCreated: false,
        TransactionReferenceNumber: '',
        Messages: ['the order must be an object'],
        Status: 400,
        Retry: false,
      });
    }
    expect(statuses[5].Messages).toEqual(['OrderInfo is required']);
  });

  test('200 what cannot be read of one order is its own fault, and told where it was sent', async () => {
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
    const answer = await batch(winery, orders, {}, { 'idempotency-key': 'faulty' });
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

  test('200 what a single request ignores is ignored in a batch, however its strings must be read', async () => {
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
      const { status, body } = await winery.client.send(operation, sent, headers);
      expect(status).toBe(200);
      expect(body.CreateSalesOrderStatuses.map((s: Json) => s.Messages)).toEqual([
        [],
        [],
        ["Authentication of the order is not the batch's"],
      ]);
      expect(body.CreateSalesOrderStatuses.map((s: Json) => s.RefOrderNo)).toEqual(
        orders.map((o) => o.OrderInfo.OrderNo),
      );
    }
  });

  test('200 of an order with many faults the first 100 are told, and that there are more', async () => {
    const winery = await openWinery(server);
    const ItemsInfo = Array.from({ length: 1000 }, () => ({ ItemQuantity: 0 }));
    const { body } = await batch(winery, [sentOrder({ ItemsInfo }), sentOrder()]);
    const [first, second] = body.CreateSalesOrderStatuses;
    expect(first.Messages).toHaveLength(101);
    expect(first.Messages[0]).toBe('ItemsInfo[0].ItemNo is required');
    expect(first.Messages.at(-1)).toBe('the order has more errors than the 100 listed: validation ended there');
    expect(second.IsCreated).toBe(true);
  });

  test('200 the journal finds the batch by its reference, and what became of each order', async () => {
    const winery = await openWinery(server);
    const known = sentOrder();
    await winery.create(known);
    const orders = [sentOrder(), known, sentOrder({ OrderInfo: { OrderNo: 'X' } }), { ...known, ItemsInfo: [] }];
    const { body } = await batch(winery, orders);
    const [first, second] = body.CreateSalesOrderStatuses.map((s: Json) => s.TransactionReferenceNumber);
    expect(await journal(winery, body.TransactionReferenceNumber)).toEqual([
      {
        kind: 'order_batch.processed',
        data: {
          batchId: 'B-1',
          orders: 4,
          created: 1,
          repeated: 1,
          refused: 2,
          orderIds: [first, second],
          refusals: [
            {
              member: 2,
              orderNo: 'X',
              code: 'ValidationFailed',
              faults: [{ field: 'OrderInfo.OrderNo', code: 'MinLength' }],
            },
            {
              member: 3,
              orderNo: known.OrderInfo.OrderNo,
              code: 'DuplicateOrder',
              faults: [{ field: 'OrderInfo.OrderNo', code: 'DuplicateOrder' }],
            },
          ],
        },
      },
    ]);
  });

  test('200 the journal tells when it was by the clock of the customer', async () => {
    const winery = await openWinery(server);
    const { db } = server.environment;
    const to = Temporal.Now.instant().add({ hours: 24 * 40 });
    await db.write((tx) => setCustomerClock(tx, winery.customerNo, to));
    const { body } = await batch(winery, [sentOrder()]);
    const [entry] = await db.rows<{ occurred_at: Temporal.Instant }>(
      'select occurred_at from log where customer_no = $1 and reference = $2',
      [winery.customerNo, body.TransactionReferenceNumber],
    );
    const after = entry === undefined ? Number.NaN : entry.occurred_at.since(to).total('seconds');
    expect(after).toBeGreaterThanOrEqual(0);
    expect(after).toBeLessThan(60);
  });

  test('200 of many refused orders, and of many faults of one, the journal keeps the first', async () => {
    const winery = await openWinery(server);
    const lines = Array.from({ length: 25 }, () => ({ ItemNo: 'WINE-1', ItemQuantity: 0 }));
    const orders = [sentOrder({ ItemsInfo: lines }), ...Array.from({ length: 101 }, () => null)];
    const { body } = await batch(winery, orders);
    expect(body.CreateSalesOrderStatuses[0].Messages).toHaveLength(25);
    const [{ data }] = (await journal(winery, body.TransactionReferenceNumber)) as [Json];
    expect(data).toMatchObject({ orders: 102, refused: 102 });
    const { refusals } = data;
    expect(refusals.map(({ member }: Json) => member)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(refusals[0].faults).toHaveLength(20);
    expect(refusals[0].faults[19].field).toBe('ItemsInfo[19].ItemQuantity');
  });

  test('200 the journal cuts a number that is too long, and no character of it in half', async () => {
    const winery = await openWinery(server);
    const { body } = await batch(winery, [sentOrder({ OrderInfo: { OrderNo: `${'7'.repeat(99)}😀` } })]);
    const [{ data }] = (await journal(winery, body.TransactionReferenceNumber)) as [Json];
    expect(data.refusals[0].orderNo).toBe(`${'7'.repeat(99)}\ufffd`);
  });

  test('200 an order that cannot be written never fails its neighbors; it says so and may be sent again', async () => {
    const winery = await openWinery(server);
    const { db } = server.environment;
    await db.rows(`create function no_poison() returns trigger language plpgsql as $$ begin
      if new.order_no = 'POISON' then raise exception 'poison'; end if; return new; end $$`);
    await db.rows('create trigger no_poison before insert on sales_orders for each row execute function no_poison()');
    try {
      const orders = [...Array.from({ length: 6 }, () => sentOrder()), sentOrder({ OrderInfo: { OrderNo: 'POISON' } })];
      const answer = await batch(winery, orders);
      expect(answer.status).toBe(200);
      const statuses = answer.body.CreateSalesOrderStatuses;
      expect(statuses.map((s: Json) => s.IsCreated)).toEqual([true, true, true, true, true, true, false]);
      expect(statuses[6].Messages).toEqual([
        'not taken, send it again: an internal error, logged under this reference',
      ]);
      expect((await batch(winery, orders.slice(6))).status).toBe(500);
    } finally {
      await db.rows('drop trigger no_poison on sales_orders');
      await db.rows('drop function no_poison');
    }
    expect((await batch(winery, [sentOrder({ OrderInfo: { OrderNo: 'POISON' } })])).body).toMatchObject({
      CreateSalesOrderStatuses: [{ IsCreated: true }],
    });
  });

  test('200 an order that could not be taken says so; the batch is completed under the same Idempotency-Key', async () => {
    const winery = await openWinery(server);
    const { db } = server.environment;
    await db.rows(`create function no_space() returns trigger language plpgsql as $$ begin
      if new.order_no = 'NO-SPACE' then raise exception 'no space left' using errcode = '53100'; end if; return new; end $$`);
    await db.rows('create trigger no_space before insert on sales_orders for each row execute function no_space()');
    const lacking = sentOrder({ OrderInfo: { OrderNo: 'NO-SPACE' } });
    const invalid = sentOrder({ OrderInfo: { OrderNo: 'X' } });
    const orders = [sentOrder(), lacking, invalid];
    const send = (key: string, sent = orders) => batch(winery, sent, {}, { 'idempotency-key': key });
    const outcomes = ({ body }: Json) =>
      body.CreateSalesOrderStatuses.map((s: Json) => [s.IsCreated, s.Status, s.Retry]);
    try {
      const answer = await send('fall');
      expect(answer.status).toBe(200);
      expect(outcomes(answer)).toEqual([
        [true, 200, false],
        [false, 503, true],
        [false, 400, false],
      ]);
      expect(answer.body.CreateSalesOrderStatuses[1].Messages).toEqual([
        'not taken, send it again: the service is not available at the moment, try again',
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

  test('200 an order that cannot be read never fails those that are being written already', async () => {
    const winery = await openWinery(server);
    const { db } = server.environment;
    const rows = db.rows.bind(db);
    // The catalog is asked outside the transaction only of an order that is faulty.
    vi.spyOn(db, 'rows').mockImplementation((text, values) =>
      /\bskus\b/.test(text) ? Promise.reject(new Error('away')) : rows(text, values),
    );
    const orders = [...Array.from({ length: 129 }, () => sentOrder()), sentOrder({ OrderInfo: { OrderNo: 'X' } })];
    try {
      const { status, body } = await batch(winery, orders);
      expect(status).toBe(200);
      const statuses = body.CreateSalesOrderStatuses;
      expect(statuses.filter((s: Json) => s.IsCreated)).toHaveLength(129);
      expect(statuses[129]).toMatchObject({
        IsCreated: false,
        Messages: ['not taken, send it again: an internal error, logged under this reference'],
      });
      expect(await journal(winery, body.TransactionReferenceNumber)).toMatchObject([
        { data: { created: 129, refused: 1, refusals: [{ member: 129, orderNo: 'X', code: 'Failed', faults: [] }] } },
      ]);
      expect(
        server.logged.filter((line) => line.includes(body.TransactionReferenceNumber) && line.includes('away')),
      ).toHaveLength(1);
      expect((await batch(winery, orders.slice(129))).status).toBe(500);
    } finally {
      vi.restoreAllMocks();
    }
    expect((await batch(winery, orders.slice(129))).body.CreateSalesOrderStatuses[0].Messages).toEqual([
      'OrderInfo.OrderNo must have at least 3 characters',
    ]);
  });

  test('200 an order over which the server stumbles fails no other, and may be sent again', async () => {
    const winery = await openWinery(server);
    const { customerNo } = winery;
    const warehouses = operatorCodeLists(server.environment.db).allowedCodes(warehouseList, customerNo);
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
      const { status, body } = await batch(winery, orders);
      expect(status).toBe(200);
      expect(body.CreateSalesOrderStatuses.map((s: Json) => s.IsCreated)).toEqual([true, false, true]);
      expect(body.CreateSalesOrderStatuses[1].Messages).toEqual([
        'not taken, send it again: an internal error, logged under this reference',
      ]);
    } finally {
      vi.restoreAllMocks();
    }
    const again = await batch(winery, orders);
    expect(again.body.CreateSalesOrderStatuses.map((s: Json) => s.IsCreated)).toEqual([true, true, true]);
  });

  test('200 the same Idempotency-Key answers the same, the reference of the batch included', async () => {
    const winery = await openWinery(server);
    const orders = [sentOrder(), sentOrder({ OrderInfo: { OrderNo: 'X' } })];
    const send = () => batch(winery, orders, {}, { 'idempotency-key': 'fall' });
    const first = await send();
    const again = await send();
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('200 an order may repeat the credentials of the batch, and no others', async () => {
    const winery = await openWinery(server);
    const own = { UserKey: winery.userKey, Password: winery.password, CustomerNo: winery.customerNo };
    const answer = await batch(winery, [
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

  test('200 with the headers of a deprecated operation', async () => {
    const winery = await openWinery(server);
    const answer = await batch(winery, []);
    expect(answer).toMatchObject({ status: 200, body: { CreateSalesOrderStatuses: [] } });
    expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(answer.headers.get('link')).toContain('CreateSalesOrder');
  });
});

test('503 while the server stops, unless an order was refused; nothing is kept', async () => {
  const stopping = await openTestServer();
  try {
    const winery = await openWinery(stopping);
    await stopping.environment.writeQueue.drain();
    const orders = [sentOrder(), sentOrder()];
    const key = { 'idempotency-key': 'fall' };
    expect(await batch(winery, orders, {}, key)).toMatchObject({ status: 503, body: { Code: 'Unavailable' } });
    expect(await winery.create(orders[0], key)).toMatchObject({ status: 503 });
    const { status, body } = await batch(winery, [...orders, null], {}, { 'idempotency-key': 'other' });
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

test('400 the batch itself', async () => {
  const winery = await openWinery(server);
  expect(await batch(winery, undefined)).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'SalesOrdersInfo', Code: 'Required' }] },
  });
  expect(await batch(winery, 'no array')).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'SalesOrdersInfo', Code: 'Type' }] },
  });
  expect(await batch(winery, [], { BatchId: 'x'.repeat(11) })).toMatchObject({ status: 400 });
});

test.each([
  ['BatchId', 10],
  ['BatchDescription', 1000],
])('200 and 400 at the limit of %s', async (field, limit) => {
  const winery = await openWinery(server);
  expect((await batch(winery, [], { [field]: 'x'.repeat(limit) })).status).toBe(200);
  expect(await batch(winery, [], { [field]: 'x'.repeat(limit + 1) })).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: field, Code: 'MaxLength' }] },
  });
});

test('401 without valid credentials', async () => {
  const winery = await openWinery(server);
  expect((await batch(winery, [sentOrder()], { Authentication: {} })).status).toBe(401);
});

test('403 a user that may only read', async () => {
  const reader = await server.customer('read');
  expect((await reader.client.call(operation, { SalesOrdersInfo: [sentOrder()] })).status).toBe(403);
});

test('413 more than 500 orders, or more than 5 MiB', async () => {
  const winery = await openWinery(server);
  const many = Array.from({ length: 501 }, () => ({ OrderInfo: { OrderNo: freshOrderNo() } }));
  expect(await batch(winery, many)).toMatchObject({ status: 413, body: { Code: 'PayloadTooLarge' } });
  expect((await batch(winery, many.slice(0, 500))).status).toBe(200);
  expect((await batch(winery, [{ Padding: 'x'.repeat(5 * 1024 * 1024) }])).status).toBe(413);
});
