/** Storage by day, compared with a scan of all movements, with any part of them rolled up and over a change of the clocks. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDailyStockOnHand, rollUpMovements } from '../../src/inventory/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { givenCustomer } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { openWiredDb } from '../support/wired-db.ts';
import { givenMovements, instant, type PastMovement } from './past-movements.ts';

const timeZone = 'America/Los_Angeles';
const day = (text: string) => Temporal.PlainDate.from(text);

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await openTestDatabase();
  db = openWiredDb(database.options);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** From February to April, many within hours of midnight; some are dated well before or after they were posted. */
const movements = fc
  .array(
    fc.record({
      hours: fc.oneof(fc.integer({ min: 0, max: 24 * 70 }), fc.integer({ min: 24 * 18 + 4, max: 24 * 18 + 12 })),
      datedOff: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.integer({ min: -24 * 40, max: 24 * 40 })),
      item: fc.constantFrom('PIN', 'CAB'),
      quantity: fc.integer({ min: 1, max: 50 }),
    }),
    { minLength: 1, maxLength: 80, size: 'max' },
  )
  .map((list) =>
    list
      .toSorted((a, b) => a.hours - b.hours)
      .map(({ hours, datedOff, item, quantity }, nth): PastMovement => {
        const at = instant('2026-02-11T00:00:00Z').add({ hours });
        const place = { itemNo: item, warehouse: 'APC01', status: 'GOOD-NO-TX', type: 'Purchase Order' };
        return { ...place, seq: nth + 1, at, occurredAt: at.add({ hours: datedOff }), quantity, reference: 'A' };
      }),
  );

test('the units on hand at the end of each day of a month are the sum of all movements until then', async () => {
  await fc.assert(
    fc.asyncProperty(movements, fc.nat(100), async (list, rolled) => {
      const customerNo = await givenCustomer(db);
      await givenMovements(db, customerNo, list);
      const counter = 'update commit_counters set last_seq = $2 where customer_no = $1';
      await db.rows(counter, [customerNo, Math.floor((list.length * rolled) / 100)]);
      await rollUpMovements(db, { timeZone, minUnrolled: 1 });
      await db.rows(counter, [customerNo, list.length]);
      const range = { first: day('2026-03-01'), last: day('2026-03-31'), timeZone };
      const found = await db.snapshot((reader) => readDailyStockOnHand(reader, [customerNo], range));
      const days = found.get(customerNo) ?? [];
      const expected = Array.from({ length: 31 }, (_, nth) => {
        const end = range.first
          .add({ days: nth + 1 })
          .toZonedDateTime(timeZone)
          .toInstant();
        return list.reduce(
          (sum, { occurredAt, quantity }) => sum + (Temporal.Instant.compare(occurredAt, end) < 0 ? quantity : 0),
          0,
        );
      });
      expect(days.map(({ onHand }) => onHand)).toEqual(expected);
      expect([days[0]?.day.toString(), days[30]?.day.toString()]).toEqual(['2026-03-01', '2026-03-31']);
    }),
    { numRuns: propertyRuns(32) },
  );
});
