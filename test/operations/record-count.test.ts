/** Simulation/RecordCount: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { openCountingWinery } from '../support/counts.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { callAsOtherCustomer, callAsReader } from '../support/other-callers.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const name = 'Simulation/RecordCount';
const example = () => ({
  CountReference: uuidv7(),
  Lines: [{ ItemNo: 'WINE-1', InventoryStatus: 'GOOD-NO-TX', Quantity: 1 }],
});

test('200: what agrees is settled; what differs is counted again until it differs by the same twice', async () => {
  const { opened, record, line } = await openCountingWinery(server);
  const count = await opened();
  const recount = async (found: number) => (await record(count, line(found))).body.Lines[0].Recount;
  expect(await recount(98)).toBe(true);
  expect(await recount(97)).toBe(true);
  expect(await recount(97)).toBe(false);
  expect(await recount(100)).toBe(false);
});

test('200: the difference is the one in the moment of counting', async () => {
  const { opened, record, line, adjust } = await openCountingWinery(server);
  const count = await opened();
  await record(count, line(98));
  await adjust(-10);
  // 2 are missing still.
  expect(await record(count, line(88))).toMatchObject({ body: { Lines: [{ Recount: false }] } });
});

test('200: the answer says nothing about what is expected', async () => {
  const { opened, record, line } = await openCountingWinery(server, 4321);
  const answer = await record(await opened(), line(7));
  expect(Object.keys(answer.body.Lines[0]).sort()).toEqual(['InventoryStatus', 'ItemNo', 'Recount']);
  expect(JSON.stringify(answer.body.Lines)).not.toContain('4321');
});

test('200: a count of everything takes what is found beyond its list', async () => {
  const { open, record, line, approve, balance } = await openCountingWinery(server);
  const { body } = await open();
  const count = body.TransactionReferenceNumber;
  for (const _ of [1, 2]) await record(count, line(100), line(3, 'WINE-2'));
  expect((await approve(count)).body.Lines).toEqual([{ ItemNo: 'WINE-2', InventoryStatus: 'GOOD-NO-TX', Quantity: 3 }]);
  expect(await balance('WINE-2')).toMatchObject({ onHand: 3 });
});

test.each([
  ['an item that is not part of the count', { ItemNo: 'WINE-2' }, 'Lines[0].ItemNo', 'NotInCount'],
  ['an unknown item', { ItemNo: 'NO-SUCH' }, 'Lines[0].ItemNo', 'UnknownItem'],
  ['a quantity below 0', { Quantity: -1 }, 'Lines[0].Quantity', 'Minimum'],
  ['an unknown status', { InventoryStatus: 'GOOD' }, 'Lines[0].InventoryStatus', 'Enum'],
])('400: %s', async (_, parts, Field, Code) => {
  const { opened, record, line } = await openCountingWinery(server);
  const answer = await record(await opened(), { ...line(1), ...parts });
  expect(answer.status).toBe(400);
  expect(answer.body.Errors[0]).toMatchObject({ Field, Code });
});

test('400: an item in a status that is not part of the count', async () => {
  const { open, record, line } = await openCountingWinery(server);
  const { body } = await open({ Items: ['WINE-1'], InventoryStatuses: ['GOOD-NO-TX'] });
  expect(await record(body.TransactionReferenceNumber, line(1, 'WINE-1', 'DMGD-NO-TX'))).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'Lines[0].ItemNo', Code: 'NotInCount' }] },
  });
});

test('400: a line twice; what another count has', async () => {
  const { open, opened, record, line } = await openCountingWinery(server);
  const count = await opened();
  expect(await record(count, line(1), line(2))).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'Lines[1].ItemNo', Code: 'DuplicateItem' }] },
  });
  const InventoryStatuses = ['GOOD-LB-TX'];
  const { body } = await open({ Items: ['WINE-2'], InventoryStatuses });
  const everything = await open({ InventoryStatuses });
  expect((await record(body.TransactionReferenceNumber, line(1, 'WINE-2', 'GOOD-LB-TX'))).status).toBe(200);
  expect(await record(everything.body.TransactionReferenceNumber, line(1, 'WINE-2', 'GOOD-LB-TX'))).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'Lines[0].ItemNo', Code: 'CountedElsewhere' }] },
  });
});

test('400 for a line that another count has leaves none of the other lines in the count', async () => {
  const { open, record, line } = await openCountingWinery(server);
  await open({ Items: ['WINE-2'], InventoryStatuses: ['GOOD-LB-TX'] });
  const everything = await open({ InventoryStatuses: ['DMGD-NO-TX', 'GOOD-LB-TX'] });
  const lines = [line(1, 'WINE-2', 'DMGD-NO-TX'), line(1, 'WINE-2', 'GOOD-LB-TX')];
  expect(await record(everything.body.TransactionReferenceNumber, ...lines)).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'Lines[1].ItemNo', Code: 'CountedElsewhere' }] },
  });
  expect(await open({ Items: ['WINE-2'], InventoryStatuses: ['DMGD-NO-TX'] })).toMatchObject({ status: 200 });
});

test('401: wrong credentials', async () => {
  expect((await callAsOtherCustomer(server, name, example())).status).toBe(401);
});

test('403: the count is closed', async () => {
  const { opened, record, line, cancelCount } = await openCountingWinery(server);
  const count = await opened();
  await cancelCount(count);
  const answer = await record(count, line(1));
  expect(answer).toMatchObject({ status: 403, body: { Code: 'StateForbids' } });
  expect(answer.body.Reason).toContain('The count of WINE-1 in GOOD-NO-TX at APC01 is already canceled.');
});

test('403: the count was approved', async () => {
  const { opened, record, line, approve } = await openCountingWinery(server);
  const count = await opened();
  await record(count, line(100));
  expect((await approve(count)).status).toBe(200);
  const answer = await record(count, line(1));
  expect(answer).toMatchObject({ status: 403, body: { Code: 'StateForbids' } });
  expect(answer.body.Reason).toContain('The count of WINE-1 in GOOD-NO-TX at APC01 is already approved.');
});

test('403: a credential that may only read', async () => {
  expect(await callAsReader(server, name, example())).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});

test("404: an unknown count, and another customer's", async () => {
  const { record, line } = await openCountingWinery(server);
  const unknown = { status: 404, body: { Reason: 'There is no count with this reference.' } };
  expect(await record(uuidv7(), line(1))).toMatchObject(unknown);
  const other = await openCountingWinery(server);
  expect(await record(await other.opened(), line(1))).toMatchObject(unknown);
});
