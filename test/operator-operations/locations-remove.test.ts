/** Locations/Remove: removes empty locations. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocationTestbed, openLocations, warehouse } from '../support/locations.ts';

let bed: LocationTestbed;
beforeAll(async () => {
  bed = await openLocations();
});
afterAll(() => bed.server.close());

test('200 removes a location, once', async () => {
  const Location = await bed.newLocation({ Zone: 'R' });
  const removed = await bed.lead.call('Locations/Remove', { Warehouse: warehouse, Location });
  expect([removed.status, removed.body]).toMatchObject([200, { Location, Zone: 'R' }]);
  expect((await bed.lead.call('Locations/Remove', { Warehouse: warehouse, Location })).status).toBe(404);
});

test('403 while something lies in it or belongs there', async () => {
  const Location = await bed.newLocation();
  const content = { Warehouse: warehouse, Location, CustomerNo: bed.customerNo, ItemNo: 'WINE-1' };
  await bed.lead.call('Locations/SetContent', { ...content, Quantity: 0 });
  const { status, body } = await bed.lead.call('Locations/Remove', { Warehouse: warehouse, Location });
  expect([status, body.State]).toEqual([403, 'IN USE']);
  await bed.lead.call('Locations/RemoveContent', content);
  expect((await bed.lead.call('Locations/Remove', { Warehouse: warehouse, Location })).status).toBe(200);
});

test('200 removes an emptied location of the reserve with its record', async () => {
  const Location = await bed.newLocation({ Kind: 'reserve' });
  const content = { Warehouse: warehouse, Location, CustomerNo: bed.customerNo, ItemNo: 'WINE-1' };
  const set = (Quantity: number) => bed.lead.call('Locations/SetContent', { ...content, Quantity });
  await set(1);
  expect((await bed.lead.call('Locations/Remove', { Warehouse: warehouse, Location })).status).toBe(403);
  await set(0);
  expect((await bed.lead.call('Locations/Remove', { Warehouse: warehouse, Location })).status).toBe(200);
  const left = 'select from bin_contents where customer_no = $1 and location = $2';
  expect(await bed.server.environment.db.rows(left, [bed.customerNo, Location])).toEqual([]);
});

test('403 while it is being counted', async () => {
  const Location = await bed.newLocation();
  const content = { Warehouse: warehouse, Location, CustomerNo: bed.customerNo, ItemNo: 'WINE-2' };
  await bed.lead.call('Locations/SetContent', { ...content, Quantity: 5 });
  expect((await bed.lead.call('Counts/Open', { Warehouse: warehouse, Location })).status).toBe(200);
  await bed.lead.call('Locations/RemoveContent', content);
  const { status, body } = await bed.lead.call('Locations/Remove', { Warehouse: warehouse, Location });
  expect([status, body.State]).toEqual([403, 'BEING COUNTED']);
  const { body: differences } = await bed.lead.call('Counts/Differences', { Warehouses: [warehouse] });
  const Count = differences.Records.find((record: { ItemNo: string }) => record.ItemNo === 'WINE-2').Count;
  await bed.lead.call('Counts/Cancel', { CustomerNo: bed.customerNo, Count });
  expect((await bed.lead.call('Locations/Remove', { Warehouse: warehouse, Location })).status).toBe(200);
});

test('404 for a location that does not exist', async () => {
  const { status } = await bed.lead.call('Locations/Remove', { Warehouse: warehouse, Location: 'NOWHERE' });
  expect(status).toBe(404);
});

test('400 for a code that is none', async () => {
  const { status } = await bed.lead.call('Locations/Remove', { Warehouse: warehouse, Location: '!' });
  expect(status).toBe(400);
});
