/**
 * Orders that draw an item from several inventory statuses: whatever happens on the floor, the records of bins follow the ledger, status
 * by status.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeBinContents } from '../../src/floor/bin-changes.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Tx } from '../../src/platform/db/db.ts';
import { mustSucceed, scanOf, worked } from '../support/floor.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { usePicking } from '../support/picking.ts';
import { propertyRuns } from '../support/property-runs.ts';
import {
  firstStatus,
  type Json,
  openWineryOfTwoStatuses,
  ownStatus,
  pickNextScan,
  pickWholeTask,
  type StockByStatus,
  type WineryOfTwoStatuses,
} from '../support/two-statuses.ts';
import '../support/properties.ts';

const setup = usePicking();

const winery = (...contents: readonly StockByStatus[]) =>
  openWineryOfTwoStatuses(setup.server, setup.picking, contents);
const pickNext = (task: Json, tote: string) => pickNextScan(setup.picking, task, tote);
const pickAll = (task: Json, tote: string) => pickWholeTask(setup.picking, task, tote);

const none = { [firstStatus]: 0, [ownStatus]: 0 };

/** Reports a tote as empty in a task of its own. */
async function empty(of: WineryOfTwoStatuses, tote: string): Promise<void> {
  const { Session } = await setup.picking.start(await setup.picking.wave([of, (await of.waiting()).reference]));
  mustSucceed(await setup.picking.floor.packer.call('Picking/EmptyTote', { Session, Tote: tote, ScanId: uuidv7() }));
  await setup.picking.scan(Session, 'WINE-1', await setup.picking.tote());
}

test('on a cart: bottles of an order that is taken back return to the statuses that it drew', async () => {
  await setup.server.environment.db.rows("delete from locations where warehouse = $1 and kind = 'tote'", [worked]);
  const own6 = await winery({ [firstStatus]: 5, [ownStatus]: 10 });
  const { reference } = await own6.ordered(6);
  await pickAll(await setup.picking.start(await setup.picking.wave([own6, reference])), '');
  expect(await own6.binned()).toEqual({ [firstStatus]: 0, [ownStatus]: 9 });
  await own6.takeBack(reference);
  expect(await own6.binned()).toEqual({ [firstStatus]: 5, [ownStatus]: 10 });
});

test('in a tote: bottles of an order that is taken back are in no bin and not to be put away, until the tote is empty', async () => {
  const of = await winery({ [firstStatus]: 5, [ownStatus]: 10 });
  const [tote, place] = [await setup.picking.tote(), of.bins[0]];
  const [stays, leaves] = [await of.ordered(4), await of.ordered(5)];
  await pickAll(
    await setup.picking.start(await setup.picking.wave([of, stays.reference], [of, leaves.reference])),
    tote,
  );
  const { Outcomes } = await of.takeBack(leaves.reference);
  const Message = `Order ${leaves.orderNo} is open again. Put 5 × WINE-3 back into ${place}: they are in tote ${tote}.`;
  expect(Outcomes).toMatchObject([{ TakenBack: true, Message }]);
  expect(await of.unplaced()).toEqual(none);
  await setup.picking.floor.label(stays.orderNo, ['WINE-3', 'WINE-3', 'WINE-3', 'WINE-3']);
  await empty(of, tote);
  expect(await of.binned()).toEqual({ [firstStatus]: 1, [ownStatus]: 10 });
  expect(await of.unplaced()).toEqual(none);
});

test('in boxes: bottles of an order that is taken back are in no bin, and those in its tote return to its other statuses', async () => {
  const of = await winery({ [firstStatus]: 5, [ownStatus]: 10 });
  const tote = await setup.picking.tote();
  const { reference, orderNo } = await of.ordered(6);
  await pickAll(await setup.picking.start(await setup.picking.wave([of, reference])), tote);
  const { Session } = await setup.picking.floor.pack('OpenPacking', { Scan: orderNo });
  for (const code of ['WINE-3', 'WINE-3']) await setup.picking.floor.pack('ScanBottle', scanOf(Session, code));
  await of.takeBack(reference);
  await empty(of, tote);
  const unplaced = await of.unplaced();
  expect(Object.values(unplaced).every((units) => units >= 0)).toBe(true);
  expect(Object.values(unplaced).reduce((sum, units) => sum + units, 0)).toBe(2);
});

