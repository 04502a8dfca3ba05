/** Bins/Move: bottles go from one bin to another. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

test('200 moves units, once by the id of the move; an emptied reserve is free, an emptied pick face stays', async () => {
  const reserve = await bed.newLocation({ Kind: 'reserve' });
  const face = await bed.newLocation();
  await bed.putAway(reserve, 'WINE-1', 30);
  const MoveId = uuidv7();
  for (let time = 0; time < 2; time += 1) {
    expect(await bed.move(reserve, face, 'WINE-1', 12, { MoveId })).toMatchObject({
      status: 200,
      body: { From: { Location: reserve, Quantity: 18 }, To: { Location: face, Quantity: 12 }, Unplaced: 70 },
    });
  }
  expect((await bed.move(reserve, face, 'WINE-1', 18)).body.From.Quantity).toBe(0);
  const other = await bed.newLocation();
  await bed.move(face, other, 'WINE-1', 30);
  const { Bins } = await bed.found('WINE-1');
  expect(Bins).toEqual([
    { Location: face, Kind: 'pick', Quantity: 0 },
    { Location: other, Kind: 'pick', Quantity: 30 },
  ]);
});

test('403 for more than lies in the bin, or more than fits', async () => {
  const [from, to] = [await bed.newLocation(), await bed.newLocation({ Capacity: 5 })];
  await bed.putAway(from, 'WINE-2', 10);
  expect(await bed.move(from, to, 'WINE-2', 11)).toMatchObject({ status: 403, body: { State: 'TOO FEW' } });
  expect(await bed.move(from, to, 'WINE-2', 6)).toMatchObject({ status: 403, body: { State: 'FULL' } });
});

test('403 for the id of another move, 200 for one that was made even when its bin is gone', async () => {
  const [from, to] = [await bed.newLocation({ Kind: 'reserve' }), await bed.newLocation()];
  const MoveId = uuidv7();
  await bed.putAway(from, 'WINE-2', 5);
  await bed.move(from, to, 'WINE-2', 5, { MoveId });
  for (const [itemNo, quantity] of [
    ['WINE-2', 4],
    ['WINE-1', 5],
  ] as const) {
    const other = await bed.move(from, to, itemNo, quantity, { MoveId });
    expect(other).toMatchObject({ status: 403, body: { State: 'OTHER MOVE' } });
  }
  expect((await bed.lead.call('Locations/Remove', { Warehouse: warehouse, Location: from })).status).toBe(200);
  const again = await bed.move(from, to, 'WINE-2', 5, { MoveId });
  expect(again).toMatchObject({ status: 200, body: { From: { Quantity: 0 }, To: { Quantity: 5 } } });
});

test('of two moves with one id at once one is made', async () => {
  const MoveId = uuidv7();
  const bins = [await bed.newLocation(), await bed.newLocation()];
  const replies = await Promise.all(bins.map((bin, index) => bed.putAway(bin, `WINE-${index + 1}`, 1, { MoveId })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
});

test('400 into the same bin', async () => {
  const bin = await bed.newLocation();
  expect((await bed.move(bin, bin, 'WINE-1', 1)).body.Errors).toMatchObject([{ Code: 'SameLocation' }]);
});

test('404 for a location that is not there', async () => {
  expect((await bed.move(await bed.newLocation(), 'NOWHERE', 'WINE-1', 1)).status).toBe(404);
});
