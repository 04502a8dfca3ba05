/** Locations/RemoveContent: an item no longer belongs to a location. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectStaleRemovalRefused } from '../support/expected-version.ts';
import { type LocationTestbed, openLocations, warehouse } from '../support/locations.ts';

let bed: LocationTestbed;
beforeAll(async () => {
  bed = await openLocations();
});
afterAll(() => bed.server.close());

test('200 removes an item from a location, once', async () => {
  const Location = await bed.newLocation();
  const key = { Warehouse: warehouse, Location, CustomerNo: bed.customerNo, ItemNo: 'WINE-2' };
  await bed.lead.call('Locations/SetContent', { ...key, Quantity: 3 });
  const { status, body } = await bed.lead.call('Locations/RemoveContent', key);
  expect([status, body.Quantity]).toEqual([200, 3]);
  expect((await bed.lead.call('Locations/RemoveContent', key)).status).toBe(404);
});

test('403 for a version that is no longer the stored one', async () => {
  const Location = await bed.newLocation();
  const key = { Warehouse: warehouse, Location, CustomerNo: bed.customerNo, ItemNo: 'WINE-2' };
  await bed.lead.call('Locations/SetContent', { ...key, Quantity: 3 });
  await expectStaleRemovalRefused(bed.lead, 'Locations/RemoveContent', key);
});

test('404 for an item that does not lie there', async () => {
  const Location = await bed.newLocation();
  const key = { Warehouse: warehouse, Location, CustomerNo: bed.customerNo, ItemNo: 'WINE-1' };
  expect((await bed.lead.call('Locations/RemoveContent', key)).status).toBe(404);
});

test('400 for a code that is none', async () => {
  const key = { Warehouse: warehouse, Location: '?', CustomerNo: bed.customerNo, ItemNo: 'WINE-1' };
  expect((await bed.lead.call('Locations/RemoveContent', key)).status).toBe(400);
});
