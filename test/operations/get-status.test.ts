/** GetStatus: every documented response. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addExpectedReceipts,
  readBalancesUnlocked,
  reserveDemands,
  reserveDemandsOptimistically,
} from '../../src/inventory/index.ts';
import { getStatusOperation } from '../../src/inventory/operations/get-status.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const name = 'Inventory/GetStatus';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ operations: [getStatusOperation] });
});
afterAll(() => server.close());

const allItems = ['A', 'B', 'C', 'D', 'E', 'F'];

async function winery() {
  const customer = await server.customer();
  await givenItems(
    server.environment.db,
    customer.customerNo,
    allItems.map((itemNo) => ({ itemNo })),
  );
  return customer;
}

/** A: 10 at APC01, 4 of them reserved; 3 at COB01; 2 damaged. B: 5 wanted, none there. C: 60 inbound. */
async function stockedWinery() {
  const customer = await winery();
  const { customerNo } = customer;
  const { db } = server.environment;
  await givenStock(db, customerNo, [
    { itemNo: 'A', quantity: 10 },
    { itemNo: 'A', quantity: 3, warehouse: 'COB01' },
    { itemNo: 'A', quantity: 2, status: 'DMGD-NO-TX' },
  ]);
  await db.write((tx) => reserveDemands(tx, [demand(customerNo, 'A', 4), demand(customerNo, 'B', 5)]));
  await db.write((tx) =>
    addExpectedReceipts(tx, [
      {
        customerNo,
        subject: uuidv7(),
        line: 1,
        itemNo: 'C',
        warehouse: 'APC01',
        status: 'GOOD-NO-TX',
        ordered: 60,
      },
    ]),
  );
  return customer;
}

function demand(customerNo: string, itemNo: string, quantity: number) {
  return {
    customerNo,
    subject: uuidv7(),
    rank: 2 as const,
    queuedAt: Temporal.Now.instant(),
    warehouse: { named: 'APC01' },
    lines: [{ itemNo, status: 'GOOD-NO-TX', quantity }],
  };
}

interface Row {
  readonly ItemNo: string;
  readonly InventoryWarehouse: string;
  readonly InventoryStatus: string;
}

const places = (rows: readonly Row[]) =>
  rows.map((row) => `${row.ItemNo} ${row.InventoryWarehouse} ${row.InventoryStatus}`);

test('200: every field, in units', async () => {
  const { client, customerNo } = await stockedWinery();
  const answer = await client.call(name, { Warehouse: 'APC01', ItemNumbers: ['A'], InventoryStatuses: ['GOOD-NO-TX'] });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({
    TotalRecordCount: 1,
    Skip: 0,
    Top: 2500,
    MoreRecords: false,
    WarehouseInventoryStatuses: [
      {
        CustomerNo: customerNo,
        CustomerName: `Winery ${customerNo}`,
        ItemNo: 'A',
        ItemDescription: 'Wine A',
        ItemUnit: '750',
        InventoryWarehouse: 'APC01',
        InventoryStatus: 'GOOD-NO-TX',
        OnHandQuantity: 10,
        ReservedQuantity: 4,
        AvailableQuantity: 6,
        BackOrderQuantity: 0,
        OpenPOQuantity: 0,
        TransferQuantity: 0,
        TranferQuantity: 0,
        IncomingAvailable: 0,
        IncomingPreReserved: 0,
        Oversold: 0,
      },
    ],
  });
});

test('200: inbound stock is pre-reserved for backorders before it is available', async () => {
  const { client, customerNo } = await winery();
  const { db } = server.environment;
  await db.write((tx) => reserveDemands(tx, [demand(customerNo, 'A', 5), demand(customerNo, 'B', 50)]));
  const inbound = (itemNo: string, ordered: number, inTransit: boolean) => ({
    customerNo,
    subject: uuidv7(),
    line: 1,
    warehouse: 'APC01',
    status: 'GOOD-NO-TX',
    itemNo,
    ordered,
    inTransit,
  });
  const expected = [inbound('A', 12, false), inbound('A', 6, true), inbound('B', 30, true), inbound('C', 7, false)];
  await db.write((tx) => addExpectedReceipts(tx, expected));
  const { body } = await client.call(name, { IncludeUnavailableItems: true });
  expect(body.WarehouseInventoryStatuses.map(incoming).toSorted()).toEqual([
    'A: on purchase orders 12, in transit 6, for backorders 5, available 13, oversold 0',
    'B: on purchase orders 0, in transit 30, for backorders 30, available 0, oversold 20',
    'C: on purchase orders 7, in transit 0, for backorders 0, available 7, oversold 0',
  ]);
});

