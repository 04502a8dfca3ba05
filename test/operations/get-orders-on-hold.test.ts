/** SalesOrder/GetOrdersOnHold: the replies that it declares. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addExpectedReceipts } from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { holdOperations, inDays, openWinery } from '../support/held-orders.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { recipient } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ operations: holdOperations });
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const name = 'SalesOrder/GetOrdersOnHold';
const wants = (ItemNo: string, ItemQuantity: number) => ({ ItemsInfo: [{ ItemNo, ItemQuantity }] });

/** Announces units of WINE-3 inbound to a warehouse. */
async function inbound(customerNo: string, ordered: number, warehouse = 'APC01'): Promise<void> {
  const expectation = { customerNo, itemNo: 'WINE-3', warehouse, status: 'GOOD-NO-TX', line: 1, ordered };
  await server.environment.db.write((tx) => addExpectedReceipts(tx, [{ ...expectation, subject: uuidv7() }]));
}

const shares = (rows: readonly { OrderOnHoldItems: readonly Record<string, unknown>[] }[]) =>
  rows.map(({ OrderOnHoldItems }) =>
    OrderOnHoldItems.map((item) => [item.Quantity, item.QuantityReserved, item.IncomingPreReserved, item.Oversold]),
  );

test('200: every listed field of an order on hold', async () => {
  const { order, client, customerNo } = await openWinery(server);
  const { orderNo } = await order({
    OrderInfo: { HoldOrder: true, OrderDate: '2026-11-18T17:00:00Z', OrderType: 'RETAIL' },
    ShipmentInfo: {
      ShippingCarrier: 'UPS',
      ShippingCarrierService: '2DAY',
      RequestedShipmentDate: '1/5/2027',
      ServiceWarehouseLocation: 'APC01',
    },
    ItemsInfo: [
      { ItemNo: 'WINE-1', ItemQuantity: 1, QuantityUnit: 'WHOLESALE' },
      { ItemNo: 'WINE-2', ItemQuantity: 3, ItemDescription: 'As the customer calls it' },
    ],
  });
  expect(await client.call(name)).toMatchObject({ status: 200 });
  expect((await client.call(name)).body).toEqual([
    {
      CustomerNo: customerNo,
      CustomerName: `Winery ${customerNo}`,
      OrderNo: orderNo,
      OrderType: 'RETAIL',
      OrderDate: '2026-11-18T09:00:00-08:00',
      ShipmentDate: '01/05/2027',
      ShippingSite: 'APC',
      ShippingWarehouse: 'APC01',
      HoldReason: 'Winery',
      HoldReasonDescription: expect.stringMatching(/Action needed.*HoldOrder/),
      ShippingCarrier: 'UPS',
      ShippingCarrierService: '2DAY',
      OrderOnHoldItems: [
        {
          ItemNo: 'WINE-1',
          ItemDescription: 'Wine WINE-1',
          Quantity: '12',
          QuantityReserved: '12',
          IncomingPreReserved: '0',
          Oversold: '0',
        },
        {
          ItemNo: 'WINE-2',
          ItemDescription: 'As the customer calls it',
          Quantity: '3',
          QuantityReserved: '3',
          IncomingPreReserved: '0',
          Oversold: '0',
        },
      ],
    },
  ]);
});

test('200: fields that were not sent are empty', async () => {
  const { order, onHold } = await openWinery(server);
  await order({ OrderInfo: { HoldOrder: true } });
  expect(await onHold()).toMatchObject([{ OrderDate: '', ShipmentDate: '' }]);
});

test('200: one row per order with the first reason that applies; the description has all', async () => {
  const { order, onHold, simulate } = await openWinery(server);
  await order({
    OrderInfo: { HoldOrder: true },
    RecipientContactInfo: { ...recipient, City: '' },
    ...wants('WINE-3', 1),
  });
  const reasons = async () => {
    const [row, ...more] = await onHold();
    expect(more).toEqual([]);
    return [row.HoldReason, row.HoldReasonDescription.match(/(^|(?<=\. ))[A-Z][a-z]+( Service)?(?=: )/g)];
  };
  expect(await reasons()).toEqual(['Address', ['Address', 'Winery', 'Inventory']]);
  await simulate('SetWeather', { States: ['CO'], StartDate: inDays(-1), EndDate: inDays(9) });
  await simulate('SetCredit', { OnHold: true });
  await simulate('SetLicense', { State: 'CO', Open: false });
  expect(await reasons()).toEqual(['License', ['License', 'Address', 'Credit', 'Winery', 'Weather', 'Inventory']]);
});

