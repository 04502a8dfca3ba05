/** Returns/Scan: bottles are counted in their condition, each scan once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { bottle, openReturnStation, type ReturnStation } from '../support/return-station.ts';
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

test('200 a scan that is sent five times, also at once, is counted once; two people count into one return', async () => {
  const key = await at.arrived('SCAN-1');
  const scan = bottle(key, 'WINE-1');
  const replies = await Promise.all(Array.from({ length: 5 }, () => at.does('Scan', scan)));
  for (const reply of replies) expect(reply).toMatchObject({ Verdict: 'right', Message: replies[0].Message });
  const people = [at.inspector, at.other];
  await Promise.all(people.map((person) => person.call('Returns/Scan', bottle(key, 'wine-1', 'RDMG-NO-TX'))));
  expect((await at.find('SCAN-1')).Return.Found).toEqual([
    { ItemNo: 'WINE-1', InventoryStatus: 'RTGD-NO-TX', Units: 1 },
    { ItemNo: 'WINE-1', InventoryStatus: 'RDMG-NO-TX', Units: 2 },
  ]);
});

test('200 codes of bottles and cases count units, as far as that many were shipped; another code is unknown', async () => {
  const key = await at.arrived('SCAN-2');
  await server.environment.db.rows(
    'insert into item_codes (customer_no, code, item_no, units) values ($1, $2, $3, 6)',
    [...[key.CustomerNo, '10012345678902', 'WINE-1']],
  );
  expect(await at.does('Scan', bottle(key, '10012345678902'))).toMatchObject({
    Verdict: 'right',
    Found: [{ Units: 6 }],
  });
  expect(await at.does('Scan', bottle(key, 'WINE-1'))).toMatchObject({ Verdict: 'wrong', Found: [{ Units: 6 }] });
  expect(await at.does('Scan', bottle(key, '20012345678909'))).toMatchObject({ Verdict: 'unknown' });
});

test('400 for a condition that is no inventory status', async () => {
  const key = await at.arrived('SCAN-3');
  expect((await at.inspector.call('Returns/Scan', bottle(key, 'WINE-1', 'BROKEN'))).status).toBe(400);
});

test('403 before the box has arrived and after the inspection', async () => {
  const key = await at.inspected('SCAN-4', ['WINE-1']);
  expect((await at.inspector.call('Returns/Scan', bottle(key, 'WINE-1'))).body).toMatchObject({
    Code: 'StateForbids',
    State: 'AWAITING DISPOSITION',
  });
});

test('404 for people of another warehouse, and for a return that is none', async () => {
  const key = await at.arrived('SCAN-5');
  expect((await at.elsewhere.call('Returns/Scan', bottle(key, 'WINE-1'))).status).toBe(404);
  const none = { ...key, TransactionReferenceNumber: uuidv7() };
  expect((await at.inspector.call('Returns/Scan', bottle(none, 'WINE-1'))).status).toBe(404);
});