test('a bin whose bottles are reserved for others in one status gives only what the order draws of it', async () => {
  const of = await winery({ [firstStatus]: 10 }, { [ownStatus]: 4 });
  const others = await of.ordered(5, firstStatus);
  const { reference } = await of.ordered(6);
  const [near, far] = of.bins;
  const task = await setup.picking.start(await setup.picking.wave([of, reference]));
  expect(task.Stops.map(({ Location, Units }: Json) => [Location, Units])).toEqual([
    [near, 5],
    [far, 1],
  ]);
  const tote = await setup.picking.tote();
  await pickAll(task, tote);
  const second = await setup.picking.start(await setup.picking.wave([of, others.reference]));
  expect(second.Stops).toMatchObject([{ Location: near, Units: 5 }]);
  await pickAll(second, await setup.picking.tote());
  expect(await of.binned()).toEqual({ [firstStatus]: 0, [ownStatus]: 3 });
  expect(await of.unplaced()).toEqual(none);
});

test('while orders are picked, each bottle counts in the status whose record it left, also when its order has left the task', async () => {
  const of = await winery({ [firstStatus]: 2 }, { [ownStatus]: 5 });
  const { reference } = await of.ordered(5);
  let task = await setup.picking.start(await setup.picking.wave([of, reference]));
  const tote = await setup.picking.tote();
  for (let n = 0; n < 6; n += 1) {
    task = await pickNext(task, tote);
    expect(await of.unplaced()).toEqual(none);
  }
  expect(task).toMatchObject({ State: 'picking', Picked: 3 });
  await of.takeBack(reference);
  expect(await of.unplaced()).toEqual(none);
  mustSucceed(await setup.picking.floor.packer.call('Picking/Open', { Task: task.Task }));
  expect(await of.unplaced()).toEqual(none);
  expect(await of.binned()).toEqual({ [firstStatus]: 2, [ownStatus]: 5 });
});

test('bottles that were picked for an order that left serve another one, and the records of the bins follow', async () => {
  const of = await winery({ [firstStatus]: 5 }, { [ownStatus]: 6 });
  const leaves = await of.ordered(5, firstStatus);
  const stays = await of.ordered(3);
  let task = await setup.picking.start(await setup.picking.wave([of, leaves.reference], [of, stays.reference]));
  const tote = await setup.picking.tote();
  while (task.Picked < 5 || task.Next !== 'bin') task = await pickNext(task, tote);
  await of.takeBack(leaves.reference);
  mustSucceed(await setup.picking.floor.packer.call('Picking/Open', { Task: task.Task }));
  // Two went back. Three bottles of the reserve are what the order that left may draw.
  expect(await of.binned()).toEqual({ [firstStatus]: 5, [ownStatus]: 3 });
  expect(await of.unplaced()).toEqual(none);
});

test('where the winery holds short orders, the bottles that were not found leave the stock, not those that were picked', async () => {
  const of = await winery({ [ownStatus]: 2 }, { [firstStatus]: 4 });
  await of.holdsShorts();
  const { reference } = await of.ordered(6);
  const task = await setup.picking.start(await setup.picking.wave([of, reference]));
  const tote = await setup.picking.tote();
  await setup.picking.scan(task.Session, task.Current.Location, 'WINE-3');
  expect((await setup.picking.short(task.Session)).Message).toContain('Another bin');
  await setup.picking.scan(task.Session, tote, of.bins[1] as string, 'WINE-3', 'WINE-3', 'WINE-3', 'WINE-3', tote);
  await setup.picking.short(task.Session);
  expect(await of.onHand()).toEqual({ [firstStatus]: 4, [ownStatus]: 1 });
  expect(await of.binned()).toEqual({ [firstStatus]: 4, [ownStatus]: 1 });
});

