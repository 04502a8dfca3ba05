/** Counts while people have taken bottles of the bin that have not left: they are not missing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import type { Json } from '../support/bins.ts';
import { type Floor, mustSucceed, openFloor, worked } from '../support/floor.ts';
import type { Winery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
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
async function count({ winery, Location }: Awaited<ReturnType<typeof withBin>>, Quantity: number): Promise<string[]> {
  const states: string[] = [];
  for (const person of counters) {
    const sheet = { SheetId: uuidv7(), Warehouse: worked, Location, Lines: [{ ...of(winery), Quantity }] };
    states.push(...mustSucceed(await person.call('Counts/Record', sheet)).Lines.map(({ State }: Json) => State));
  }
  return states;
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

/** Counts 10 bottles for a transfer, out of this bin or without saying where they come from; the session. */
async function takeForTransfer({ client }: Winery, Location = ''): Promise<string> {
  const info = { TransferFromWarehouse: worked, TransferToWarehouse: 'SJU01', CustomerReferenceNo: uuidv7() };
  const sent = transfer(info, [{ ItemNo: 'WINE-1', ItemQuantity: 10 }]);
  const { status, body } = await client.call('InventoryMovement/CreateTransferOrder', sent);
  expect(status).toBe(201);
  const { Session } = (await called('Receiving/Open', { Warehouse: worked, Scan: body })).Receipt;
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
    ...{ ...of(bin.winery), MoveId: uuidv7(), Warehouse: worked, From: bin.Location, To: other.Location, Quantity: 40 },
  });
  await takeForTransfer(bin.winery, bin.Location);
  mustSucceed(await floor.lead.call('Counts/Open', { Warehouse: worked, ...of(bin.winery) }));
  expect(await count(bin, 50)).toEqual(['counted']);
});

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
