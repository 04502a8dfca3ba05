/** Receiving/Undo: the last scan, count or issue is taken back, once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { notTheLast } from '../support/not-the-last.ts';
import { type Dock, openDock, receiptCount } from '../support/receiving.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let at: Dock;
beforeAll(async () => {
  server = await openTestServer();
  at = await openDock(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const opened = async () => (await at.open((await at.ordered()).reference)).Session as string;

test('200 one after the other, also what moved to another condition; repeated, once', async () => {
  const Session = await opened();
  await at.scan(Session, ['PIN', 'CAB']);
  const issue = { InventoryStatusCode: 'DMGD-NO-TX', ReasonCode: 'DAMAGED', WereCounted: true };
  await at.receive('Count', { ...receiptCount(Session, 'PIN', 1), ...issue });
  const undo = { Session, ScanId: uuidv7() };
  await at.receive('Undo', undo);
  expect(await at.receive('Undo', undo)).toMatchObject({
    Units: 2,
    Issues: [],
    Counts: [{ ItemNo: 'CAB' }, { ItemNo: 'PIN' }],
  });
  expect(await at.receive('Undo', { Session, ScanId: uuidv7() })).toMatchObject({ Counts: [{ ItemNo: 'PIN' }] });
  expect(await at.receive('Undo', { Session, ScanId: uuidv7() })).toMatchObject({ Units: 0 });
  expect(await at.receive('Undo', { Session, ScanId: uuidv7() })).toMatchObject({ Verdict: 'wrong', Units: 0 });
});

test('400 for the id of an earlier scan or count, which is not undone: only the last one can be', async () => {
  const Session = await opened();
  const [scan, count] = [{ Session, Code: 'PIN', ScanId: uuidv7() }, receiptCount(Session, 'CAB', 2)];
  await at.receive('Scan', scan);
  await at.receive('Count', count);
  for (const { ScanId } of [scan, count]) {
    const { status, body } = await at.receiver.call('Receiving/Undo', { Session, ScanId });
    expect([status, body]).toMatchObject([400, notTheLast]);
  }
  expect(await at.receive('Undo', { Session, ScanId: uuidv7() })).toMatchObject({ Verdict: 'right', Units: 1 });
});

test('400 what is no session', async () => {
  expect((await at.receiver.call('Receiving/Undo', { Session: 'none', ScanId: uuidv7() })).status).toBe(400);
});

test('403 once the receipt is finished', async () => {
  const Session = await opened();
  await at.scan(Session, ['PIN']);
  await at.receive('Finish', { Session, Confirm: true });
  expect((await at.receiver.call('Receiving/Undo', { Session, ScanId: uuidv7() })).status).toBe(403);
});

test('404 for a receipt that is not there', async () => {
  const Session = `${at.winery.customerNo}.${uuidv7()}.1`;
  expect((await at.receiver.call('Receiving/Undo', { Session, ScanId: uuidv7() })).status).toBe(404);
});
