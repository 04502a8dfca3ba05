/** Counts/Differences: open counts with what the ledger had. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

test('200 lists counts with their places, those to be approved first', async () => {
  const [agreed, differs] = [await bed.newLocation(), await bed.newLocation()];
  await bed.putAway(agreed, 'WINE-1', 10);
  await bed.putAway(differs, 'WINE-2', 10);
  await bed.person.call('Counts/Open', { Warehouse: warehouse, Location: agreed });
  await bed.count(bed.person, differs, [['WINE-2', 8]]);
  expect(await bed.differences('WINE-1')).toMatchObject([
    { State: 'open', Places: [{ Location: agreed, IsOpen: true }] },
  ]);
  const [recount] = await bed.differences('WINE-2');
  const place = { Location: differs, Counted: 8, Claimed: 10, Person: bed.person.operator.email, IsOpen: true };
  expect(recount).toMatchObject({ State: 'recount', Counted: 98, OnHand: 100, Difference: -2, Places: [place] });
  await bed.count(bed.other, differs, [['WINE-2', 8]]);
  const { body } = await bed.lead.call('Counts/Differences', { Warehouses: [warehouse] });
  expect(body.Records.map(({ ItemNo, State }: { ItemNo: string; State: string }) => [ItemNo, State])).toEqual([
    ['WINE-2', 'to approve'],
    ['WINE-1', 'open'],
  ]);
});

test('400 for a list that is none', async () => {
  expect((await bed.lead.call('Counts/Differences', { Warehouses: 'x' })).status).toBe(400);
});
