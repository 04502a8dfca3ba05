/** Postings against orders: which orders lose reservations when stock disappears, and which get released stock (decision 10). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  adjustStock,
  stockProductionWriter,
  stockStatusChangeWriter,
  writeOffMissingUnits,
} from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db } from '../../src/platform/db/db.ts';
import type { SalesOrderDraft } from '../../src/sales-orders/draft.ts';
import { salesOrderCreationWriter } from '../../src/sales-orders/index.ts';
import {
  packOrdersWithoutCarrierLabels,
  shipPackages,
  startOrderProcessing,
  verifyPackages,
} from '../../src/warehouse/index.ts';
import { balanceOf, givenCustomer, givenItems, givenStock } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { draft, type OrderOverrides, orderRequest } from '../support/orders.ts';
import { openWiredDb } from '../support/wired-db.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase();
  db = openWiredDb({ ...database.options, max: 5 });
});

afterAll(async () => {
  await expectLedgerConsistent(db);
  expect(await db.snapshot(verifyPackages)).toEqual([]);
  await db.close();
  await database.drop();
});

const items = (...wanted: [string, number][]): OrderOverrides => ({
  ItemsInfo: wanted.map(([ItemNo, ItemQuantity]) => ({ ItemNo, ItemQuantity })),
});
const anywhere: OrderOverrides = { ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' } };

async function winery(stock: Record<string, number> = {}, warehouse = 'APC01') {
  const customerNo = await givenCustomer(db);
  await givenItems(
    db,
    customerNo,
    ['A', 'B', 'SET'].map((itemNo) => ({ itemNo })),
  );
  const give = (more: Record<string, number>, at = warehouse) =>
    givenStock(
      db,
      customerNo,
      Object.entries(more).map(([itemNo, quantity]) => ({ itemNo, quantity, warehouse: at })),
    );
  if (Object.keys(stock).length > 0) await give(stock);
  const asked = () => ({ customerNo, reference: uuidv7(), operation: 'test', actor: 'tester' });
  return {
    customerNo,
    asked,
    give,
    place: async (overrides: OrderOverrides) => {
      const order = draft(customerNo, orderRequest(overrides));
      await db.write((tx) => salesOrderCreationWriter.write(tx, [order]));
      return order;
    },
    adjust: async (itemNo: string, quantity: number, reasonCode = quantity < 0 ? 'BROKEN' : 'FOUND') => {
      const adjustment = { ...asked(), warehouse, status: 'GOOD-NO-TX', reasonCode, items: [{ itemNo, quantity }] };
      const [outcome] = await db.write((tx) => adjustStock(tx, [adjustment]));
      return outcome;
    },
    begin: (order: SalesOrderDraft) =>
      db.write((tx) =>
        startOrderProcessing(tx, { customerNo, at: Temporal.Now.instant(), orderIds: [order.reference] }, 'sandbox'),
      ),
    state: async (order: SalesOrderDraft) => {
      const [row] = await db.rows<{ status: string; warehouse: string; holds: string[] }>(
        `select o.status, o.warehouse,
                array(select h.reason from sales_order_holds h
                       where (h.customer_no, h.order_id) = (o.customer_no, o.order_id) order by 1) as holds
           from sales_orders o where o.customer_no = $1 and o.order_id = $2`,
        [customerNo, order.reference],
      );
      return row;
    },
    balance: (itemNo: string, at = warehouse, status = 'GOOD-NO-TX') => balanceOf(db, customerNo, itemNo, at, status),
    timeline: async (order: SalesOrderDraft) =>
      await db.rows<{ kind: string; data: Record<string, unknown> }>(
        'select kind, data from log where customer_no = $1 and subject = $2 order by seq',
        [customerNo, order.reference],
      ),
  };
}

describe('reserved stock disappears before work begins', () => {
  test('the newest order loses its reservation, goes on an Inventory hold, and its timeline gives the reason', async () => {
    const { place, adjust, state, balance, timeline } = await winery({ A: 10 });
    const older = await place(items(['A', 5]));
    const newer = await place(items(['A', 5]));
    expect(await adjust('A', -1)).toMatchObject({ ok: {} });
    expect(await state(older)).toMatchObject({ status: 'RECEIVED', holds: [] });
    expect(await state(newer)).toMatchObject({ status: 'ON INV HOLD', holds: ['Inventory'] });
    expect(await balance('A')).toEqual({ onHand: 9, reserved: 5, backOrdered: 5, expected: 0 });
    expect((await timeline(newer)).at(-1)).toMatchObject({
      kind: 'sales_order.held',
      data: { because: 'Inventory Adjustment BROKEN', status: 'ON INV HOLD' },
    });
    const [hold] = await db.rows<{ description: string }>(
      "select description from sales_order_holds where order_id = $1 and reason = 'Inventory'",
      [newer.reference],
    );
    expect(hold?.description).toContain('A (5 needed, 4 available in GOOD-NO-TX at APC01)');
  });

  test('removing unreserved stock releases no reservation', async () => {
    const { place, adjust, state } = await winery({ A: 10 });
    const order = await place(items(['A', 5]));
    await adjust('A', -5);
    expect(await state(order)).toMatchObject({ status: 'RECEIVED' });
    await adjust('A', -1);
    expect(await state(order)).toMatchObject({ status: 'ON INV HOLD' });
  });

  test('remaining stock is allocated in queue order: orders that lost a reservation come before later backorders', async () => {
    const { place, adjust, state } = await winery({ A: 6 });
    const [first, second, late] = [
      await place(items(['A', 5])),
      await place(items(['A', 1])),
      await place(items(['A', 1])),
    ];
    await adjust('A', -5);
    expect([await state(first), await state(second), await state(late)]).toMatchObject([
      { status: 'ON INV HOLD' },
      { status: 'RECEIVED', holds: [] },
      { status: 'ON INV HOLD' },
    ]);
  });

  test('an order loses its whole reservation; stock it held of other items is allocated to backorders in queue order', async () => {
    const { place, adjust, state, balance } = await winery({ A: 6, B: 4 });
    const both = await place(items(['A', 6], ['B', 4]));
    const large = await place(items(['B', 5]));
    const small = await place(items(['B', 3]));
    expect([(await state(large))?.status, (await state(small))?.status]).toEqual(['ON INV HOLD', 'ON INV HOLD']);
    await adjust('A', -1);
    expect((await state(both))?.status).toBe('ON INV HOLD');
    expect((await state(large))?.status).toBe('ON INV HOLD');
    expect((await state(small))?.status).toBe('RECEIVED');
    expect(await balance('A')).toEqual({ onHand: 5, reserved: 0, backOrdered: 6, expected: 0 });
    expect(await balance('B')).toEqual({ onHand: 4, reserved: 3, backOrdered: 9, expected: 0 });
  });

  test('an order that fits into stock released by later orders keeps its reservation', async () => {
    const { place, adjust, state, timeline } = await winery({ A: 9 });
    const old = await place(items(['A', 5]));
    const middle = await place(items(['A', 3]));
    const newest = await place(items(['A', 1]));
    await adjust('A', -2);
    expect((await state(old))?.status).toBe('RECEIVED');
    expect((await state(middle))?.status).toBe('ON INV HOLD');
    expect((await state(newest))?.status).toBe('RECEIVED');
    expect((await timeline(newest)).map(({ kind }) => kind)).toEqual(['sales_order.accepted']);
  });

  test('an order without a required warehouse moves to another warehouse that has the stock', async () => {
    const { place, adjust, state, balance, give, timeline } = await winery({ A: 3 }, 'ETC01');
    const order = await place({ ...anywhere, ...items(['A', 3]) });
    expect(await state(order)).toMatchObject({ status: 'RECEIVED', warehouse: 'ETC01' });
    await give({ A: 3 }, 'APC01');
    await adjust('A', -1);
    expect(await state(order)).toMatchObject({ status: 'RECEIVED', warehouse: 'APC01', holds: [] });
    expect(await balance('A', 'APC01')).toMatchObject({ reserved: 3, backOrdered: 0 });
    expect(await balance('A', 'ETC01')).toMatchObject({ onHand: 2, reserved: 0, backOrdered: 0 });
    expect((await timeline(order)).at(-1)).toMatchObject({
      kind: 'sales_order.reservation_moved',
      data: { because: 'its stock disappeared where it was reserved', warehouse: 'APC01' },
    });
  });

  test('an existing hold of another kind stays, and an Inventory hold is added', async () => {
    const { place, adjust, state, give } = await winery({ A: 2 });
    const request = orderRequest(items(['A', 2]));
    const order = await place({ ...request, OrderInfo: { ...request.OrderInfo, HoldOrder: true } });
    expect(await state(order)).toMatchObject({ status: 'ON WINERY REQUESTED HOLD', holds: ['Winery'] });
    await adjust('A', -1);
    expect(await state(order)).toMatchObject({ status: 'ON WINERY REQUESTED HOLD', holds: ['Inventory', 'Winery'] });
    await give({ A: 1 });
    expect(await state(order)).toMatchObject({ status: 'ON WINERY REQUESTED HOLD', holds: ['Winery'] });
  });

  test('stock that is found again is reserved for the order again', async () => {
    const { place, adjust, state } = await winery({ A: 2 });
    const order = await place(items(['A', 2]));
    await adjust('A', -1);
    expect((await state(order))?.status).toBe('ON INV HOLD');
    await adjust('A', 1);
    expect((await state(order))?.status).toBe('RECEIVED');
  });
});

describe('stock disappears while orders are in work', () => {
  test('orders not yet in work lose their reservations first, whatever their age', async () => {
    const { place, adjust, state, begin } = await winery({ A: 10 });
    const waitsForWork = await place(items(['A', 5]));
    const begun = await place(items(['A', 5]));
    await begin(begun);
    await adjust('A', -5);
    expect((await state(waitsForWork))?.status).toBe('ON INV HOLD');
    expect((await state(begun))?.status).toBe('PROCESSING ORDER');
  });

  test('orders in work are then shorted, newest first, and the timeline notifies the warehouse', async () => {
    const { place, adjust, state, begin, balance, timeline } = await winery({ A: 6, B: 1 });
    const older = await place(items(['A', 3]));
    const newer = await place(items(['A', 3], ['B', 1]));
    for (const order of [older, newer]) await begin(order);
    expect(await adjust('A', -4)).toMatchObject({ ok: {} });
    expect(await balance('A')).toEqual({ onHand: 2, reserved: 2, backOrdered: 0, expected: 0 });
    for (const order of [older, newer]) expect((await state(order))?.status).toBe('PROCESSING ORDER');
    expect((await timeline(newer)).at(-1)).toMatchObject({
      kind: 'sales_order.short_picked',
      data: {
        because: 'Inventory Adjustment BROKEN',
        short: [{ itemNo: 'A', quantity: 3, inventoryStatus: 'GOOD-NO-TX' }],
      },
    });
    expect((await timeline(older)).at(-1)).toMatchObject({ data: { short: [{ itemNo: 'A', quantity: 1 }] } });
  });

  test('an order with nothing left to ship becomes an exception for manual review', async () => {
    const { place, adjust, state, begin, balance } = await winery({ A: 2 });
    const order = await place(items(['A', 2]));
    await begin(order);
    await adjust('A', -2);
    expect((await state(order))?.status).toBe('EXCEPTION');
    expect(await balance('A')).toEqual({ onHand: 0, reserved: 0, backOrdered: 0, expected: 0 });
  });
});

describe('packed stock disappears', () => {
  const work = (customerNo: string, order: SalesOrderDraft) => ({
    customerNo,
    at: Temporal.Now.instant(),
    orderIds: [order.reference],
  });

  test('the order is repacked without the lost stock, and the rest ships', async () => {
    const { customerNo, place, adjust, state, begin, balance } = await winery({ A: 20, B: 1 });
    const order = await place(items(['B', 1], ['A', 20]));
    await begin(order);
    const [packed] = await db.write((tx) => packOrdersWithoutCarrierLabels(tx, work(customerNo, order)));
    expect(packed?.packages.length).toBe(2);
    await adjust('A', -15);
    const rows = await db.rows<{ package_no: number; status: string; units: number; weight_lb: string }>(
      `select package_no, status, weight_lb, coalesce((select sum((i ->> 'units')::int) from jsonb_array_elements(items) i), 0) as units
         from packages where customer_no = $1 and order_id = $2 order by 1`,
      [customerNo, order.reference],
    );
    expect(rows).toMatchObject([
      { status: 'READY TO SHIP', units: 6 },
      { status: 'CANCELED', units: 0 },
    ]);
    expect(Number(rows[0]?.weight_lb)).toBeLessThan(packed?.packages[0]?.weightLb ?? 0);
    await db.write((tx) => shipPackages(tx, work(customerNo, order)));
    expect((await state(order))?.status).toBe('SHIPPED');
    expect(await balance('A')).toEqual({ onHand: 0, reserved: 0, backOrdered: 0, expected: 0 });
  });

  test('an order in work that is not packed yet is not given a label', async () => {
    const { customerNo, place, adjust, state, begin } = await winery({ A: 5 });
    const begun = await place(items(['A', 3]));
    const packed = await place(items(['A', 2]));
    await begin(begun);
    await begin(packed);
    await db.write((tx) => packOrdersWithoutCarrierLabels(tx, work(customerNo, packed)));
    await adjust('A', -3);
    expect(await Promise.all([begun, packed].map(async (order) => (await state(order))?.status))).toEqual([
      'PROCESSING ORDER',
      'EXCEPTION',
    ]);
    expect(await db.rows('select state from label_intents where customer_no = $1', [customerNo])).toEqual([]);
  });

  test('an order that loses everything does not ship and becomes an exception', async () => {
    const { customerNo, place, adjust, state, begin } = await winery({ A: 2 });
    const order = await place(items(['A', 2]));
    await begin(order);
    await db.write((tx) => packOrdersWithoutCarrierLabels(tx, work(customerNo, order)));
    await adjust('A', -2);
    expect(await db.write((tx) => shipPackages(tx, work(customerNo, order)))).toEqual([]);
    expect((await state(order))?.status).toBe('EXCEPTION');
  });
});

describe('a posting is applied completely or rejected', () => {
  test('no balance goes below 0, and a rejected posting does not affect others of the batch', async () => {
    const { asked, balance, customerNo } = await winery({ A: 2 });
    const one = (quantity: number, itemNo = 'A') => ({
      ...asked(),
      warehouse: 'APC01',
      status: 'GOOD-NO-TX',
      reasonCode: 'CORRECTION',
      items: [{ itemNo, quantity }],
    });
    const tooMuch = {
      ...one(-1),
      items: [
        { itemNo: 'A', quantity: 1 },
        { itemNo: 'B', quantity: -1 },
      ],
    };
    const outcomes = await db.write((tx) => adjustStock(tx, [one(-2), one(-1), tooMuch, one(4)]));
    expect(outcomes.map((outcome) => 'ok' in outcome)).toEqual([true, false, false, true]);
    expect(outcomes[1]).toMatchObject({
      refused: {
        code: 'ValidationFailed',
        faults: [
          {
            field: 'Items[0].Quantity',
            code: 'InsufficientStock',
            message: 'needs 1 of A, but only 0 are available in GOOD-NO-TX at APC01',
          },
        ],
      },
    });
    expect(outcomes[2]).toMatchObject({ refused: { faults: [{ field: 'Items[1].Quantity' }] } });
    expect(await balance('A')).toMatchObject({ onHand: 4 });
    const moved = await db.rows("select 1 from movements where customer_no = $1 and reference = 'CORRECTION'", [
      customerNo,
    ]);
    expect(moved.length).toBe(2);
  });

  test('two lines of one item are added up', async () => {
    const { asked, balance } = await winery({ A: 2 });
    const adjustment = {
      ...asked(),
      warehouse: 'APC01',
      status: 'GOOD-NO-TX',
      reasonCode: 'CORRECTION',
      items: [
        { itemNo: 'A', quantity: -3 },
        { itemNo: 'A', quantity: 1 },
      ],
    };
    expect(await db.write((tx) => adjustStock(tx, [adjustment]))).toMatchObject([{ ok: {} }]);
    expect(await balance('A')).toMatchObject({ onHand: 0 });
  });
});

describe('status changes', () => {
  const change = { warehouse: 'APC01', fromStatus: 'GOOD-NO-TX', toStatus: 'DMGD-NO-TX', reasonCode: undefined };

  test('one balanced posting moves stock to another status, and back', async () => {
    const { asked, balance, customerNo } = await winery({ A: 5 });
    const there = { ...asked(), ...change, items: [{ itemNo: 'A', quantity: 2 }] };
    await db.write((tx) => stockStatusChangeWriter.write(tx, [there]));
    expect(await balance('A')).toMatchObject({ onHand: 3 });
    expect(await balance('A', 'APC01', 'DMGD-NO-TX')).toMatchObject({ onHand: 2 });
    const back = { ...there, ...asked(), fromStatus: 'DMGD-NO-TX', toStatus: 'GOOD-NO-TX' };
    await db.write((tx) => stockStatusChangeWriter.write(tx, [back]));
    expect(await balance('A')).toMatchObject({ onHand: 5 });
    const moved = await db.rows<{ status: string; quantity: number; reference: string; subject: string }>(
      "select status, quantity, reference, subject from movements where customer_no = $1 and type = 'Inventory Status Change' order by seq",
      [customerNo],
    );
    expect(moved).toEqual([
      { status: 'GOOD-NO-TX', quantity: -2, reference: 'DAMAGED', subject: there.reference },
      { status: 'DMGD-NO-TX', quantity: 2, reference: 'DAMAGED', subject: there.reference },
      { status: 'DMGD-NO-TX', quantity: -2, reference: 'RESTORED', subject: back.reference },
      { status: 'GOOD-NO-TX', quantity: 2, reference: 'RESTORED', subject: back.reference },
    ]);
  });

  test('damage releases the newest reservation, and stock restored to good is allocated to backorders', async () => {
    const { asked, place, state } = await winery({ A: 4 });
    const [first, second] = [await place(items(['A', 2])), await place(items(['A', 2]))];
    await db.write((tx) =>
      stockStatusChangeWriter.write(tx, [{ ...asked(), ...change, items: [{ itemNo: 'A', quantity: 1 }] }]),
    );
    expect([(await state(first))?.status, (await state(second))?.status]).toEqual(['RECEIVED', 'ON INV HOLD']);
    const back = { ...asked(), ...change, fromStatus: 'DMGD-NO-TX', toStatus: 'GOOD-NO-TX' };
    await db.write((tx) => stockStatusChangeWriter.write(tx, [{ ...back, items: [{ itemNo: 'A', quantity: 1 }] }]));
    expect((await state(second))?.status).toBe('RECEIVED');
  });
});

describe('production', () => {
  const set = {
    warehouse: 'APC01',
    status: 'GOOD-NO-TX',
    itemNo: 'SET',
    components: [
      { itemNo: 'A', quantityPerSet: 2 },
      { itemNo: 'B', quantityPerSet: 1 },
    ],
  };

  test('one posting consumes components, produces sets, and allocates the sets to backorders', async () => {
    const { asked, place, state, balance, customerNo } = await winery({ A: 10, B: 10 });
    const order = await place(items(['SET', 3]));
    expect((await state(order))?.status).toBe('ON INV HOLD');
    const made = { ...asked(), ...set, quantity: 4 };
    expect(await db.write((tx) => stockProductionWriter.write(tx, [made]))).toEqual([
      { ok: { reference: made.reference } },
    ]);
    expect((await state(order))?.status).toBe('RECEIVED');
    expect(await balance('A')).toMatchObject({ onHand: 2 });
    expect(await balance('B')).toMatchObject({ onHand: 6 });
    expect(await balance('SET')).toEqual({ onHand: 4, reserved: 3, backOrdered: 0, expected: 0 });
    const types = await db.rows(
      'select distinct type, reference from movements where customer_no = $1 and subject = $2',
      [customerNo, made.reference],
    );
    expect(types).toEqual([{ type: 'Production Line', reference: 'PRODUCTION' }]);
  });

  test('does not consume reserved stock', async () => {
    const { asked, place, state } = await winery({ A: 4, B: 4 });
    const order = await place(items(['A', 3]));
    const outcome = await db.write((tx) => stockProductionWriter.write(tx, [{ ...asked(), ...set, quantity: 1 }]));
    expect(outcome).toMatchObject([
      { refused: { faults: [{ field: 'Components[0].QuantityPerSet', code: 'InsufficientStock' }] } },
    ]);
    expect((await state(order))?.status).toBe('RECEIVED');
  });
});

test('nothing is logged when no units are missing', async () => {
  const { asked, customerNo } = await winery({ A: 1 });
  const written = await db.write((tx) => writeOffMissingUnits(tx, asked(), [], 'LOST'));
  expect(written).toEqual({ ok: { lost: [] } });
  expect(await db.rows('select kind, data from log where customer_no = $1', [customerNo])).toEqual([]);
});
