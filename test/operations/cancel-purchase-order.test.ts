/** CancelPurchaseOrder: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUuid } from '../../src/lib/uuid.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openInboundWinery } from '../support/purchase-orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const CustomerReferenceNo = 'INBOUND-1';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const winery = (rights?: 'read' | 'write') => openInboundWinery(server, rights);

test('200: returns its reference; nothing is inbound; the number can be reused', async () => {
  const { created, cancel, order, expected, timeline } = await winery();
  const first = await created();
  const answer = await cancel({ CustomerReferenceNo });
  expect(answer.status).toBe(200);
  expect(isUuid(answer.body)).toBe(true);
  expect(answer.body).not.toBe(first);
  expect(await order(first)).toMatchObject({ status: 'CANCELED' });
  expect([await expected('PIN'), await expected('CAB')]).toEqual([0, 0]);
  expect(await timeline(first)).toMatchObject([
    { kind: 'purchase_order.created' },
    { kind: 'purchase_order.canceled', reference: answer.body, data: { customerReferenceNo: CustomerReferenceNo } },
  ]);
  const second = await created();
  expect(second).not.toBe(first);
  expect(await order(second)).toMatchObject({ status: 'OPEN', purchase_order_number: 'PO000002' });
  expect(await expected('PIN')).toBe(600);
});

test('200: cancels the open one of several orders with the same reference', async () => {
  const { created, cancel, order } = await winery();
  const references: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    references.push(await created({}, [{ ItemNo: 'PIN', ItemQuantity: 1 + i }]));
    expect((await cancel({ CustomerReferenceNo })).status).toBe(200);
  }
  expect(await Promise.all(references.map(async (reference) => (await order(reference)).status))).toEqual([
    'CANCELED',
    'CANCELED',
    'CANCELED',
  ]);
});

test('200: of concurrent cancellations one succeeds, the others find it canceled', async () => {
  const { created, cancel, expected } = await winery();
  await created();
  const answers = await Promise.all(Array.from({ length: 8 }, () => cancel({ CustomerReferenceNo })));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 403)]);
  expect(await expected('PIN')).toBe(0);
});

test('400: CustomerReferenceNo is required', async () => {
  const { cancel } = await winery();
  expect(await cancel({})).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'CustomerReferenceNo', Code: 'Required' }] },
  });
  expect(await cancel({ CustomerReferenceNo: '' })).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'CustomerReferenceNo', Code: 'MinLength' }] },
  });
});

test('401: without valid credentials', async () => {
  const { created, cancel, order } = await winery();
  const reference = await created();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: 'W1' };
  expect((await cancel({ Authentication, CustomerReferenceNo })).status).toBe(401);
  expect(await order(reference)).toMatchObject({ status: 'OPEN' });
});

test('403: an order that is not open; the state is named', async () => {
  const { created, cancel, receive, close, expected } = await winery();
  for (const name of ['PART', 'ALL', 'SHORT', 'GONE']) await created({ CustomerReferenceNo: name });
  await receive({ CustomerReferenceNo: 'PART', Lines: [{ ItemNo: 'PIN', ItemQuantity: 1 }] });
  await receive({ CustomerReferenceNo: 'ALL' });
  await close({ CustomerReferenceNo: 'SHORT' });
  await cancel({ CustomerReferenceNo: 'GONE' });
  for (const [name, state] of [
    ['PART', 'PARTIALLY RECEIVED'],
    ['ALL', 'RECEIVED'],
    ['SHORT', 'CLOSED'],
    ['GONE', 'CANCELED'],
  ] as const) {
    const answer = await cancel({ CustomerReferenceNo: name });
    expect(answer).toMatchObject({ status: 403, body: { Code: 'StateForbids' } });
    expect(answer.body.Reason).toContain(state);
  }
  expect(await expected('PIN')).toBe(599);
});

test('403: a credential that may only read', async () => {
  const { cancel } = await winery('read');
  expect(await cancel({ CustomerReferenceNo })).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});

test("404: an unknown order, and another customer's", async () => {
  const [mine, theirs] = [await winery(), await winery()];
  const reference = await theirs.created();
  expect(await mine.cancel({ CustomerReferenceNo })).toMatchObject({ status: 404, body: { Code: 'NotFound' } });
  expect(await theirs.order(reference)).toMatchObject({ status: 'OPEN' });
});
