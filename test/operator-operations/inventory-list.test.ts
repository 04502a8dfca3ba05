/** Inventory/List: balances of all customers, pages by their key, filters, and what the floor sees. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenItems, givenStock } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { sentOrder } from '../support/winery.ts';

let server: TestServer;
let lead: OperatorClient;
let customers: readonly string[];
beforeAll(async () => {
  server = await openTestServer();
  lead = await signedIn(server, 'lead');
  customers = [await stockedWinery(), await stockedWinery()];
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

/** 100 of `PIN 23` at APC01, of which 5 are reserved, and 7 that are damaged; 30 at COB01; 9 of a retired item. */
async function stockedWinery(): Promise<string> {
  const { customerNo, client } = await server.customer();
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'PIN 23' }, { itemNo: 'OLD', retired: true }]);
  await givenStock(db, customerNo, [
    { itemNo: 'PIN 23', quantity: 100 },
    { itemNo: 'PIN 23', quantity: 7, status: 'RDMG-NO-TX' },
    { itemNo: 'PIN 23', quantity: 30, warehouse: 'COB01' },
    { itemNo: 'OLD', quantity: 9 },
  ]);
  const ordered = sentOrder({ ItemsInfo: [{ ItemNo: 'PIN 23', ItemQuantity: 5 }] });
  expect((await client.call('SalesOrder/CreateSalesOrder', ordered)).status).toBe(200);
  return customerNo;
}

interface Listed {
  readonly CustomerNo: string;
  readonly ItemNo: string;
  readonly Warehouse: string;
  readonly InventoryStatus: string;
}

const placesOf = (records: readonly Listed[]) =>
  records.map((record) => `${record.CustomerNo} ${record.ItemNo} ${record.Warehouse} ${record.InventoryStatus}`);

test('200 lists every balance with its quantities', async () => {
  const [customerNo] = customers;
  const { status, body } = await lead.call('Inventory/List', { Customers: [customerNo] });
  const record = { CustomerNo: customerNo, CustomerName: `Winery ${customerNo}`, Backordered: 0, Incoming: 0 };
  const pinot = { ...record, ItemNo: 'PIN 23', Description: 'Wine PIN 23' };
  expect([status, body]).toEqual([
    200,
    {
      Records: [
        {
          ...record,
          ItemNo: 'OLD',
          Description: 'Wine OLD',
          Warehouse: 'APC01',
          InventoryStatus: 'GOOD-NO-TX',
          OnHand: 9,
          Reserved: 0,
          Sellable: 0,
        },
        { ...pinot, Warehouse: 'APC01', InventoryStatus: 'GOOD-NO-TX', OnHand: 100, Reserved: 5, Sellable: 95 },
        { ...pinot, Warehouse: 'APC01', InventoryStatus: 'RDMG-NO-TX', OnHand: 7, Reserved: 0, Sellable: 0 },
        { ...pinot, Warehouse: 'COB01', InventoryStatus: 'GOOD-NO-TX', OnHand: 30, Reserved: 0, Sellable: 30 },
      ],
      Count: 4,
    },
  ]);
});

test('200 filters by customer, warehouse, status and text', async () => {
  const [customerNo] = customers;
  const found = async (filter: object) => (await lead.call('Inventory/List', filter)).body;
  expect((await found({ Warehouses: ['COB01'] })).Count).toBe(2);
  expect((await found({ Statuses: ['RDMG-NO-TX'], Customers: [customerNo] })).Count).toBe(1);
  expect((await found({ Text: 'wine pin' })).Count).toBe(6);
  expect((await found({ Text: 'old', Customers: [customerNo] })).Records).toMatchObject([{ ItemNo: 'OLD' }]);
  expect(await found({ Text: '100%_' })).toEqual({ Records: [], Count: 0 });
});

test('200 continues a page after its last balance', async () => {
  const { body: all } = await lead.call('Inventory/List', { Customers: customers });
  expect([all.Records.length, all.Count, all.Next]).toEqual([8, 8, undefined]);
  const seen: string[] = [];
  let After: string | undefined;
  do {
    const { body } = await lead.call('Inventory/List', { Customers: customers, Top: 3, ...(After && { After }) });
    seen.push(...placesOf(body.Records));
    expect(body.Count).toBe(8);
    After = body.Next;
  } while (After !== undefined);
  expect(seen).toEqual(placesOf(all.Records));
});

test('200 shows the floor its own warehouses only', async () => {
  const floor = await signedIn(server, 'floor', { warehouses: ['COB01'] });
  const { body } = await floor.call('Inventory/List', { Customers: customers });
  expect(body.Records.map((record: Listed) => record.Warehouse)).toEqual(['COB01', 'COB01']);
  expect((await floor.call('Inventory/List', { Warehouses: ['APC01'] })).body).toEqual({ Records: [], Count: 0 });
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await lead.call('Inventory/List', { Top: 0 });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Top']);
  const { status: again, body: position } = await lead.call('Inventory/List', { After: 'elsewhere' });
  expect([again, position.Errors[0].Field]).toEqual([400, 'After']);
});
