/** Simulation/OpenCount: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const name = 'Simulation/OpenCount';
const example = { Warehouse: 'APC01', Items: ['WINE-1'] };

test('200: all that is on hand, without how much; the reference names the count', async () => {
  const { open, arrive, timeline, line, record } = await openCountingWinery(server);
  await arrive('WINE-2', 7);
  const answer = await open();
  expect(answer).toMatchObject({
    status: 200,
    body: {
      Lines: [
        { ItemNo: 'WINE-1', InventoryStatus: 'GOOD-NO-TX' },
        { ItemNo: 'WINE-2', InventoryStatus: 'GOOD-NO-TX' },
      ],
    },
  });
  expect(JSON.stringify(answer.body.Lines)).not.toMatch(/\d{2,}0|:7/);
  const reference = answer.body.TransactionReferenceNumber;
  expect((await record(reference, line(100))).status).toBe(200);
  expect(await timeline(reference)).toMatchObject([
    { kind: 'inventory.count_opened', reference, operation: name },
    { kind: 'inventory.count_recorded' },
  ]);
});

test('200: named items, also those of which nothing is on hand, in the statuses asked for', async () => {
  const { open } = await openCountingWinery(server);
  expect((await open({ Items: ['WINE-2'] })).body.Lines).toEqual([{ ItemNo: 'WINE-2', InventoryStatus: 'GOOD-NO-TX' }]);
  const InventoryStatuses = ['DMGD-NO-TX', 'GOOD-NO-TX'];
  expect((await open({ Items: ['WINE-1'], InventoryStatuses })).body.Lines).toEqual([
    { ItemNo: 'WINE-1', InventoryStatus: 'DMGD-NO-TX' },
    { ItemNo: 'WINE-1', InventoryStatus: 'GOOD-NO-TX' },
  ]);
});

test('200: where nothing is on hand there is nothing to count, yet what is found may be recorded', async () => {
  const { open, record, line } = await openCountingWinery(server, 0);
  const { body } = await open();
  expect(body.Lines).toEqual([]);
  expect(await record(body.TransactionReferenceNumber, line(2))).toMatchObject({ status: 200 });
});

test("200: a count of all items is opened at the time on the customer's clock", async () => {
  const { client, open, customerNo } = await openCountingWinery(server);
  const { Now } = (await client.call('Simulation/AdvanceClock', { Seconds: 86_400 })).body;
  const { TransactionReferenceNumber: reference } = (await open()).body;
  const [count] = await server.environment.db.rows<{ opened_at: Temporal.Instant }>(
    'select opened_at from counts where customer_no = $1 and count_id = $2',
    [customerNo, reference],
  );
  expect(count?.opened_at.epochMilliseconds).toBeGreaterThanOrEqual(Temporal.Instant.from(Now).epochMilliseconds);
});

test.each([
  ['an unknown item', { Items: ['WINE-1', 'NO-SUCH'] }, 'Items[1]', 'UnknownItem'],
  ['a virtual item', { Items: ['FEE'] }, 'Items[0]', 'ItemNotStored'],
  ['no items', { Items: [] }, 'Items', 'MinItems'],
  ['an unknown status', { InventoryStatuses: ['GOOD'] }, 'InventoryStatuses[0]', 'Enum'],
])('400: %s', async (_, parts, Field, Code) => {
  const { open } = await openCountingWinery(server);
  expect(await open(parts)).toMatchObject({ status: 400, body: { Errors: [{ Field, Code }] } });
});

test('401: wrong credentials', async () => {
  expect((await callAsOtherCustomer(server, name, example)).status).toBe(401);
});

test('403: what is being counted is not counted twice; afterwards it may be counted again', async () => {
  const { open, opened, cancelCount } = await openCountingWinery(server);
  const first = await opened();
  expect(await open()).toMatchObject({
    status: 403,
    body: { Code: 'StateForbids', Reason: 'Item WINE-1 in GOOD-NO-TX at APC01 is already in an open count.' },
  });
  // What was refused has left nothing behind.
  expect((await open({ Items: ['WINE-2'] })).status).toBe(200);
  await cancelCount(first);
  expect((await open({ Items: ['WINE-1'] })).status).toBe(200);
});

test('403: of two at once one is opened', async () => {
  const { open } = await openCountingWinery(server);
  const answers = await Promise.all([open(), open(), open()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
});

test('403: a count that is refused leaves nothing behind: the rest of it may be counted', async () => {
  const { open, opened } = await openCountingWinery(server);
  await opened();
  expect((await open({ Items: ['WINE-2', 'WINE-1'] })).status).toBe(403);
  expect((await open({ Items: ['WINE-2'] })).status).toBe(200);
});

test('403: a credential that may only read', async () => {
  expect(await callAsReader(server, name, example)).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});
