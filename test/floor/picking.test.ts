/** Picking a wave in walk order, into totes, by scans: missing bottles leave the stock, and `dray verify` stays clean. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { mustSucceed, scanOf, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openSession, signedIn } from '../support/operator.ts';
import { floorEventsOf, items, openPicking, type Picking, pickScan, setShortPicks } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let picking: Picking;
beforeAll(async () => {
  server = await openTestServer();
  picking = await openPicking(server);
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

test('two wineries are picked in one walk into a tote, their orders are picked, and packed', async () => {
  const { floor } = picking;
  const [one, two] = [await floor.winery(), await floor.winery()];
  const late = await picking.bin({ Zone: 'Z' }, [one, 'WINE-1', 20]);
  const early = await picking.bin({ Zone: 'A', WalkOrder: 0 }, [two, 'WINE-1', 20]);
  const tote = await picking.tote();
  const a = await one.waiting(items(['WINE-1', 2], ['WINE-2', 1]));
  const b = await two.waiting(items(['WINE-1', 1]));
  const c = await one.waiting(items(['WINE-1', 1]));
  const wave = await picking.wave([one, a.reference], [two, b.reference], [one, c.reference]);
  const task = await picking.start(wave);
  expect(task).toMatchObject({ State: 'picking', Next: 'bin', Orders: 3, Units: 5, Picked: 0, UsesTotes: true });
  // Of both wineries, in walk order; an item without a location comes last.
  expect(task.Stops.map(({ Location, ItemNo, Units }: Record<string, unknown>) => [Location, ItemNo, Units])).toEqual([
    [early, 'WINE-1', 1],
    [late, 'WINE-1', 3],
    ['', 'WINE-2', 1],
  ]);
  const { Session } = task;
  expect(await picking.scan(Session, 'WINE-1')).toMatchObject({ Verdict: 'wrong', Picked: 0 });
  expect(await picking.scan(Session, early)).toMatchObject({ Verdict: 'right', Next: 'item' });
  expect(await picking.scan(Session, 'WINE-1')).toMatchObject({ Verdict: 'right', Next: 'tote', InHand: 1 });
  expect(await picking.scan(Session, tote)).toMatchObject({
    Next: 'bin',
    InHand: 0,
    Totes: [{ Tote: tote, Units: 1 }],
  });
  expect(await picking.scan(Session, late, 'WINE-1', 'WINE-1', 'WINE-1', tote)).toMatchObject({
    Next: 'item',
    Picked: 4,
  });
  expect(await picking.contentOf(late, one, 'WINE-1')).toBe(17);
  expect((await picking.floor.pack('Wave', { Wave: wave })).Orders).toMatchObject(
    Array.from({ length: 3 }, () => ({ State: 'picking' })),
  );
  expect(await picking.scan(Session, 'WINE-2', tote)).toMatchObject({
    Verdict: 'done',
    State: 'done',
    Next: 'none',
    Picked: 5,
    Message: expect.stringContaining('Everything'),
  });
  expect((await floor.pack('Wave', { Wave: wave })).Orders).toMatchObject(
    Array.from({ length: 3 }, () => ({ State: 'picked' })),
  );
  expect(await floor.label(b.orderNo, ['WINE-1'])).toMatchObject({ State: 'labeled' });
  expect(await floorEventsOf(two, b.reference)).toEqual([
    ...['sales_order.floor_released', 'sales_order.floor_picking', 'sales_order.floor_picked'],
    ...['sales_order.floor_packing', 'sales_order.floor_box_closed', 'sales_order.floor_labels_wanted'],
    'sales_order.floor_labeled',
  ]);
});

test('a wrong bin, a wrong bottle, one too many and a tote of others are refused, and count nothing', async () => {
  const { floor } = picking;
  const [one, two] = [await floor.winery(), await floor.winery()];
  const own = await picking.bin({}, [one, 'WINE-1', 5], [one, 'WINE-2', 5]);
  const far = await picking.bin({}, [two, 'WINE-1', 5]);
  const elsewhere = await picking.bin({});
  const [tote, taken] = [await picking.tote(), await picking.tote()];
  // The same UPC is another wine of another winery.
  const upc = 'update skus set upc_code = $3 where customer_no = $1 and item_no = $2';
  await server.environment.db.rows(upc, [one.customerNo, 'WINE-1', '012345678905']);
  await server.environment.db.rows(upc, [two.customerNo, 'WINE-2', '012345678905']);
  const theirs = await two.waiting(items(['WINE-1', 1]));
  const before = await picking.start(await picking.wave([two, theirs.reference]));
  await picking.scan(before.Session, far, 'WINE-1', taken);
  const order = await one.waiting(items(['WINE-1', 2]));
  const { Session } = await picking.start(await picking.wave([one, order.reference]));
  const wrong = async (code: string, message: string) => {
    const reply = await picking.scan(Session, code);
    expect([reply.Verdict, reply.Message]).toEqual(['wrong', expect.stringContaining(message)]);
    return reply.Picked;
  };
  expect(await wrong(elsewhere, `Wrong bin. Go to ${own}`)).toBe(0);
  expect(await wrong('nothing', `not the bin ${own}`)).toBe(0);
  await picking.scan(Session, own);
  expect(await wrong(tote, 'bottle first')).toBe(0);
  expect(await wrong('WINE-2', 'Wrong bottle')).toBe(0);
  expect(await wrong('4006381333931', 'Wrong bottle')).toBe(0);
  expect(await picking.scan(Session, '012345678905')).toMatchObject({ Verdict: 'right', Picked: 1 });
  expect(await wrong(elsewhere, 'Scan a tote')).toBe(1);
  await picking.scan(Session, 'WINE-1');
  expect(await wrong('WINE-1', 'One too many')).toBe(2);
  expect(await wrong(taken, 'in use')).toBe(2);
  expect(await picking.contentOf(own, one, 'WINE-1')).toBe(3);
  expect(await picking.scan(Session, tote)).toMatchObject({ Verdict: 'done' });
});

test('with everything in work, an order on hold takes no bottle from orders that are picked or packed', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  await setShortPicks(server, winery.customerNo, 'hold');
  const all = [
    await winery.waiting(items(['WINE-1', 10])),
    await winery.waiting(items(['WINE-1', 2])),
    await winery.waiting(items(['WINE-1', 88])),
  ] as const;
  const [short, picked, packed] = all;
  // Both are later in the queue than the order that is short.
  const first = await picking.start(await picking.wave([winery, picked.reference]));
  await picking.scan(first.Session, 'WINE-1', 'WINE-1');
  await floor.release(winery, packed.reference);
  await floor.packInto(packed.orderNo, ['WINE-1'], 3);
  const { Session } = await picking.start(await picking.wave([winery, short.reference]));
  const done = await picking.short(Session);
  expect(done.Message).toContain(`Order ${short.orderNo} leaves the wave and waits for stock.`);
  expect(await winery.statusOf(short.reference)).toBe('ON INV HOLD');
  for (const { reference } of [picked, packed]) {
    expect(await winery.statusOf(reference)).toBe('PROCESSING ORDER');
    expect(await winery.timeline(reference)).not.toContain('sales_order.short_picked');
  }
  const { body } = await floor.lead.call('Inventory/List', {
    Customers: [winery.customerNo],
    Warehouses: [worked],
    Text: 'WINE-1',
  });
  expect(body.Records).toMatchObject([{ OnHand: 90, Reserved: 90 }]);
});

test('an order that is held and was released before it was due waits to be released again', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  await setShortPicks(server, winery.customerNo, 'hold');
  const order = await winery.waiting(items(['WINE-1', 2]));
  const { Session } = await picking.start(await picking.wave([winery, order.reference]));
  // What started it when it was due found it in work.
  await winery.advance(3 * 86_400);
  await picking.short(Session);
  await winery.advance(60);
  const [row] = await server.environment.db.rows(
    'select status, is_waiting from sales_orders where customer_no = $1 and order_id = $2',
    [winery.customerNo, order.reference],
  );
  expect(row).toEqual({ status: 'RECEIVED', is_waiting: true });
});

test('a task that its orders left ends when it is opened or the next one is started, and what it picked is put back', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  const bin = await picking.bin({}, [winery, 'WINE-1', 20]);
  const tote = await picking.tote();
  const [left, stays, next] = [await winery.waiting(), await winery.waiting(), await winery.waiting()];
  const takeBack = async (reference: string) => {
    const Orders = [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: reference }];
    await floor.led('TakeBack', { Orders, Note: 'the winery called' });
  };
  const wave = await picking.wave([winery, left.reference], [winery, stays.reference]);
  const first = await picking.start(wave);
  await picking.scan(first.Session, bin, 'WINE-1', tote);
  await takeBack(left.reference);
  const opened = mustSucceed(await floor.packer.call('Picking/Open', { Task: first.Task }));
  expect(opened).toMatchObject({ State: 'done', Orders: 0, Picked: 1, Message: 'Task 1 is picked.' });
  expect((await floor.pack('Wave', { Wave: wave })).Orders).toMatchObject([{ State: 'stopped' }, { State: 'picked' }]);
  // Nothing counts after it, nor does it sound as if it did.
  expect(await picking.scan(first.Session, 'WINE-1')).toMatchObject({
    Verdict: 'wrong',
    Picked: 1,
    Message: 'Task 1 is done. Choose the next wave.',
  });
  const again = await picking.wave([winery, left.reference], [winery, next.reference]);
  const { Session, Task } = await picking.start(again);
  await picking.scan(Session, bin, 'WINE-1');
  for (const { reference } of [left, next]) await takeBack(reference);
  const ended = await picking.start(again);
  expect(ended).toMatchObject({
    Task,
    State: 'done',
    Picked: 0,
    Message: expect.stringContaining(`Put 1 × WINE-1 back into ${bin}.`),
  });
  expect(await picking.contentOf(bin, winery, 'WINE-1')).toBe(19);
});

test('a tote is in use until what was picked into it is packed, however long ago that was', async () => {
  const { floor, bin } = picking;
  const winery = await floor.winery();
  const [tote, place] = [await picking.tote(), await bin({}, [winery, 'WINE-1', 9])];
  const [one, two] = [await winery.waiting(), await winery.waiting()];
  const first = await picking.start(await picking.wave([winery, one.reference]));
  await picking.scan(first.Session, place, 'WINE-1', tote);
  const old = "update pick_tasks set finished_at = now() - interval '8 days' where task_id = $1";
  await server.environment.db.rows(old, [first.Task]);
  const { Session } = await picking.start(await picking.wave([winery, two.reference]));
  await picking.scan(Session, place, 'WINE-1');
  expect(await picking.scan(Session, tote)).toMatchObject({
    Verdict: 'wrong',
    Message: expect.stringContaining('not packed'),
  });
  await floor.label(one.orderNo, ['WINE-1']);
  expect(await picking.scan(Session, tote)).toMatchObject({ Verdict: 'done', State: 'done' });
});

test('20 people who start one wave: exactly one gets it, the others learn who has it', async () => {
  const { floor } = picking;
  const wineries = [await floor.winery(), await floor.winery()];
  const orders = [];
  for (const winery of wineries) orders.push([winery, (await winery.waiting()).reference] as const);
  const Wave = await picking.wave(...orders);
  const people = await Promise.all(
    Array.from({ length: 20 }, () => signedIn(server, 'floor', { warehouses: [worked] })),
  );
  const replies = await Promise.all(people.map((person) => person.call('Picking/Start', { Wave })));
  const winner = replies.findIndex(({ status }) => status === 200);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies[winner]?.body.Orders).toBe(2);
  for (const { body } of replies.filter(({ status }) => status !== 200)) {
    expect(body).toMatchObject({
      State: 'PICKING',
      Reason: expect.stringContaining(people[winner]?.operator.email ?? ''),
    });
  }
  const Task = replies[winner]?.body.Task;
  const opened = await Promise.all(people.map((person) => person.call('Picking/Open', { Task })));
  expect(opened.map(({ status }) => status === 200)).toEqual(replies.map(({ status }) => status === 200));
});

test('a lead takes a task over as it is; the person before learns it, also in the timeline', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  const order = await winery.waiting(items(['WINE-1', 2]));
  const { Session, Task } = await picking.start(await picking.wave([winery, order.reference]));
  await picking.scan(Session, 'WINE-1');
  const taken = await floor.lead.call('Picking/Open', { Task, TakeOver: true });
  expect([taken.status, taken.body]).toMatchObject([200, { Picked: 1, Picker: floor.lead.operator.email }]);
  const { status, body } = await floor.packer.call('Picking/Scan', pickScan(Session, 'WINE-1'));
  expect([status, body.Reason]).toEqual([403, expect.stringContaining(floor.lead.operator.email)]);
  expect((await floorEventsOf(winery, order.reference)).slice(1)).toEqual([
    'sales_order.floor_picking',
    'sales_order.floor_picking',
  ]);
});

test('after a kill a task continues as it was in another process', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  const bin = await picking.bin({}, [winery, 'WINE-1', 9]);
  const order = await winery.waiting(items(['WINE-1', 3]));
  const { Session, Task } = await picking.start(await picking.wave([winery, order.reference]));
  const scan = pickScan(Session, 'WINE-1');
  await picking.scan(Session, bin);
  const { body: last } = await floor.packer.call('Picking/Scan', scan);
  const again = await openTestServer({ database: { ...server.database, drop: async () => undefined } });
  try {
    const packer = await openSession(again, floor.packer.operator);
    const { body: resumed } = await packer.call('Picking/Open', { Task });
    expect(resumed).toEqual({ ...last, Verdict: undefined, Message: '' });
    // The scan whose reply was lost is not counted again.
    expect((await packer.call('Picking/Scan', scan)).body).toEqual(last);
  } finally {
    await again.close();
  }
});

test('packing without picking stays possible, and an order that is being picked is taken over to be packed', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  const [paper, picked] = [await winery.waiting(), await winery.waiting(items(['WINE-1', 1]))];
  await floor.release(winery, paper.reference);
  expect(await floor.label(paper.orderNo, ['WINE-1'])).toMatchObject({ State: 'labeled' });
  const { Session } = await picking.start(await picking.wave([winery, picked.reference]));
  const refused = await picking.other.call('Floor/OpenPacking', { Scan: picked.orderNo });
  expect([refused.status, refused.body.State]).toEqual([403, 'PICKING']);
  const opened = await floor.pack('OpenPacking', { Scan: picked.orderNo, TakeOver: true });
  expect(await floor.pack('ScanBottle', scanOf(opened.Session, 'WINE-1'))).toMatchObject({ State: 'packing' });
  // Its bottle is of no task, so none counts as picked.
  const { Items } = (await floor.lead.call('Bins/Find', { Warehouse: worked, Code: 'WINE-1' })).body;
  expect(Items).toContainEqual(expect.objectContaining({ CustomerNo: winery.customerNo, Unplaced: 100 }));
  // Its task is empty, and ends with the next scan, so that its person can start another one.
  expect(await picking.scan(Session, 'WINE-1')).toMatchObject({ Verdict: 'done', State: 'done', Picked: 0 });
});

test('the session of a packer who left an order ends when a picker gets the order', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.waiting();
  const wave = await picking.wave([winery, reference]);
  const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
  await server.environment.db.rows("update floor_work set claimed_until = now() - interval '1 s' where order_no = $1", [
    orderNo,
  ]);
  await picking.start(wave);
  const late = await floor.packer.call('Floor/ScanBottle', scanOf(Session, 'WINE-1'));
  expect([late.status, late.body.State]).toEqual([403, 'PICKING']);
  const again = await floor.packer.call('Floor/OpenPacking', { Scan: orderNo });
  expect([again.status, again.body.Reason]).toEqual([403, expect.stringContaining('is being picked. Take it over')]);
});

test('whatever is found and missing, in any order, the stock equations hold and every order is picked, short or open', async () => {
  const step = fc.record({
    kind: fc.constantFrom('bottle', 'bottle', 'bottle', 'undo', 'short', 'wrong'),
    reason: fc.constantFrom('LOST', 'BROKEN'),
  });
  const order = fc.record({ winery: fc.nat(1), one: fc.integer({ min: 1, max: 3 }), two: fc.nat(2) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(order, { minLength: 1, maxLength: 5 }),
      fc.array(step, { maxLength: 12 }),
      async (orders, steps) => {
        const wineries = [await picking.floor.winery(), await picking.floor.winery()] as const;
        await setShortPicks(server, wineries[1].customerNo, 'hold');
        const tote = await picking.tote();
        for (const winery of wineries) {
          await picking.bin({}, [winery, 'WINE-1', 2], [winery, 'WINE-2', 3]);
          await picking.bin({ Kind: 'reserve' }, [winery, 'WINE-1', 4]);
        }
        const named = [];
        for (const { winery: index, one, two } of orders) {
          const winery = wineries[index] as (typeof wineries)[number];
          const lines = two === 0 ? items(['WINE-1', one]) : items(['WINE-1', one], ['WINE-2', two]);
          named.push([winery, (await winery.waiting(lines)).reference] as const);
        }
        let task = await picking.start(await picking.wave(...named));
        const { Session } = task;
        const scan = async (code: string) => {
          task = await picking.scan(Session, code);
        };
        const goOn = async () => {
          if (task.Next === 'bin') await scan(task.Current.Location);
          else if (task.Next === 'tote') await scan(tote);
          else await scan(task.Current.ItemNo);
        };
        for (const { kind, reason } of steps) {
          if (task.State === 'done') break;
          if (kind === 'bottle') await goOn();
          else if (kind === 'short') task = await picking.short(Session, reason);
          else if (kind === 'wrong') await scan('no such code');
          else task = mustSucceed(await picking.floor.packer.call('Picking/Undo', { Session, ScanId: uuidv7() }));
        }
        while (task.State !== 'done') await goOn();
        await expectLedgerConsistent(server.environment.db);
        const statuses = await Promise.all(named.map(([winery, reference]) => winery.statusOf(reference)));
        for (const status of statuses) expect(['PROCESSING ORDER', 'EXCEPTION', 'RECEIVED']).toContain(status);
      },
    ),
    {
      numRuns: 6,
      seed: 42,
      // The last undo puts back what no order wants any more.
      examples: [
        [
          [{ winery: 1, one: 2, two: 0 }],
          (['short', 'bottle', 'bottle', 'short', 'undo'] as const).map((kind) => ({ kind, reason: 'LOST' as const })),
        ],
      ],
    },
  );
});
