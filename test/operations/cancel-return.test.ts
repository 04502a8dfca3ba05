/** Simulation/CancelReturn: every documented response. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const operation = 'Simulation/CancelReturn';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

/** A return of 6 WINE-1 and 3 WINE-2 that is on its way. */
async function expected(OrderNo: string) {
  const winery = await openReturnsWinery(server);
  await winery.delivered({ OrderInfo: { OrderNo } });
  const { body } = await winery.sendBack({ OrderNo, DispositionCode: 'Return to Inventory' });
  return { winery, RMANumber: body.RMANumber as string };
}

test('200: closes the return without a receipt, and its order may be returned again', async () => {
  const { winery, RMANumber } = await expected('LOST-1');
  expect(await winery.giveUp({ RMANumber })).toMatchObject({
    status: 200,
    body: { TransactionReferenceNumber: expect.any(String), RMANumber, ReturnStatus: 'CLOSED' },
  });
  await winery.advance(20);
  const shown = (await winery.returns()).body.ReturnSalesOrderHeaders;
  expect(shown).toMatchObject([
    {
      RMANumber,
      ReturnStatus: 'CLOSED',
      ReceivedDate: '',
      CloseDate: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
      DispositionCode: '',
      ReturnSalesOrderLines: [
        { ItemNo: 'WINE-1', Quantity: '0' },
        { ItemNo: 'WINE-2', Quantity: '0' },
      ],
    },
  ]);
  expect((await winery.returns({ StartTime: '2020-01-01T00:00:00Z' })).body.TotalRecordCount).toBe(0);
  expect(await winery.balance('WINE-1', 'RTGD-NO-TX')).toBe(0);
  const again = await winery.sendBack({ OrderNo: 'LOST-1' });
  expect(again).toMatchObject({ status: 200, body: { Lines: [{ ItemQuantity: 6 }, { ItemQuantity: 3 }] } });
});

test('200: the same Idempotency-Key returns the same reply', async () => {
  const { winery, RMANumber } = await expected('LOST-2');
  const cancel = () => winery.client.call(operation, { RMANumber }, { 'idempotency-key': 'again' });
  const first = await cancel();
  expect(first.status).toBe(200);
  expect((await cancel()).body).toEqual(first.body);
});

test('400: without an RMA number', async () => {
  const { client } = await server.customer();
  expect(await client.call(operation, {})).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'RMANumber', Code: 'Required' }] },
  });
  expect(await client.call(operation, { RMANumber: '' })).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'RMANumber', Code: 'MinLength' }] },
  });
});

test('401: wrong credentials', async () => {
  const { client, customerNo } = await server.customer();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect((await client.call(operation, { RMANumber: 'RMA-1', Authentication })).status).toBe(401);
});

test('403: rejects a received or closed return, with its state, and a read-only credential', async () => {
  const { winery, RMANumber } = await expected('LOST-3');
  const answers = await Promise.all([1, 2, 3].map(() => winery.giveUp({ RMANumber })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  const later = (await winery.sendBack({ OrderNo: 'LOST-3' })).body;
  await winery.advance(12);
  expect(await winery.giveUp({ RMANumber: later.RMANumber })).toMatchObject({
    status: 403,
    body: { Code: 'StateForbids', Reason: expect.stringContaining('AWAITING DISPOSITION') },
  });
  const { client } = await server.customer('read');
  expect(await client.call(operation, { RMANumber })).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});

test("404: an unknown return, and another customer's", async () => {
  const { winery, RMANumber } = await expected('LOST-4');
  const { client } = await server.customer();
  for (const [caller, rma] of [
    [client, RMANumber],
    [winery.client, 'RMA-UNKNOWN-000001'],
  ] as const) {
    expect(await caller.call(operation, { RMANumber: rma })).toMatchObject({ status: 404, body: { Code: 'NotFound' } });
  }
});
