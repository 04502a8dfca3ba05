/** Consumer orders draw a customer's own inventory statuses that are marked for them (decision 12). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BackorderPosition, replaceExpectedReceipts } from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { consumerStatusBackorderStepHandlers } from '../../src/sales-orders/index.ts';
import { dray, useDatabases } from '../commands/dray.ts';
import { balanceOf, givenStock } from '../support/catalog.ts';
import { openTestDatabase } from '../support/database.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';
import { type Json, openWinery } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

/** WINE-1 at APC01: 8 in the primary status, 5 in OWN-B, 4 in OWN-A, which are marked; 9 in OWN-C, 9 in GOOD-ST-TX, which are not. */
async function winery() {
  const opened = await openWinery(server, 8);
  const { customerNo, client } = opened;
  const { db } = server.environment;
  await editSettings(
    db,
    `insert into customer_inventory_statuses (customer_no, code, description, drawn_by_consumer_orders, bonded, tax_paid,
                                              returned, damaged)
     select $1, code, code, drawn, false, true, false, false
       from (values ('OWN-B', true), ('OWN-A', true), ('OWN-C', false)) as s (code, drawn)`,
    [customerNo],
  );
  await editSettings(db, `update inventory_statuses set allocatable_to_consumers = true where code = 'GOOD-ST-TX'`);
  const stock = (status: string, quantity: number) =>
    givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity, status }]);
  await stock('OWN-B', 5);
  await stock('OWN-A', 4);
  await stock('OWN-C', 9);
  await stock('GOOD-ST-TX', 9);
  return {
    ...opened,
    stock,
    ordered: (ItemQuantity: number, parts: Json = {}) =>
      opened.created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity }], ...parts }),
    sellable: async () => (await client.call('Inventory/GetSellable')).body.Items[0].SellableQuantity,
    balance: (status: string) => balanceOf(db, customerNo, 'WINE-1', 'APC01', status),
    reserved: async (reference: string) =>
      Object.fromEntries(
        (
          await db.rows<{ status: string; quantity: number }>(
            `select status, quantity from demands where customer_no = $1 and subject = $2 and state <> 'waiting'`,
            [customerNo, reference],
          )
        ).map(({ status, quantity }) => [status, quantity]),
      ),
    holds: async (reference: string) => (await opened.order(reference)).holds,
    call: async (name: string, body: object) => {
      const answer = await client.call(name, body);
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
      return answer.body;
    },
  };
}

/** A wholesale order of bottles, which draws the status of its line alone. */
const ownStatus = (InventoryTaxStatus: string, ItemQuantity: number) => ({
  OrderInfo: { OrderType: 'DTT' },
  ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity, InventoryTaxStatus }],
});

const waits = [{ reason: 'Inventory', cause: 'stock' }];

test('an order fills from the primary status first, then from the marked ones by code; all that is sellable can be ordered', async () => {
  const { client, ordered, reserved, sellable, holds } = await winery();
  expect(await sellable()).toBe(17);
  const first = await ordered(10);
  expect(await reserved(first)).toEqual({ 'GOOD-NO-TX': 8, 'OWN-A': 2 });
  expect(await sellable()).toBe(7);
  const short = await ordered(8);
  expect(await holds(short)).toEqual(waits);
  const { body: listed } = await client.call('SalesOrder/GetOrdersOnHold', {});
  expect(listed[0].HoldReasonDescription).toContain(
    'WINE-1 (8 needed, 7 available in GOOD-NO-TX, OWN-A, OWN-B at APC01)',
  );
  const rest = await ordered(7);
  expect(await reserved(rest)).toEqual({ 'OWN-A': 2, 'OWN-B': 5 });
  expect(await sellable()).toBe(0);
});

test('a waiting order is filled by stock that arrives in a marked status, and not by another', async () => {
  const { ordered, reserved, stock, holds, balance, cancel } = await winery();
  const order = await ordered(20);
  expect(await holds(order)).toEqual(waits);
  expect(await balance('GOOD-NO-TX')).toMatchObject({ reserved: 0, backOrdered: 20 });
  await stock('OWN-C', 10);
  expect(await holds(order)).toEqual(waits);
  await stock('OWN-B', 3);
  expect(await holds(order)).toEqual([]);
  expect(await reserved(order)).toEqual({ 'GOOD-NO-TX': 8, 'OWN-A': 4, 'OWN-B': 8 });
  expect(await balance('GOOD-NO-TX')).toMatchObject({ reserved: 8, backOrdered: 0 });
  await cancel({ TransactionReferenceNumber: order });
  for (const status of ['GOOD-NO-TX', 'OWN-A', 'OWN-B']) expect(await balance(status)).toMatchObject({ reserved: 0 });
});

