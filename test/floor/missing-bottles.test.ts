/** Bottles that pickers do not find: other places are offered, then they leave the stock, and orders ship short or wait again. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { orderTakeBackWriter } from '../../src/floor/take-back.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { createOperatorContext } from '../../src/platform/http/operator-operation.ts';
import { lockSalesOrders } from '../../src/sales-orders/index.ts';
import { balanceOf } from '../support/catalog.ts';
import { mustSucceed, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { floorEventsOf, items, openPicking, type Picking, setShortPicks } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let picking: Picking;
beforeAll(async () => {
  server = await openTestServer();
  picking = await openPicking(server);
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

test('bottles that stand in no bin are looked for before any is missing', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  const bin = await picking.bin({}, [winery, 'WINE-1', 2]);
  const tote = await picking.tote();
  const { orderNo, reference } = await winery.waiting(items(['WINE-1', 4]));
  const { Session } = await picking.start(await picking.wave([winery, reference]));
  await picking.scan(Session, bin, 'WINE-1', 'WINE-1');
  expect(await picking.short(Session)).toMatchObject({
    Next: 'tote',
    Message: expect.stringContaining('Some stands in no bin: scan the tote, then look for it.'),
  });
  expect(await picking.scan(Session, tote)).toMatchObject({
    Next: 'item',
    Current: { Location: '', Units: 2 },
    Message: `In tote ${tote}. Take 2 × Wine WINE-1.`,
  });
  expect(await picking.scan(Session, 'WINE-1')).toMatchObject({ Verdict: 'right' });
  // One of the 98 is there, the other is not.
  const short = await picking.short(Session);
  expect(short.Message).toBe(`1 × Wine WINE-1 is missing. Order ${orderNo} ships short. Now scan the tote.`);
  expect(await picking.scan(Session, tote)).toMatchObject({ Verdict: 'done' });
  expect((await balanceOf(server.environment.db, winery.customerNo, 'WINE-1', worked))?.onHand).toBe(99);
});

test('missing bottles: another bin is offered first; then the newest order ships short, and no other loses any', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  const near = await picking.bin({}, [winery, 'WINE-1', 3]);
  const far = await picking.bin({ Kind: 'reserve' }, [winery, 'WINE-1', 97]);
  const tote = await picking.tote();
  const damaged = {
    Location: near,
    CustomerNo: winery.customerNo,
    ItemNo: 'WINE-1',
    InventoryStatus: 'DMGD-NO-TX',
    Quantity: 1,
  };
  mustSucceed(await floor.lead.call('Locations/SetContent', { Warehouse: worked, ...damaged }));
  const older = await winery.waiting(items(['WINE-1', 2]));
  const newer = await winery.waiting(items(['WINE-1', 2], ['WINE-2', 1]));
  const untouched = await winery.waiting(items(['WINE-1', 90]));
  const wave = await picking.wave([winery, older.reference], [winery, newer.reference]);
  const { Session } = await picking.start(wave);
  await picking.scan(Session, near, 'WINE-1');
  expect(await picking.short(Session)).toMatchObject({ Next: 'tote', Message: expect.stringContaining(far) });
  const { Records } = mustSucceed(await floor.lead.call('Locations/List', { Text: near }));
  expect(Records[0].Contents).toMatchObject([
    { InventoryStatus: 'DMGD-NO-TX', Quantity: 1 },
    { InventoryStatus: 'GOOD-NO-TX', Quantity: 0 },
  ]);
  expect(await picking.scan(Session, tote, far, 'WINE-1', 'WINE-1', tote)).toMatchObject({ Picked: 3, Units: 5 });
  // There is no other bin, and nothing in no bin.
  const short = await picking.short(Session, 'BROKEN');
  expect(short).toMatchObject({
    Units: 4,
    Picked: 3,
    Message: expect.stringContaining(`Order ${newer.orderNo} ships short`),
    Shorts: [
      { Location: near, Units: 2 },
      { Location: far, Units: 1, ReasonCode: 'BROKEN' },
    ],
  });
  await picking.scan(Session, 'WINE-2', tote);
  const { Orders } = await floor.pack('Wave', { Wave: wave });
  const states = new Map(Orders.map(({ OrderNo, State }: { OrderNo: string; State: string }) => [OrderNo, State]));
  expect([states.get(older.orderNo), states.get(newer.orderNo)]).toEqual(['picked', 'short']);
  const stock = (
    await floor.lead.call('Inventory/List', { Customers: [winery.customerNo], Warehouses: [worked], Text: 'WINE-1' })
  ).body;
  expect(stock.Records).toMatchObject([{ OnHand: 99, Reserved: 93 }]);
  expect(await winery.statusOf(untouched.reference)).toBe('RECEIVED');
  expect(await floorEventsOf(winery, newer.reference)).toEqual([
    ...['sales_order.floor_released', 'sales_order.floor_picking', 'sales_order.floor_short_picked'],
    ...['sales_order.short_picked', 'sales_order.floor_picked'],
  ]);
  expect(await floor.label(newer.orderNo, ['WINE-1', 'WINE-2'])).toMatchObject({ State: 'labeled' });
});

test('where the winery holds short orders, the order leaves the wave and is allocated again', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  await setShortPicks(server, winery.customerNo, 'hold');
  const near = await picking.bin({}, [winery, 'WINE-1', 100]);
  const tote = await picking.tote();
  const stays = await winery.waiting(items(['WINE-1', 1]));
  const leaves = await winery.waiting(items(['WINE-1', 3]));
  const wave = await picking.wave([winery, stays.reference], [winery, leaves.reference]);
  // All bottles are reserved: no other stock can replace what is missing.
  const rest = await winery.waiting(items(['WINE-1', 96]));
  const { Session } = await picking.start(wave);
  await picking.scan(Session, near, 'WINE-1', 'WINE-1', tote);
  const short = await picking.short(Session);
  expect(short).toMatchObject({
    State: 'done',
    Message: expect.stringContaining(`Order ${leaves.orderNo} leaves the wave`),
  });
  expect(short.Message).toContain(`Put 1 × WINE-1 back into ${near}`);
  expect(await picking.contentOf(near, winery, 'WINE-1')).toBe(1);
  // The last in the queue waits; the order that left is reserved again.
  expect(await winery.statusOf(rest.reference)).toBe('ON INV HOLD');
  expect(await winery.statusOf(leaves.reference)).toBe('RECEIVED');
  expect(await winery.timeline(leaves.reference)).toContain('sales_order.floor_taken_back');
  expect(await winery.statusOf(stays.reference)).toBe('PROCESSING ORDER');
  await floor.release(winery, leaves.reference);
  expect(await floor.label(leaves.orderNo, ['WINE-1', 'WINE-1', 'WINE-1'])).toMatchObject({ State: 'labeled' });
});

/** Reports missing bottles of a task while a colleague takes back one of its orders; the reply to the report. */
async function reportWhileTakenBack(session: string, order: { readonly customerNo: string; readonly orderId: string }) {
  const { db } = server.environment;
  const operator = { operatorId: uuidv7(), email: 'lead', role: 'lead', warehouses: [] } as const;
  const context = createOperatorContext(operator, 'Floor/TakeBack', uuidv7());
  const { reported } = await db.write(async (tx) => {
    await lockSalesOrders(tx, [order]);
    const reported = picking.short(session);
    await untilBlocked(db);
    await orderTakeBackWriter.write(tx, [{ order, context, note: 'The winery called', mayWorkIn: () => true }]);
    return { reported };
  });
  return await reported;
}

