/**
 * Contents of bins only say where stock lies: moves, rules and claims change nothing that wineries see, and moves neither create nor lose bottles.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBinMove, makeBinMoveInTransaction } from '../../src/bins/moves.ts';
import { changeBinContents } from '../../src/floor/bin-changes.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import type { Json } from '../support/bins.ts';
import { givenStock } from '../support/catalog.ts';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import type { Winery } from '../support/held-orders.ts';
import { lockWaits, untilBlocked } from '../support/lock-waits.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import '../support/properties.ts';

let server: TestServer;
let floor: Floor;
let bins: string[];
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
  bins = ['FACE-1', 'FACE-2', 'BACK-1', 'BACK-2', 'TOTE-1'];
  for (const [index, Location] of bins.entries()) {
    const Kind = Location.startsWith('FACE') ? 'pick' : Location.startsWith('BACK') ? 'reserve' : 'tote';
    const Capacity = index % 2 === 0 ? 40 : 0;
    await floor.lead.call('Locations/Set', { Warehouse: worked, Location, WalkOrder: index, Kind, Capacity });
  }
});
afterAll(() => server.close());

const item = fc.constantFrom('WINE-1', 'WINE-2', 'NONE');
const bin = fc.constantFrom('FACE-1', 'FACE-2', 'BACK-1', 'BACK-2', 'TOTE-1', 'NOWHERE');
const units = fc.integer({ min: 1, max: 70 });
const face = { Location: bin, ItemNo: item };
const step = fc.oneof(
  fc.record({ operation: fc.constant('Bins/SetRule'), ...face, Minimum: units, Target: units }),
  fc.record({ operation: fc.constant('Bins/ClaimReplenishment'), ...face }),
  fc.record({ operation: fc.constant('Bins/PutAway'), To: bin, ItemNo: item, Quantity: units }),
  fc.record({ operation: fc.constant('Bins/Move'), From: bin, To: bin, ItemNo: item, Quantity: units }),
);

/** What people say about places, whether it is true or not. */
const claim = fc.oneof(
  fc.record({ operation: fc.constant('Locations/SetContent'), ...face, Quantity: units }),
  fc.record({ operation: fc.constant('Locations/RemoveContent'), ...face }),
);

async function run({ customerNo }: Winery, steps: readonly { readonly operation: string }[]): Promise<void> {
  for (const { operation, ...body } of steps) {
    const id = ['Bins/PutAway', 'Bins/Move'].includes(operation) ? { MoveId: uuidv7() } : {};
    const { status } = await floor.lead.call(operation, { ...id, Warehouse: worked, CustomerNo: customerNo, ...body });
    expect([200, 400, 403, 404]).toContain(status);
  }
}

async function answers({ client }: Winery): Promise<string> {
  const replies = [
    await client.call('Inventory/GetStatus', { IncludeUnavailableItems: 1 }),
    await client.call('Inventory/GetSellable', {}),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  return JSON.stringify(replies.map(({ body }) => body));
}

/** Units in bins and in none, by item. */
async function placed({ customerNo }: Winery): Promise<number[]> {
  const sums: number[] = [];
  for (const Code of ['WINE-1', 'WINE-2']) {
    const { body } = await floor.packer.call('Bins/Find', { Warehouse: worked, Code });
    const own = body.Items.find((each: Json) => each.CustomerNo === customerNo);
    expect(own.Bins.every(({ Quantity }: Json) => Quantity >= 0)).toBe(true);
    sums.push(own.Bins.reduce((sum: number, { Quantity }: Json) => sum + Quantity, own.Unplaced));
  }
  return sums;
}

test('GetStatus and GetSellable are byte-equal before and after any sequence of put-away, moves, rules and claims', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.array(claim, { maxLength: 4 }),
      async (steps, claims) => {
        const winery = await floor.winery();
        const before = await answers(winery);
        await run(winery, steps);
        expect(await placed(winery)).toEqual([100, 100]);
        await run(winery, claims);
        expect(await answers(winery)).toBe(before);
      },
    ),
    { numRuns: propertyRuns(24) },
  );
  expect(await verifyWholeDatabase(server.environment.db)).toEqual([]);
});

