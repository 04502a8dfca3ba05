/**
 * The cost of reads does not grow with a customer's history (decision 15): buffers of each read operation and each
 * search for an order, with 5,000 orders, packages and movements compared to 500. Both customers get the same requests,
 * with responses of the same length.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wineryOperations } from '../../src/api/operations.ts';
import { formatEventCursor, formatIssuedEventCursor } from '../../src/events/cursor.ts';
import { rollUpMovements } from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { numberedPurchaseOrderStore } from '../../src/purchase-orders/index.ts';
import { lockPurchaseOrders } from '../../src/purchase-orders/purchase-order-store.ts';
import { claimSalesOrderIdentities } from '../../src/sales-orders/identity-store.ts';
import { findSalesOrderKeysBySelector } from '../../src/sales-orders/resolve-orders.ts';
import { lockTransferOrders, numberedTransferOrderStore } from '../../src/transfer-orders/index.ts';
import { rollUpPackages } from '../../src/warehouse/index.ts';
import { givenMovements } from '../inventory/past-movements.ts';
import { type CountedStatement, countingDb } from '../support/buffers.ts';
import { givenPastDocuments, givenPastOrders, pastOrderNo, seqsPerOrder } from '../support/past-orders.ts';
import { openPlainServer } from '../support/plain-server.ts';
import type { TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

interface Customer {
  readonly customerNo: string;
  readonly orders: number;
}

let server: TestServer;
const customers: Customer[] = [];
const end = Temporal.Instant.from('2026-03-20T20:00:00Z');
const perDay = 50;

beforeAll(async () => {
  server = await openPlainServer();
  const { db, config } = server.environment;
  for (const orders of [500, 5_000]) {
    const { customerNo } = await server.customer();
    await givenMovements(
      db,
      customerNo,
      Array.from({ length: orders }, (_, n) => {
        const at = end.subtract({ minutes: Math.round(((orders - n) * 1_440) / perDay) });
        const shipped = n % 10 === 0 ? { type: 'Purchase Order', quantity: 60 } : { type: 'Sales order', quantity: -6 };
        const reference = `DOC-${orders - n}`;
        return {
          seq: n * 20 + 5,
          at,
          occurredAt: at,
          itemNo: `WINE-${Math.floor(n / 10) % 5}`,
          warehouse: 'APC01',
          status: 'GOOD-NO-TX',
          reference,
          ...shipped,
        };
      }),
    );
    await givenPastOrders(db, { customerNo, orders, perDay, end });
    await givenPastDocuments(db, { customerNo, orders, perDay, end });
    await givenPastLog(db, customerNo);
    customers.push({ customerNo, orders });
  }
  await rollUpMovements(db, { timeZone: config.timeZone, minUnrolled: 1 });
  await rollUpPackages(db, { minLag: 1 });
  await db.rows('vacuum (analyze)');
});
afterAll(() => server.close());

/** An entry of the log before each movement. */
async function givenPastLog(db: Db, customerNo: string): Promise<void> {
  await db.rows(
    `select ensure_month('log', m::date) from generate_series(timestamp '2025-11-01', timestamp '2026-03-01', '1 month') m`,
  );
  await db.rows(
    `insert into log (customer_no, seq, at, occurred_at, kind, subject, reference, operation, actor)
     select customer_no, seq - 1, at, at, 'purchase_order.received', gen_random_uuid(), gen_random_uuid(), 'past', 'system'
       from movements where customer_no = $1`,
    [customerNo],
  );
}

type Read = (db: Db, customer: Customer) => Promise<unknown>;

/**
 * Buffers may grow with the height of an index and, with blocks, by a page for hundreds of rows, but never with the
 * rows.
 */
async function expectFlat(read: Read): Promise<void> {
  const taken = [];
  const answered = [];
  for (const customer of customers) {
    const counted: CountedStatement[] = [];
    // The first call also fills caches.
    await read(server.environment.db, customer);
    answered.push(await read(countingDb(server.environment.db, counted), customer));
    taken.push(counted);
  }
  const [few, many] = taken.map((counted) => counted.reduce((sum, { buffers }) => sum + buffers, 0));
  const plans = taken.flat().map(({ buffers, text }) => `${buffers} ${text.replaceAll(/\s+/g, ' ')}`);
  expect(answered[1]).toEqual(answered[0]);
  expect(many, `${few} buffers became ${many}:\n${plans.join('\n')}`).toBeLessThanOrEqual((few ?? 0) * 1.5 + 40);
}

