/** GetSellable: every documented response. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { addExpectedReceipts, reserveDemands } from '../../src/inventory/index.ts';
import { getSellableOperation } from '../../src/inventory/operations/get-sellable.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';

const name = 'Inventory/GetSellable';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ operations: [getSellableOperation] });
});
afterAll(() => server.close());

/**
 * A: 10 at APC01 of which 4 are reserved, 3 at COB01, 2 damaged, 5 in bond, 7 for the library. B: 6, all reserved.
 * C: inbound. D: never stocked.
 */
async function winery() {
  const customer = await server.customer();
  const { customerNo } = customer;
  const { db } = server.environment;
  await givenItems(
    db,
    customerNo,
    ['A', 'B', 'C', 'D'].map((itemNo) => ({ itemNo })),
  );
  await givenStock(db, customerNo, [
    { itemNo: 'A', quantity: 10 },
    { itemNo: 'A', quantity: 3, warehouse: 'COB01' },
    { itemNo: 'A', quantity: 2, status: 'DMGD-NO-TX' },
    { itemNo: 'A', quantity: 5, status: 'GOOD-NO-BD' },
    { itemNo: 'A', quantity: 7, status: 'GOOD-LB-TX' },
    { itemNo: 'B', quantity: 6 },
  ]);
  await db.write((tx) =>
    reserveDemands(
      tx,
      [
        { itemNo: 'A', quantity: 4 },
        { itemNo: 'B', quantity: 6 },
      ].map((line) => ({
        customerNo,
        subject: uuidv7(),
        rank: 2,
        queuedAt: Temporal.Now.instant(),
        warehouse: { named: 'APC01' },
        lines: [{ ...line, status: 'GOOD-NO-TX' }],
      })),
    ),
  );
  const inbound = { itemNo: 'C', warehouse: 'APC01', status: 'GOOD-NO-TX', ordered: 60, line: 1 };
  await db.write((tx) => addExpectedReceipts(tx, [{ customerNo, subject: uuidv7(), ...inbound }]));
  return customer;
}

/** A customer with an item, and a sellable status of its own beside `GOOD-NO-TX`. */
async function givenOwnStatus() {
  const { client, customerNo } = await server.customer();
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'A' }]);
  await editSettings(
    db,
    "insert into customer_inventory_statuses values ($1, 'GOOD-OWN', 'Own', true, false, true, false, false)",
    [customerNo],
  );
  return { client, customerNo, db, place: { customerNo, itemNo: 'A', warehouse: 'APC01' } };
}

const quantities = (body: { Items: { ItemNo: string; SellableQuantity: number }[] }) =>
  Object.fromEntries(body.Items.map((item) => [item.ItemNo, item.SellableQuantity]));

test('200: every item with history, sold-out ones with 0; consumer statuses at all warehouses', async () => {
  const { client } = await winery();
  const answer = await client.call(name);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    TotalRecordCount: 3,
    SalesChannel: 'DTC',
    Items: [
      { ItemNo: 'A', ItemDescription: 'Wine A', ItemUnit: '750', SellableQuantity: 9 },
      { ItemNo: 'B', ItemDescription: 'Wine B', ItemUnit: '750', SellableQuantity: 0 },
      { ItemNo: 'C', ItemDescription: 'Wine C', ItemUnit: '750', SellableQuantity: 0 },
    ],
  });
});

test('200: items asked for by number, each once; those that do not exist are left out', async () => {
  const { client } = await winery();
  const { body } = await client.call(name, { ItemNumbers: ['D', 'A', 'NONE', 'A'] });
  expect(body.TotalRecordCount).toBe(2);
  expect(quantities(body)).toEqual({ A: 9, D: 0 });
});

test.each([
  [['APC01'], { A: 6, B: 0, C: 0 }],
  [['COB01'], { A: 3, B: 0, C: 0 }],
  [['APC01', 'COB01'], { A: 9, B: 0, C: 0 }],
  [['TWL01'], { A: 0, B: 0, C: 0 }],
  [[], { A: 9, B: 0, C: 0 }],
])('200: only at %j', async (Warehouses, expected) => {
  const { client } = await winery();
  expect(quantities((await client.call(name, { Warehouses })).body)).toEqual(expected);
});

