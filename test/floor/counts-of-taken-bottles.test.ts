/** Counts while people have taken bottles of the bin that have not left: they are not missing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import type { Json } from '../support/bins.ts';
import { type Floor, mustSucceed, openFloor, worked } from '../support/floor.ts';
import type { Winery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { pickScan } from '../support/picking.ts';
import { receiptCount } from '../support/receiving.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { transfer } from '../transfer-orders/transfer-winery.ts';

let server: TestServer;
let floor: Floor;
let counters: readonly OperatorClient[];
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
  counters = [floor.packer, await signedIn(server, 'floor', { warehouses: [worked] })];
});
afterAll(async () => {
  expect(await verifyWholeDatabase(server.environment.db)).toEqual([]);
  await server.close();
});

let bins = 0;

/** A winery whose 100 bottles of WINE-1 all lie in one bin. */
async function withBin() {
  const winery = await floor.winery();
  bins += 1;
  const Location = `TAKEN-${bins}`;
  mustSucceed(
    await floor.lead.call('Locations/Set', { Warehouse: worked, Location, WalkOrder: bins, Kind: 'reserve' }),
  );
  await called('Bins/PutAway', { ...of(winery), MoveId: uuidv7(), Warehouse: worked, To: Location, Quantity: 100 });
  return { winery, Location };
}

const of = ({ customerNo }: Winery) => ({ CustomerNo: customerNo, ItemNo: 'WINE-1' });
const called = async (operation: string, body: object): Promise<Json> =>
  mustSucceed(await floor.packer.call(operation, body));

/** Two people count the bin; the states of its item. */
async function count(bin: Awaited<ReturnType<typeof withBin>>, Quantity: number): Promise<string[]> {
  const states: string[] = [];
  for (const person of counters) states.push(...(await countOnce(person, bin, Quantity)));
  return states;
}

async function countOnce(
  person: OperatorClient,
  { winery, Location }: Awaited<ReturnType<typeof withBin>>,
  Quantity: number,
): Promise<string[]> {
  const sheet = { SheetId: uuidv7(), Warehouse: worked, Location, Lines: [{ ...of(winery), Quantity }] };
  const { Lines } = mustSucceed(await person.call('Counts/Record', sheet));
  return Lines.filter(({ CustomerNo }: Json) => CustomerNo === winery.customerNo).map(({ State }: Json) => State);
}

const differences = async (winery: Winery): Promise<number[]> => {
  const { Records } = mustSucceed(await floor.lead.call('Counts/Differences', { Warehouses: [worked] }));
  const own = Records.filter(({ CustomerNo }: Json) => CustomerNo === winery.customerNo);
  return own.map(({ Difference }: Json) => Difference);
};

async function placed(winery: Winery): Promise<Json> {
  const { Items } = mustSucceed(await floor.lead.call('Bins/Find', { Warehouse: worked, Code: 'WINE-1' }));
  const { Bins, Unplaced } = Items.find(({ CustomerNo }: Json) => CustomerNo === winery.customerNo);
  return { bin: Bins[0].Quantity, none: Unplaced };
}

/** Enters a transfer of 10 bottles and opens it; what the station shows. */
async function openTransfer({ client }: Winery): Promise<Json> {
  const info = { TransferFromWarehouse: worked, TransferToWarehouse: 'SJU01', CustomerReferenceNo: uuidv7() };
  const sent = transfer(info, [{ ItemNo: 'WINE-1', ItemQuantity: 10 }]);
  const { status, body } = await client.call('InventoryMovement/CreateTransferOrder', sent);
  expect(status).toBe(201);
  return (await called('Receiving/Open', { Warehouse: worked, Scan: body })).Receipt;
}

/** Counts 10 bottles for a transfer, out of this bin or without saying where they come from; the session. */
async function takeForTransfer(winery: Winery, Location = ''): Promise<string> {
  const { Session } = await openTransfer(winery);
  await called('Receiving/Count', { ...receiptCount(Session, 'WINE-1', 10), Location });
  return Session;
}

test.each(['named', 'unnamed'])(
  'bottles on the pallet of a transfer, out of a %s bin, are not missing',
  async (how) => {
    const bin = await withBin();
    const Session = await takeForTransfer(bin.winery, how === 'named' ? bin.Location : '');
    expect((await count(bin, 90))[0]).toBe('counted');
    expect(await differences(bin.winery)).toEqual([]);
    expect(await called('Receiving/Finish', { Session })).toMatchObject({ Result: { OrderStatus: 'IN TRANSIT' } });
    expect(await placed(bin.winery)).toEqual({ bin: 90, none: 0 });
  },
);

test('a bin is counted again beside a transfer with the same result, while the count has other places', async () => {
  const bin = await withBin();
  const other = await withBin();
  await called('Bins/Move', {
    ...of(bin.winery),
    MoveId: uuidv7(),
    Warehouse: worked,
    From: bin.Location,
    To: other.Location,
    Quantity: 40,
  });
  await takeForTransfer(bin.winery, bin.Location);
  mustSucceed(await floor.lead.call('Counts/Open', { Warehouse: worked, ...of(bin.winery) }));
  expect(await count(bin, 50)).toEqual(['counted']);
});

test.each([
  { found: 50, states: ['counted'], surplus: [] },
  { found: 60, states: ['recount', 'counted'], surplus: [10] },
])(
  'of a whole count beside an unnamed pallet of 10, what is found besides is too many: $found of 60 found',
  async ({ found, states, surplus }) => {
    const bin = await withBin();
    const { winery } = bin;
    const other = { winery, Location: (await withBin()).Location };
    const move = { ...of(winery), Warehouse: worked, From: bin.Location, To: other.Location, Quantity: 40 };
    await called('Bins/Move', { ...move, MoveId: uuidv7() });
    await takeForTransfer(winery);
    mustSucceed(await floor.lead.call('Counts/Open', { Warehouse: worked, ...of(winery) }));
    for (const expected of states) {
      await countOnce(counters[0] as OperatorClient, other, 40);
      expect(await countOnce(counters[1] as OperatorClient, bin, found)).toEqual([expected]);
      counters = [...counters].reverse();
    }
    expect(await differences(winery)).toEqual(surplus);
  },
);

