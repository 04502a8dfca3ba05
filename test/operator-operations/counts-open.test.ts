/** Counts/Open: a blind count of a bin or of an item begins. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

const open = (request: object) => bed.person.call('Counts/Open', { Warehouse: warehouse, ...request });

test('200 opens a count of each item of a bin, once', async () => {
  const bin = await bed.newLocation();
  await bed.putAway(bin, 'WINE-1', 10);
  await bed.putAway(bin, 'WINE-2', 10);
  expect(await open({ Location: bin.toLowerCase() })).toMatchObject({ status: 200, body: { Items: 2, Places: 2 } });
  expect(await open({ Location: bin })).toMatchObject({ status: 403, body: { State: 'OPEN' } });
});

test('200 opens a count of an item in its bins and outside of them', async () => {
  const other = await openBins();
  try {
    for (const quantity of [10, 20]) await other.putAway(await other.newLocation(), 'WINE-1', quantity);
    const item = { Warehouse: warehouse, CustomerNo: other.customerNo, ItemNo: 'WINE-1' };
    expect((await other.person.call('Counts/Open', item)).body).toEqual({ Items: 1, Places: 3 });
  } finally {
    await other.server.close();
  }
});

test('400 without location and item, and for an unknown item', async () => {
  expect((await open({})).status).toBe(400);
  expect((await open({ CustomerNo: bed.customerNo, ItemNo: 'NONE' })).body.Errors).toMatchObject([{ Field: 'ItemNo' }]);
});

test('403 for a location without recorded contents', async () => {
  expect(await open({ Location: await bed.newLocation() })).toMatchObject({ status: 403, body: { State: 'EMPTY' } });
});

test('404 for a location that is not there', async () => {
  expect((await open({ Location: 'NOWHERE' })).status).toBe(404);
});
