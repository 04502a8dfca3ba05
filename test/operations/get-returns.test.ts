/** SalesOrder/GetReturns: every documented response. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { recipient } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

const operation = 'SalesOrder/GetReturns';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const orderNosOf = ({ body }: { body: Json }) => body.ReturnSalesOrderHeaders.map(({ OrderNo }: Json) => OrderNo);

/** Orders of one bottle each, delivered on the same day. */
async function deliveredOrders(orderNos: readonly string[]) {
  const winery = await openReturnsWinery(server);
  for (const OrderNo of orderNos) await winery.created({ OrderInfo: { OrderNo } });
  await winery.advance(12);
  return winery;
}

describe('200', () => {
  test('200: every field of a return, from its announcement to its end', async () => {
    const winery = await openReturnsWinery(server);
    await winery.delivered({
      OrderInfo: { OrderNo: 'FIELDS-1' },
      RecipientContactInfo: {
        ...recipient,
        Company: 'Sample Company',
        Address2: 'Unit 2',
        Country: 'US',
        PhoneNumber: '3035550100',
        EmailAddress: 'recipient@example.com',
      },
    });
    const [sent] = await winery.track('FIELDS-1');
    const { RMANumber } = (
      await winery.sendBack({
        OrderNo: 'FIELDS-1',
        Lines: [
          { ItemNo: 'WINE-1', ItemQuantity: 2 },
          { ItemNo: 'WINE-1', ItemQuantity: 1, InventoryStatusCode: 'RDMG-NO-TX' },
          { ItemNo: 'WINE-2', ItemQuantity: 1, QuantityFound: 0 },
        ],
        ReturnReason: 'Wrong wine',
        DispositionCode: 'Return to Inventory',
      })
    ).body;
    const { body } = await winery.returns();
    const line = { ItemNo: 'WINE-1', ItemDescription: 'Wine WINE-1', UOM: '750' };
    const announced = {
      CustomerNo: winery.customerNo,
      CustomerName: `Winery ${winery.customerNo}`,
      RMANumber,
      OrderNo: 'FIELDS-1',
      ReceivedDate: '',
      CloseDate: '',
      ShipToName: 'Sample Recipient',
      ShipToCompany: 'Sample Company',
      ShipToAddress: '100 Main St',
      ShipToAddress2: 'Unit 2',
      ShipToCity: 'Denver',
      ShipToState: 'CO',
      ShipToZipCode: '80202',
      ShipToCountry: 'US',
      EmailAddress: 'recipient@example.com',
      PhoneNumber: '3035550100',
      ReturnWarehouse: 'APC01',
      ReturnStatus: 'EXPECTED',
      DispositionCode: '',
      ReturnReason: 'Wrong wine',
      OriginalTrackingNumber: sent.TrackingNo,
      ShippingCarrierCode: 'FEX',
      ShippingServiceCode: 'GRND',
      ShippngServiceCode: 'GRND',
      ReturnSalesOrderLines: [
        { ...line, Quantity: '3', DispositionCode: '', InventoryStatusCode: '' },
        {
          ItemNo: 'WINE-2',
          ItemDescription: 'Wine WINE-2',
          UOM: '750',
          Quantity: '1',
          DispositionCode: '',
          InventoryStatusCode: '',
        },
      ],
    };
    expect(body).toEqual({
      TotalRecordCount: 1,
      Skip: 0,
      Top: 500,
      MoreRecords: false,
      ReturnSalesOrderHeaders: [announced],
    });
    await winery.advance(10);
    const [closed] = (await winery.returns({ DispositionCode: 'Return to Inventory' })).body.ReturnSalesOrderHeaders;
    expect(closed).toEqual({
      ...announced,
      ReturnStatus: 'CLOSED',
      ReceivedDate: expect.stringMatching(/^03\/\d\d\/2031$/),
      CloseDate: expect.stringMatching(/^03\/\d\d\/2031$/),
      DispositionCode: 'Return to Inventory',
      ReturnSalesOrderLines: [
        { ...line, Quantity: '2', DispositionCode: 'Return to Inventory', InventoryStatusCode: 'RTGD-NO-TX' },
        { ...line, Quantity: '1', DispositionCode: 'Return to Inventory', InventoryStatusCode: 'RDMG-NO-TX' },
        { ...announced.ReturnSalesOrderLines[1], Quantity: '0' },
      ],
    });
  });

  test('200: returns an empty list without matches', async () => {
    const { client } = await server.customer();
    expect(await client.call(operation)).toMatchObject({
      status: 200,
      body: { TotalRecordCount: 0, MoreRecords: false, ReturnSalesOrderHeaders: [] },
    });
  });

  test('200: a return from a retailer names the company, and so do its transactions', async () => {
    const winery = await openReturnsWinery(server);
    await winery.delivered({
      OrderInfo: { OrderNo: 'SHOP-1', OrderType: 'DTT' },
      RecipientContactInfo: { ...recipient, Company: 'Wine Bar' },
    });
    await winery.sendBack({ OrderNo: 'SHOP-1', DispositionCode: 'Return to Inventory' });
    await winery.advance(20);
    const [header] = (await winery.returns()).body.ReturnSalesOrderHeaders;
    expect(header).toMatchObject({ ReturnStatus: 'CLOSED', ShipToName: 'Wine Bar', ShipToCompany: 'Wine Bar' });
    const { body } = await winery.client.call('Inventory/GetTransactions', {
      TransactionStartDateTime: '2031-01-01T00:00:00Z',
      TransactionTypes: ['Sales order', 'Return Order'],
    });
    const names = body.InventoryTransactions.map(({ TransactionType, ShipToName }: Json) => [
      TransactionType,
      ShipToName,
    ]);
    expect(new Set(names.map((name: string[]) => name.join(': ')))).toEqual(
      new Set(['Sales order: Wine Bar', 'Return Order: Wine Bar']),
    );
  });

  test('200: erased fields are empty, and the return is still listed', async () => {
    const winery = await deliveredOrders(['ERASED-1']);
    await winery.sendBack({ OrderNo: 'ERASED-1', ReturnReason: 'Refused' });
    const { db } = server.environment;
    await db.rows('delete from sales_order_details where customer_no = $1', [winery.customerNo]);
    await db.rows('delete from return_details where customer_no = $1', [winery.customerNo]);
    const [header] = (await winery.returns()).body.ReturnSalesOrderHeaders;
    expect(header).toMatchObject({ OrderNo: 'ERASED-1', ShipToName: '', ShipToCity: '', ReturnReason: '' });
  });

  test('200: each filter, alone and together', async () => {
    const winery = await deliveredOrders(['FILTER-1', 'FILTER-2', 'FILTER-3', 'FILTER-4']);
    await winery.sendBack({ OrderNo: 'FILTER-1', DispositionCode: 'Return to Inventory' });
    await winery.sendBack({ OrderNo: 'FILTER-2', DispositionCode: 'Reship', Warehouse: 'COB01' });
    await winery.advance(20);
    await winery.sendBack({ OrderNo: 'FILTER-3', DispositionCode: 'Return to Winery', Warehouse: 'COB01' });
    await winery.advance(20);
    await winery.sendBack({ OrderNo: 'FILTER-4', Warehouse: 'COB01' });
    const found = async (body: Json) => orderNosOf(await winery.returns(body));
    expect(await found({})).toEqual(['FILTER-1', 'FILTER-2', 'FILTER-3', 'FILTER-4']);
    expect(await found({ OrderNumbers: [] })).toHaveLength(4);
    expect(await found({ OrderNumbers: ['FILTER-4', 'FILTER-2', 'NONE'] })).toEqual(['FILTER-2', 'FILTER-4']);
    expect(await found({ DispositionCode: 'Reship' })).toEqual(['FILTER-2']);
    expect(await found({ DispositionCode: 'Return to Winery' })).toEqual(['FILTER-3']);
    expect(await found({ Warehouse: 'COB01' })).toEqual(['FILTER-2', 'FILTER-3', 'FILTER-4']);
    expect(await found({ Warehouse: 'APC02' })).toEqual([]);
    expect(await found({ StartTime: '2031-03-30T00:00:00' })).toEqual(['FILTER-3']);
    expect((await found({ EndTime: '2031-03-30T00:00:00Z' })).sort()).toEqual(['FILTER-1', 'FILTER-2']);
    expect(await found({ StartTime: '2031-03-01T00:00:00Z', EndTime: '2031-12-31T00:00:00Z' })).toHaveLength(3);
    expect(await found({ EndTime: '2031-03-30T00:00:00Z', Warehouse: 'COB01', DispositionCode: 'Reship' })).toEqual([
      'FILTER-2',
    ]);
    expect(await found({ EndTime: '2031-03-30T00:00:00Z', DispositionCode: 'Return to Winery' })).toEqual([]);
  });

  test("200: both ends of the time belong to it, in the operator's time zone where none is said", async () => {
    const winery = await deliveredOrders(['TIMES-1']);
    const { RMANumber } = (await winery.sendBack({ OrderNo: 'TIMES-1' })).body;
    await winery.advance(10);
    const { receivedAt } = await winery.find(RMANumber);
    const at = (receivedAt as Temporal.Instant).round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
    const local = (shift: number) =>
      at.add({ milliseconds: shift }).toZonedDateTimeISO('America/Los_Angeles').toPlainDateTime().toString();
    const count = async (body: Json) => orderNosOf(await winery.returns(body)).length;
    expect(await count({ StartTime: local(0), EndTime: local(0) })).toBe(1);
    expect(await count({ StartTime: local(1) })).toBe(0);
    expect(await count({ EndTime: local(-1) })).toBe(0);
    expect(await count({ StartTime: `${local(0)}Z` })).toBe(1);
    expect(await count({ EndTime: `${local(0)}Z` })).toBe(0);
    // In the hour that is repeated in autumn a range begins the first time and ends the second time.
    const repeated = { StartTime: '2026-11-01T01:45:00', EndTime: '2026-11-01T01:15:00' };
    expect((await winery.returns(repeated)).status).toBe(200);
    const shown = (await winery.returns()).body.ReturnSalesOrderHeaders[0].ReceivedDate;
    const day = at.toZonedDateTimeISO('America/Los_Angeles').toPlainDate();
    expect(shown).toBe(`0${day.month}/${String(day.day).padStart(2, '0')}/${day.year}`);
  });

  test('200: pages by Skip and Top with exact counts; a Skip past the end is an empty page', async () => {
    const orderNos = ['PAGE-1', 'PAGE-2', 'PAGE-3', 'PAGE-4', 'PAGE-5'];
    const winery = await deliveredOrders(orderNos);
    for (const OrderNo of orderNos) await winery.sendBack({ OrderNo });
    const page = (Skip: number, Top: number) => winery.returns({ Skip, Top, IncludeTotalRecordCount: true });
    const [first, last, past, none] = [await page(0, 2), await page(4, 2), await page(9, 2), await page(0, 0)];
    expect(first.body).toMatchObject({ TotalRecordCount: 5, Skip: 0, Top: 2, MoreRecords: true });
    expect(orderNosOf(first)).toEqual(['PAGE-1', 'PAGE-2']);
    expect(last.body).toMatchObject({ TotalRecordCount: 5, MoreRecords: false });
    expect(orderNosOf(last)).toEqual(['PAGE-5']);
    expect(past.body).toMatchObject({ TotalRecordCount: 5, MoreRecords: false, ReturnSalesOrderHeaders: [] });
    expect(none.body).toMatchObject({ TotalRecordCount: 5, MoreRecords: true, ReturnSalesOrderHeaders: [] });
    expect((await winery.returns({ Top: 9999, IncludeTotalRecordCount: false })).body).toMatchObject({
      TotalRecordCount: 5,
      Top: 2500,
    });
  });

  test('200: what enters a list while it is paged comes at its end, whatever it is asked for by', async () => {
    const winery = await deliveredOrders(['LATE-1', 'SOON-1', 'SOON-2']);
    // Announced first, but received and disposed of last.
    await winery.sendBack({ OrderNo: 'LATE-1', Warehouse: 'COB01' });
    for (const OrderNo of ['SOON-1', 'SOON-2']) {
      await winery.sendBack({ OrderNo, DispositionCode: 'Return to Inventory' });
    }
    const received = { StartTime: '2031-01-01T00:00:00Z' };
    while (orderNosOf(await winery.returns(received)).length < 2) await winery.advance(0.25);
    expect(orderNosOf(await winery.returns({ ...received, Top: 1 }))).toEqual(['SOON-1']);
    await winery.advance(20);
    const rest = orderNosOf(await winery.returns({ ...received, Skip: 1 }));
    expect(rest).toEqual(['SOON-2', 'LATE-1']);
    const { RMANumber } = (await winery.returns({ OrderNumbers: ['LATE-1'] })).body.ReturnSalesOrderHeaders[0];
    const disposed = { DispositionCode: 'Return to Inventory' };
    expect(orderNosOf(await winery.returns({ ...disposed, Top: 1 }))).toEqual(['SOON-1']);
    await winery.dispose({ RMANumber, ...disposed });
    expect(orderNosOf(await winery.returns({ ...disposed, Skip: 1 }))).toEqual(['SOON-2', 'LATE-1']);
  });

  test("200: never another customer's", async () => {
    const winery = await deliveredOrders(['MINE-1']);
    await winery.sendBack({ OrderNo: 'MINE-1' });
    const { client } = await server.customer();
    expect(orderNosOf(await client.call(operation, { OrderNumbers: ['MINE-1'] }))).toEqual([]);
  });

  test('200: in production too', async () => {
    const production = await openTestServer({ environment: 'production' });
    try {
      const { client } = await production.customer('read');
      expect(await client.call(operation)).toMatchObject({ status: 200, body: { TotalRecordCount: 0 } });
    } finally {
      await production.close();
    }
  });
});

