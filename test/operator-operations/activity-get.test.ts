/** Activity/Get: the activity of a customer in a month, with its storage by day. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rollUpMovements } from '../../src/inventory/index.ts';
import { catchUpOrderIndex, rebuildOrderIndex } from '../../src/order-index/index.ts';
import { givenMovements, instant, type PastMovement } from '../inventory/past-movements.ts';
import { givenCustomer, givenItems } from '../support/catalog.ts';
import { openWinery } from '../support/held-orders.ts';
import { exportedRows } from '../support/list-export.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openTransferWinery } from '../transfer-orders/transfer-winery.ts';

const timeZone = 'America/Los_Angeles';

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(() => server.close());

/** The same numbers in every run. */
function pseudoRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

test('200 receipts and storage agree with all movements, over the ends of a month of the operator', async () => {
  const { db } = server.environment;
  const customerNo = await givenCustomer(db);
  const next = pseudoRandom(20_260_301);
  const types = ['Purchase Order', 'Transfer In', 'Inventory Adjustment'] as const;
  const list = Array.from({ length: 400 }, (_, nth): PastMovement => {
    // Half of them within a day of an end of March: 8 and 7 hours before UTC.
    const ends = ['2026-02-28T20:00:00Z', '2026-03-31T19:00:00Z'] as const;
    const at =
      nth % 2 === 0
        ? instant('2026-02-10T00:00:00Z').add({ minutes: next(60 * 24 * 65) })
        : instant(ends[next(2)] ?? ends[0]).add({ minutes: next(60 * 24) });
    const place = { itemNo: `ITEM-${next(3)}`, warehouse: 'APC01', status: 'GOOD-NO-TX' };
    return {
      ...place,
      seq: nth + 1,
      at,
      occurredAt: at,
      quantity: 1 + next(40),
      type: types[next(3)] ?? '',
      reference: 'A',
    };
  });
  await givenMovements(db, customerNo, list);
  const ask = () => service.call('Activity/Get', { CustomerNo: customerNo, Month: '2026-03' });
  const monthOf = ({ occurredAt }: PastMovement) => occurredAt.toZonedDateTimeISO(timeZone).toString().slice(0, 7);
  const received = (type: string) => list.filter((row) => row.type === type && monthOf(row) === '2026-03');
  const units = (rows: readonly PastMovement[]) => rows.reduce((sum, { quantity }) => sum + quantity, 0);
  const storage = Array.from({ length: 31 }, (_, nth) => {
    const day = Temporal.PlainDate.from({ year: 2026, month: 3, day: nth + 1 });
    const isBy = ({ occurredAt }: PastMovement) =>
      Temporal.PlainDate.compare(occurredAt.toZonedDateTimeISO(timeZone).toPlainDate(), day) <= 0;
    return { Day: `03/${String(nth + 1).padStart(2, '0')}/2026`, OnHand: units(list.filter(isBy)) };
  });
  const expected = {
    CustomerNo: customerNo,
    Month: '2026-03',
    Orders: 0,
    Boxes: 0,
    Bottles: 0,
    OrderTypes: [],
    Returns: 0,
    PurchaseOrders: received('Purchase Order').length,
    PurchaseUnits: units(received('Purchase Order')),
    Transfers: received('Transfer In').length,
    TransferUnits: units(received('Transfer In')),
    UnitDays: storage.reduce((sum, { OnHand }) => sum + OnHand, 0),
    Storage: storage,
  };
  expect(await ask()).toMatchObject({ status: 200, body: expected });
  await rollUpMovements(db, { timeZone, minUnrolled: 1 });
  expect((await ask()).body).toMatchObject(expected);
});

