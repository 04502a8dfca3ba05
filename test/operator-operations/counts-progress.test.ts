/** Counts/Progress: how far the counts of a warehouse are. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

const progress = async (request: object = {}) =>
  (await bed.lead.call('Counts/Progress', { Warehouse: warehouse, ...request })).body;

test('200 follows counts from open to done, without quantities', async () => {
  const [one, two] = [await bed.newLocation({ Zone: 'P1' }), await bed.newLocation({ Zone: 'P2' })];
  await bed.putAway(one, 'WINE-1', 40);
  await bed.putAway(two, 'WINE-1', 60);
  await bed.putAway(two, 'WINE-2', 100);
  await bed.lead.call('Counts/OpenWarehouse', { Warehouse: warehouse });
  expect(await progress()).toMatchObject({ Open: 2, Counted: 0, Recount: 0, ToApprove: 0, Done: 0, Places: 3 });
  expect((await progress()).Zones).toEqual(['P1', 'P2']);
  await bed.count(bed.person, one, [['WINE-1', 40]]);
  expect(await progress()).toMatchObject({ Open: 1, Counted: 1, Recount: 0, Places: 2 });
  const found = [
    ['WINE-1', 60],
    ['WINE-2', 90],
  ] as const;
  await bed.count(bed.person, two, found);
  expect(await progress()).toMatchObject({ Open: 0, Counted: 0, Recount: 1, Done: 1, Places: 1 });
  await bed.count(bed.other, two, found);
  expect(await progress()).toMatchObject({ Recount: 0, ToApprove: 1, Done: 1, Places: 0 });
  const [{ Count }] = await bed.differences('WINE-2');
  await bed.lead.call('Counts/Approve', { CustomerNo: bed.customerNo, Count });
  expect(await progress()).toMatchObject({ ToApprove: 0, Done: 2, Canceled: 0 });
  expect(await progress({ Since: '2999-01-01' })).toMatchObject({ Done: 0, Since: '2999-01-01T08:00:00Z' });
});

test("200 counts by default from the beginning of a day in the operator's time zone, also late in the evening", async () => {
  const zone = bed.server.environment.config.timeZone;
  const { Since, SinceDay } = await progress();
  const day = Temporal.Now.plainDateISO(zone).subtract({ days: 7 });
  expect(SinceDay).toBe(day.toString());
  expect(Since).toBe(day.toZonedDateTime(zone).toInstant().toString());
  expect(await progress({ Since: '2999-01-01T23:30:00-08:00' })).toMatchObject({
    Since: '2999-01-02T07:30:00Z',
    SinceDay: '2999-01-01',
  });
});

test('400 for a time that is none; people of the floor do not see it', async () => {
  expect((await bed.lead.call('Counts/Progress', { Warehouse: warehouse, Since: 'x' })).status).toBe(400);
  expect((await bed.person.call('Counts/Progress', { Warehouse: warehouse })).status).toBe(403);
});

test('404 for an unknown warehouse', async () => {
  expect((await bed.lead.call('Counts/Progress', { Warehouse: 'NOWHERE' })).status).toBe(404);
});
