/** Returns/Dispose: found bottles are posted to the ledger, once by the id of the decision. */
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

const all = [...Array.from({ length: 6 }, () => 'WINE-1'), ...Array.from({ length: 3 }, () => 'WINE-2')];

test('200 each finding by its decision; sent five times, also at once, it is posted once', async () => {
  const key = await at.inspected('DISP-1', all);
  const before = await at.winery.balance('WINE-1', 'RTGD-NO-TX');
  const first = { ...key, ScanId: uuidv7(), DispositionCode: 'Return to Inventory', Line: 1, Finding: 1, Quantity: 2 };
  const replies = await Promise.all(Array.from({ length: 5 }, () => at.does('Dispose', first)));
  for (const reply of replies) expect(reply).toMatchObject({ Status: 'AWAITING DISPOSITION', Verdict: 'right' });
  expect(await at.winery.balance('WINE-1', 'RTGD-NO-TX')).toBe(before + 2);
  const forSale = { ...first, ScanId: uuidv7(), InventoryStatusCode: 'GOOD-NO-TX', Finding: 2, Quantity: 1 };
  const good = await at.winery.balance('WINE-1', 'GOOD-NO-TX');
  await at.does('Dispose', forSale);
  expect(await at.winery.balance('WINE-1', 'GOOD-NO-TX')).toBe(good + 1);
  const rest = await at.does('Dispose', { ...key, ScanId: uuidv7(), DispositionCode: 'Return to Winery' });
  expect(rest).toMatchObject({ Status: 'CLOSED' });
  expect(await at.winery.balance('WINE-1', 'RTGD-NO-TX')).toBe(before + 2);
  const { body } = await at.winery.returns({ OrderNo: 'DISP-1' });
  expect(JSON.stringify(body)).toContain('CLOSED');
});

test('200 a reshipment is an order that the floor packs and labels', async () => {
  const key = await at.inspected('DISP-2', ['WINE-2']);
  const { Findings, Message } = await at.does('Dispose', { ...key, ScanId: uuidv7(), DispositionCode: 'Reship' });
  expect(Message).toContain('ships again');
  const { body } = await at.lead.call('Orders/Get', {
    CustomerNo: key.CustomerNo,
    TransactionReferenceNumber: Findings[0].ReshipReferenceNumber,
  });
  expect(body).toMatchObject({ OrderNo: 'DISP-2', Items: [{ ItemNo: 'WINE-2', Quantity: 1 }] });
});

test('200 a JIT return, whose wine was never in stock, is put in stock', async () => {
  const { customerNo: CustomerNo } = at.winery;
  const TransactionReferenceNumber = await at.winery.created({ OrderInfo: { OrderNo: 'DISP-3', OrderType: 'JIT' } });
  await server.environment.db.rows(
    "update sales_orders set status = 'SHIPPED' where customer_no = $1 and order_id = $2",
    [...[CustomerNo, TransactionReferenceNumber]],
  );
  const opened = await at.does('Announce', { CustomerNo, TransactionReferenceNumber, Warehouse: returnDock });
  const key = { CustomerNo, TransactionReferenceNumber: opened.TransactionReferenceNumber };
  await at.does('Receive', { ...key, Warehouse: returnDock });
  await at.does('Scan', bottle(key, 'WINE-1', 'RDMG-NO-TX'));
  await at.does('Inspected', key);
  const before = await at.winery.balance('WINE-1', 'RDMG-NO-TX');
  await at.does('Dispose', { ...key, ScanId: uuidv7(), DispositionCode: 'Return to Inventory' });
  expect(await at.winery.balance('WINE-1', 'RDMG-NO-TX')).toBe(before + 1);
});

test('400 for a finding without its line, and for too many units', async () => {
  const key = await at.inspected('DISP-4', ['WINE-1']);
  const wanted = { ...key, ScanId: uuidv7(), DispositionCode: 'Return to Inventory' };
  expect((await at.inspector.call('Returns/Dispose', { ...wanted, Finding: 1 })).status).toBe(400);
  const many = { ...wanted, Line: 1, Finding: 1, Quantity: 2 };
  const { body } = await at.inspector.call('Returns/Dispose', many);
  const Message = 'is 2, but only 1 unit of WINE-1 has no disposition';
  expect(body).toMatchObject({
    Reason: `Quantity ${Message}`,
    Errors: [{ Field: 'Quantity', Code: 'TooMany', Message }],
  });
});

test('403 before the inspection has ended', async () => {
  const key = await at.arrived('DISP-5');
  await at.does('Scan', bottle(key, 'WINE-1'));
  const wanted = { ...key, ScanId: uuidv7(), DispositionCode: 'Return to Winery' };
  expect((await at.inspector.call('Returns/Dispose', wanted)).status).toBe(403);
});

test('404 for a return that is none', async () => {
  const key = { CustomerNo: at.winery.customerNo, TransactionReferenceNumber: uuidv7(), ScanId: uuidv7() };
  const wanted = { ...key, DispositionCode: 'Return to Winery' };
  expect((await at.inspector.call('Returns/Dispose', wanted)).status).toBe(404);
});