/** Calls a read operation as a customer; returns the number of rows. */
const ask =
  (path: string, request: (customer: Customer) => Json): Read =>
  async (db, customer) => {
    const operation = wineryOperations.find((known) => known.path === `/api/${path}`);
    const { customerNo } = customer;
    const call = {
      environment: { ...server.environment, db },
      caller: { customerNo, customerName: '', userKey: '' },
      request: request(customer),
      context: { customerNo, actor: '', operation: path, reference: uuidv7() },
      query: {},
    };
    if (operation?.kind === 'list') return (await Array.fromAsync(await operation.list(call))).flat().length;
    if (operation?.kind !== 'query') throw new Error(`${path} is no read operation`);
    const reply = await operation.execute(call);
    return (Array.isArray(reply) ? reply : (Object.values(reply as Json).find(Array.isArray) ?? [])).length;
  };

const local = (at: Temporal.Instant) => {
  const { year, month, day, hour, minute, second } = at.toZonedDateTimeISO('America/Los_Angeles');
  const two = (n: number) => String(n).padStart(2, '0');
  return [`${two(month)}/${two(day)}/${year}`, `${two(hour)}:${two(minute)}:${two(second)}`] as const;
};
const times = (from: object, to: object) =>
  `${local(end.subtract(from)).join(' ')} - ${local(end.subtract(to)).join(' ')}`;
const days = (from: number, to: number) =>
  `${local(end.subtract({ hours: 24 * from }))[0]} - ${local(end.subtract({ hours: 24 * to }))[0]}`;
const recent = ({ orders }: Customer, n = 100) => pastOrderNo(orders - n);
const packages = (request: (customer: Customer) => Json) =>
  ask('Tracking/GetPackages', (customer) => ({ Top: 20, ...request(customer) }));
const returns = (request: Json) => ask('SalesOrder/GetReturns', () => ({ Top: 4, ...request }));
const transactions = (request: Json) =>
  ask('Inventory/GetTransactions', () => ({
    TransactionTypes: ['Sales order', 'Purchase Order'],
    TransactionStartDateTime: '2020-01-01T00:00:00Z',
    Top: 20,
    ...request,
  }));

