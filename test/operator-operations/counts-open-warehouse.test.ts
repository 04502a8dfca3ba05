/** Counts/OpenWarehouse: blind counts of a whole warehouse, a zone or a winery are opened page by page. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BinTestbed, type Json, openBins } from '../support/bins.ts';
import { givenCustomer } from '../support/catalog.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
let CustomerNo: string;
beforeAll(async () => {
  bed = await openBins();
  CustomerNo = bed.customerNo;
});
afterAll(() => bed.server.close());
beforeEach(() => bed.lead.call('Counts/CancelWarehouse', { Warehouse: warehouse }));

const open = async (request: object = {}) =>
  (await bed.lead.call('Counts/OpenWarehouse', { Warehouse: warehouse, CustomerNo, ...request })).body;

const openCounts = async (): Promise<Json[]> =>
  (await bed.lead.call('Counts/Differences', { Warehouses: [warehouse] })).body.Records;

const placesOf = async (itemNo: string): Promise<string[]> =>
  (await bed.differences(itemNo))[0].Places.map(({ Location }: Json) => Location).sort();

test('200 opens each item in its bins and in no bin, as its preview says; a repeat opens nothing', async () => {
  const bins = [await bed.newLocation(), await bed.newLocation()];
  for (const bin of bins) await bed.putAway(bin, 'WINE-1', 50);
  await bed.putAway(bins[0] ?? '', 'WINE-2', 10);
  const preview = await open({ Preview: true });
  expect(preview).toEqual({ Items: 2, Places: 4, Refused: 0 });
  expect(await openCounts()).toEqual([]);
  expect(await open()).toEqual(preview);
  expect(await placesOf('WINE-1')).toEqual(bins);
  expect(await placesOf('WINE-2')).toEqual(['', bins[0]]);
  expect(await open()).toEqual({ Items: 0, Places: 0, Refused: 0 });
  expect(await open({ Preview: true })).toEqual({ Items: 0, Places: 0, Refused: 0 });
});

test('200 opens a zone, and the next zone adds its bins to the open count of an item', async () => {
  const [one, two] = [await bed.newLocation({ Zone: 'Left' }), await bed.newLocation({ Zone: 'Right' })];
  for (const bin of [one, two]) await bed.putAway(bin, 'WINE-2', 2);
  expect(await open({ Zone: 'LEFT' })).toMatchObject({ Items: 1, Places: 1 });
  expect(await placesOf('WINE-2')).toEqual([one]);
  expect(await open({ Zone: 'right' })).toMatchObject({ Items: 1, Places: 1 });
  expect(await placesOf('WINE-2')).toEqual([one, two]);
  expect(await openCounts()).toHaveLength(1);
  // A place that was counted in an open count is not opened again.
  await bed.count(bed.person, one, [['WINE-2', 2]]);
  expect(await open({ Zone: 'left' })).toMatchObject({ Places: 0 });
});

test('200 opens no pick face that has 0 units', async () => {
  const Zone = 'Emptied';
  const [filled, emptied] = [await bed.newLocation({ Zone }), await bed.newLocation({ Zone })];
  await bed.putAway(emptied, 'WINE-2', 2);
  expect((await bed.move(emptied, filled, 'WINE-2', 2)).status).toBe(200);
  const opened = { Items: 1, Places: 1, Refused: 0 };
  expect(await open({ Zone, Preview: true })).toEqual(opened);
  expect(await open({ Zone })).toEqual(opened);
  expect(await placesOf('WINE-2')).toEqual([filled]);
});

test('two that open the same warehouse at once open each item once', async () => {
  const replies = await Promise.all([open(), open(), open()]);
  expect(replies.reduce((sum, { Items }) => sum + Items, 0)).toBe(2);
  const counts = await openCounts();
  expect(new Set(counts.map(({ ItemNo }) => ItemNo)).size).toBe(counts.length);
});

test('a twin under the same Idempotency-Key runs once', async () => {
  const headers = { 'idempotency-key': `open-${CustomerNo}` };
  const request = { Warehouse: warehouse, CustomerNo };
  const [one, two] = await Promise.all([
    bed.lead.call('Counts/OpenWarehouse', request, headers),
    bed.lead.call('Counts/OpenWarehouse', request, headers),
  ]);
  const bodies = [one, two].filter(({ status }) => status === 200).map(({ body }) => body);
  expect(bodies.length).toBeGreaterThan(0);
  for (const body of bodies) expect(body).toMatchObject({ Items: 2 });
  expect((await bed.lead.call('Counts/OpenWarehouse', request, headers)).body).toEqual(bodies[0]);
});

/** A winery with 5,000 items in 20,000 bins of two zones. */
async function givenBulk(): Promise<string> {
  const { db } = bed.server.environment;
  const customerNo = await givenCustomer(db);
  await db.rows(
    `insert into skus (customer_no, item_no, sku_id, content_hash, category, storage, description, vintage, varietal,
                       has_unknown_varietal, appellation, value, upc_code, uom, classification, comments, created_at)
     select $1, 'BULK ' || n, gen_random_uuid(), '', 'Wine', 'service', 'Bulk ' || n, '', '', false, '', 20, '', '750', 'Still', '', now()
       from generate_series(1, 5000) n`,
    [customerNo],
  );
  await db.rows(
    `insert into balances (customer_no, item_no, warehouse, status, on_hand)
     select $1, 'BULK ' || n, $2, 'GOOD-NO-TX', 48 from generate_series(1, 5000) n`,
    [customerNo, warehouse],
  );
  await db.rows(
    `insert into locations (warehouse, location, zone, walk_order, kind)
     select $1, 'BULK-' || n, 'Z' || n % 2, n, 'reserve' from generate_series(1, 20000) n`,
    [warehouse],
  );
  await db.rows(
    `insert into bin_contents (customer_no, warehouse, location, item_no, status, quantity)
     select $1, $2, 'BULK-' || n, 'BULK ' || 1 + n % 5000, 'GOOD-NO-TX', 12 from generate_series(1, 20000) n`,
    [customerNo, warehouse],
  );
  // As autovacuum does.
  for (const table of ['skus', 'balances', 'locations', 'bin_contents']) await db.rows(`analyze ${table}`);
  return customerNo;
}

