/** Simulation/ChangeInventoryStatus: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { callAsOtherCustomer, callAsReader } from '../support/other-callers.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const name = 'Simulation/ChangeInventoryStatus';
const example = {
  Warehouse: 'APC01',
  FromInventoryStatus: 'GOOD-NO-TX',
  ToInventoryStatus: 'DMGD-NO-TX',
  Items: [{ ItemNo: 'WINE-1', Quantity: 3 }],
};

async function winery(stock?: number) {
  const opened = await openWinery(server, stock);
  const { db } = server.environment;
  return {
    ...opened,
    change: (parts: Json = {}) => opened.client.call(name, { ...example, ...parts }),
    balance: (status: string) => balanceOf(db, opened.customerNo, 'WINE-1', 'APC01', status),
  };
}

test('200: out of one status and into the other, and back', async () => {
  const { change, balance, customerNo, timeline } = await winery();
  const there = await change();
  expect(there.status).toBe(200);
  expect(await balance('GOOD-NO-TX')).toMatchObject({ onHand: 97 });
  expect(await balance('DMGD-NO-TX')).toMatchObject({ onHand: 3 });
  const back = await change({ FromInventoryStatus: 'DMGD-NO-TX', ToInventoryStatus: 'GOOD-NO-TX' });
  expect(back.status).toBe(200);
  expect(await balance('GOOD-NO-TX')).toMatchObject({ onHand: 100 });
  const moved = await server.environment.db.rows<Json>(
    "select quantity, reference, subject from movements where customer_no = $1 and type = 'Inventory Status Change' order by seq",
    [customerNo],
  );
  const [first, second] = [there, back].map(({ body }) => body.TransactionReferenceNumber);
  expect(moved).toEqual([
    { quantity: -3, reference: 'DAMAGED', subject: first },
    { quantity: 3, reference: 'DAMAGED', subject: first },
    { quantity: -3, reference: 'RESTORED', subject: second },
    { quantity: 3, reference: 'RESTORED', subject: second },
  ]);
  expect(await timeline(first)).toMatchObject([{ kind: 'inventory.status_changed', operation: name }]);
});

test('200: a reason of its own, else what the statuses say', async () => {
  const { change, customerNo } = await winery();
  await change({ ReasonCode: 'RECLASSIFIED' });
  await change({ ToInventoryStatus: 'GOOD-LB-TX' });
  const moved = await server.environment.db.rows<Json>(
    "select distinct reference from movements where customer_no = $1 and type = 'Inventory Status Change'",
    [customerNo],
  );
  expect(moved).toEqual([{ reference: 'RECLASSIFIED' }]);
});

test('200: damage of reserved stock holds the newest order; good after all releases it', async () => {
  const { change, created, order } = await winery(4);
  const reference = await created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 4 }] });
  await change({ Items: [{ ItemNo: 'WINE-1', Quantity: 1 }] });
  expect((await order(reference)).status).toBe('ON INV HOLD');
  const Items = [{ ItemNo: 'WINE-1', Quantity: 1 }];
  await change({ FromInventoryStatus: 'DMGD-NO-TX', ToInventoryStatus: 'GOOD-NO-TX', Items });
  expect((await order(reference)).status).toBe('RECEIVED');
});

test.each([
  ['more than is on hand', { Items: [{ ItemNo: 'WINE-1', Quantity: 101 }] }, 'Items[0].Quantity', 'InsufficientStock'],
  ['the same status', { ToInventoryStatus: 'GOOD-NO-TX' }, 'ToInventoryStatus', 'SameStatus'],
  ['an unknown item', { Items: [{ ItemNo: 'NO-SUCH', Quantity: 1 }] }, 'Items[0].ItemNo', 'UnknownItem'],
  ['a virtual item', { Items: [{ ItemNo: 'FEE', Quantity: 1 }] }, 'Items[0].ItemNo', 'ItemNotStored'],
  ['an unknown reason', { ReasonCode: 'BROKEN' }, 'ReasonCode', 'UnknownReason'],
  ['nothing', { Items: [{ ItemNo: 'WINE-1', Quantity: 0 }] }, 'Items[0].Quantity', 'Minimum'],
  ['an unknown status', { ToInventoryStatus: 'BAD' }, 'ToInventoryStatus', 'Enum'],
])('400: %s', async (_, parts, Field, Code) => {
  const { change, balance } = await winery();
  expect(await change(parts)).toMatchObject({ status: 400, body: { Errors: [{ Field, Code }] } });
  expect(await balance('GOOD-NO-TX')).toMatchObject({ onHand: 100 });
});

test('401: wrong credentials', async () => {
  expect((await callAsOtherCustomer(server, name, example)).status).toBe(401);
});

test('403: a credential that may only read', async () => {
  expect(await callAsReader(server, name, example)).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});
