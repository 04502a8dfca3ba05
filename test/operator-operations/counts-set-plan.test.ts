/** Counts/SetPlan: how often items are counted at a warehouse. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { warehouse } from '../support/locations.ts';
import { signedIn } from '../support/operator.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

const set = (DaysA: number, DaysB: number, DaysC: number, Warehouse = warehouse) =>
  bed.lead.call('Counts/SetPlan', { Warehouse, DaysA, DaysB, DaysC });
const due = async () => (await bed.person.call('Counts/List', { Warehouse: warehouse })).body.Waiting;

test('200 items are due until they are counted, and again after the days of their class', async () => {
  expect(await due()).toEqual([]);
  expect(await set(30, 90, 365)).toMatchObject({ status: 200, body: { DaysA: 30, DaysC: 365 } });
  const reasons = [
    { ItemNo: 'WINE-1', Reason: 'due' },
    { ItemNo: 'WINE-2', Reason: 'due' },
  ];
  expect(await due()).toMatchObject(reasons);
  const item = { Warehouse: warehouse, CustomerNo: bed.customerNo, ItemNo: 'WINE-1' };
  await bed.person.call('Counts/Open', item);
  await bed.count(bed.person, '', [['WINE-1', 100]]);
  expect(await due()).toMatchObject(reasons.slice(1));
  const { db } = bed.server.environment;
  await db.rows("update bin_counts set counted_at = now() - interval '400 days' where customer_no = $1", [
    bed.customerNo,
  ]);
  expect(await due()).toHaveLength(2);
  expect((await set(0, 0, 0)).status).toBe(200);
  expect(await due()).toEqual([]);
});

test('200 an item stays due when one of its bins was counted, or its count was canceled', async () => {
  const own = await openBins();
  try {
    const [first, second] = [await own.newLocation(), await own.newLocation()];
    await own.putAway(first, 'WINE-1', 60);
    await own.putAway(second, 'WINE-1', 40);
    await own.lead.call('Counts/SetPlan', { Warehouse: warehouse, DaysA: 30, DaysB: 90, DaysC: 365 });
    const waiting = async () =>
      (await own.person.call('Counts/List', { Warehouse: warehouse })).body.Waiting.map(
        ({ ItemNo }: { ItemNo: string }) => ItemNo,
      );
    await own.person.call('Counts/Open', { Warehouse: warehouse, Location: first });
    expect((await own.count(own.person, first, [['WINE-1', 60]])).body.Lines).toMatchObject([{ State: 'counted' }]);
    expect(await waiting()).toEqual(['WINE-1', 'WINE-2']);
    const item = { Warehouse: warehouse, CustomerNo: own.customerNo };
    await own.person.call('Counts/Open', { ...item, ItemNo: 'WINE-1' });
    await own.count(own.person, first, [['WINE-1', 60]]);
    await own.count(own.person, second, [['WINE-1', 40]]);
    expect(await waiting()).toEqual(['WINE-2']);
    await own.person.call('Counts/Open', { ...item, ItemNo: 'WINE-2' });
    for (const who of [own.person, own.other]) await own.count(who, '', [['WINE-2', 90]]);
    const [{ Count, State }] = await own.differences('WINE-2');
    expect(State).toBe('to approve');
    expect((await own.lead.call('Counts/Cancel', { CustomerNo: own.customerNo, Count })).status).toBe(200);
    expect(await waiting()).toEqual(['WINE-2']);
  } finally {
    await own.server.close();
  }
});

test('200 an item is counted without a pick face that has 0 units of it', async () => {
  const own = await openBins();
  try {
    const [filled, emptied] = [await own.newLocation(), await own.newLocation()];
    await own.putAway(emptied, 'WINE-1', 40);
    await own.move(emptied, filled, 'WINE-1', 40);
    await own.putAway(filled, 'WINE-1', 60);
    const at = { Warehouse: warehouse };
    await own.lead.call('Counts/SetPlan', { ...at, DaysA: 30, DaysB: 90, DaysC: 365 });
    await own.person.call('Counts/Open', { ...at, Location: filled });
    expect((await own.count(own.person, filled, [['WINE-1', 100]])).body.Lines).toMatchObject([{ State: 'counted' }]);
    const waiting = (await own.person.call('Counts/List', at)).body.Waiting;
    expect(waiting).toMatchObject([{ ItemNo: 'WINE-2' }]);
    // The face is still the item's.
    expect((await own.found('WINE-1')).Bins).toContainEqual(
      expect.objectContaining({ Location: emptied, Quantity: 0 }),
    );
  } finally {
    await own.server.close();
  }
});

test('400 when only some of the days are 0', async () => {
  expect((await set(30, 0, 0)).status).toBe(400);
});

test('404 for a warehouse that does not exist', async () => {
  expect((await set(1, 2, 3, 'XXX99')).status).toBe(404);
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', async () => {
  const get = async () => (await bed.lead.call('Counts/GetPlan', { Warehouse: warehouse })).body;
  const guarded = (DaysA: number, ExpectedVersion: string) =>
    bed.lead.call('Counts/SetPlan', { Warehouse: warehouse, DaysA, DaysB: 90, DaysC: 365, ExpectedVersion });
  const { Version } = await get();
  expect(Version).toBe('');
  expect((await guarded(30, Version)).status).toBe(200);
  const late = await guarded(10, Version);
  expect([late.status, late.body.State]).toEqual([403, 'CHANGED']);
  expect(late.body.Reason).toContain(`by ${bed.lead.operator.email} on `);
  expect((await get()).Classes[0]).toMatchObject({ Class: 'A', Days: 30 });
  expect((await guarded(10, (await get()).Version)).status).toBe(200);
  await set(0, 0, 0);
});

test('403 for one of two people who set the first plan of a warehouse, or change it, at the same moment', async () => {
  const admin = await signedIn(bed.server, 'admin');
  const Warehouse = 'RACE1';
  await admin.call('Warehouses/Set', { Warehouse, ZipCode: '95814' });
  const plan = { Warehouse, DaysB: 90, DaysC: 365 };
  let ExpectedVersion = '';
  for (let days = 30; days < 38; days += 2) {
    const replies = await Promise.all(
      [0, 1].map((more) => admin.call('Counts/SetPlan', { ...plan, DaysA: days + more, ExpectedVersion })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    ExpectedVersion = (await admin.call('Counts/GetPlan', { Warehouse })).body.Version;
  }
});
