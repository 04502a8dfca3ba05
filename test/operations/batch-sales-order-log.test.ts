/** The log entry of a batch (decision 5). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setClock } from '../simulation/clock.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { logOf, sendBatch } from '../support/order-batches.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery, sentOrder } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

test('200 logs the batch under its reference, with the result of each order', async () => {
  const winery = await openWinery(server);
  const known = sentOrder();
  await winery.create(known);
  const orders = [sentOrder(), known, sentOrder({ OrderInfo: { OrderNo: 'X' } }), { ...known, ItemsInfo: [] }];
  const { body } = await sendBatch(winery, orders);
  const [first, second] = body.CreateSalesOrderStatuses.map((s: Json) => s.TransactionReferenceNumber);
  expect(await logOf(server, winery, body.TransactionReferenceNumber)).toEqual([
    {
      kind: 'order_batch.processed',
      data: {
        batchId: 'B-1',
        orders: 4,
        created: 1,
        repeated: 1,
        refused: 2,
        orderIds: [first, second],
        refusals: [
          {
            member: 2,
            orderNo: 'X',
            code: 'ValidationFailed',
            faults: [{ field: 'OrderInfo.OrderNo', code: 'MinLength' }],
          },
          {
            member: 3,
            orderNo: known.OrderInfo.OrderNo,
            code: 'DuplicateOrder',
            faults: [{ field: 'OrderInfo.OrderNo', code: 'DuplicateOrder' }],
          },
        ],
      },
    },
  ]);
});

test("200 logs the batch at the time of the customer's clock", async () => {
  const winery = await openWinery(server);
  const { db } = server.environment;
  const to = Temporal.Now.instant().add({ hours: 24 * 40 });
  await setClock(db, winery.customerNo, to);
  const { body } = await sendBatch(winery, [sentOrder()]);
  const [entry] = await db.rows<{ occurred_at: Temporal.Instant }>(
    'select occurred_at from log where customer_no = $1 and reference = $2',
    [winery.customerNo, body.TransactionReferenceNumber],
  );
  const after = entry === undefined ? Number.NaN : entry.occurred_at.since(to).total('seconds');
  expect(after).toBeGreaterThanOrEqual(0);
  expect(after).toBeLessThan(60);
});

test('200 logs the first 100 rejected orders and the first 20 faults of each', async () => {
  const winery = await openWinery(server);
  const lines = Array.from({ length: 25 }, () => ({ ItemNo: 'WINE-1', ItemQuantity: 0 }));
  const orders = [sentOrder({ ItemsInfo: lines }), ...Array.from({ length: 101 }, () => null)];
  const { body } = await sendBatch(winery, orders);
  expect(body.CreateSalesOrderStatuses[0].Messages).toHaveLength(25);
  const [{ data }] = (await logOf(server, winery, body.TransactionReferenceNumber)) as [Json];
  expect(data).toMatchObject({ orders: 102, refused: 102 });
  const { refusals } = data;
  expect(refusals.map(({ member }: Json) => member)).toEqual(Array.from({ length: 100 }, (_, index) => index));
  expect(refusals[0].faults).toHaveLength(20);
  expect(refusals[0].faults[19].field).toBe('ItemsInfo[19].ItemQuantity');
});

test('200 truncates a long order number in the log without splitting a character', async () => {
  const winery = await openWinery(server);
  const { body } = await sendBatch(winery, [sentOrder({ OrderInfo: { OrderNo: `${'7'.repeat(99)}😀` } })]);
  const [{ data }] = (await logOf(server, winery, body.TransactionReferenceNumber)) as [Json];
  expect(data.refusals[0].orderNo).toBe(`${'7'.repeat(99)}\ufffd`);
});
