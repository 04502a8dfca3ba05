/** Counts/Record: the units that a person counted at a location. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type BinTestbed, type Json, openBins } from '../support/bins.ts';
import { balanceOf, givenItems, givenStock } from '../support/catalog.ts';
import { warehouse } from '../support/locations.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { signedIn } from '../support/operator.ts';
import { recordStatements } from '../support/recorded-statements.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

const onHand = async (itemNo: string) =>
  (await balanceOf(bed.server.environment.db, bed.customerNo, itemNo, warehouse))?.onHand;

test('200 closes a count that agrees, and shows no quantity', async () => {
  const bin = await bed.newLocation();
  await bed.putAway(bin, 'WINE-1', 10);
  await bed.person.call('Counts/Open', { Warehouse: warehouse, Location: bin });
  const { status, body } = await bed.count(bed.person, bin, [['WINE-1', 10]]);
  const item = { CustomerNo: bed.customerNo, ItemNo: 'WINE-1', InventoryStatus: 'GOOD-NO-TX' };
  expect([status, body]).toEqual([200, { Lines: [{ ...item, State: 'counted' }] }]);
  expect((await bed.differences('WINE-1')).length).toBe(0);
  expect(await bed.found('WINE-1')).toMatchObject({ Unplaced: 90 });
});

test('200 a difference is counted again by another person, then waits for approval; bins follow at once', async () => {
  const bin = await bed.newLocation();
  await bed.putAway(bin, 'WINE-2', 10);
  const SheetId = uuidv7();
  for (let time = 0; time < 2; time += 1) {
    const first = await bed.count(bed.person, bin, [['WINE-2', 7]], { SheetId });
    expect(first.body.Lines).toMatchObject([{ ItemNo: 'WINE-2', State: 'recount' }]);
  }
  const again = await bed.count(bed.person, bin, [['WINE-2', 7]]);
  expect(again).toMatchObject({ status: 403, body: { State: 'COUNTED BY YOU' } });
  const second = await bed.count(bed.other, bin, [['WINE-2', 7]]);
  expect(second.body.Lines).toMatchObject([{ ItemNo: 'WINE-2', State: 'counted' }]);
  const expected = { State: 'to approve', Counted: 97, OnHand: 100, Difference: -3 };
  expect(await bed.differences('WINE-2')).toMatchObject([expected]);
  // What is missing is not offered to be put away.
  expect(await bed.found('WINE-2')).toMatchObject({ Unplaced: 90, Bins: [{ Location: bin, Quantity: 7 }] });
  expect(await onHand('WINE-2')).toBe(100);
});

test('200 counts a bin of 600 items, all of which differ, in one request', async () => {
  const items = Array.from({ length: 600 }, (_, nth) => `MANY-${nth}`);
  const { db } = bed.server.environment;
  await givenItems(
    db,
    bed.customerNo,
    items.map((itemNo) => ({ itemNo })),
  );
  await givenStock(
    db,
    bed.customerNo,
    items.map((itemNo) => ({ itemNo, quantity: 2, warehouse })),
  );
  const header = 'location,walk_order,customer_no,item_no,quantity';
  const lines = items.map((itemNo) => `MANY,1,${bed.customerNo},${itemNo},2`);
  const Csv = [header, ...lines].join('\n');
  expect((await bed.lead.call('Locations/Import', { Warehouse: warehouse, Csv })).status).toBe(200);
  const opened = await bed.person.call('Counts/Open', { Warehouse: warehouse, Location: 'MANY' });
  expect(opened.body).toEqual({ Items: 600, Places: 600 });
  const found = items.map((itemNo) => [itemNo, 1] as const);
  const recorder = recordStatements(db);
  const { status, body } = await bed.count(bed.person, 'MANY', found);
  recorder.stop();
  expect(status, JSON.stringify(body)).toBe(200);
  expect(recorder.take().length).toBeLessThan(100);
  expect(body.Lines).toHaveLength(600);
  expect(new Set(body.Lines.map(({ State }: Json) => State))).toEqual(new Set(['recount']));
});

test('200 an item that should not be there is counted too, and one that is not named was not found', async () => {
  const other = await openBins();
  try {
    const [bin, wrong] = [await other.newLocation(), await other.newLocation()];
    await other.putAway(bin, 'WINE-1', 100);
    // Twelve were carried over without a scan.
    const { body } = await other.count(other.person, wrong, [['WINE-1', 12]]);
    expect(body.Lines).toMatchObject([{ ItemNo: 'WINE-1', State: 'recount' }]);
    const item = { Warehouse: warehouse, CustomerNo: other.customerNo, ItemNo: 'WINE-1' };
    expect((await other.person.call('Counts/Open', item)).status).toBe(403);
    expect((await other.count(other.other, wrong, [['WINE-1', 12]])).body.Lines).toMatchObject([{ State: 'counted' }]);
    const [difference] = await other.differences('WINE-1');
    expect(difference).toMatchObject({ State: 'to approve', Difference: 12 });
    const key = { CustomerNo: other.customerNo, Count: difference.Count };
    expect((await other.lead.call('Counts/Cancel', key)).status).toBe(200);
    // More units are recorded in bins than are on hand: a task appears. All of its places are counted, and it agrees.
    const list = (await other.person.call('Counts/List', { Warehouse: warehouse })).body;
    expect(list.Waiting).toMatchObject([{ CustomerNo: other.customerNo, ItemNo: 'WINE-1', Reason: 'bins' }]);
    expect((await other.person.call('Counts/Open', item)).body).toEqual({ Items: 1, Places: 2 });
    await other.count(other.person, wrong, [['WINE-1', 12]]);
    expect((await other.count(other.person, bin, [['WINE-1', 88]])).body.Lines).toMatchObject([{ State: 'counted' }]);
    expect(await other.found('WINE-1')).toMatchObject({
      Unplaced: 0,
      Bins: [
        { Location: bin, Quantity: 88 },
        { Location: wrong, Quantity: 12 },
      ],
    });
    expect((await other.person.call('Counts/List', { Warehouse: warehouse })).body.Waiting).toEqual([]);
  } finally {
    await other.server.close();
  }
});

test('200 a place that was counted keeps its result until a lead decides, and a correction says so', async () => {
  const own = await openBins();
  try {
    const [first, second] = [await own.newLocation(), await own.newLocation()];
    await own.putAway(first, 'WINE-1', 60);
    await own.putAway(second, 'WINE-1', 40);
    await own.person.call('Counts/Open', { Warehouse: warehouse, CustomerNo: own.customerNo, ItemNo: 'WINE-1' });
    const record = async (location: string, units: number, who = own.person) =>
      (await own.count(who, location, [['WINE-1', units]])).body.Lines.map(({ State }: { State: string }) => State);
    expect(await record(first, 58)).toEqual(['counted']);
    // The other place is not counted yet. The same again says nothing new, another quantity is refused, also the claimed one.
    expect(await record(first, 58)).toEqual([]);
    expect(await record(first, 59)).toEqual(['waiting']);
    expect(await record(first, 60, own.other)).toEqual(['waiting']);
    await own.move(first, second, 'WINE-1', 5);
    expect(await record(first, 53)).toEqual([]);
    expect(await record(second, 45)).toEqual(['recount']);
    expect(await record(second, 45, own.other)).toEqual(['counted']);
    expect(await record(first, 53, own.other)).toEqual(['counted']);
    expect(await own.differences('WINE-1')).toMatchObject([{ State: 'to approve', Difference: -2 }]);
    expect(await record(first, 53)).toEqual([]);
    expect(await record(first, 55)).toEqual(['waiting']);
    expect(await own.differences('WINE-1')).toMatchObject([{ State: 'to approve', Difference: -2 }]);
  } finally {
    await own.server.close();
  }
});

test('200 what is in no bin is counted as a place of its item', async () => {
  const other = await openBins();
  try {
    const bin = await other.newLocation();
    await other.putAway(bin, 'WINE-1', 40);
    const item = { Warehouse: warehouse, CustomerNo: other.customerNo, ItemNo: 'WINE-1' };
    await other.person.call('Counts/Open', item);
    const { Places } = (await other.person.call('Counts/List', { Warehouse: warehouse })).body;
    expect(Places).toMatchObject([
      { Location: '', Items: [{ ItemNo: 'WINE-1' }] },
      { Location: bin, Items: [] },
    ]);
    expect((await other.count(other.person, '', [['WINE-1', 60]])).body.Lines).toMatchObject([{ State: 'counted' }]);
    expect((await other.count(other.other, bin, [['WINE-1', 40]])).body.Lines).toMatchObject([{ State: 'counted' }]);
    expect(await other.differences('WINE-1')).toEqual([]);
  } finally {
    await other.server.close();
  }
});

test('200 counts each of more than 500 items outside bins', async () => {
  const own = await openBins();
  try {
    const { db } = own.server.environment;
    const items = Array.from({ length: 502 }, (_, nth) => `MANY-${String(nth).padStart(3, '0')}`);
    await givenItems(
      db,
      own.customerNo,
      items.map((itemNo) => ({ itemNo })),
    );
    await givenStock(
      db,
      own.customerNo,
      items.map((itemNo) => ({ itemNo, quantity: 1, warehouse })),
    );
    const open = (ItemNo: string) =>
      own.person.call('Counts/Open', { Warehouse: warehouse, CustomerNo: own.customerNo, ItemNo });
    for (let at = 0; at < items.length; at += 20) await Promise.all(items.slice(at, at + 20).map(open));
    const list = async () => (await own.person.call('Counts/List', { Warehouse: warehouse })).body.Places;
    expect((await list())[0].Items).toHaveLength(502);
    // In the order of their numbers, these are the 501st and the 502nd.
    const { body } = await own.count(own.person, '', [
      ['MANY-500', 1],
      ['MANY-501', 0],
    ]);
    expect(body.Lines).toMatchObject([{ State: 'counted' }, { ItemNo: 'MANY-501', State: 'recount' }]);
    // Another person counts the last one again; the others are still to be counted by anybody.
    expect(await list()).toMatchObject([{ Location: '', IsForOthers: false, IsRecount: false }]);
    expect((await list())[0].Items).toHaveLength(500);
  } finally {
    await own.server.close();
  }
});

test('200 bottles that move while an item is counted are neither missed nor counted twice', async () => {
  const own = await openBins();
  try {
    const [first, second, later] = [await own.newLocation(), await own.newLocation(), await own.newLocation()];
    await own.putAway(first, 'WINE-1', 30);
    await own.putAway(second, 'WINE-1', 20);
    const item = { Warehouse: warehouse, CustomerNo: own.customerNo, ItemNo: 'WINE-1' };
    await own.person.call('Counts/Open', item);
    const states: string[] = [];
    const record = async (location: string, units: number) => {
      const { body } = await own.count(own.person, location, [['WINE-1', units]]);
      states.push(body.Lines[0].State);
    };
    await record(first, 30);
    await own.move(first, second, 'WINE-1', 5);
    await record('', 50);
    await own.putAway(later, 'WINE-1', 10);
    await record(second, 25);
    expect(states).toEqual(['counted', 'counted', 'counted']);
    expect(await own.differences('WINE-1')).toEqual([]);
    expect(await own.found('WINE-1')).toMatchObject({
      Unplaced: 40,
      Bins: [
        { Location: first, Quantity: 25 },
        { Location: second, Quantity: 25 },
        { Location: later, Quantity: 10 },
      ],
    });
  } finally {
    await own.server.close();
  }
});

test('200 two people who count two bins of an item at once count it in both', async () => {
  const own = await openBins();
  try {
    const { db } = own.server.environment;
    const [first, second] = [await own.newLocation(), await own.newLocation()];
    await own.putAway(first, 'WINE-1', 60);
    await own.putAway(second, 'WINE-1', 40);
    // Twelve bottles were moved without a scan. No count is opened before both sheets have looked for one.
    const counted = await db.write(async (tx) => {
      await tx.rows('lock table count_lines in share mode');
      const both = Promise.all([
        own.count(own.person, first, [['WINE-1', 48]]),
        own.count(own.other, second, [['WINE-1', 52]]),
      ]);
      await expect.poll(() => lockWaits(db), { timeout: 20_000, interval: 10 }).toBe(2);
      return { both };
    });
    const states = (await counted.both).map(({ body }) => body.Lines?.map(({ State }: Json) => State));
    expect(states.flat().sort()).toEqual(['counted', 'recount']);
    const isFirstAgain = states[0]?.[0] === 'recount';
    const again = isFirstAgain
      ? await own.count(own.other, first, [['WINE-1', 48]])
      : await own.count(own.person, second, [['WINE-1', 52]]);
    expect(again.body.Lines).toMatchObject([{ State: 'counted' }]);
    expect(await own.differences('WINE-1')).toEqual([]);
    // A count without places is not lost either: the item is counted here after its end.
    const service = await signedIn(own.server, 'service');
    const key = { CustomerNo: own.customerNo, Warehouse: warehouse, Items: ['WINE-2'] };
    expect((await service.call('Simulation/OpenCount', key)).status).toBe(200);
    expect((await own.count(own.person, await own.newLocation(), [['WINE-2', 3]])).body.Lines).toMatchObject([
      { ItemNo: 'WINE-2', State: 'waiting' },
    ]);
  } finally {
    await own.server.close();
  }
});

test('200 what was counted is not set by hand before its count is finished', async () => {
  const own = await openBins();
  try {
    const [first, second] = [await own.newLocation(), await own.newLocation()];
    await own.putAway(first, 'WINE-1', 48);
    await own.putAway(second, 'WINE-1', 52);
    await own.person.call('Counts/Open', { Warehouse: warehouse, CustomerNo: own.customerNo, ItemNo: 'WINE-1' });
    const key = { CustomerNo: own.customerNo, Warehouse: warehouse, Location: first, ItemNo: 'WINE-1' };
    const record = async (location: string, units: number, who = own.person) =>
      (await own.count(who, location, [['WINE-1', units]])).body.Lines[0]?.State;
    const counting = { status: 403, body: { State: 'BEING COUNTED' } };
    const edits = (Quantity: number) =>
      Promise.all([
        own.lead.call('Locations/SetContent', { ...key, Quantity }),
        own.lead.call('Locations/Import', {
          Warehouse: warehouse,
          Csv: `location,walk_order,customer_no,item_no,quantity\n${first},1,${own.customerNo},WINE-1,${Quantity}`,
        }),
      ]);
    expect(await record(first, 46)).toBe('counted');
    expect(await edits(46)).toMatchObject([counting, counting]);
    expect(await own.lead.call('Locations/RemoveContent', key)).toMatchObject(counting);
    // What it says already changes nothing.
    expect(await edits(48)).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(await record(second, 52)).toBe('recount');
    expect([await record(first, 46, own.other), await record(second, 52, own.other)]).toEqual(['counted', 'counted']);
    const { Bins } = await own.found('WINE-1');
    expect(Bins.map(({ Quantity }: Json) => Quantity).sort()).toEqual([46, 52]);
    // A lead decides about the difference; the bins are known.
    expect(await edits(45)).toMatchObject([{ status: 200 }, { status: 200 }]);
  } finally {
    await own.server.close();
  }
});

test('403 for two counts at once by one person outside bins: no person confirms an own difference', async () => {
  const own = await openBins();
  try {
    await own.person.call('Counts/Open', { Warehouse: warehouse, CustomerNo: own.customerNo, ItemNo: 'WINE-1' });
    const replies = await Promise.all([90, 90].map((units) => own.count(own.person, '', [['WINE-1', units]])));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await own.differences('WINE-1')).toMatchObject([{ State: 'recount' }]);
  } finally {
    await own.server.close();
  }
});

test('403 for the id of another sheet', async () => {
  const [bin, other] = [await bed.newLocation(), await bed.newLocation()];
  const SheetId = uuidv7();
  expect((await bed.count(bed.person, bin, [['WINE-1', 0]], { SheetId })).status).toBe(200);
  for (const [location, units] of [
    [other, 0],
    [bin, 1],
  ] as const) {
    const reply = await bed.count(bed.person, location, [['WINE-1', units]], { SheetId });
    expect(reply).toMatchObject({
      status: 403,
      body: {
        State: 'OTHER SHEET',
        Reason: `This sheet was recorded before, as another count of ${bin}. Count ${location} again.`,
      },
    });
  }
});

test('400 for an unknown item, a tote, and an item that is not to be counted outside bins', async () => {
  const bin = await bed.newLocation();
  const unknown = await bed.count(bed.person, bin, [['NONE', 1]]);
  expect(unknown.body.Errors).toMatchObject([{ Field: 'Lines[0].ItemNo' }]);
  const tote = await bed.newLocation({ Kind: 'tote' });
  expect((await bed.count(bed.person, tote, [['WINE-1', 1]])).status).toBe(400);
  expect((await bed.count(bed.person, '', [['WINE-1', 1]])).body.Errors).toMatchObject([{ Code: 'NotInCount' }]);
});

test('403 for a person who has counted the place', async () => {
  const bin = await bed.newLocation();
  await bed.putAway(bin, 'WINE-1', 5);
  await bed.count(bed.person, bin, [['WINE-1', 4]]);
  expect((await bed.count(bed.person, bin, [['WINE-1', 4]])).status).toBe(403);
});

test('404 for a location that is not there', async () => {
  expect((await bed.count(bed.person, 'NOWHERE', [])).status).toBe(404);
});
