/** Orders of what the operator stores and what it does not, and gift sets: picked, packed, departed, and the stock after it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { givenItems } from '../support/catalog.ts';
import { mustSucceed, scanOf, worked } from '../support/floor.ts';
import type { Winery } from '../support/held-orders.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openPicking, type Picking } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let picking: Picking;
beforeAll(async () => {
  server = await openTestServer();
  picking = await openPicking(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

/** On hand and reserved of each item of the winery at the worked warehouse, where the movements add up to what is on hand. */
async function stockOf({ customerNo }: Winery): Promise<Record<string, readonly [number, number]>> {
  const rows = await server.environment.db.rows<{ itemNo: string; onHand: number; reserved: number; moved: number }>(
    `select b.item_no as "itemNo", b.on_hand as "onHand", b.reserved,
            (select coalesce(sum(m.quantity), 0)::int from movements m
              where m.customer_no = b.customer_no and m.item_no = b.item_no and m.warehouse = b.warehouse and m.status = b.status) as moved
       from balances b where b.customer_no = $1 and b.warehouse = $2`,
    [customerNo, worked],
  );
  for (const { itemNo, onHand, moved } of rows) expect([itemNo, moved]).toEqual([itemNo, onHand]);
  return Object.fromEntries(rows.map(({ itemNo, onHand, reserved }) => [itemNo, [onHand, reserved]]));
}

/** Stages the boxes of an order and ships them. */
async function ship(boxes: readonly { readonly TrackingNumber: string }[]): Promise<void> {
  const { floor } = picking;
  for (const { TrackingNumber } of boxes) await floor.pack('Stage', { TrackingNumber });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  expect(await floor.led('Depart', { Manifest })).toMatchObject({ StayedBehind: [] });
}

async function packagesOf(winery: Winery, OrderNo: string) {
  const { body } = await winery.client.call('Tracking/GetPackages', { OrderNo });
  return body.Packages ?? body;
}

test('of an order with items of the operator, of the client and virtual ones, the floor handles only the first', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  const { customerNo } = winery;
  await givenItems(server.environment.db, customerNo, [
    { itemNo: 'OWN-1', storage: 'client' },
    { itemNo: 'FEE-1', storage: 'virtual' },
  ]);
  const { orderNo, reference } = await winery.waiting({
    ItemsInfo: [
      { ItemNo: 'OWN-1', ItemQuantity: 3 },
      { ItemNo: 'WINE-1', ItemQuantity: 2 },
      { ItemNo: 'FEE-1', ItemQuantity: 1 },
      { ItemNo: 'WINE-2', ItemQuantity: 1 },
    ],
  });
  expect(await stockOf(winery)).toMatchObject({ 'WINE-1': [100, 2], 'WINE-2': [100, 1] });
  const [bin, other, tote] = [
    await picking.bin({}, [winery, 'WINE-1', 9]),
    await picking.bin({}, [winery, 'WINE-2', 9]),
    await picking.tote(),
  ];
  const Orders = [{ CustomerNo: customerNo, TransactionReferenceNumber: reference }];
  expect(await floor.led('ReleasePreview', { Warehouse: worked, Orders })).toMatchObject({
    Orders: 1,
    Bottles: 3,
    Lines: 2,
  });
  const Wave = await picking.wave([winery, reference]);
  expect((await floor.pack('Wave', { Wave })).Picks).toMatchObject([
    { ItemNo: 'WINE-1', Units: 2 },
    { ItemNo: 'WINE-2', Units: 1 },
  ]);
  const { Session } = await picking.start(Wave);
  expect(await picking.scan(Session, bin, 'OWN-1')).toMatchObject({ Verdict: 'wrong' });
  await picking.scan(Session, 'WINE-1', 'WINE-1', tote, other, 'WINE-2');
  expect(await picking.scan(Session, tote)).toMatchObject({ Verdict: 'done' });
  expect([await picking.contentOf(bin, winery, 'WINE-1'), await picking.contentOf(other, winery, 'WINE-2')]).toEqual([
    7, 8,
  ]);

  const opened = await floor.pack('OpenPacking', { Scan: tote });
  expect(opened).toMatchObject({ OrderNo: orderNo, Missing: 3, Lines: [{ Line: 2 }, { Line: 4 }] });
  for (const code of ['OWN-1', 'FEE-1']) {
    expect(await floor.pack('ScanBottle', scanOf(opened.Session, code))).toMatchObject({
      Verdict: 'wrong',
      Missing: 3,
    });
  }
  const { Boxes } = await floor.label(orderNo, ['WINE-1', 'WINE-2', 'WINE-1']);
  await ship(Boxes);
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
  expect(await packagesOf(winery, orderNo)).toHaveLength(1);
  expect(await stockOf(winery)).toMatchObject({ 'WINE-1': [98, 0], 'WINE-2': [99, 0] });
  expect(Object.keys(await stockOf(winery)).sort()).toEqual(['WINE-1', 'WINE-2']);
});

