/** Returns/Announce: a return that was not announced is opened for its order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
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
  ...{ CustomerNo: at.winery.customerNo, TransactionReferenceNumber, Warehouse: returnDock, Reason: 'Refused' },
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
