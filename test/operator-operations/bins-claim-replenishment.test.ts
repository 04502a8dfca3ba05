/** Bins/ClaimReplenishment: a person fills a pick face. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

async function faceToFill() {
  const [face, reserve] = [await bed.newLocation(), await bed.newLocation({ Kind: 'reserve' })];
  const key = { Warehouse: warehouse, Location: face, CustomerNo: bed.customerNo, ItemNo: 'WINE-1' };
  await bed.lead.call('Bins/SetRule', { ...key, Minimum: 10, Target: 20 });
  await bed.putAway(reserve, 'WINE-1', 25);
  return { face, reserve, key };
}

test('200 gives a face to one person, whose move fills it and ends the claim', async () => {
  const { face, reserve, key } = await faceToFill();
  const both = await Promise.all([bed.person, bed.other].map((person) => person.call('Bins/ClaimReplenishment', key)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  const [first, second] = both[0]?.status === 200 ? [bed.person, bed.other] : [bed.other, bed.person];
  expect((await first.call('Bins/ClaimReplenishment', key)).status).toBe(200);
  const shown = async () => (await second.call('Bins/ListReplenishments', { Warehouse: warehouse })).body.Records;
  expect(await shown()).toMatchObject([{ Location: face, Person: first.operator.email, IsMine: false }]);
  const MoveId = uuidv7();
  const { CustomerNo, ItemNo } = key;
  const move = { MoveId, Warehouse: warehouse, From: reserve, To: face, CustomerNo, ItemNo, Quantity: 20 };
  expect((await first.call('Bins/Move', move)).status).toBe(200);
  expect(await shown()).toEqual([]);
  const { db } = bed.server.environment;
  const [made] = await db.rows('select kind from bin_moves where customer_no = $1 and move_id = $2', [
    CustomerNo,
    MoveId,
  ]);
  expect(made).toEqual({ kind: 'replenish' });
  expect((await second.call('Bins/ClaimReplenishment', key)).status).toBe(200);
});

test('a move by another person neither fills the face nor ends the claim', async () => {
  const { face, reserve, key } = await faceToFill();
  expect((await bed.person.call('Bins/ClaimReplenishment', key)).status).toBe(200);
  const MoveId = uuidv7();
  const { CustomerNo, ItemNo } = key;
  const move = { MoveId, Warehouse: warehouse, From: reserve, To: face, CustomerNo, ItemNo, Quantity: 5 };
  expect((await bed.other.call('Bins/Move', move)).status).toBe(200);
  const { Records } = (await bed.person.call('Bins/ListReplenishments', { Warehouse: warehouse })).body;
  expect(Records).toContainEqual(expect.objectContaining({ Location: face, IsMine: true }));
  expect((await bed.other.call('Bins/ClaimReplenishment', key)).body.State).toBe('CLAIMED');
  const { db } = bed.server.environment;
  expect(
    await db.rows('select kind from bin_moves where customer_no = $1 and move_id = $2', [CustomerNo, MoveId]),
  ).toEqual([{ kind: 'move' }]);
});

test('400 without an item', async () => {
  const { key } = await faceToFill();
  expect((await bed.person.call('Bins/ClaimReplenishment', { ...key, ItemNo: '' })).status).toBe(400);
});

test('403 while another person fills it', async () => {
  const { key } = await faceToFill();
  await bed.person.call('Bins/ClaimReplenishment', key);
  expect(await bed.other.call('Bins/ClaimReplenishment', key)).toMatchObject({
    status: 403,
    body: { State: 'CLAIMED' },
  });
});

test('404 for a face without a rule', async () => {
  const { key } = await faceToFill();
  expect((await bed.person.call('Bins/ClaimReplenishment', { ...key, ItemNo: 'WINE-2' })).status).toBe(404);
});
