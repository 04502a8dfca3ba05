/** Counts/GetPlan: how often items are counted at a warehouse, and how many are due. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

const plan = async (Warehouse = warehouse) => await bed.lead.call('Counts/GetPlan', { Warehouse });

test('200 items are in classes by what moved in the last 90 days', async () => {
  expect((await plan()).body.Classes.map(({ Days }: { Days: number }) => Days)).toEqual([0, 0, 0]);
  await bed.lead.call('Counts/SetPlan', { Warehouse: warehouse, DaysA: 30, DaysB: 90, DaysC: 365 });
  // 900 of 1,000 units that moved are of WINE-1.
  const adjust = (ItemNo: string, Quantity: number) =>
    bed.lead.call('Inventory/Adjust', {
      CustomerNo: bed.customerNo,
      Warehouse: warehouse,
      InventoryStatus: 'GOOD-NO-TX',
      ReasonCode: 'FOUND',
      Items: [{ ItemNo, Quantity }],
    });
  expect((await adjust('WINE-1', 800)).status).toBe(200);
  expect((await plan()).body.Classes).toEqual([
    { Class: 'A', Days: 30, Items: 1, Due: 1 },
    { Class: 'B', Days: 90, Items: 1, Due: 1 },
    { Class: 'C', Days: 365, Items: 0, Due: 0 },
  ]);
  await bed.server.environment.db.rows(
    "update movements set occurred_at = now() - interval '91 days' where customer_no = $1 and item_no = 'WINE-1'",
    [bed.customerNo],
  );
  expect((await plan()).body.Classes).toMatchObject([
    { Class: 'A', Items: 1 },
    { Class: 'B', Items: 0 },
    { Class: 'C', Items: 1 },
  ]);
});

test('400 for a code that is no warehouse', async () => {
  expect((await plan('x')).status).toBe(400);
});

test('404 for a warehouse that does not exist', async () => {
  expect((await plan('XXX99')).status).toBe(404);
});
