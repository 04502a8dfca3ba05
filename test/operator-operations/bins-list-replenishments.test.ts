/** Bins/ListReplenishments: pick faces to fill, and from where. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { exportedRows } from '../support/list-export.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

const list = async () => (await bed.person.call('Bins/ListReplenishments', { Warehouse: warehouse })).body.Records;

test('200 lists a face below its minimum, to be filled from what lies in the reserve longest', async () => {
  const face = await bed.newLocation();
  const [late, early] = [await bed.newLocation({ Kind: 'reserve' }), await bed.newLocation({ Kind: 'reserve' })];
  const key = { Warehouse: warehouse, Location: face, CustomerNo: bed.customerNo, ItemNo: 'WINE-1' };
  await bed.lead.call('Bins/SetRule', { ...key, Minimum: 12, Target: 48 });
  await bed.putAway(face, 'WINE-1', 10);
  expect(await list()).toMatchObject([{ Location: face, Held: 10, Wanted: 38, From: [], Person: '' }]);
  await bed.putAway(late, 'WINE-1', 30);
  await bed.putAway(early, 'WINE-1', 30);
  const { db } = bed.server.environment;
  await db.rows(
    "update bin_contents set changed_at = now() - interval '1 day' where customer_no = $1 and location = $2",
    [bed.customerNo, early],
  );
  const From = [
    { Location: early, Quantity: 30 },
    { Location: late, Quantity: 8 },
  ];
  expect(await list()).toMatchObject([{ Wanted: 38, From }]);
  await bed.move(early, face, 'WINE-1', 30);
  expect(await list()).toEqual([]);
});

test('200 offers each bottle of the reserve to one face: the first in walk order, on every page', async () => {
  const [first, second] = [await bed.newLocation(), await bed.newLocation()];
  const reserve = await bed.newLocation({ Kind: 'reserve' });
  for (const Location of [first, second]) {
    const key = { Warehouse: warehouse, Location, CustomerNo: bed.customerNo, ItemNo: 'WINE-2' };
    await bed.lead.call('Bins/SetRule', { ...key, Minimum: 12, Target: 48 });
  }
  await bed.putAway(reserve, 'WINE-2', 60);
  const shown = await list();
  expect(shown).toMatchObject([
    { Location: first, Wanted: 48, From: [{ Location: reserve, Quantity: 48 }] },
    { Location: second, Wanted: 48, From: [{ Location: reserve, Quantity: 12 }] },
  ]);
  const page = (await bed.person.call('Bins/ListReplenishments', { Warehouse: warehouse, Top: 1 })).body;
  const rest = await bed.person.call('Bins/ListReplenishments', { Warehouse: warehouse, After: page.Next });
  expect(rest.body.Records).toEqual(shown.slice(1));
  for (const { Location, From } of shown)
    expect((await bed.move(reserve, Location, 'WINE-2', From[0].Quantity)).status).toBe(200);
  expect(await list()).toEqual([]);
});

test('200 a page of many rules; their export has all', async () => {
  await bed.server.environment.db.rows(
    `insert into locations (warehouse, location, zone, walk_order, kind, capacity)
     select $1, 'FACE-' || n, '', 1, 'pick', 0 from generate_series(1, 501) n`,
    [warehouse],
  );
  await bed.server.environment.db.rows(
    `insert into bin_rules (customer_no, warehouse, location, item_no, status, minimum, target)
     select $1, $2, 'FACE-' || n, 'WINE-1', 'GOOD-NO-TX', 1, 2 from generate_series(1, 501) n`,
    [bed.customerNo, warehouse],
  );
  const { body } = await bed.person.call('Bins/ListReplenishments', { Warehouse: warehouse });
  expect([body.Records.length, typeof body.Next]).toEqual([500, 'string']);
  const next = await bed.person.call('Bins/ListReplenishments', { Warehouse: warehouse, After: body.Next });
  expect([next.body.Records.length > 0, next.body.Next]).toEqual([true, undefined]);
  const rows = await exportedRows(bed.server, bed.lead, 'Bins/ListReplenishments', { Warehouse: warehouse });
  const exported = rows.filter(({ Location = '' }) => Location.startsWith('FACE-'));
  expect(new Set(exported.map(({ Location }) => Location)).size).toBe(501);
  expect(rows.length).toBe(500 + next.body.Records.length);
});

test('400 for a code that is no warehouse', async () => {
  expect((await bed.person.call('Bins/ListReplenishments', { Warehouse: 'x' })).status).toBe(400);
});

test('404 for people of another warehouse', async () => {
  expect((await bed.stranger.call('Bins/ListReplenishments', { Warehouse: warehouse })).status).toBe(404);
});
