/** An order that is packed but not in work loses its stock after all others, also when its stock was drawn again from other statuses. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  adjustStock,
  type Demand,
  demandOwnersPort,
  demandRanks,
  markDemandsInWork,
  markDemandsReserved,
  readDemands,
  replaceDemands,
  reserveDemands,
} from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { createSystemCommandContext } from '../../src/platform/command-context.ts';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { givenCustomer, givenItems, givenStock } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase();
  db = openDb(database.options);
  // No order owns the demands, so there is no order to notify.
  db.ports.provide(demandOwnersPort, []);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Demands of orders of a new customer, who has `stock` at APC01. Takes units away by adjustments of one transaction. */
async function givenPackable(stock: readonly { itemNo: string; quantity: number; status?: string }[]) {
  const customerNo = await givenCustomer(db);
  await givenItems(
    db,
    customerNo,
    [...new Set(stock.map(({ itemNo }) => itemNo))].map((itemNo) => ({ itemNo })),
  );
  for (const each of stock) await givenStock(db, customerNo, [each]);
  return {
    customerNo,
    demand: (queuedAt: string, lines: Demand['lines'], choices?: readonly string[]): Demand => ({
      customerNo,
      subject: uuidv7(),
      rank: demandRanks.order,
      queuedAt: Temporal.Instant.from(queuedAt),
      warehouse: choices === undefined ? { named: 'APC01' } : { choices },
      lines,
    }),
    pack: async (demands: readonly Demand[]) => {
      await db.write(async (tx) => markDemandsInWork(tx, demands));
      await db.write(async (tx) =>
        markDemandsReserved(
          tx,
          demands.map((each) => ({ ...each, isPacked: true })),
        ),
      );
    },
    adjust: async (
      items: readonly { itemNo: string; quantity: number }[],
      warehouse = 'APC01',
      status = 'GOOD-NO-TX',
    ) => {
      const change = {
        ...createSystemCommandContext(customerNo, 'test'),
        warehouse,
        status,
        reasonCode: 'CORRECTION',
        items,
      };
      const [outcome] = await db.write((tx) => adjustStock(tx, [change]));
      expect(outcome).toHaveProperty('ok');
    },
    statesOf: async (demands: readonly Demand[]) => {
      const rows = await readDemands(db, demands);
      return demands.map(({ subject }) => rows.find((row) => row.subject === subject)?.state);
    },
  };
}

const wine = (itemNo: string, quantity: number) => ({ itemNo, status: 'GOOD-NO-TX', quantity });

test('a packed order loses its stock after a later one that is not packed, also beside one that loses other stock', async () => {
  const given = await givenPackable([
    { itemNo: 'CAB', quantity: 2 },
    { itemNo: 'PIN', quantity: 6 },
  ]);
  const first = given.demand('2026-11-01T00:00:00Z', [wine('CAB', 2), wine('PIN', 2)]);
  const unpacked = given.demand('2026-11-02T00:00:00Z', [wine('PIN', 2)]);
  const packed = given.demand('2026-11-03T00:00:00Z', [wine('PIN', 2)]);
  await db.write((tx) => reserveDemands(tx, [first, unpacked, packed]));
  await given.pack([first, packed]);
  // The first loses its CAB, and gives its PIN to the others: of the two, one is left without.
  await given.adjust([
    { itemNo: 'CAB', quantity: -2 },
    { itemNo: 'PIN', quantity: -3 },
  ]);
  expect(await given.statesOf([first, unpacked, packed])).toEqual(['waiting', 'waiting', 'reserved']);
});

