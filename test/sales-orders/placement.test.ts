/** Placement of orders on real stock: whole orders are reserved or put on hold, by acceptance, also concurrently. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeDemands } from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { openWriteQueue } from '../../src/platform/write-queue.ts';
import { salesOrderCancellationWriter } from '../../src/sales-orders/cancel.ts';
import type { SalesOrderDraft } from '../../src/sales-orders/draft.ts';
import { salesOrderCreationWriter } from '../../src/sales-orders/index.ts';
import { balanceOf, givenCustomer, givenItems, givenStock } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { draft, freshOrderNo, type OrderOverrides, orderRequest } from '../support/orders.ts';
import { openTwoProcesses, type TwoProcesses } from '../support/two-processes.ts';

let processes: TwoProcesses;
let db: Db;
/** Another process on the same database. */
let other: Db;

beforeAll(async () => {
  processes = await openTwoProcesses(10);
  ({ db, other } = processes);
});

afterAll(() => processes.close());

const place = async (drafts: SalesOrderDraft[]) => db.write((tx) => salesOrderCreationWriter.write(tx, drafts));

async function winery(items: { itemNo: string; stock?: number }[] = [{ itemNo: 'WINE-1', stock: 10 }]) {
  const customerNo = await givenCustomer(db);
  await givenItems(db, customerNo, items);
  const stocked = items.filter((item) => item.stock !== undefined);
  await givenStock(
    db,
    customerNo,
    stocked.map(({ itemNo, stock }) => ({ itemNo, quantity: stock as number })),
  );
  return {
    customerNo,
    order: (overrides?: OrderOverrides) => draft(customerNo, orderRequest(overrides)),
    status: async (placed: SalesOrderDraft) =>
      (
        await db.rows<{ status: string }>('select status from sales_orders where customer_no = $1 and order_id = $2', [
          customerNo,
          placed.reference,
        ])
      )[0]?.status,
  };
}

const wants = (itemNo: string, quantity: number) => ({ ItemsInfo: [{ ItemNo: itemNo, ItemQuantity: quantity }] });

test('in a batch of several customers each has its own items with the same numbers', async () => {
  const one = await winery([
    { itemNo: 'WINE-1', stock: 10 },
    { itemNo: 'ONLY-ONE', stock: 10 },
  ]);
  const other = await winery([{ itemNo: 'WINE-1', stock: 10 }]);
  for (const [{ customerNo }, name] of [
    [one, "One's wine"],
    [other, "The other's wine"],
  ] as const) {
    await db.write(async (tx) => {
      tx.bumpVersion(customerNo);
      await tx.rows("update skus set description = $2 where customer_no = $1 and item_no = 'WINE-1'", [
        customerNo,
        name,
      ]);
    });
  }
  const lines = (itemNo: string) => ({ ItemsInfo: [{ ItemNo: itemNo, ItemQuantity: 1, ItemDescription: '' }] });
  const orders = [one.order(lines('WINE-1')), other.order(lines('WINE-1')), one.order(lines('ONLY-ONE'))];
  // Twice: from the database, and from the cache.
  for (const again of [0, 1]) {
    const set =
      again === 0 ? orders : [one.order(lines('WINE-1')), other.order(lines('WINE-1')), one.order(lines('ONLY-ONE'))];
    const outcomes = await place([...set, other.order(lines('ONLY-ONE'))]);
    expect(outcomes.map((outcome) => 'ok' in outcome)).toEqual([true, true, true, false]);
    expect(outcomes[3]).toMatchObject({ refused: { faults: [{ code: 'UnknownItem' }] } });
    const rows = await db.rows<{ description: string }>(
      "select lines -> 0 ->> 'description' as description from sales_orders where order_id = any ($1::uuid[]) order by order_id",
      [set.slice(0, 2).map(({ reference }) => reference)],
    );
    expect(rows.map(({ description }) => description)).toEqual(["One's wine", "The other's wine"]);
  }
});

