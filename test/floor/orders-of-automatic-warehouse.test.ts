/** Orders that were due and wait for their release: standing rules reach them, and no change of their warehouse loses one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runDueWork } from '../../src/platform/due-work.ts';
import { simulationStepHandlers } from '../../src/simulation/index.ts';
import { type Floor, mustSucceed, openFloor, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWiredDb } from '../support/wired-db.ts';

let server: TestServer;
let floor: Floor;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
  admin = await signedIn(server, 'admin');
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const day = 24 * 3_600;
const asJit = { OrderInfo: { OrderType: 'JIT' } } as const;
const setFloor = async (as: 'worked' | 'automatic') =>
  mustSucceed(await admin.call('Warehouses/Set', { Warehouse: worked, Floor: as }));
const stepsOf = async (customerNo: string) =>
  (
    await server.environment.db.rows<{ step: string }>(
      'select step from due_work where customer_no = $1 order by step',
      [customerNo],
    )
  ).map(({ step }) => step);

test('a new standing rule holds orders that wait for their release or the scan of their label, and its end frees them', async () => {
  const winery = await floor.winery();
  const [club, jit] = [await winery.waiting(), await winery.waiting(asJit)];
  await winery.advance(3 * day);
  expect(await stepsOf(winery.customerNo)).toEqual([]);
  const closed = { State: 'CO', Open: false };
  const preview = mustSucceed(await admin.call('Rules/SetLicense', { ...closed, Preview: true }));
  expect(preview).toMatchObject({ OrdersHeld: 2 });
  // For all customers: those with nothing but waiting orders are found too.
  expect(mustSucceed(await admin.call('Rules/SetLicense', closed))).toMatchObject({ OrdersHeld: 2 });
  expect((await winery.onHold()).map(({ OrderNo }) => OrderNo).sort()).toEqual([club.orderNo, jit.orderNo].sort());
  await expectLedgerConsistent(server.environment.db);
  const opened = mustSucceed(await admin.call('Rules/SetLicense', { State: 'CO', Open: true }));
  expect(opened).toMatchObject({ OrdersReleased: 2 });
  await winery.advance(3 * day);
  expect([await winery.statusOf(club.reference), await winery.statusOf(jit.reference)]).toEqual([
    'RECEIVED',
    'RECEIVED',
  ]);
  await floor.release(winery, club.reference);
});

test('a warehouse becomes automatic and its server is killed at once: another one starts every order that waited', async () => {
  const winery = await floor.winery();
  const orders = [await winery.waiting(), await winery.waiting()];
  const jit = await winery.waiting(asJit);
  await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: jit.orderNo });
  const elsewhere = await winery.order(asJit);
  await winery.advance(3 * day);
  const { db, logger } = server.environment;
  await db.rows('delete from due_work where customer_no = $1', [winery.customerNo]);
  await setFloor('automatic');
  // Nothing but one row that was committed with the setting.
  expect(await stepsOf(winery.customerNo)).toEqual(['sales_order.schedule_waiting']);
  await expectLedgerConsistent(db);
  await setFloor('automatic');
  expect(await stepsOf(winery.customerNo)).toHaveLength(1);
  const other = openWiredDb(server.database.options);
  try {
    const inAWeek = Temporal.Now.instant().add({ hours: 24 * 10 });
    await runDueWork({ name: 'test', db: other, logger }, simulationStepHandlers, winery.customerNo, inAWeek);
  } finally {
    await other.close();
  }
  for (const { reference } of [...orders, jit]) expect(await winery.statusOf(reference)).toBe('SHIPPED');
  expect(await winery.statusOf(elsewhere.reference)).toBe('RECEIVED');
  await setFloor('worked');
});

test('a server that has not heard of the change starts an order, which waits nowhere for ever', async () => {
  const winery = await floor.winery();
  const { reference } = await winery.waiting();
  const { db } = server.environment;
  // As another process: this one has the setting cached.
  await db.rows('update warehouses set is_worked = false where code = $1', [worked]);
  await winery.advance(day * 4);
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
  await setFloor('worked');
});

test('the verification finds an order of an automatic warehouse that is never due', async () => {
  const winery = await floor.winery();
  const { orderNo } = await winery.order();
  const { db } = server.environment;
  await expectLedgerConsistent(db);
  const rows = await db.rows<Record<string, unknown>>(
    'delete from due_work where customer_no = $1 returning due_at, step, subject',
    [winery.customerNo],
  );
  await expectLedgerConsistent(db, [
    `${winery.customerNo} order ${orderNo}: it is RECEIVED, but nothing starts it: no due work, and it waits for no person`,
  ]);
  for (const { due_at, step, subject } of rows) {
    await db.rows('insert into due_work (customer_no, due_at, step, subject) values ($1, $2, $3, $4)', [
      ...[winery.customerNo, due_at, step, subject],
    ]);
  }
});
