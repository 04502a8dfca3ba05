/** The mock's replies to real operations (decision 2): their page, filters, files and rules of updates. */
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rasterizePdfStacked } from '../../src/drawing/raster.ts';
import { openClient } from '../support/client.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

let server: TestServer;
const anyone = { userKey: 'any', password: 'any', customerNo: 'any', accessToken: 'any' };

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const mock = (name: string, body: Json) => openClient(`${server.url}/mock/v3`, anyone).call(name, body);

const lists: readonly [name: string, list: string, filter: Json, defaultTop: number][] = [
  ['Inventory/GetStatus', 'WarehouseInventoryStatuses', {}, 2500],
  [
    'Inventory/GetTransactions',
    'InventoryTransactions',
    { TransactionDate: '11/18/2026', TransactionType: 'Return Order' },
    500,
  ],
  ['SalesOrder/GetReturns', 'ReturnSalesOrderHeaders', {}, 500],
  ['Tracking/GetPackages', 'Packages', {}, 500],
  ['Address/GetCarrierLocations', 'CarrierLocations', { ZipCode: '94558' }, 500],
];

test.each(lists)('%s pages as in production', async (name, list, filter, defaultTop) => {
  const page = async (asked: Json) => {
    const { status, body } = await mock(name, { ...filter, ...asked });
    expect(status).toBe(200);
    return [body.TotalRecordCount, body.Skip, body.Top, body.MoreRecords, body[list].length];
  };
  expect(await page({})).toEqual([1, 0, defaultTop, false, 1]);
  expect(await page({ Top: 99_999 })).toEqual([1, 0, 2500, false, 1]);
  expect(await page({ Top: 0 })).toEqual([1, 0, 0, true, 0]);
  expect(await page({ Top: 1 })).toEqual([1, 0, 1, false, 1]);
  expect(await page({ Skip: 1 })).toEqual([1, 1, defaultTop, false, 0]);
  if (name === 'Inventory/GetStatus') expect(await page({ Top: -1 })).toEqual([1, 0, 2500, false, 1]);
  else expect((await mock(name, { ...filter, Top: -1 })).status).toBe(400);
});

test('a list has a record for each requested item or order, and pages through them', async () => {
  const ItemNumbers = ['A-1', 'B-2', 'C-3'];
  const itemNos = (rows: Json[]) => rows.map(({ ItemNo }) => ItemNo);
  const { body } = await mock('Inventory/GetStatus', { ItemNumbers, Warehouse: 'COB01', Skip: 1, Top: 1 });
  expect(body).toMatchObject({ TotalRecordCount: 3, MoreRecords: true });
  expect(body.WarehouseInventoryStatuses).toMatchObject([{ ItemNo: 'B-2', InventoryWarehouse: 'COB01' }]);
  const sellable = (await mock('Inventory/GetSellable', { ItemNumbers })).body;
  expect([sellable.TotalRecordCount, itemNos(sellable.Items)]).toEqual([3, ItemNumbers]);
  const packages = { OrderNumbers: ['ORDER-1', 'ORDER-2'], ShippingCarrier: 'UPS' };
  const shown = (await mock('Tracking/GetPackages', packages)).body.Packages;
  expect(shown.map((p: Json) => `${p.OrderNumber} ${p.Carrier}`)).toEqual(['ORDER-1 UPS', 'ORDER-2 UPS']);
});

test.each<[string, Json, string, Json]>([
  [
    'Inventory/GetTransactions',
    {
      TransactionDate: '3/5/2027',
      TransactionTypes: ['Transfer In', 'Return Order'],
      Warehouses: ['TWL01'],
      InventoryStatuses: ['GOOD-NO-BD'],
      References: ['MOVE-1'],
      ItemNumbers: ['A-1'],
    },
    'InventoryTransactions',
    {
      TransactionDate: '03/05/2027',
      TransactionDateTime: '2027-03-05T20:00:00Z',
      TransactionType: 'Transfer In',
      Warehouse: 'TWL01',
      InventoryStatus: 'GOOD-NO-BD',
      Reference: 'MOVE-1',
      ItemNo: 'A-1',
    },
  ],
  [
    'SalesOrder/GetReturns',
    { OrderNumbers: ['ORDER-1'], DispositionCode: 'Reship', Warehouse: 'TWL01' },
    'ReturnSalesOrderHeaders',
    { OrderNo: 'ORDER-1', DispositionCode: 'Reship', ReturnWarehouse: 'TWL01' },
  ],
  [
    'Address/GetCarrierLocations',
    { ShippingCarrier: 'UPS', ZipCode: '80202' },
    'CarrierLocations',
    { ShippingCarrier: 'UPS', Address: { ZipCode: '80202' } },
  ],
  [
    'SalesOrder/GetReturns',
    { StartTime: '2027-01-04T08:00:00Z', EndTime: '2027-01-05' },
    'ReturnSalesOrderHeaders',
    { ReceivedDate: '01/04/2027' },
  ],
  ['SalesOrder/GetReturns', { EndTime: '2027-01-05' }, 'ReturnSalesOrderHeaders', { ReceivedDate: '01/05/2027' }],
  [
    'Tracking/GetPackages',
    { ShipDateRange: '01/04/2027 - 01/05/2027', LastActivityDateRange: '01/06/2027 10:00:00 -' },
    'Packages',
    { ShipDate: '01/04/2027', LastActivityTimestamp: '2027-01-06T10:00:00Z' },
  ],
])('%s echoes its filters', async (name, filter, list, expected) => {
  expect((await mock(name, filter)).body[list]).toMatchObject([expected]);
});

