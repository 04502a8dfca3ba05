/** Counts/Approve: the difference of a count is posted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adjustStock } from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { createSystemCommandContext } from '../../src/platform/command-context.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { balanceOf } from '../support/catalog.ts';
import { warehouse } from '../support/locations.ts';
import { untilBlocked } from '../support/lock-waits.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

const onHand = async (itemNo: string) =>
  (await balanceOf(bed.server.environment.db, bed.customerNo, itemNo, warehouse))?.onHand;

/** A count of a bin that two people found to hold two bottles less. */
async function missing(itemNo: string, bin: string) {
  await bed.putAway(bin, itemNo, 10);
  for (const person of [bed.person, bed.other]) await bed.count(person, bin, [[itemNo, 8]]);
  const [{ Count }] = await bed.differences(itemNo);
  return { CustomerNo: bed.customerNo, Count };
}

test('200 posts the difference once; a preview posts nothing', async () => {
  const key = await missing('WINE-1', await bed.newLocation());
  const preview = await bed.lead.call('Counts/Approve', { ...key, Preview: true });
  expect(preview).toMatchObject({ status: 200, body: { Quantity: -2, Documents: [], More: false } });
  expect(await onHand('WINE-1')).toBe(100);
  expect(await bed.lead.call('Counts/Approve', key)).toMatchObject({ status: 200, body: { Quantity: -2 } });
  expect(await onHand('WINE-1')).toBe(98);
  expect(await bed.found('WINE-1')).toMatchObject({ Unplaced: 90, Bins: [{ Quantity: 8 }] });
  expect((await bed.lead.call('Counts/Approve', key)).status).toBe(403);
  expect(await verifyWholeDatabase(bed.server.environment.db)).toEqual([]);
});

test('403 for a count that is not finished', async () => {
  const bin = await bed.newLocation();
  await bed.putAway(bin, 'WINE-2', 10);
  await bed.count(bed.person, bin, [['WINE-2', 8]]);
  const [{ Count }] = await bed.differences('WINE-2');
  expect(await bed.lead.call('Counts/Approve', { CustomerNo: bed.customerNo, Count })).toMatchObject({
    status: 403,
    body: { Reason: expect.stringMatching(/^The count of WINE-2 in GOOD-NO-TX at \w+ is not finished: /) },
  });
});

test('403 when too little stock is left for the difference says what can be done: the place is not counted again before', async () => {
  const bin = await bed.newLocation();
  const key = await missing('WINE-1', bin);
  const Items = [{ ItemNo: 'WINE-1', Quantity: 1 - ((await onHand('WINE-1')) ?? 0) }];
  const change = { CustomerNo: bed.customerNo, Warehouse: warehouse, InventoryStatus: 'GOOD-NO-TX', Items };
  expect((await bed.lead.call('Inventory/Adjust', { ...change, ReasonCode: 'LOST' })).status).toBe(200);
  expect(await bed.lead.call('Counts/Approve', key)).toMatchObject({
    status: 403,
    body: { Reason: expect.stringMatching(/but only 1 are left\. Cancel the count, then count again\.$/) },
  });
  expect(await bed.count(bed.person, bin, [['WINE-1', 1]])).toMatchObject({ body: { Lines: [{ State: 'waiting' }] } });
  expect((await bed.lead.call('Counts/Cancel', key)).status).toBe(200);
  expect(await bed.count(bed.person, bin, [['WINE-1', 1]])).toMatchObject({ body: { Lines: [{ State: 'recount' }] } });
});

test('400 for a count that is no reference', async () => {
  expect((await bed.lead.call('Counts/Approve', { CustomerNo: bed.customerNo, Count: 'x' })).status).toBe(400);
});

test('404 for an unknown count', async () => {
  expect(await bed.lead.call('Counts/Approve', { CustomerNo: bed.customerNo, Count: uuidv7() })).toMatchObject({
    status: 404,
    body: { Reason: 'There is no such count in your warehouses.' },
  });
});

describe('while another posting of the item is being written', () => {
  let before: BinTestbed;
  beforeAll(async () => {
    before = bed;
    bed = await openBins();
  });
  afterAll(async () => {
    await bed.server.close();
    bed = before;
  });

  /** Approves a count, which waits for a posting of `quantity` units that is not committed yet. */
  async function approveDuring(key: object, quantity: number) {
    const { db } = bed.server.environment;
    const context = createSystemCommandContext(bed.customerNo, 'test');
    const posting = { ...context, warehouse, status: 'GOOD-NO-TX', reasonCode: quantity < 0 ? 'BROKEN' : 'FOUND' };
    const approved = await db.write(async (tx) => {
      expect(await adjustStock(tx, [{ ...posting, items: [{ itemNo: 'WINE-1', quantity }] }])).toMatchObject([
        { ok: {} },
      ]);
      const reply = bed.lead.call('Counts/Approve', key);
      await untilBlocked(db);
      return { reply };
    });
    return await approved.reply;
  }

  test('200 posts the difference on top of it', async () => {
    const key = await missing('WINE-1', await bed.newLocation());
    const stock = (await onHand('WINE-1')) ?? 0;
    expect(await approveDuring(key, 30)).toMatchObject({ status: 200, body: { Quantity: -2 } });
    expect(await onHand('WINE-1')).toBe(stock + 28);
    expect(await verifyWholeDatabase(bed.server.environment.db)).toEqual([]);
  });

  test('403 when it leaves too little for the difference: nothing is posted', async () => {
    const key = await missing('WINE-1', await bed.newLocation());
    const stock = (await onHand('WINE-1')) ?? 0;
    expect(await approveDuring(key, 1 - stock)).toMatchObject({
      status: 403,
      body: { Reason: expect.stringContaining('but only 1 are left') },
    });
    expect(await onHand('WINE-1')).toBe(1);
    expect(await verifyWholeDatabase(bed.server.environment.db)).toEqual([]);
  });
});
