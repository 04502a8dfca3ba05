/** GetTransactions: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMovementShipToNames } from '../../src/inventory/index.ts';
import { appendMovements } from '../../src/inventory/movement-store.ts';
import { getTransactionsOperation } from '../../src/inventory/operations/get-transactions.ts';
import type { Posting } from '../../src/inventory/stock.ts';
import { isUuid, uuidv7 } from '../../src/lib/uuid.ts';
import { recordStatements } from '../support/recorded-statements.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const name = 'Inventory/GetTransactions';

const allTypes = [
  'Purchase Order',
  'Transfer In',
  'Transfer Out',
  'Production Line',
  'Inventory Adjustment',
  'Inventory Status Change',
  'Sales order',
  'Return Order',
] as const;

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({
    operations: [getTransactionsOperation],
    settings: { TIME_ZONE: 'America/Los_Angeles' },
  });
});
afterAll(() => server.close());

async function post(customerNo: string, postings: readonly (Partial<Posting> & { at: string })[]): Promise<void> {
  await server.environment.db.write(async (tx) => {
    appendMovements(
      tx,
      postings.map(({ at, ...posting }) => ({
        customerNo,
        itemNo: 'PIN',
        warehouse: 'APC01',
        status: 'GOOD-NO-TX',
        quantity: 12,
        type: 'Purchase Order',
        reference: 'INBOUND-1',
        subject: uuidv7(),
        occurredAt: Temporal.Instant.from(at),
        itemDescription: '2023 Pinot Noir',
        itemUnit: '750',
        ...posting,
      })),
    );
  });
}

/** Eight movements on 18 November 2026 in Los Angeles (UTC-8), then two a day later. */
async function winery() {
  const customer = await server.customer();
  await post(customer.customerNo, [
    { at: '2026-11-18T08:00:00Z', reference: 'first of the day' },
    { at: '2026-11-18T18:00:00Z', itemNo: 'CAB', warehouse: 'COB01', type: 'Transfer In', reference: 'T-1' },
    { at: '2026-11-18T18:00:01Z', status: 'DMGD-NO-TX', type: 'Inventory Adjustment', reference: 'BREAKAGE' },
    { at: '2026-11-18T18:00:02Z', type: 'Sales order', reference: 'ORD-1', quantity: -3, orderType: 'CLUB' },
    { at: '2026-11-18T18:00:03Z', itemNo: 'CAB', type: 'Sales order', reference: 'ORD-2', quantity: -1 },
    { at: '2026-11-18T18:00:04Z', type: 'Transfer Out', reference: 'T-1', quantity: -6 },
    { at: '2026-11-18T18:00:05Z', itemNo: 'ZIN', status: 'GOOD-NO-BD', type: 'Return Order', reference: 'R-1' },
    { at: '2026-11-19T07:59:59.999Z', reference: 'last of the day' },
    { at: '2026-11-19T08:00:00Z', reference: 'next day' },
    { at: '2026-11-19T18:00:00Z', type: 'Production Line', reference: 'SET-1' },
  ]);
  return customer;
}

interface Transaction {
  readonly Reference: string;
}

const references = (body: { InventoryTransactions: readonly Transaction[] }) =>
  body.InventoryTransactions.map((transaction) => transaction.Reference);

const wholeDay = { TransactionDate: '11/18/2026', TransactionTypes: allTypes };
const from = (start: string, end?: string) => ({
  TransactionStartDateTime: start,
  TransactionEndDateTime: end,
  TransactionTypes: allTypes,
});

test('a page has its limit in the part that reads the movements, so that no history is read and sorted for it', async () => {
  const { db } = server.environment;
  const { client } = await winery();
  const recorder = recordStatements(db);
  await client.call(name, { ...from('2026-11-18T00:00:00Z'), Top: 2 });
  recorder.stop();
  const page = recorder.take().find(({ text }) => text.includes('from movements m') && text.includes('movement_names'));
  const plan = await db.rows<{ 'QUERY PLAN': string }>(`explain ${page?.text}`, page?.values);
  const limits = plan.filter((line) => /^[ >-]*Limit\b/.test(line['QUERY PLAN']));
  expect(limits).toHaveLength(2);
});

