/** Simulation/ApproveCount: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { openCountingWinery } from '../support/counts.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { callAsOtherCustomer, callAsReader } from '../support/other-callers.ts';
import { withoutForeignKeys } from '../support/removed-warehouse.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const name = 'Simulation/ApproveCount';

test('200: the differences are posted with the reason COUNT, whatever moved since', async () => {
  const { opened, record, line, approve, adjust, balance, customerNo, timeline } = await openCountingWinery(server);
  const count = await opened();
  for (const _ of [1, 2]) await record(count, line(97));
  await adjust(5);
  const answer = await approve(count);
  expect(answer).toMatchObject({
    status: 200,
    body: { Lines: [{ ItemNo: 'WINE-1', InventoryStatus: 'GOOD-NO-TX', Quantity: -3 }] },
  });
  expect(await balance()).toMatchObject({ onHand: 102 });
  const moved = await server.environment.db.rows(
    "select quantity, type, subject from movements where customer_no = $1 and reference = 'COUNT'",
    [customerNo],
  );
  expect(moved).toEqual([{ quantity: -3, type: 'Inventory Adjustment', subject: count }]);
  expect((await timeline(count)).at(-1)).toMatchObject({
    kind: 'inventory.count_approved',
    reference: answer.body.TransactionReferenceNumber,
    operation: name,
  });
});

test('200: a count without differences posts nothing', async () => {
  const { opened, record, line, approve, balance } = await openCountingWinery(server);
  const count = await opened();
  await record(count, line(100));
  expect(await approve(count)).toMatchObject({ status: 200, body: { Lines: [] } });
  expect(await balance()).toMatchObject({ onHand: 100 });
});

test('200: a shortage releases the newest reservation, a surplus is allocated to backorders', async () => {
  const { opened, record, line, approve, created, order } = await openCountingWinery(server, 4);
  const wants = (ItemQuantity: number) => created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity }] });
  const [first, second] = [await wants(2), await wants(2)];
  const missing = await opened();
  for (const _ of [1, 2]) await record(missing, line(3));
  await approve(missing);
  expect([(await order(first)).status, (await order(second)).status]).toEqual(['RECEIVED', 'ON INV HOLD']);
  const found = await opened();
  for (const _ of [1, 2]) await record(found, line(4));
  await approve(found);
  expect((await order(second)).status).toBe('RECEIVED');
});

test('401: wrong credentials', async () => {
  expect((await callAsOtherCustomer(server, name, { CountReference: uuidv7() })).status).toBe(401);
});

test('403: rejects a count that is not counted, needs a recount, or is already approved', async () => {
  const { open, record, line, approve } = await openCountingWinery(server);
  const count = (await open({ Items: ['WINE-1', 'WINE-2'] })).body.TransactionReferenceNumber;
  await record(count, line(99));
  const early = await approve(count);
  expect(early).toMatchObject({ status: 403, body: { Code: 'StateForbids' } });
  expect(early.body.Reason).toBe(
    'The count of 2 items at APC01 is not finished: not counted: WINE-2 in GOOD-NO-TX; to be recounted: WINE-1 in GOOD-NO-TX.',
  );
  await record(count, line(100), line(0, 'WINE-2'));
  expect((await approve(count)).status).toBe(200);
  const { State, Reason } = (await approve(count)).body;
  expect(State).toBe('APPROVED');
  expect(Reason).toBe('The count of 2 items at APC01 is already approved. Open a new count to count again.');
});

test('403: too little stock is left for the difference', async () => {
  const { opened, record, line, approve, adjust, balance } = await openCountingWinery(server, 10);
  const count = await opened();
  for (const _ of [1, 2]) await record(count, line(2));
  await adjust(-5);
  const answer = await approve(count);
  expect(answer.status).toBe(403);
  expect(answer.body.Reason).toBe(
    'The count of WINE-1 in GOOD-NO-TX at APC01 cannot be approved: 8 of WINE-1 in GOOD-NO-TX were missing, but only 5 are left. Cancel the count, then count again.',
  );
  expect(await balance()).toMatchObject({ onHand: 5 });
  for (const _ of [1, 2]) await record(count, line(2));
  expect((await approve(count)).body.Lines).toMatchObject([{ Quantity: -3 }]);
});

test('403: of two concurrent approvals one posts', async () => {
  const { opened, record, line, approve, balance } = await openCountingWinery(server);
  const count = await opened();
  for (const _ of [1, 2]) await record(count, line(90));
  const answers = await Promise.all([approve(count), approve(count)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect(await balance()).toMatchObject({ onHand: 90 });
});

test('403: a credential that may only read', async () => {
  const body = { CountReference: uuidv7() };
  expect(await callAsReader(server, name, body)).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});

test("404: an unknown count, and another customer's", async () => {
  const { approve } = await openCountingWinery(server);
  const unknown = { status: 404, body: { Reason: 'There is no count with this reference.' } };
  expect(await approve(uuidv7())).toMatchObject(unknown);
  const other = await openCountingWinery(server);
  expect(await approve(await other.opened())).toMatchObject(unknown);
});

test('403: its warehouse does not exist', async () => {
  const { opened, record, line, approve, cancelCount } = await openCountingWinery(server);
  const count = await opened();
  for (const _ of [1, 2]) await record(count, line(97));
  await withoutForeignKeys(server.database.pool, "update counts set warehouse = 'GONE1' where count_id = $1", [count]);
  const { status, body } = await approve(count);
  expect([status, body.State]).toEqual([403, 'OPEN']);
  expect(body.Reason).toContain(
    'The count of WINE-1 in GOOD-NO-TX at GONE1 cannot be approved: warehouse GONE1 does not exist. Cancel the count',
  );
  expect((await cancelCount(count)).status).toBe(200);
});

test('403: its inventory status does not exist', async () => {
  const { opened, record, line, approve, cancelCount } = await openCountingWinery(server);
  const count = await opened();
  for (const _ of [1, 2]) await record(count, line(97));
  const rename = "update count_lines set inventory_status = 'GONE-1' where count_id = $1";
  await server.database.pool.query(rename, [count]);
  const { status, body } = await approve(count);
  expect([status, body.State]).toEqual([403, 'OPEN']);
  expect(body.Reason).toContain('inventory status GONE-1 does not exist. Cancel the count');
  expect((await cancelCount(count)).status).toBe(200);
});
