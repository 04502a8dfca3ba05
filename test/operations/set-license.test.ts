/** Simulation/SetLicense: every documented response. */
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

test('200: orders to a closed state are held until it is opened', async () => {
  const { order, simulate, onHold, statusOf, timeline } = await openWinery(server);
  const { reference, orderNo } = await order();
  expect(await simulate('SetLicense', { State: 'CO', Open: false })).toMatchObject({
    status: 200,
    body: { OrdersHeld: 1, OrdersReleased: 0 },
  });
  expect(await onHold()).toMatchObject([
    {
      OrderNo: orderNo,
      HoldReason: 'License',
      HoldReasonDescription: expect.stringMatching(/^Colorado is closed to CLUB orders; action needed: the winery /),
    },
  ]);
  expect(await statusOf(reference)).toBe('ON CUSTOMER SERVICE HOLD');
  // Repeating it changes nothing.
  expect(await simulate('SetLicense', { State: 'CO', Open: false })).toMatchObject({ body: { OrdersHeld: 0 } });
  expect(await simulate('SetLicense', { State: 'CO', Open: true })).toMatchObject({
    status: 200,
    body: { OrdersHeld: 0, OrdersReleased: 1 },
  });
  expect(await onHold()).toEqual([]);
  expect(await timeline(reference)).toEqual(['sales_order.held', 'sales_order.released']);
});

test('200: a setting for an order type overrides the setting for all', async () => {
  const { order, simulate, onHold } = await openWinery(server);
  const club = await order();
  const retail = await order({ OrderInfo: { OrderType: 'RETAIL' } });
  const held = async () => (await onHold()).map((row) => row.OrderNo);
  await simulate('SetLicense', { State: 'CO', OrderTypes: ['CLUB', 'CLUB'], Open: false });
  expect(await held()).toEqual([club.orderNo]);
  await simulate('SetLicense', { State: 'CO', Open: false });
  expect(await held()).toEqual([club.orderNo, retail.orderNo]);
  await simulate('SetLicense', { State: 'CO', OrderTypes: ['CLUB'], Open: true });
  expect(await held()).toEqual([retail.orderNo]);
});

test('400: the rules of the fields', async () => {
  const { simulate } = await openWinery(server);
  expect(await simulate('SetLicense', { State: 'Colorado', OrderTypes: [] })).toMatchObject({
    status: 400,
    body: {
      Errors: [
        { Field: 'Open', Code: 'Required' },
        { Field: 'State', Code: 'Enum' },
        { Field: 'OrderTypes', Code: 'MinItems' },
      ],
    },
  });
});

test('401: wrong credentials', async () => {
  const { simulate, customerNo } = await openWinery(server);
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect((await simulate('SetLicense', { State: 'CO', Open: false, Authentication })).status).toBe(401);
});

test('403: a credential that may only read', async () => {
  const { simulate } = await openWinery(server, 'read');
  expect(await simulate('SetLicense', { State: 'CO', Open: false })).toMatchObject({
    status: 403,
    body: { Code: 'RightMissing' },
  });
});