function incoming(row: Row & Record<string, unknown>): string {
  expect(row.TranferQuantity).toBe(row.TransferQuantity);
  const inbound = `on purchase orders ${row.OpenPOQuantity}, in transit ${row.TranferQuantity}`;
  const reserved = `for backorders ${row.IncomingPreReserved}, available ${row.IncomingAvailable}`;
  return `${row.ItemNo}: ${inbound}, ${reserved}, oversold ${row.Oversold}`;
}

test('200: rows with nothing available only where they are asked for', async () => {
  const { client } = await stockedWinery();
  const available = ['A APC01 DMGD-NO-TX', 'A APC01 GOOD-NO-TX', 'A COB01 GOOD-NO-TX'];
  expect(places((await client.call(name)).body.WarehouseInventoryStatuses)).toEqual(available);
  const without = await client.call(name, { IncludeUnavailableItems: false });
  expect(places(without.body.WarehouseInventoryStatuses)).toEqual(available);
  const all = await client.call(name, { IncludeUnavailableItems: true });
  expect(places(all.body.WarehouseInventoryStatuses)).toEqual([
    ...available,
    'B APC01 GOOD-NO-TX',
    'C APC01 GOOD-NO-TX',
  ]);
  expect(all.body.WarehouseInventoryStatuses.slice(3)).toMatchObject([
    { ItemNo: 'B', OnHandQuantity: 0, AvailableQuantity: 0, BackOrderQuantity: 5, OpenPOQuantity: 0 },
    { ItemNo: 'C', OnHandQuantity: 0, AvailableQuantity: 0, BackOrderQuantity: 0, OpenPOQuantity: 60 },
  ]);
});

test('200: what is wholly reserved is not available', async () => {
  const { client, customerNo } = await stockedWinery();
  await server.environment.db.write((tx) => reserveDemands(tx, [demand(customerNo, 'A', 6)]));
  const asked = { Warehouse: 'APC01', ItemNumbers: ['A'], InventoryStatuses: ['GOOD-NO-TX'] };
  expect((await client.call(name, asked)).body).toMatchObject({ TotalRecordCount: 0, WarehouseInventoryStatuses: [] });
  expect((await client.call(name, { ...asked, IncludeUnavailableItems: true })).body).toMatchObject({
    WarehouseInventoryStatuses: [{ OnHandQuantity: 10, ReservedQuantity: 10, AvailableQuantity: 0 }],
  });
});

test.each([
  [{ Warehouse: 'COB01' }, ['A COB01 GOOD-NO-TX']],
  [{ Warehouse: 'TWL01' }, []],
  [{ ItemNumbers: ['A', 'C'], Warehouse: 'COB01' }, ['A COB01 GOOD-NO-TX']],
  [{ ItemNumbers: ['NONE'] }, []],
  [{ InventoryStatuses: ['DMGD-NO-TX', 'RTGD-NO-TX'] }, ['A APC01 DMGD-NO-TX']],
  [{ InventoryStatuses: ['GOOD-NO-TX'], Warehouse: 'APC01', ItemNumbers: ['A'] }, ['A APC01 GOOD-NO-TX']],
  [
    { Warehouse: '', ItemNumbers: [], InventoryStatuses: null },
    ['A APC01 DMGD-NO-TX', 'A APC01 GOOD-NO-TX', 'A COB01 GOOD-NO-TX'],
  ],
])('200: filter %j', async (filter, expected) => {
  const { client } = await stockedWinery();
  const { status, body } = await client.call(name, filter);
  expect(status).toBe(200);
  expect(places(body.WarehouseInventoryStatuses)).toEqual(expected);
  expect(body.TotalRecordCount).toBe(expected.length);
});

