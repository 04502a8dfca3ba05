/**
 * Concurrent load from two processes that share only the database: nothing is oversold, no order is backordered while
 * its stock is free, and all quantities add up.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adjustStock, receiveStock, type StockAdjustment, stockAdjustmentWriter } from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { openWriteQueue, type WriteQueue } from '../../src/platform/write-queue.ts';
import { salesOrderCancellationWriter } from '../../src/sales-orders/cancel.ts';
import type { SalesOrderDraft } from '../../src/sales-orders/draft.ts';
import { salesOrderCreationWriter } from '../../src/sales-orders/index.ts';
import { type SalesOrderUpdate, salesOrderUpdateWriter } from '../../src/sales-orders/update.ts';
import {
  packOrdersWithoutCarrierLabels,
  shipPackages,
  startOrderProcessing,
  verifyPackages,
} from '../../src/warehouse/index.ts';
import { balanceOf, givenCustomer, givenItems } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { draft, type OrderOverrides, orderRequest } from '../support/orders.ts';
import { openWiredDb } from '../support/wired-db.ts';

let database: TestDatabase;
/** Each stands for a process, with its own connections and commit queues. */
let sides: { db: Db; writeQueue: WriteQueue }[];

beforeAll(async () => {
  database = await openTestDatabase();
  sides = [1, 2].map(() => {
    const db = openWiredDb({ ...database.options, max: 8, options: '-c deadlock_timeout=100ms' });
    return { db, writeQueue: openWriteQueue(db, { slots: 4, maxWaiting: 2_000 }) };
  });
});

afterAll(async () => {
  await Promise.all(sides.map(({ db }) => db.close()));
  await database.drop();
});

const here = () => sides[0] as (typeof sides)[0];
const side = (index: number) => sides[index % 2] as (typeof sides)[0];