const orderNumbers = (count: number) => Array.from({ length: count }, (_, i) => `ORD-${i}`);

test.each<[string, Json, string, string]>([
  ['101 order numbers', { OrderNumbers: orderNumbers(101) }, 'OrderNumbers', 'MaxItems'],
  ['a time that is none', { StartTime: '2031-02-30T00:00:00Z' }, 'StartTime', 'Format'],
  ['a time alone', { EndTime: '10:00:00' }, 'EndTime', 'Format'],
  [
    'an end before its start',
    { StartTime: '2031-03-05T00:00:00-08:00', EndTime: '2031-03-04T23:59:59' },
    'EndTime',
    'Range',
  ],
  ['a disposition that is none', { DispositionCode: 'Keep' }, 'DispositionCode', 'Enum'],
  ['VCX01', { Warehouse: 'VCX01' }, 'Warehouse', 'Enum'],
  ['WOX01', { Warehouse: 'WOX01' }, 'Warehouse', 'Enum'],
  ['an empty order number', { OrderNumbers: [''] }, 'OrderNumbers[0]', 'MinLength'],
  ['a Skip beyond int32', { Skip: 2_147_483_648 }, 'Skip', 'Maximum'],
  ['a Top beyond int32', { Top: 2_147_483_648 }, 'Top', 'Maximum'],
  ['a negative Skip', { Skip: -1 }, 'Skip', 'Minimum'],
  ['a negative Top', { Top: -1 }, 'Top', 'Minimum'],
  ['a Top that is no number', { Top: 'five' }, 'Top', 'Type'],
  ['half a Skip', { Skip: 0.5 }, 'Skip', 'Type'],
  ['order numbers that are no list', { OrderNumbers: 'ORD-1' }, 'OrderNumbers', 'Type'],
  ['a text for a boolean', { IncludeTotalRecordCount: 'all' }, 'IncludeTotalRecordCount', 'Type'],
  ['a disposition in other letters', { DispositionCode: 'reship' }, 'DispositionCode', 'Enum'],
])('400: %s', async (_what, body, Field, Code) => {
  const { client } = await server.customer();
  const answer = await client.call(operation, body);
  expect(answer).toMatchObject({ status: 400, body: { Code: 'ValidationFailed', Errors: [{ Field, Code }] } });
});

