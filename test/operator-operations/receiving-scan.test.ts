/** Receiving/Scan: counts start at zero, codes are resolved within the order, and each scan counts once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type Dock, dock, openDock, receiptScan } from '../support/receiving.ts';
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

const opened = async (pinot?: number) => {
  const order = await at.ordered(undefined, pinot);
  return { ...order, ...(await at.open(order.reference)) };
};

test('200 counts start at zero and say nothing of what is expected', async () => {
  // Digits that no id and no time contains by chance.
  const receipt = await opened(777_713);
  expect(receipt).toMatchObject({ Kind: 'purchase order', Units: 0, Counts: [], Differences: [], State: 'open' });
  expect(receipt.Lines.map(({ ItemNo, Counted }: never) => [ItemNo, Counted])).toEqual([
    ['PIN', 0],
    ['CAB', 0],
  ]);
  expect(JSON.stringify(receipt)).not.toContain('777713');
});

test('200 a scan that is sent five times, also at once, is counted once', async () => {
  const { Session } = await opened();
  const scan = receiptScan(Session, 'PIN');
  const replies = await Promise.all(Array.from({ length: 5 }, () => at.receive('Scan', scan)));
  for (const reply of replies) expect(reply).toMatchObject({ Verdict: 'right', Units: 1 });
  expect(await at.scan(Session, ['pin'])).toMatchObject({ Units: 2, Message: 'Pinot Noir. 2 counted.' });
  expect(await at.receive('Scan', scan)).toMatchObject({ Units: 2, Message: 'Pinot Noir. 1 counted.' });
});

test('200 bottle and case codes count units; a code that wineries share is that of the order', async () => {
  const { db } = server.environment;
  const { customerNo } = at.winery;
  const other = await server.customer();
  await db.rows("update skus set upc_code = '0 12345 67890 5' where customer_no = $1 and item_no = 'PIN'", [
    customerNo,
  ]);
  await db.rows('insert into item_codes (customer_no, code, item_no, units) values ($1, $2, $3, 12), ($4, $2, $5, 6)', [
    ...[customerNo, '10012345678902', 'PIN', other.customerNo, 'ELSE'],
  ]);
  const { Session } = await opened();
  expect(await at.scan(Session, ['012345678905', '10012345678902'])).toMatchObject({
    Units: 13,
    Counts: [{ ItemNo: 'PIN', Lot: '', Units: 13 }],
  });
});

test('200 an unknown code counts nothing, can be taught by a lead, and counts then', async () => {
  const { Session } = await opened();
  expect(await at.scan(Session, ['20012345678909'])).toMatchObject({ Verdict: 'unknown', Units: 0 });
  const taught = { CustomerNo: at.winery.customerNo, ItemNo: 'CAB', Code: '20012345678909', Units: 6 };
  expect((await at.receiver.call('ItemCodes/Set', taught)).status).toBe(403);
  expect((await at.lead.call('ItemCodes/Set', taught)).status).toBe(200);
  expect(await at.scan(Session, ['20012345678909'])).toMatchObject({ Verdict: 'right', Units: 6 });
});

test('200 the lot of the day is kept with what is counted', async () => {
  const { Session } = await opened();
  await at.receive('Scan', { ...receiptScan(Session, 'PIN'), Lot: 'L-4711' });
  expect(await at.scan(Session, ['PIN'])).toMatchObject({
    Counts: [
      { ItemNo: 'PIN', Lot: 'L-4711', Units: 1 },
      { ItemNo: 'PIN', Lot: '', Units: 1 },
    ],
  });
});

test('200 a bottle that was scanned as the lot is no lot, and nothing is counted with it', async () => {
  const { Session } = await opened();
  await server.environment.db.rows(
    "update skus set upc_code = '200000000011' where customer_no = $1 and item_no = 'CAB'",
    [at.winery.customerNo],
  );
  for (const Lot of ['pin', '200000000011'])
    expect(await at.receive('Scan', { ...receiptScan(Session, 'PIN'), Lot })).toMatchObject({
      Verdict: 'wrong',
      Units: 0,
      Message: expect.stringContaining(`The lot ${Lot} is a code of`),
    });
  expect(await at.scan(Session, ['PIN'])).toMatchObject({ Verdict: 'right', Units: 1 });
});

test('200 a code of two items of the order counts neither', async () => {
  const { Session } = await opened();
  await server.environment.db.rows("update skus set upc_code = '200000000028' where customer_no = $1", [
    at.winery.customerNo,
  ]);
  expect(await at.scan(Session, ['200000000028'])).toMatchObject({
    Verdict: 'wrong',
    Units: 0,
    Message: expect.stringContaining('Several items have this code'),
  });
  expect(await at.scan(Session, ['PIN'])).toMatchObject({ Verdict: 'right', Units: 1 });
});

test('400 what is no session', async () => {
  const { status, body } = await at.receiver.call('Receiving/Scan', receiptScan('none', 'PIN'));
  expect([status, body.Errors[0].Field]).toEqual([400, 'Session']);
});

test('403 when another person has taken the receipt over, or it is finished', async () => {
  const { Session, Receipt, CustomerNo } = await opened();
  await at.scan(Session, ['PIN']);
  // Who knows the session has not taken it over.
  expect((await at.other.call('Receiving/Scan', receiptScan(Session, 'PIN'))).body).toMatchObject({ Status: 403 });
  const taken = { Warehouse: dock, Scan: `${CustomerNo}.${Receipt}`, TakeOver: true };
  expect((await at.other.call('Receiving/Open', taken)).body.Receipt).toMatchObject({ Units: 1 });
  const { status, body } = await at.receiver.call('Receiving/Scan', receiptScan(Session, 'PIN'));
  expect([status, body.Reason]).toEqual([403, expect.stringContaining(at.other.operator.email)]);
});

test('404 for a receipt that is not there', async () => {
  const session = `${at.winery.customerNo}.${uuidv7()}.1`;
  expect((await at.receiver.call('Receiving/Scan', receiptScan(session, 'PIN'))).status).toBe(404);
});