test('a packed order that waits and is filled again at its warehouse is still packed; at another it is not, until it comes back', async () => {
  for (const [filledAt, isPacked] of [
    ['APC01', true],
    ['COB01', false],
  ] as const) {
    const given = await givenPackable([{ itemNo: 'PIN', quantity: 4 }]);
    const packed = given.demand('2026-11-01T00:00:00Z', [wine('PIN', 2)], ['APC01', 'COB01']);
    await db.write((tx) => reserveDemands(tx, [packed]));
    await given.pack([packed]);
    const more = { ...packed, lines: [wine('PIN', 9)] };
    const { outcomes } = await db.write((tx) => replaceDemands(tx, [{ document: packed, demand: more }]));
    expect(outcomes).toMatchObject([{ state: 'waiting', warehouse: 'APC01' }]);
    await given.adjust([{ itemNo: 'PIN', quantity: 9 }], filledAt);
    expect(await readDemands(db, [packed])).toMatchObject([{ state: 'reserved', warehouse: filledAt, isPacked }]);
    await given.adjust([{ itemNo: 'PIN', quantity: -9 }], filledAt);
    expect(await given.statesOf([packed])).toEqual(['waiting']);
    await given.adjust([{ itemNo: 'PIN', quantity: 9 }]);
    expect(await readDemands(db, [packed])).toMatchObject([{ state: 'reserved', warehouse: 'APC01', isPacked: true }]);
  }
});

test('a packed order that draws several statuses is still packed when it comes back from another warehouse', async () => {
  const given = await givenPackable([{ itemNo: 'PIN', quantity: 2 }]);
  const line = { ...wine('PIN', 2), statuses: ['GOOD-NO-TX', 'GOOD-NO-BD'] };
  const packed = given.demand('2026-11-01T00:00:00Z', [line], ['APC01', 'COB01']);
  await db.write((tx) => reserveDemands(tx, [packed]));
  await given.pack([packed]);
  for (const [warehouse, from, isPacked] of [
    ['COB01', 'APC01', false],
    ['APC01', 'COB01', true],
  ] as const) {
    await given.adjust([{ itemNo: 'PIN', quantity: -2 }], from);
    await given.adjust([{ itemNo: 'PIN', quantity: 2 }], warehouse);
    expect(await readDemands(db, [packed])).toMatchObject([{ state: 'reserved', warehouse, isPacked }]);
  }
});

test('an order that another warehouse started is packed nowhere, or where it was packed last', async () => {
  for (const isPacked of [false, true]) {
    const given = await givenPackable([{ itemNo: 'PIN', quantity: 2 }]);
    const packed = given.demand('2026-11-01T00:00:00Z', [wine('PIN', 2)], ['APC01', 'COB01']);
    await db.write((tx) => reserveDemands(tx, [packed]));
    await given.pack([packed]);
    const move = async (from: string, to: string): Promise<void> => {
      await given.adjust([{ itemNo: 'PIN', quantity: -2 }], from);
      await given.adjust([{ itemNo: 'PIN', quantity: 2 }], to);
    };
    await move('APC01', 'COB01');
    await db.write(async (tx) => markDemandsInWork(tx, [packed]));
    await db.write(async (tx) => markDemandsReserved(tx, [{ ...packed, isPacked }]));
    await move('COB01', 'APC01');
    expect(await readDemands(db, [packed])).toMatchObject([{ warehouse: 'APC01', isPacked: false }]);
    await move('APC01', 'COB01');
    expect(await readDemands(db, [packed])).toMatchObject([{ warehouse: 'COB01', isPacked }]);
  }
});

test('what a process of the version before has written about a packed order is right', async () => {
  const given = await givenPackable([{ itemNo: 'PIN', quantity: 2 }]);
  const packed = given.demand('2026-11-01T00:00:00Z', [wine('PIN', 2)], ['APC01', 'COB01']);
  await db.write((tx) => reserveDemands(tx, [packed]));
  const fillAgainAt = async (from: string, to: string) => {
    await given.adjust([{ itemNo: 'PIN', quantity: -2 }], from);
    await given.adjust([{ itemNo: 'PIN', quantity: 2 }], to);
    return (await readDemands(db, [packed]))[0];
  };
  // It packs the order, and knows no other column.
  const write = (isPacked: boolean) =>
    db.rows('update demands set is_packed = $3 where customer_no = $1 and subject = $2', [
      packed.customerNo,
      packed.subject,
      isPacked,
    ]);
  await write(true);
  expect(await fillAgainAt('APC01', 'COB01')).toMatchObject({ isPacked: false });
  expect(await fillAgainAt('COB01', 'APC01')).toMatchObject({ isPacked: true });
  // It takes the order back: it stands in no boxes any more.
  await write(false);
  expect(await fillAgainAt('APC01', 'COB01')).toMatchObject({ isPacked: false });
  expect(await fillAgainAt('COB01', 'APC01')).toMatchObject({ isPacked: false });
  // It packs the order at another warehouse than this version did.
  await write(true);
  await fillAgainAt('APC01', 'COB01');
  await write(true);
  expect(await fillAgainAt('COB01', 'APC01')).toMatchObject({ isPacked: false });
  expect(await fillAgainAt('APC01', 'COB01')).toMatchObject({ isPacked: true });
});

