/** Locations/List: in walk order, with contents, page by page. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocationTestbed, openLocations, warehouse } from '../support/locations.ts';
import { signedIn } from '../support/operator.ts';

let bed: LocationTestbed;
beforeAll(async () => {
  bed = await openLocations();
});
afterAll(() => bed.server.close());

test('200 lists locations in walk order with what lies in them, page by page', async () => {
  const late = await bed.newLocation({ Zone: 'List', WalkOrder: 900 });
  const early = await bed.newLocation({ Zone: 'List', WalkOrder: 100 });
  const content = { Warehouse: warehouse, Location: late, CustomerNo: bed.customerNo, ItemNo: 'WINE-1', Quantity: 12 };
  await bed.lead.call('Locations/SetContent', content);
  const filter = { Warehouses: [warehouse], Text: 'list', Top: 1 };
  const first = (await bed.lead.call('Locations/List', filter)).body;
  expect(first).toMatchObject({ Records: [{ Location: early, WalkOrder: 100, Contents: [] }], Count: 2 });
  const second = (await bed.lead.call('Locations/List', { ...filter, After: first.Next })).body;
  expect(second.Records).toMatchObject([
    { Location: late, Contents: [{ CustomerNo: bed.customerNo, ItemNo: 'WINE-1', Quantity: 12 }] },
  ]);
  expect(second.Next).toBeUndefined();
  expect((await bed.lead.call('Locations/List', { Text: late.slice(0, -1), Kinds: ['tote'] })).body.Records).toEqual(
    [],
  );
});

test('200 people of the floor see the locations of their warehouses', async () => {
  const Text = await bed.newLocation();
  const elsewhere = await signedIn(bed.server, 'floor', { warehouses: ['APC01'] });
  expect((await elsewhere.call('Locations/List', { Text })).body.Records).toEqual([]);
});

test('400 for a position that no page had', async () => {
  expect((await bed.lead.call('Locations/List', { After: 'x' })).status).toBe(400);
});