test('concurrent moves of the same units find exactly the bottles that there are', async () => {
  const winery = await floor.winery();
  const own = { Warehouse: worked, CustomerNo: winery.customerNo, ItemNo: 'WINE-1' };
  const put = (To: string) => floor.packer.call('Bins/PutAway', { ...own, MoveId: uuidv7(), To, Quantity: 60 });
  const puts = await Promise.all(['FACE-2', 'BACK-2', 'FACE-2', 'BACK-2'].map(put));
  expect(puts.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  const From = puts.find(({ status }) => status === 200)?.body.To.Location;
  const To = From === 'FACE-2' ? 'BACK-2' : 'FACE-2';
  const moves = await Promise.all(
    Array.from({ length: 4 }, () =>
      floor.packer.call('Bins/Move', { ...own, MoveId: uuidv7(), From, To, Quantity: 25 }),
    ),
  );
  expect(moves.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403]);
  // Back and forth at once: no deadlock.
  const crossing = await Promise.all(
    [From, To, From, To].map((start) =>
      floor.packer.call('Bins/Move', {
        ...own,
        MoveId: uuidv7(),
        From: start,
        To: start === From ? To : From,
        Quantity: 5,
      }),
    ),
  );
  expect(crossing.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await placed(winery)).toEqual([100, 100]);
});

test('one transaction at a time puts more of an item into bins, also into empty ones', async () => {
  const { db } = server.environment;
  const { customerNo } = await floor.winery();
  const put = (toLocation: string) => ({
    kind: 'put away' as const,
    moveId: uuidv7(),
    customerNo,
    warehouse: worked,
    itemNo: 'WINE-1',
    status: 'GOOD-NO-TX',
    fromLocation: '',
    toLocation,
    quantity: 60,
  });
  const operator = { operatorId: uuidv7(), email: 'ann@warehouse.example', role: 'floor' as const, warehouses: [] };
  let second: Promise<unknown> | undefined;
  await db.write(async (tx) => {
    await makeBinMoveInTransaction(tx, operator, put('FACE-2'));
    await tx.rows('select 1');
    let isOver = false;
    second = makeBinMove(db, operator, put('BACK-2')).finally(() => {
      isOver = true;
    });
    second.catch(() => undefined);
    // It waits for the first one, or is over by mistake.
    while (!isOver && (await lockWaits(db)) === 0);
  });
  await expect(second).rejects.toThrow(/in no bin/);
});

/**
 * Runs a change of WINE-1, of which 5 good units are recorded in a bin and 10 damaged ones in BACK-2, while another transaction puts 2
 * damaged ones back into the bin; and returns its reply and the damaged units of the bin after both.
 */
async function whilePutBack(location: string, change: (own: object) => Promise<Json>) {
  const { db } = server.environment;
  const { customerNo } = await floor.winery();
  const [itemNo, status] = ['WINE-1', 'DMGD-NO-TX'];
  const own = { Warehouse: worked, CustomerNo: customerNo, ItemNo: itemNo };
  await givenStock(db, customerNo, [{ itemNo, status, quantity: 12, warehouse: worked }]);
  await floor.packer.call('Bins/PutAway', { ...own, MoveId: uuidv7(), To: location, Quantity: 5 });
  const damaged = { ...own, InventoryStatus: status };
  const put = { ...damaged, MoveId: uuidv7(), To: 'BACK-2', Quantity: 10 };
  expect((await floor.packer.call('Bins/PutAway', put)).status).toBe(200);
  let changing: Promise<Json> | undefined;
  await db.write(async (tx) => {
    await changeBinContents(tx, { warehouse: worked }, [{ customerNo, itemNo, location, status, units: -2 }]);
    changing = change(damaged);
    changing.catch(() => undefined);
    await untilBlocked(db);
  });
  const reply = await changing;
  const { body } = await floor.lead.call('Bins/Find', { Warehouse: worked, Code: 'WINE-1' });
  const { Bins } = body.Items.find((each: Json) => each.CustomerNo === customerNo && each.InventoryStatus === status);
  return { reply, units: Bins.find(({ Location }: Json) => Location === location)?.Quantity };
}

