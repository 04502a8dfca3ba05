/** Returns/Inspected: the scanned bottles become the result of the inspection. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { bottle, openReturnStation, type ReturnStation, returnDock } from '../support/return-station.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let at: ReturnStation;
beforeAll(async () => {
  server = await openTestServer();
  at = await openReturnStation(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const six = ['WINE-1', 'WINE-1', 'WINE-1', 'WINE-1', 'WINE-1'];

test('200 what differs is shown first, and recorded when it is confirmed, once; the winery sees it', async () => {
  const key = await at.arrived('INS-1');
  for (const code of six) await at.does('Scan', bottle(key, code));
  await at.does('Scan', bottle(key, 'WINE-1', 'RDMG-NO-TX'));
  const shown = await at.does('Inspected', key);
  expect(shown).toMatchObject({ Status: 'RECEIVED', Differences: [{ ItemNo: 'WINE-2', Expected: 3, Found: 0 }] });
  const confirmed = { ...key, Confirm: true };
  const replies = await Promise.all([at.does('Inspected', confirmed), at.does('Inspected', confirmed)]);
  for (const reply of replies) {
    expect(reply).toMatchObject({ Status: 'AWAITING DISPOSITION', Differences: [] });
    expect(reply.Findings).toMatchObject([
      { ItemNo: 'WINE-1', Quantity: 5, InventoryStatus: 'RTGD-NO-TX', Disposition: '' },
      { ItemNo: 'WINE-1', Quantity: 1, InventoryStatus: 'RDMG-NO-TX', Disposition: '' },
    ]);
  }
  const { body } = await at.winery.returns({ OrderNo: 'INS-1' });
  expect(JSON.stringify(body)).toContain('AWAITING DISPOSITION');
  const audited = await server.environment.db.rows(
    "select from operator_audit where subject = $1 and action = 'return.inspected'",
    [key.TransactionReferenceNumber],
  );
  expect(audited).toHaveLength(1);
});

test('200 an empty box closes the return', async () => {
  const key = await at.arrived('INS-2');
  expect(await at.does('Inspected', { ...key, Confirm: true })).toMatchObject({ Status: 'CLOSED', Findings: [] });
});

test('400 for a reference that is none', async () => {
  const key = { CustomerNo: at.winery.customerNo, TransactionReferenceNumber: 'RMA' };
  expect((await at.inspector.call('Returns/Inspected', key)).status).toBe(400);
});

test('403 before it has arrived', async () => {
  const order = { CustomerNo: at.winery.customerNo, TransactionReferenceNumber: await at.delivered('INS-3') };
  const { CustomerNo, TransactionReferenceNumber } = await at.does('Announce', { ...order, Warehouse: returnDock });
  const key = { CustomerNo, TransactionReferenceNumber };
  expect((await at.inspector.call('Returns/Inspected', key)).status).toBe(403);
});

test('404 for a return that is none', async () => {
  const key = { CustomerNo: at.winery.customerNo, TransactionReferenceNumber: uuidv7() };
  expect((await at.inspector.call('Returns/Inspected', key)).status).toBe(404);
});

test('400 bottles that another return of the order took after they were counted: the message says which, and what to do', async () => {
  const { customerNo: CustomerNo } = at.winery;
  const reference = await at.delivered('INS-TAKEN', { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 3 }] });
  const order = { CustomerNo, TransactionReferenceNumber: reference, Warehouse: returnDock };
  const Lines = [{ ItemNo: 'WINE-1', ItemQuantity: 1 }];
  const { TransactionReferenceNumber, RMANumber } = await at.does('Announce', { ...order, Lines });
  const key = { CustomerNo, TransactionReferenceNumber };
  await at.does('Receive', { ...key, Warehouse: returnDock });
  for (let nth = 0; nth < 2; nth += 1) await at.does('Scan', bottle(key, 'WINE-1'));
  // A colleague announces the rest.
  const rest = await at.does('Announce', order);
  const others = `Others are in ${rest.RMANumber} (EXPECTED, 2). When these came with this package, a lead or customer service cancels`;
  const { status, body } = await at.inspector.call('Returns/Inspected', { ...key, Confirm: true });
  expect([status, body.Reason]).toEqual([
    400,
    expect.stringContaining(`2 of WINE-1 are counted, but only 1 can come back with ${RMANumber}. ${others}`),
  ]);
  expect(await at.does('Scan', bottle(key, 'WINE-1'))).toMatchObject({
    Verdict: 'wrong',
    Message: expect.stringContaining(others),
  });
  const expected = { CustomerNo, TransactionReferenceNumber: rest.TransactionReferenceNumber };
  expect((await at.service.call('Returns/Cancel', expected)).status).toBe(200);
  expect(await at.does('Inspected', { ...key, Confirm: true })).toMatchObject({ Status: 'AWAITING DISPOSITION' });
});
