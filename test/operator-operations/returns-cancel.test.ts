/** Returns/Cancel: a return that never arrived is closed, and its units can be announced again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { openReturnStation, type ReturnStation, returnDock } from '../support/return-station.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let at: ReturnStation;
beforeAll(async () => {
  server = await openTestServer();
  at = await openReturnStation(server);
});
afterAll(() => server.close());

const cancel = (key: object) => at.service.call('Returns/Cancel', key);

test('200 closes it; all of its units can be announced again', async () => {
  const { customerNo: CustomerNo } = at.winery;
  const order = { CustomerNo, TransactionReferenceNumber: await at.delivered('CANC-1'), Warehouse: returnDock };
  const { TransactionReferenceNumber, RMANumber } = await at.does('Announce', order);
  const key = { CustomerNo, TransactionReferenceNumber };
  expect(await cancel(key)).toMatchObject({ status: 200, body: { RMANumber, Status: 'CLOSED' } });
  expect((await at.does('Announce', order)).Lines).toMatchObject([{ Expected: 6 }, { Expected: 3 }]);
  const { body } = await at.service.call('Returns/Get', key);
  expect(body.Timeline.map(({ Kind }: { Kind: string }) => Kind)).toContain('return.canceled');
});

test('400 for a reference that is none', async () => {
  expect((await cancel({ CustomerNo: at.winery.customerNo, TransactionReferenceNumber: '' })).status).toBe(400);
});

test('403 for one that has arrived, and for people of the floor', async () => {
  const key = await at.arrived('CANC-2');
  expect(await cancel(key)).toMatchObject({ status: 403, body: { Code: 'StateForbids', State: 'RECEIVED' } });
  expect((await at.inspector.call('Returns/Cancel', key)).status).toBe(403);
});

test('404 for a return that is none', async () => {
  const key = { CustomerNo: at.winery.customerNo, TransactionReferenceNumber: uuidv7() };
  expect((await cancel(key)).status).toBe(404);
});