test('an order with bottles in boxes loses its stock last with what an update has added', async () => {
  const given = await givenPackable([
    { itemNo: 'CAB', quantity: 4 },
    { itemNo: 'PIN', quantity: 2 },
  ]);
  const earlier = given.demand('2026-11-01T00:00:00Z', [wine('CAB', 2)]);
  const packed = given.demand('2026-11-02T00:00:00Z', [wine('PIN', 2)]);
  await db.write((tx) => reserveDemands(tx, [earlier, packed]));
  await given.pack([packed]);
  const more = { ...packed, lines: [wine('CAB', 2), wine('PIN', 2)] };
  await db.write((tx) => replaceDemands(tx, [{ document: packed, demand: more }]));
  await given.adjust([{ itemNo: 'CAB', quantity: -2 }]);
  expect(await given.statesOf([earlier, packed])).toEqual(['waiting', 'reserved']);
});

test('a packed order stays the last to lose stock after its stock was drawn from another status', async () => {
  const customerNo = await givenCustomer(db);
  const statuses = ['GOOD-NO-TX', 'GOOD-NO-BD'];
  await givenItems(db, customerNo, [{ itemNo: 'PIN' }]);
  for (const status of statuses) await givenStock(db, customerNo, [{ itemNo: 'PIN', quantity: 4, status }]);
  const demand = (queuedAt: string): Demand => ({
    customerNo,
    subject: uuidv7(),
    rank: demandRanks.order,
    queuedAt: Temporal.Instant.from(queuedAt),
    warehouse: { named: 'APC01' },
    lines: [{ itemNo: 'PIN', status: 'GOOD-NO-TX', statuses, quantity: 2 }],
  });
  const earlier = demand('2026-11-01T00:00:00Z');
  const packed = demand('2026-11-02T00:00:00Z');
  await db.write((tx) => reserveDemands(tx, [earlier, packed]));
  await db.write(async (tx) => markDemandsInWork(tx, [packed]));
  await db.write(async (tx) => markDemandsReserved(tx, [{ ...packed, isPacked: true }]));
  const lose = async (status: string, units: number): Promise<void> => {
    const lost = {
      ...createSystemCommandContext(customerNo, 'test'),
      warehouse: 'APC01',
      status,
      reasonCode: 'CORRECTION',
      items: [{ itemNo: 'PIN', quantity: -units }],
    };
    const [outcome] = await db.write((tx) => adjustStock(tx, [lost]));
    expect(outcome).toHaveProperty('ok');
  };
  const reserved = async (): Promise<unknown[]> =>
    (await readDemands(db, [earlier, packed])).map(({ subject, status, state }) => [subject, status, state]);
  await lose('GOOD-NO-TX', 4);
  expect(await reserved()).toEqual([
    [earlier.subject, 'GOOD-NO-BD', 'reserved'],
    [packed.subject, 'GOOD-NO-BD', 'reserved'],
  ]);
  await lose('GOOD-NO-BD', 2);
  expect(await reserved()).toEqual([
    [earlier.subject, 'GOOD-NO-TX', 'waiting'],
    [packed.subject, 'GOOD-NO-BD', 'reserved'],
  ]);
});