describe('reserving', () => {
  test('an order reserves all its lines or none, and then keeps its position in the queue', async () => {
    const { customerNo, order, status } = await winery([
      { itemNo: 'WINE-1', stock: 10 },
      { itemNo: 'WINE-2', stock: 1 },
    ]);
    const both = order({
      ItemsInfo: [
        { ItemNo: 'WINE-1', ItemQuantity: 4 },
        { ItemNo: 'WINE-2', ItemQuantity: 2 },
      ],
    });
    expect(await place([both])).toMatchObject([
      { ok: { reference: both.reference, isNew: true, warnings: [], holds: [{ reason: 'Inventory' }] } },
    ]);
    expect(await status(both)).toBe('ON INV HOLD');
    expect(await balanceOf(db, customerNo, 'WINE-1')).toEqual({ onHand: 10, reserved: 0, backOrdered: 4, expected: 0 });

    await givenStock(db, customerNo, [{ itemNo: 'WINE-2', quantity: 1 }]);
    expect(await status(both)).toBe('RECEIVED');
    expect(await balanceOf(db, customerNo, 'WINE-1')).toEqual({ onHand: 10, reserved: 4, backOrdered: 0, expected: 0 });
    await expectLedgerConsistent(db);
  });

  test('two lines of one item are added up', async () => {
    const { customerNo, order, status } = await winery([{ itemNo: 'WINE-1', stock: 5 }]);
    const twice = order({
      ItemsInfo: [
        { ItemNo: 'WINE-1', ItemQuantity: 3 },
        { ItemNo: 'WINE-1', ItemQuantity: 3 },
      ],
    });
    await place([twice]);
    expect(await status(twice)).toBe('ON INV HOLD');
    expect((await balanceOf(db, customerNo, 'WINE-1'))?.backOrdered).toBe(6);
    await expectLedgerConsistent(db);
  });

  test('cases are converted to bottles', async () => {
    const { customerNo, order } = await winery([{ itemNo: 'WINE-1', stock: 30 }]);
    await place([
      order({
        OrderInfo: { OrderType: 'WHOLESALE', OrderNo: freshOrderNo() },
        ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2, QuantityUnit: 'WHOLESALE' }],
      }),
    ]);
    expect((await balanceOf(db, customerNo, 'WINE-1'))?.reserved).toBe(24);
  });

  test('arriving stock fills the queue in order; an order that it cannot fill is skipped and keeps its position', async () => {
    const { customerNo, order, status } = await winery([{ itemNo: 'WINE-1' }]);
    const [large, small] = [order(wants('WINE-1', 8)), order(wants('WINE-1', 3))];
    await place([large]);
    await place([small]);
    await givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity: 5 }]);
    expect([await status(large), await status(small)]).toEqual(['ON INV HOLD', 'RECEIVED']);
    const late = order(wants('WINE-1', 3));
    await place([late]);
    expect(await status(late)).toBe('ON INV HOLD');
    await givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity: 8 }]);
    expect([await status(large), await status(late)]).toEqual(['RECEIVED', 'ON INV HOLD']);
    await expectLedgerConsistent(db);
  });

  test('released stock fills waiting orders', async () => {
    const { customerNo, order, status } = await winery([{ itemNo: 'WINE-1', stock: 5 }]);
    const [first, second] = [order(wants('WINE-1', 5)), order(wants('WINE-1', 4))];
    await place([first, second]);
    expect(await status(second)).toBe('ON INV HOLD');
    await db.write(async (tx) => {
      await removeDemands(tx, [{ customerNo, subject: first.reference }]);
      await tx.rows(`update sales_orders set status = 'CANCELED' where customer_no = $1 and order_id = $2`, [
        customerNo,
        first.reference,
      ]);
    });
    expect(await status(second)).toBe('RECEIVED');
    await expectLedgerConsistent(db);
  });

  test('without a named warehouse the nearest that can fill the whole order is chosen', async () => {
    const { customerNo, order } = await winery([{ itemNo: 'WINE-1' }, { itemNo: 'WINE-2' }]);
    await givenStock(db, customerNo, [
      { itemNo: 'WINE-1', quantity: 5, warehouse: 'COB01' },
      { itemNo: 'WINE-2', quantity: 5, warehouse: 'COB01' },
      { itemNo: 'WINE-1', quantity: 5, warehouse: 'ETC01' },
    ]);
    const anywhere = { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' } as const;
    const one = order({ ShipmentInfo: anywhere, ...wants('WINE-1', 1) });
    const both = order({
      ShipmentInfo: anywhere,
      ItemsInfo: [
        { ItemNo: 'WINE-1', ItemQuantity: 1 },
        { ItemNo: 'WINE-2', ItemQuantity: 1 },
      ],
    });
    await place([one, both]);
    const rows = await db.rows<{ order_id: string; warehouse: string }>(
      'select order_id, warehouse from sales_orders where customer_no = $1',
      [customerNo],
    );
    const warehouseOf = new Map(rows.map((r) => [r.order_id, r.warehouse]));
    // Denver is closer to Earth City than to Cobleskill.
    expect(warehouseOf.get(one.reference)).toBe('ETC01');
    expect(warehouseOf.get(both.reference)).toBe('COB01');
    await expectLedgerConsistent(db);
  });

  test('500 concurrent orders for 50 bottles from two processes: 50 are reserved, nothing is oversold', async () => {
    const { customerNo, order } = await winery([{ itemNo: 'WINE-1', stock: 50 }]);
    const writeQueue = [db, other].map((side) => openWriteQueue(side, { slots: 3, maxWaiting: 1_000 }));
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, (_, i) =>
        (writeQueue[i % 2] as (typeof writeQueue)[0]).submit(salesOrderCreationWriter, order(wants('WINE-1', 1))),
      ),
    );
    expect(outcomes.every((outcome) => 'ok' in outcome)).toBe(true);
    expect(await balanceOf(db, customerNo, 'WINE-1')).toEqual({
      onHand: 50,
      reserved: 50,
      backOrdered: 450,
      expected: 0,
    });
    const counted = await db.rows<{ status: string; count: number }>(
      'select status, count(*) from sales_orders where customer_no = $1 group by status order by status',
      [customerNo],
    );
    expect(counted).toEqual([
      { status: 'ON INV HOLD', count: 450 },
      { status: 'RECEIVED', count: 50 },
    ]);
    await expectLedgerConsistent(db);
  });
});