test('bottles that are needed no more, because their order is taken back meanwhile, are not written off', async () => {
  const { db } = server.environment;
  const winery = await picking.floor.winery();
  const { customerNo } = winery;
  const [taken, kept] = [await winery.waiting(items(['WINE-1', 3])), await winery.waiting(items(['WINE-1', 3]))];
  const { Session } = await picking.start(await picking.wave([winery, taken.reference], [winery, kept.reference]));
  await picking.scan(Session, 'WINE-1', 'WINE-1', 'WINE-1');
  const reported = reportWhileTakenBack(Session, { customerNo, orderId: taken.reference });
  expect(await reported).toMatchObject({
    Shorts: [],
    Message: expect.stringMatching(/^Nothing is short here[.]/),
  });
  expect((await balanceOf(db, customerNo, 'WINE-1', worked))?.onHand).toBe(100);
  expect((await floorEventsOf(winery, kept.reference)).join()).not.toContain('short_picked');
});

test('of bottles that are missing, those that only an order wanted that is taken back meanwhile are not counted', async () => {
  const { db } = server.environment;
  const winery = await picking.floor.winery();
  const [taken, kept] = [await winery.waiting(items(['WINE-1', 3])), await winery.waiting(items(['WINE-1', 3]))];
  const { Session } = await picking.start(await picking.wave([winery, taken.reference], [winery, kept.reference]));
  await picking.scan(Session, 'WINE-1', 'WINE-1');
  const reported = reportWhileTakenBack(Session, { customerNo: winery.customerNo, orderId: taken.reference });
  expect(await reported).toMatchObject({
    Shorts: [{ Units: 1 }],
    Message: expect.stringMatching(`^1 × Wine WINE-1 is missing. Order ${kept.orderNo} ships short.`),
  });
  expect((await balanceOf(db, winery.customerNo, 'WINE-1', worked))?.onHand).toBe(99);
});

test('an order of which nothing is found waits for a person, and its task ends', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  const order = await winery.waiting(items(['WINE-1', 1]));
  const { Session, Next } = await picking.start(await picking.wave([winery, order.reference]));
  // Without a location: by name.
  expect(Next).toBe('item');
  expect(await picking.short(Session)).toMatchObject({
    State: 'done',
    Picked: 0,
    Verdict: 'done',
    Message: expect.stringContaining(`Order ${order.orderNo} has nothing left to ship and is an exception.`),
  });
  expect(await winery.statusOf(order.reference)).toBe('EXCEPTION');
});
