/** Bins/Find: the meaning of a scanned code. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { warehouse } from '../support/locations.ts';
import type { OperatorClient } from '../support/operator.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

const find = async (Code: string) => (await bed.person.call('Bins/Find', { Warehouse: warehouse, Code })).body;

test('200 finds a location with what lies in it and its room', async () => {
  const bin = await bed.newLocation({ Capacity: 60 });
  await bed.putAway(bin, 'WINE-2', 24);
  const { Location, Items } = await find(bin.toLowerCase());
  expect(Items).toEqual([]);
  expect(Location).toMatchObject({ Location: bin, Room: 36, Contents: [{ ItemNo: 'WINE-2', Quantity: 24 }] });
});

test('200 finds an item by number, UPC and the code of its case, and says where it should go', async () => {
  const { customerNo: CustomerNo, lead, server } = bed;
  await lead.call('ItemCodes/Set', { CustomerNo, ItemNo: 'WINE-1', Code: '10012345678902', Units: 12 });
  await server.environment.db.rows(
    "update skus set upc_code = '0 12345-67890 5' where customer_no = $1 and item_no = 'WINE-1'",
    [CustomerNo],
  );
  for (const [code, Units] of [
    ['wine-1', 1],
    ['012345678905', 1],
    ['10012345678902', 12],
  ] as const) {
    const { Items } = await find(code);
    const own = Items.filter((item: { CustomerNo: string }) => item.CustomerNo === CustomerNo);
    expect(own).toMatchObject([{ ItemNo: 'WINE-1', Units, Unplaced: 100, Bins: [] }]);
  }
  const bin = await bed.newLocation({ WalkOrder: 0 });
  await bed.putAway(bin, 'WINE-1', 10);
  expect(await bed.found('WINE-1')).toMatchObject({
    Unplaced: 90,
    Bins: [{ Location: bin, Quantity: 10 }],
    Suggestion: { Location: bin, IsOfItem: true },
  });
});

test('200 finds an item by any UPC that a winery may have sent, and by no other code', async () => {
  const { customerNo, server } = bed;
  const isFound = async (upc: string, code: string) => {
    await server.environment.db.rows("update skus set upc_code = $2 where customer_no = $1 and item_no = 'WINE-2'", [
      ...[customerNo, upc],
    ]);
    const { Items } = await find(code);
    return Items.some((item: { CustomerNo: string }) => item.CustomerNo === customerNo);
  };
  // A UPC that is sent as a number has lost its leading zeros.
  expect(await isFound('64144282432', '064144282432')).toBe(true);
  for (const [upc, code] of [
    ['lot-7b', 'LOT-7B'],
    ['64144', '64144'],
    ['0106414428243217', '0106414428243217'],
    // The GTIN of a GS1 barcode, which a lot follows.
    ['6414428243217', '010641442824321710LOT-7'],
    // As a person types what is printed below the bars, or what the catalog shows.
    ['064144282432', '0 64144 28243 2'],
    ['0-64144-28243-2', '0-64144-28243-2'],
    ['64-144', '64-144'],
    ['Lot-7c\t', 'lot-7c'],
  ] as const) {
    expect([upc, await isFound(upc, code)]).toEqual([upc, true]);
  }
  expect(await isFound('0106414428243217', '01064144282432')).toBe(false);
  // A hyphen distinguishes codes that are no numbers.
  expect(await isFound('AB-12', 'AB12')).toBe(false);
});

test('200 reads what lies in a suggested bin only for people who count', async () => {
  const { customerNo, lead, person, server } = bed;
  const Code = `${customerNo}-CASE`;
  await lead.call('ItemCodes/Set', { CustomerNo: customerNo, ItemNo: 'WINE-1', Code, Units: 6 });
  const rows = vi.spyOn(server.environment.db, 'rows');
  const reads = async (who: OperatorClient) => {
    rows.mockClear();
    const { body } = await who.call('Bins/Find', { Warehouse: warehouse, Code });
    expect(body.Items).toMatchObject([{ Suggestion: { Location: expect.any(String) } }]);
    return rows.mock.calls.filter(([text]) => /join bin_contents b .* left join skus/s.test(text)).length;
  };
  expect([await reads(lead), await reads(person)]).toEqual([0, 1]);
  rows.mockRestore();
});

test('200 suggests the pick face that a rule names, to no other item, and a location of the reserve that a count found empty', async () => {
  const own = await openBins();
  try {
    const [face, reserve] = [await own.newLocation({ WalkOrder: 1 }), await own.newLocation({ Kind: 'reserve' })];
    const earlier = await own.newLocation({ WalkOrder: 0, Capacity: 10 });
    const key = { Warehouse: warehouse, Location: face, CustomerNo: own.customerNo, ItemNo: 'WINE-1' };
    expect((await own.lead.call('Bins/SetRule', { ...key, Minimum: 12, Target: 48 })).status).toBe(200);
    expect((await own.found('WINE-1')).Suggestion).toMatchObject({ Location: face, IsOfItem: true });
    expect((await own.found('WINE-2')).Suggestion).toMatchObject({ Location: reserve, IsOfItem: false });
    await own.putAway(earlier, 'WINE-2', 10);
    // The twelve of WINE-1 in the reserve are gone.
    await own.putAway(reserve, 'WINE-1', 12);
    expect((await own.found('WINE-2')).Suggestion?.Location).not.toBe(reserve);
    for (const who of [own.person, own.other]) await own.count(who, reserve, []);
    expect((await own.found('WINE-2')).Suggestion).toMatchObject({ Location: reserve });
    await own.putAway(reserve, 'WINE-2', 6);
    // Now it is a bin of the other item only.
    expect((await own.found('WINE-1')).Suggestion).toMatchObject({ Location: face });
    await own.lead.call('Bins/SetRule', { ...key, Minimum: 0, Target: 0 });
    await own.move(reserve, earlier, 'WINE-2', 1);
    expect((await own.found('WINE-1')).Suggestion).toMatchObject({ Location: face, IsOfItem: false });
  } finally {
    await own.server.close();
  }
});

test('200 suggests an emptied location of the reserve as a free one, also to the item that was there last', async () => {
  const own = await openBins();
  try {
    const [reserve, face] = [
      await own.newLocation({ Kind: 'reserve', WalkOrder: 1 }),
      await own.newLocation({ WalkOrder: 2 }),
    ];
    await own.putAway(reserve, 'WINE-1', 12);
    expect((await own.found('WINE-1')).Suggestion).toMatchObject({ Location: reserve, IsOfItem: true });
    // The count keeps the record of the item, with 0 units.
    for (const who of [own.person, own.other]) await own.count(who, reserve, []);
    const { Bins, Suggestion } = await own.found('WINE-1');
    expect(Bins).toMatchObject([{ Location: reserve, Quantity: 0 }]);
    expect(Suggestion).toMatchObject({ Location: face, IsOfItem: false });
    await own.putAway(face, 'WINE-2', 1);
    expect((await own.found('WINE-1')).Suggestion).toMatchObject({ Location: reserve, IsOfItem: false });
  } finally {
    await own.server.close();
  }
});

test('200 finds nothing by an unknown code', async () => {
  expect(await find('NO SUCH CODE')).toEqual({ Items: [] });
});

test('400 without a code', async () => {
  expect((await bed.person.call('Bins/Find', { Warehouse: warehouse, Code: '' })).status).toBe(400);
});

test('404 for people of another warehouse', async () => {
  expect((await bed.stranger.call('Bins/Find', { Warehouse: warehouse, Code: 'WINE-1' })).status).toBe(404);
});
