/** Locations/SetContent: the contents of a location, set by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectVersionGuard } from '../support/expected-version.ts';
import { type LocationTestbed, openLocations, warehouse } from '../support/locations.ts';

let bed: LocationTestbed;
beforeAll(async () => {
  bed = await openLocations();
});
afterAll(() => bed.server.close());

const content = (Location: string, more: object = {}) => ({
  Warehouse: warehouse,
  Location,
  CustomerNo: bed.customerNo,
  ItemNo: 'WINE-1',
  Quantity: 48,
  ...more,
});

test('200 sets what lies in a location, and changes no stock', async () => {
  const Location = await bed.newLocation();
  const stock = async () => (await bed.lead.call('Inventory/List', { Customers: [bed.customerNo] })).body;
  const before = await stock();
  const { status, body } = await bed.lead.call('Locations/SetContent', content(Location));
  expect([status, body]).toEqual([200, content(Location, { InventoryStatus: 'GOOD-NO-TX' })]);
  expect((await bed.lead.call('Locations/SetContent', content(Location, { Quantity: 5 }))).body.Quantity).toBe(5);
  expect(await stock()).toEqual(before);
});

test('400 for an unknown item or status, and for a tote', async () => {
  const [Location, tote] = [await bed.newLocation(), await bed.newLocation({ Kind: 'tote' })];
  for (const [request, field] of [
    [content(Location, { ItemNo: 'NONE' }), 'ItemNo'],
    [content(Location, { InventoryStatus: 'NONE' }), 'InventoryStatus'],
    [content(tote), 'Location'],
  ] as const) {
    const { status, body } = await bed.lead.call('Locations/SetContent', request);
    expect([status, body.Errors[0].Field]).toEqual([400, field]);
  }
});

test('404 for a location that does not exist', async () => {
  expect((await bed.lead.call('Locations/SetContent', content('NOWHERE'))).status).toBe(404);
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', async () => {
  const Location = await bed.newLocation();
  await expectVersionGuard(bed.server, {
    set: 'Locations/SetContent',
    list: 'Locations/List',
    remove: 'Locations/RemoveContent',
    key: { Warehouse: warehouse, Location, CustomerNo: bed.customerNo, ItemNo: 'WINE-1' },
    contents: [{ Quantity: 4 }, { Quantity: 5 }, { Quantity: 6 }],
    filter: { Text: Location },
    recordsOf: (records) => records.flatMap(({ Contents }) => Contents as Record<string, unknown>[]),
  });
});
