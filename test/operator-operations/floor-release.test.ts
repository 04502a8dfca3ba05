/** Floor/Release: waiting orders of any customers go on the floor, in a wave. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCustomer, updateCustomer } from '../../src/auth/index.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { setClock } from '../simulation/clock.ts';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { recipient } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const named = (winery: { customerNo: string }, ...orders: { reference: string }[]) =>
  orders.map(({ reference }) => ({ CustomerNo: winery.customerNo, TransactionReferenceNumber: reference }));

test('200 releases orders of several customers into a wave; again, nothing happens, and there is no other wave', async () => {
  const wineries = [await floor.winery(), await floor.winery()];
  const orders = [];
  for (const winery of wineries) {
    for (let n = 0; n < 3; n += 1) orders.push(...named(winery, await winery.waiting()));
  }
  const { Number: first } = await floor.led('Release', { Warehouse: worked, Orders: orders, Name: 'morning' });
  const again = await floor.led('Release', { Warehouse: worked, Orders: orders });
  const { db } = server.environment;
  const names = new Map<string, string>();
  for (const { customerNo } of wineries) names.set(customerNo, (await readCustomer(db, customerNo)).name);
  expect(again.Outcomes.map(({ CustomerName }: { CustomerName: string }) => CustomerName)).toEqual(
    orders.map(({ CustomerNo }) => names.get(CustomerNo)),
  );
  expect(again).toMatchObject({ Wave: '', Number: 0, Released: 0 });
  expect((await floor.led('Waves', { Warehouse: worked })).Records[0]).toMatchObject({ Number: first, Orders: 6 });
  expect(again.Outcomes).toMatchObject(
    orders.map((order) => ({ ...order, Released: false, Message: expect.stringContaining('in work already') })),
  );
  for (const winery of wineries) {
    const mine = orders.find(({ CustomerNo }) => CustomerNo === winery.customerNo)?.TransactionReferenceNumber ?? '';
    expect(await winery.statusOf(mine)).toBe('PROCESSING ORDER');
    expect(await winery.timeline(mine)).toEqual(['sales_order.processing', 'sales_order.floor_released']);
    const { body } = await winery.client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber: mine });
    expect(body.State).toBe('PROCESSING ORDER');
  }
  const { rows } = await server.database.pool.query(
    "select actor, operation from log where kind = 'sales_order.floor_released' and subject = $1",
    [orders[0]?.TransactionReferenceNumber],
  );
  expect(rows).toEqual([{ actor: `operator:${floor.lead.operator.email}`, operation: 'Floor/Release' }]);
});

test('200 early in the morning, orders whose day it is are released by filter, on ship days and requested', async () => {
  const winery = await floor.winery();
  const { db } = server.environment;
  const { customerNo } = winery;
  // Wednesday, 5:30 at the warehouse.
  await setClock(db, customerNo, Temporal.Instant.from('2031-03-05T05:30:00-08:00'));
  const requested = await winery.waiting({ ShipmentInfo: { RequestedShipmentDate: '03/05/2031' } });
  await updateCustomer(db, { customerNo, preferences: { shipDays: [3] }, actor: 'operator:test' });
  // The server keeps customers until it hears of their change, within a second.
  await expect.poll(async () => (await readCustomer(db, customerNo)).preferences.shipDays).toEqual([3]);
  const onShipDay = await winery.waiting();
  const tomorrow = await winery.waiting({ ShipmentInfo: { RequestedShipmentDate: '03/06/2031' } });
  await catchUpOrderIndex(db);
  const filter = { Warehouse: worked, Customers: [customerNo] };
  expect(await floor.led('ReleasePreview', filter)).toMatchObject({ Orders: 2, NotReleased: [] });
  expect((await floor.led('Release', filter)).Outcomes).toMatchObject([{ Released: true }, { Released: true }]);
  for (const { reference } of [requested, onShipDay]) {
    expect(await winery.statusOf(reference)).toBe('PROCESSING ORDER');
  }
  expect(await winery.statusOf(tomorrow.reference)).toBe('RECEIVED');
});

test('200 a waiting order may be updated and canceled; each other one has its reason', async () => {
  const winery = await floor.winery();
  const [canceled, held, elsewhere, jit] = [
    await winery.waiting(),
    await winery.waiting({ OrderInfo: { HoldOrder: true } }),
    await winery.order(),
    await winery.waiting({ OrderInfo: { OrderType: 'JIT' } }),
  ];
  await winery.advance(3 * 24 * 3_600);
  const cancellation = { TransactionReferenceNumber: canceled.reference };
  expect((await winery.client.call('SalesOrder/CancelSalesOrder', cancellation)).status).toBe(200);
  const orders = [
    ...named(winery, canceled, held, elsewhere, jit),
    { CustomerNo: 'UNKNOWN', TransactionReferenceNumber: held.reference },
  ];
  const { Released, Outcomes } = await floor.led('Release', { Warehouse: worked, Orders: orders });
  expect(Released).toBe(0);
  expect(Outcomes.map(({ Message }: { Message: string }) => Message)).toEqual([
    expect.stringContaining('it is canceled'),
    expect.stringContaining('it is on hold'),
    expect.stringMatching(/ships from APC01|in work already|SHIPPED/),
    expect.stringContaining('JIT'),
    expect.stringContaining('no order'),
  ]);
});

test('200 an order that a rule holds at its release says so', async () => {
  const winery = await floor.winery();
  const order = await winery.waiting({ RecipientContactInfo: { ...recipient, Address: 'P.O. Box 12' } });
  const { Outcomes } = await floor.led('Release', { Warehouse: worked, Orders: named(winery, order) });
  expect(Outcomes).toMatchObject([{ Released: false, Message: expect.stringMatching(/post office boxes.*[^.]\.$/) }]);
  expect(await winery.statusOf(order.reference)).toBe('ON CUSTOMER SERVICE HOLD');
});

test('200 by filter; without any order there is no wave', async () => {
  const winery = await floor.winery();
  await winery.waiting();
  const filter = { Warehouse: worked, Customers: [winery.customerNo] };
  await catchUpOrderIndex(server.environment.db);
  expect(await floor.led('Release', filter)).toMatchObject({ Released: 1, Bottles: 1 });
  expect(await floor.led('Release', filter)).toEqual({ Wave: '', Number: 0, Released: 0, Bottles: 0, Outcomes: [] });
});

test('200 by filter, does not choose orders again that were released while the lists are behind', async () => {
  const winery = await floor.winery();
  const [first, second] = [await winery.waiting(), await winery.waiting()];
  await catchUpOrderIndex(server.environment.db);
  const reader = await server.database.pool.connect();
  await reader.query('begin');
  try {
    // As a process that reads the log of the winery: until it ends, the lists show what they showed before.
    await reader.query('select from log_cursors where customer_no = $1 for update', [winery.customerNo]);
    await floor.led('Release', { Warehouse: worked, Orders: named(winery, first) });
    const filter = { Warehouse: worked, Customers: [winery.customerNo] };
    expect(await floor.led('ReleasePreview', filter)).toMatchObject({
      Orders: 1,
      Waiting: { Orders: 1 },
      NotReleased: [],
    });
    const { Released, Outcomes } = await floor.led('Release', filter);
    expect({ Released, Outcomes }).toMatchObject({ Released: 1, Outcomes: named(winery, second) });
    expect(await floor.led('Release', filter)).toMatchObject({ Number: 0, Released: 0, Outcomes: [] });
  } finally {
    await reader.query('rollback');
    reader.release();
  }
});

test('400 orders together with a filter', async () => {
  const request = { Warehouse: worked, Orders: named({ customerNo: 'A' }, { reference: 'x' }), Carriers: ['FEX'] };
  expect((await floor.lead.call('Floor/Release', request)).status).toBe(400);
});

test('403 for an automatic warehouse', async () => {
  expect((await floor.lead.call('Floor/Release', { Warehouse: 'APC01' })).status).toBe(403);
});

test('404 for an unknown warehouse', async () => {
  expect((await floor.lead.call('Floor/Release', { Warehouse: 'NOPE1' })).status).toBe(404);
});
