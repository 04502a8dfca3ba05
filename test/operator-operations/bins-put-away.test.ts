/** Bins/PutAway: bottles that were in no bin lie in one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type BinTestbed, openBins } from '../support/bins.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

test('200 puts units into a bin, once by the id of the move, with person and time', async () => {
  const bin = await bed.newLocation({ Capacity: 120 });
  const MoveId = uuidv7();
  const first = await bed.putAway(bin, 'WINE-1', 24, { MoveId });
  expect(first).toMatchObject({ status: 200, body: { To: { Location: bin, Quantity: 24 }, Unplaced: 76 } });
  expect(first.body.From).toBeUndefined();
  const again = await bed.putAway(bin.toLowerCase(), 'WINE-1', 24, { MoveId: MoveId.toUpperCase() });
  expect(again).toMatchObject({ status: 200, body: { To: { Quantity: 24 }, Unplaced: 76 } });
  const rows = await bed.server.environment.db.rows(
    'select kind, from_location, to_location, quantity, person from bin_moves where customer_no = $1 and move_id = $2',
    [bed.customerNo, MoveId],
  );
  const { email } = bed.person.operator;
  expect(rows).toEqual([{ kind: 'put away', from_location: '', to_location: bin, quantity: 24, person: email }]);
});

test('403 for more than is in no bin, or more than fits', async () => {
  const bin = await bed.newLocation({ Capacity: 12 });
  const tooMany = await bed.putAway(bin, 'WINE-2', 13);
  expect(tooMany).toMatchObject({ status: 403, body: { State: 'FULL' } });
  const large = await bed.newLocation();
  expect(await bed.putAway(large, 'WINE-2', 101)).toMatchObject({ status: 403, body: { State: 'TOO FEW' } });
  expect((await bed.putAway(bin, 'WINE-2', 12)).status).toBe(200);
  expect(await bed.putAway(bin, 'WINE-2', 1)).toMatchObject({ status: 403, body: { State: 'FULL' } });
});

test('400 for a tote, an unknown item and a quantity of 0', async () => {
  const tote = await bed.newLocation({ Kind: 'tote' });
  expect((await bed.putAway(tote, 'WINE-1', 1)).body.Errors).toMatchObject([{ Code: 'WrongKind' }]);
  const bin = await bed.newLocation();
  expect((await bed.putAway(bin, 'NONE', 1)).body.Errors).toMatchObject([{ Field: 'ItemNo' }]);
  expect((await bed.putAway(bin, 'WINE-1', 0)).status).toBe(400);
});

test('404 for a location that is not there, and for people of another warehouse', async () => {
  expect((await bed.putAway('NOWHERE', 'WINE-1', 1)).status).toBe(404);
  const To = await bed.newLocation();
  const request = {
    MoveId: uuidv7(),
    Warehouse: 'TWL01',
    To,
    CustomerNo: bed.customerNo,
    ItemNo: 'WINE-1',
    Quantity: 1,
  };
  expect((await bed.stranger.call('Bins/PutAway', request)).status).toBe(404);
});