test('200 transfers with what arrived: less than was shipped, nothing, and more', async () => {
  const winery = await openTransferWinery(server, 300);
  const names = ['SHORT', 'LOST', 'OVER'];
  for (const CustomerReferenceNo of names) await winery.transferred({ CustomerReferenceNo });
  await winery.until('2031-03-04T09:05:00');
  const arrive = async (CustomerReferenceNo: string, ItemQuantity: number) =>
    expect(
      (await winery.receive({ CustomerReferenceNo, Lines: [{ ItemNo: 'WINE-1', ItemQuantity }], Close: true })).status,
    ).toBe(200);
  await arrive('SHORT', 48);
  await arrive('LOST', 0);
  await arrive('OVER', 66);
  // An adjustment with the reason of a transfer that is of none.
  const found = { CustomerNo: winery.customerNo, Warehouse: 'SJU01', InventoryStatus: 'GOOD-NO-TX' };
  const Items = [{ ItemNo: 'WINE-1', Quantity: 5 }];
  const admin = await signedIn(server, 'admin');
  const { status } = await admin.call('Inventory/Adjust', { ...found, ReasonCode: 'TRANSFER-OVER', Items });
  expect(status).toBe(200);
  const { body } = await service.call('Activity/Get', { CustomerNo: winery.customerNo, Month: '2031-03' });
  expect(body).toMatchObject({ Transfers: 2, TransferUnits: 48 + 66 });
  // What is posted as the next month begins is of that month alone.
  await server.environment.db.rows(
    "update movements set occurred_at = '2031-04-01T07:00:00Z' where customer_no = $1 and warehouse = 'SJU01'",
    [winery.customerNo],
  );
  const of = async (Month: string) =>
    (await service.call('Activity/Get', { CustomerNo: winery.customerNo, Month })).body;
  expect(await of('2031-03')).toMatchObject({ Transfers: 0, TransferUnits: 0 });
  expect(await of('2031-04')).toMatchObject({ Transfers: 2, TransferUnits: 48 + 66 });
});

test('200 orders that left, by type, with boxes, bottles, ice packs and adult signatures, by the month of their ShipDate', async () => {
  const winery = await openWinery(server);
  const { db } = server.environment;
  await winery.order({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 3 }] });
  // Without wine and alcohol: its boxes need no signature. Nor do those of a third order, which its recipient takes.
  await db.rows("update skus set category = 'Merchandise' where customer_no = $1 and item_no = 'WINE-2'", [
    winery.customerNo,
  ]);
  const { reference: taken } = await winery.order({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  await winery.order({ OrderInfo: { OrderType: 'RETAIL' }, ItemsInfo: [{ ItemNo: 'WINE-2', ItemQuantity: 18 }] });
  await winery.order({ OrderInfo: { HoldOrder: true } });
  await winery.advance(14 * 24 * 3_600);
  await catchUpOrderIndex(db);
  await db.rows("update packages set carrier = 'WILL' where customer_no = $1 and order_id = $2", [
    winery.customerNo,
    taken,
  ]);
  await db.rows("update sales_orders set ice_pack = 1 where customer_no = $1 and order_type = 'RETAIL'", [
    winery.customerNo,
  ]);
  await rebuildOrderIndex(db);
  // In the past, whatever the day of this run: the last day of a month and the first one of the next.
  const [retail] = await db.rows<{ order_id: string }>(
    `update order_index set ship_date = case when order_type = 'RETAIL' then date '2026-04-01' else date '2026-03-31' end
      where customer_no = $1 and status = 'SHIPPED' returning order_id`,
    [winery.customerNo],
  );
  expect(retail).toBeDefined();
  const [packed] = await db.rows<{ boxes: number }>(
    `select count(*)::int as boxes from packages p join sales_orders o using (customer_no, order_id)
      where p.customer_no = $1 and o.order_type = 'RETAIL'`,
    [winery.customerNo],
  );
  const of = async (Month: string) =>
    (await service.call('Activity/Get', { CustomerNo: winery.customerNo, Month })).body;
  const club = { Orders: 2, Boxes: 2, Bottles: 5, IcePacks: 0, AdultSignatures: 1 };
  const sold = { Orders: 1, Boxes: packed?.boxes, Bottles: 18, IcePacks: 1, AdultSignatures: 0 };
  expect(await of('2026-03')).toMatchObject({ ...club, OrderTypes: [{ OrderType: 'CLUB', ...club }] });
  expect(await of('2026-04')).toMatchObject({ ...sold, OrderTypes: [{ OrderType: 'RETAIL', ...sold }] });
  expect(await of('2026-05')).toMatchObject({ Orders: 0, OrderTypes: [] });
  // The orders that the sums count, each with its part.
  const shipped = { Customers: [winery.customerNo], ShippedFrom: '03/01/2026', ShippedTo: '2026-03-31' };
  const orders = await exportedRows(server, service, 'Orders/List', shipped);
  const sumOf = (column: string) => orders.reduce((sum, order) => sum + Number(order[column]), 0);
  expect([orders.length, sumOf('ShippedBoxes'), sumOf('ShippedBottles'), sumOf('AdultSignatures')]).toEqual([
    2, 2, 5, 1,
  ]);
  const [row] = await exportedRows(server, service, 'Activity/List', { Month: '2026-03', Text: winery.customerNo });
  const byType = { 'Orders CLUB': '2', 'Boxes CLUB': '2', 'Bottles CLUB': '5', 'Bottles RETAIL': '0' };
  expect(row).toMatchObject({ ...byType, Bottles: '5' });
});

