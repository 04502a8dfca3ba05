/** Locations/Import: locations from a CSV file, all or nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type LocationTestbed, openLocations, warehouse } from '../support/locations.ts';

let bed: LocationTestbed;
beforeAll(async () => {
  bed = await openLocations();
});
afterAll(() => bed.server.close());

const load = (lines: readonly string[], header = 'location,walk_order,zone,kind,customer_no,item_no,quantity') =>
  bed.lead.call('Locations/Import', { Warehouse: warehouse, Csv: [header, ...lines, ''].join('\n') });
const listed = async (Text: string) => (await bed.lead.call('Locations/List', { Text })).body.Records;

test('200 adds and changes locations, also with several items; once more, nothing is new', async () => {
  const lines = [
    `imp-1,10,I,,${bed.customerNo},WINE-1,24`,
    `IMP-1,10,I,,${bed.customerNo},WINE-2,`,
    'IMP-T1,99,,tote,,,',
  ];
  expect(await load(lines)).toMatchObject({ status: 200, body: { Locations: 2, New: 2, Contents: 2 } });
  expect(await listed('IMP-')).toMatchObject([
    {
      Location: 'IMP-1',
      Zone: 'I',
      Contents: [
        { ItemNo: 'WINE-1', Quantity: 24 },
        { ItemNo: 'WINE-2', Quantity: 0 },
      ],
    },
    { Location: 'IMP-T1', Kind: 'tote' },
  ]);
  expect(await load(lines)).toMatchObject({ status: 200, body: { Locations: 2, New: 0 } });
});

test('200 a preview says what is new and what changes, and changes nothing', async () => {
  await load(['PRE-1,10,P,,,,', 'PRE-2,20,P,,,,']);
  const lines = [`PRE-1,11,P,,${bed.customerNo},WINE-1,24`, 'PRE-2,20,P,,,,', 'PRE-3,30,P,,,,'];
  const Csv = ['location,walk_order,zone,kind,customer_no,item_no,quantity', ...lines, ''].join('\n');
  const preview = await bed.lead.call('Locations/Import', { Warehouse: warehouse, Csv, Preview: true });
  const changes = {
    Locations: 3,
    New: 1,
    Changed: 1,
    Contents: 1,
    Changes: [
      { Location: 'PRE-1', WalkOrder: 11, Before: { WalkOrder: 10 } },
      { Location: 'PRE-3', WalkOrder: 30 },
    ],
  };
  expect(preview).toMatchObject({ status: 200, body: changes });
  expect(preview.body.Changes[1]).not.toHaveProperty('Before');
  expect(await listed('PRE-')).toMatchObject([{ WalkOrder: 10, Contents: [] }, { WalkOrder: 20 }]);
  expect(await load(lines)).toMatchObject({ status: 200, body: changes });
  expect(await listed('PRE-')).toMatchObject([{ WalkOrder: 11, Contents: [{}] }, {}, { Location: 'PRE-3' }]);
});

test('400 names line and column of every fault, and imports nothing', async () => {
  const { status, body } = await load([
    'BAD-1,10,,,,,',
    'BAD-2,x,,shelf,,,',
    `BAD-3,1,,tote,${bed.customerNo},WINE-1,1`,
    `BAD-4,1,,,${bed.customerNo},NONE,1`,
    'BAD-1,11,,,,,',
  ]);
  expect(status).toBe(400);
  const messages = body.Errors.map(({ Message }: { Message: string }) => Message).join('\n');
  for (const part of ['line 3, walk_order', 'line 3, kind', 'line 6, location']) expect(messages).toContain(part);
  const stored = await load([`BAD-3,1,,tote,${bed.customerNo},WINE-1,1`, `BAD-4,1,,,${bed.customerNo},NONE,1`]);
  expect(stored.body.Errors).toMatchObject([
    { Message: expect.stringContaining('line 2, location: BAD-3 is a tote') },
    { Message: expect.stringContaining('line 3, item_no') },
  ]);
  expect(await listed('BAD-')).toEqual([]);
  expect((await load(['A,1'], 'location,wrong')).status).toBe(400);
});

test('400 names the limit for a file with more lines, also when all of them have faults', async () => {
  for (const line of ['A-01,1', 'A-01,x', 'A-01']) {
    const { status, body } = await load(Array(2_001).fill(line), 'location,walk_order');
    expect([status, body.Reason]).toEqual([400, expect.stringContaining('more than 2000 lines')]);
  }
});

test('400 for a header of many unknown columns names the first of them', async () => {
  const { status, body } = await load([], Array(100_000).fill('x'.repeat(3)).join(','));
  expect([status, body.Reason.length < 400]).toEqual([400, true]);
  expect(body.Reason).toContain('and 99995 more');
});

test('400 says that columns are separated by commas', async () => {
  for (const [separator, name] of [
    [';', 'semicolons'],
    ['\t', 'tabs'],
  ] as const) {
    const { status, body } = await load([`A-01${separator}1`], `location${separator}walk_order`);
    expect([status, body.Reason]).toEqual([400, expect.stringContaining(`separated by ${name}: use commas`)]);
  }
});

test('400 when a location with contents would become a tote', async () => {
  const Location = await bed.newLocation();
  const content = { Warehouse: warehouse, Location, CustomerNo: bed.customerNo, ItemNo: 'WINE-1', Quantity: 1 };
  expect((await bed.lead.call('Locations/SetContent', content)).status).toBe(200);
  const { status, body } = await load([`${Location},1,,tote,,,`]);
  expect([status, body.Reason]).toEqual([400, expect.stringContaining(`${Location} does not become a tote`)]);
});

test('200 reads capacities, 400 when one is none', async () => {
  const header = 'location,walk_order,capacity';
  expect((await load(['CAP-1,1,120', 'CAP-2,2,'], header)).status).toBe(200);
  expect(await listed('CAP-')).toMatchObject([{ Capacity: 120 }, { Capacity: 0 }]);
  const { body } = await load(['CAP-3,1,many'], header);
  expect(body.Errors).toMatchObject([{ Message: expect.stringContaining('line 2, capacity') }]);
});

test('403 for what was counted, while its count is not finished; a preview says so too', async () => {
  const item = { Warehouse: warehouse, CustomerNo: bed.customerNo, ItemNo: 'WINE-2' };
  const [first, second] = [await bed.newLocation(), await bed.newLocation()];
  for (const Location of [first, second])
    expect((await bed.lead.call('Locations/SetContent', { ...item, Location, Quantity: 50 })).status).toBe(200);
  expect((await bed.lead.call('Counts/Open', item)).status).toBe(200);
  const Lines = [{ CustomerNo: bed.customerNo, ItemNo: 'WINE-2', Quantity: 48 }];
  const sheet = { SheetId: uuidv7(), Warehouse: warehouse, Location: first, Lines };
  expect((await bed.lead.call('Counts/Record', sheet)).status).toBe(200);
  const Csv = `location,walk_order,customer_no,item_no,quantity\n${first},1,${bed.customerNo},WINE-2,48`;
  for (const Preview of [true, false]) {
    const { status, body } = await bed.lead.call('Locations/Import', { Warehouse: warehouse, Csv, Preview });
    expect([status, body.State]).toEqual([403, 'BEING COUNTED']);
  }
});

test('404 for a warehouse that does not exist', async () => {
  const { status } = await bed.lead.call('Locations/Import', { Warehouse: 'XXX99', Csv: 'location,walk_order\nA,1\n' });
  expect(status).toBe(404);
});
