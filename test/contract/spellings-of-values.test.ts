/** Values in the spellings that clients use (decision 4), through operations: what is stored, and what counts as a retry. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient } from '../support/client.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery, sentOrder } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** One order in the declared spelling, and in that of a client that types its values otherwise. */
function orderInBothSpellings(): readonly [Json, Json] {
  const recipient = {
    FirstName: 'Sample',
    LastName: 'Recipient',
    Address: '1 Beacon St',
    City: 'Boston',
    State: 'MA',
    Country: 'US',
  };
  const declared = sentOrder({
    OrderInfo: {
      OrderNo: '100417',
      OrderDate: '2026-11-20T10:00:00Z',
      GiftCard: 0,
      ConsumerTaxCollected: '4.50',
      ConsumerShippingPrice: '1234.50',
    },
    HoldOrder: true,
    RecipientContactInfo: { ...recipient, ZipCode: '02108', PhoneNumber: '6175550100' },
    ShipmentInfo: {
      ShippingCarrier: 'FEX',
      ShippingCarrierService: 'GRND',
      RequestedShipmentDate: '12/07/2026',
      IcePack: 1,
    },
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2, UnitPrice: 65 }],
  });
  const other = sentOrder({
    OrderInfo: {
      OrderNo: 100417,
      OrderDate: '2026-11-20 10:00:00 UTC',
      GiftCard: 'false',
      ConsumerTaxCollected: '4.500000000000001',
      ConsumerShippingPrice: '$1,234.50',
    },
    HoldOrder: 'true',
    RecipientContactInfo: { ...recipient, ZipCode: 2108, PhoneNumber: 6175550100 },
    ShipmentInfo: {
      ShippingCarrier: 'FEX',
      ShippingCarrierService: 'GRND',
      RequestedShipmentDate: '12/07/2026 12:00:00 AM',
      IcePack: true,
    },
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: '2', UnitPrice: '$65.00' }],
  });
  return [declared, other];
}

test.each([
  ['Inventory/GetSellable', { IncludeUnavailableItems: '', IncludeIncomingInventory: '' }],
  ['Inventory/GetStatus', { IncludeUnavailableItems: '', IncludeTotalRecordCount: '' }],
])('an empty text for a flag of %s is absent', async (path, flags) => {
  const winery = await openWinery(server);
  const absent = await winery.client.call(path, {});
  expect(absent.status).toBe(200);
  expect((await winery.client.call(path, flags)).body).toEqual(absent.body);
});

