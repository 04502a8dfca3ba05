/** SKUs/Get: an item with its attributes, balances and changes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestorExample } from '../../src/contract/requestor.ts';
import { givenStock } from '../support/catalog.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(() => server.close());

test('200 shows every attribute, the balances and what changed', async () => {
  const { customerNo, client } = await server.customer();
  const called = async (operation: string, SKUInfo: object) => {
    const { status, body } = await client.call(operation, { RequestorInfo: requestorExample, SKUInfo });
    expect([operation, status]).toEqual([operation, 200]);
    return body as string;
  };
  const ItemNo = '23PIN-01';
  const created = await called('SKU/CreateSKU', {
    ItemCategory: 'Wine',
    ItemNo,
    ItemDescription: '2023 Pinot Noir',
    Vintage: '2023',
    Varietal: 'Pinot Nior',
    Appellation: 'Russian River Valley',
    Value: '45.00',
    AlcoholByVolume: '13.8',
    UPCCode: '081234567890',
    UOM: '750',
    NumBottleInEachCase: '12',
    NumCasesInEachPallet: '56',
    Classification: 'Still',
    Comments: 'Magnum on request',
  });
  const updated = await called('SKU/UpdateSKU', { ItemNo, ItemDescription: '2023 Pinot Noir Estate', Value: '48.00' });
  await givenStock(server.environment.db, customerNo, [
    { itemNo: ItemNo, quantity: 24 },
    { itemNo: ItemNo, quantity: 3, status: 'RDMG-NO-TX' },
  ]);
  const { status, body } = await service.call('SKUs/Get', { CustomerNo: customerNo, ItemNo });
  const none = { Reserved: 0, Backordered: 0, Incoming: 0 };
  const change = { By: 'The winery', At: expect.stringMatching(/Z$/), Actor: expect.any(String) };
  expect([status, body]).toEqual([
    200,
    {
      CustomerNo: customerNo,
      CustomerName: `Winery ${customerNo}`,
      ItemNo,
      Description: '2023 Pinot Noir Estate',
      ItemCategory: 'Wine',
      Uom: '750',
      UPCCode: '081234567890',
      Vintage: '2023',
      Varietal: 'Pinot Nior',
      HasUnknownVarietal: true,
      IsRetired: false,
      Storage: 'service',
      Classification: 'Still',
      Appellation: 'Russian River Valley',
      AlcoholByVolume: '13.8',
      Value: '48.00',
      UnitsPerCase: 12,
      CasesPerPallet: 56,
      Comments: 'Magnum on request',
      CreatedAt: expect.stringMatching(/Z$/),
      RetiredAt: '',
      Version: expect.stringMatching(/^[0-9a-f]{16}$/),
      Balances: [
        { Warehouse: 'APC01', InventoryStatus: 'GOOD-NO-TX', OnHand: 24, ...none, Sellable: 24 },
        { Warehouse: 'APC01', InventoryStatus: 'RDMG-NO-TX', OnHand: 3, ...none, Sellable: 0 },
      ],
      Timeline: [
        { ...change, Kind: 'sku.created', Text: '', Operation: 'SKU/CreateSKU', Reference: created },
        {
          ...change,
          Kind: 'sku.updated',
          Operation: 'SKU/UpdateSKU',
          Reference: updated,
          Text: 'Description was “2023 Pinot Noir”. Value was 45.00.',
        },
      ],
    },
  ]);
  expect((await client.call('SKU/RetireSku', { ItemNo })).status).toBe(200);
  const { body: retired } = await service.call('SKUs/Get', { CustomerNo: customerNo, ItemNo });
  expect(retired).toMatchObject({ IsRetired: true, RetiredAt: expect.stringMatching(/Z$/) });
  expect(retired.Balances.map(({ Sellable }: Json) => Sellable)).toEqual([0, 0]);
});

test('404 where the customer has no such item', async () => {
  const { customerNo } = await server.customer();
  const { status, body } = await service.call('SKUs/Get', { CustomerNo: customerNo, ItemNo: 'PIN' });
  expect([status, body.Code]).toEqual([404, 'NotFound']);
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await service.call('SKUs/Get', { CustomerNo: 'W1', ItemNo: '' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'ItemNo']);
});
