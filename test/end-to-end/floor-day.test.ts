/** The example's day of a worked warehouse, with a few orders of the club run. */
import { expect, it } from 'vitest';
import { readClubRun } from '../../examples/club-run/samples.ts';
import { runFloorDay } from '../../examples/floor-day/run.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { addOperator } from '../support/operator.ts';
import { openTestServer } from '../support/server.ts';

const run = readClubRun();
/** Of two carriers, held, of a third carrier weeks later, refused, and in cases. On the second day only two. */
const days = [
  [0, 4, 926, 943, 964, 970],
  [1, 2],
];

it('a club run goes through the floor twice, and everything adds up', async () => {
  const server = await openTestServer();
  try {
    const admin = { email: 'admin@demo.example', password: 'a password of the test' };
    await addOperator(server.environment, 'admin', admin);
    for (const [day, indices] of days.entries()) {
      const orders = indices.flatMap((index) => run.orders[index] ?? []);
      const { report, faults } = await runFloorDay(
        { ...admin, url: server.url, warehouse: 'FLOOR01', run: { ...run, orders } },
        () => undefined,
      );
      expect([day, faults]).toEqual([day, []]);
      expect(report).toMatch(/Everything adds up\.$/);
    }
    await expectLedgerConsistent(server.environment.db);
  } finally {
    await server.close();
  }
}, 60_000);
