/** Verification detects every inconsistency: each equation is violated in turn, and the fault must be reported by name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addExpectedReceipts,
  closeEndedMovementMonths,
  receiveStock,
  reserveDemands,
  rollUpMovements,
  verifyInventory,
} from '../../src/inventory/index.ts';
import { demandRanks } from '../../src/inventory/stock.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { givenCustomer } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openWiredDb } from '../support/wired-db.ts';
import { givenMovements, instant } from './past-movements.ts';

let database: TestDatabase;
let db: Db;
let customerNo: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = openWiredDb(database.options);
  customerNo = await givenCustomer(db);
  await givenLedger();
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const place = { warehouse: 'APC01', status: 'GOOD-NO-TX' };

/** 30 of PIN and 10 of CAB since January, 5 of ZIN since February; 8 and 5 reserved for one order, 100 wanted by another; 6 of PIN damaged; 24 announced, 6 in transit. */
async function givenLedger(): Promise<void> {
  const at = instant('2026-01-10T18:00:00Z');
  const past = { ...place, at, occurredAt: at, type: 'Purchase Order', reference: 'A' };
  await givenMovements(db, customerNo, [
    { ...past, seq: 1, itemNo: 'PIN', quantity: 20 },
    { ...past, seq: 2, itemNo: 'PIN', quantity: 10 },
    { ...past, seq: 3, itemNo: 'CAB', quantity: 10 },
    { ...past, seq: 4, itemNo: 'ZIN', quantity: 5, at: instant('2026-02-10T18:00:00Z') },
  ]);
  await db.write(async (tx) => {
    const demand = (lines: readonly [string, number][]) => ({
      customerNo,
      subject: uuidv7(),
      rank: demandRanks.order,
      queuedAt: at,
      warehouse: { named: place.warehouse },
      lines: lines.map(([itemNo, quantity]) => ({ itemNo, status: place.status, quantity })),
    });
    await reserveDemands(tx, [
      demand([
        ['PIN', 8],
        ['CAB', 5],
      ]),
      demand([['PIN', 100]]),
    ]);
    const expectation = { customerNo, itemNo: 'PIN', ...place, line: 1 };
    const announced = { ...expectation, subject: uuidv7(), ordered: 30 };
    await addExpectedReceipts(tx, [announced, { ...expectation, subject: uuidv7(), ordered: 6, inTransit: true }]);
    const posting = {
      customerNo,
      itemNo: 'PIN',
      ...place,
      status: 'DMGD-NO-TX',
      quantity: 6,
      type: 'Purchase Order',
      reference: 'A',
      subject: announced.subject,
      occurredAt: at,
      itemDescription: 'Wine',
      itemUnit: '750',
    } as const;
    await receiveStock(tx, [{ posting, line: 1 }]);
  });
  await rollUpMovements(db, { timeZone: 'America/Los_Angeles', minUnrolled: 1 });
  await closeEndedMovementMonths(db);
}

class Undone extends Error {}

/** The ledger faults reported after these changes, which are rolled back. */
async function faultsAfter(...statements: string[]): Promise<string[]> {
  let faults: string[] = [];
  const work = db.write(async (tx) => {
    for (const statement of statements) await tx.rows(statement);
    faults = await verifyInventory(tx);
    throw new Undone();
  });
  await expect(work).rejects.toThrow(Undone);
  return faults;
}

test('reports no faults for a consistent ledger', async () => {
  expect(await db.snapshot(verifyInventory)).toEqual([]);
});

const pin = `item_no = 'PIN' and status = 'GOOD-NO-TX'`;

test.each([
  [
    'on hand',
    `update balances set on_hand = 31 where ${pin}`,
    'PIN APC01 GOOD-NO-TX: on hand is not the sum of movements: 31 stored, 30 counted',
  ],
  [
    'a missing balance',
    `delete from balances where item_no = 'PIN' and status = 'DMGD-NO-TX'`,
    'PIN APC01 DMGD-NO-TX: on hand is not the sum of movements: 0 stored, 6 counted',
  ],
  [
    'reserved',
    `update balances set reserved = 7 where ${pin}`,
    'PIN APC01 GOOD-NO-TX: reserved is not the sum of reservations: 7 stored, 8 counted',
  ],
  [
    'a missing reservation',
    `delete from demands where item_no = 'CAB'`,
    'CAB APC01 GOOD-NO-TX: reserved is not the sum of reservations: 5 stored, 0 counted',
  ],
  [
    'backorder',
    `update balances set back_ordered = 0 where ${pin}`,
    'PIN APC01 GOOD-NO-TX: backorder is not the sum of waiting demands: 0 stored, 100 counted',
  ],
  [
    'inbound',
    `update balances set expected = 29 where ${pin}`,
    'PIN APC01 GOOD-NO-TX: inbound is not the sum of open expectations: 29 stored, 30 counted',
  ],
  [
    'in transit',
    `update balances set in_transit = 5 where ${pin}`,
    'PIN APC01 GOOD-NO-TX: in transit is not the sum of open transfers: 5 stored, 6 counted',
  ],
  ['a document at two places', `update demands set warehouse = 'COB01' where item_no = 'CAB'`, 'is partly reserved'],
  ['a document in two states', `update demands set state = 'waiting' where item_no = 'CAB'`, 'is partly reserved'],
  ['the commit counter', 'update commit_counters set last_seq = 2', /numbered up to \d+, but the commit counter is 2$/],
  [
    'the sums per day',
    `update movement_days set quantity = quantity + 1 where ${pin}`,
    'the daily sums differ from the movements: 1 units and 0 movements too many',
  ],
  [
    'the counts per day',
    `delete from movement_days where item_no = 'CAB'`,
    'the daily sums differ from the movements: -10 units and -1 movements too many',
  ],
  [
    'the totals per day',
    'update movement_totals set quantity = quantity + 1',
    'the daily totals differ from the movements: 1 units and 0 movements too many',
  ],
  [
    'the counts per item',
    `update movement_item_counts set count = count + 1 where ${pin}`,
    'the counts per item differ from the movements: 0 units and 1 movements too many',
  ],
  [
    'the sums per item',
    `update movement_item_counts set quantity = quantity - 1 where ${pin}`,
    'the counts per item differ from the movements: -1 units and 0 movements too many',
  ],
  [
    'the counts of the finest blocks',
    'update movement_counts set count = count + 1 where level = 11',
    'the counts differ from the movements: 0 units and 1 movements too many',
  ],
  [
    'the counts of coarser blocks',
    'update movement_counts set count = count + 1 where level = 20',
    'the counts of a block differ from those of its finer blocks: 0 units and 1 movements too many',
  ],
  [
    'opening balances',
    `update opening_balances set quantity = quantity + 1 where ${pin} and month = '2026-02-01'`,
    '2026-01: the opening balance after this month differs from the previous one and the movements: 1 units',
  ],
  [
    'an opening balance of a later month',
    `delete from opening_balances where item_no = 'CAB' and month > '2026-02-01'`,
    '2026-02: the opening balance after this month differs from the previous one and the movements: -10 units',
  ],
])('%s', async (_name, change, told) => {
  const faults = await faultsAfter(change);
  expect(faults.filter((fault) => (typeof told === 'string' ? fault.includes(told) : told.test(fault)))).not.toEqual(
    [],
  );
  expect(faults.every((fault) => fault.startsWith(`${customerNo}`))).toBe(true);
});