test('a move into a bin adds to what is put back into it in the same inventory status at that moment', async () => {
  const move = { MoveId: uuidv7(), From: 'BACK-2', To: 'FACE-2', Quantity: 4 };
  const { reply, units } = await whilePutBack('FACE-2', (own) => floor.packer.call('Bins/Move', { ...own, ...move }));
  expect(reply).toMatchObject({ status: 200, body: { To: { Quantity: 6 } } });
  expect(units).toBe(6);
});

test('a count waits for what is put back into the bin at that moment, and finds no difference', async () => {
  const place = { Warehouse: worked, Location: 'FACE-3', WalkOrder: 9, Kind: 'pick' };
  expect((await floor.lead.call('Locations/Set', place)).status).toBe(200);
  const { reply, units } = await whilePutBack('FACE-3', ({ Warehouse, ...line }: Json) =>
    floor.packer.call('Counts/Record', {
      SheetId: uuidv7(),
      Warehouse,
      Location: 'FACE-3',
      Lines: [
        { ...line, Quantity: 2 },
        { ...line, InventoryStatus: 'GOOD-NO-TX', Quantity: 5 },
      ],
    }),
  );
  expect(reply).toMatchObject({ status: 200, body: { Lines: [] } });
  expect(units).toBe(2);
});

test('a reserve that a move empties keeps its record while bottles of it are picked, which may go back', async () => {
  const winery = await floor.winery();
  const reserve = { Warehouse: worked, Location: 'RESERVE-9', Kind: 'reserve', WalkOrder: 9 };
  expect((await floor.lead.call('Locations/Set', reserve)).status).toBe(200);
  const own = { Warehouse: worked, CustomerNo: winery.customerNo, ItemNo: 'WINE-1' };
  await floor.packer.call('Bins/PutAway', { ...own, MoveId: uuidv7(), To: 'RESERVE-9', Quantity: 5 });
  const { Wave } = await floor.release(winery, (await winery.waiting()).reference);
  const { Session } = (await floor.packer.call('Picking/Start', { Wave })).body;
  for (const Code of ['RESERVE-9', 'WINE-1'])
    await floor.packer.call('Picking/Scan', { Session, ScanId: uuidv7(), Code });
  const move = { ...own, MoveId: uuidv7(), From: 'RESERVE-9', To: 'FACE-2', Quantity: 4 };
  expect((await floor.packer.call('Bins/Move', move)).status).toBe(200);
  const inReserve = async () => {
    const { body } = await floor.packer.call('Bins/Find', { Warehouse: worked, Code: 'WINE-1' });
    const { Bins } = body.Items.find((each: Json) => each.CustomerNo === winery.customerNo);
    return Bins.find(({ Location }: Json) => Location === 'RESERVE-9')?.Quantity;
  };
  expect(await inReserve()).toBe(0);
  await floor.packer.call('Picking/Undo', { Session, ScanId: uuidv7() });
  expect(await inReserve()).toBe(1);
});

test('bottles that are picked for an order are not listed as in no bin until it departs', async () => {
  const winery = await floor.winery();
  const own = { Warehouse: worked, CustomerNo: winery.customerNo, ItemNo: 'WINE-1' };
  await floor.packer.call('Bins/PutAway', { ...own, MoveId: uuidv7(), To: 'FACE-2', Quantity: 80 });
  const { reference, orderNo } = await winery.waiting();
  const { Wave } = await floor.release(winery, reference);
  const task = (await floor.packer.call('Picking/Start', { Wave })).body;
  const unplaced = async () => {
    const { body } = await floor.packer.call('Bins/Find', { Warehouse: worked, Code: 'WINE-1' });
    return body.Items.find((each: Json) => each.CustomerNo === winery.customerNo).Unplaced;
  };
  for (const Code of ['FACE-2', 'WINE-1', 'TOTE-1']) {
    const scan = { Session: task.Session, ScanId: uuidv7(), Code };
    const { body } = await floor.packer.call('Picking/Scan', scan);
    expect(['right', 'done']).toContain(body.Verdict);
    expect(await unplaced()).toBe(20);
  }
  const { Boxes } = await floor.label(orderNo, ['WINE-1']);
  expect(await unplaced()).toBe(20);
  await floor.pack('Stage', { TrackingNumber: Boxes[0].TrackingNumber });
  expect(await unplaced()).toBe(20);
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  expect(await unplaced()).toBe(20);
  await floor.led('Depart', { Manifest });
  expect(await unplaced()).toBe(20);
});
