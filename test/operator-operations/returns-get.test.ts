/** Returns/Get: the findings of a return and their dispositions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

test('200 shows what was found in which condition, what became of it, and the timeline', async () => {
  const winery = await openReturnsWinery(server);
  const order = await winery.delivered({ OrderInfo: { OrderNo: 'BACK-1' } });
  const { body: announced } = await winery.sendBack({
    OrderNo: 'BACK-1',
    Lines: [
      { ItemNo: 'WINE-1', ItemQuantity: 2, DispositionCode: 'Return to Inventory' },
      { ItemNo: 'WINE-1', ItemQuantity: 1, InventoryStatusCode: 'RDMG-NO-TX', DispositionCode: 'Return to Winery' },
      { ItemNo: 'WINE-2', ItemQuantity: 2, DispositionCode: 'Reship' },
    ],
    ReturnReason: 'Wrong wine',
  });
  const key = {
    CustomerNo: winery.customerNo,
    TransactionReferenceNumber: (await winery.find(announced.RMANumber)).returnId,
  };
  const { body: expected } = await service.call('Returns/Get', key);
  expect(expected.Items).toMatchObject([
    { ItemNo: 'WINE-1', Expected: 3, IsInspected: false, Findings: [] },
    { ItemNo: 'WINE-2', Expected: 2, IsInspected: false, Findings: [] },
  ]);
  await winery.advance(12);
  const { status, body } = await service.call('Returns/Get', key);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...key,
    RMANumber: announced.RMANumber,
    OrderNo: 'BACK-1',
    OrderReferenceNumber: order,
    Status: 'CLOSED',
    Disposition: '',
    Reason: 'Wrong wine',
    Units: 5,
    Recipient: 'Sample Recipient',
    Address: ['100 Main St', 'Denver, CO 80202'],
    Carrier: 'FEX',
  });
  expect(body.TrackingNumbers).toHaveLength(1);
  const [first, second] = body.Items;
  expect(first).toMatchObject({ Line: 1, ItemNo: 'WINE-1', ShippedStatus: 'GOOD-NO-TX', IsInspected: true });
  expect(first.Findings).toEqual([
    {
      Quantity: 2,
      InventoryStatus: 'RTGD-NO-TX',
      PostedStatus: 'RTGD-NO-TX',
      ReshipReferenceNumber: '',
      Disposition: 'Return to Inventory',
    },
    {
      Quantity: 1,
      InventoryStatus: 'RDMG-NO-TX',
      PostedStatus: 'RDMG-NO-TX',
      ReshipReferenceNumber: '',
      Disposition: 'Return to Winery',
    },
  ]);
  expect(second.Findings).toMatchObject([{ Quantity: 2, Disposition: 'Reship', PostedStatus: 'GOOD-NO-TX' }]);
  const reshipped = { ...key, TransactionReferenceNumber: second.Findings[0].ReshipReferenceNumber };
  expect((await service.call('Orders/Get', reshipped)).body).toMatchObject({ OrderNo: 'BACK-1' });
  const kinds = body.Timeline.map(({ Kind }: Json) => Kind);
  expect([kinds[0], kinds.at(-1)]).toEqual(['return.announced', 'return.closed']);
  const decided = body.Timeline.filter(({ Kind }: Json) => Kind === 'return.disposed');
  expect(decided.map(({ Text }: Json) => Text).sort()).toEqual([
    'Decided: Reship.',
    'Decided: Return to Inventory.',
    'Decided: Return to Winery.',
  ]);
});

test('404 for a return of another customer', async () => {
  const [winery, other] = [await openReturnsWinery(server), await server.customer()];
  await winery.delivered({ OrderInfo: { OrderNo: 'BACK-2' } });
  const { body } = await winery.sendBack({ OrderNo: 'BACK-2' });
  const { returnId } = await winery.find(body.RMANumber);
  const request = { CustomerNo: other.customerNo, TransactionReferenceNumber: returnId };
  expect(await service.call('Returns/Get', request)).toMatchObject({ status: 404, body: { Code: 'NotFound' } });
});

test('400 for a reference that is not one', async () => {
  const { status, body } = await service.call('Returns/Get', { CustomerNo: 'W1', TransactionReferenceNumber: 'x' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'TransactionReferenceNumber']);
});
