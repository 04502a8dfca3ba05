/** Stock that disappears while people pack: missing bottles do not ship, and `dray verify` stays clean. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type Floor, mustSucceed, openFloor, scanOf, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
import { openPicking } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(() => server.close());

test('a labeled order is opened and packed again without what is missing', async () => {
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  await floor.release(winery, reference);
  await floor.label(orderNo, ['WINE-1', 'WINE-1']);
  const Items = [{ ItemNo: 'WINE-1', Quantity: -99 }];
  const missing = { Warehouse: worked, InventoryStatus: 'GOOD-NO-TX', ReasonCode: 'BROKEN', Items };
  const adjusted = await winery.simulate('AdjustInventory', missing);
  expect([adjusted.status, adjusted.body?.Reason]).toEqual([200, undefined]);
  await expectLedgerConsistent(server.environment.db);
  const opened = await floor.pack('OpenPacking', { Scan: orderNo });
  expect(opened).toMatchObject({ State: 'short', Missing: 1, Boxes: [], Message: expect.stringContaining('again') });
  await floor.pack('ScanBottle', scanOf(opened.Session, 'WINE-1'));
  const { Boxes } = await floor.label(orderNo, [], 4);
  await floor.pack('Stage', { TrackingNumber: Boxes[0].TrackingNumber });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await floor.led('Depart', { Manifest });
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
  await expectLedgerConsistent(server.environment.db);
});

test('a labeled order that is packed again is no longer in the tote that it was picked into', async () => {
  const picking = await openPicking(server);
  const [one, two] = [await floor.winery(), await floor.winery()];
  const [tote, place] = [await picking.tote(), await picking.bin({}, [one, 'WINE-1', 9], [two, 'WINE-1', 9])];
  const old = await one.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  const first = await picking.start(await picking.wave([one, old.reference]));
  await picking.scan(first.Session, place, 'WINE-1', 'WINE-1', tote);
  await floor.label(old.orderNo, ['WINE-1', 'WINE-1']);
  const Items = [{ ItemNo: 'WINE-1', Quantity: -99 }];
  const missing = { Warehouse: worked, InventoryStatus: 'GOOD-NO-TX', ReasonCode: 'BROKEN', Items };
  expect((await one.simulate('AdjustInventory', missing)).status).toBe(200);
  expect((await floor.packer.call('Floor/OpenPacking', { Scan: tote })).status).toBe(404);
  const next = await two.waiting();
  const second = await picking.start(await picking.wave([two, next.reference]));
  expect(await picking.scan(second.Session, place, 'WINE-1', tote)).toMatchObject({ State: 'done', Verdict: 'done' });
  expect(await floor.pack('OpenPacking', { Scan: tote })).toMatchObject({ OrderNo: next.orderNo });
  expect(await floor.pack('OpenPacking', { Scan: old.orderNo })).toMatchObject({ State: 'short', Missing: 1 });
  const Orders = [{ CustomerNo: one.customerNo, TransactionReferenceNumber: old.reference }];
  const { Outcomes } = await floor.led('TakeBack', { Orders, Note: 'the winery called' });
  const back = 'Put its bottles back: they are in its old boxes, whose labels are voided.';
  expect(Outcomes).toMatchObject([{ TakenBack: true, Message: `Order ${old.orderNo} is open again. ${back}` }]);
  expect(await server.environment.db.rows('select 1 from tote_leftovers where tote = $1', [tote])).toEqual([]);
  await expectLedgerConsistent(server.environment.db);
});

test('an order that is packed again and leaves the floor for a damaged bottle names its old boxes', async () => {
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  await floor.release(winery, reference);
  await floor.label(orderNo, ['WINE-1', 'WINE-1']);
  const Items = [{ ItemNo: 'WINE-1', Quantity: -99 }];
  const missing = { Warehouse: worked, InventoryStatus: 'GOOD-NO-TX', ReasonCode: 'BROKEN', Items };
  expect((await winery.simulate('AdjustInventory', missing)).status).toBe(200);
  const Preferences = { ShortPicks: 'hold' };
  const admin = await signedIn(server, 'admin');
  mustSucceed(await admin.call('Customers/Update', { CustomerNo: winery.customerNo, Preferences }));
  const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
  const report = { Session, ScanId: uuidv7(), ItemNo: 'WINE-1', Quantity: 1, IsPacked: false, ReasonCode: 'BROKEN' };
  const { State, Message } = await floor.pack('ReportDamage', report);
  const back = 'Put its bottles back: they are in its old boxes, whose labels are voided.';
  expect([State, Message]).toEqual(['stopped', expect.stringContaining(back)]);
  await expectLedgerConsistent(server.environment.db);
});

test('an order is not complete while a packed bottle is too many and another one is missing', async () => {
  const winery = await floor.winery();
  const lines = ['WINE-1', 'WINE-2'].map((ItemNo) => ({ ItemNo, ItemQuantity: 2 }));
  const { orderNo, reference } = await winery.waiting({ ItemsInfo: lines });
  await floor.release(winery, reference);
  const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
  for (const code of ['WINE-1', 'WINE-1']) await floor.pack('ScanBottle', scanOf(Session, code));
  const Items = [{ ItemNo: 'WINE-1', Quantity: -99 }];
  const missing = { Warehouse: worked, InventoryStatus: 'GOOD-NO-TX', ReasonCode: 'BROKEN', Items };
  expect((await winery.simulate('AdjustInventory', missing)).status).toBe(200);
  for (const left of [1, 0]) {
    expect(await floor.pack('ScanBottle', scanOf(Session, 'WINE-2'))).toMatchObject({
      Verdict: 'right',
      Message: expect.stringContaining(`${left} left. The order has become shorter: take out 1 × `),
    });
  }
});