test('200: every field', async () => {
  const { client, customerNo } = await server.customer();
  const subject = uuidv7();
  const at = '2026-11-19T07:30:00.25Z';
  const line = { at, subject, type: 'Sales order', reference: 'ORD-1', orderType: 'CLUB', quantity: -3 } as const;
  await post(customerNo, [
    { ...line, poNumber: 'PO000001', alcoholPercentage: '13.8' },
    { at: '2026-11-19T07:31:00Z' },
  ]);
  await server.environment.db.write(async (tx) =>
    insertMovementShipToNames(tx, [{ customerNo, subject, shipToName: 'Sample Recipient' }]),
  );
  const answer = await client.call(name, wholeDay);
  expect(answer.status).toBe(200);
  const { TransactionReferenceNumber, InventoryTransactions, ...page } = answer.body;
  expect(isUuid(TransactionReferenceNumber)).toBe(true);
  expect(page).toEqual({ TotalRecordCount: 2, Skip: 0, Top: 500, MoreRecords: false });
  expect(InventoryTransactions[0]).toEqual({
    ItemNo: 'PIN',
    ItemDescription: '2023 Pinot Noir',
    ItemUnit: '750',
    AlcoholPercentage: '13.8',
    Warehouse: 'APC01',
    InventoryStatus: 'GOOD-NO-TX',
    TransactionDate: '11/18/2026',
    TransactionDateTime: '2026-11-19T07:30:00.250Z',
    TransactionType: 'Sales order',
    Reference: 'ORD-1',
    PONumber: 'PO000001',
    ShipToName: 'Sample Recipient',
    OrderType: 'CLUB',
    Quantity: -3,
  });
  expect(InventoryTransactions[1]).toMatchObject({
    AlcoholPercentage: '',
    PONumber: '',
    ShipToName: '',
    OrderType: '',
    Quantity: 12,
  });
});

test("200: a day is the operator's, in both spellings", async () => {
  const { client } = await winery();
  const { body } = await client.call(name, wholeDay);
  expect(references(body)).toHaveLength(8);
  expect([references(body).at(0), references(body).at(-1)]).toEqual(['first of the day', 'last of the day']);
  expect((await client.call(name, { ...wholeDay, TransactionDate: '11/9/2026' })).status).toBe(404);
  await expect(
    client.call(name, { ...wholeDay, TransactionDate: '11/19/2026' }).then((next) => references(next.body)),
  ).resolves.toEqual(['next day', 'SET-1']);
});

test.each([
  [from('2026-11-19T08:00:00Z'), ['next day', 'SET-1']],
  [from('2026-11-19T00:00:00-08:00'), ['next day', 'SET-1']],
  [from('2026-11-19T08:00:00'), ['next day', 'SET-1']],
  [from('2026-11-18T18:00:01Z', '2026-11-18T18:00:03Z'), ['BREAKAGE', 'ORD-1', 'ORD-2']],
  [from('2026-11-19T07:59:59.999Z', '2026-11-19T07:59:59.999Z'), ['last of the day']],
])('200: times %j, both ends included, UTC without offset', async (asked, expected) => {
  const { client } = await winery();
  expect(references((await client.call(name, asked)).body)).toEqual(expected);
});

