/** Floor/ReleasePreview: the effect of a release, without a change. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCustomer, updateCustomer } from '../../src/auth/index.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { setClock } from '../simulation/clock.ts';
import { givenItems } from '../support/catalog.ts';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

interface ReleasedWave {
  readonly OneBottle: boolean;
  readonly Bottles: number;
  readonly References: readonly { readonly TransactionReferenceNumber: string }[];
}

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(() => server.close());

test('200 sums what can be released by carrier, and says why others stay', async () => {
  const winery = await floor.winery();
  const ups = { ShipmentInfo: { ShippingCarrier: 'UPS' } } as const;
  await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 3 }] });
  await winery.waiting(ups);
  const short = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-3', ItemQuantity: 4 }] });
  // It waits for its winery, not for stock.
  await winery.waiting({ OrderInfo: { HoldOrder: 1 } });
  const customers = { Warehouse: worked, Customers: [winery.customerNo] };
  await catchUpOrderIndex(server.environment.db);
  expect(await floor.led('ReleasePreview', customers)).toEqual({
    Orders: 2,
    Bottles: 4,
    Lines: 2,
    NotReleased: [],
    Carriers: [
      { Carrier: 'FEX', Orders: 1, Bottles: 3, Lines: 1 },
      { Carrier: 'UPS', Orders: 1, Bottles: 1, Lines: 1 },
    ],
    Waves: [expect.objectContaining({ Carrier: 'FEX', OneBottle: false }), expect.objectContaining({ Carrier: 'UPS' })],
    Waiting: { Orders: 2, Bottles: 4, Lines: 2 },
    WaitingForStock: { Orders: 1, Bottles: 4 },
  });
  expect((await floor.led('ReleasePreview', { ...customers, OneBottle: true })).Orders).toBe(1);
  expect((await floor.led('ReleasePreview', { ...customers, Carriers: ['UPS'], Services: ['GRND'] })).Bottles).toBe(1);
  const named = { CustomerNo: winery.customerNo, TransactionReferenceNumber: short.reference };
  const { NotReleased } = await floor.led('ReleasePreview', { Warehouse: worked, Orders: [named] });
  const CustomerName = (await readCustomer(server.environment.db, winery.customerNo)).name;
  expect(NotReleased).toEqual([
    { ...named, CustomerName, Message: `Order ${short.orderNo} is not released: it is on hold (ON INV HOLD).` },
  ]);
});

test('200 puts together what is packed alike: by carrier, service and ice pack, orders of one bottle apart', async () => {
  const winery = await floor.winery();
  const cold = { ShipmentInfo: { IcePack: 1 as const } };
  const pair = { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] };
  const [first, second] = [await winery.waiting(pair), await winery.waiting(pair)];
  for (const each of [{}, cold, { ShipmentInfo: { ShippingCarrierService: '2DAY' as const } }])
    await winery.waiting(each);
  await catchUpOrderIndex(server.environment.db);
  const customers = { Warehouse: worked, Customers: [winery.customerNo] };
  const { Waves } = await floor.led('ReleasePreview', customers);
  const ground = { Carrier: 'FEX', Service: 'GRND' };
  expect(Waves).toHaveLength(4);
  expect(Waves[0]).toEqual({
    ...ground,
    IcePack: false,
    OneBottle: false,
    Orders: 2,
    Bottles: 4,
    Lines: 2,
    References: [first, second].map(({ reference }) => ({
      CustomerNo: winery.customerNo,
      TransactionReferenceNumber: reference,
    })),
  });
  for (const wave of [
    { ...ground, IcePack: false, OneBottle: true, Orders: 1 },
    { ...ground, IcePack: true, OneBottle: true, Orders: 1 },
    { Carrier: 'FEX', Service: '2DAY', IcePack: false, OneBottle: true, Orders: 1 },
  ]) {
    expect(Waves).toContainEqual(expect.objectContaining(wave));
  }
  expect((await floor.led('ReleasePreview', { ...customers, IcePack: true })).Orders).toBe(1);
  expect((await floor.led('ReleasePreview', { ...customers, IcePack: false })).Waiting.Orders).toBe(4);
});

test('200 a wave of one bottle has the orders that the filter finds: a bottle with a fee is in another', async () => {
  const winery = await floor.winery();
  await givenItems(server.environment.db, winery.customerNo, [{ itemNo: 'FEE', storage: 'virtual' }]);
  const bottle = { ItemNo: 'WINE-1', ItemQuantity: 1 };
  const alone = await winery.waiting({ ItemsInfo: [bottle] });
  const withFee = await winery.waiting({ ItemsInfo: [bottle, { ItemNo: 'FEE', ItemQuantity: 1 }] });
  await catchUpOrderIndex(server.environment.db);
  const wavesOf = async (filter: object) => {
    const { Waves } = await floor.led('ReleasePreview', {
      Warehouse: worked,
      Customers: [winery.customerNo],
      ...filter,
    });
    return Waves.map(({ OneBottle, Bottles, References }: ReleasedWave) => [
      OneBottle,
      Bottles,
      References[0]?.TransactionReferenceNumber,
    ]);
  };
  const [one, more] = [
    [true, 1, alone.reference],
    [false, 1, withFee.reference],
  ];
  expect(await wavesOf({})).toEqual(expect.arrayContaining([one, more]));
  expect(await wavesOf({ OneBottle: true })).toEqual([one]);
  expect(await wavesOf({ OneBottle: false })).toEqual([more]);
});

test('200 an order that ships later is not among those that wait, unless the filter asks for its day', async () => {
  const winery = await floor.winery();
  const later = Temporal.Now.plainDateISO().add({ days: 20 });
  const RequestedShipmentDate = `${later.month}/${later.day}/${later.year}`;
  const { orderNo } = await winery.waiting({ ShipmentInfo: { RequestedShipmentDate } });
  const customers = { Warehouse: worked, Customers: [winery.customerNo] };
  await catchUpOrderIndex(server.environment.db);
  expect(await floor.led('ReleasePreview', customers)).toMatchObject({ Orders: 0, NotReleased: [] });
  const inAMonth = later.add({ days: 20 });
  const ShipsBy = `${inAMonth.month}/${inAMonth.day}/${inAMonth.year}`;
  expect(await floor.led('ReleasePreview', { ...customers, ShipsBy })).toMatchObject({
    Orders: 0,
    NotReleased: [{ Message: `Order ${orderNo} is not released: its ship date is in the future.` }],
  });
  // Its day is that of the customer's clock.
  await winery.advance(31 * 24 * 3_600);
  expect(await floor.led('ReleasePreview', customers)).toMatchObject({ Orders: 1, NotReleased: [] });
});

test('200 an order of a winery with ship days is among those that wait on these days alone', async () => {
  const winery = await floor.winery();
  const { db } = server.environment;
  const { customerNo } = winery;
  await setClock(db, customerNo);
  await updateCustomer(db, { customerNo, preferences: { shipDays: [3, 6] }, actor: 'operator:test' });
  const { orderNo, reference } = await winery.waiting();
  const customers = { Warehouse: worked, Customers: [customerNo] };
  await catchUpOrderIndex(db);
  expect(await floor.led('ReleasePreview', customers), 'on Tuesday').toMatchObject({ Orders: 0, NotReleased: [] });
  const Orders = [{ CustomerNo: customerNo, TransactionReferenceNumber: reference }];
  expect((await floor.led('ReleasePreview', { Warehouse: worked, Orders })).NotReleased).toMatchObject([
    { Message: `Order ${orderNo} is not released: its ship date is in the future.` },
  ]);
  await winery.advance(24 * 3_600);
  expect(await floor.led('ReleasePreview', customers), 'on Wednesday').toMatchObject({ Orders: 1, NotReleased: [] });
});

test('400 orders together with a filter', async () => {
  const orders = [{ CustomerNo: 'A', TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009' }];
  const { status, body } = await floor.lead.call('Floor/ReleasePreview', {
    Warehouse: worked,
    Orders: orders,
    Carriers: ['FEX'],
  });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Orders']);
});

test('403 for an automatic warehouse', async () => {
  expect((await floor.lead.call('Floor/ReleasePreview', { Warehouse: 'APC01' })).status).toBe(403);
});

test('404 for an unknown warehouse', async () => {
  expect((await floor.lead.call('Floor/ReleasePreview', { Warehouse: 'NOPE1' })).status).toBe(404);
});