test('20,000 bins are opened and canceled by pages of bounded size', { timeout: 120_000 }, async () => {
  const bulk = await givenBulk();
  expect(await open({ CustomerNo: bulk, Preview: true })).toEqual({ Items: 5000, Places: 20_000, Refused: 0 });
  const first = await open({ CustomerNo: bulk });
  expect(first).toMatchObject({ Items: 250, Places: 1000, Refused: 0 });
  expect(await open({ CustomerNo: bulk, After: first.Next })).toMatchObject({ Items: 250, Places: 1000 });
  // A client that begins again passes over what is open.
  expect(await open({ CustomerNo: bulk })).toEqual({ ...first, Items: 0, Places: 0 });
  expect(await open({ CustomerNo: bulk, Preview: true })).toMatchObject({ Items: 4500, Places: 18_000 });
  const rest = await open({ CustomerNo: bulk, After: `${bulk} GOOD-NO-TX @ BULK 98` });
  expect(rest).toEqual({ Items: 22, Places: 88, Refused: 0 });
  const scope = { Warehouse: warehouse, CustomerNo: bulk };
  expect((await bed.lead.call('Counts/CancelWarehouse', scope)).body).toEqual({ Canceled: 522, Left: 0 });
});

test('400 for a position that no page returned', async () => {
  expect((await bed.lead.call('Counts/OpenWarehouse', { Warehouse: warehouse, After: 'x' })).status).toBe(400);
});

test('403 for people of the floor', async () => {
  expect((await bed.person.call('Counts/OpenWarehouse', { Warehouse: warehouse })).status).toBe(403);
});

test('404 for a warehouse that does not exist', async () => {
  expect((await bed.lead.call('Counts/OpenWarehouse', { Warehouse: 'NOWHERE' })).status).toBe(404);
});