test('an order of which the operator stores nothing completes without the floor', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  await givenItems(server.environment.db, winery.customerNo, [{ itemNo: 'OWN-1', storage: 'client' }]);
  const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'OWN-1', ItemQuantity: 3 }] });
  const Orders = [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: reference }];
  const released = await floor.led('Release', { Warehouse: worked, Orders });
  expect(released).toMatchObject({
    Released: 0,
    Wave: '',
    Outcomes: [{ Message: expect.stringContaining('is complete') }],
  });
  expect([await winery.statusOf(reference), await packagesOf(winery, orderNo)]).toEqual(['SHIPPED', []]);
});

test('gift sets that were produced are put away, picked as sets, packed and shipped, and the stock of set and components follows', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  const { customerNo } = winery;
  await givenItems(server.environment.db, customerNo, [{ itemNo: 'DUO' }]);
  // It waits for its sets.
  const { orderNo, reference } = await winery.waiting({
    ItemsInfo: [
      { ItemNo: 'DUO', ItemQuantity: 2 },
      { ItemNo: 'WINE-1', ItemQuantity: 1 },
    ],
  });
  const Components = ['WINE-1', 'WINE-2'].map((ItemNo) => ({ ItemNo, QuantityPerSet: 1 }));
  const production = { CustomerNo: customerNo, Warehouse: worked, ItemNo: 'DUO', Quantity: 5, Components };
  mustSucceed(await floor.lead.call('Inventory/Produce', { ...production, InventoryStatus: 'GOOD-NO-TX' }));
  expect(await stockOf(winery)).toMatchObject({ DUO: [5, 2], 'WINE-1': [95, 1], 'WINE-2': [95, 0] });
  const [sets, bottles, tote] = [
    await picking.bin({}),
    await picking.bin({}, [winery, 'WINE-1', 9]),
    await picking.tote(),
  ];
  const placed = { MoveId: uuidv7(), Warehouse: worked, CustomerNo: customerNo, ItemNo: 'DUO', Quantity: 5, To: sets };
  mustSucceed(await floor.packer.call('Bins/PutAway', placed));
  const { Session } = await picking.start(await picking.wave([winery, reference]));
  // A component is no set.
  expect(await picking.scan(Session, sets, 'WINE-2')).toMatchObject({ Verdict: 'wrong' });
  expect(await picking.scan(Session, 'DUO', 'DUO', tote, bottles, 'WINE-1', tote)).toMatchObject({ Verdict: 'done' });
  expect([await picking.contentOf(sets, winery, 'DUO'), await picking.contentOf(bottles, winery, 'WINE-1')]).toEqual([
    3, 8,
  ]);
  const opened = await floor.pack('OpenPacking', { Scan: tote });
  expect(opened).toMatchObject({ OrderNo: orderNo, Missing: 3 });
  expect(await floor.pack('ScanBottle', scanOf(opened.Session, 'WINE-2'))).toMatchObject({ Verdict: 'wrong' });
  const { Boxes } = await floor.label(orderNo, ['DUO', 'WINE-1', 'DUO']);
  await expectLedgerConsistent(server.environment.db);
  await ship(Boxes);
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
  expect(await stockOf(winery)).toMatchObject({ DUO: [3, 0], 'WINE-1': [94, 0], 'WINE-2': [95, 0] });
  // Nothing of the sets is in no bin: three stand in theirs.
  const { Records } = mustSucceed(
    await floor.packer.call('Bins/ListUnplaced', { Warehouse: worked, CustomerNo: customerNo }),
  );
  expect(Records.map(({ ItemNo }: { ItemNo: string }) => ItemNo)).not.toContain('DUO');
});
