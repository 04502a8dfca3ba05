/** While an item is being counted, no reply to a person who may count it has a quantity of it; leads see them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { warehouse } from '../support/locations.ts';
import type { OperatorClient } from '../support/operator.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

/** All numbers in a reply, also within its messages. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(numbersIn);
  return [];
}

test('quantities of an item that is being counted', async () => {
  const [face, reserve, empty] = [
    await bed.newLocation({ Kind: 'pick' }),
    await bed.newLocation({ Kind: 'reserve', Capacity: 500 }),
    await bed.newLocation({ Kind: 'reserve' }),
  ];
  const item = { CustomerNo: bed.customerNo, ItemNo: 'WINE-1' };
  const at = { Warehouse: warehouse, ...item };
  await bed.putAway(face, 'WINE-1', 17);
  await bed.putAway(reserve, 'WINE-1', 46);
  await bed.lead.call('Bins/SetRule', { ...at, Location: face, Minimum: 70, Target: 89 });
  // In bins, in none, in all, what the face lacks, and the room in the reserve.
  const shown = [17, 46, 37, 100, 72, 454];
  const queries: readonly (readonly [string, object])[] = [
    ['Inventory/List', { Customers: [bed.customerNo] }],
    ['Locations/List', { Warehouses: [warehouse] }],
    ['Bins/Find', { Warehouse: warehouse, Code: 'WINE-1' }],
    ['Bins/Find', { Warehouse: warehouse, Code: reserve }],
    ['Bins/ListUnplaced', { Warehouse: warehouse }],
    ['Bins/ListReplenishments', { Warehouse: warehouse, All: true }],
  ];
  const seenBy = async (who: OperatorClient) => {
    const replies = await Promise.all(queries.map(([name, request]) => who.call(name, request)));
    expect(replies.map(({ status }) => status)).toEqual(queries.map(() => 200));
    // WINE-2, of which 100 are in no bin, is not being counted. A place in the walk order is no quantity.
    const ofItem = JSON.stringify(
      replies.map(({ body }) => body),
      (key, value) => (key === 'WalkOrder' || value?.ItemNo === 'WINE-2' ? undefined : value),
    );
    return numbersIn(JSON.parse(ofItem)).filter((number) => shown.includes(number));
  };
  expect(new Set(await seenBy(bed.person))).toEqual(new Set(shown));
  await bed.person.call('Counts/Open', at);
  expect(await seenBy(bed.person)).toEqual([]);
  expect(new Set(await seenBy(bed.lead))).toEqual(new Set(shown));

  const moved = await bed.move(reserve, empty, 'WINE-1', 6);
  expect([moved.status, numbersIn(moved.body)]).toEqual([200, []]);
  const tooMany = await bed.move(reserve, empty, 'WINE-1', 41);
  expect([tooMany.status, tooMany.body.State]).toEqual([403, 'TOO FEW']);
  expect(JSON.stringify(tooMany.body.Message ?? tooMany.body)).not.toMatch(/\b40\b/);

  // Beside another item: the room in the bin would show how much of it lies there.
  const small = await bed.newLocation({ Kind: 'reserve', Capacity: 30 });
  await bed.move(reserve, small, 'WINE-1', 6);
  await bed.putAway(small, 'WINE-2', 1);
  const full = await bed.putAway(small, 'WINE-2', 30);
  const { State, Reason } = full.body;
  expect([full.status, State, Reason]).toEqual([
    403,
    'FULL',
    `30 more do not fit into ${small}, which holds at most 30.`,
  ]);
  const { body } = await bed.person.call('Bins/Find', { Warehouse: warehouse, Code: 'WINE-2' });
  expect(body.Items[0].Suggestion).toEqual({ Location: small, Zone: expect.any(String), IsOfItem: true });
});
