/** How the simulated warehouse processes orders of each kind, down to the ledger. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Db, Tx } from '../../src/platform/db/db.ts';
import { runDueWork } from '../../src/platform/due-work.ts';
import { simulationStepHandlers } from '../../src/simulation/index.ts';
import { verifyPackages } from '../../src/warehouse/index.ts';
import { balanceOf, givenStock } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';
import { type Json, openWinery } from '../support/winery.ts';
import { day, setClock, tuesday } from './clock.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(async () => {
  await expectLedgerConsistent(server.environment.db);
  expect(await verifyPackages(server.environment.db)).toEqual([]);
});
afterAll(() => server.close());

async function wineryOnTuesday() {
  const winery = await openWinery(server);
  const { db } = server.environment;
  await setClock(db, winery.customerNo);
  return {
    ...winery,
    until: (To: string) => winery.client.call('Simulation/AdvanceClock', { To }),
    kinds: async (reference: string) => (await winery.timeline(reference)).map((entry) => entry.kind),
    status: async (reference: string): Promise<string> => (await winery.order(reference)).status,
    packages: (reference: string) =>
      db.rows<Json>('select * from packages where customer_no = $1 and order_id = $2 order by package_no', [
        winery.customerNo,
        reference,
      ]),
    movements: (reference: string) =>
      db.rows<Json>(
        `select m.*, n.ship_to_name from movements m left join movement_names n using (customer_no, subject)
          where m.customer_no = $1 and m.subject = $2 order by m.seq`,
        [winery.customerNo, reference],
      ),
    balance: () => balanceOf(db, winery.customerNo, 'WINE-1'),
  };
}

test('stock is in work from the start of processing and is deducted when the package leaves', async () => {
  const winery = await wineryOnTuesday();
  const reference = await winery.created({
    OrderInfo: { OrderNo: 'SIM-0001' },
    ItemsInfo: [
      { ItemNo: 'WINE-1', ItemQuantity: 13 },
      { ItemNo: 'FEE', ItemQuantity: 1 },
      { ItemNo: 'WINE-1', ItemQuantity: 1, QuantityUnit: 'WHOLESALE' },
      { ItemNo: 'OURS', ItemQuantity: 3 },
    ],
  });
  await winery.until('2031-03-04T15:00:00');
  expect(await winery.balance()).toMatchObject({ onHand: 100, reserved: 25 });
  const packages = await winery.packages(reference);
  expect(packages.flatMap((p) => p.items).reduce((sum, item) => sum + item.units, 0)).toBe(25);
  expect(new Set(packages.flatMap((p) => p.items.map((item: Json) => item.itemNo)))).toEqual(new Set(['WINE-1']));

  await winery.until('2031-03-04T16:00:00');
  expect(await winery.balance()).toMatchObject({ onHand: 75, reserved: 0 });
  expect(await winery.movements(reference)).toMatchObject([
    {
      item_no: 'WINE-1',
      warehouse: 'APC01',
      status: 'GOOD-NO-TX',
      quantity: -25,
      type: 'Sales order',
      reference: 'SIM-0001',
      order_type: 'CLUB',
      item_description: 'Wine WINE-1',
      item_unit: '750',
      ship_to_name: 'Sample Recipient',
      occurred_at: Temporal.Instant.from('2031-03-04T16:00:00-08:00'),
    },
  ]);
  expect(await winery.status(reference)).toBe('SHIPPED');
  await winery.until('2031-03-20T12:00:00');
  expect((await winery.packages(reference)).map((p) => p.status)).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED']);
  const kinds = await winery.kinds(reference);
  expect(kinds.slice(0, 3)).toEqual(['sales_order.accepted', 'sales_order.processing', 'package.packed']);
  expect(kinds.at(-1)).toBe('package.scanned');
});

test('activity is numbered in commit order, after everything before it', async () => {
  const winery = await wineryOnTuesday();
  const reference = await winery.created();
  const seen: number[] = [];
  for (const to of ['2031-03-04T12:00:00', '2031-03-04T16:00:00', '2031-03-04T19:00:00', '2031-03-20T12:00:00']) {
    await winery.until(to);
    seen.push((await winery.packages(reference))[0].activity_seq);
  }
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(new Set(seen).size).toBe(4);
});

test('an order that is packed before its cutoff and after the pickup leaves a minute later', async () => {
  const winery = await wineryOnTuesday();
  const cutoff = (time: string) =>
    editSettings(
      server.environment.db,
      `insert into warehouse_cutoffs (warehouse, carrier, service, cutoff) values ('APC01', 'FEX', 'ONPR', $1)
           on conflict (warehouse, carrier, service) do update set cutoff = excluded.cutoff`,
      [time],
    );
  await cutoff('20:00');
  await setClock(server.environment.db, winery.customerNo, Temporal.Instant.from('2031-03-04T18:00:00-08:00'));
  const reference = await winery.created({
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'ONPR', ServiceWarehouseLocation: 'APC01' },
  });
  await winery.until('2031-03-04T20:00:00');
  expect(await winery.packages(reference)).toMatchObject([
    { status: expect.stringMatching(/SHIPPED|IN TRANSIT/), ship_date: Temporal.PlainDate.from('2031-03-04') },
  ]);
  await cutoff('14:00');
});

test('an order packed after the pickup or on a Saturday leaves on the next working day', async () => {
  const winery = await wineryOnTuesday();
  await setClock(server.environment.db, winery.customerNo, Temporal.Instant.from('2031-03-07T18:00:00-08:00'));
  const reference = await winery.created({ OrderInfo: { OrderNo: 'SIM-0002' } });
  await winery.until('2031-03-10T05:59:00');
  expect(await winery.status(reference)).toBe('RECEIVED');
  await winery.until('2031-03-10T16:00:00');
  expect(await winery.packages(reference)).toMatchObject([
    { status: 'SHIPPED', ship_date: Temporal.PlainDate.from('2031-03-10') },
  ]);
});

test('an order that leaves after its planned ship date has an estimate that follows the day on which it left', async () => {
  const winery = await wineryOnTuesday();
  const reference = await winery.created({ OrderInfo: { OrderNo: 'SIM-0012' } });
  await winery.until('2031-03-04T11:00:00');
  const [packed] = await winery.packages(reference);
  expect(packed).toMatchObject({ status: 'READY TO SHIP', estimated_delivery_date: expect.anything() });
  await server.environment.db.rows(
    `update packages set requested_ship_date = '2031-02-28', estimated_delivery_date = '2031-03-03'
      where customer_no = $1 and order_id = $2`,
    [winery.customerNo, reference],
  );
  await winery.until('2031-03-04T16:00:00');
  expect(await winery.packages(reference)).toMatchObject([
    {
      status: 'SHIPPED',
      ship_date: packed.requested_ship_date,
      estimated_delivery_date: packed.estimated_delivery_date,
    },
  ]);
});

test('an order waits for its requested ship date and stays open until that morning', async () => {
  const winery = await wineryOnTuesday();
  const ShipmentInfo = { ServiceWarehouseLocation: 'APC01', RequestedShipmentDate: '03/12/2031' };
  const reference = await winery.created({ ShipmentInfo });
  await winery.until('2031-03-12T05:59:00');
  expect(await winery.status(reference)).toBe('RECEIVED');
  await winery.until('2031-03-12T06:01:00');
  expect(await winery.status(reference)).toBe('PROCESSING ORDER');
  await winery.until('2031-03-12T16:00:00');
  expect(await winery.status(reference)).toBe('SHIPPED');
});

test('a postponed ship date applies even if the order was due before', async () => {
  const winery = await wineryOnTuesday();
  const reference = await winery.created();
  await winery.update({
    TransactionReferenceNumber: reference,
    ShipmentInfo: { RequestedShipmentDate: '03/06/2031' },
  });
  await winery.until('2031-03-06T05:59:00');
  expect(await winery.status(reference)).toBe('RECEIVED');
  await winery.until('2031-03-06T16:00:00');
  expect(await winery.packages(reference)).toMatchObject([{ ship_date: Temporal.PlainDate.from('2031-03-06') }]);
});

test('skips orders that are on hold or canceled when they come due', async () => {
  const winery = await wineryOnTuesday();
  const [held, canceled] = [await winery.created(), await winery.created()];
  await winery.update({ TransactionReferenceNumber: held, OrderInfo: { HoldOrder: true } });
  await winery.cancel({ TransactionReferenceNumber: canceled });
  await winery.until('2031-03-20T12:00:00');
  expect(await winery.status(held)).toBe('ON WINERY REQUESTED HOLD');
  expect(await winery.status(canceled)).toBe('CANCELED');
  await winery.update({ TransactionReferenceNumber: held, OrderInfo: { HoldOrder: false } });
  await winery.until('2031-04-10T12:00:00');
  expect(await winery.packages(held)).toMatchObject([{ status: 'DELIVERED' }]);
});

test('an order of virtual and client-managed items completes without a package', async () => {
  const winery = await wineryOnTuesday();
  const reference = await winery.created({
    OrderInfo: { OrderNo: 'SIM-0003' },
    ItemsInfo: [
      { ItemNo: 'FEE', ItemQuantity: 2 },
      { ItemNo: 'OURS', ItemQuantity: 1 },
    ],
  });
  await winery.until('2031-03-04T12:00:00');
  expect(await winery.kinds(reference)).toEqual(['sales_order.accepted', 'sales_order.completed']);
  const { body } = await winery.client.call('Tracking/GetDetails', { OrderNo: 'SIM-0003' });
  expect(body).toMatchObject([
    { Status: 'SHIPPED', TrackingNo: '', StatusDescription: 'The order is complete; it had nothing to ship.' },
  ]);
});

test('a JIT order stays open after its processing time, waits for its label and does not change stock', async () => {
  const winery = await wineryOnTuesday();
  const reference = await winery.created({ OrderInfo: { OrderType: 'JIT' } });
  await winery.until('2031-03-20T12:00:00');
  expect(await winery.status(reference)).toBe('RECEIVED');
  expect(await winery.packages(reference)).toEqual([]);
  expect(await winery.balance()).toMatchObject({ onHand: 100, reserved: 0 });
});

test('will call: the package waits for the recipient, and stock is deducted at pickup', async () => {
  const winery = await wineryOnTuesday();
  const reference = await winery.created({
    ShipmentInfo: { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL', ServiceWarehouseLocation: 'APC01' },
  });
  await winery.until('2031-03-04T17:00:00');
  expect(await winery.packages(reference)).toMatchObject([{ status: 'READY FOR PICKUP', tracking_no: '' }]);
  expect(await winery.balance()).toMatchObject({ onHand: 100, reserved: 1 });
  await winery.until('2031-03-06T12:00:00');
  expect(await winery.packages(reference)).toMatchObject([
    { status: 'DELIVERED', carrier_status: 'DL', ship_date: Temporal.PlainDate.from('2031-03-05') },
  ]);
  expect(await winery.balance()).toMatchObject({ onHand: 99, reserved: 0 });
});

test('many orders take as many statements as few', async () => {
  const counts = [];
  for (const orders of [2, 40]) {
    const winery = await wineryOnTuesday();
    for (let i = 0; i < orders; i += 1) await winery.created();
    const { db, statements } = counting(server.environment.db);
    const until = Temporal.Instant.from('2031-03-04T16:00:00-08:00');
    const done = await runDueWork({ ...server.environment, db }, simulationStepHandlers, winery.customerNo, until);
    expect(done).toBe(3 * orders);
    counts.push(statements());
  }
  // The counter sees the statements of all steps.
  expect(counts[0]).toBeGreaterThan(15);
  expect(counts[1]).toBe(counts[0]);
});

test('an order with too many packages goes on hold with a reason, other orders proceed, and an update releases it', async () => {
  const winery = await wineryOnTuesday();
  await givenStock(server.environment.db, winery.customerNo, [{ itemNo: 'WINE-1', quantity: 300_000 }]);
  const [huge, small] = [
    await winery.created({
      OrderInfo: { OrderNo: 'SIM-HUGE' },
      ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 240_001 }],
    }),
    await winery.created(),
  ];
  await winery.until('2031-03-04T12:00:00');
  expect(await winery.status(small)).toBe('PROCESSING ORDER');
  expect(await winery.order(huge)).toMatchObject({
    status: 'ON CUSTOMER SERVICE HOLD',
    holds: [{ reason: 'Customer Service', cause: 'too-many-packages' }],
    reserved: { 'WINE-1': 240_001 },
  });
  const { body } = await winery.client.call('Tracking/GetDetails', { OrderNo: 'SIM-HUGE' });
  expect(body[0].StatusDescription).toContain('more than 20,000 packages');
  const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity: 12 }];
  expect((await winery.update({ TransactionReferenceNumber: huge, ItemsInfo })).status).toBe(200);
  expect(await winery.order(huge)).toMatchObject({ status: 'RECEIVED', holds: [] });
  await winery.until('2031-03-05T16:00:00');
  expect(await winery.status(huge)).toBe('SHIPPED');
});

/** Counts the statements of transactions. */
function counting(db: Db): { db: Db; statements: () => number } {
  let count = 0;
  const counted = (tx: Tx): Tx => ({
    ...tx,
    rows: (text, values) => {
      count += 1;
      return tx.rows(text, values);
    },
  });
  return { db: { ...db, write: (work) => db.write((tx) => work(counted(tx))) }, statements: () => count };
}

