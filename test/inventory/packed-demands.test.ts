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