test('200: oldest first, and inbound stock is assigned to the longest waiting order', async () => {
  const { order, onHold, customerNo, stock } = await openWinery(server);
  const first = await order(wants('WINE-3', 5));
  const second = await order(wants('WINE-3', 5));
  const third = await order(wants('WINE-3', 2));
  expect(shares(await onHold())).toEqual([[['5', '0', '0', '5']], [['5', '0', '0', '5']], [['2', '0', '0', '2']]]);
  await inbound(customerNo, 8);
  const rows = await onHold();
  expect(rows.map((row) => row.OrderNo)).toEqual([first.orderNo, second.orderNo, third.orderNo]);
  expect(shares(rows)).toEqual([[['5', '0', '5', '0']], [['5', '0', '3', '2']], [['2', '0', '0', '2']]]);
  // Unannounced stock fills the first order that can be filled completely.
  await stock('WINE-3', 2);
  expect(shares(await onHold())).toEqual([[['5', '0', '5', '0']], [['5', '0', '3', '2']]]);
});

test('200: stock inbound to another warehouse counts only for orders that can ship from there', async () => {
  const { order, onHold, customerNo } = await openWinery(server);
  await order(wants('WINE-3', 3));
  await order({ ...wants('WINE-3', 4), ShipmentInfo: { ShippingCarrier: 'FEX' } });
  await inbound(customerNo, 6, 'COB01');
  expect(shares(await onHold())).toEqual([[['3', '0', '0', '3']], [['4', '0', '4', '0']]]);
});

test('200: released and canceled orders are not listed', async () => {
  const { order, onHold, client } = await openWinery(server);
  const [released, canceled, kept] = [
    await order({ OrderInfo: { HoldOrder: true } }),
    await order({ OrderInfo: { HoldOrder: true } }),
    await order({ OrderInfo: { HoldOrder: true } }),
  ];
  await client.call('SalesOrder/UpdateSalesOrder', {
    TransactionReferenceNumber: released.reference,
    OrderInfo: { HoldOrder: false },
  });
  await client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber: canceled.reference });
  expect((await onHold()).map((row) => row.OrderNo)).toEqual([kept.orderNo]);
});

test('200: orders of another customer are not listed', async () => {
  const [mine, other] = await Promise.all([openWinery(server), openWinery(server)]);
  await other.order({ OrderInfo: { HoldOrder: true } });
  await mine.order({ OrderInfo: { HoldOrder: true } });
  expect((await mine.onHold()).map((row) => row.CustomerNo)).toEqual([mine.customerNo]);
});

test('200: a list of several pages has each order once, in order', async () => {
  const { client, customerNo, order } = await openWinery(server);
  const { reference } = await order({ OrderInfo: { HoldOrder: true } });
  const { db } = server.environment;
  // Copies of one order, one second apart; their ids have another sequence.
  await db.rows(
    `with copies as (
       insert into sales_orders
       select (jsonb_populate_record(o, jsonb_build_object(
                'order_id', gen_random_uuid(), 'order_no', 'COPY-' || n, 'order_type', 'JIT',
                'queued_at', o.queued_at + n * interval '1 second'))).*
         from sales_orders o, generate_series(1, 1300) n where o.customer_no = $1 and o.order_id = $2
       returning customer_no, order_id, order_no, shipment_key),
     named as (
       insert into sales_order_identities (customer_no, kind, name, shipment_key, order_id)
       select customer_no, 1, order_no, shipment_key, order_id from copies)
     insert into sales_order_holds (customer_no, order_id, reason, owner, cause, description, placed_at)
     select customer_no, order_id, 'Winery', 'customer', 'requested', 'Held.', now() from copies`,
    [customerNo, reference],
  );
  const { body } = await client.call(name);
  expect(body).toHaveLength(1301);
  expect(body.slice(1).map((row: { OrderNo: string }) => row.OrderNo)).toEqual(
    Array.from({ length: 1300 }, (_, index) => `COPY-${index + 1}`),
  );
});

test('401: wrong credentials, and credentials in the wrong place', async () => {
  const { client, customerNo } = await openWinery(server);
  expect((await client.call(name, { UserKey: 'nobody' })).status).toBe(401);
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect((await client.send(name, JSON.stringify({ Authentication }))).status).toBe(401);
});

test('404: no order is on hold', async () => {
  const { order, client } = await openWinery(server, 'write');
  await order();
  expect(await client.call(name)).toMatchObject({
    status: 404,
    body: { Code: 'NotFound', Reason: 'No order is on hold.' },
  });
});
