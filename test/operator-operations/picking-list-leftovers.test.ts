/** Picking/ListLeftovers: totes with bottles of orders that were taken back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { worked } from '../support/floor.ts';
import { signedIn } from '../support/operator.ts';
import { leaveInTote, openPicking, type Picking } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let picking: Picking;
beforeAll(async () => {
  server = await openTestServer();
  picking = await openPicking(server);
});
afterAll(() => server.close());

const list = async (more: object = {}) =>
  await picking.floor.packer.call('Picking/ListLeftovers', { Warehouse: worked, ...more });

test('200 names the bottles in each tote and their bins, page by page', async () => {
  const all = [await leaveInTote(picking), await leaveInTote(picking)];
  const expected = all.map(({ winery, tote, place, left }) => ({
    Tote: tote,
    Leftovers: [
      {
        CustomerNo: winery.customerNo,
        CustomerName: `Winery ${winery.customerNo}`,
        OrderNo: left.orderNo,
        ItemNo: 'WINE-1',
        Description: expect.any(String),
        Location: place,
        Units: 1,
      },
    ],
    Version: expect.any(String),
  }));
  expect((await list()).body).toEqual({ Totes: expected });
  const { body: first } = await list({ Top: 1 });
  expect(first).toEqual({ Totes: [expected[0]], Next: expect.any(String) });
  expect((await list({ Top: 1, After: first.Next })).body).toEqual({ Totes: [expected[1]] });
});

test('400 for a page of no rows', async () => {
  expect((await list({ Top: 0 })).status).toBe(400);
});

test('404 for a warehouse in which the person does not work', async () => {
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  expect((await elsewhere.call('Picking/ListLeftovers', { Warehouse: worked })).status).toBe(404);
});