test('200: pages with an exact count, also past the end', async () => {
  const { client, customerNo } = await winery();
  await givenStock(
    server.environment.db,
    customerNo,
    allItems.map((itemNo) => ({ itemNo, quantity: 1 })),
  );
  const page = async (asked: object) => {
    const { body } = await client.call(name, asked);
    const { TotalRecordCount, Skip, Top, MoreRecords, WarehouseInventoryStatuses } = body;
    return [
      TotalRecordCount,
      Skip,
      Top,
      MoreRecords,
      WarehouseInventoryStatuses.map((row: Row) => row.ItemNo).join(''),
    ];
  };
  expect(await page({ Top: 4 })).toEqual([6, 0, 4, true, 'ABCD']);
  expect(await page({ Top: 4, Skip: 4 })).toEqual([6, 4, 4, false, 'EF']);
  expect(await page({ Top: 3, Skip: 3 })).toEqual([6, 3, 3, false, 'DEF']);
  expect(await page({ Skip: 6 })).toEqual([6, 6, 2500, false, '']);
  expect(await page({ Skip: 100, Top: 1 })).toEqual([6, 100, 1, false, '']);
  expect(await page({ Top: 0, IncludeTotalRecordCount: true })).toEqual([6, 0, 0, true, '']);
});

test('200: pages skip no row when items sell out between them, also by concurrent reservations', async () => {
  const { client, customerNo } = await winery();
  const { db } = server.environment;
  await givenStock(
    db,
    customerNo,
    allItems.map((itemNo) => ({ itemNo, quantity: 4 })),
  );
  const page = async (Skip: number) => {
    const { body } = await client.call(name, { Top: 2, Skip });
    const rows: Row[] = body.WarehouseInventoryStatuses;
    return [body.TotalRecordCount, body.MoreRecords, rows.map((row) => row.ItemNo).join('')];
  };
  const sellOut = (itemNo: string) => db.write((tx) => reserveDemands(tx, [demand(customerNo, itemNo, 4)]));
  await sellOut('C');
  expect(await page(0)).toEqual([5, true, 'AB']);
  await sellOut('A');
  await sellOut('E');
  // A backorder changes the balance of C, which had sold out before the first page.
  await sellOut('C');
  expect(await page(2)).toEqual([5, true, 'DE']);
  expect(await page(4)).toEqual([5, false, 'F']);
  const sold = await client.call(name, { Top: 2, Skip: 2 });
  expect(sold.body.WarehouseInventoryStatuses[1]).toMatchObject({ ItemNo: 'E', AvailableQuantity: 0 });
  expect(await page(0)).toEqual([3, true, 'BD']);
  expect(await page(2)).toEqual([3, false, 'F']);
  // Two transactions see 16 of B, and each reserves half without a lock.
  await givenStock(db, customerNo, [{ itemNo: 'B', quantity: 12 }]);
  expect(await page(0)).toEqual([3, true, 'BD']);
  await db.write(async (tx) => {
    const key = { customerNo, itemNo: 'B', warehouse: 'APC01', status: 'GOOD-NO-TX' };
    const balances = await readBalancesUnlocked(tx, [key]);
    await db.write((quicker) => reserveDemands(quicker, [demand(customerNo, 'B', 8)]));
    const { reserve } = await reserveDemandsOptimistically(tx, [demand(customerNo, 'B', 8)], balances);
    reserve();
  });
  expect(await page(2)).toEqual([3, false, 'F']);
});

