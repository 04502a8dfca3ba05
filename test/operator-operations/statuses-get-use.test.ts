/** Statuses/GetUse: which customers keep an inventory status from being removed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenItems, givenStock } from '../support/catalog.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 names the customers with stock in it; of a customer its own alone', async () => {
  const [one, other] = [await server.customer(), await server.customer()];
  const { db } = server.environment;
  for (const { customerNo } of [one, other]) {
    await admin.call('Statuses/Set', { CustomerNo: customerNo, InventoryStatus: 'GOOD-EV-TX', Description: 'Events' });
    await givenItems(db, customerNo, [{ itemNo: 'PIN' }]);
    await givenStock(db, customerNo, [
      { itemNo: 'PIN', quantity: 3, status: 'GOOD-EV-TX' },
      { itemNo: 'PIN', quantity: 4, status: 'DMGD-NO-TX' },
    ]);
  }
  const use = async (request: object) => (await admin.call('Statuses/GetUse', request)).body.Stock;
  const own = await use({ CustomerNo: one.customerNo, InventoryStatus: 'GOOD-EV-TX' });
  expect(own).toMatchObject([{ CustomerNo: one.customerNo, Items: 1, OnHand: 3 }]);
  const generic = await use({ InventoryStatus: 'DMGD-NO-TX' });
  expect(generic.map(({ OnHand }: { readonly OnHand: number }) => OnHand)).toEqual([4, 4]);
});

test('400 without a status', async () => {
  const { status, body } = await admin.call('Statuses/GetUse');
  expect([status, body.Errors[0].Field]).toEqual([400, 'InventoryStatus']);
});

test('404 for an unknown status', async () => {
  expect((await admin.call('Statuses/GetUse', { InventoryStatus: 'NONE' })).status).toBe(404);
});
