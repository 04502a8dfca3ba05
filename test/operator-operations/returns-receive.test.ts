/** Returns/Receive: the box has arrived. */
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

async function announced(orderNo: string) {
  const { customerNo: CustomerNo } = at.winery;
  const order = { CustomerNo, TransactionReferenceNumber: await at.delivered(orderNo), Warehouse: returnDock };
  const { TransactionReferenceNumber } = await at.does('Announce', order);
  return { CustomerNo, TransactionReferenceNumber, Warehouse: returnDock };
}

test('200 once, however often and by how many people', async () => {
  const box = await announced('REC-1');
  const replies = await Promise.all(
    [at.inspector, at.other, at.inspector].map((person) => person.call('Returns/Receive', box)),
  );
  for (const { status, body } of replies) expect([status, body.Status]).toEqual([200, 'RECEIVED']);
  const { body } = await at.lead.call('Returns/Get', {
    CustomerNo: box.CustomerNo,
    TransactionReferenceNumber: box.TransactionReferenceNumber,
  });
  expect(body.Timeline.filter(({ Kind }: { Kind: string }) => Kind === 'return.received')).toHaveLength(1);
});

test('400 in a warehouse that takes no returns', async () => {
  const box = { ...(await announced('REC-2')), Warehouse: 'VCX01' };
  expect((await at.lead.call('Returns/Receive', box)).status).toBe(400);
});

test('403 when it has arrived elsewhere', async () => {
  const box = await announced('REC-3');
  await at.does('Receive', box);
  const { status, body } = await at.elsewhere.call('Returns/Receive', { ...box, Warehouse: 'TWL01' });
  expect([status, body.Reason]).toEqual([403, expect.stringContaining(returnDock)]);
});

test('404 for a return that is none', async () => {
  const { CustomerNo } = await announced('REC-4');
  const box = { CustomerNo, TransactionReferenceNumber: uuidv7(), Warehouse: returnDock };
  expect((await at.inspector.call('Returns/Receive', box)).status).toBe(404);
});
