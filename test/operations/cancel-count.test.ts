/** Simulation/CancelCount: every documented response. */
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

const name = 'Simulation/CancelCount';

test('200: posts nothing, and its items may be counted again', async () => {
  const { opened, record, line, cancelCount, balance, timeline } = await openCountingWinery(server);
  const count = await opened();
  for (const _ of [1, 2]) await record(count, line(50));
  const answer = await cancelCount(count);
  expect(answer.status).toBe(200);
  expect(await balance()).toMatchObject({ onHand: 100 });
  expect((await timeline(count)).at(-1)).toMatchObject({
    kind: 'inventory.count_canceled',
    reference: answer.body.TransactionReferenceNumber,
  });
  expect(await opened()).not.toBe(count);
});

test('401: wrong credentials', async () => {
  expect((await callAsOtherCustomer(server, name, { CountReference: uuidv7() })).status).toBe(401);
});

test('403: it is closed already', async () => {
  const { opened, cancelCount } = await openCountingWinery(server);
  const count = await opened();
  await cancelCount(count);
  expect(await cancelCount(count)).toMatchObject({ status: 403, body: { Code: 'StateForbids' } });
});

test('403: a credential that may only read', async () => {
  const body = { CountReference: uuidv7() };
  expect(await callAsReader(server, name, body)).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});

test("404: an unknown count, and another customer's", async () => {
  const { cancelCount } = await openCountingWinery(server);
  expect((await cancelCount(uuidv7())).status).toBe(404);
  const other = await openCountingWinery(server);
  expect((await cancelCount(await other.opened())).status).toBe(404);
});
