/** Returns/Undo: the last scan is taken back, once by its id. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { notTheLast } from '../support/not-the-last.ts';
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

test('200 one scan for each id, and none when nothing is scanned', async () => {
  const key = await at.arrived('UNDO-1');
  for (const code of ['WINE-1', 'WINE-2', 'NONE']) await at.does('Scan', bottle(key, code));
  const undo = { ...key, ScanId: uuidv7() };
  await at.does('Undo', undo);
  expect(await at.does('Undo', undo)).toMatchObject({ Found: [{ ItemNo: 'WINE-1', Units: 1 }] });
  expect(await at.does('Undo', { ...key, ScanId: uuidv7() })).toMatchObject({ Found: [], Verdict: 'right' });
  expect(await at.does('Undo', { ...key, ScanId: uuidv7() })).toMatchObject({ Found: [], Verdict: 'wrong' });
});

test('200 the last scan of the person herself, and that of a colleague only when he has stopped', async () => {
  const key = await at.arrived('UNDO-6');
  const undo = () => at.does('Undo', { ...key, ScanId: uuidv7() });
  await at.does('Scan', bottle(key, 'WINE-1'));
  await at.other.call('Returns/Scan', bottle(key, 'WINE-2'));
  expect(await undo()).toMatchObject({ Verdict: 'right', Found: [{ ItemNo: 'WINE-2', Units: 1 }] });
  expect(await undo()).toMatchObject({
    Verdict: 'wrong',
    Message: `Nothing of what is counted here is yours. ${at.other.operator.email} scanned WINE-2 last and can take it back.`,
    Found: [{ ItemNo: 'WINE-2', Units: 1 }],
  });
  await server.environment.db.rows(
    `update return_scans set scanned_at = now() - interval '31 minutes' where customer_no = $1 and return_id = $2`,
    [key.CustomerNo, key.TransactionReferenceNumber],
  );
  expect(await undo()).toMatchObject({ Verdict: 'right', Message: 'WINE-2 is not counted any more.', Found: [] });
});

test('400 for the id of an earlier scan, which is not undone: only the last one can be', async () => {
  const key = await at.arrived('UNDO-5');
  const [first, second] = [bottle(key, 'WINE-1'), bottle(key, 'WINE-2')];
  for (const scan of [first, second]) await at.does('Scan', scan);
  const { status, body } = await at.inspector.call('Returns/Undo', { ...key, ScanId: first.ScanId });
  expect([status, body]).toMatchObject([400, notTheLast]);
  expect(await at.does('Undo', { ...key, ScanId: uuidv7() })).toMatchObject({
    Verdict: 'right',
    Found: [{ ItemNo: 'WINE-1', Units: 1 }],
  });
});

test('400 for an id that is no UUID', async () => {
  const key = await at.arrived('UNDO-2');
  expect((await at.inspector.call('Returns/Undo', { ...key, ScanId: '1' })).status).toBe(400);
});

test('403 after the inspection', async () => {
  const key = await at.inspected('UNDO-3', ['WINE-1']);
  expect((await at.inspector.call('Returns/Undo', { ...key, ScanId: uuidv7() })).status).toBe(403);
});

test('404 for a return that is none', async () => {
  const key = { CustomerNo: at.winery.customerNo, TransactionReferenceNumber: uuidv7(), ScanId: uuidv7() };
  expect((await at.inspector.call('Returns/Undo', key)).status).toBe(404);
});
