/** Bins/ListUnplaced: stock that lies in no bin. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinTestbed, type Json, openBins } from '../support/bins.ts';
import { givenStock } from '../support/catalog.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

async function unplaced(): Promise<Record<string, number>> {
  const own: Record<string, number> = {};
  const { body } = await bed.person.call('Bins/ListUnplaced', { Warehouse: warehouse, Text: 'wine-' });
  expect(body.More).toBe(false);
  for (const { CustomerNo, ItemNo, Unplaced } of body.Records as Json[]) {
    if (CustomerNo === bed.customerNo) own[ItemNo] = Unplaced;
  }
  return own;
}

test('200 lists what the ledger has and no bin', async () => {
  expect(await unplaced()).toEqual({ 'WINE-1': 100, 'WINE-2': 100 });
  const bin = await bed.newLocation();
  await bed.putAway(bin, 'WINE-1', 60);
  await bed.putAway(bin, 'WINE-2', 100);
  expect(await unplaced()).toEqual({ 'WINE-1': 40 });
});

test('200 filters by text', async () => {
  const none = await bed.person.call('Bins/ListUnplaced', { Warehouse: warehouse, Text: 'no such wine' });
  expect(none.body).toEqual({ Records: [], More: false });
});

test('400 for a code that is no warehouse', async () => {
  expect((await bed.person.call('Bins/ListUnplaced', { Warehouse: 'x' })).status).toBe(400);
});

test('404 for people of another warehouse', async () => {
  expect((await bed.stranger.call('Bins/ListUnplaced', { Warehouse: warehouse })).status).toBe(404);
});

test('200 with more units than an int holds, which are counted', async () => {
  const own = await openBins();
  try {
    const most = 2_000_000_000;
    for (const quantity of [most, most]) {
      await givenStock(own.server.environment.db, own.customerNo, [{ itemNo: 'WINE-2', quantity, warehouse }]);
    }
    const { body } = await own.person.call('Bins/ListUnplaced', { Warehouse: warehouse, Text: 'WINE-2' });
    const row = body.Records.find(({ CustomerNo }: { CustomerNo: string }) => CustomerNo === own.customerNo);
    expect(row).toMatchObject({ Unplaced: 2 * most + 100 });
    await own.person.call('Counts/Open', { Warehouse: warehouse, CustomerNo: own.customerNo, ItemNo: 'WINE-2' });
    expect((await own.count(own.person, '', [['WINE-2', 1]])).body.Lines).toMatchObject([{ State: 'recount' }]);
    expect(await own.differences('WINE-2')).toMatchObject([{ Difference: 1 - row.Unplaced }]);
  } finally {
    await own.server.close();
  }
});
