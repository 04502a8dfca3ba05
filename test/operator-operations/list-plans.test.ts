/** Lists across customers use indexes: with many rows, a page reads a few hundred buffers, whichever filter selects it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readThroughput } from '../../src/floor/throughput.ts';
import { countBalances, listBalances } from '../../src/inventory/list-balances.ts';
import { countExceptions, listExceptions } from '../../src/order-index/exceptions.ts';
import { listOrdersWithCount } from '../../src/order-index/list-orders.ts';
import { emptyOrderFilter } from '../../src/order-index/order-filter.ts';
import { readAttentionItems } from '../../src/order-index/overview.ts';
import { readWithCustomPlans } from '../../src/platform/db/custom-plans.ts';
import type { DbReader } from '../../src/platform/db/db.ts';
import { countRejectedRequests, listJournalRequests, listRejectedRequests } from '../../src/platform/journal-reads.ts';
import { findShippedOrdersByIdentifier } from '../../src/return-station/find-at-station.ts';
import { countReturns, findReturnPageKeys, type OperatorReturnFilter } from '../../src/returns/list-returns.ts';
import { countSkus, listSkus, type SkuListFilter } from '../../src/skus/index.ts';
import { type CountedStatement, countingDb } from '../support/buffers.ts';
import { openPlainServer } from '../support/plain-server.ts';
import type { TestServer } from '../support/server.ts';
import { openWinery } from '../support/winery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openPlainServer();
  await givenManyItems();
  await givenManyReturns();
  await givenLongLog();
  await givenManyPackages();
});
afterAll(() => server.close());

/** 40 customers with 500 items each, which lie at APC01, every thousandth at COB01. */
async function givenManyItems(): Promise<void> {
  const { db } = server.environment;
  await db.rows(
    `insert into skus (customer_no, item_no, sku_id, content_hash, category, storage, description, vintage, varietal,
                       has_unknown_varietal, appellation, value, upc_code, uom, classification, comments, created_at, retired_at)
     select 'M' || lpad((n / 500)::text, 3, '0'), 'ITEM-' || n, gen_random_uuid(), '', 'Wine', 'service',
            'Estate wine, lot ' || md5(n::text), '', '', false, '', 20, '', '750', 'Still', '', now(),
            case when n % 1000 = 500 then now() end
       from generate_series(0, 19999) n`,
  );
  await db.rows(
    `insert into balances (customer_no, item_no, warehouse, status, on_hand)
     select s.customer_no, s.item_no,
            case when right(s.item_no, 3) = '399' then 'COB01' else 'APC01' end,
            case when right(s.item_no, 3) = '777' then 'RDMG-NO-TX' else 'GOOD-NO-TX' end, 12
       from skus s where s.customer_no like 'M%'`,
  );
  // As autovacuum does: what was just added is not in the index of texts yet.
  await db.rows('vacuum analyze skus');
  await db.rows('vacuum analyze balances');
}

/** 20,000 returns of 40 customers, closed but for every thousandth. */
async function givenManyReturns(): Promise<void> {
  const { db } = server.environment;
  await db.write(async (tx) => {
    // Without their orders.
    await tx.rows('set local session_replication_role = replica');
    await tx.rows(
      `insert into returns (customer_no, return_id, rma_number, order_id, order_no, warehouse, status, tracking_nos,
                            carrier, service, announced_at, announced_seq, closed_at)
       select 'M' || lpad((n % 40)::text, 3, '0'), md5('r' || n)::uuid, 'RMA-M-' || lpad(n::text, 6, '0'),
              md5('o' || n)::uuid, 'BACK-' || n, 'APC01', case when n % 1000 = 7 then 'EXPECTED' else 'CLOSED' end,
              array[(70000000000 + n)::text], 'FEX', 'GRND', timestamptz '2026-01-01' + n * interval '1 minute', n,
              case when n % 1000 = 7 then null else now() end
         from generate_series(0, 19999) n`,
    );
  });
  await db.rows('vacuum analyze returns');
}

/** 30,000 entries of 40 customers, most of them by jobs; every thousandth is a rejected request. */
async function givenLongLog(): Promise<void> {
  const { db } = server.environment;
  await db.rows(
    `insert into log (customer_no, seq, at, occurred_at, kind, subject, reference, operation, actor)
     select 'M' || lpad((n % 40)::text, 3, '0'), n, now() + n * interval '1 millisecond', now(),
            case when n % 1000 = 7 then 'request.rejected' else 'package.packed' end, md5('l' || n)::uuid,
            md5('l' || n)::uuid, 'warehouse', case when n % 1000 = 7 or n < 4000 then 'dru_1' else 'system' end
       from generate_series(1, 30000) n`,
  );
  await db.rows('vacuum analyze log');
}

