/** Inventory/ImportOpening: a customer's opening balance, all or nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMovementMonth, detachMovementMonth, rollUpMovements } from '../../src/inventory/index.ts';
import { lastAudit } from '../support/audit.ts';
import { balanceOf, givenItems, givenStock } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

const load = (CustomerNo: string, lines: readonly string[], fields: object = {}) => {
  const Csv = ['item_no,warehouse,inventory_status,quantity', ...lines, ''].join('\n');
  return admin.call('Inventory/ImportOpening', { CustomerNo, Csv, ...fields });
};

test('200 a preview posts nothing; the import posts all rows, with the operator in audit and log, once', async () => {
  const { customerNo } = await server.customer();
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'PIN' }, { itemNo: 'CAB' }]);
  const lines = ['PIN,APC01,GOOD-NO-TX,120', 'PIN,COB01,GOOD-NO-TX,12', 'CAB,APC01,GOOD-NO-TX,24'];
  const counts = { Rows: 3, Items: 2, Units: 156 };
  expect(await load(customerNo, lines, { Preview: true })).toMatchObject({ status: 200, body: counts });
  expect((await balanceOf(db, customerNo, 'PIN'))?.onHand ?? 0).toBe(0);
  expect(await load(customerNo, lines)).toMatchObject({ status: 200, body: counts });
  expect((await balanceOf(db, customerNo, 'PIN'))?.onHand).toBe(120);
  expect(await lastAudit(server, 'Inventory/ImportOpening')).toMatchObject({
    action: 'stock.imported',
    subject: customerNo,
    for_customer: customerNo,
    after: counts,
  });
  for (const fields of [{ Preview: true }, {}]) {
    const again = await load(customerNo, lines, fields);
    expect([again.status, again.body.Errors.length]).toEqual([400, 3]);
  }
  expect((await balanceOf(db, customerNo, 'PIN'))?.onHand).toBe(120);
  await expectLedgerConsistent(db);
});

test('400 for stock whose movements are archived, also when nothing of it is left', async () => {
  const { customerNo } = await server.customer();
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'PIN' }, { itemNo: 'CAB' }]);
  const lines = ['PIN,APC01,GOOD-NO-TX,120', 'CAB,APC01,GOOD-NO-TX,24'];
  expect((await load(customerNo, lines)).status).toBe(200);
  await givenStock(db, customerNo, [{ itemNo: 'CAB', quantity: -24 }]);
  await db.rows(`select ensure_month('movements', '2026-02-01')`);
  await db.rows(`update movements set at = '2026-02-10' where customer_no = $1`, [customerNo]);
  await rollUpMovements(db, { timeZone: 'America/Los_Angeles', minUnrolled: 1 });
  const month = Temporal.PlainDate.from('2026-02-01');
  await closeMovementMonth(db, month);
  await detachMovementMonth(db, month);
  const again = await load(customerNo, lines);
  expect([again.status, again.body.Errors?.length]).toEqual([400, 2]);
  expect((await balanceOf(db, customerNo, 'PIN'))?.onHand).toBe(120);
});

test('400 names the line of an unknown item and of a wrong quantity, and posts nothing', async () => {
  const { customerNo } = await server.customer();
  await givenItems(server.environment.db, customerNo, [{ itemNo: 'PIN' }]);
  const wrong = await load(customerNo, ['PIN,APC01,GOOD-NO-TX,0']);
  expect([wrong.status, wrong.body.Errors[0].Message]).toEqual([400, expect.stringContaining('line 2, quantity')]);
  const all = await load(customerNo, ['PIN,APC01,GOOD-NO-TX,1', 'NONE,APC01,GOOD-NO-TX,1', 'PIN,SJU01,GOOD-NO-TX,1.5']);
  expect([all.status, all.body.Errors.map(({ Message }: { Message: string }) => Message.split(':')[0])]).toEqual([
    ...[400, ['line 3, item_no', 'line 4, quantity']],
  ]);
  expect((await balanceOf(server.environment.db, customerNo, 'PIN'))?.onHand ?? 0).toBe(0);
  expect((await load(customerNo, [])).status).toBe(400);
});

test('404 for a customer that is not there', async () => {
  expect((await load('W9999', ['PIN,APC01,GOOD-NO-TX,1'])).status).toBe(404);
});