test('where orders ship short, the bottles that were not found leave the stock too, before the order is taken back', async () => {
  const of = await winery({ [ownStatus]: 2 }, { [firstStatus]: 4 });
  const { reference } = await of.ordered(6, undefined, [{ ItemNo: 'WINE-1', ItemQuantity: 1 }]);
  const task = await setup.picking.start(await setup.picking.wave([of, reference]));
  const tote = await setup.picking.tote();
  await setup.picking.scan(task.Session, of.bins[0] as string, 'WINE-3');
  await setup.picking.short(task.Session);
  await setup.picking.scan(task.Session, tote, of.bins[1] as string, 'WINE-3', 'WINE-3', 'WINE-3', 'WINE-3', tote);
  await setup.picking.short(task.Session);
  // The bottle of the other item is still to be picked.
  expect(await of.onHand()).toEqual({ [firstStatus]: 4, [ownStatus]: 1 });
  expect(await of.unplaced()).toEqual(none);
  await of.takeBack(reference);
  mustSucceed(await setup.picking.floor.packer.call('Picking/Open', { Task: task.Task }));
  expect(await of.binned()).toEqual({ [firstStatus]: 4, [ownStatus]: 1 });
});

test('bottles of an order with a problem stay aside: they are not to be put away', async () => {
  const of = await winery({ [firstStatus]: 2, [ownStatus]: 2 });
  const { reference, orderNo } = await of.ordered(3);
  await pickAll(await setup.picking.start(await setup.picking.wave([of, reference])), await setup.picking.tote());
  const { Session } = await setup.picking.floor.pack('OpenPacking', { Scan: orderNo });
  const report = { Session, ScanId: uuidv7(), Kind: 'other', Note: 'The label is torn.' };
  expect(await setup.picking.floor.pack('ReportProblem', report)).toMatchObject({ State: 'problem' });
  expect(await of.unplaced()).toEqual(none);
  await of.takeBack(reference);
  expect(await of.unplaced()).toEqual({ [firstStatus]: 2, [ownStatus]: 1 });
});

const stock = fc.record({ [firstStatus]: fc.integer({ min: 1, max: 3 }), [ownStatus]: fc.integer({ min: 1, max: 3 }) });
const order = fc.record({
  units: fc.integer({ min: 2, max: 5 }),
  status: fc.constantFrom(undefined, undefined, undefined, firstStatus, ownStatus),
});
const other = fc.record({
  kind: fc.constantFrom('next', 'undo', 'short', 'back', 'pack', 'problem', 'put away'),
  of: fc.nat(3),
});
/** Some scans, then something else. */
const steps = fc
  .array(fc.tuple(fc.nat(6), other), { minLength: 1, maxLength: 6 })
  .map((all) => all.flatMap(([scans, last]) => [...Array(scans).fill({ kind: 'next', of: 0 }), last]));