test('200 without orders of which the operator ships nothing: of fees, and of items that the winery ships itself', async () => {
  const winery = await openWinery(server);
  const { customerNo } = winery;
  const { db } = server.environment;
  await givenItems(db, customerNo, [
    { itemNo: 'FEE', storage: 'virtual' },
    { itemNo: 'OWN', storage: 'client' },
  ]);
  for (const ItemNo of ['FEE', 'OWN']) {
    const { reference } = await winery.order({ ItemsInfo: [{ ItemNo, ItemQuantity: 1 }] });
    await winery.advance(14 * 24 * 3_600);
    expect(await winery.statusOf(reference)).toBe('SHIPPED');
  }
  await catchUpOrderIndex(db);
  const months = await db.rows<{ month: string }>(
    "select distinct to_char(ship_date, 'YYYY-MM') as month from order_index where customer_no = $1",
    [customerNo],
  );
  expect(months.length).toBeGreaterThan(0);
  for (const { month } of months) {
    const { body } = await service.call('Activity/Get', { CustomerNo: customerNo, Month: month });
    expect(body).toMatchObject({ Orders: 0, Boxes: 0, OrderTypes: [] });
    const listed = await service.call('Orders/List', { Customers: [customerNo], ShippedFrom: `${month}-01` });
    expect(listed.body).toMatchObject({ Records: [], Count: 0 });
  }
});

test('200 returns by the day on which they came, and no storage of days to come', async () => {
  const winery = await openWinery(server);
  const { db } = server.environment;
  const { reference } = await winery.order();
  const insert = `insert into returns (customer_no, return_id, rma_number, order_id, order_no, warehouse, status, tracking_nos,
                                       carrier, service, announced_at, announced_seq, received_at, received_seq)
                  values ($1, gen_random_uuid(), $2, $3, 'X', 'APC01', 'RECEIVED', $4, 'FEX', 'GRND', now(), $5, $6, $5)`;
  const { customerNo } = winery;
  await db.rows(insert, [customerNo, 'RMA-A', reference, '{A,B}', -1, '2026-04-01T06:59:59Z']);
  await db.rows(insert, [customerNo, 'RMA-B', reference, '{}', -2, '2026-04-01T07:00:00Z']);
  const of = async (Month: string) => (await service.call('Activity/Get', { CustomerNo: customerNo, Month })).body;
  expect(await of('2026-03')).toMatchObject({ Returns: 1, ReturnBoxes: 2, ReturnBottles: 0 });
  expect(await of('2026-04')).toMatchObject({ Returns: 1, ReturnBoxes: 1, ReturnBottles: 0 });
  expect(await of('2999-01')).toMatchObject({ UnitDays: 0, Storage: [] });
});

test('400 for what is no month', async () => {
  for (const Month of ['2026-13', '11/2026', '']) {
    const { status, body } = await service.call('Activity/Get', { CustomerNo: 'W1', Month });
    expect([status, body.Errors[0]?.Field]).toEqual([400, 'Month']);
  }
});

test('404 for a customer that does not exist', async () => {
  expect(await service.call('Activity/Get', { CustomerNo: 'NONE', Month: '2026-03' })).toMatchObject({ status: 404 });
});