test('GetDeliveryEstimates echoes the address in standard form', async () => {
  const DeliveryAddress = { StreetLines: ['5 Oak Street'], City: 'Miami', State: 'FL', ZipCode: 33101, Country: 'US' };
  expect(
    (await mock('Tracking/GetDeliveryEstimates', { DeliveryEstimateRange: 1, DeliveryAddress })).body,
  ).toMatchObject({
    DeliveryAddress: { StreetLines: ['5 OAK ST'], City: 'MIAMI', State: 'FL', ZipCode: '33101', Country: 'US' },
  });
});

test('GetDeliveryEstimates has as many ship dates as requested, working days of the warehouse', async () => {
  const DeliveryAddress = { StreetLines: ['5 Oak St'], City: 'Miami', State: 'FL', ZipCode: '33101', Country: 'US' };
  const shipDates = async (DeliveryEstimateRange: number, address: Json = DeliveryAddress): Promise<string[]> => {
    const sent = { DeliveryEstimateRange, DeliveryAddress: address };
    const { DeliveryEstimateOptions } = (await mock('Tracking/GetDeliveryEstimates', sent)).body;
    return [...new Set<string>(DeliveryEstimateOptions.map(({ ShipDate }: Json) => ShipDate))];
  };
  // 11/26/2026 is Thanksgiving Day.
  const dates = ['18', '19', '20', '23', '24', '25', '27', '30'].map((day) => `11/${day}/2026`);
  expect(await shipDates(1)).toEqual(dates.slice(0, 1));
  expect(await shipDates(8)).toEqual(dates);
  expect((await shipDates(30)).length).toBe(30);
  expect(await shipDates(3, { ...DeliveryAddress, City: 'APO', State: 'AE', ZipCode: '09012' })).toEqual([]);
});

test('Address/Validation validates the address, and has pickup locations when they are requested', async () => {
  const validate = async (city: string, sent: Json = {}) => {
    const address = { StreetLines: ['5 Oak Street'], City: city, State: 'CO', ZipCode: '80202', Country: 'US' };
    const request = { ClientReferenceCode: 'c-1', ShippingCarrier: 'FEX', Address: address, ...sent };
    return (await mock('Address/Validation', request)).body;
  };
  const formatOf = (City: string) => ({ StreetLines: ['5 OAK ST'], City, State: 'CO', ZipCode: '80202' });
  expect(await validate('Denver')).toMatchObject({
    AddressValidationIndicator: 'UNVERIFIED',
    AddressCandidates: [{ CandidateAddressFormat: formatOf('DENVER') }],
    PALDetails: [],
  });
  const corrected = await validate('Denvr', { PALRequest: { IncludePAL: true } });
  expect(corrected).toMatchObject({
    AddressValidationIndicator: 'CORRECTED',
    AddressCandidates: ['DENVR', 'DENVER'].map((city) => ({ CandidateAddressFormat: formatOf(city) })),
  });
  expect(corrected.PALDetails.length).toBe(1);
  expect((await validate('Denver', { ShippingCarrier: 'Other', PALRequest: { IncludePAL: true } })).PALDetails).toEqual(
    [],
  );
});

test.each([
  ['Sales order', { Quantity: -6, PONumber: '', OrderType: 'CLUB', ShipToName: 'Sample Recipient' }],
  ['Purchase Order', { Quantity: 1200, PONumber: 'PO000001', OrderType: '', ShipToName: '' }],
  ['Transfer Out', { Quantity: -240, PONumber: 'TO000001' }],
  ['Transfer In', { Quantity: 240, PONumber: 'TO000001' }],
  ['Inventory Adjustment', { Quantity: -2, Reference: 'BROKEN', PONumber: '' }],
])('GetTransactions has a transaction as production posts one: %s', async (type, expected) => {
  for (const asked of [{ TransactionType: type }, { TransactionTypes: [type] }]) {
    const { body } = await mock('Inventory/GetTransactions', { TransactionDate: '11/18/2026', ...asked });
    expect(body.InventoryTransactions).toMatchObject([{ TransactionType: type, ...expected }]);
  }
});

test('BatchSalesOrder has a status for each order, with its names', async () => {
  const SalesOrdersInfo = [
    { OrderInfo: { OrderNo: 'ORDER-1', TransmissionId: 'T-1', OrderType: 'CLUB' } },
    { OrderHeaderInfo: { OrderNo: 'ORDER-2', OrderType: 'CLUB' } },
  ];
  const { body } = await mock('SalesOrder/BatchSalesOrder', { SalesOrdersInfo });
  expect(body.CreateSalesOrderStatuses).toMatchObject([
    { RefOrderNo: 'ORDER-1', RefTransmissionId: 'T-1', IsCreated: true },
    { RefOrderNo: 'ORDER-2', RefTransmissionId: '', IsCreated: true },
  ]);
  const references = body.CreateSalesOrderStatuses.map((status: Json) => status.TransactionReferenceNumber);
  expect(new Set([body.TransactionReferenceNumber, ...references]).size).toBe(3);
});