const reads: Readonly<Record<string, Read>> = {
  'GetDetails of one order': ask('Tracking/GetDetails', (customer) => ({ OrderNo: recent(customer) })),
  'GetPackages, what happened in the last hours': packages(() => ({
    LastActivityDateRange: times({ hours: 2 }, { hours: 0 }),
  })),
  'GetPackages, hours of a day long past': packages(() => ({
    LastActivityDateRange: times({ hours: 126 }, { hours: 120 }),
  })),
  'GetPackages, whatever happened in all years': packages(() => ({
    LastActivityDateRange: times({ hours: 9_000 }, { hours: 0 }),
  })),
  'GetPackages, ship dates of two days': packages(() => ({ ShipDateRange: days(6, 5) })),
  'GetPackages, ship dates of all years': packages(() => ({ ShipDateRange: days(400, 0) })),
  'GetPackages of one carrier': packages(() => ({ ShippingCarrier: 'FEX' })),
  'GetPackages of a rare carrier': packages(() => ({ ShippingCarrier: 'WILL', Top: 2 })),
  'GetPackages of one order': packages((customer) => ({ OrderNumbers: [recent(customer)] })),
  'GetPackages, all': packages(() => ({})),
  'GetPackages, a late page': packages(({ orders }) => ({ Skip: orders * 0.8 })),
  'GetPackages before there was any': packages(() => ({
    LastActivityDateRange: times({ hours: 9_000 }, { hours: 8_999 }),
  })),
  'GetPackages, none yet': packages(() => ({ LastActivityDateRange: times({ hours: -20 }, { hours: -21 }) })),
  GetOrdersOnHold: ask('SalesOrder/GetOrdersOnHold', () => ({})),
  'GetReturns, all': returns({}),
  'GetReturns by received date': returns({ StartTime: end.subtract({ hours: 72 }).toString() }),
  'GetReturns of a warehouse': returns({ Warehouse: 'COB01', Top: 1 }),
  'GetReturns of one order': ask('SalesOrder/GetReturns', ({ orders }) => ({
    OrderNumbers: [pastOrderNo(orders - 447)],
  })),
  GetStatus: ask('Inventory/GetStatus', () => ({ IncludeUnavailableItems: true })),
  GetSellable: ask('Inventory/GetSellable', () => ({})),
  'GetTransactions, all': transactions({}),
  'GetTransactions of a day': transactions({
    TransactionStartDateTime: undefined,
    TransactionDate: local(end.subtract({ hours: 100 }))[0],
  }),
  'GetTransactions of one reference': transactions({ Reference: 'DOC-77' }),
  'GetTransactions of one item': transactions({ ItemNumbers: ['WINE-3'] }),
  'GetEvents behind a cursor near the end': ask('Event/GetEvents', ({ customerNo, orders }) => ({
    After: formatIssuedEventCursor(
      formatEventCursor({ seq: (orders - 100) * seqsPerOrder, read: 0 }, Temporal.Now.instant()),
      {
        environment: server.environment.name,
        customerNo,
      },
    ),
    Top: 20,
  })),
  'GetEvents of a long past day': ask('Event/GetEvents', () => ({
    From: end.subtract({ hours: 120 }).toString(),
    Top: 20,
  })),
  'an order named by its number': async (db, { customerNo, ...customer }) =>
    (
      await db.write((tx) =>
        findSalesOrderKeysBySelector(tx, [
          { customerNo, orderNo: recent({ customerNo, ...customer }), shipmentKey: undefined },
        ]),
      )
    ).length,
  'a canceled order named by its number': async (db, { customerNo, orders }) =>
    (
      await db.write((tx) =>
        findSalesOrderKeysBySelector(tx, [{ customerNo, orderNo: pastOrderNo(orders - 93), shipmentKey: '' }]),
      )
    ).length,
  'orders named by references, known and unknown': async (db, { customerNo }) =>
    (await db.write((tx) => findSalesOrderKeysBySelector(tx, [{ customerNo, reference: uuidv7() }]))).length,
  // Few enough for index lookups: for a hundred names PostgreSQL reads all orders of the small customer, which is cheaper.
  'forty existing orders of a batch': async (db, { customerNo, orders }) =>
    await db.write(async (tx) => {
      const wanted = Array.from({ length: 40 }, (_, n) => ({
        customerNo,
        kind: 1 as const,
        name: pastOrderNo(orders - 100 - n),
        shipmentKey: '',
        orderId: uuidv7(),
      }));
      return (await claimSalesOrderIdentities(tx, wanted)).size;
    }),
  'a purchase order by each of its names': async (db, { customerNo, orders }) =>
    await db.write(
      async (tx) =>
        (
          await numberedPurchaseOrderStore.lock(
            tx,
            [
              { customerNo, customerReferenceNo: `PO-REF-${orders / 10 - 9}` },
              { customerNo, number: `PO-${orders / 10 - 8}` },
            ],
            lockPurchaseOrders,
          )
        ).filter((outcome) => 'ok' in outcome).length,
    ),
  'a transfer order by each of its names': async (db, { customerNo, orders }) =>
    await db.write(
      async (tx) =>
        (
          await numberedTransferOrderStore.lock(
            tx,
            [
              { customerNo, customerReferenceNo: `TO-REF-${orders / 10 - 9}` },
              { customerNo, number: `TO-${orders / 10 - 8}` },
              { customerNo, reference: uuidv7() },
            ],
            lockTransferOrders,
          )
        ).filter((outcome) => 'ok' in outcome).length,
    ),
};

test.each(Object.entries(reads))('%s', async (_, read) => await expectFlat(read));