describe('sent again', () => {
  test('the same order returns its first reference, alone, in a batch and from two processes at once', async () => {
    const { customerNo, order } = await winery();
    const OrderInfo = { OrderNo: freshOrderNo(), TransmissionId: 'TX-1', OrderType: 'CLUB' as const };
    const twins = Array.from({ length: 20 }, () => order({ OrderInfo }));
    const writeQueue = [db, other].map((side) => openWriteQueue(side, { slots: 3, maxWaiting: 100 }));
    const outcomes = await Promise.all(
      twins.map((twin, i) => (writeQueue[i % 2] as (typeof writeQueue)[0]).submit(salesOrderCreationWriter, twin)),
    );
    const done = outcomes.map((outcome) => ('ok' in outcome ? outcome.ok : undefined));
    expect(new Set(done.map((d) => d?.reference)).size).toBe(1);
    expect(done.filter((d) => d?.isNew).length).toBe(1);
    expect((await balanceOf(db, customerNo, 'WINE-1'))?.reserved).toBe(1);
    await expectLedgerConsistent(db);
  });

  test('different content under the same number or transmission is rejected and changes nothing', async () => {
    const { customerNo, order } = await winery();
    const OrderInfo = { OrderNo: freshOrderNo(), TransmissionId: 'TX-1', OrderType: 'CLUB' as const };
    const first = order({ OrderInfo });
    await place([first]);
    const [byBoth] = await place([order({ OrderInfo, ...wants('WINE-1', 2) })]);
    expect(byBoth).toMatchObject({
      refused: { code: 'DuplicateOrder', reason: expect.stringContaining(first.reference) },
    });
    expect(byBoth).toMatchObject({
      refused: {
        reason: expect.stringMatching(
          /\. It differs in ItemsInfo\[0\]\.ItemQuantity\. To change that order, use UpdateSalesOrder; another order needs another TransmissionId\.$/,
        ),
      },
    });
    const [byNumber] = await place([
      order({ OrderInfo: { ...OrderInfo, TransmissionId: 'TX-2' }, ...wants('WINE-1', 2) }),
    ]);
    expect(byNumber).toMatchObject({ refused: { code: 'DuplicateOrder' } });
    expect((await balanceOf(db, customerNo, 'WINE-1'))?.reserved).toBe(1);
    // The rejected TransmissionId can be used for another order.
    const [later] = await place([
      order({ OrderInfo: { ...OrderInfo, OrderNo: freshOrderNo(), TransmissionId: 'TX-2' } }),
    ]);
    expect(later).toMatchObject({ ok: { isNew: true } });
  });

  test('a new TransmissionId with the same content identifies the existing order', async () => {
    const { order } = await winery();
    const OrderInfo = { OrderNo: freshOrderNo(), OrderType: 'CLUB' as const };
    const first = order({ OrderInfo });
    await place([first]);
    for (const TransmissionId of ['TX-9', 'TX-9']) {
      const again = await place([order({ OrderInfo: { ...OrderInfo, TransmissionId } })]);
      expect(again).toEqual([{ ok: { reference: first.reference, isNew: false, warnings: [] } }]);
    }
    const other = { ...OrderInfo, OrderNo: freshOrderNo(), TransmissionId: 'TX-9' };
    expect(await place([order({ OrderInfo: other })])).toMatchObject([{ refused: { code: 'DuplicateOrder' } }]);
  });

  test('a TransmissionId and an OrderNo of different orders are rejected', async () => {
    const { order } = await winery();
    const [a, b] = [freshOrderNo(), freshOrderNo()];
    await place([order({ OrderInfo: { OrderNo: a, TransmissionId: 'TX-A', OrderType: 'CLUB' } })]);
    await place([order({ OrderInfo: { OrderNo: b, TransmissionId: 'TX-B', OrderType: 'CLUB' } })]);
    const crossed = await place([order({ OrderInfo: { OrderNo: a, TransmissionId: 'TX-B', OrderType: 'CLUB' } })]);
    expect(crossed).toMatchObject([
      { refused: { code: 'DuplicateOrder', reason: expect.stringContaining('different orders') } },
    ]);
  });

  test('orders that differ in ShipmentKey are separate', async () => {
    const { order } = await winery();
    const OrderNo = freshOrderNo();
    const outcomes = await place(
      ['', 'A', 'B'].map((ShipmentKey) => order({ OrderInfo: { OrderNo, ShipmentKey, OrderType: 'CLUB' } })),
    );
    expect(outcomes.every((outcome) => 'ok' in outcome && outcome.ok.isNew)).toBe(true);
  });

  test('a rejected item does not affect the others and leaves no rows', async () => {
    const { customerNo, order } = await winery();
    const OrderNo = freshOrderNo();
    const outcomes = await place([
      order(),
      order({ OrderInfo: { OrderNo, OrderType: 'CLUB' }, ...wants('NO-SUCH', 1) }),
      order(),
    ]);
    expect(outcomes.map((outcome) => 'ok' in outcome)).toEqual([true, false, true]);
    expect(outcomes[1]).toMatchObject({
      refused: { code: 'ValidationFailed', faults: [{ field: 'ItemsInfo[0].ItemNo', code: 'UnknownItem' }] },
    });
    const [later] = await place([order({ OrderInfo: { OrderNo, OrderType: 'CLUB' } })]);
    expect(later).toMatchObject({ ok: { isNew: true } });
    expect((await balanceOf(db, customerNo, 'WINE-1'))?.reserved).toBe(3);
    await expectLedgerConsistent(db);
  });

  test('a number whose order is canceled while it is claimed is claimed by the new order', async () => {
    const { customerNo, order, status } = await winery();
    const OrderInfo = { OrderNo: freshOrderNo(), OrderType: 'CLUB' as const };
    const first = order({ OrderInfo });
    await place([first]);
    const cancel = () =>
      other.write((tx) =>
        salesOrderCancellationWriter.write(tx, [
          {
            customerNo,
            reference: uuidv7(),
            operation: 'cancel',
            actor: 'tester',
            name: { customerNo, reference: first.reference },
            unknownProperties: [],
          },
        ]),
      );
    let claims = 0;
    const second = order({ OrderInfo });
    const outcomes = await db.write((tx) => {
      const rows = async <R>(text: string, values?: readonly unknown[]) => {
        const result = await tx.rows<R>(text, values);
        if (text.includes('insert into sales_order_identities') && ++claims === 1) await cancel();
        return result;
      };
      return salesOrderCreationWriter.write({ ...tx, optimistic: false, rows }, [second]);
    });
    expect(outcomes).toMatchObject([{ ok: { isNew: true } }]);
    expect(claims).toBe(2);
    expect(await status(second)).toBe('RECEIVED');
    // The number is the second order's: a third that differs is rejected.
    const [third] = await place([order({ OrderInfo, ...wants('WINE-1', 5) })]);
    expect(third).toMatchObject({ refused: { code: 'DuplicateOrder' } });
  });
});