describe('the same order in another spelling', () => {
  test('is stored in the declared one, and sent again it is the same order', async () => {
    const winery = await openWinery(server);
    const [declared, other] = orderInBothSpellings();
    const first = await winery.create(other);
    expect(first).toMatchObject({ status: 200 });
    expect(await winery.create(declared)).toMatchObject({ status: 200, body: first.body });
    expect(await winery.order(first.body)).toMatchObject({
      order_no: declared.OrderInfo.OrderNo,
      document: {
        consumerTaxCollected: '4.50',
        consumerShippingPrice: '1234.50',
        orderDate: '2026-11-20T10:00:00Z',
        recipient: { zipCode: '02108', phoneNumber: '6175550100' },
      },
      lines: [{ quantity: 2, unitPrice: 65 }],
      holds: [{ reason: 'Winery' }],
    });
  });

  test('is the same body under an Idempotency-Key', async () => {
    const winery = await openWinery(server);
    const [declared, other] = orderInBothSpellings();
    const key = { 'idempotency-key': 'K-1' };
    const first = await winery.create(declared, key);
    const again = await winery.create(other, key);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test.each(['', 'DK'])(
    'an update without Country is the same body with 2108 and "02108" when the order goes to "%s"',
    async (country) => {
      const winery = await openWinery(server);
      const [declared] = orderInBothSpellings();
      const abroad = { FirstName: 'Sample', LastName: 'Recipient', Address: '1 Vej', City: 'By', Country: country };
      const TransactionReferenceNumber = await winery.created({
        ...declared,
        RecipientContactInfo: country === '' ? declared.RecipientContactInfo : abroad,
      });
      const update = (ZipCode: unknown, key: string) =>
        winery.update({ TransactionReferenceNumber, RecipientContactInfo: { ZipCode } }, { 'idempotency-key': key });
      const first = await update(2108, 'U-1');
      expect(first.status).toBe(200);
      const again = await update('02108', 'U-1');
      expect(again).toMatchObject({ status: 200, body: first.body });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await update('02109', 'U-1')).toMatchObject({ status: 400, body: { Code: 'IdempotencyKeyReused' } });
      const zipCode = country === '' ? '02108' : '2108';
      expect(await winery.order(TransactionReferenceNumber)).toMatchObject({ document: { recipient: { zipCode } } });
    },
  );

  test('an instant in any spelling of ISO 8601 is the same OrderDate', async () => {
    const winery = await openWinery(server);
    const [declared] = orderInBothSpellings();
    const first = await winery.create(declared);
    expect(first).toMatchObject({ status: 200 });
    for (const OrderDate of ['2026-11-20T10:00:00+00:00', '2026-11-20T02:00:00.000-0800', '2026-11-20T10:00Z']) {
      const again = { ...declared, OrderInfo: { ...declared.OrderInfo, OrderDate } };
      expect(await winery.create(again)).toMatchObject({ status: 200, body: first.body });
    }
    const later = { ...declared, OrderInfo: { ...declared.OrderInfo, OrderDate: '2026-11-20T10:00:00-00:01' } };
    expect(await winery.create(later)).toMatchObject({ status: 400, body: { Code: 'DuplicateOrder' } });
  });

  test('is the same body in a batch under an Idempotency-Key', async () => {
    const winery = await openWinery(server);
    const [declared, other] = orderInBothSpellings();
    const batch = (order: Json) =>
      winery.client.call('SalesOrder/BatchSalesOrder', { SalesOrdersInfo: [order] }, { 'idempotency-key': 'B-1' });
    const first = await batch(declared);
    expect(first.body.CreateSalesOrderStatuses).toMatchObject([{ IsCreated: true }]);
    const again = await batch(other);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const different = { ...other, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: '3' }] };
    expect(await batch(different)).toMatchObject({ status: 400, body: { Code: 'IdempotencyKeyReused' } });
  });
});

test('CreateSKU in another spelling is the same item', async () => {
  const { client } = await server.customer();
  const item = (fields: Json) => ({
    RequestorInfo: { FirstName: 'Sample', LastName: 'Requestor', EmailAddress: 'requestor@example.com' },
    SKUInfo: { ItemCategory: 'Wine', ItemDescription: '2023 Pinot Noir', Varietal: 'Pinot Noir', ...fields },
  });
  const declared = {
    ItemNo: '1001',
    Vintage: '2023',
    Value: '48.00',
    AlcoholByVolume: '14.5',
    UPCCode: '85000100014',
    UOM: '750',
    NumBottleInEachCase: '12',
  };
  const first = await client.call('SKU/CreateSKU', item(declared));
  expect(first.status).toBe(200);
  for (const other of [
    {
      ItemNo: 1001,
      Vintage: 2023,
      Value: 48,
      AlcoholByVolume: 14.5,
      UPCCode: 85000100014,
      UOM: 750,
      NumBottleInEachCase: 12,
    },
    { ...declared, Value: '$48.00', AlcoholByVolume: '14.5%', NumBottleInEachCase: '12.0' },
  ]) {
    expect(await client.call('SKU/CreateSKU', item(other))).toMatchObject({ status: 200, body: first.body });
  }
  const { body } = await client.call('SKU/CreateSKU', item({ ...declared, Value: '48,00', AlcoholByVolume: '14,5%' }));
  expect(body.Errors).toMatchObject([
    { Field: 'SKUInfo.Value', Code: 'Format', Message: 'must be an amount, such as 12.50, $12.50 or 1,234.50' },
    { Field: 'SKUInfo.AlcoholByVolume', Code: 'Format', Message: 'must be a percentage, such as 14.5 or 14.5%' },
  ]);
});