test('production: an order that needs a carrier account goes on hold with a reason, and a will-call order is started', async () => {
  const production = await openTestServer({ environment: 'production' });
  try {
    const { db } = production.environment;
    const winery = await openWinery(production);
    const { createProductionStepHandlers } = await import('../../src/shipping-labels/index.ts');
    const [shipped, collected] = [
      await winery.created({ OrderInfo: { OrderNo: 'PRO-0001' } }),
      await winery.created({ ShipmentInfo: { ShippingCarrier: 'WIL', ServiceWarehouseLocation: 'APC01' } }),
    ];
    await runDueWork(
      production.environment,
      createProductionStepHandlers('none'),
      winery.customerNo,
      tuesday.add({ seconds: 365 * day }),
    );
    expect(await winery.order(shipped)).toMatchObject({
      status: 'ON CUSTOMER SERVICE HOLD',
      holds: [{ reason: 'Customer Service', cause: 'no-carrier' }],
      reserved: { 'WINE-1': 1 },
    });
    expect((await winery.order(collected)).status).toBe('PROCESSING ORDER');
    const { body } = await winery.client.call('Tracking/GetDetails', { OrderNo: 'PRO-0001' });
    expect(body[0].StatusDescription).toContain('No carrier is connected');
    await expectLedgerConsistent(db);
  } finally {
    await production.close();
  }
});
