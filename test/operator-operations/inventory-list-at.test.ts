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
    admin.call('Inventory/ListAt', { CustomerNo: customerNo, Day, ...page });
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
  const rows = await exportedRows(server, admin, 'Inventory/ListAt', { CustomerNo: customerNo, Day: '12/31/2035' });
  recorder.stop();
  expect(recorder.take().filter(({ text }) => text.includes('from opening_balances'))).toHaveLength(1);
  expect(new Set(rows.map(({ ItemNo }) => ItemNo)).size).toBe(items.length);
  expect(rows.reduce((sum, { OnHand }) => sum + Number(OnHand), 0)).toBe((1_001 * 1_002) / 2);
  const none = { CustomerNo: customerNo, Day: '01/01/2020' };
  expect(await exportedRows(server, admin, 'Inventory/ListAt', none)).toEqual([]);
});

test('400 for what is no day', async () => {
  expect((await admin.call('Inventory/ListAt', { CustomerNo: 'W1', Day: '13/13/2026' })).status).toBe(400);
});

test('404 for a customer that is not there', async () => {
  expect((await admin.call('Inventory/ListAt', { CustomerNo: 'W9999', Day: '12/31/2026' })).status).toBe(404);
});