test('updates that are due together begin with the first of their positions', async () => {
  const { ordered, customerNo } = await winery();
  const { db } = server.environment;
  for (let n = 0; n < 3; n += 1) await ordered(30);
  const positions = await db.rows<BackorderPosition>(
    `select queued_at::text as "queuedAt", subject from demands where customer_no = $1 order by queued_at, subject`,
    [customerNo],
  );
  expect(positions).toHaveLength(3);
  const now = Temporal.Now.instant();
  /** How many orders are updated by steps that continue after these positions; undefined: one from the beginning. */
  const updated = async (...after: (BackorderPosition | undefined)[]) => {
    await db.rows(`update demands set statuses = '{OTHER}' where customer_no = $1`, [customerNo]);
    const items = after.map((data) => ({ subject: uuidv7(), data, dueAt: now }));
    const step = consumerStatusBackorderStepHandlers['sales_order.redraw'];
    await db.write(async (tx) => step?.run(tx, { customerNo, step: 'sales_order.redraw', now, items }));
    const other = `select from demands where customer_no = $1 and statuses = '{OTHER}'`;
    return 3 - (await db.rows(other, [customerNo])).length;
  };
  const [first, second] = positions;
  expect(await updated(second)).toBe(1);
  expect(await updated(second, first)).toBe(2);
  expect(await updated(second, undefined, first)).toBe(3);
});

test('waiting orders draw a status as soon as it is marked, in queue order', async () => {
  const { ordered, reserved, holds, balance, customerNo, sellable, timeline } = await winery();
  const first = await ordered(24);
  const second = await ordered(30);
  const third = await ordered(2, ownStatus('OWN-C', 2));
  expect(await reserved(third)).toEqual({ 'OWN-C': 2 });
  const fourth = await ordered(8, ownStatus('OWN-C', 8));
  const other = await openTestDatabase();
  try {
    useDatabases(server.database, other);
    const set = ['inventory-status', 'set', '--environment', 'production', '--customer', customerNo, '--code', 'OWN-C'];
    expect(await dray(...set, '--description', 'C', '--drawn-by-consumer-orders')).toMatchObject({ code: 0 });
    expect(await reserved(first)).toEqual({ 'GOOD-NO-TX': 8, 'OWN-A': 4, 'OWN-B': 5, 'OWN-C': 7 });
    expect(await holds(first)).toEqual([]);
    expect((await timeline(first)).at(-1)).toMatchObject({ operation: 'allocation' });
    for (const waitingOrder of [second, fourth]) expect(await holds(waitingOrder)).toEqual(waits);
    expect(await sellable()).toBe(0);
    expect(await balance('GOOD-NO-TX')).toMatchObject({ reserved: 8, backOrdered: 30 });
    // Without the mark it is drawn no more; what is reserved stays.
    expect(await dray(...set, '--description', 'C')).toMatchObject({ code: 0 });
    await givenStock(server.environment.db, customerNo, [{ itemNo: 'WINE-1', quantity: 40, status: 'OWN-C' }]);
    expect(await holds(second)).toEqual(waits);
    expect(await reserved(first)).toMatchObject({ 'OWN-C': 7 });
  } finally {
    vi.unstubAllEnvs();
    await other.drop();
  }
});

test('stock that is expected in a marked status is pre-reserved for a waiting order', async () => {
  const { ordered, client, customerNo } = await winery();
  await ordered(30);
  const { db } = server.environment;
  const expected = (status: string) => {
    const document = { customerNo, subject: uuidv7() };
    return {
      document,
      expectations: [{ ...document, itemNo: 'WINE-1', warehouse: 'APC01', status, line: 1, ordered: 20 }],
    };
  };
  await db.write((tx) => replaceExpectedReceipts(tx, ['OWN-A', 'OWN-C'].map(expected)));
  const { body } = await client.call('SalesOrder/GetOrdersOnHold');
  expect(body[0].OrderOnHoldItems).toMatchObject([{ ItemNo: 'WINE-1', IncomingPreReserved: '20' }]);
});

