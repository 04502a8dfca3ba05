/** The timeline of an order: each state on the floor, with the person who caused it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mustSucceed, worked } from '../support/floor.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openPicking, type Picking } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let picking: Picking;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  picking = await openPicking(server);
  service = await signedIn(server, 'service');
});
afterAll(() => server.close());

/** What people did, as the page of the order shows it. */
async function byPeople(
  CustomerNo: string,
  TransactionReferenceNumber: string,
): Promise<(readonly [string, string])[]> {
  const { Timeline } = mustSucceed(await service.call('Orders/Get', { CustomerNo, TransactionReferenceNumber }));
  return Timeline.flatMap(({ Kind, Text, By }: Record<string, string>) =>
    Kind?.startsWith('sales_order.floor_') ? [[Text, By]] : [],
  );
}

test('from its release to its departure each state is in it with its person', async () => {
  const { floor } = picking;
  const [person, lead] = [floor.packer.operator.email, floor.lead.operator.email];
  const winery = await floor.winery();
  const [bin, tote] = [await picking.bin({}, [winery, 'WINE-1', 9]), await picking.tote()];
  const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1 }] });
  // It waits: nothing of the floor is in it.
  expect([await winery.statusOf(reference), await byPeople(winery.customerNo, reference)]).toEqual(['RECEIVED', []]);
  const { Session } = await picking.start(await picking.wave([winery, reference]));
  await picking.scan(Session, bin, 'WINE-1', tote);
  const { Boxes } = await floor.label(orderNo, ['WINE-1']);
  await floor.pack('Stage', { TrackingNumber: Boxes[0].TrackingNumber });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await floor.led('Depart', { Manifest });
  expect(await byPeople(winery.customerNo, reference)).toEqual([
    ['Released to the floor.', lead],
    ['Picking began.', person],
    ['Picked.', person],
    ['Packing began.', person],
    ['Closed box 1, 7.4 lb, 16 × 10 × 6 in.', person],
    ['Its labels were requested.', person],
    ['Labeled, 1 box.', person],
    [`Staged box 1, 1 of 1 (${Boxes[0].TrackingNumber}).`, person],
    ['Put on the manifest of its carrier.', lead],
    ['Departed with its carrier.', lead],
  ]);
});

test('a JIT order, which its winery packed, is labeled by the scan of its label', async () => {
  const { floor } = picking;
  const person = floor.packer.operator.email;
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.waiting({ OrderInfo: { OrderType: 'JIT' } });
  const { body: label } = await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo });
  await floor.pack('OpenPacking', { Scan: label.JITLabelID });
  expect(await byPeople(winery.customerNo, reference)).toEqual([['Labeled, 1 box.', person]]);
});

test('a short order and one that was stopped say so, with the person', async () => {
  const { floor } = picking;
  const [person, lead] = [floor.packer.operator.email, floor.lead.operator.email];
  const winery = await floor.winery();
  const { reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  const { Session } = await picking.start(await picking.wave([winery, reference]));
  await picking.scan(Session, 'WINE-1');
  const short = await picking.short(Session, 'BROKEN');
  if (short.State !== 'done') await picking.scan(Session, await picking.tote());
  await floor.led('TakeBack', {
    Orders: [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: reference }],
    Note: 'the winery called',
  });
  expect(await byPeople(winery.customerNo, reference)).toEqual([
    ['Released to the floor.', lead],
    ['Picking began.', person],
    ['1 × WINE-1 missing when it was picked (BROKEN).', person],
    ['Picked, 1 short.', person],
    [expect.stringMatching(/^Taken back from the floor: the winery called\./), lead],
  ]);
});
