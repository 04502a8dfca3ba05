/** Transfers leave the bins that people name; what the winery sees of its stock does not depend on bins. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import type { Json } from '../support/bins.ts';
import { type Floor, mustSucceed, openFloor, worked } from '../support/floor.ts';
import type { Winery } from '../support/held-orders.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { receiptCount, receiptScan } from '../support/receiving.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { transfer } from '../transfer-orders/transfer-winery.ts';
import '../support/properties.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
  for (const [WalkOrder, Location] of ['OUT-1', 'OUT-2', 'OUT-3'].entries()) {
    await floor.lead.call('Locations/Set', { Warehouse: worked, Location, WalkOrder, Kind: 'reserve' });
  }
});
afterAll(() => server.close());

const called = async (operation: string, body: object): Promise<Json> =>
  mustSucceed(await floor.packer.call(operation, body));
const put = ({ customerNo }: Winery, To: string, Quantity: number) =>
  called('Bins/PutAway', {
    MoveId: uuidv7(),
    Warehouse: worked,
    CustomerNo: customerNo,
    ItemNo: 'WINE-1',
    To,
    Quantity,
  });

/** Enters a transfer of WINE-1 from the worked warehouse, and opens it at the station. */
async function opened({ client }: Winery, ItemQuantity: number): Promise<Json> {
  const CustomerReferenceNo = uuidv7();
  const info = { TransferFromWarehouse: worked, TransferToWarehouse: 'SJU01', CustomerReferenceNo };
  const sent = transfer(info, [{ ItemNo: 'WINE-1', ItemQuantity }]);
  const { status, body } = await client.call('InventoryMovement/CreateTransferOrder', sent);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return (await called('Receiving/Open', { Warehouse: worked, Scan: body })).Receipt;
}

/** Bins with units and what is in none, as a lead sees them; and the number of counts that are to be opened for the item. */
async function placed({ customerNo }: Winery) {
  const { body } = await floor.lead.call('Bins/Find', { Warehouse: worked, Code: 'WINE-1' });
  const own = body.Items.find((each: Json) => each.CustomerNo === customerNo);
  const bins = own.Bins.filter(({ Quantity }: Json) => Quantity > 0);
  return Object.fromEntries([
    ...bins.map(({ Location, Quantity }: Json) => [Location, Quantity]),
    ['none', own.Unplaced],
  ]);
}

const toCount = async ({ customerNo }: Winery): Promise<Json[]> => {
  const { body } = await floor.lead.call('Counts/List', { Warehouse: worked });
  return body.Waiting.filter((each: Json) => each.CustomerNo === customerNo);
};

test('a scanned bin is where the next units come from, until another one is scanned', async () => {
  const winery = await floor.winery();
  await put(winery, 'OUT-2', 40);
  await put(winery, 'OUT-1', 40);
  const out = await opened(winery, 9);
  expect(out.Lines).toMatchObject([{ ItemNo: 'WINE-1', ToPick: 9, Bins: ['OUT-1', 'OUT-2'] }]);
  const { Session } = out;
  const bin = receiptScan(Session, 'out-1');
  expect(await called('Receiving/Scan', bin)).toMatchObject({ Verdict: 'right', Location: 'OUT-1', Units: 0 });
  // A repeated scan has the same reply.
  expect(await called('Receiving/Scan', bin)).toMatchObject({ Verdict: 'right', Location: 'OUT-1' });
  // A tote is no bin.
  mustSucceed(
    await floor.lead.call('Locations/Set', { Warehouse: worked, Location: 'CART-1', WalkOrder: 9, Kind: 'tote' }),
  );
  expect(await called('Receiving/Scan', receiptScan(Session, 'CART-1'))).toMatchObject({ Verdict: 'unknown' });
  const Location = 'OUT-1';
  expect(await called('Receiving/Scan', { ...receiptScan(Session, 'WINE-1'), Location })).toMatchObject({ Units: 1 });
  await called('Receiving/Count', { ...receiptCount(Session, 'WINE-1', 4), Location });
  expect(await called('Receiving/Undo', { Session, ScanId: uuidv7() })).toMatchObject({ Units: 1 });
  const empty = { ...receiptScan(Session, 'WINE-1'), Location: 'OUT-3' };
  expect(await called('Receiving/Scan', empty)).toMatchObject({ Verdict: 'wrong', Units: 1 });
  await called('Receiving/Count', { ...receiptCount(Session, 'WINE-1', 6), Location: 'OUT-2' });
  const last = await called('Receiving/Count', receiptCount(Session, 'WINE-1', 2));
  expect(last.Counts).toEqual([
    { ItemNo: 'WINE-1', Lot: '', Units: 1, Location: 'OUT-1' },
    { ItemNo: 'WINE-1', Lot: '', Units: 6, Location: 'OUT-2' },
    { ItemNo: 'WINE-1', Lot: '', Units: 2 },
  ]);
  expect(await called('Receiving/Finish', { Session })).toMatchObject({ Result: { OrderStatus: 'IN TRANSIT' } });
  expect(await placed(winery)).toEqual({ 'OUT-1': 39, 'OUT-2': 34, none: 18 });
  expect(await toCount(winery)).toEqual([]);
});