test('whatever is picked, short, undone, packed, taken back and put away, bins never claim what the ledger does not have', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(stock, stock),
      fc.array(order, { minLength: 1, maxLength: 3 }),
      steps,
      fc.boolean(),
      async (contents, orders, all, isHeld) => {
        const of = await winery(...(contents as StockByStatus[]));
        if (isHeld) await of.holdsShorts();
        const made: { readonly orderNo: string; readonly reference: string; readonly units: number; packed: number }[] =
          [];
        for (const { units, status } of orders) made.push({ ...(await of.ordered(units, status)), units, packed: 0 });
        const statuses = await Promise.all(made.map(({ reference }) => of.statusOf(reference)));
        const released = made.filter((_, index) => statuses[index] === 'RECEIVED');
        if (released.length === 0) return;
        const { packer } = setup.picking.floor;
        const tote = await setup.picking.tote();
        let task = await setup.picking.start(
          await setup.picking.wave(...released.map(({ reference }) => [of, reference] as const)),
        );
        let [isShort, aside] = [false, 0];
        const parked = new Set<string>();
        const takeBack = async ({ reference, units, packed }: (typeof made)[number]) => {
          const { Outcomes } = await of.takeBack(reference);
          if (Outcomes[0].TakenBack) aside += parked.has(reference) ? units : packed;
        };
        for (const { kind, of: index } of all) {
          const chosen = released[index % released.length] as (typeof made)[number];
          const isPicking = task.State === 'picking' && task.Next !== 'none';
          if (kind === 'next' && isPicking) task = await pickNext(task, tote);
          if (kind === 'undo' && task.State === 'picking')
            task = mustSucceed(await packer.call('Picking/Undo', { Session: task.Session, ScanId: uuidv7() }));
          if (kind === 'short' && isPicking && task.Next !== 'tote') {
            task = await setup.picking.short(task.Session);
            isShort = true;
          }
          if (kind === 'back') await takeBack(chosen);
          if (['pack', 'problem'].includes(kind) && task.State === 'done') {
            const { body } = await packer.call('Floor/OpenPacking', { Scan: chosen.orderNo });
            if (body.Session !== undefined && kind === 'pack') {
              const { Verdict } = await setup.picking.floor.pack('ScanBottle', scanOf(body.Session, 'WINE-3'));
              chosen.packed += Verdict === 'wrong' ? 0 : 1;
            } else if (body.Session !== undefined) {
              const report = { Session: body.Session, ScanId: uuidv7(), Kind: 'other', Note: 'torn' };
              if ((await packer.call('Floor/ReportProblem', report)).status === 200) parked.add(chosen.reference);
            }
          }
          if (kind === 'put away') {
            const place = {
              Warehouse: worked,
              CustomerNo: of.customerNo,
              ItemNo: 'WINE-3',
              To: of.bins[(index >> 1) % 2],
            };
            const put = {
              ...place,
              InventoryStatus: [firstStatus, ownStatus][index % 2],
              Quantity: 1,
              MoveId: uuidv7(),
            };
            const { status } = await packer.call('Bins/PutAway', put);
            if (status === 200) aside -= 1;
          }
          const unplaced = Object.values(await of.unplaced());
          const isOk = unplaced.every((n) => n >= 0) && (isShort || unplaced.reduce((a, b) => a + b, 0) === aside);
          expect(isOk, `${kind}: ${JSON.stringify({ unplaced, aside })}`).toBe(true);
          if (task.State === 'picking') task = mustSucceed(await packer.call('Picking/Open', { Task: task.Task }));
        }
        while (task.State !== 'done') task = await pickNext(task, tote);
        for (const each of released) await takeBack(each);
        await empty(of, tote);
        const unplaced = Object.values(await of.unplaced());
        expect(
          unplaced.every((n) => n >= 0),
          JSON.stringify(unplaced),
        ).toBe(true);
        if (!isShort) expect(unplaced.reduce((a, b) => a + b, 0)).toBe(aside);
      },
    ),
    { numRuns: propertyRuns(8) },
  );
});

test('two people who put bottles of one status back into a bin that has none of it wait for each other, without a deadlock', async () => {
  const { customerNo, bins, binned } = await winery({ [firstStatus]: 5 });
  const { db } = setup.server.environment;
  const change = { customerNo, itemNo: 'WINE-3', location: bins[0] as string, status: ownStatus, units: -1 };
  let runs = 0;
  const putBack = (then: (tx: Tx) => Promise<void> = async () => undefined, of = (tx: Tx) => tx) =>
    db.write(async (tx) => {
      runs += 1;
      await changeBinContents(of(tx), { warehouse: worked }, [change]);
      await then(tx);
    });
  const [inserted, commits, rereads, goesOn] = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const one = putBack(async (tx) => {
    await tx.rows('select 1');
    inserted?.resolve();
    await commits?.promise;
  });
  await inserted?.promise;
  // Stops where it would read the contents again.
  let reads = 0;
  const other = putBack(undefined, (tx) =>
    Object.create(tx, {
      rows: {
        value: async (...statement: Parameters<Tx['rows']>) => {
          reads += 1;
          if (reads === 2) {
            rereads?.resolve();
            await goesOn?.promise;
          }
          return await tx.rows(...statement);
        },
      },
      send: { value: (...statement: Parameters<Tx['send']>) => tx.send(...statement) },
    }),
  );
  await untilBlocked(db);
  commits?.resolve();
  await one;
  const isReading = await Promise.race([other.then(() => false), rereads?.promise.then(() => true)]);
  const third = putBack();
  if (isReading) await untilBlocked(db);
  goesOn?.resolve();
  await Promise.all([other, third]);
  expect([runs, await binned()]).toEqual([3, { [firstStatus]: 5, [ownStatus]: 3 }]);
});
