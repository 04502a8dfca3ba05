/** Counts/List: the items and locations to count, without quantities. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { exportedRows } from '../support/list-export.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

const list = async (person = bed.person) => (await person.call('Counts/List', { Warehouse: warehouse })).body;
const adjust = (ItemNo: string, Quantity: number) =>
  bed.lead.call('Inventory/Adjust', {
    CustomerNo: bed.customerNo,
    Warehouse: warehouse,
    InventoryStatus: 'GOOD-NO-TX',
    ReasonCode: 'LOST',
    Items: [{ ItemNo, Quantity }],
  });

test('200 lists an item as soon as the ledger has less than its bins, until it is being counted', async () => {
  const bin = await bed.newLocation({ Zone: 'L' });
  await bed.putAway(bin, 'WINE-1', 100);
  expect((await list()).Waiting).toEqual([]);
  expect((await adjust('WINE-1', -6)).status).toBe(200);
  const CustomerName = `Winery ${bed.customerNo}`;
  const key = { CustomerNo: bed.customerNo, ItemNo: 'WINE-1', InventoryStatus: 'GOOD-NO-TX' };
  const waiting = [{ ...key, CustomerName, Reason: 'bins' }];
  expect((await list()).Waiting).toMatchObject(waiting);
  const item = { Warehouse: warehouse, CustomerNo: bed.customerNo, ItemNo: 'WINE-1' };
  expect((await bed.person.call('Counts/Open', item)).body).toEqual({ Items: 1, Places: 1 });
  const { Places, Waiting } = await list();
  expect(Waiting).toEqual([]);
  expect(Places).toEqual([
    { Location: bin, Zone: 'L', WalkOrder: expect.any(Number), IsRecount: false, IsForOthers: false, Items: [] },
  ]);
  // The counted quantity equals the ledger's: the count closes by itself, and the bin has that quantity.
  expect((await bed.count(bed.person, bin, [['WINE-1', 94]])).body.Lines).toMatchObject([{ State: 'counted' }]);
  expect(await list()).toEqual({ Places: [], Waiting: [] });
  expect(await bed.found('WINE-1')).toMatchObject({ Unplaced: 0, Bins: [{ Quantity: 94 }] });
});

test('200 says that another person counts again', async () => {
  const bin = await bed.newLocation();
  await bed.putAway(bin, 'WINE-2', 10);
  await bed.count(bed.person, bin, [['WINE-2', 9]]);
  expect((await list()).Places).toMatchObject([{ Location: bin, IsRecount: true, IsForOthers: true }]);
  expect((await list(bed.other)).Places).toMatchObject([{ Location: bin, IsRecount: true, IsForOthers: false }]);
});

test('200 shows no quantity to any person who counts', async () => {
  const numbers = JSON.stringify(await list()).match(/"(Quantity|OnHand|Counted|Claimed|Difference|Unplaced)"/);
  expect(numbers).toBeNull();
});

test('200 a page of many items that wait; their export has all, also those that are due, each once', async () => {
  await bed.server.environment.db.rows(
    `insert into bin_contents (customer_no, warehouse, location, item_no, status, quantity)
     select $1, $2, 'CLAIMED', 'MANY-' || n, 'GOOD-NO-TX', 1 from generate_series(1, 501) n`,
    [bed.customerNo, warehouse],
  );
  await bed.server.environment.db.rows(
    `insert into balances (customer_no, item_no, warehouse, status, on_hand)
     select $1, 'DUE-' || n, $2, 'GOOD-NO-TX', 1 from generate_series(1, 501) n`,
    [bed.customerNo, warehouse],
  );
  // Due, and with more units recorded in a bin than on hand.
  await bed.server.environment.db.rows(
    `insert into bin_contents (customer_no, warehouse, location, item_no, status, quantity)
     select $1, $2, 'CLAIMED', 'DUE-1', 'GOOD-NO-TX', 5`,
    [bed.customerNo, warehouse],
  );
  await bed.server.environment.db.rows(
    'insert into count_plans (warehouse, days_a, days_b, days_c) values ($1, 7, 7, 7)',
    [warehouse],
  );
  const { Waiting, Next } = await list();
  expect([Waiting.filter(({ Reason }: { Reason: string }) => Reason === 'bins').length, typeof Next]).toEqual([
    200,
    'string',
  ]);
  const rows = await exportedRows(bed.server, bed.lead, 'Counts/List', { Warehouse: warehouse });
  const waiting = rows.filter(({ List }) => List === 'Waiting').map(({ ItemNo = '' }) => ItemNo);
  expect(waiting.filter((item) => item.startsWith('MANY-')).length).toBe(501);
  expect(waiting.filter((item) => item.startsWith('DUE-')).length).toBe(501);
  expect(new Set(waiting).size).toBe(waiting.length);
});

test('400 for a code that is no warehouse', async () => {
  expect((await bed.person.call('Counts/List', { Warehouse: 'x' })).status).toBe(400);
});

test('404 for people of another warehouse', async () => {
  expect((await bed.stranger.call('Counts/List', { Warehouse: warehouse })).status).toBe(404);
});