describe('reads', () => {
  test.each<[string, Json]>([
    ['Inventory/GetStatus', { Skip: '0', Top: '10', IncludeTotalRecordCount: 'true', ItemNumbers: [1001] }],
    ['SalesOrder/GetReturns', { StartTime: '11/01/2026', EndTime: '2026-11-30', OrderNumbers: [10001], Top: '5' }],
    ['SalesOrder/GetReturns', { StartTime: '2026-11-20 10:00:00 UTC', EndTime: '12/07/2026 12:00:00 AM' }],
    ['Address/GetCarrierLocations', { ShippingCarrier: 'FEX', ZipCode: 2108, SearchRadius: '10' }],
    [
      'Tracking/GetDeliveryEstimates',
      {
        ClientReferenceCode: 17,
        DeliveryEstimateRange: '3',
        DeliveryAddress: { StreetLines: ['1 Beacon St'], City: 'Boston', State: 'MA', ZipCode: 2108, Country: 'US' },
      },
    ],
  ])('%s accepts %j', async (operation, body) => {
    const { client } = await server.customer();
    expect(await client.call(operation, body)).toMatchObject({ status: 200 });
  });

  test('the end of a range that is a date includes that day', async () => {
    const { client } = await server.customer();
    const range = { TransactionType: 'Inventory Adjustment', TransactionStartDateTime: '11/20/2026' };
    // Nothing is found, but the range is valid: as moments of midnight, start and end would be equal.
    for (const TransactionEndDateTime of ['2026-11-20', '11/20/2026']) {
      const { status } = await client.call('Inventory/GetTransactions', { ...range, TransactionEndDateTime });
      expect([200, 404]).toContain(status);
    }
  });

  test('CustomerNo may be sent as a number', async () => {
    const Authentication = { UserKey: 'any', Password: 'any', CustomerNo: 1001 };
    const client = openClient(`${server.url}/mock/v3`, {
      userKey: '',
      password: '',
      customerNo: '',
      accessToken: 'any',
    });
    expect(await client.call('Inventory/GetSellable', { Authentication })).toMatchObject({ status: 200 });
    const float = { Authentication: { ...Authentication, CustomerNo: 1.5 } };
    expect(await client.call('Inventory/GetSellable', float)).toMatchObject({ status: 401 });
  });
});

describe('what is ambiguous stays 400', () => {
  test.each<[Json, string]>([
    [{ OrderInfo: { ConsumerTaxCollected: '1,5' } }, 'OrderInfo.ConsumerTaxCollected'],
    [{ OrderInfo: { ConsumerTaxCollected: '1,234' } }, 'OrderInfo.ConsumerTaxCollected'],
    [{ OrderInfo: { ConsumerTaxCollected: '8.5%' } }, 'OrderInfo.ConsumerTaxCollected'],
    [{ OrderInfo: { OrderDate: '20.11.2026' } }, 'OrderInfo.OrderDate'],
    [{ OrderInfo: { OrderDate: 1795600000 } }, 'OrderInfo.OrderDate'],
    [{ OrderInfo: { GiftCard: 2 } }, 'OrderInfo.GiftCard'],
    [{ OrderInfo: { HoldOrder: 'yes' } }, 'OrderInfo.HoldOrder'],
    [{ OrderInfo: { SpecialInstructions: 5 } }, 'OrderInfo.SpecialInstructions'],
    [{ ShipmentInfo: { RequestedShipmentDate: '20261207' } }, 'ShipmentInfo.RequestedShipmentDate'],
    [{ ShipmentInfo: { RequestedShipmentDate: '2026-02-30' } }, 'ShipmentInfo.RequestedShipmentDate'],
    [{ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: '2.5' }] }, 'ItemsInfo[0].ItemQuantity'],
    [{ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: true }] }, 'ItemsInfo[0].ItemQuantity'],
    [{ RecipientContactInfo: { ZipCode: 8001, Country: 'CH' } }, 'RecipientContactInfo.ZipCode'],
  ])('%j', async (parts, Field) => {
    const client = openClient(`${server.url}/mock/v3`, {
      userKey: 'a',
      password: 'b',
      customerNo: 'c',
      accessToken: '',
    });
    const { status, body } = await client.call('SalesOrder/CreateSalesOrder', sentOrder(parts));
    expect({ status, Errors: body.Errors }).toMatchObject({ status: 400, Errors: [{ Field }] });
  });
});

test.each(['United States', 'U.S.A.', 'us'])('a ZIP code is a number in %s', async (Country) => {
  const client = openClient(`${server.url}/mock/v3`, { userKey: 'a', password: 'b', customerNo: 'c', accessToken: '' });
  const order = sentOrder({ RecipientContactInfo: { ZipCode: 2108, Country } });
  expect((await client.call('SalesOrder/CreateSalesOrder', order)).status).toBe(200);
});