async function openRace(items: readonly string[]) {
  const customerNo = await givenCustomer(here().db);
  await givenItems(
    here().db,
    customerNo,
    items.map((itemNo) => ({ itemNo })),
  );
  const postingRequest = () => ({ customerNo, reference: uuidv7(), operation: 'race', actor: 'tester' });
  const counts = async () => {
    const rows = await here().db.rows<{ status: string; count: number }>(
      'select status, count(*) from sales_orders where customer_no = $1 group by status',
      [customerNo],
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  };
  return {
    customerNo,
    asked: postingRequest,
    counts,
    order: (overrides: OrderOverrides): SalesOrderDraft => draft(customerNo, orderRequest(overrides)),
    place: (order: SalesOrderDraft, index: number) => side(index).writeQueue.submit(salesOrderCreationWriter, order),
    cancel: (order: SalesOrderDraft, index: number) =>
      side(index).writeQueue.submit(salesOrderCancellationWriter, {
        ...postingRequest(),
        name: { customerNo, reference: order.reference },
        unknownProperties: [],
      }),
    update: (order: SalesOrderDraft, index: number, patch: SalesOrderUpdate['patch']) =>
      side(index).writeQueue.submit(salesOrderUpdateWriter, {
        ...postingRequest(),
        name: { customerNo, reference: order.reference },
        unknownProperties: [],
        patch,
        hold: undefined,
      }),
    begin: (orders: readonly SalesOrderDraft[], index: number) =>
      side(index).db.write((tx) => startOrderProcessing(tx, floor(customerNo, orders), 'sandbox')),
    packAndShip: async (orders: readonly SalesOrderDraft[], index: number) => {
      await side(index).db.write((tx) => packOrdersWithoutCarrierLabels(tx, floor(customerNo, orders)));
      await side(index + 1).db.write((tx) => shipPackages(tx, floor(customerNo, orders)));
    },
    adjust: (index: number, change: Partial<StockAdjustment> & Pick<StockAdjustment, 'items'>) =>
      side(index).writeQueue.submit(stockAdjustmentWriter, {
        ...postingRequest(),
        warehouse: 'APC01',
        status: 'GOOD-NO-TX',
        reasonCode: 'CORRECTION',
        ...change,
      }),
    arrive: (index: number, itemNo: string, quantity: number, warehouse = 'APC01') =>
      side(index).db.write((tx) =>
        receiveStock(tx, [
          {
            posting: {
              customerNo,
              itemNo,
              warehouse,
              status: 'GOOD-NO-TX',
              quantity,
              type: 'Purchase Order',
              reference: 'INBOUND',
              subject: uuidv7(),
              occurredAt: Temporal.Now.instant(),
              itemDescription: itemNo,
              itemUnit: '750',
            },
          },
        ]),
      ),
    /** No order is backordered when a warehouse that may fill it has all of its stock. */
    expectNoFillableBackorder: async () => {
      const waiting = await here().db.rows<{ subject: string }>(
        `select d.subject, w.warehouse
           from demands d
          cross join lateral unnest(coalesce(d.choices, array[d.warehouse])) as w (warehouse)
           left join balances b on (b.customer_no, b.item_no, b.warehouse, b.status)
                                 = (d.customer_no, d.item_no, w.warehouse, d.status)
          where d.customer_no = $1 and d.state = 'waiting'
          group by d.subject, w.warehouse
         having bool_and(coalesce(b.on_hand - b.reserved, 0) >= d.quantity)`,
        [customerNo],
      );
      expect(waiting).toEqual([]);
      await expectLedgerConsistent(here().db);
      expect(await here().db.snapshot(verifyPackages)).toEqual([]);
    },
  };
}

const floor = (customerNo: string, orders: readonly SalesOrderDraft[]) => ({
  customerNo,
  at: Temporal.Now.instant(),
  orderIds: orders.map((order) => order.reference),
});

const wants = (itemNo: string, quantity: number, warehouse?: string): OrderOverrides => ({
  ItemsInfo: [{ ItemNo: itemNo, ItemQuantity: quantity }],
  ShipmentInfo: {
    ShippingCarrier: 'FEX',
    ShippingCarrierService: 'GRND',
    ...(warehouse === undefined ? {} : { ServiceWarehouseLocation: warehouse }),
  },
});

/** A seeded generator: the same numbers every time. */
function seededRandom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

test.each([
  ['who name the warehouse', 'APC01'],
  ['who take any warehouse', undefined],
])('500 buyers %s, while 50 bottles arrive one case at a time: exactly 50 get one', async (_, warehouse) => {
  const race = await openRace(['WINE']);
  const buyers = Array.from({ length: 500 }, () => race.order(wants('WINE', 1, warehouse)));
  const cases = [1, 3, 7, 5, 2, 12, 8, 4, 6, 2];
  await Promise.all([
    ...buyers.map((buyer, index) => race.place(buyer, index)),
    ...cases.map(async (bottles, index) => {
      // Spread over the time that the buyers take.
      await new Promise((resolve) => setTimeout(resolve, index * 15));
      await race.arrive(index, 'WINE', bottles);
    }),
  ]);
  expect(await race.counts()).toEqual({ 'ON INV HOLD': 450, RECEIVED: 50 });
  expect(await balanceOf(here().db, race.customerNo, 'WINE')).toMatchObject({ onHand: 50, reserved: 50 });
  await race.expectNoFillableBackorder();
});

test('updates, cancellations and the start of work race for the same orders', async () => {
  const race = await openRace(['WINE', 'SPARK']);
  await race.arrive(0, 'WINE', 90);
  await race.arrive(1, 'SPARK', 30);
  const orders = Array.from({ length: 60 }, (_, index) =>
    race.order(wants(index % 3 === 0 ? 'SPARK' : 'WINE', 1 + (index % 4), index % 2 === 0 ? 'APC01' : undefined)),
  );
  for (const [index, order] of orders.entries()) await race.place(order, index);
  const next = seededRandom(1);
  const outcomes = await Promise.all(
    orders.flatMap((order, index) => [
      race.cancel(order, next(2)).then((outcome) => ['cancel', index, 'ok' in outcome] as const),
      race.begin([order], next(2)).then((started) => ['begin', index, started.length === 1] as const),
      race
        .update(order, next(2), {
          ItemsInfo: [
            { ItemNo: 'WINE', ItemQuantity: 1 + next(5) },
            { ItemNo: 'SPARK', ItemQuantity: 1 + next(2) },
          ],
        })
        .then((outcome) => ['update', index, 'ok' in outcome] as const),
    ]),
  );
  for (const [index] of orders.entries()) {
    const did = (what: string) => outcomes.some(([verb, at, isDone]) => verb === what && at === index && isDone);
    // An order in work is not canceled, and a canceled order is not started.
    expect(did('cancel') && did('begin')).toBe(false);
    expect(did('cancel') || did('begin')).toBe(true);
  }
  await race.expectNoFillableBackorder();
});

test('stock disappears and is found while orders are created, started, shipped and canceled', async () => {
  const race = await openRace(['WINE', 'SPARK']);
  const next = seededRandom(7);
  await race.arrive(0, 'WINE', 60);
  await race.arrive(1, 'WINE', 30, 'ETC01');
  await race.arrive(0, 'SPARK', 40);
  const placed: SalesOrderDraft[] = [];
  const work = Array.from({ length: 260 }, (_, index) => async () => {
    const order = placed[next(Math.max(1, placed.length))];
    const generated = next(12);
    if (generated < 4 || order === undefined) {
      const created = race.order({
        ...wants('WINE', 1 + next(4), next(2) === 0 ? 'APC01' : undefined),
        ItemsInfo: [
          { ItemNo: 'WINE', ItemQuantity: 1 + next(4) },
          ...(next(3) === 0 ? [{ ItemNo: 'SPARK', ItemQuantity: 1 + next(3) }] : []),
        ],
      });
      await race.place(created, index);
      placed.push(created);
    } else if (generated < 6) await race.begin([order], index);
    else if (generated === 6) await race.packAndShip([order], index);
    else if (generated === 7) await race.cancel(order, index);
    else if (generated < 11) {
      const [itemNo, quantity] = [next(3) === 0 ? 'SPARK' : 'WINE', -1 - next(6)];
      await race.adjust(index, { items: [{ itemNo, quantity }], warehouse: next(3) === 0 ? 'ETC01' : 'APC01' });
    } else await race.adjust(index, { items: [{ itemNo: 'WINE', quantity: 1 + next(9) }] });
  });
  const queue = [...work];
  const worker = async () => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) await task();
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  expect(Object.keys(await race.counts()).length).toBeGreaterThan(2);
  await race.expectNoFillableBackorder();
});

test('of two adjustments that remove the last bottle, one is rejected', async () => {
  const race = await openRace(['WINE']);
  await race.arrive(0, 'WINE', 1);
  const take = (index: number) =>
    side(index).db.write((tx) =>
      adjustStock(tx, [
        {
          ...race.asked(),
          warehouse: 'APC01',
          status: 'GOOD-NO-TX',
          reasonCode: 'LOST',
          items: [{ itemNo: 'WINE', quantity: -1 }],
        },
      ]),
    );
  const outcomes = (await Promise.all([take(0), take(1)])).flat();
  expect(outcomes.map((outcome) => 'ok' in outcome).sort()).toEqual([false, true]);
  await race.expectNoFillableBackorder();
});