/** 20,000 packages and their open orders in the index; every thousandth package comes back, every thousandth order is short. */
async function givenManyPackages(): Promise<void> {
  const { db } = server.environment;
  await db.rows(
    `insert into packages (customer_no, package_id, order_id, package_no, warehouse, status, carrier, service, tracking_no,
                           weight_lb, length_in, width_in, height_in, items, packed_at, requested_ship_date,
                           last_activity_at, first_seq, activity_seq)
     select 'M' || lpad((n % 40)::text, 3, '0'), md5('p' || n)::uuid, md5('o' || n)::uuid, 1, 'APC01',
            case when n % 1000 = 7 then 'RETURNED' else 'DELIVERED' end, 'FEX', 'GRND', n::text, 1, 1, 1, 1, '[]',
            now(), current_date, now() - n * interval '1 second', n, n
       from generate_series(0, 19999) n`,
  );
  await db.rows(
    `insert into order_index (customer_no, order_id, order_no, shipment_key, order_type, status, hold_reasons, warehouse,
                              carrier, service, recipient_name, city, state, zip_code, country, units, lines, short,
                              accepted_at, tracking_nos)
     select 'M' || lpad((n % 40)::text, 3, '0'), md5('o' || n)::uuid, 'ORD-' || n, '', 'CLUB',
            case when n % 2000 = 9 then 'EXCEPTION' else 'RECEIVED' end,
            case when n % 4000 = 11 then '{Address}' when n % 4000 = 2011 then '{"Customer Service"}'
                 when n % 100 = 10 then '{Inventory}' else '{}' end::text[],
            case when n % 4000 in (9, 11) then 'COB01' else 'APC01' end, 'FEX', 'GRND', '', '', '', '', 'US', 6, 1, case when n % 1000 = 8 then 6 else 0 end,
            now() - n * interval '1 second', '{}'
       from generate_series(0, 19999) n`,
  );
  await db.rows(
    `insert into sales_order_holds (customer_no, order_id, reason, owner, cause, description, placed_at)
     select customer_no, order_id, hold_reasons[1], 'system', '', '', accepted_at from order_index
      where hold_reasons && '{Address,"Customer Service"}'`,
  );
  await db.rows('vacuum analyze packages');
  await db.rows('vacuum analyze order_index');
}

/** The buffers that reading takes. */
async function buffersOf(read: (reader: DbReader) => Promise<unknown>): Promise<number> {
  const counted: CountedStatement[] = [];
  await readWithCustomPlans(countingDb(server.environment.db, counted), read);
  return counted.reduce((sum, { buffers }) => sum + buffers, 0);
}

const maxBuffers = 200;

const noFilter = { customers: undefined, warehouses: undefined, statuses: undefined, text: '' };

test.each([
  ['the first page', noFilter, 51],
  ['a customer', { ...noFilter, customers: ['M030'] }, 51],
  ['a part of a description', { ...noFilter, text: 'c4ca4238a0b9' }, 1],
])('balances: %s', async (_, filter, rows) => {
  const page = { after: undefined, limit: 51 };
  expect(
    await buffersOf(async (reader) => expect(await listBalances(reader, filter, page)).toHaveLength(rows)),
  ).toBeLessThan(maxBuffers);
  if (rows < 51) expect(await buffersOf((reader) => countBalances(reader, filter, 10_001))).toBeLessThan(maxBuffers);
});

// Their only index is their key: others slow creating orders. So these read the table, once.
test.each([
  ['a warehouse with little', { ...noFilter, warehouses: ['COB01'] }],
  ['a rare status', { ...noFilter, statuses: ['RDMG-NO-TX'] }],
])('balances: %s', async (_, filter) => {
  const [table] = await server.environment.db.rows<{ pages: number }>(
    "select pg_relation_size('balances') / current_setting('block_size')::bigint as pages",
  );
  const limit = maxBuffers + Number(table?.pages);
  const page = { after: undefined, limit: 51 };
  expect(
    await buffersOf(async (reader) => expect(await listBalances(reader, filter, page)).toHaveLength(20)),
  ).toBeLessThan(limit);
  expect(await buffersOf((reader) => countBalances(reader, filter, 10_001))).toBeLessThan(limit);
});

