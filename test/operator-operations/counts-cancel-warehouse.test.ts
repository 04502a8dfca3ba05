/** Counts/CancelWarehouse: what is left to count is canceled, and differences that wait for approval stay. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

const cancel = async (request: object = {}) =>
  (await bed.lead.call('Counts/CancelWarehouse', { Warehouse: warehouse, ...request })).body;

test('200 cancels what is to be counted, by zone too, and keeps a difference to approve', async () => {
  const [one, two] = [await bed.newLocation({ Zone: 'C1' }), await bed.newLocation({ Zone: 'C2' })];
  await bed.putAway(one, 'WINE-1', 100);
  await bed.putAway(two, 'WINE-2', 100);
  await bed.lead.call('Counts/OpenWarehouse', { Warehouse: warehouse });
  for (const who of [bed.person, bed.other]) await bed.count(who, two, [['WINE-2', 90]]);
  expect(await bed.differences('WINE-2')).toMatchObject([{ State: 'to approve' }]);
  expect(await cancel({ Zone: 'c2' })).toEqual({ Canceled: 0, Left: 0 });
  expect(await cancel({ Zone: 'c1', Preview: true })).toEqual({ Canceled: 0, Left: 1 });
  expect(await cancel()).toEqual({ Canceled: 1, Left: 0 });
  expect(await bed.differences('WINE-1')).toEqual([]);
  expect(await bed.differences('WINE-2')).toHaveLength(1);
});

test('400 without a warehouse; people of the floor cancel nothing', async () => {
  expect((await bed.lead.call('Counts/CancelWarehouse', {})).status).toBe(400);
  expect((await bed.person.call('Counts/CancelWarehouse', { Warehouse: warehouse })).status).toBe(403);
});

test('404 for an unknown warehouse', async () => {
  expect((await bed.lead.call('Counts/CancelWarehouse', { Warehouse: 'NOWHERE' })).status).toBe(404);
});
