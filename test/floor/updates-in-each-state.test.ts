/**
 * Updates of the lines of an order in each state, and what follows from them: its reservation or backorder, and what stands in no bin.
 * In work it takes no update; what stands aside or in totes stays there.
 */
import { expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { mustSucceed, scanOf, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { items, usePicking } from '../support/picking.ts';
import type { Json } from '../support/winery.ts';

const used = usePicking();

type Quantities = Readonly<Record<string, number>>;

/** A winery with 100 of each item at the worked warehouse, 20 of them in a bin, and an order of it. */
async function openWineryWithOrder(quantities: Quantities) {
  const { picking, server } = used;
  const { floor } = picking;
  const winery = await floor.winery();
  const { customerNo: CustomerNo } = winery;
  const shelf = await picking.bin({}, [winery, 'WINE-1', 20], [winery, 'WINE-2', 20]);
  const order = await winery.waiting(items(...Object.entries(quantities)));
  const named = { CustomerNo, TransactionReferenceNumber: order.reference };
  const perItem = (rows: readonly Json[], figure: (row: Json) => unknown) =>
    Object.fromEntries(rows.map((row) => [row.ItemNo, figure(row)]));
  return {
    ...winery,
    ...order,
    tote: await picking.tote(),
    shelf,
    named,
    pick: async (...codes: string[]) => {
      const { Session } = await picking.start(await picking.wave([winery, order.reference]));
      await picking.scan(Session, shelf, ...codes);
      return Session as string;
    },
    park: async () => {
      const { Session } = await floor.pack('OpenPacking', { Scan: order.orderNo });
      await floor.pack('ReportProblem', { Session, ScanId: uuidv7(), Kind: 'other', Note: 'Wait' });
    },
    update: async (body: object) =>
      await winery.client.call('SalesOrder/UpdateSalesOrder', {
        TransactionReferenceNumber: order.reference,
        ...body,
      }),
    /** By warehouse and item: `[on hand, reserved, backordered, sellable]`. */
    figures: async (warehouse: string) => {
      const filters = { Customers: [CustomerNo], Warehouses: [warehouse], Statuses: ['GOOD-NO-TX'] };
      const { Records } = mustSucceed(await floor.lead.call('Inventory/List', filters));
      return perItem(Records, (row) => [row.OnHand, row.Reserved, row.Backordered, row.Sellable]);
    },
    unplaced: async () => {
      const { Records } = mustSucceed(await floor.lead.call('Bins/ListUnplaced', { Warehouse: worked, CustomerNo }));
      return perItem(Records, (row) => row.Unplaced);
    },
    verify: () => expectLedgerConsistent(server.environment.db),
  };
}

type Order = Awaited<ReturnType<typeof openWineryWithOrder>>;

const ordered: Quantities = { 'WINE-1': 2, 'WINE-2': 1 };

/** How an order comes into a state, and what becomes of the bottles in no bin when it is canceled. */
const states: Readonly<
  Record<string, { quantities?: Quantities; reach: (order: Order) => Promise<unknown>; freed?: Quantities }>
> = {
  waiting: { quantities: { 'WINE-1': 500 }, reach: async () => undefined },
  allocated: { reach: async () => undefined },
  'parked, packed without picking': {
    reach: async ({ reference, orderNo, park, ...winery }) => {
      await used.picking.floor.release(winery, reference);
      await used.picking.floor.packInto(orderNo, ['WINE-1', 'WINE-1', 'WINE-2']);
      await park();
    },
  },
  'parked, picked': {
    reach: async ({ pick, park, tote, shelf }) => {
      await pick('WINE-1', 'WINE-1', tote, shelf, 'WINE-2', tote);
      await park();
    },
    freed: ordered,
  },
  'parked, labeled': {
    reach: async ({ pick, park, tote, shelf, orderNo }) => {
      await pick('WINE-1', 'WINE-1', tote, shelf, 'WINE-2', tote);
      await used.picking.floor.label(orderNo, ['WINE-1', 'WINE-1', 'WINE-2']);
      await park();
    },
    freed: ordered,
  },
  'parked, in part in a box': {
    reach: async ({ pick, park, tote, shelf, orderNo }) => {
      await pick('WINE-1', 'WINE-1', tote, shelf, 'WINE-2', tote);
      const { Session } = await used.picking.floor.pack('OpenPacking', { Scan: orderNo });
      await used.picking.floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
      await park();
    },
    freed: ordered,
  },
  'taken back': {
    reach: async ({ pick, named, tote, shelf }) => {
      await pick('WINE-1', 'WINE-1', tote, shelf, 'WINE-2', tote);
      await used.picking.floor.led('TakeBack', { Orders: [named], Note: 'The winery called' });
    },
  },
};

const away = 'APC01';

test.each(Object.keys(states))('an order that is %s', async (state) => {
  const { quantities = ordered, reach, freed = {} } = states[state] as (typeof states)[string];
  const order = await openWineryWithOrder(quantities);
  await reach(order);
  const [unplaced, elsewhere] = [await order.unplaced(), await order.figures(away)];
  const stock = elsewhere['WINE-1'] as number[];
  const expected = (wanted: Quantities, warehouse: string, onHand: number) => {
    const isReserved = Object.values(wanted).every((units) => units <= onHand);
    return (itemNo: string, at: string, own: number) => {
      const units = at === warehouse ? (wanted[itemNo] ?? 0) : 0;
      return [own, isReserved ? units : 0, isReserved ? 0 : units, own - (isReserved ? units : 0)];
    };
  };
  const check = async (step: string, wanted: Quantities, warehouse = worked, more: Quantities = {}) => {
    const figuresOf = expected(wanted, warehouse, warehouse === worked ? 100 : (stock[0] ?? 0));
    const [here, there] = [await order.figures(worked), await order.figures(away)];
    expect({ step, here, there, unplaced: await order.unplaced() }).toEqual({
      step,
      here: Object.fromEntries(['WINE-1', 'WINE-2'].map((itemNo) => [itemNo, figuresOf(itemNo, worked, 100)])),
      there: Object.fromEntries(
        Object.entries(there).map(([itemNo, [onHand]]: Json) => [itemNo, figuresOf(itemNo, away, onHand)]),
      ),
      unplaced: Object.fromEntries(
        Object.entries(unplaced).map(([itemNo, units]) => [itemNo, (units as number) + (more[itemNo] ?? 0)]),
      ),
    });
  };
  await check('as it came', quantities);
  for (const [step, wanted] of [
    ['raise', { 'WINE-1': 5, 'WINE-2': 1 }],
    ['lower', { 'WINE-1': 1, 'WINE-2': 1 }],
    ['remove', { 'WINE-2': 1 }],
    ['add', ordered],
    ['more than there is', { 'WINE-1': 900, 'WINE-2': 1 }],
    ['again', ordered],
  ] as const) {
    expect((await order.update(items(...Object.entries(wanted as Quantities)))).status).toBe(200);
    await check(step, wanted);
  }
  for (const HoldOrder of [true, false]) {
    expect((await order.update({ OrderInfo: { HoldOrder } })).status).toBe(200);
    await check(`hold ${HoldOrder}`, ordered);
  }
  for (const ServiceWarehouseLocation of [away, worked]) {
    expect((await order.update({ ShipmentInfo: { ServiceWarehouseLocation } })).status).toBe(200);
    await check(ServiceWarehouseLocation, ordered, ServiceWarehouseLocation);
  }
  const { TransactionReferenceNumber } = order.named;
  mustSucceed(await order.client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber }));
  await check('cancel', {}, worked, freed);
  await order.verify();
});

test('an order in work takes no update, and its stock stays as it is', async () => {
  const order = await openWineryWithOrder(ordered);
  const Session = await order.pick('WINE-1');
  const refused = async () => {
    const before = [await order.figures(worked), await order.unplaced()];
    for (const body of [items(['WINE-1', 1]), { OrderInfo: { HoldOrder: true } }])
      expect((await order.update(body)).status).toBe(403);
    expect([await order.figures(worked), await order.unplaced()]).toEqual(before);
  };
  await refused();
  await used.picking.scan(Session, 'WINE-1', order.tote, order.shelf, 'WINE-2', order.tote);
  await refused();
  await used.picking.floor.label(order.orderNo, ['WINE-1', 'WINE-1', 'WINE-2']);
  await refused();
});