test('balances: a late page', async () => {
  const after = { customerNo: 'M038', itemNo: 'ITEM-19000', warehouse: 'APC01', status: 'GOOD-NO-TX' };
  expect(await buffersOf((reader) => listBalances(reader, noFilter, { after, limit: 51 }))).toBeLessThan(maxBuffers);
});

const everySku = { customers: undefined, text: '', isRetired: undefined };

test.each<[string, Partial<SkuListFilter>, number]>([
  ['the first page', {}, 51],
  ['a customer', { customers: ['M030'] }, 51],
  ['a part of a description', { text: 'c4ca4238a0b9' }, 1],
  ['retired ones', { isRetired: true }, 20],
])('items: %s', async (_, given, rows) => {
  const filter = { ...everySku, ...given };
  const page = { after: undefined, limit: 51 };
  expect(
    await buffersOf(async (reader) => expect(await listSkus(reader, filter, page)).toHaveLength(rows)),
  ).toBeLessThan(maxBuffers);
  if (rows < 51) expect(await buffersOf((reader) => countSkus(reader, filter, 10_001))).toBeLessThan(maxBuffers);
});

const everyReturn: OperatorReturnFilter = {
  customers: [],
  statuses: [],
  warehouses: [],
  text: '',
  from: undefined,
  before: undefined,
};

test.each<[string, Partial<OperatorReturnFilter>, number]>([
  ['the first page', {}, 51],
  ['a customer', { customers: ['M007'] }, 51],
  ['a rare status', { statuses: ['EXPECTED'] }, 20],
  [
    'a day',
    { from: Temporal.Instant.from('2026-01-05T00:00Z'), before: Temporal.Instant.from('2026-01-05T00:30:00.001Z') },
    31,
  ],
  ['an order number', { text: 'back-12345' }, 1],
  ['a tracking number', { text: '7000 0012 345' }, 1],
])('returns: %s', async (_, given, rows) => {
  const filter = { ...everyReturn, ...given };
  const page = { after: undefined, limit: 51 };
  expect(
    await buffersOf(async (reader) => expect(await findReturnPageKeys(reader, filter, page)).toHaveLength(rows)),
  ).toBeLessThan(maxBuffers);
  if (rows < 51) expect(await buffersOf((reader) => countReturns(reader, filter, 10_001))).toBeLessThan(maxBuffers);
});

/** 40 customers with 500 shipped orders each, which have their names. */
async function givenManyOrders(): Promise<void> {
  const { db } = server.environment;
  const salesOrder = await (await openWinery(server)).created();
  await db.write(async (tx) => {
    await tx.rows('set local session_replication_role = replica');
    await tx.rows(
      `insert into customers (customer_no, name, reference)
       select 'M' || lpad(n::text, 3, '0'), 'Estate ' || n, md5('c' || n)::uuid from generate_series(0, 39) n`,
    );
    await tx.rows(
      `insert into sales_orders
       select (jsonb_populate_record(o, jsonb_build_object('customer_no', 'M' || lpad((n % 40)::text, 3, '0'),
                'order_id', md5('s' || n)::uuid, 'order_no', 'SOLD-' || n, 'status', 'SHIPPED'))).*
         from sales_orders o, generate_series(0, 19999) n where o.order_id = $1`,
      [salesOrder],
    );
    await tx.rows(
      `insert into sales_order_identities (customer_no, kind, name, shipment_key, order_id)
       select o.customer_no, 1, o.order_no, o.shipment_key, o.order_id from sales_orders o where o.order_no like 'SOLD-%'`,
    );
  });
  for (const table of ['customers', 'sales_orders', 'sales_order_identities']) await db.rows(`vacuum analyze ${table}`);
}

test('shipped orders with a number, at the returns station', async () => {
  await givenManyOrders();
  const read = async (reader: DbReader) =>
    expect(await findShippedOrdersByIdentifier(reader, 'SOLD-12345', [])).toMatchObject([
      { orderNo: 'SOLD-12345', status: 'SHIPPED' },
    ]);
  expect(await buffersOf(read)).toBeLessThan(maxBuffers);
});

