/** SKUs/List: items of all customers, by filters and pages. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenItems, givenStock } from '../support/catalog.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

let server: TestServer;
let service: OperatorClient;
let customers: readonly string[];
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
  customers = [await stockedCatalog(), await stockedCatalog()];
});
afterAll(() => server.close());

async function stockedCatalog(): Promise<string> {
  const { customerNo } = await server.customer();
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'PIN 23' }, { itemNo: 'CAB' }, { itemNo: 'OLD', retired: true }]);
  await db.rows(
    "update skus set upc_code = '081234567890', varietal = 'Cabernet' where customer_no = $1 and item_no = 'CAB'",
    [customerNo],
  );
  return customerNo;
}

const list = async (request: object) => (await service.call('SKUs/List', request)).body;
const namesOf = (body: Json): string[] => body.Records.map((record: Json) => `${record.CustomerNo} ${record.ItemNo}`);

test('200 lists the items of a customer', async () => {
  const [customerNo] = customers;
  const { status, body } = await service.call('SKUs/List', { Customers: [customerNo] });
  expect([status, body.Count, namesOf(body)]).toEqual([
    200,
    3,
    [`${customerNo} CAB`, `${customerNo} OLD`, `${customerNo} PIN 23`],
  ]);
  expect(body.Records[0]).toEqual({
    CustomerNo: customerNo,
    CustomerName: `Winery ${customerNo}`,
    ItemNo: 'CAB',
    Description: 'Wine CAB',
    ItemCategory: 'Wine',
    Uom: '750',
    UPCCode: '081234567890',
    Vintage: '',
    Varietal: 'Cabernet',
    HasUnknownVarietal: false,
    IsRetired: false,
  });
});

test('200 continues a page after its last item', async () => {
  const all = namesOf(await list({ Customers: customers }));
  expect(all).toHaveLength(6);
  const seen: string[] = [];
  let After: string | undefined;
  do {
    const body = await list({ Customers: customers, Top: 4, ...(After && { After }) });
    seen.push(...namesOf(body));
    expect(body.Count).toBe(6);
    After = body.Next;
  } while (After !== undefined);
  expect(seen).toEqual(all);
});

test('200 finds a part of the number, the description and the UPC, and shows retired items apart', async () => {
  const [customerNo = ''] = customers;
  const Customers = [customerNo];
  for (const Text of ['pin', 'wine PIN', 'n 23']) {
    expect([Text, namesOf(await list({ Customers, Text }))]).toEqual([Text, [`${customerNo} PIN 23`]]);
  }
  expect(namesOf(await list({ Text: '81234567' }))).toEqual(customers.map((each) => `${each} CAB`));
  expect(namesOf(await list({ Customers, Show: 'retired' }))).toEqual([`${customerNo} OLD`]);
  expect((await list({ Customers, Show: 'active' })).Count).toBe(2);
  expect(await list({ Text: 'PIN_23' })).toEqual({ Records: [], Count: 0 });
});

test.each(['ΞΙΝΟΜΑΥΡΟΣ', 'İzmir'])('200 finds %s by its name as it is written, also in stock', async (name) => {
  const { customerNo } = await server.customer();
  const { db } = server.environment;
  const itemNo = `${name}-21`;
  await givenItems(db, customerNo, [{ itemNo }]);
  await givenStock(db, customerNo, [{ itemNo, quantity: 6 }]);
  for (const Text of [name, itemNo]) {
    expect(namesOf(await list({ Customers: [customerNo], Text }))).toEqual([`${customerNo} ${itemNo}`]);
    const { body } = await service.call('Inventory/List', { Customers: [customerNo], Text });
    expect([Text, body.Records]).toMatchObject([Text, [{ ItemNo: itemNo }]]);
  }
  const { body } = await service.call('Search/Find', { Text: itemNo });
  expect(JSON.stringify(body)).toContain(itemNo);
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await service.call('SKUs/List', { Show: 'gone', After: 'elsewhere' });
  expect([status, body.Errors.map(({ Field }: Json) => Field)]).toEqual([400, ['Show', 'After']]);
});
