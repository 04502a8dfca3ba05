/** Receiving/List: what warehouses expect, without quantities, and who counts what. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dock, dock, openDock } from '../support/receiving.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let at: Dock;
beforeAll(async () => {
  server = await openTestServer();
  at = await openDock(server);
});
afterAll(() => server.close());

test('200 the orders of the warehouse and the open receipts, without quantities', async () => {
  // Digits that no id and no time contains by chance.
  const { reference, orderId } = await at.ordered(undefined, 777_713);
  const listed = async () => (await at.receive('List', { Warehouses: [dock] })).Expected;
  expect(await listed()).toMatchObject([
    { Kind: 'purchase order', CustomerReferenceNo: reference, Warehouse: dock, Status: 'OPEN' },
  ]);
  expect(JSON.stringify(await listed())).not.toContain('777713');
  const { Receipt, CustomerNo } = await at.open(reference);
  const { Receipts } = await at.receive('List', {});
  expect(Receipts).toMatchObject([{ Receipt, Units: 0, IsMine: true, IsFree: false, Pallet: 1 }]);
  const { body } = await at.lead.call('Receiving/List', { Warehouses: ['TWL01'] });
  expect(body).toMatchObject({ Expected: [], Receipts: [], More: false });
  await at.receive('Discard', { CustomerNo, Receipt, Reason: 'Done' });
  await at.winery.cancel({ CustomerReferenceNo: reference });
  expect([orderId.length, await listed()]).toEqual([36, []]);
});

test('400 a filter that is none', async () => {
  expect((await at.receiver.call('Receiving/List', { Warehouses: 'APC01' })).status).toBe(400);
});