test('rejected requests of all customers, and all requests of one', async () => {
  const everything = { customerNo: undefined, actor: '' };
  const page = { after: undefined, limit: 51 };
  expect(
    await buffersOf(async (reader) => expect(await listRejectedRequests(reader, everything, page)).toHaveLength(30)),
  ).toBeLessThan(maxBuffers);
  expect(await buffersOf((reader) => countRejectedRequests(reader, everything, 10_001))).toBeLessThan(maxBuffers);
  const ofOne = { customerNo: 'M007', actor: '' };
  expect(
    await buffersOf(async (reader) => expect(await listRejectedRequests(reader, ofOne, page)).toHaveLength(30)),
  ).toBeLessThan(maxBuffers);
  const journal = { customerNo: 'M003', actor: '' };
  const first = await buffersOf(async (reader) => {
    const { entries, next } = await listJournalRequests(reader, journal, { before: undefined, top: 50 });
    expect([entries.length, next]).toEqual([50, expect.any(Number)]);
  });
  // It looks through the jobs of one customer, 650 entries, and not through the log.
  expect(first).toBeLessThan(2_500);
});

/** 20,000 rejected requests of 40 more customers; every thousandth is of another user. */
async function givenManyRejections(): Promise<void> {
  const { db } = server.environment;
  await db.rows(
    `insert into log (customer_no, seq, at, occurred_at, kind, subject, reference, operation, actor)
     select 'R' || lpad((n % 40)::text, 3, '0'), n, now() + n * interval '1 millisecond', now(), 'request.rejected',
            md5('l' || n)::uuid, md5('l' || n)::uuid, 'SKU/UpdateSKU', case when n % 1000 = 7 then 'dru_3' else 'dru_2' end
       from generate_series(1, 20000) n`,
  );
  await db.rows('vacuum analyze log');
}

describe('rejected requests of a user among many of others', () => {
  // Not before the tests above, which count the rejected requests of all customers.
  beforeAll(givenManyRejections);

  test.each([undefined, 'R007'])('customer %s', async (customerNo) => {
    const filter = { customerNo, actor: 'dru_3' };
    const page = { after: undefined, limit: 51 };
    expect(
      await buffersOf(async (reader) => expect(await listRejectedRequests(reader, filter, page)).toHaveLength(20)),
    ).toBeLessThan(maxBuffers);
    expect(await buffersOf((reader) => countRejectedRequests(reader, filter, 10_001))).toBeLessThan(maxBuffers);
  });
});

test('what needs a person: short orders and packages in trouble', async () => {
  const packagesSince = Temporal.Now.instant().subtract({ hours: 24 });
  const filter = { kinds: [], customers: [], warehouses: [], packagesSince };
  const page = { after: undefined, limit: 51 };
  // The packages have no orders here.
  expect(
    await buffersOf(async (reader) => expect(await listExceptions(reader, filter, page)).toHaveLength(30)),
  ).toBeLessThan(maxBuffers);
  expect(await buffersOf((reader) => countExceptions(reader, filter, 10_001))).toBeLessThan(maxBuffers);
});

test.each([
  ['a rare status', ['EXCEPTION'], 10],
  ['two of them', ['EXCEPTION', 'CANCELED'], 10],
  ['a status that no order has', ['ON WEATHER HOLD'], 0],
])('orders of %s', async (_, statuses, expected) => {
  const read = async (reader: DbReader) => {
    const page = { after: undefined, top: 50, sequence: 'newest first' } as const;
    const { rows, count } = await listOrdersWithCount(reader, { ...emptyOrderFilter, statuses }, page);
    expect([rows.length, count]).toEqual([expected, expected]);
    expect(rows.every(({ status }) => statuses.includes(status))).toBe(true);
  };
  expect(await buffersOf(read)).toBeLessThan(maxBuffers);
});

