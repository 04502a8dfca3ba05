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
    const { ItemNo: _, ...of } = item;
    const several = (...ItemNos: string[]) => other.person.call('Counts/Open', { ...of, ItemNos });
    expect((await several('WINE-1', 'NONE')).body.Errors).toMatchObject([{ Field: 'ItemNos[1]' }]);
    // WINE-1 is being counted.
    expect((await several('WINE-1', 'WINE-2')).body).toEqual({ Items: 1, Places: 1 });
    const Count = (await other.differences('WINE-1'))[0].Count;
    expect((await other.lead.call('Counts/Cancel', { CustomerNo: other.customerNo, Count })).status).toBe(200);
    const [second] = await other.differences('WINE-2');
    await other.lead.call('Counts/Cancel', { CustomerNo: other.customerNo, Count: second.Count });
    expect((await several('WINE-1', 'WINE-2')).body).toEqual({ Items: 2, Places: 4 });
  } finally {
    await other.server.close();
  }
});

test('400 without location and item, and for an unknown item', async () => {
  expect((await open({})).status).toBe(400);
  const both = { CustomerNo: bed.customerNo, ItemNo: 'WINE-1', ItemNos: ['WINE-2'] };
  expect((await open(both)).status).toBe(400);
  expect((await open({ CustomerNo: bed.customerNo, ItemNo: 'NONE' })).body.Errors).toMatchObject([{ Field: 'ItemNo' }]);
});

test('403 for a location without recorded contents', async () => {
  expect(await open({ Location: await bed.newLocation() })).toMatchObject({ status: 403, body: { State: 'EMPTY' } });
});

test('403 for a location with an item in a status that was removed, which is not in an open count', async () => {
  const bin = await bed.newLocation();
  await bed.putAway(bin, 'WINE-1', 1);
  await bed.server.environment.db.rows(
    `update bin_contents set status = 'REMOVED' where customer_no = $1 and warehouse = $2 and location = $3`,
    [bed.customerNo, warehouse, bin],
  );
  const { status, body } = await open({ Location: bin });
  expect([status, body.State]).toEqual([403, 'UNKNOWN']);
  expect(body.Reason).toContain('WINE-1 in REMOVED');
});

test('404 for a location that is not there', async () => {
  expect((await open({ Location: 'NOWHERE' })).status).toBe(404);
});
