/** Stock changes and changes of orders lock in the same order (architecture: Lock order). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adjustStock } from '../../src/inventory/index.ts';
import { createSystemCommandContext } from '../../src/platform/command-context.ts';
import type { Tx } from '../../src/platform/db/db.ts';
import { cancelSalesOrders } from '../../src/sales-orders/cancel.ts';
import { updateSalesOrders } from '../../src/sales-orders/update.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWinery } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

type Change = (tx: Tx, customerNo: string, reference: string) => Promise<unknown>;

const nameOf = (customerNo: string, reference: string) => ({
  ...createSystemCommandContext(customerNo, 'test'),
  name: { customerNo, reference },
});
const changes: [string, Change][] = [
  ['cancel', (tx, customerNo, reference) => cancelSalesOrders(tx, [nameOf(customerNo, reference)])],
  [
    'update',
    (tx, customerNo, reference) =>
      updateSalesOrders(tx, [
        {
          ...nameOf(customerNo, reference),
          patch: { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1 }] },
          hold: undefined,
        },
      ]),
  ],
];

test.each(changes)(
  '%s of a reserved order and an adjustment that takes its stock do not deadlock',
  async (_, change) => {
    const { customerNo, created } = await openWinery(server, 10);
    const { db } = server.environment;
    const ordered = (ItemQuantity: number) => created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity }] });
    const reserved = await ordered(10);
    await ordered(2);
    const blocked = () => lockWaits(db);
    // Stops both: the first one of them gets the order next.
    const holder = await server.database.pool.connect();
    let runs = 0;
    try {
      await holder.query('begin');
      await holder.query('select from sales_orders where customer_no = $1 and order_id = $2 for update', [
        customerNo,
        reserved,
      ]);
      const changing = db.write((tx) => {
        runs += 1;
        return change(tx, customerNo, reserved);
      });
      await expect.poll(blocked).toBe(1);
      const adjusting = db.write((tx) => {
        runs += 1;
        const items = [{ itemNo: 'WINE-1', quantity: -9 }];
        const place = { warehouse: 'APC01', status: 'GOOD-NO-TX', reasonCode: 'BROKEN' };
        return adjustStock(tx, [{ ...createSystemCommandContext(customerNo, 'test'), ...place, items }]);
      });
      await expect.poll(blocked).toBe(2);
      await holder.query('commit');
      await Promise.all([changing, adjusting]);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(runs).toBe(2);
  },
);
