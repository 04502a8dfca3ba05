/** Locations/Set: adds and changes locations. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { expectVersionGuard } from '../support/expected-version.ts';
import { type LocationTestbed, openLocations, warehouse } from '../support/locations.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';

let bed: LocationTestbed;
beforeAll(async () => {
  bed = await openLocations();
});
afterAll(() => bed.server.close());

test('200 adds a location in capital letters, changes what is given, and records both', async () => {
  const added = await bed.lead.call('Locations/Set', { Warehouse: warehouse, Location: ' set-01 ', WalkOrder: 7 });
  expect([added.status, added.body]).toEqual([
    200,
    { Warehouse: warehouse, Location: 'SET-01', Zone: '', WalkOrder: 7, Kind: 'pick', Capacity: 0 },
  ]);
  const changed = await bed.lead.call('Locations/Set', {
    Warehouse: warehouse,
    Location: 'SET-01',
    Zone: 'B',
    Capacity: 96,
  });
  expect(changed.body).toMatchObject({ Zone: 'B', WalkOrder: 7, Kind: 'pick', Capacity: 96 });
  const admin = await signedIn(bed.server, 'admin');
  const audit = await admin.call('Audit/List', { Actions: ['location.set'], Subjects: [`${warehouse} SET-01`] });
  expect(audit.body.Records).toMatchObject([{ Before: { Zone: '' }, After: { Zone: 'B' } }, { After: { Zone: '' } }]);
});

test('400 for a code that is none, and for a new location without a walk order', async () => {
  const bad = await bed.lead.call('Locations/Set', { Warehouse: warehouse, Location: 'A 1', WalkOrder: 1 });
  expect([bad.status, bad.body.Errors[0].Field]).toEqual([400, 'Location']);
  const unordered = await bed.lead.call('Locations/Set', { Warehouse: warehouse, Location: 'NEW-9' });
  expect([unordered.status, unordered.body.Errors[0].Field]).toEqual([400, 'WalkOrder']);
});

test('403 a location with contents does not become a tote', async () => {
  const Location = await bed.newLocation();
  const content = { Warehouse: warehouse, Location, CustomerNo: bed.customerNo, ItemNo: 'WINE-1', Quantity: 0 };
  expect((await bed.lead.call('Locations/SetContent', content)).status).toBe(200);
  const { status, body } = await bed.lead.call('Locations/Set', { Warehouse: warehouse, Location, Kind: 'tote' });
  expect([status, body.State]).toEqual([403, 'IN USE']);
});

test('403 a location whose units were counted does not become a tote before its count is over, also not by a file', async () => {
  const { lead, customerNo: CustomerNo } = bed;
  const [shelf, found] = [await bed.newLocation(), await bed.newLocation()];
  const item = { Warehouse: warehouse, CustomerNo, ItemNo: 'WINE-2' };
  expect((await lead.call('Locations/SetContent', { ...item, Location: shelf, Quantity: 10 })).status).toBe(200);
  expect((await lead.call('Counts/Open', item)).status).toBe(200);
  // Six were carried over without a scan; they are recorded there when the shelf is counted too.
  const sheet = { SheetId: uuidv7(), Warehouse: warehouse, Location: found };
  const Lines = [{ CustomerNo, ItemNo: 'WINE-2', Quantity: 6 }];
  expect((await lead.call('Counts/Record', { ...sheet, Lines })).body.Lines).toMatchObject([{ State: 'counted' }]);
  const set = await lead.call('Locations/Set', { Warehouse: warehouse, Location: found, Kind: 'tote' });
  expect([set.status, set.body.State]).toEqual([403, 'IN USE']);
  expect(set.body.Reason).toContain(`${found} does not become a tote: it is being counted`);
  const Csv = `location,walk_order,kind\n${found},1,tote\n`;
  const file = await lead.call('Locations/Import', { Warehouse: warehouse, Csv });
  expect([file.status, file.body.Reason]).toEqual([400, expect.stringContaining('it is being counted')]);
  const [{ Count }] = (await lead.call('Counts/Differences', { Warehouses: [warehouse] })).body.Records;
  expect((await lead.call('Counts/Cancel', { CustomerNo, Count })).status).toBe(200);
  const tote = await lead.call('Locations/Set', { Warehouse: warehouse, Location: found, Kind: 'tote' });
  expect(tote.status).toBe(200);
});

test('403 a pick face that a rule fills does not become reserve or a tote, also not by a file', async () => {
  const Location = await bed.newLocation();
  const rule = { Warehouse: warehouse, Location, CustomerNo: bed.customerNo, ItemNo: 'WINE-1' };
  expect((await bed.lead.call('Bins/SetRule', { ...rule, Minimum: 1, Target: 2 })).status).toBe(200);
  for (const Kind of ['reserve', 'tote']) {
    const set = await bed.lead.call('Locations/Set', { Warehouse: warehouse, Location, Kind });
    expect([set.status, set.body.State]).toEqual([403, 'IN USE']);
    const Csv = `location,walk_order,kind\n${Location},1,${Kind}\n`;
    const file = await bed.lead.call('Locations/Import', { Warehouse: warehouse, Csv });
    expect([file.status, file.body.Reason]).toEqual([400, expect.stringContaining('stays a pick face')]);
  }
});

test('200 an emptied location of the reserve becomes a pick face to which no item belongs', async () => {
  const Location = await bed.newLocation({ Kind: 'reserve' });
  const content = { Warehouse: warehouse, Location, CustomerNo: bed.customerNo, ItemNo: 'WINE-1', Quantity: 0 };
  expect((await bed.lead.call('Locations/SetContent', content)).status).toBe(200);
  expect((await bed.lead.call('Locations/Set', { Warehouse: warehouse, Location, Kind: 'pick' })).status).toBe(200);
  expect((await bed.lead.call('Locations/Remove', { Warehouse: warehouse, Location })).status).toBe(200);
});

test('404 for a warehouse that does not exist', async () => {
  const { status } = await bed.lead.call('Locations/Set', { Warehouse: 'XXX99', Location: 'A', WalkOrder: 1 });
  expect(status).toBe(404);
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', () =>
  expectVersionGuard(bed.server, {
    set: 'Locations/Set',
    list: 'Locations/List',
    remove: 'Locations/Remove',
    key: { Warehouse: warehouse, Location: 'VER-1' },
    filter: { Text: 'VER-1' },
    contents: [{ WalkOrder: 1 }, { WalkOrder: 2, Zone: 'B' }, { WalkOrder: 3 }],
  }));

test('403 for one of two people who add a location at once', async () => {
  const add = (client: OperatorClient, WalkOrder: number) =>
    client.call('Locations/Set', { Warehouse: warehouse, Location: 'VER-2', WalkOrder, ExpectedVersion: '' });
  const replies = await Promise.all([add(bed.lead, 1), add(await signedIn(bed.server, 'admin'), 2)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
});
