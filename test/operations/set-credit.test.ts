/** Simulation/SetCredit: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdOperations, openWinery } from '../support/held-orders.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ operations: holdOperations });
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

test('200: all open orders of the account are held until it is settled', async () => {
  const { order, simulate, onHold, timeline } = await openWinery(server);
  const orders = [await order(), await order(), await order({ ItemsInfo: [{ ItemNo: 'WINE-3', ItemQuantity: 1 }] })];
  expect(await simulate('SetCredit', { OnHold: true, Description: 'Invoice 12 is overdue' })).toMatchObject({
    status: 200,
    body: { OrdersHeld: 3, OrdersReleased: 0 },
  });
  const rows = await onHold();
  expect(rows.map((row) => row.HoldReason)).toEqual(['Credit', 'Credit', 'Credit']);
  expect(rows[0].HoldReasonDescription).toContain(
    '(Invoice 12 is overdue); action needed: the winery settles the account',
  );
  expect(rows[2].HoldReasonDescription).toMatch(/^Credit: .* Inventory: Not enough stock/);
  // Other words, no other orders.
  expect(await simulate('SetCredit', { OnHold: true })).toMatchObject({ body: { OrdersHeld: 0 } });
  expect((await onHold())[0].HoldReasonDescription).not.toContain('Invoice 12');
  expect(await simulate('SetCredit', { OnHold: false })).toMatchObject({ status: 200, body: { OrdersReleased: 2 } });
  expect(await onHold()).toMatchObject([{ HoldReason: 'Inventory' }]);
  const [first] = orders;
  expect(await timeline(first?.reference ?? '')).toEqual(['sales_order.held', 'sales_order.released']);
  expect(await simulate('SetCredit', { OnHold: false })).toMatchObject({ status: 200, body: { OrdersReleased: 0 } });
});

test('400: the rules of the fields', async () => {
  const { simulate } = await openWinery(server);
  expect(await simulate('SetCredit', { Description: 'x'.repeat(1001) })).toMatchObject({
    status: 400,
    body: {
      Errors: [
        { Field: 'OnHold', Code: 'Required' },
        { Field: 'Description', Code: 'MaxLength' },
      ],
    },
  });
});

test('401: wrong credentials', async () => {
  const { simulate, customerNo } = await openWinery(server);
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect((await simulate('SetCredit', { OnHold: true, Authentication })).status).toBe(401);
});

test('403: a credential that may only read', async () => {
  const { simulate } = await openWinery(server, 'read');
  expect(await simulate('SetCredit', { OnHold: true })).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});