describe('200: several readers with one UserKey and filter skip no row', () => {
  /** Rows A to F with 4 units each. Every reader reads two rows at a time. */
  async function readers() {
    const { client, customerNo } = await winery();
    const { db } = server.environment;
    await givenStock(
      db,
      customerNo,
      allItems.map((itemNo) => ({ itemNo, quantity: 4 })),
    );
    const open = () => {
      let Skip = 0;
      let seen = '';
      /** Reads the next page, and returns all rows that were seen until now. */
      const next = async () => {
        const { body } = await client.call(name, { Top: 2, Skip });
        Skip += 2;
        seen += body.WarehouseInventoryStatuses.map((row: Row) => row.ItemNo).join('');
        return { more: body.MoreRecords as boolean, seen: [...new Set(seen)].join('') };
      };
      const rest = async () => {
        for (;;) {
          const page = await next();
          if (!page.more) return page.seen;
        }
      };
      return { next, rest };
    };
    const sellOut = (itemNo: string) => db.write((tx) => reserveDemands(tx, [demand(customerNo, itemNo, 4)]));
    return { open, sellOut };
  }

  test('the second begins when a row of the first has sold out', async () => {
    const { open, sellOut } = await readers();
    const [one, two] = [open(), open()];
    await one.next();
    await sellOut('A');
    expect((await two.next()).seen).toBe('BC');
    expect((await one.next()).seen).toContain('C');
    await sellOut('B');
    expect((await two.next()).seen).toContain('D');
    expect(await one.rest()).toBe('ABCDEF');
    expect(await two.rest()).toMatch(/B.*C.*D.*E.*F/);
  });

  test('the second goes on when the first has ended, and a third has begun', async () => {
    const { open, sellOut } = await readers();
    const [one, two, three] = [open(), open(), open()];
    await one.next();
    await sellOut('A');
    await two.next();
    // As far as the first reading goes, it may be the second reader's.
    await two.next();
    expect(await one.rest()).toBe('ABCDEF');
    await sellOut('B');
    expect((await three.next()).seen).toBe('CD');
    await sellOut('C');
    expect(await two.rest()).toMatch(/B.*C.*D.*E.*F/);
    expect(await three.rest()).toBe('CDEF');
    // No reader is left: the next reading is exact.
    const four = open();
    expect((await four.next()).seen).toBe('DE');
    expect(await four.rest()).toBe('DEF');
  });
});

test.each([
  [undefined, 2500],
  [0, 0],
  [2500, 2500],
  [2501, 2500],
  [-1, 2500],
])('200: Top %s is %s', async (Top, used) => {
  const { client } = await winery();
  expect((await client.call(name, { Top })).body).toMatchObject({ Top: used, TotalRecordCount: 0 });
});

test("200: another customer's inventory is not there", async () => {
  await stockedWinery();
  const { client } = await winery();
  expect((await client.call(name, { IncludeUnavailableItems: true })).body).toMatchObject({
    TotalRecordCount: 0,
    WarehouseInventoryStatuses: [],
  });
});

test('200: a credential that may only read suffices', async () => {
  const { client } = await server.customer('read');
  expect(await client.call(name)).toMatchObject({ status: 200 });
});

test('400: all faults at once, by their fields', async () => {
  const { client } = await winery();
  const answer = await client.call(name, {
    Warehouse: 'XXX01',
    ItemNumbers: allItems,
    InventoryStatuses: ['GOOD-NO-TX', 'GOOD-ST-TX'],
    IncludeTotalRecordCount: 'yes',
    Skip: -1,
    Top: 1.5,
    IncludeUnavailableItems: 2,
  });
  expect(answer.status).toBe(400);
  const faults = answer.body.Errors.map((fault: { Field: string; Code: string }) => `${fault.Field} ${fault.Code}`);
  expect(faults.toSorted()).toEqual([
    'IncludeTotalRecordCount Type',
    'IncludeUnavailableItems Type',
    'InventoryStatuses[1] Enum',
    'ItemNumbers MaxItems',
    'Skip Minimum',
    'Top Type',
    'Warehouse Enum',
  ]);
});

test('400: a Skip beyond all counting', async () => {
  const { client } = await winery();
  expect(await client.call(name, { Skip: 1e20 })).toMatchObject({ status: 400, body: { Errors: [{ Field: 'Skip' }] } });
});

test('400: more than 5 statuses', async () => {
  const { client } = await winery();
  const six = ['GOOD-NO-TX', 'RTGD-NO-TX', 'RDMG-NO-TX', 'CDMG-NO-TX', 'DMGD-NO-TX', 'GOOD-NO-BD'];
  expect(await client.call(name, { InventoryStatuses: six })).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'InventoryStatuses', Code: 'MaxItems' }] },
  });
  expect(await client.call(name, { InventoryStatuses: six.slice(0, 5) })).toMatchObject({ status: 200 });
});

test('401: wrong credentials', async () => {
  const { client, customerNo } = await winery();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect(await client.call(name, { Authentication })).toMatchObject({
    status: 401,
    body: { Code: 'InvalidCredentials' },
  });
});