test('BatchSalesOrder rejects the orders that production rejects', async () => {
  const SalesOrdersInfo = [
    { OrderInfo: { OrderNo: 'A', OrderType: 'CLUB' }, ShipmentInfo: { ServiceWarehouseLocation: 'XXX01' } },
    { OrderInfo: { OrderNo: 'ORDER-2', OrderType: 'CLUB', GiftCard: 1 } },
    'ORDER-3',
  ];
  const { body } = await mock('SalesOrder/BatchSalesOrder', { SalesOrdersInfo });
  const rejected = { IsCreated: false, TransactionReferenceNumber: '', Status: 400, Retry: false };
  expect(body.CreateSalesOrderStatuses).toMatchObject([
    {
      ...rejected,
      RefOrderNo: 'A',
      Messages: [expect.stringContaining('OrderNo'), expect.stringContaining('ServiceWarehouseLocation')],
    },
    { ...rejected, Messages: ['OrderInfo.GiftCardMessage is required when GiftCard is 1'] },
    { ...rejected, RefOrderNo: '', Messages: ['The order must be an object'] },
  ]);
});

test.each([
  [undefined, 'application/pdf;base64', 1726, 3451],
  ['LabelPDF', 'application/pdf;base64', 812, 1218],
  ['FullPNG', 'image/png;base64', 1726, 3451],
  ['LabelPNG', 'image/png;base64', 812, 1218],
])('GenerateJitLabel returns a file that opens as %s', async (AlternateLabelFormat, dataFormat, width, height) => {
  const { body } = await mock('SalesOrder/GenerateJitLabel', { OrderNo: 'MINE-1', AlternateLabelFormat });
  expect(body).toMatchObject({ OrderNo: 'MINE-1', DataFormat: dataFormat });
  const file = Buffer.from(body.File, 'base64');
  if (dataFormat.startsWith('application/pdf')) {
    expect(await rasterizePdfStacked(file)).toMatchObject({ width, height });
    return;
  }
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([width, height]);
  const data = file.indexOf('IDAT');
  expect(inflateSync(file.subarray(data + 4)).length).toBe((Math.ceil(width / 8) + 1) * height);
});

const sales = { TransactionReferenceNumber: '01990b5e-7c1a-7f3e-9d52-3b8f6a2c4e10' };
const purchase = { CustomerReferenceNo: 'IN-1' };

test.each<[string, Json, string[]]>([
  [
    'SalesOrder/UpdateSalesOrder',
    { ...sales, OrderInfo: { GiftCard: 1, GiftCardMessage: ' ' } },
    ['OrderInfo.GiftCardMessage'],
  ],
  ['SalesOrder/UpdateSalesOrder', { ...sales, OrderInfo: { GiftCard: 1 } }, []],
  [
    'SalesOrder/UpdateSalesOrder',
    { ...sales, ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'CALL' } },
    ['ShipmentInfo.ShippingCarrierService'],
  ],
  ['SalesOrder/UpdateSalesOrder', { ...sales, ShipmentInfo: { ShippingCarrierService: 'CALL' } }, []],
  [
    'SalesOrder/UpdateSalesOrder',
    { ...sales, BillingContactInfo: { Country: 'US', State: 'Colorado', ZipCode: '802' } },
    ['BillingContactInfo.State', 'BillingContactInfo.ZipCode'],
  ],
  ['SalesOrder/UpdateSalesOrder', { ...sales, BillingContactInfo: { State: 'Bavaria' } }, []],
  [
    'InventoryMovement/UpdatePurchaseOrder',
    { OrderInfo: { ...purchase, TransportMethod: 'PICKUP', City: '', Company: '' } },
    ['OrderInfo.City'],
  ],
  ['InventoryMovement/UpdatePurchaseOrder', { OrderInfo: { ...purchase, TransportMethod: 'PICKUP' } }, []],
  ['SalesOrder/GetReturns', { StartTime: '2026-11-02', EndTime: '2026-11-01' }, ['EndTime']],
])('%s refuses what no object can make valid: %j', async (name, body, fields) => {
  const answer = await mock(name, body);
  expect(answer.status).toBe(fields.length === 0 ? 200 : 400);
  if (fields.length > 0) expect(answer.body.Errors.map(({ Field }: Json) => Field)).toEqual(fields);
});

test('a batch has at most as many orders as in production', async () => {
  const batch = (orders: number) => mock('SalesOrder/BatchSalesOrder', { SalesOrdersInfo: Array(orders).fill({}) });
  expect((await batch(500)).status).toBe(200);
  expect(await batch(501)).toMatchObject({
    status: 413,
    body: { Code: 'PayloadTooLarge', Reason: 'A batch can have at most 500 orders; this one has 501.' },
  });
});
