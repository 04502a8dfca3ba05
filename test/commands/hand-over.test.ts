/** `dray hand-over`: a will-call order in production, from ready for pickup to completed pickup. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { runDueWork } from '../../src/platform/due-work.ts';
import { createProductionStepHandlers } from '../../src/shipping-labels/index.ts';
import { auditedCommands } from '../support/audit.ts';
import { balanceOf } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery, type Winery } from '../support/winery.ts';
import { dray, drayJson, useDatabases } from './dray.ts';

let server: TestServer;
let other: TestDatabase;
let db: Db;
let winery: Winery;

beforeAll(async () => {
  // Will call needs no carrier account.
  server = await openTestServer({ environment: 'production' });
  db = server.environment.db;
  other = await openTestDatabase();
  useDatabases(server.database, other);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await expectLedgerConsistent(db);
  await server.close();
  await other.drop();
});
beforeEach(async () => {
  winery = await openWinery(server);
});

const willCall = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL', ServiceWarehouseLocation: 'APC01' };
const own = () => ['--environment', 'production', '--customer', winery.customerNo];
const takeUp = () =>
  runDueWork(
    server.environment,
    createProductionStepHandlers('none'),
    winery.customerNo,
    Temporal.Now.instant().add({ hours: 240 }),
  );
const track = async (OrderNo: string): Promise<Json[]> =>
  (await winery.client.call('Tracking/GetDetails', { OrderNo })).body;

test('delivers the packages, deducts the stock, and logs the user', async () => {
  const reference = await winery.created({
    OrderInfo: { OrderNo: 'CALL-0001' },
    ShipmentInfo: willCall,
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 14 }],
  });
  // The recipient comes too early.
  const early = await dray('hand-over', ...own(), '--order', 'CALL-0001');
  expect(early).toEqual({ refused: expect.stringContaining('status RECEIVED'), code: 1 });
  await takeUp();
  expect(await track('CALL-0001')).toMatchObject([
    { Status: 'READY FOR PICKUP', Carrier: 'WILL', TrackingNo: '', CarrierStatus: '' },
    { Status: 'READY FOR PICKUP' },
  ]);
  expect(await balanceOf(db, winery.customerNo, 'WINE-1')).toMatchObject({ onHand: 100, reserved: 14 });

  const unchecked = await dray('hand-over', ...own(), '--order', 'CALL-0001');
  expect(unchecked).toEqual({ refused: expect.stringContaining('has wine: check the ID of the person'), code: 1 });
  const done = await drayJson('hand-over', ...own(), '--order', 'CALL-0001', '--of-age', '--taken-by-other');
  expect(done).toMatchObject({ OrderNo: 'CALL-0001', Packages: 2 });
  expect(await track('CALL-0001')).toMatchObject(
    Array(2).fill({
      Status: 'DELIVERED',
      CarrierStatus: 'DL',
      CarrierStatusMessage: 'Picked up at the warehouse',
      PackageLocation: 'Napa, CA',
    }),
  );
  expect((await winery.order(reference)).status).toBe('SHIPPED');
  expect(await balanceOf(db, winery.customerNo, 'WINE-1')).toMatchObject({ onHand: 86, reserved: 0 });
  const entry = (await winery.timeline(reference)).find(({ kind }) => kind === 'sales_order.handed_over');
  expect(entry).toMatchObject({
    reference: done.TransactionReferenceNumber,
    operation: 'dray hand-over',
    data: { packages: 2, isOfAge: true, takenBy: 'other' },
  });
  expect(await dray('hand-over', ...own(), '--order', reference)).toEqual({
    refused: expect.stringContaining('status SHIPPED'),
    code: 1,
  });
});

test('rejects an order that is not packed yet', async () => {
  const reference = await winery.created({ OrderInfo: { OrderNo: 'CALL-0005' }, ShipmentInfo: willCall });
  await winery.startWork(reference);
  expect(await dray('hand-over', ...own(), '--order', 'CALL-0005')).toEqual({
    refused: expect.stringContaining('status PROCESSING ORDER'),
    code: 1,
  });
});

test('prints a summary as text', async () => {
  await winery.created({ OrderInfo: { OrderNo: 'CALL-0002' }, ShipmentInfo: willCall });
  await takeUp();
  const ran = await dray('hand-over', ...own(), '--order', 'CALL-0002', '--of-age');
  expect(ran).toEqual({ out: expect.stringMatching(/^1 package of order CALL-0002 handed over \(.+\)\n$/), code: 0 });
});

test('rejects an order that ships by carrier, an unknown order and an ambiguous order number', async () => {
  await winery.created({ OrderInfo: { OrderNo: 'CALL-0003' } });
  for (const ShipmentKey of ['A', 'B']) await winery.created({ OrderInfo: { OrderNo: 'CALL-0004', ShipmentKey } });
  const refusalOf = async (order: string, ...more: string[]) => dray('hand-over', ...own(), '--order', order, ...more);
  expect(await refusalOf('CALL-0003')).toEqual({
    refused: expect.stringContaining('ships with FedEx; it is not a will-call order.'),
    code: 1,
  });
  expect(await refusalOf('CALL-9999')).toEqual({ refused: expect.stringContaining('There is no order'), code: 1 });
  expect(await refusalOf('CALL-0004')).toEqual({ refused: expect.stringContaining('2 orders have'), code: 1 });
  expect(await refusalOf('CALL-0004', '--shipment-key', 'B')).toEqual({
    refused: expect.stringContaining('ships with FedEx; it is not a will-call order.'),
    code: 1,
  });
  expect(await dray('hand-over', '--environment', 'production', '--customer', winery.customerNo)).toMatchObject({
    code: 2,
  });
});

test('is in the audit', async () => {
  expect(await auditedCommands(server, 'hand-over')).toEqual(['dray hand-over: order.handed_over']);
});
