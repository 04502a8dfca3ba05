/** Counts/Find: the meaning of a scanned code for people who count, without quantities. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

const find = async (Code: string) => (await bed.person.call('Counts/Find', { Warehouse: warehouse, Code })).body;

test('200 finds a location and an item, without a quantity of stock', async () => {
  const bin = await bed.newLocation();
  await bed.putAway(bin, 'WINE-1', 10);
  expect(await find(bin.toLowerCase())).toEqual({ Location: bin, Items: [] });
  const { Items } = await find('wine-1');
  const own = Items.filter(({ CustomerNo }: { CustomerNo: string }) => CustomerNo === bed.customerNo);
  const item = { CustomerNo: bed.customerNo, ItemNo: 'WINE-1', InventoryStatus: 'GOOD-NO-TX', Units: 1 };
  expect(own).toEqual([{ ...item, CustomerName: expect.any(String), Description: expect.any(String) }]);
  expect(await find('NO SUCH CODE')).toEqual({ Items: [] });
});

test('200 a bin that another person is to count again says so to the person who has counted it', async () => {
  const bin = await bed.newLocation();
  await bed.putAway(bin, 'WINE-1', 10);
  expect((await bed.count(bed.person, bin, [['WINE-1', 9]])).body.Lines).toMatchObject([{ State: 'recount' }]);
  expect(await find(bin)).toEqual({ Location: bin, Items: [], IsForOthers: true });
  const { body } = await bed.other.call('Counts/Find', { Warehouse: warehouse, Code: bin });
  expect(body).toEqual({ Location: bin, Items: [] });
});

test('400 without a code', async () => {
  expect((await bed.person.call('Counts/Find', { Warehouse: warehouse, Code: '' })).status).toBe(400);
});

test('404 for people of another warehouse', async () => {
  expect((await bed.stranger.call('Counts/Find', { Warehouse: warehouse, Code: 'WINE-1' })).status).toBe(404);
});
