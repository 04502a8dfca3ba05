/** Simulation/ReturnSalesOrder: every documented response, and the way that a return then goes by itself. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { verifyPackages } from '../../src/warehouse/index.ts';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { givenStock } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

const operation = 'Simulation/ReturnSalesOrder';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(async () => {
  await expectLedgerConsistent(server.environment.db);
  expect(await verifyPackages(server.environment.db)).toEqual([]);
});
afterAll(() => server.close());

const statusesOf = (records: Json[]) => records.map(({ Status }) => Status);

test('200: a whole order turns back, arrives, is inspected and goes to stock, all by the clock', async () => {
  const winery = await openReturnsWinery(server);
  const TransactionReferenceNumber = await winery.delivered({ OrderInfo: { OrderNo: 'GO-BACK-1' } });
  const [sent] = await winery.track('GO-BACK-1');
  expect(sent.Status).toBe('DELIVERED');
  const answer = await winery.sendBack({
    TransactionReferenceNumber,
    ReturnReason: 'Refused by the recipient',
    DispositionCode: 'Return to Inventory',
  });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      RMANumber: `RMA-${winery.customerNo}-000001`,
      OrderNo: 'GO-BACK-1',
      ReturnWarehouse: 'APC01',
      ReturnStatus: 'EXPECTED',
      Lines: [
        { ItemNo: 'WINE-1', ItemQuantity: 6 },
        { ItemNo: 'WINE-2', ItemQuantity: 3 },
      ],
    },
  });
  expect(await winery.track('GO-BACK-1')).toMatchObject([
    { Status: 'RETURNED', CarrierStatus: 'RS', PackageLocation: 'Denver, CO', TrackingNo: sent.TrackingNo },
  ]);
  const header = async () => (await winery.returns()).body.ReturnSalesOrderHeaders[0];
  const seen = new Set<string>();
  for (let step = 0; step < 10 * 48 && (await header()).ReturnStatus !== 'CLOSED'; step += 1) {
    await winery.advance(1 / 48);
    seen.add((await header()).ReturnStatus);
  }
  expect([...seen]).toEqual(['EXPECTED', 'RECEIVED', 'AWAITING DISPOSITION', 'CLOSED']);
  expect(await winery.track('GO-BACK-1')).toMatchObject([
    { Status: 'DELIVERED TO SHIPPER', CarrierStatus: 'RD', PackageLocation: 'Napa, CA' },
  ]);
  expect(await header()).toMatchObject({
    OriginalTrackingNumber: sent.TrackingNo,
    ShippingCarrierCode: 'FEX',
    ReturnReason: 'Refused by the recipient',
    DispositionCode: 'Return to Inventory',
  });
  expect(await winery.balance('WINE-1', 'RTGD-NO-TX')).toBe(6);
  expect((await winery.timeline(answer.body.TransactionReferenceNumber)).map(({ kind }) => kind)).toEqual([
    'return.announced',
    'return.received',
    'return.inspected',
    'return.disposed',
    'return.closed',
  ]);
});

test('200: some bottles, as they will be found; without a disposition the return waits for one', async () => {
  const winery = await openReturnsWinery(server);
  await winery.delivered({ OrderInfo: { OrderNo: 'PART-1', ShipmentKey: 'B' } });
  const answer = await winery.sendBack({
    OrderNo: 'PART-1',
    ShipmentKey: 'B',
    Lines: [
      { ItemNo: 'WINE-1', ItemQuantity: 2 },
      { ItemNo: 'WINE-1', ItemQuantity: 1, InventoryStatusCode: 'RDMG-NO-TX' },
      { ItemNo: 'WINE-2', ItemQuantity: 2, QuantityFound: 1, InventoryStatusCode: 'DMGD-NO-TX' },
    ],
    Warehouse: 'COB02',
  });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      ReturnWarehouse: 'COB02',
      Lines: [
        { ItemNo: 'WINE-1', ItemQuantity: 3 },
        { ItemNo: 'WINE-2', ItemQuantity: 2 },
      ],
    },
  });
  await winery.advance(20);
  expect(await winery.find(answer.body.RMANumber)).toMatchObject({
    status: 'AWAITING DISPOSITION',
    warehouse: 'COB02',
    lines: [
      {
        expected: 3,
        findings: [
          { quantity: 2, status: 'RTGD-NO-TX' },
          { quantity: 1, status: 'RDMG-NO-TX' },
        ],
      },
      { expected: 2, findings: [{ quantity: 1, status: 'DMGD-NO-TX' }] },
    ],
  });
});

test('200: what the inspector does with each line and condition, and with the rest', async () => {
  const winery = await openReturnsWinery(server);
  await winery.delivered({ OrderInfo: { OrderNo: 'EACH-1' } });
  const { RMANumber } = (
    await winery.sendBack({
      OrderNo: 'EACH-1',
      Lines: [
        { ItemNo: 'WINE-1', ItemQuantity: 1, QuantityFound: 0, DispositionCode: 'Reship' },
        { ItemNo: 'WINE-1', ItemQuantity: 2, DispositionCode: 'Reship' },
        { ItemNo: 'WINE-1', ItemQuantity: 1, InventoryStatusCode: 'RDMG-NO-TX', DispositionCode: 'Return to Winery' },
        { ItemNo: 'WINE-1', ItemQuantity: 1 },
        { ItemNo: 'WINE-2', ItemQuantity: 2, DispositionCode: 'Reship' },
      ],
      DispositionCode: 'Return to Inventory',
    })
  ).body;
  await winery.advance(10);
  const found = (await winery.find(RMANumber)).lines.map(({ itemNo, findings }) => [
    itemNo,
    findings.map(({ quantity, disposed }) => [quantity, disposed?.disposition]),
  ]);
  expect(found).toEqual([
    [
      'WINE-1',
      [
        [2, 'Reship'],
        [1, 'Return to Winery'],
        [1, 'Return to Inventory'],
      ],
    ],
    ['WINE-2', [[2, 'Reship']]],
  ]);
  // What is sent again goes out together.
  const [header] = (await winery.returns()).body.ReturnSalesOrderHeaders;
  expect(header).toMatchObject({ ReturnStatus: 'CLOSED', DispositionCode: '' });
  const [again] = await server.environment.db.rows<Json>(
    'select lines from sales_orders where customer_no = $1 and shipment_key = $2',
    [winery.customerNo, RMANumber],
  );
  expect(again.lines.map(({ itemNo, units }: Json) => [itemNo, units])).toEqual([
    ['WINE-1', 2],
    ['WINE-2', 2],
  ]);
});

test('200: what was shipped from several inventory statuses goes back to each of them when it is sent out again', async () => {
  const winery = await openReturnsWinery(server);
  await givenStock(server.environment.db, winery.customerNo, [{ itemNo: 'WINE-1', quantity: 4, status: 'GOOD-NO-BD' }]);
  const line = (ItemQuantity: number, InventoryTaxStatus?: string) => ({
    ItemNo: 'WINE-1',
    ItemQuantity,
    InventoryTaxStatus,
  });
  const reference = await winery.delivered({
    OrderInfo: { OrderType: 'WHOLESALE' },
    ItemsInfo: [line(4, 'GOOD-NO-BD'), line(6)],
  });
  const sold = () => Promise.all(['GOOD-NO-BD', 'GOOD-NO-TX'].map((status) => winery.balance('WINE-1', status)));
  expect(await sold()).toEqual([0, 94]);
  const sent = await winery.sendBack({
    TransactionReferenceNumber: reference,
    Lines: [
      { ItemNo: 'WINE-1', ItemQuantity: 8 },
      { ItemNo: 'WINE-1', ItemQuantity: 1, InventoryStatusCode: 'RDMG-NO-TX', DispositionCode: 'Return to Inventory' },
    ],
    DispositionCode: 'Reship',
  });
  expect(sent.body.Lines).toEqual([
    { ItemNo: 'WINE-1', ItemQuantity: 4 },
    { ItemNo: 'WINE-1', ItemQuantity: 5 },
  ]);
  await winery.advance(12);
  expect((await winery.returns()).body.ReturnSalesOrderHeaders[0].ReturnSalesOrderLines).toMatchObject([
    { Quantity: '4', DispositionCode: 'Reship', InventoryStatusCode: 'GOOD-NO-BD' },
    { Quantity: '4', DispositionCode: 'Reship', InventoryStatusCode: 'GOOD-NO-TX' },
    { Quantity: '1', DispositionCode: 'Return to Inventory', InventoryStatusCode: 'RDMG-NO-TX' },
  ]);
  const posted = (await winery.movements(sent.body.TransactionReferenceNumber)).map((m) => `${m.quantity} ${m.status}`);
  expect(posted.toSorted()).toEqual(['1 RDMG-NO-TX', '4 GOOD-NO-BD', '4 GOOD-NO-TX']);
  await winery.advance(12);
  expect(await sold()).toEqual([0, 94]);
  // One bottle is still out, of the stock of the second line.
  const rest = await winery.sendBack({ TransactionReferenceNumber: reference });
  expect(rest.body.Lines).toEqual([{ ItemNo: 'WINE-1', ItemQuantity: 1 }]);
  expect((await winery.find(rest.body.RMANumber)).lines).toMatchObject([{ shippedStatus: 'GOOD-NO-TX' }]);
});

test('200: a disposition of some lines only: the others wait for one', async () => {
  const winery = await openReturnsWinery(server);
  await winery.delivered({ OrderInfo: { OrderNo: 'SOME-1' } });
  const Lines = [
    { ItemNo: 'WINE-1', ItemQuantity: 2, DispositionCode: 'Return to Winery' },
    { ItemNo: 'WINE-2', ItemQuantity: 2 },
  ];
  const { RMANumber } = (await winery.sendBack({ OrderNo: 'SOME-1', Lines })).body;
  await winery.advance(10);
  const { status, lines } = await winery.find(RMANumber);
  expect(status).toBe('AWAITING DISPOSITION');
  expect(lines.map(({ findings }) => findings[0]?.disposed?.disposition)).toEqual(['Return to Winery', undefined]);
});

test('200: only the packages that hold what comes back turn back, each time on a leg of its own', async () => {
  const winery = await openReturnsWinery(server);
  await winery.delivered({
    OrderInfo: { OrderNo: 'MANY-1' },
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 30 }],
  });
  const sent = await winery.track('MANY-1');
  expect(sent).toHaveLength(3);
  const sendBack = (ItemQuantity: number) =>
    winery.sendBack({ OrderNo: 'MANY-1', Lines: [{ ItemNo: 'WINE-1', ItemQuantity }] });
  await sendBack(12);
  expect(statusesOf(await winery.track('MANY-1'))).toEqual(['RETURNED', 'DELIVERED', 'DELIVERED']);
  await sendBack(15);
  expect(statusesOf(await winery.track('MANY-1'))).toEqual(['RETURNED', 'RETURNED', 'RETURNED']);
  const [first, second] = (await winery.returns()).body.ReturnSalesOrderHeaders;
  expect(first.OriginalTrackingNumber).toBe(sent[0].TrackingNo);
  expect(second.OriginalTrackingNumber).toBe(`${sent[1].TrackingNo};${sent[2].TrackingNo}`);
  await winery.advance(10);
  expect(new Set(statusesOf(await winery.track('MANY-1')))).toEqual(new Set(['DELIVERED TO SHIPPER']));
  await sendBack(3);
  expect(statusesOf(await winery.track('MANY-1')).sort()).toEqual([
    'DELIVERED TO SHIPPER',
    'DELIVERED TO SHIPPER',
    'RETURNED',
  ]);
});

test('200: on its way to the recipient; what the carrier would have reported no longer counts', async () => {
  const winery = await openReturnsWinery(server);
  await winery.created({ OrderInfo: { OrderNo: 'UNDER-WAY' } });
  await winery.advance(2);
  expect(statusesOf(await winery.track('UNDER-WAY'))).toEqual(['IN TRANSIT']);
  const answer = await winery.sendBack({ OrderNo: 'UNDER-WAY', DispositionCode: 'Return to Winery' });
  expect(answer.status).toBe(200);
  await winery.advance(20);
  expect(statusesOf(await winery.track('UNDER-WAY'))).toEqual(['DELIVERED TO SHIPPER']);
  expect(await winery.movements(answer.body.TransactionReferenceNumber)).toMatchObject([
    { type: 'Return Order', quantity: 1, status: 'RTGD-NO-TX' },
    { type: 'Transfer Out', quantity: -1, status: 'RTGD-NO-TX' },
  ]);
});

test('200: an order of the customer’s own goods (JIT) comes back into stock', async () => {
  const winery = await openReturnsWinery(server);
  const TransactionReferenceNumber = await winery.created({ OrderInfo: { OrderType: 'JIT' } });
  const { db } = server.environment;
  await db.rows("update sales_orders set status = 'SHIPPED' where customer_no = $1", [winery.customerNo]);
  const answer = await winery.sendBack({ TransactionReferenceNumber, DispositionCode: 'Reship' });
  expect(answer).toMatchObject({ status: 200, body: { Lines: [{ ItemNo: 'WINE-1', ItemQuantity: 1 }] } });
  await winery.advance(10);
  const [finding] = (await winery.find(answer.body.RMANumber)).lines[0]?.findings ?? [];
  const again = await winery.order(finding?.disposed?.reshipOrderId ?? '');
  expect(again).toMatchObject({ order_type: 'RETAIL', status: 'SHIPPED' });
});

test('400: stock cannot take what the client stores itself, which goes back to the winery', async () => {
  const winery = await openReturnsWinery(server);
  const ItemsInfo = ['WINE-1', 'OURS'].map((ItemNo) => ({ ItemNo, ItemQuantity: 1 }));
  await winery.created({ OrderInfo: { OrderNo: 'THEIRS-1', OrderType: 'JIT' }, ItemsInfo });
  const { db } = server.environment;
  await db.rows("update sales_orders set status = 'SHIPPED' where customer_no = $1", [winery.customerNo]);
  const sendBack = async (body: Json) => await winery.sendBack({ OrderNo: 'THEIRS-1', ...body });
  const line = (ItemNo: string, DispositionCode?: string) => ({ ItemNo, ItemQuantity: 1, DispositionCode });
  for (const [body, Field] of [
    [{ DispositionCode: 'Return to Inventory' }, 'DispositionCode'],
    [{ DispositionCode: 'Reship', Lines: [line('OURS')] }, 'DispositionCode'],
    [{ Lines: [line('WINE-1'), line('OURS', 'Return to Inventory')] }, 'Lines[1].DispositionCode'],
  ] as const) {
    const { status, body: refused } = await sendBack(body);
    expect([status, refused.Errors]).toMatchObject([400, [{ Field, Code: 'ItemNotStored' }]]);
  }
  const lines = [line('WINE-1', 'Return to Inventory'), line('OURS')];
  const { status, body } = await sendBack({ DispositionCode: 'Return to Winery', Lines: lines });
  expect(status).toBe(200);
  await winery.advance(20);
  expect((await winery.find(body.RMANumber)).status).toBe('CLOSED');
});

test('300: several orders have the number', async () => {
  const winery = await openReturnsWinery(server);
  for (const ShipmentKey of ['A', 'B']) await winery.created({ OrderInfo: { OrderNo: 'TWICE-1', ShipmentKey } });
  await winery.advance(12);
  expect(await winery.sendBack({ OrderNo: 'TWICE-1' })).toMatchObject({
    status: 300,
    body: { Code: 'MultipleOrders', Candidates: [{ ShipmentKey: 'A' }, { ShipmentKey: 'B', Status: 'SHIPPED' }] },
  });
  expect((await winery.sendBack({ OrderNo: 'TWICE-1', ShipmentKey: 'B' })).status).toBe(200);
});

test('400: what was not shipped, more than was shipped, a warehouse that takes none, the rules of the fields', async () => {
  const winery = await openReturnsWinery(server);
  await winery.delivered({ OrderInfo: { OrderNo: 'FAULTY-1' } });
  const faults = async (body: Json) => {
    const answer = await winery.sendBack(body);
    expect(answer.status).toBe(400);
    return answer.body.Errors.map(({ Field, Code }: Json) => [Field, Code]);
  };
  const Lines = [
    { ItemNo: 'WINE-1', ItemQuantity: 7 },
    { ItemNo: 'LOOSE', ItemQuantity: 1 },
  ];
  expect(await faults({ OrderNo: 'FAULTY-1', Lines })).toEqual([
    ['Lines[0].ItemQuantity', 'MoreThanShipped'],
    ['Lines[1].ItemNo', 'NotShipped'],
  ]);
  expect(await faults({ OrderNo: 'FAULTY-1', Warehouse: 'VCX01', Lines: [] })).toEqual([
    ['Lines', 'MinItems'],
    ['Warehouse', 'Enum'],
  ]);
  expect(
    await faults({
      Lines: [{ ItemNo: '', ItemQuantity: 0, InventoryStatusCode: 'LOST', QuantityFound: -1 }],
      DispositionCode: 'Drink',
    }),
  ).toEqual([
    ['Lines[0].ItemNo', 'MinLength'],
    ['Lines[0].ItemQuantity', 'Minimum'],
    ['Lines[0].InventoryStatusCode', 'Enum'],
    ['Lines[0].QuantityFound', 'Minimum'],
    ['DispositionCode', 'Enum'],
    ['OrderNo', 'Required'],
  ]);
});

test('401: wrong credentials', async () => {
  const { client, customerNo } = await server.customer();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect((await client.call(operation, { OrderNo: 'GO-BACK-1', Authentication })).status).toBe(401);
});

test('403: an order that has not shipped, or that is back already; a credential that may only read', async () => {
  const winery = await openReturnsWinery(server);
  const TransactionReferenceNumber = await winery.created({ OrderInfo: { OrderNo: 'EARLY-1' } });
  expect(await winery.sendBack({ OrderNo: 'EARLY-1' })).toMatchObject({
    status: 403,
    body: { Code: 'StateForbids', Reason: expect.stringContaining('RECEIVED') },
  });
  await winery.advance(12);
  const names = [{ OrderNo: 'EARLY-1' }, { TransactionReferenceNumber }, { OrderNo: 'EARLY-1' }];
  const answers = await Promise.all(names.map((name) => winery.sendBack(name)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  const { client } = await server.customer('read');
  expect(await client.call(operation, { OrderNo: 'EARLY-1' })).toMatchObject({
    status: 403,
    body: { Code: 'RightMissing' },
  });
});

test("404: an unknown order, and another customer's", async () => {
  const winery = await openReturnsWinery(server);
  const reference = await winery.delivered({ OrderInfo: { OrderNo: 'MINE-1' } });
  const { client } = await server.customer();
  for (const body of [{ OrderNo: 'MINE-1' }, { TransactionReferenceNumber: reference }]) {
    expect(await client.call(operation, body)).toMatchObject({ status: 404, body: { Code: 'NotFound' } });
  }
});

test('404 in production: the operation does not exist there', async () => {
  const production = await openTestServer({ environment: 'production' });
  try {
    const { client } = await production.customer();
    expect(await client.call(operation, { OrderNo: 'MINE-1' })).toMatchObject({
      status: 404,
      body: { Code: 'UnknownPath' },
    });
  } finally {
    await production.close();
  }
});