test.each([
  [{ TransactionType: 'Sales order', TransactionTypes: undefined }, ['ORD-1', 'ORD-2']],
  [{ TransactionType: 'Sales order', TransactionTypes: ['Return Order'] }, ['ORD-1', 'ORD-2', 'R-1']],
  [{ Warehouse: 'COB01' }, ['T-1']],
  [{ Warehouses: ['COB01', 'TWL01'] }, ['T-1']],
  [{ Reference: 'T-1' }, ['T-1', 'T-1']],
  [{ References: ['ORD-2', 'T-1', 'NONE'] }, ['T-1', 'ORD-2', 'T-1']],
  [{ Reference: 'ORD-1', References: ['ORD-2'] }, ['ORD-1', 'ORD-2']],
  [{ InventoryStatus: 'DMGD-NO-TX' }, ['BREAKAGE']],
  [{ InventoryStatuses: ['DMGD-NO-TX', 'GOOD-NO-BD'] }, ['BREAKAGE', 'R-1']],
  [{ InventoryStatus: 'DMGD-NO-TX', InventoryStatuses: ['GOOD-NO-BD'] }, ['BREAKAGE', 'R-1']],
  [{ ItemNumbers: ['CAB', 'ZIN'] }, ['T-1', 'ORD-2', 'R-1']],
  [{ ItemNumbers: ['CAB', 'CAB'] }, ['T-1', 'ORD-2']],
  [{ ItemNumbers: ['CAB', 'PIN'], TransactionTypes: ['Sales order'], Warehouse: 'APC01' }, ['ORD-1', 'ORD-2']],
  [
    {
      ItemNumbers: ['CAB'],
      TransactionTypes: ['Sales order', 'Transfer In'],
      Warehouses: ['APC01'],
      Reference: 'ORD-2',
      InventoryStatuses: ['GOOD-NO-TX'],
    },
    ['ORD-2'],
  ],
])('200: filter %j', async (filter, expected) => {
  const { client } = await winery();
  const { status, body } = await client.call(name, { ...wholeDay, ...filter });
  expect(status).toBe(200);
  expect(references(body)).toEqual(expected);
  expect(body.TotalRecordCount).toBe(expected.length);
});

test('200: empty lists and texts filter nothing', async () => {
  const { client } = await winery();
  const empty = { Warehouse: '', Warehouses: [], Reference: '', InventoryStatus: null, ItemNumbers: [] };
  expect((await client.call(name, { ...wholeDay, ...empty })).body.TotalRecordCount).toBe(8);
});

test('200: pages with an exact count; past the end is an empty page, not 404', async () => {
  const { client } = await winery();
  const page = async (asked: object) => {
    const { status, body } = await client.call(name, { ...wholeDay, ...asked });
    const { TotalRecordCount, Skip, Top, MoreRecords } = body;
    return [status, TotalRecordCount, Skip, Top, MoreRecords, references(body).length];
  };
  expect(await page({ Top: 3 })).toEqual([200, 8, 0, 3, true, 3]);
  expect(await page({ Top: 3, Skip: 6 })).toEqual([200, 8, 6, 3, false, 2]);
  expect(await page({ Top: 4, Skip: 4 })).toEqual([200, 8, 4, 4, false, 4]);
  expect(await page({ Skip: 8 })).toEqual([200, 8, 8, 500, false, 0]);
  expect(await page({ Skip: 1_000_000, Top: 1 })).toEqual([200, 8, 1_000_000, 1, false, 0]);
  expect(await page({ Top: 0 })).toEqual([200, 8, 0, 0, true, 0]);
  expect(await page({ Top: 100_000 })).toEqual([200, 8, 0, 2500, false, 8]);
  // By reference, too: it is looked up another way.
  expect(await page({ Reference: 'T-1', Top: 1 })).toEqual([200, 2, 0, 1, true, 1]);
  expect(await page({ Reference: 'T-1', Skip: 100 })).toEqual([200, 2, 100, 500, false, 0]);
});

test('200: while movements are being posted, also late ones, pages neither skip nor repeat', async () => {
  const { client, customerNo } = await server.customer();
  const at = (i: number) => `2026-11-18T${String(20 - (i % 12)).padStart(2, '0')}:00:00Z`;
  const numbered = (i: number) => ({ at: at(i), reference: `M-${i}` });
  await post(
    customerNo,
    Array.from({ length: 20 }, (_, i) => numbered(i)),
  );
  const seen: string[] = [];
  for (let skip = 0, more = true; more; skip += 7) {
    const { body } = await client.call(name, { ...wholeDay, Skip: skip, Top: 7 });
    seen.push(...references(body));
    more = body.MoreRecords;
    if (skip < 21) await post(customerNo, [numbered(20 + skip), numbered(21 + skip)]);
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toHaveLength(26);
  expect(seen.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, i) => `M-${i}`));
});

