/**
 * Every list, driven by the list of operations: pages of one row are the rows of one page, in its sequence, and its export has
 * the same rows.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasCsvExport } from '../../src/api/list-export-operations.ts';
import { operatorOperations } from '../../src/api/operator-operations.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { operationName } from '../../src/platform/http/operation.ts';
import type { OperatorOperation } from '../../src/platform/http/operator-operation.ts';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { givenStock } from '../support/catalog.ts';
import { openFloor, worked } from '../support/floor.ts';
import { exportedRows } from '../support/list-export.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openDock, dock as receivingDock } from '../support/receiving.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWebhook } from '../support/webhook-operators.ts';
import { openTransferWinery } from '../transfer-orders/transfer-winery.ts';

let server: TestServer;
let admin: OperatorClient;
/** Has stock in three places. */
let stocked: string;
let webhook: Awaited<ReturnType<typeof openWebhook>>;

/** At least three rows of each list. */
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
  for (const role of ['service', 'lead'] as const) await signedIn(server, role);
  await Promise.all([server.customer(), server.customer()]);
  const winery = await openReturnsWinery(server);
  await winery.arrive('LOOSE', 5);
  const returned = ['PAGE-1', 'PAGE-2', 'PAGE-3'];
  for (const OrderNo of returned) await winery.created({ OrderInfo: { OrderNo } });
  await winery.advance(12);
  for (const OrderNo of returned)
    expect((await winery.sendBack({ OrderNo, ReturnReason: 'Refused' })).status).toBe(200);
  for (let nth = 0; nth < 3; nth += 1) await winery.created({ OrderInfo: { HoldOrder: true } });
  for (let nth = 0; nth < 3; nth += 1) await winery.created({ ItemsInfo: [{ ItemNo: 'WINE-2', ItemQuantity: 1_000 }] });
  for (const Warehouse of ['PAGE1', 'PAGE2', 'PAGE3'])
    await admin.call('Warehouses/Set', { Warehouse, ZipCode: '95814' });
  for (let nth = 0; nth < 3; nth += 1)
    expect((await winery.client.call('SalesOrder/CreateSalesOrder', {})).status).toBe(400);
  const floor = await openFloor(server);
  const released = await floor.winery();
  for (let nth = 0; nth < 3; nth += 1) await floor.release(released, (await released.waiting()).reference);
  const damaged = { itemNo: 'WINE-1', quantity: 5, warehouse: worked, status: 'RDMG-NO-TX' };
  const elsewhere = { itemNo: 'WINE-1', quantity: 5, warehouse: 'COB01' };
  await givenStock(server.environment.db, released.customerNo, [damaged, elsewhere]);
  stocked = released.customerNo;
  await server.environment.db.rows(
    `insert into label_intents (customer_no, intent_id, order_id, package_no, state, plan, carrier, service, requested_at)
     select customer_no, gen_random_uuid(), order_id, 1, 'refused', '{}', 'FEX', 'GRND', now() from sales_orders where customer_no = $1`,
    [stocked],
  );
  for (const carrier of ['FEX', 'UPS', 'GSO'])
    await server.environment.db.rows(
      `insert into floor_manifests (manifest_id, warehouse, carrier, number, created_by)
       select gen_random_uuid(), $1, $2, coalesce(max(number), 0) + 1, 'test' from floor_manifests where warehouse = $1`,
      [worked, carrier],
    );
  for (const Code of ['CASE-1', 'CASE-2', 'CASE-3'])
    await admin.call('ItemCodes/Set', { CustomerNo: released.customerNo, ItemNo: 'WINE-1', Code });
  for (let nth = 0; nth < 3; nth += 1) {
    const stock = { CustomerNo: released.customerNo, Warehouse: worked, InventoryStatus: 'GOOD-NO-TX' };
    const found = { ...stock, ReasonCode: 'FOUND', Items: [{ ItemNo: 'WINE-1', Quantity: 1 }] };
    expect((await admin.call('Inventory/Adjust', found)).status).toBe(200);
  }
  for (const Location of ['PAGE-01', 'PAGE-02', 'PAGE-03'])
    await admin.call('Locations/Set', { Warehouse: 'PAGE1', Location, WalkOrder: 1 });
  const dock = await openDock(server);
  for (let nth = 0; nth < 3; nth += 1) {
    const { customerNo: CustomerNo } = dock.winery;
    const { Session } = await dock.receive('Park', { Warehouse: receivingDock, CustomerNo, Place: 'Dock 2' });
    await dock.scan(Session, ['PIN']);
    await dock.receive('Finish', { Session });
  }
  for (let nth = 0; nth < 3; nth += 1) await dock.ordered();
  const mover = await openTransferWinery(server);
  for (const CustomerReferenceNo of ['PAGE-1', 'PAGE-2', 'PAGE-3']) await mover.transferred({ CustomerReferenceNo });
  for (let nth = 0; nth < 3; nth += 1) webhook = await openWebhook(server);
  for (let nth = 0; nth < 3; nth += 1) expect((await webhook.on('SendTest')).status).toBe(200);
  await server.environment.journal.flush();
  await catchUpOrderIndex(server.environment.db);
});
afterAll(() => server.close());