test('an update draws again; wholesale and winery deliveries draw their own status alone', async () => {
  const { ordered, reserved, update, holds } = await winery();
  const order = await ordered(10);
  expect(
    (await update({ TransactionReferenceNumber: order, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 12 }] })).status,
  ).toBe(200);
  expect(await reserved(order)).toEqual({ 'GOOD-NO-TX': 8, 'OWN-A': 4 });
  expect(
    (await update({ TransactionReferenceNumber: order, OrderInfo: { OrderType: 'DELIVERY_TO_WINERY' } })).status,
  ).toBe(200);
  expect(await holds(order)).toEqual(waits);
  const own = await ordered(1, {
    OrderInfo: { OrderType: 'DTT' },
    ItemsInfo: [
      { ItemNo: 'WINE-1', ItemQuantity: 9 },
      { ItemNo: 'WINE-1', ItemQuantity: 3, InventoryTaxStatus: 'OWN-A' },
    ],
  });
  expect(await reserved(own)).toEqual({ 'GOOD-NO-TX': 8, 'OWN-A': 3, 'OWN-B': 1 });
});

test('a loss takes the stock that it took: the order draws other statuses, or waits', async () => {
  const { ordered, reserved, call, holds, balance } = await winery();
  const order = await ordered(10);
  const lose = (InventoryStatus: string, units: number) =>
    call('Simulation/AdjustInventory', {
      Warehouse: 'APC01',
      InventoryStatus,
      ReasonCode: 'BROKEN',
      Items: [{ ItemNo: 'WINE-1', Quantity: -units }],
    });
  await lose('OWN-A', 3);
  expect(await reserved(order)).toEqual({ 'GOOD-NO-TX': 8, 'OWN-A': 1, 'OWN-B': 1 });
  expect(await holds(order)).toEqual([]);
  await lose('OWN-B', 5);
  expect(await holds(order)).toEqual(waits);
  expect(await reserved(order)).toEqual({});
  expect(await balance('GOOD-NO-TX')).toMatchObject({ reserved: 0, backOrdered: 10 });
  expect(await balance('OWN-A')).toMatchObject({ reserved: 0, backOrdered: 0 });
});

test('units of an order in work that disappear are picked short from the line that drew them', async () => {
  const { ordered, startWork, call, reserved, order } = await winery();
  const reference = await ordered(14);
  await startWork(reference);
  await call('Simulation/AdjustInventory', {
    Warehouse: 'APC01',
    InventoryStatus: 'OWN-B',
    ReasonCode: 'BROKEN',
    Items: [{ ItemNo: 'WINE-1', Quantity: -4 }],
  });
  expect((await order(reference)).lines).toMatchObject([{ units: 14, shortUnits: 1 }]);
  expect(await reserved(reference)).toEqual({ 'GOOD-NO-TX': 8, 'OWN-A': 4, 'OWN-B': 1 });
});

test('an order of several items ships, each from the statuses that it drew', async () => {
  const { created, call, balance, order, customerNo } = await winery();
  await givenStock(server.environment.db, customerNo, [{ itemNo: 'WINE-2', quantity: 3 }]);
  const reference = await created({
    ItemsInfo: [
      { ItemNo: 'WINE-1', ItemQuantity: 10 },
      { ItemNo: 'WINE-2', ItemQuantity: 2 },
    ],
  });
  await call('Simulation/AdvanceClock', { Seconds: 30 * 86_400 });
  expect((await order(reference)).status).toBe('SHIPPED');
  expect(await balance('GOOD-NO-TX')).toMatchObject({ onHand: 0, reserved: 0 });
  expect(await balance('OWN-A')).toMatchObject({ onHand: 2, reserved: 0 });
});

test('it ships from the statuses that it drew, and its units return to them', async () => {
  const { ordered, call, balance, order, customerNo } = await winery();
  const reference = await ordered(13);
  await call('Simulation/AdvanceClock', { Seconds: 30 * 86_400 });
  const { status, order_no: OrderNo } = await order(reference);
  expect(status).toBe('SHIPPED');
  const moved = async (type: string) =>
    await server.environment.db.rows(
      'select status, sum(quantity)::int as units from movements where customer_no = $1 and type = $2 group by 1 order by 1',
      [customerNo, type],
    );
  expect(await moved('Sales order')).toEqual([
    { status: 'GOOD-NO-TX', units: -8 },
    { status: 'OWN-A', units: -4 },
    { status: 'OWN-B', units: -1 },
  ]);
  expect(await balance('OWN-B')).toMatchObject({ onHand: 4, reserved: 0 });
  await call('Simulation/ReturnSalesOrder', { OrderNo, DispositionCode: 'Reship' });
  await call('Simulation/AdvanceClock', { Seconds: 60 * 86_400 });
  expect(await moved('Return Order')).toEqual([
    { status: 'GOOD-NO-TX', units: 8 },
    { status: 'OWN-A', units: 4 },
    { status: 'OWN-B', units: 1 },
  ]);
});
