/** Inventory/ListAt: the stock on hand at the end of a day. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenItems, givenStock } from '../support/catalog.ts';
import { exportedRows } from '../support/list-export.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { recordStatements } from '../support/recorded-statements.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 shows what was on hand then, by page', async () => {
  const { customerNo } = await server.customer();
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'PIN' }, { itemNo: 'CAB' }]);
  await givenStock(db, customerNo, [
    { itemNo: 'PIN', quantity: 24 },
    { itemNo: 'CAB', quantity: 12 },
  ]);
  const at = (Day: string, page: object = {}) =>
    admin.call('Inventory/ListAt', { Customers: [customerNo], Day, ...page });
  const first = await at('12/31/2035', { Top: 1 });
  expect(first.body).toMatchObject({ Records: [{ ItemNo: 'CAB', Warehouse: 'APC01', OnHand: 12 }], Count: 2 });
  expect((await at('12/31/2035', { After: first.body.Next })).body.Records).toMatchObject([
    { ItemNo: 'PIN', InventoryStatus: 'GOOD-NO-TX', OnHand: 24 },
  ]);
  expect((await at('12/31/9999')).body).toMatchObject({ Count: 2 });
  expect((await at('01/01/2020')).body).toEqual({ Records: [], Count: 0 });
});

test('200 an export of several pages reads the day once', async () => {
  const { customerNo } = await server.customer();
  const { db } = server.environment;
  const items = Array.from({ length: 1_001 }, (_, nth) => ({ itemNo: `ITEM-${nth}`, quantity: 1 + nth }));
  await givenItems(db, customerNo, items);
  await givenStock(db, customerNo, items);
  const recorder = recordStatements(db);
  const rows = await exportedRows(server, admin, 'Inventory/ListAt', { Customers: [customerNo], Day: '12/31/2035' });
  recorder.stop();
  expect(recorder.take().filter(({ text }) => text.includes('from opening_balances'))).toHaveLength(1);
  expect(new Set(rows.map(({ ItemNo }) => ItemNo)).size).toBe(items.length);
  expect(rows.reduce((sum, { OnHand }) => sum + Number(OnHand), 0)).toBe((1_001 * 1_002) / 2);
  const none = { Customers: [customerNo], Day: '01/01/2020' };
  expect(await exportedRows(server, admin, 'Inventory/ListAt', none)).toEqual([]);
});

test('400 for what is no day', async () => {
  expect((await admin.call('Inventory/ListAt', { Day: '13/13/2026' })).status).toBe(400);
});

test('200 shows all customers, found by item, warehouse and customer, by page', async () => {
  const { db } = server.environment;
  const customers: string[] = [];
  // More than are read by one statement.
  for (let nth = 0; nth < 35; nth += 1) {
    const { customerNo } = await server.customer();
    customers.push(customerNo);
    const itemNo = nth === 20 ? 'MERLOT-20' : 'MERLOT';
    await givenItems(db, customerNo, [{ itemNo }]);
    await givenStock(db, customerNo, [
      { itemNo, quantity: 1 + nth },
      { itemNo, quantity: 2, warehouse: 'COB01' },
    ]);
  }
  const at = async (filters: object) => {
    const { status, body } = await admin.call('Inventory/ListAt', { Day: '12/31/2035', ...filters });
    expect(status).toBe(200);
    return body;
  };
  const all = await at({ Text: 'merlot', Top: 200 });
  expect([all.Records.length, all.Count]).toEqual([70, 70]);
  const keys = all.Records.map((row: Record<string, string>) => `${row.CustomerNo} ${row.Warehouse}`);
  expect(keys).toEqual([...customers].sort().flatMap((customerNo) => [`${customerNo} APC01`, `${customerNo} COB01`]));
  const paged = [];
  let after: string | undefined;
  do {
    const page = await at({ Text: 'merlot', Top: 33, ...(after && { After: after }) });
    expect(page.Count).toBe(70);
    paged.push(...page.Records);
    after = page.Next;
  } while (after !== undefined);
  expect(paged).toEqual(all.Records);
  expect((await at({ Text: 'lot-20', Warehouses: ['APC01'] })).Records).toEqual([
    {
      CustomerNo: customers[20],
      CustomerName: expect.any(String),
      ItemNo: 'MERLOT-20',
      Description: expect.any(String),
      Warehouse: 'APC01',
      InventoryStatus: 'GOOD-NO-TX',
      OnHand: 21,
    },
  ]);
  expect((await at({ Customers: [customers[3], customers[4]?.toLowerCase()], Warehouses: ['COB01'] })).Count).toBe(2);
  expect(await at({ Customers: ['W9999'] })).toEqual({ Records: [], Count: 0 });
  const exported = await exportedRows(server, admin, 'Inventory/ListAt', { Day: '12/31/2035', Text: 'merlot' });
  expect(exported.map(({ CustomerNo, Warehouse }) => `${CustomerNo} ${Warehouse}`)).toEqual(keys);
});