test('200: one reference, too, is paged in the order of commits, however it is dated', async () => {
  const { client, customerNo } = await server.customer();
  for (const hour of [20, 18, 19]) {
    await post(customerNo, [{ at: `2026-11-18T${hour}:00:00Z`, reference: 'ORD-1', quantity: hour }]);
  }
  const quantities: number[] = [];
  for (const Skip of [0, 1, 2]) {
    const { body } = await client.call(name, { ...wholeDay, Reference: 'ORD-1', Skip, Top: 1 });
    quantities.push(body.InventoryTransactions[0].Quantity);
  }
  expect(quantities).toEqual([20, 18, 19]);
});

test("200: another customer's movements are not there", async () => {
  const [one, two] = [await winery(), await winery()];
  expect((await one.client.call(name, wholeDay)).body.TotalRecordCount).toBe(8);
  expect((await two.client.call(name, wholeDay)).body.TotalRecordCount).toBe(8);
});

test.each([
  [{}, ['TransactionDate Required', 'TransactionType Required']],
  [{ TransactionDate: '11/18/2026' }, ['TransactionType Required']],
  [{ TransactionDate: '11/18/2026', TransactionTypes: [] }, ['TransactionType Required']],
  [{ TransactionType: 'Sales order' }, ['TransactionDate Required']],
  [{ TransactionDate: '', TransactionType: 'Sales order' }, ['TransactionDate Required']],
  [{ ...wholeDay, TransactionStartDateTime: '2026-11-18T00:00:00Z' }, ['TransactionStartDateTime Conflict']],
  [{ ...wholeDay, TransactionEndDateTime: '2026-11-18T00:00:00Z' }, ['TransactionEndDateTime Conflict']],
  [from('2026-11-19T00:00:00Z', '2026-11-18T23:59:59Z'), ['TransactionEndDateTime Range']],
  [{ ...wholeDay, TransactionDate: '02/30/2026' }, ['TransactionDate Format']],
  [{ ...wholeDay, TransactionDate: '18.11.2026' }, ['TransactionDate Format']],
  [from('11/18'), ['TransactionStartDateTime Format']],
  [from('11/18', '2026-11-18T23:59:59Z'), ['TransactionStartDateTime Format']],
  [{ TransactionDate: '11/18/2026', TransactionTypes: ['Sale'] }, ['TransactionTypes[0] Enum']],
  [{ ...wholeDay, TransactionType: 'Sales Order' }, ['TransactionType Enum']],
  [{ ...wholeDay, TransactionTypes: ['Sales order', 'Sale'] }, ['TransactionTypes[1] Enum']],
  [{ ...wholeDay, Warehouse: 'XXX01', Warehouses: ['APC01', 'XXX01'] }, ['Warehouse Enum', 'Warehouses[1] Enum']],
  [{ ...wholeDay, InventoryStatus: 'GOOD-ST-TX' }, ['InventoryStatus Enum']],
  [
    { ...wholeDay, InventoryStatuses: ['LOST'], ItemNumbers: [1.5] },
    ['InventoryStatuses[0] Enum', 'ItemNumbers[0] Type'],
  ],
  [{ ...wholeDay, Skip: -1, Top: -1 }, ['Skip Minimum', 'Top Minimum']],
])('400: %j', async (asked, expected) => {
  const { client } = await winery();
  const answer = await client.call(name, asked);
  expect(answer).toMatchObject({ status: 400, body: { Code: 'ValidationFailed' } });
  const faults = answer.body.Errors.map((fault: { Field: string; Code: string }) => `${fault.Field} ${fault.Code}`);
  expect(faults).toEqual(expected);
});

test('401: wrong credentials', async () => {
  const { client, customerNo } = await winery();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect(await client.call(name, { Authentication })).toMatchObject({
    status: 401,
    body: { Code: 'InvalidCredentials' },
  });
});

test('404: nothing at all to report, whatever the page', async () => {
  const { client } = await winery();
  for (const asked of [
    { Reference: 'NONE' },
    { ItemNumbers: ['NONE'] },
    { TransactionDate: '1/1/2020', Skip: 5 },
    { TransactionDate: '12/31/9999' },
  ]) {
    expect(await client.call(name, { ...wholeDay, ...asked })).toMatchObject({
      status: 404,
      body: { Status: 404, Code: 'NotFound' },
    });
  }
});
