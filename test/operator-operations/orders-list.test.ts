/** Orders/List: views, filters, pages, and what each role sees. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { givenItems } from '../support/catalog.ts';
import { openWinery, type Winery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let service: OperatorClient;
let winery: Winery;

beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
  winery = await openWinery(server);
});
afterAll(() => server.close());

interface Listed {
  readonly OrderNo: string;
}

async function list(request: object, by: OperatorClient = service) {
  await catchUpOrderIndex(server.environment.db);
  const { status, body } = await by.call('Orders/List', request);
  expect([status, body.Reason]).toEqual([200, undefined]);
  return body;
}
const numbers = async (request: object, by?: OperatorClient): Promise<string[]> =>
  (await list(request, by)).Records.map(({ OrderNo }: Listed) => OrderNo);

describe('200', () => {
  test('200 shows an order with everything that the list needs', async () => {
    const { orderNo, reference } = await winery.order({ OrderInfo: { HoldOrder: true } });
    const { Records: records, Count: count } = await list({ Text: orderNo });
    expect(count).toBe(1);
    expect(records).toEqual([
      {
        CustomerNo: winery.customerNo,
        CustomerName: `Winery ${winery.customerNo}`,
        TransactionReferenceNumber: reference,
        OrderNo: orderNo,
        ShipmentKey: '',
        OrderType: expect.any(String),
        Status: 'ON WINERY REQUESTED HOLD',
        HoldReasons: ['Winery'],
        Warehouse: 'APC01',
        Carrier: expect.any(String),
        Service: expect.any(String),
        Recipient: {
          Name: expect.stringMatching(/./),
          City: expect.any(String),
          State: 'CO',
          ZipCode: expect.any(String),
          Country: expect.any(String),
        },
        Bottles: 1,
        Lines: 1,
        Short: 0,
        ShippedBoxes: 0,
        ShippedBottles: 0,
        AdultSignatures: 0,
        HasIcePack: false,
        AcceptedAt: expect.any(String),
        ShipDate: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
        IsLate: false,
        TrackingNumbers: [],
      },
    ]);
  });

  test('an order that is requested for the last day of the interface is listed as others are', async () => {
    const ShipmentInfo = { ServiceWarehouseLocation: 'APC01', RequestedShipmentDate: '12/31/9999' };
    const { orderNo } = await winery.order({ ShipmentInfo });
    expect((await list({ Text: orderNo })).Records).toMatchObject([{ ShipDate: '12/31/9999', IsLate: false }]);
    expect(await numbers({ CustomerNo: winery.customerNo })).toContain(orderNo);
  });

  test('views divide the orders of several customers', async () => {
    const other = await openWinery(server);
    const customers = [winery.customerNo, other.customerNo];
    const held = await other.order({ OrderInfo: { HoldOrder: true } });
    const short = await other.order({ ItemsInfo: [{ ItemNo: 'WINE-3', ItemQuantity: 2 }] });
    const ready = await other.order();
    const canceled = await other.order();
    await other.client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber: canceled.reference });
    const own = { Customers: [other.customerNo] };
    expect(await numbers({ View: 'held', ...own })).toEqual([short.orderNo, held.orderNo]);
    expect(await numbers({ View: 'short', ...own })).toEqual([short.orderNo]);
    expect(await numbers({ View: 'to release', ...own })).toEqual([ready.orderNo]);
    expect(await numbers({ View: 'canceled', ...own })).toEqual([canceled.orderNo]);
    expect(await numbers({ View: 'open', ...own })).toEqual([ready.orderNo, short.orderNo, held.orderNo]);
    expect(await numbers(own)).toEqual([canceled.orderNo, ready.orderNo, short.orderNo, held.orderNo]);
    expect(await numbers({ HoldReasons: ['Inventory'], Customers: customers })).toEqual([short.orderNo]);
    expect(await numbers({ Statuses: ['ON INV HOLD'], Customers: customers })).toEqual([short.orderNo]);
    expect(await numbers({ Warehouses: ['COB01'], ...own })).toEqual([]);
    expect(await numbers({ Carriers: ['NONE'], ...own })).toEqual([]);
    expect(await numbers({ AcceptedFrom: '2020-01-01', AcceptedTo: '2020-12-31', ...own })).toEqual([]);
    expect(await numbers({ View: 'late', ...own })).toEqual([]);
    expect(await numbers({ View: 'shipped', ...own })).toEqual([]);
    // Shown in milliseconds, stored in microseconds.
    const { Records } = await list(own);
    for (const { AcceptedAt, OrderNo } of Records) {
      expect(await numbers({ AcceptedFrom: AcceptedAt, AcceptedTo: AcceptedAt, ...own })).toContain(OrderNo);
    }
  });

  test('an order that is accepted at midnight is of the day that begins', async () => {
    const other = await openWinery(server);
    const { orderNo } = await other.order();
    const { db, config } = server.environment;
    await catchUpOrderIndex(db);
    const midnight = Temporal.ZonedDateTime.from(`2026-05-02[${config.timeZone}]`).toInstant();
    await db.rows('update order_index set accepted_at = $2 where customer_no = $1', [other.customerNo, midnight]);
    const own = { Customers: [other.customerNo] };
    expect(await numbers({ AcceptedTo: '2026-05-01', ...own })).toEqual([]);
    expect(await numbers({ AcceptedFrom: '2026-05-02', AcceptedTo: '2026-05-02', ...own })).toEqual([orderNo]);
  });

  test('a held order is late after the day on which it was to leave, on the clock of its customer', async () => {
    const other = await openWinery(server);
    const own = { Customers: [other.customerNo] };
    const held = await other.order({ OrderInfo: { HoldOrder: true } });
    const bottle = await other.order();
    await givenItems(server.environment.db, other.customerNo, [{ itemNo: 'FEE', storage: 'virtual' }]);
    const fee = await other.order({ ItemsInfo: [{ ItemNo: 'FEE', ItemQuantity: 1 }] });
    await other.advance(15 * 24 * 3_600);
    const { Records: late } = await list({ View: 'late', ...own });
    expect(late).toMatchObject([{ OrderNo: held.orderNo, IsLate: true }]);
    // The clock of another customer makes no order late.
    const behind = await openWinery(server);
    await behind.order({ OrderInfo: { HoldOrder: true } });
    expect(await numbers({ View: 'late', Customers: [behind.customerNo] })).toEqual([]);
    expect(await numbers({ View: 'shipped', ...own })).toEqual([fee.orderNo, bottle.orderNo]);
    // An order of fees leaves in no package, on no day.
    for (const days of [{ ShippedFrom: '01/01/2020' }, { ShippedTo: '01/01/9999' }])
      expect(await numbers({ ...days, ...own })).toEqual([bottle.orderNo]);
    // The days of a range are both included.
    const [{ ShipDate: day }] = (await list({ Text: bottle.orderNo, ...own })).Records;
    expect(await numbers({ ShippedFrom: day, ShippedTo: day, ...own })).toEqual([bottle.orderNo]);
    // What leaves late has the day on which it left.
    const dayOf = async () => (await list({ Text: held.orderNo, ...own })).Records[0].ShipDate;
    const planned = await dayOf();
    const released = { TransactionReferenceNumber: held.reference, OrderInfo: { HoldOrder: false } };
    await other.client.call('SalesOrder/UpdateSalesOrder', released);
    await other.advance(7 * 24 * 3_600);
    expect(await numbers({ View: 'shipped', ...own })).toContain(held.orderNo);
    expect(await dayOf()).not.toBe(planned);
  });

  test('the floor finds a customer by its number in any letter case, and by the exact one when another is alike', async () => {
    const other = await openWinery(server);
    const { orderNo } = await other.order();
    const floor = await signedIn(server, 'floor', { warehouses: ['APC01'] });
    const admin = await signedIn(server, 'admin');
    const found = (...Customers: string[]) => numbers({ Customers }, floor);
    expect(await found(other.customerNo.toLowerCase())).toEqual([orderNo]);
    expect(await found('w-unknown', other.customerNo.toLowerCase(), other.customerNo)).toEqual([orderNo]);
    expect(await found('w-unknown')).toEqual([]);
    const alike = { CustomerNo: other.customerNo.toLowerCase(), CustomerName: 'In small letters' };
    expect((await admin.call('Customers/Create', alike)).status).toBe(200);
    expect(await found(other.customerNo.toLowerCase())).toEqual([]);
    expect(await found(other.customerNo)).toEqual([orderNo]);
  });

  test('pages neither skip nor repeat an order, also while orders are added', async () => {
    const other = await openWinery(server);
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1) made.push((await other.order()).orderNo);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await list({ Customers: [other.customerNo], Top: 3, ...(after && { After: after }) });
      expect(page.Records.length).toBeLessThanOrEqual(3);
      seen.push(...page.Records.map(({ OrderNo }: Listed) => OrderNo));
      after = page.Next;
      await other.order();
    } while (after !== undefined);
    expect(seen).toEqual(made.toReversed());
  });

  test('the floor sees the orders of its warehouses, and of a recipient name, city and ZIP code', async () => {
    const other = await openWinery(server);
    const { orderNo } = await other.order();
    const own = { Customers: [other.customerNo] };
    const here = await signedIn(server, 'floor', { warehouses: ['APC01'] });
    const there = await signedIn(server, 'floor', { warehouses: ['COB01'] });
    const { Records: records } = await list(own, here);
    expect(records.map(({ OrderNo }: Listed) => OrderNo)).toEqual([orderNo]);
    expect(Object.keys(records[0].Recipient).sort()).toEqual(['City', 'Name', 'ZipCode']);
    expect(await numbers(own, there)).toEqual([]);
    expect(await numbers({ ...own, Warehouses: ['APC01'] }, there)).toEqual([]);
  });

  test('says until when it is complete when it is far behind', async () => {
    const other = await openWinery(server);
    await catchUpOrderIndex(server.environment.db);
    await other.order();
    expect((await service.call('Orders/List')).body.AsOf).toBeUndefined();
    await server.environment.db.rows(
      "update log set at = now() - interval '10 seconds' where customer_no = $1 and kind = 'sales_order.accepted'",
      [other.customerNo],
    );
    const { body } = await service.call('Orders/List');
    expect(Temporal.Instant.from(body.AsOf).epochMilliseconds).toBeLessThan(Date.now() - 9_000);
  });
});

test('400 names what is wrong with a filter', async () => {
  const { status, body } = await service.call('Orders/List', {
    View: 'new',
    Top: 500,
    After: 'x',
    AcceptedFrom: 'May',
    ShippedTo: 'June',
  });
  expect(status).toBe(400);
  expect(body.Errors.map(({ Field }: { Field: string }) => Field).sort()).toEqual([
    'AcceptedFrom',
    'After',
    'ShippedTo',
    'Top',
    'View',
  ]);
});
