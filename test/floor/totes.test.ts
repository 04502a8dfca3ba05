/** Totes in which bottles stand keep their location, and codes of totes are no weights. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { mustSucceed, worked } from '../support/floor.ts';
import type { Winery } from '../support/held-orders.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { openPicking, type Picking, pickScan } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let picking: Picking;
beforeAll(async () => {
  server = await openTestServer();
  picking = await openPicking(server);
});
afterAll(() => server.close());

const remove = (Location: string) => picking.floor.lead.call('Locations/Remove', { Warehouse: worked, Location });
const set = (Location: string, properties: object) =>
  picking.floor.lead.call('Locations/Set', { Warehouse: worked, Location, ...properties });
const load = (...lines: readonly string[]) =>
  picking.floor.lead.call('Locations/Import', {
    Warehouse: worked,
    Csv: ['location,walk_order,kind', ...lines, ''].join('\n'),
  });

/** Expects that the tote is neither removed nor becomes another kind, with this text. */
async function expectInUse(tote: string, ...texts: readonly string[]): Promise<void> {
  for (const { status, body } of [await remove(tote), await set(tote, { Kind: 'reserve' })]) {
    expect([status, body.State]).toEqual([403, 'IN USE']);
    for (const text of texts) expect(body.Reason).toContain(text);
  }
  const file = await load(`${tote},1,pick`);
  expect(file.status).toBe(400);
  for (const text of [`${tote} stays a tote`, ...texts]) expect(file.body.Reason).toContain(text);
  // Its other properties change.
  mustSucceed(await set(tote, { Zone: 'CART' }));
  mustSucceed(await load(`${tote},2,tote`));
}

/** A task of two orders of one bottle each, which is in the tote; the second bottle may be left to pick. */
async function pickInto(tote: string, { isDone }: { readonly isDone: boolean }) {
  const winery = await picking.floor.winery();
  const orders = [await winery.waiting(), await winery.waiting()] as const;
  const bin = await picking.bin({}, [winery, 'WINE-1', 9]);
  const wave = await picking.wave(...orders.map(({ reference }) => [winery, reference] as const));
  const { Session } = await picking.start(wave);
  await picking.scan(Session, bin, 'WINE-1', ...(isDone ? ['WINE-1'] : []), tote);
  return { winery, orders, Session };
}

const takeBack = (winery: Winery, ...references: readonly string[]) =>
  picking.floor.led('TakeBack', {
    Orders: references.map((reference) => ({ CustomerNo: winery.customerNo, TransactionReferenceNumber: reference })),
    Note: 'The winery called.',
  });

test('a tote stays one while a person picks into it, and until its orders are packed', async () => {
  const tote = await picking.tote();
  const { orders, Session } = await pickInto(tote, { isDone: false });
  const picker = picking.floor.packer.operator.email;
  await expectInUse(tote, `${picker} picks into it`);
  await picking.scan(Session, 'WINE-1', tote);
  await expectInUse(tote, orders[0].orderNo, orders[1].orderNo, 'Pack');
  for (const { orderNo } of orders) await picking.floor.label(orderNo, ['WINE-1']);
  mustSucceed(await set(tote, { Kind: 'reserve' }));
  mustSucceed(await remove(tote));
});

test('a tote stays one until what orders that were taken back left in it is back on the shelf', async () => {
  const tote = await picking.tote();
  const { winery, orders } = await pickInto(tote, { isDone: true });
  await takeBack(winery, ...orders.map(({ reference }) => reference));
  await expectInUse(tote, '2 bottles', orders[0].orderNo, 'empty');
  const [next, bin] = [await winery.waiting(), await picking.bin({}, [winery, 'WINE-1', 9])];
  const { Session } = await picking.start(await picking.wave([winery, next.reference]));
  const emptied = { Session, ScanId: uuidv7(), Tote: tote };
  mustSucceed(await picking.floor.packer.call('Picking/EmptyTote', emptied));
  mustSucceed(await remove(tote));
  await picking.scan(Session, bin, 'WINE-1', await picking.tote());
});

test('orders of a task that are taken back together leave their bottles in the totes of both', async () => {
  const winery = await picking.floor.winery();
  const orders = [await winery.waiting(), await winery.waiting()];
  const bin = await picking.bin({}, [winery, 'WINE-1', 9]);
  const totes = [await picking.tote(), await picking.tote()] as const;
  const { Session } = await picking.start(
    await picking.wave(...orders.map(({ reference }) => [winery, reference] as const)),
  );
  await picking.scan(Session, bin, 'WINE-1', totes[0], 'WINE-1', totes[1]);
  await takeBack(winery, ...orders.map(({ reference }) => reference));
  for (const tote of totes) await expectInUse(tote, '1 bottle', 'empty');
});