test('200: items with nothing to sell are omitted on request, and inbound stock is included on request', async () => {
  const { client } = await winery();
  const asked = async (more: object) => quantities((await client.call(name, more)).body);
  expect(await asked({ IncludeUnavailableItems: false })).toEqual({ A: 9 });
  expect(await asked({ IncludeUnavailableItems: true, IncludeIncomingInventory: false })).toEqual({ A: 9, B: 0, C: 0 });
  expect(await asked({ IncludeIncomingInventory: true })).toEqual({ A: 9, B: 0, C: 60 });
  expect(await asked({ IncludeIncomingInventory: true, IncludeUnavailableItems: false })).toEqual({ A: 9, C: 60 });
  expect(await asked({ OrderType: 'DTC', OrderSource: 'Shop', Verbose: true })).toEqual({ A: 9, B: 0, C: 0 });
});

test("200: a customer's own status counts where it is so marked", async () => {
  const { client, customerNo } = await winery();
  const { db } = server.environment;
  await editSettings(
    db,
    `insert into customer_inventory_statuses
     values ($1, 'GOOD-OWN', 'Own', true, false, true, false, false),
            ($1, 'KEPT-OWN', 'Own, kept back', false, false, true, false, false)`,
    [customerNo],
  );
  await givenStock(db, customerNo, [
    { itemNo: 'A', quantity: 20, status: 'GOOD-OWN' },
    { itemNo: 'A', quantity: 40, status: 'KEPT-OWN' },
  ]);
  expect(quantities((await client.call(name)).body)).toEqual({ A: 29, B: 0, C: 0 });
});

test('200: inbound stock in one status that waiting orders get from several is not counted as left over', async () => {
  const { client, customerNo, db, place } = await givenOwnStatus();
  await db.write(async (tx) => {
    const line = { itemNo: 'A', status: 'GOOD-NO-TX', statuses: ['GOOD-NO-TX', 'GOOD-OWN'], quantity: 10 };
    const queuedAt = Temporal.Now.instant();
    const demand = { customerNo, subject: uuidv7(), rank: 2, queuedAt, warehouse: { named: 'APC01' } } as const;
    await reserveDemands(tx, [{ ...demand, lines: [line] }]);
    const inbound = { ...place, status: 'GOOD-OWN', ordered: 12, line: 1 };
    await addExpectedReceipts(tx, [{ ...inbound, subject: uuidv7() }]);
  });
  expect(quantities((await client.call(name, { IncludeIncomingInventory: true })).body)).toEqual({ A: 2 });
  expect(quantities((await client.call(name)).body)).toEqual({ A: 0 });
});

test('200: inbound stock in a status that a waiting wholesale order may not draw is counted', async () => {
  const { client, customerNo, db, place } = await givenOwnStatus();
  const inbound = { ...place, line: 1 };
  const demand = { customerNo, rank: 2, queuedAt: Temporal.Now.instant(), warehouse: { named: 'APC01' } } as const;
  const wholesale = { itemNo: 'A', status: 'GOOD-NO-TX', quantity: 10 };
  await db.write(async (tx) => {
    await reserveDemands(tx, [{ ...demand, subject: uuidv7(), lines: [wholesale] }]);
    await addExpectedReceipts(tx, [{ ...inbound, status: 'GOOD-OWN', ordered: 12, subject: uuidv7() }]);
  });
  const withIncoming = async () => quantities((await client.call(name, { IncludeIncomingInventory: true })).body);
  expect(await withIncoming()).toEqual({ A: 12 });
  const consumer = { ...wholesale, statuses: ['GOOD-NO-TX', 'GOOD-OWN'], quantity: 5 };
  await db.write(async (tx) => {
    await reserveDemands(tx, [{ ...demand, subject: uuidv7(), lines: [consumer] }]);
    await addExpectedReceipts(tx, [{ ...inbound, status: 'GOOD-NO-TX', ordered: 11, subject: uuidv7() }]);
  });
  expect(await withIncoming()).toEqual({ A: 8 });
});

test("200: another customer's inventory is not there", async () => {
  await winery();
  const { client } = await server.customer('read');
  expect(await client.call(name)).toMatchObject({
    status: 200,
    body: { TotalRecordCount: 0, SalesChannel: 'DTC', Items: [] },
  });
});

test('400: all faults at once, by their fields', async () => {
  const { client } = await server.customer();
  expect(await client.call(name, { ItemNumbers: ['A', 7.5, ''], Warehouses: ['APC01', 'XXX01'] })).toMatchObject({
    status: 400,
    body: {
      Code: 'ValidationFailed',
      Errors: [
        { Field: 'ItemNumbers[1]', Code: 'Type' },
        { Field: 'ItemNumbers[2]', Code: 'MinLength' },
        { Field: 'Warehouses[1]', Code: 'Enum' },
      ],
    },
  });
});

test('401: wrong credentials', async () => {
  const { client, customerNo } = await server.customer();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect(await client.call(name, { Authentication })).toMatchObject({
    status: 401,
    body: { Code: 'InvalidCredentials' },
  });
});