test('200: just inside each limit', async () => {
  const { client } = await server.customer();
  for (const body of [
    { OrderNumbers: orderNumbers(100) },
    { StartTime: '2031-03-05T00:00:00', EndTime: '2031-03-05T08:00:00Z' },
    { StartTime: '2031-03-05T00:00:00Z', EndTime: '2031-03-05T00:00:00Z' },
    { StartTime: '0001-01-01T00:00:00', EndTime: '9999-12-31T23:59:59.9999999' },
    { StartTime: null, DispositionCode: '', Warehouse: '', Top: 2500 },
    { OrderNumbers: [], Skip: 0, Top: 0 },
    { DispositionCode: 'Return to Winery', IncludeTotalRecordCount: true },
    { DispositionCode: 'Reship' },
    { DispositionCode: 'Return to Inventory', IncludeTotalRecordCount: false },
  ]) {
    expect((await client.call(operation, body)).status).toBe(200);
  }
  for (const Warehouse of ['APC01', 'APC02', 'COB01', 'COB02', 'ETC01', 'MMC01', 'PRB02', 'PRB04', 'SJU01', 'TWL01']) {
    expect((await client.call(operation, { Warehouse })).status).toBe(200);
  }
});

test('200: limits a page to 2500', async () => {
  const { client } = await server.customer();
  expect((await client.call(operation, { Top: 2501 })).body).toMatchObject({ Top: 2500, TotalRecordCount: 0 });
  expect((await client.call(operation)).body).toMatchObject({ Top: 500, Skip: 0, MoreRecords: false });
});

test('401: wrong credentials', async () => {
  const { client, customerNo } = await server.customer();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect((await client.call(operation, { Authentication })).status).toBe(401);
});