test('a tote in which bottles of other orders wait for packing is not to be emptied', async () => {
  const tote = await picking.tote();
  const { winery, orders } = await pickInto(tote, { isDone: true });
  await takeBack(winery, orders[0].reference);
  const next = await winery.waiting();
  const { Session, Current } = await picking.start(await picking.wave([winery, next.reference]));
  const scanned = await picking.scan(Session, Current.Location, 'WINE-1', tote);
  expect(scanned).toMatchObject({ Verdict: 'wrong', Message: expect.stringContaining('is in use') });
  expect(scanned.FullTote).toBeUndefined();
});

test('a tote is free again when the orders of the winery in it are packed, also while others of its task are not', async () => {
  const [packed, unpacked] = [await picking.floor.winery(), await picking.floor.winery()];
  const [first, second] = [await packed.waiting(), await unpacked.waiting()];
  const bins = [await picking.bin({}, [packed, 'WINE-1', 9]), await picking.bin({}, [unpacked, 'WINE-1', 9])] as const;
  const [tote, other] = [await picking.tote(), await picking.tote()];
  const { Session } = await picking.start(await picking.wave([packed, first.reference], [unpacked, second.reference]));
  await picking.scan(Session, bins[0], 'WINE-1', tote, bins[1], 'WINE-1', other);
  await picking.floor.label(first.orderNo, ['WINE-1']);
  const next = await picking.start(await picking.wave([packed, (await packed.waiting()).reference]));
  await picking.scan(next.Session, bins[0], 'WINE-1');
  expect(await picking.scan(next.Session, other)).toMatchObject({ Message: expect.stringContaining('is in use') });
  expect(await picking.scan(next.Session, tote)).toMatchObject({ Verdict: 'done' });
});

test('a scan into a tote waits for its removal, and then does not find it', async () => {
  const [tote, winery] = [await picking.tote(), await picking.floor.winery()];
  const [order, bin] = [await winery.waiting(), await picking.bin({}, [winery, 'WINE-1', 9])];
  const { Session } = await picking.start(await picking.wave([winery, order.reference]));
  await picking.scan(Session, bin, 'WINE-1');
  const { db } = server.environment;
  let scanned: Promise<{ body: { Verdict: string } }> | undefined;
  await db.write(async (tx) => {
    await tx.rows('delete from locations where warehouse = $1 and location = $2', [worked, tote]);
    scanned = picking.floor.packer.call('Picking/Scan', pickScan(Session, tote));
    await untilBlocked(db);
  });
  expect((await scanned)?.body).toMatchObject({ Verdict: 'wrong', InHand: 1 });
});

test('a code that reads as a weight is refused for a new tote, with what to do', async () => {
  for (const code of ['12', '001', '7.5', '150']) {
    const { status, body } = await set(code, { WalkOrder: 1, Kind: 'tote' });
    expect([status, body.Errors]).toMatchObject([400, [{ Field: 'Location', Code: 'Format' }]]);
    expect(body.Reason).toContain(`T${code}`);
    const file = await load(`${code},1,tote`);
    expect([file.status, file.body.Reason]).toEqual([
      400,
      expect.stringContaining(`line 2, location: ${code} is no code`),
    ]);
    // Bins are not scanned at the packing station.
    mustSucceed(await set(code, { WalkOrder: 1, Kind: 'pick' }));
    expect((await set(code, { Kind: 'tote' })).status).toBe(400);
    expect((await load(`${code},1,tote`)).status).toBe(400);
    mustSucceed(await remove(code));
  }
  for (const code of ['T12', '151', '0', '1000', '12-A']) mustSucceed(await set(code, { WalkOrder: 1, Kind: 'tote' }));
});

test('a tote that has such a code from before can be changed and removed', async () => {
  const insert = `insert into locations (warehouse, location, walk_order, zone, kind, capacity) values ($1, '13', 1, '', 'tote', 0)`;
  await server.environment.db.rows(insert, [worked]);
  mustSucceed(await set('13', { Zone: 'CART' }));
  mustSucceed(await load('13,2,tote'));
  mustSucceed(await remove('13'));
});
