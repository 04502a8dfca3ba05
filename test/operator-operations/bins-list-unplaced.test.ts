/** Bins/ListUnplaced: stock that lies in no bin. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinTestbed, type Json, openBins } from '../support/bins.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

async function unplaced(): Promise<Record<string, number>> {
  const own: Record<string, number> = {};
  const { body } = await bed.person.call('Bins/ListUnplaced', { Warehouse: warehouse, Text: 'wine-', Top: 200 });
  expect(body.Next).toBeUndefined();
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
  expect(none.body).toEqual({ Records: [], Count: 0 });
});

test('200 lists more than one page holds, in pages by customer, item and status', async () => {
  const { db } = bed.server.environment;
  const items = Array.from({ length: 230 }, (_, nth) => `LOOSE ${String(nth).padStart(3, '0')}`);
  await givenItems(
    db,
    bed.customerNo,
    items.map((itemNo) => ({ itemNo })),
  );
  await givenStock(
    db,
    bed.customerNo,
    items.map((itemNo) => ({ itemNo, quantity: 12, warehouse })),
  );
  await givenStock(db, bed.customerNo, [{ itemNo: 'LOOSE 099', quantity: 1, warehouse, status: 'RDMG-NO-TX' }]);
  const found: string[] = [];
  let After: string | undefined;
  do {
    const { status, body } = await bed.person.call('Bins/ListUnplaced', {
      Warehouse: warehouse,
      Text: 'loose',
      Top: 100,
      ...(After && { After }),
    });
    expect([status, body.Count]).toEqual([200, 231]);
    found.push(...body.Records.map(({ ItemNo, InventoryStatus }: Json) => `${ItemNo} ${InventoryStatus}`));
    After = body.Next;
  } while (After !== undefined);
  const expected = [...items.map((itemNo) => `${itemNo} GOOD-NO-TX`), 'LOOSE 099 RDMG-NO-TX'].sort();
  expect(found).toEqual(expected);
});

test('400 for a position that no list returned', async () => {
  const { status, body } = await bed.person.call('Bins/ListUnplaced', { Warehouse: warehouse, After: 'x ' });
  expect([status, body.Errors[0]?.Field]).toEqual([400, 'After']);
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