const operations: readonly OperatorOperation[] = operatorOperations;
const exported = operations.filter(hasCsvExport);
const hasPages = ({ request }: OperatorOperation) => 'After' in request.properties && 'Top' in request.properties;
const isCounted = ({ reply }: (typeof exported)[number]) => 'Count' in reply.schema.properties;
const paged = exported.filter((list) => hasPages(list) && isCounted(list));
/** Lists of stations: with pages, of one array or several, and without a count. */
const uncounted = exported.filter((list) => hasPages(list) && !isCounted(list));
const lists = paged.map(operationName);

/** What a list requires. */
const filtersOf = ({ path, request, requestExample }: (typeof exported)[number]): object => {
  const known = {
    ...(requestExample as object),
    Warehouse: worked,
    ...(path === '/api/Inventory/ListAt' && { Day: '12/31/2035' }),
    ...(path === '/api/Labels/List' && { CustomerNo: stocked }),
    ...('EndpointId' in request.properties && { CustomerNo: webhook.CustomerNo, EndpointId: webhook.EndpointId }),
  };
  if (path === '/api/Activity/ListDays') return { CustomerNo: stocked, Month: '2026-03' };
  const required = (request.required ?? []) as readonly string[];
  return Object.fromEntries(Object.entries(known).filter(([name]) => required.includes(name)));
};

test('the lists with pages', () => {
  expect(lists).toEqual(expect.arrayContaining(['Orders/List', 'Holds/List', 'Customers/List', 'Audit/List']));
});

test.each(paged.map((list) => [operationName(list), list] as const))('%s', async (list, declared) => {
  const filters = filtersOf(declared);
  const { body: all } = await admin.call(list, { ...filters, Top: 200 });
  expect(all.Records.length).toBeGreaterThanOrEqual(3);
  expect([all.Next, all.Count]).toEqual([undefined, all.Records.length]);
  const records = [];
  let after: string | undefined;
  do {
    const { status, body } = await admin.call(list, { ...filters, Top: 1, ...(after && { After: after }) });
    expect([status, body.Records.length, body.Count]).toEqual([200, 1, all.Count]);
    records.push(...body.Records);
    after = body.Next;
  } while (after !== undefined && records.length < all.Records.length);
  expect(after).toBeUndefined();
  expect(records).toEqual(all.Records);
});

/** The rows of a reply by array. */
const arraysOf = (body: Record<string, unknown>): [string, unknown[]][] =>
  Object.entries(body).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));

test.each(uncounted.map((list) => [operationName(list), list] as const))(
  '%s, without a count',
  async (list, declared) => {
    const filters = filtersOf(declared);
    const { body: all } = await admin.call(list, filters);
    const read = new Map(arraysOf(all).map(([name]) => [name, [] as unknown[]]));
    const wanted = Math.max(...arraysOf(all).map(([, rows]) => rows.length));
    let after: string | undefined;
    let pages = 0;
    do {
      const { status, body } = await admin.call(list, { ...filters, Top: 1, ...(after && { After: after }) });
      expect(status).toBe(200);
      for (const [name, rows] of arraysOf(body)) read.get(name)?.push(...rows);
      after = body.Next;
      pages += 1;
    } while (after !== undefined && pages <= wanted);
    expect([after, all.Next]).toEqual([undefined, undefined]);
    expect([...read]).toEqual(arraysOf(all));
    expect((await admin.call(list, { ...filters, After: 'x' })).status).toBe(400);
  },
);

test('every list is exported', () => {
  const names = exported.map(operationName);
  expect(names).toEqual(
    expect.arrayContaining([...lists, 'Rules/List', 'Receiving/List', 'Counts/List', 'Picking/List']),
  );
  expect(operatorOperations.map(operationName).filter((name) => /\/List/.test(name) && !names.includes(name))).toEqual(
    [],
  );
});

test.each(exported.map((list) => [operationName(list), list] as const))('export of %s', async (name, list) => {
  const filters = filtersOf(list);
  const { status, body } = await admin.call(name, {
    ...filters,
    ...('Top' in list.request.properties && { Top: 200 }),
  });
  expect([status, body.Next]).toEqual([200, undefined]);
  const arrays = Object.values(body).filter((value): value is Record<string, unknown>[] => Array.isArray(value));
  const records = arrays.flat();
  const rows = await exportedRows(server, admin, name, filters);
  expect(rows).toHaveLength(records.length);
  for (const [nth, row] of rows.entries()) {
    for (const [column, value] of Object.entries(row)) {
      const recorded = records[nth]?.[column];
      if (recorded !== undefined && typeof recorded !== 'object')
        expect([column, value]).toEqual([column, String(recorded)]);
    }
  }
  // Every scalar of the records is a column, unless the list has columns of its own.
  const scalars = Object.entries(records[0] ?? {}).filter(
    ([key, value]) => typeof value !== 'object' && key !== 'Version',
  );
  if (rows[0] !== undefined) expect(Object.keys(rows[0])).toEqual(expect.arrayContaining(scalars.map(([key]) => key)));
});