test('without a named bin, the only bin that has it is lowered; of several one is to be counted', async () => {
  const [one, two] = [await floor.winery(), await floor.winery()];
  await put(one, 'OUT-1', 95);
  await put(two, 'OUT-1', 50);
  await put(two, 'OUT-2', 45);
  for (const winery of [one, two]) {
    const { Session } = await opened(winery, 12);
    await called('Receiving/Count', receiptCount(Session, 'WINE-1', 12));
    await called('Receiving/Finish', { Session });
  }
  expect(await placed(one)).toEqual({ 'OUT-1': 88, none: 0 });
  expect(await toCount(one)).toEqual([]);
  expect(await placed(two)).toEqual({ 'OUT-1': 50, 'OUT-2': 45, none: 0 });
  expect(await toCount(two)).toMatchObject([{ ItemNo: 'WINE-1' }]);
});

const bin = fc.constantFrom('', 'OUT-1', 'OUT-2', 'OUT-3');
const units = fc.integer({ min: 1, max: 30 });

async function answers({ client, customerNo }: Winery): Promise<string> {
  const replies = [
    await client.call('Inventory/GetStatus', { IncludeUnavailableItems: 1 }),
    await client.call('Inventory/GetSellable', {}),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  return JSON.stringify(replies.map(({ body }) => body)).replaceAll(customerNo, '');
}

test('GetStatus and GetSellable are byte-equal after a departure, whatever bins it is taken out of', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(bin, units), { maxLength: 3 }),
      fc.array(fc.tuple(bin, units), { minLength: 1, maxLength: 3 }),
      async (filled, taken) => {
        const [winery, without] = [await floor.winery(), await floor.winery()];
        for (const [To, quantity] of filled) if (To !== '') await put(winery, To, quantity);
        const before = await placed(winery);
        const total = taken.reduce((sum, [, quantity]) => sum + quantity, 0);
        let counted = 0;
        const { Session } = await opened(winery, total);
        for (const [Location, quantity] of taken) {
          const count = { ...receiptCount(Session, 'WINE-1', quantity), ...(Location !== '' && { Location }) };
          if ((await called('Receiving/Count', count)).Verdict === 'right') counted += quantity;
        }
        await called('Receiving/Finish', { Session, Confirm: true });
        const { Session: plain } = await opened(without, total);
        if (counted > 0) await called('Receiving/Count', receiptCount(plain, 'WINE-1', counted));
        await called('Receiving/Finish', { Session: plain, Confirm: true });
        expect(await answers(winery)).toBe(await answers(without));
        const after = await placed(winery);
        for (const [location, quantity] of Object.entries(after)) {
          if (location !== 'none') expect(quantity).toBeLessThanOrEqual(before[location]);
          expect(quantity).toBeGreaterThanOrEqual(0);
        }
        const sum = Object.values<number>(after).reduce((all, quantity) => all + quantity, 0);
        // Bins that hold more than the ledger are to be counted, and only those.
        expect([sum > 100 - counted, sum < 100 - counted]).toEqual([(await toCount(winery)).length > 0, false]);
      },
    ),
    { numRuns: propertyRuns(6) },
  );
  expect(await verifyWholeDatabase(server.environment.db)).toEqual([]);
});
