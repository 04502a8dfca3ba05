/** Counts/Cancel: a count ends without a posting. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

test('200 ends a count, and its places are no longer listed; 403 the second time', async () => {
  const Location = await bed.newLocation();
  await bed.putAway(Location, 'WINE-1', 10);
  await bed.person.call('Counts/Open', { Warehouse: warehouse, Location });
  const [{ Count }] = await bed.differences('WINE-1');
  const key = { CustomerNo: bed.customerNo, Count };
  expect(await bed.lead.call('Counts/Cancel', key)).toMatchObject({ status: 200, body: { Count } });
  expect((await bed.person.call('Counts/List', { Warehouse: warehouse })).body.Places).toEqual([]);
  expect((await bed.lead.call('Counts/Cancel', key)).status).toBe(403);
});

test('400 for a count that is no reference', async () => {
  expect((await bed.lead.call('Counts/Cancel', { CustomerNo: bed.customerNo, Count: 'x' })).status).toBe(400);
});

test('403 for a count that is closed', async () => {
  const Location = await bed.newLocation();
  await bed.putAway(Location, 'WINE-2', 10);
  await bed.person.call('Counts/Open', { Warehouse: warehouse, Location });
  const [{ Count }] = await bed.differences('WINE-2');
  await bed.count(bed.person, Location, [['WINE-2', 10]]);
  expect((await bed.lead.call('Counts/Cancel', { CustomerNo: bed.customerNo, Count })).status).toBe(403);
});

test('404 for an unknown count', async () => {
  expect((await bed.lead.call('Counts/Cancel', { CustomerNo: bed.customerNo, Count: uuidv7() })).status).toBe(404);
});
