/** Holds/List: orders on hold with what ends each hold, oldest first. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { openFloor } from '../support/floor.ts';
import { openWinery } from '../support/held-orders.ts';
import { signedIn } from '../support/operator.ts';
import { recipient } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 returns held orders oldest first, with all holds and whether the operator may end each', async () => {
  const winery = await openWinery(server);
  const service = await signedIn(server, 'service');
  const lead = await signedIn(server, 'lead');
  const first = await winery.order({ OrderInfo: { HoldOrder: true } });
  const second = await winery.order({
    OrderInfo: { HoldOrder: true },
    ItemsInfo: [{ ItemNo: 'WINE-3', ItemQuantity: 2 }],
  });
  await winery.order();
  await catchUpOrderIndex(server.environment.db);
  const own = { Customers: [winery.customerNo] };
  const { status, body } = await service.call('Holds/List', own);
  expect([status, body.Count]).toEqual([200, 2]);
  expect(body.Records.map(({ OrderNo }: { OrderNo: string }) => OrderNo)).toEqual([first.orderNo, second.orderNo]);
  expect(body.Records[1].Holds).toMatchObject([
    {
      Reason: 'Inventory',
      Owner: 'system',
      Cause: 'stock',
      MayRelease: false,
      EndsBy: expect.stringContaining('stock'),
    },
    { Reason: 'Winery', Owner: 'customer', MayRelease: true, EndsAt: '', Since: expect.any(String) },
  ]);
  const page = await service.call('Holds/List', { ...own, Top: 1 });
  const next = await service.call('Holds/List', { ...own, Top: 1, After: page.body.Next });
  expect([page, next].map(({ body: { Records } }) => Records[0].OrderNo)).toEqual([first.orderNo, second.orderNo]);
  const { body: stock } = await lead.call('Holds/List', { ...own, Reasons: ['Inventory'], Causes: ['stock'] });
  expect(stock.Records).toMatchObject([{ OrderNo: second.orderNo }]);
  expect(stock.Records[0].Holds.map(({ MayRelease }: { MayRelease: boolean }) => MayRelease)).toEqual([false, false]);
});

test('200 a reason and a cause are of the same hold, as in the groups of Holds/Summary', async () => {
  const floor = await openFloor(server);
  const winery = await floor.winery();
  const { customerNo } = winery;
  const service = await signedIn(server, 'service');
  const reported = async (Kind: string) => {
    const { orderNo, reference } = await winery.waiting();
    await floor.release(winery, reference);
    const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
    await floor.pack('ReportProblem', { Session, ScanId: uuidv7(), Kind, Note: 'Look at it' });
    return { orderNo, TransactionReferenceNumber: reference };
  };
  const address = await reported('address');
  const other = await reported('other');
  const RecipientContactInfo = { ...recipient, ZipCode: '99999' };
  const update = { TransactionReferenceNumber: other.TransactionReferenceNumber, RecipientContactInfo };
  expect((await winery.client.call('SalesOrder/UpdateSalesOrder', update)).status).toBe(200);
  await catchUpOrderIndex(server.environment.db);
  const own = { Customers: [customerNo] };
  const { Groups } = (await service.call('Holds/Summary', own)).body;
  expect(Groups).toHaveLength(3);
  for (const { Reason, Cause, Orders } of Groups) {
    const { body } = await service.call('Holds/List', { ...own, Reasons: [Reason], Causes: [Cause] });
    expect([Reason, Cause, body.Count]).toEqual([Reason, Cause, Orders]);
  }
  const { body } = await service.call('Holds/List', { ...own, Reasons: ['Address'], Causes: ['station'] });
  expect(body.Records).toMatchObject([{ OrderNo: address.orderNo }]);
});

test('400 for an unknown reason', async () => {
  const { call } = await signedIn(server, 'service');
  expect((await call('Holds/List', { Reasons: ['Mood'] })).status).toBe(400);
});