/** A scan of picking and one of packing a minute, for two weeks. */
async function givenManyScans(): Promise<void> {
  const { db } = server.environment;
  await db.rows(
    `insert into pick_tasks (task_id, wave_id, warehouse, number, state, claim, picker_id, picker, claimed_until)
     select md5('t' || n)::uuid, md5('w')::uuid, 'APC01', n, 'done', 1, md5('a')::uuid, 'ann', now() from generate_series(0, 99) n`,
  );
  await db.rows(
    `insert into pick_scans (customer_no, task_id, scan_id, kind, code, units, verdict, message, person, scanned_at)
     select 'M001', md5('t' || n % 100)::uuid, md5('s' || n)::uuid, 'item', '', 1, 'right', '', 'ann',
            timestamptz '2026-03-01T08:00Z' + n * interval '1 minute'
       from generate_series(0, 20159) n`,
  );
  await db.rows(
    `insert into floor_work (customer_no, order_id, order_no, shipment_key, warehouse, carrier, state, units, lines, boxes, released_at, changed_at)
     values ('M001', md5('o')::uuid, 'O-1', '', 'APC01', 'FEX', 'departed', 1, 1, '[]', now(), now())`,
  );
  await db.rows(
    `insert into floor_scans (customer_no, order_id, scan_id, kind, code, units, verdict, message, person, scanned_at)
     select 'M001', md5('o')::uuid, md5('s' || n)::uuid, 'bottle', '', 1, 'right', '', 'ann',
            timestamptz '2026-03-01T08:00Z' + n * interval '1 minute'
       from generate_series(0, 20159) n`,
  );
  for (const table of ['pick_tasks', 'pick_scans', 'floor_work', 'floor_scans'])
    await db.rows(`vacuum analyze ${table}`);
}

test('what people did on a day reads the scans of that day', async () => {
  await givenManyScans();
  const [from, to] = ['2026-03-08T08:00Z', '2026-03-08T09:00Z'].map((at) => Temporal.Instant.from(at)) as [
    Temporal.Instant,
    Temporal.Instant,
  ];
  const hour = { warehouse: 'APC01', timeZone: 'America/Los_Angeles', from, to };
  const read = async (reader: DbReader) =>
    expect(await readThroughput(reader, hour)).toMatchObject([{ person: 'ann', scans: 120, picked: 60, bottles: 60 }]);
  expect(await buffersOf(read)).toBeLessThan(maxBuffers);
});

/** Packed orders with their audit, each ten seconds before the next. */
async function givenPacked(orders: number, customerNo: string, warehouse: string): Promise<void> {
  const { db } = server.environment;
  const id = (n: string) => `md5('${warehouse} ' || ${n})::uuid`;
  await db.rows(
    `insert into floor_work (customer_no, order_id, order_no, shipment_key, warehouse, carrier, state, units, lines, boxes, released_at, changed_at)
     select ${customerNo}, ${id('n')}, 'P-' || n, '', '${warehouse}', 'FEX', 'departed', 1, 1, '[{"box":1,"isClosed":true}]', now(), now()
       from generate_series(1, $1::int) n`,
    [orders],
  );
  await db.rows(
    `insert into operator_audit (audit_id, reference, actor, operation, action, subject, for_customer, after)
     select uuidv7(n * interval '-10 seconds'), gen_random_uuid(), 'operator:bob', '', a.action, ${id('n')}::text, ${customerNo}, a.after::jsonb
       from generate_series(1, $1::int) n
      cross join (values ('sales_order.floor_box_closed', '{"box":1}'), ('sales_order.floor_labels_wanted', '{}')) as a (action, after)`,
    [orders],
  );
}

test('what people did on the first day of a warehouse does not compare each order with all that was done', async () => {
  const { db } = server.environment;
  await givenPacked(20_000, `'M' || lpad((n % 40)::text, 3, '0')`, 'APC01');
  for (const table of ['floor_work', 'operator_audit']) {
    await db.rows(`alter table ${table} set (autovacuum_enabled = off)`);
    await db.rows(`analyze ${table}`);
  }
  await givenPacked(1_000, "'N001'", 'COB01');
  const [from, to] = [Temporal.Now.instant().subtract({ hours: 24 }), Temporal.Now.instant().add({ hours: 1 })];
  const day = { warehouse: 'COB01', timeZone: 'America/Los_Angeles', from, to };
  const read = async (reader: DbReader) => {
    const rows = await readThroughput(reader, day);
    expect(rows.reduce((sum, { boxes }) => sum + boxes, 0)).toBe(1_000);
  };
  expect(await buffersOf(read)).toBeLessThan(20_000);
});

test.each([
  ['all warehouses', undefined, { Address: 5, 'Customer Service': 5, Exception: 10 }],
  ['a warehouse', ['APC01'], { 'Customer Service': 5, Exception: 5 }],
])('orders that need a person among many open ones: %s', async (_, warehouses, expected) => {
  const read = async (reader: DbReader) => {
    const items = await readAttentionItems(reader, warehouses, 40);
    const counts = Object.entries(Object.groupBy(items, ({ reason }) => reason));
    expect(Object.fromEntries(counts.map(([reason, of]) => [reason, of?.length]))).toEqual(expected);
  };
  expect(await buffersOf(read)).toBeLessThan(maxBuffers);
});
