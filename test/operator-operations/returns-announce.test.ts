/** Returns/Announce: a return that was not announced is opened for its order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adjustStock } from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { packOrdersWithoutCarrierLabels, shipPackages } from '../../src/warehouse/index.ts';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { mustSucceed } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openReturnStation, type ReturnStation, returnDock } from '../support/return-station.ts';
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

const announcing = (TransactionReferenceNumber: string) => ({
  CustomerNo: at.winery.customerNo,
  TransactionReferenceNumber,
  Warehouse: returnDock,
  Reason: 'Refused',
});

test('200 all units of the order are expected once, and the audit and the timeline have the person', async () => {
  const order = announcing(await at.delivered('ANN-1'));
  const opened = await at.does('Announce', order);
  expect(opened).toMatchObject({ Status: 'EXPECTED', OrderNo: 'ANN-1', Warehouse: returnDock });
  expect(opened.Lines).toMatchObject([
    { ItemNo: 'WINE-1', Expected: 6 },
    { ItemNo: 'WINE-2', Expected: 3 },
  ]);
  const { status, body } = await at.inspector.call('Returns/Announce', order);
  expect([status, body.Code]).toEqual([403, 'StateForbids']);
  const { CustomerNo, TransactionReferenceNumber } = opened;
  const { body: shown } = await at.lead.call('Returns/Get', { CustomerNo, TransactionReferenceNumber });
  expect(shown).toMatchObject({ Reason: 'Refused' });
  expect(shown.Timeline[0]).toMatchObject({ Kind: 'return.announced', Operation: 'Returns/Announce' });
  expect(shown.Timeline[0].By).toContain(at.inspector.operator.email);
});

test('200 a part of the order is expected, then the rest; 400 for more than is left', async () => {
  const order = announcing(await at.delivered('ANN-PART'));
  const part = (ItemQuantity: number) => ({ ...order, Lines: [{ ItemNo: 'WINE-1', ItemQuantity }] });
  expect((await at.does('Announce', part(2))).Lines).toMatchObject([{ ItemNo: 'WINE-1', Expected: 2 }]);
  const { status, body } = await at.inspector.call('Returns/Announce', part(5));
  expect([status, body.Errors]).toMatchObject([400, [{ Field: 'Lines[0].ItemQuantity', Code: 'MoreThanShipped' }]]);
  expect((await at.does('Announce', order)).Lines).toMatchObject([
    { ItemNo: 'WINE-1', Expected: 4 },
    { ItemNo: 'WINE-2', Expected: 3 },
  ]);
});

test('200 the return of an order that was packed again has the tracking numbers of the packages that were sent', async () => {
  const { db } = server.environment;
  const winery = await openReturnsWinery(server);
  const { customerNo } = winery;
  const orderId = await winery.created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 30 }] });
  await winery.startWork(orderId);
  const work = { customerNo, at: Temporal.Now.instant().add({ hours: 24 * 10 }), orderIds: [orderId] };
  await db.write((tx) => packOrdersWithoutCarrierLabels(tx, work));
  // 20 are left of the 30: of the packages of 12, 12 and 6, the last one is canceled.
  const lost = { warehouse: 'APC01', status: 'GOOD-NO-TX', reasonCode: 'BROKEN', operation: 'test', actor: 'test' };
  await db.write((tx) =>
    adjustStock(tx, [{ ...lost, customerNo, reference: uuidv7(), items: [{ itemNo: 'WINE-1', quantity: -80 }] }]),
  );
  await db.write((tx) => shipPackages(tx, work));
  const packages = await db.rows<{ status: string; no: string }>(
    'select status, tracking_no as no from packages where customer_no = $1 and order_id = $2 order by package_no',
    [customerNo, orderId],
  );
  expect(packages.map(({ status }) => status === 'CANCELED')).toEqual([false, false, true]);
  expect(new Set(packages.map(({ no }) => no)).size).toBe(3);
  const announced = { ...announcing(orderId), CustomerNo: customerNo };
  const { TransactionReferenceNumber } = mustSucceed(await at.lead.call('Returns/Announce', announced));
  const [stored] = await db.rows<{ nos: string[] }>(
    'select tracking_nos as nos from returns where customer_no = $1 and return_id = $2',
    [customerNo, TransactionReferenceNumber],
  );
  expect(stored?.nos).toEqual(packages.slice(0, 2).map(({ no }) => no));
});

test('200 customer service announces too', async () => {
  const { status } = await at.service.call('Returns/Announce', announcing(await at.delivered('ANN-2')));
  expect(status).toBe(200);
});

test('400 for a warehouse that takes no returns', async () => {
  const order = { ...announcing(await at.delivered('ANN-3')), Warehouse: 'VCX01' };
  expect((await at.lead.call('Returns/Announce', order)).status).toBe(400);
});

test('403 for an order that has not shipped, and in a warehouse of others', async () => {
  const open = announcing(await at.winery.created({ OrderInfo: { OrderNo: 'ANN-4' } }));
  expect((await at.inspector.call('Returns/Announce', open)).body).toMatchObject({ Code: 'StateForbids' });
  expect((await at.inspector.call('Returns/Announce', { ...open, Warehouse: 'TWL01' })).status).toBe(403);
});

test('404 for an order that is none', async () => {
  expect((await at.inspector.call('Returns/Announce', announcing(uuidv7()))).status).toBe(404);
});
