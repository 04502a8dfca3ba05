/** verifyTransferOrders reports every inconsistency by name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyTransferOrders } from '../../src/transfer-orders/index.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openTransferWinery } from './transfer-winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const [open, picking, transit, closed] = [
  undefined,
  '2031-03-10T06:00:00',
  '2031-03-10T12:00:00',
  '2031-03-20T12:00:00',
];

test.each([
  ['its lines want more', open, 'update transfer_order_lines set units = 61', 'its lines differ from its demands: 61'],
  ['its demand is gone', open, 'delete from demands', '60 by its lines, 0 found'],
  [
    'a demand at another warehouse',
    open,
    `update demands set warehouse = 'COB01'`,
    'its lines differ from its demands',
  ],
  [
    'a demand that is not in work',
    picking,
    `update demands set state = 'reserved'`,
    'its lines differ from its demands',
  ],
  [
    'units recorded as shipped that did not leave',
    open,
    'update transfer_order_lines set shipped = 60',
    'differ from the Transfer Out movements: -60',
  ],
  [
    'missing movements',
    transit,
    'delete from movements',
    'differ from the Transfer Out movements: -60 by its lines, 0 found',
  ],
  [
    'a missing expectation',
    transit,
    'delete from expectations',
    'its units in transit differ from its expectations: 60 by its lines, 0 found',
  ],
  [
    'an expectation at another warehouse',
    transit,
    `update expectations set warehouse = 'COB01'`,
    'its units in transit differ from its expectations',
  ],
  [
    'missing receipts',
    closed,
    `delete from movements where type = 'Transfer In'`,
    'differ from the Transfer In movements: 60',
  ],
  [
    'a shortage without an adjustment',
    closed,
    'update transfer_order_lines set received = 50, short = 10',
    'differ from the adjustments: -10 by its lines, 0 found',
  ],
  [
    'a closed order with open units',
    closed,
    'update transfer_order_lines set received = 50',
    'does not match its shipped and received units',
  ],
  ['a missing identity', open, 'delete from transfer_order_identities', 'MOVE-1 does not identify the right order'],
  [
    'a canceled order that kept its name',
    open,
    `update transfer_orders set status = 'CANCELED'`,
    'MOVE-1 does not identify the right order',
  ],
])('%s', async (_, until, damage, said) => {
  const winery = await openTransferWinery(server);
  await winery.transferred({ RequestedDate: '03/10/2031' });
  if (until !== undefined) await winery.until(until);
  const { db } = server.environment;
  await expectLedgerConsistent(db);
  await db.rows(`${damage} ${damage.includes(' where ') ? 'and' : 'where'} customer_no = $1`, [winery.customerNo]);
  const faults = await verifyTransferOrders(db);
  expect(faults.filter((fault) => fault.startsWith(`${winery.customerNo} transfer order `)).join('\n')).toContain(said);
  for (const table of [
    'demands',
    'expectations',
    'movements',
    'balances',
    'transfer_order_identities',
    'transfer_order_lines',
  ]) {
    await db.rows(`delete from ${table} where customer_no = $1`, [winery.customerNo]);
  }
  await db.rows('update transfer_orders set status = $2 where customer_no = $1', [winery.customerNo, 'CANCELED']);
});

test('does not report missing movements of detached months', async () => {
  const winery = await openTransferWinery(server);
  await winery.transferred();
  await winery.until('2031-03-20T12:00:00');
  const { db } = server.environment;
  const faults = async () =>
    (await verifyTransferOrders(db)).filter((fault) => fault.startsWith(`${winery.customerNo} `)).length;
  await db.rows('delete from movements where customer_no = $1', [winery.customerNo]);
  expect(await faults()).toBe(2);
  const detached = (month: string) =>
    db.rows(`insert into movement_months (month, detached_at) values (date_trunc('month', now()) ${month}, now())`);
  await detached(`- interval '1 month'`);
  expect(await faults()).toBe(2);
  await detached('');
  expect(await faults()).toBe(0);
});