test('beside a transfer, a bottle that is not there is missing', async () => {
  const bin = await withBin();
  const Session = await takeForTransfer(bin.winery, bin.Location);
  expect(await count(bin, 89)).toEqual(['recount', 'counted']);
  expect(await differences(bin.winery)).toEqual([-1]);
  await called('Receiving/Finish', { Session });
  expect(await placed(bin.winery)).toEqual({ bin: 89, none: 0 });
});

test.each([
  { found: 97, states: ['counted'], missing: [] },
  { found: 95, states: ['recount', 'counted'], missing: [-2] },
])(
  'of 3 bottles in the boxes of an order that was packed without a picking task none is missing: $found found',
  async ({ found, states, missing }) => {
    const bin = await withBin();
    const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity: 3 }] as Json;
    const { orderNo, reference } = await bin.winery.waiting({ ItemsInfo });
    await floor.release(bin.winery, reference);
    await floor.packInto(orderNo, ['WINE-1', 'WINE-1', 'WINE-1']);
    expect(await count(bin, found)).toEqual(states);
    expect(await differences(bin.winery)).toEqual(missing);
  },
);

test('a picker is sent past a bin that a transfer has emptied, for as many as it left in the others', async () => {
  const [emptied, other] = [await withBin(), await withBin()];
  const { winery } = emptied;
  const move = { ...of(winery), Warehouse: worked, From: emptied.Location, To: other.Location };
  await called('Bins/Move', { ...move, MoveId: uuidv7(), Quantity: 90 });
  const { reference } = await winery.order({
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 3 }],
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: worked },
  });
  const { Wave } = await floor.release(winery, reference);
  const Session = await takeForTransfer(winery, emptied.Location);
  const started = await called('Picking/Start', { Wave });
  expect(started.Current).toMatchObject({ Location: other.Location, Units: 3 });
  const { Picks } = await floor.led('Wave', { Wave });
  expect(Picks).toMatchObject([{ Location: other.Location, Units: 3 }]);
  for (const Code of [other.Location, ...Array.from({ length: 3 }, () => 'WINE-1')]) {
    await called('Picking/Scan', pickScan(started.Session, Code));
  }
  await called('Receiving/Finish', { Session });
  const { Items } = mustSucceed(await floor.lead.call('Bins/Find', { Warehouse: worked, Code: 'WINE-1' }));
  const { Bins, Unplaced } = Items.find(({ CustomerNo }: Json) => CustomerNo === winery.customerNo);
  expect([Bins.map(({ Quantity }: Json) => Quantity), Unplaced]).toEqual([[0, 87], 0]);
});

test('a packer is sent past a bin that a transfer has emptied, for what replaces a damaged bottle', async () => {
  const [emptied, other] = [await withBin(), await withBin()];
  const { winery } = emptied;
  const move = { ...of(winery), Warehouse: worked, From: emptied.Location, To: other.Location };
  await called('Bins/Move', { ...move, MoveId: uuidv7(), Quantity: 90 });
  const { orderNo, reference } = await winery.order({
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: worked },
  });
  await floor.release(winery, reference);
  const Session = await takeForTransfer(winery, emptied.Location);
  const packing = await floor.packInto(orderNo, ['WINE-1']);
  const report = { Session: packing.Session, ScanId: uuidv7(), ItemNo: 'WINE-1', Quantity: 1, IsPacked: true };
  const { Message } = await floor.pack('ReportDamage', { ...report, ReasonCode: 'BROKEN' });
  expect(Message).toBe(`Take 1 × WINE-1 from ${other.Location} and scan it.`);
  await called('Receiving/Finish', { Session });
});

test('a pick face is filled past a bin that a transfer has emptied', async () => {
  const [emptied, other] = [await withBin(), await withBin()];
  const { winery } = emptied;
  const move = { ...of(winery), Warehouse: worked, From: emptied.Location, To: other.Location };
  await called('Bins/Move', { ...move, MoveId: uuidv7(), Quantity: 90 });
  const face = { Warehouse: worked, Location: `FACE-${bins}` };
  mustSucceed(await floor.lead.call('Locations/Set', { ...face, WalkOrder: bins, Kind: 'pick' }));
  mustSucceed(await floor.lead.call('Bins/SetRule', { ...face, ...of(winery), Minimum: 6, Target: 24 }));
  const Session = await takeForTransfer(winery, emptied.Location);
  const { Records } = await called('Bins/ListReplenishments', { Warehouse: worked });
  const From = [{ Location: other.Location, Quantity: 24 }];
  expect(Records.filter(({ Location }: Json) => Location === face.Location)).toMatchObject([{ Wanted: 24, From }]);
  await called('Receiving/Finish', { Session });
});

test('the next transfer is not taken from a bin that another one has emptied', async () => {
  const [emptied, other] = [await withBin(), await withBin()];
  const { winery } = emptied;
  const move = { ...of(winery), Warehouse: worked, From: emptied.Location, To: other.Location };
  await called('Bins/Move', { ...move, MoveId: uuidv7(), Quantity: 90 });
  const Session = await takeForTransfer(winery, emptied.Location);
  expect((await openTransfer(winery)).Lines).toMatchObject([{ ItemNo: 'WINE-1', Bins: [other.Location] }]);
  await called('Receiving/Finish', { Session });
});
