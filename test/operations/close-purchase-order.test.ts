/** ClosePurchaseOrder of the simulation: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUuid } from '../../src/lib/uuid.ts';
import { balanceOf } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openInboundWinery, sentPurchaseOrder } from '../support/purchase-orders.ts';
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

test('200: keeps received units, removes the rest from inbound, and logs what was not received', async () => {
  const { created, receive, close, order, timeline, customerNo } = await winery();
  const reference = await created();
  const Lines = [
    { ItemNo: 'PIN', ItemQuantity: 588 },
    { ItemNo: 'CAB', ItemQuantity: 121 },
  ];
  await receive({ CustomerReferenceNo, Lines });
  const answer = await close({ CustomerReferenceNo });
  expect(answer).toMatchObject({
    status: 200,
    body: { PurchaseOrderNumber: 'PO000001', Status: 'CLOSED', Lines: [{ ItemNo: 'PIN', ItemQuantity: 12 }] },
  });
  expect(answer.body.Lines).toHaveLength(1);
  expect(isUuid(answer.body.TransactionReferenceNumber)).toBe(true);
  expect(await order(reference)).toMatchObject({ status: 'CLOSED' });
  expect(await balanceOf(server.environment.db, customerNo, 'PIN')).toMatchObject({ onHand: 588, expected: 0 });
  expect((await timeline(reference)).at(-1)).toMatchObject({
    kind: 'purchase_order.closed',
    reference: answer.body.TransactionReferenceNumber,
    data: { was: 'PARTIALLY RECEIVED', missing: [{ itemNo: 'PIN', quantity: 12 }] },
  });
});

test('200: closes an order without receipts; its name cannot be reused', async () => {
  const { created, close, create, expected } = await winery();
  const reference = await created();
  expect((await close({ CustomerReferenceNo })).body.Lines).toEqual([
    { ItemNo: 'PIN', ItemQuantity: 600 },
    { ItemNo: 'CAB', ItemQuantity: 120 },
  ]);
  expect(await expected('PIN')).toBe(0);
  expect(await create(sentPurchaseOrder())).toMatchObject({ status: 201, body: reference });
  expect((await create(sentPurchaseOrder({ ReferenceNo: 'OTHER' }))).body.Code).toBe('DuplicatePurchaseOrder');
});

test('200: of concurrent requests one closes the order', async () => {
  const { created, close } = await winery();
  await created();
  const answers = await Promise.all(Array.from({ length: 6 }, () => close({ CustomerReferenceNo })));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 403, 403, 403, 403, 403]);
});

test('400: CustomerReferenceNo is required', async () => {
  const { close } = await winery();
  expect(await close({})).toMatchObject({ status: 400, body: { Errors: [{ Field: 'CustomerReferenceNo' }] } });
});

test('401: without valid credentials', async () => {
  const { close } = await winery();
  expect((await close({ Authentication: {}, CustomerReferenceNo })).status).toBe(401);
});

test('403: RECEIVED, CLOSED or CANCELED; and a credential that may only read', async () => {
  const { created, receive, cancel, close } = await winery();
  for (const name of ['ALL', 'SHORT', 'GONE']) await created({ CustomerReferenceNo: name });
  await receive({ CustomerReferenceNo: 'ALL' });
  await close({ CustomerReferenceNo: 'SHORT' });
  await cancel({ CustomerReferenceNo: 'GONE' });
  for (const [name, state] of [
    ['ALL', 'RECEIVED'],
    ['SHORT', 'CLOSED'],
    ['GONE', 'CANCELED'],
  ] as const) {
    const answer = await close({ CustomerReferenceNo: name });
    expect(answer).toMatchObject({ status: 403, body: { Code: 'StateForbids' } });
    expect(answer.body.Reason).toContain(state);
  }
  expect((await receive({ CustomerReferenceNo: 'SHORT' })).status).toBe(403);
  const reader = await winery('read');
  expect((await reader.close({ CustomerReferenceNo })).body.Code).toBe('RightMissing');
});

test('404: an unknown order', async () => {
  const { close } = await winery();
  expect((await close({ CustomerReferenceNo })).status).toBe(404);
});
