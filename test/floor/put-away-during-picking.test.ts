/** Bottles that picking did not find, and a colleague puts away before the task ends: bins, picks and the ledger agree by status. */
import { expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { lockSalesOrders } from '../../src/sales-orders/index.ts';
import { givenStock } from '../support/catalog.ts';
import { mustSucceed, worked } from '../support/floor.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { usePicking } from '../support/picking.ts';
import {
  firstStatus,
  type Json,
  openWineryOfTwoStatuses,
  ownStatus,
  pickNextScan,
  type WineryOfTwoStatuses,
} from '../support/two-statuses.ts';

const setup = usePicking();

const putAway = async ({ customerNo }: WineryOfTwoStatuses, To: string, InventoryStatus: string) =>
  mustSucceed(
    await setup.picking.other.call('Bins/PutAway', {
      Warehouse: worked,
      CustomerNo: customerNo,
      ItemNo: 'WINE-3',
      To,
      InventoryStatus,
      Quantity: 1,
      MoveId: uuidv7(),
    }),
  );

test('a bottle that a colleague puts into a bin that was reported empty is picked there, in its status', async () => {
  const of = await openWineryOfTwoStatuses(setup.server, setup.picking, [
    { [firstStatus]: 1, [ownStatus]: 1 },
    { [firstStatus]: 1, [ownStatus]: 1 },
  ]);
  const [near, far] = of.bins as [string, string];
  const tote = await setup.picking.tote();
  // It draws two of the first status and one of the other.
  const { reference } = await of.ordered(3);
  let task = await setup.picking.start(await setup.picking.wave([of, reference]));
  await setup.picking.scan(task.Session, near, 'WINE-3', 'WINE-3', tote, far);
  task = await setup.picking.short(task.Session);
  expect(task.Message).toBe(`Another bin has it: go to ${near}.`);
  await putAway(of, far, firstStatus);
  task = mustSucceed(await setup.picking.floor.packer.call('Picking/Open', { Task: task.Task }));
  expect(task).toMatchObject({ Next: 'bin', Current: { Location: far, Units: 1 } });
  while (task.State !== 'done') task = await pickNextScan(setup.picking, task, tote);
  expect(await of.unplaced()).toEqual({ [firstStatus]: 0, [ownStatus]: 1 });
  expect(await of.binned()).toEqual({ [firstStatus]: 0, [ownStatus]: 0 });
});

test('the undo of a report does not record again what a colleague has put away meanwhile', async () => {
  const of = await openWineryOfTwoStatuses(setup.server, setup.picking, [{ [firstStatus]: 2 }, { [ownStatus]: 2 }]);
  const [near, far] = of.bins as [string, string];
  const { reference } = await of.ordered(3);
  const task = await setup.picking.start(await setup.picking.wave([of, reference]));
  await setup.picking.scan(task.Session, near);
  await setup.picking.short(task.Session);
  await putAway(of, far, firstStatus);
  await mustSucceed(await setup.picking.floor.packer.call('Picking/Undo', { Session: task.Session, ScanId: uuidv7() }));
  expect(await of.unplaced()).toEqual({ [firstStatus]: 0, [ownStatus]: 0 });
  expect(await of.binned()).toEqual({ [firstStatus]: 2, [ownStatus]: 2 });
});

test('what a colleague has put away is not what else stands in no bin, which is looked for before it leaves the stock', async () => {
  const of = await openWineryOfTwoStatuses(setup.server, setup.picking, [{ [firstStatus]: 1 }, { [ownStatus]: 1 }]);
  const { customerNo, bins } = of;
  const [near, far] = bins as [string, string];
  const onTheDock = { itemNo: 'WINE-3', quantity: 1, warehouse: worked, status: ownStatus as string };
  await givenStock(setup.server.environment.db, customerNo, [onTheDock]);
  const tote = await setup.picking.tote();
  const { reference } = await of.ordered(3);
  const task = await setup.picking.start(await setup.picking.wave([of, reference]));
  await setup.picking.scan(task.Session, near);
  await setup.picking.short(task.Session);
  await putAway(of, far, firstStatus);
  await setup.picking.scan(task.Session, far, 'WINE-3', 'WINE-3', tote);
  await setup.picking.scan(task.Session, far);
  expect((await setup.picking.short(task.Session)).Message).toBe('Some stands in no bin: look for it.');
  expect(await of.onHand()).toEqual({ [firstStatus]: 1, [ownStatus]: 2 });
  await setup.picking.scan(task.Session, 'WINE-3', tote);
  expect(await of.unplaced()).toEqual({ [firstStatus]: 0, [ownStatus]: 0 });
});

test('an undo that ends the task locks no bins before its orders', async () => {
  const of = await openWineryOfTwoStatuses(setup.server, setup.picking, [{ [firstStatus]: 1 }, { [firstStatus]: 1 }]);
  const { customerNo, bins } = of;
  const [near, far] = bins as [string, string];
  const [stays, leaves] = [await of.ordered(1), await of.ordered(1)];
  const task = await setup.picking.start(await setup.picking.wave([of, stays.reference], [of, leaves.reference]));
  await setup.picking.scan(task.Session, near, 'WINE-3', await setup.picking.tote(), far);
  expect((await setup.picking.short(task.Session)).Message).toBe(`Another bin has it: go to ${near}.`);
  await of.takeBack(leaves.reference);
  const { db } = setup.server.environment;
  let undoing: Promise<Json> = Promise.resolve();
  const locked = await db.write(async (tx) => {
    await lockSalesOrders(tx, [{ customerNo, orderId: stays.reference }]);
    undoing = setup.picking.floor.packer.call('Picking/Undo', { Session: task.Session, ScanId: uuidv7() });
    undoing.catch(() => undefined);
    await untilBlocked(db);
    return await tx.rows(
      `select from pg_locks l
        where l.locktype = 'advisory' and l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))`,
    );
  });
  expect(mustSucceed(await undoing).State).toBe('done');
  expect(locked).toEqual([]);
  expect(await of.binned()).toEqual({ [firstStatus]: 1 });
});

test('the undo of a report restores no more than the stock has, and says so', async () => {
  const of = await openWineryOfTwoStatuses(setup.server, setup.picking, [{ [firstStatus]: 3 }, { [firstStatus]: 1 }]);
  const { customerNo, bins } = of;
  const [near] = bins as [string, string];
  const { reference } = await of.ordered(1);
  const task = await setup.picking.start(await setup.picking.wave([of, reference]));
  // Bins then have one more on record than the stock, as after an order that was packed without picking has left.
  const stock = { CustomerNo: customerNo, Warehouse: worked, InventoryStatus: firstStatus, ReasonCode: 'LOST' };
  const Items = [{ ItemNo: 'WINE-3', Quantity: -1 }];
  mustSucceed(await setup.picking.floor.lead.call('Inventory/Adjust', { ...stock, Items }));
  await setup.picking.scan(task.Session, near);
  await setup.picking.short(task.Session);
  const undone = await setup.picking.floor.packer.call('Picking/Undo', { Session: task.Session, ScanId: uuidv7() });
  expect(mustSucceed(undone).Message).toBe(
    `The record of ${near} is as it was before, without 1 × WINE-3, now recorded elsewhere or no longer in stock.`,
  );
  expect([await of.onHand(), await of.binned()]).toEqual([{ [firstStatus]: 3 }, { [firstStatus]: 3 }]);
});
